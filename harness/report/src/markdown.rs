//! A run as Markdown (GitHub flavour): a job summary, or a comment on a change.

use std::fmt::Write;

use super::causes::{Causes, plural};
use super::{Invocation, expectations, foreign, summary};
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::detail::Detail;
use crivet::run::{Judged, Run, Tally};

/// The most bytes of a document: GitHub takes a summary of 1 MiB, and shows nothing of a longer one.
const MOST: usize = 900_000;

/// The most causes, and the most findings of a baseline, that are listed.
const LINES: usize = 200;

/// Of how many causes the first failure is shown in full.
const FIRSTS: usize = 10;

/// The run as a Markdown document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let (name, version) = (&run.description.name, &run.description.version);
    let mut document = format!("## crivet: {}\n\n", words(format!("{name} {version}").trim_end()));
    let _ = writeln!(document, "**{}**\n", words(&summary::closing(run).to_string()));
    for remark in &run.remarks {
        let _ = writeln!(document, "> {}\n", words(remark));
    }
    document.push_str(&table(run));
    document.push_str(&aside(run));
    document.push_str(&baseline(run));
    document.push_str(&failures(run, corpus, invocation));
    document
}

fn table(run: &Run<'_>) -> String {
    // The column for what is expected is only there with a baseline.
    let expecting = run.comparison.is_some();
    let (expected, rule) = if expecting { (" expected |", "---------:|") } else { ("", "") };
    let mut table = format!(
        "| profile | operation | passed | failed | errors |{expected} skipped | notes |\n\
         |---------|-----------|-------:|-------:|-------:|{rule}--------:|------:|\n",
    );
    let (skipped, asked): (Vec<_>, Vec<_>) =
        summary::rows(run).into_iter().partition(|row| row.tally.skipped == row.tally.total());
    for row in &asked {
        table.push_str(&line(row.profile.name(), row.operation.name(), row.tally, expecting));
    }
    if let Some(tally) = summary::together(&skipped) {
        table.push_str(&line("not claimed", &format!("{} rows", skipped.len()), tally, expecting));
    }
    table.push_str(&line("**all**", "", run.tally(), expecting));
    table
}

fn line(profile: &str, operation: &str, tally: Tally, expecting: bool) -> String {
    let number = |count: usize| if count == 0 { "·".to_owned() } else { count.to_string() };
    let mut numbers = vec![tally.passed, tally.failed, tally.errors];
    numbers.extend(expecting.then_some(tally.expected));
    numbers.extend([tally.skipped, tally.notes]);
    let numbers: Vec<String> = numbers.into_iter().map(number).collect();
    format!("| {profile} | {operation} | {} |\n", numbers.join(" | "))
}

/// What is not as the baseline says, and what to change in it.
fn baseline(run: &Run<'_>) -> String {
    let findings: Vec<_> = summary::findings(run).collect();
    let mut text = String::new();
    if !findings.is_empty() {
        text.push_str("\n### The baseline does not hold\n\n");
    }
    for finding in findings.iter().take(LINES) {
        let (name, subject) = (finding.deviation.name(), expectations::subject(finding));
        let _ = writeln!(text, "- {name}: {} {}", code(&subject), words(&finding.why));
        for line in expectations::change(finding) {
            let _ = writeln!(text, "  - {}", code(&line));
        }
    }
    if findings.len() > LINES {
        let _ = writeln!(text, "- … and {} more", findings.len() - LINES);
    }
    text
}

/// What a score is to be read beside: the trivial scores, and what was not asked.
fn aside(run: &Run<'_>) -> String {
    let scores: Vec<String> = run
        .trivial_scores
        .iter()
        .map(|score| format!("{} {} of {}", score.name, score.passed, score.cases))
        .collect();
    let mut aside = format!(
        "\nTrivial scores (what implementations that know nothing would pass): {}.\n",
        scores.join(", ")
    );
    for (reason, count) in summary::skips(run) {
        let _ = writeln!(aside, "\nSkipped {count}: {}.", words(&reason));
    }
    aside
}

fn failures(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let says = Citations::new(corpus);
    let causes = Causes::new(run, corpus);
    let Some(whole) = causes.summary() else { return String::new() };
    let mut text = format!("\n### Not as expected\n\n{}\n\n", words(&whole));
    for (at, group) in causes.groups.iter().enumerate().take(LINES) {
        let _ = writeln!(text, "{}. **{}**", at + 1, words(&group.title));
        for (name, value) in causes.about(group) {
            let _ = writeln!(text, "   - {name}: {}", words(&value));
        }
        let exemplar = causes.exemplar(group);
        let id = code(&format!("{}@{}", exemplar.case.vector.id, exemplar.case.profile));
        let why = summary::why(run, exemplar);
        let why: String = why.lines().next().unwrap_or_default().chars().take(200).collect();
        let _ = writeln!(text, "   - first: {id}: {}", words(&why));
    }
    if causes.groups.len() > LINES {
        let _ = writeln!(text, "\n… and {}", plural(causes.groups.len() - LINES, "more cause"));
    }
    // The first of each cause in full, then as many more as were asked for.
    let firsts = causes.groups.iter().take(FIRSTS).map(|group| causes.exemplar(group));
    let bad = run.results.iter().filter(|judged| summary::bad(run, judged)).take(invocation.details);
    text.push('\n');
    for judged in firsts.chain(bad) {
        let detail = detail(run, judged, &says, invocation);
        if text.len() + detail.len() > MOST {
            break;
        }
        text.push_str(&detail);
    }
    text
}

/// One failure, folded: its line in sight, all of it a click away.
fn detail(run: &Run<'_>, judged: &Judged<'_>, says: &Citations<'_>, invocation: &Invocation) -> String {
    let vector = judged.case.vector;
    let full = Detail::new(run, judged, says).with("repeat", invocation.repeat(&judged.case)).to_string();
    format!(
        "<details><summary><code>{}</code> ({}): {}</summary>\n\n{}\n</details>\n\n",
        markup(&vector.id),
        judged.case.profile,
        markup(&summary::why(run, judged)),
        block(&full),
    )
}

/// A fenced block that nothing in the text can end.
pub(super) fn block(text: &str) -> String {
    let text = foreign::lines(text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

/// A code span that nothing in the text can end. Not for tables, where a `|` ends a cell even in code.
pub(super) fn code(text: &str) -> String {
    let text = foreign::line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let blank = |c| text.starts_with(c) && text.ends_with(c) && text.contains(|other| other != ' ');
    let pad = if text.starts_with('`') || text.ends_with('`') || blank(' ') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Words as they are: nothing in them is markup, nothing becomes a link or calls a user, and they end no line.
pub(super) fn words(text: &str) -> String {
    let text = foreign::line(text);
    // What begins a list at the start of a line.
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let mut words = String::with_capacity(text.len());
    for (index, c) in text.char_indices() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '#' | '$' | '!' => {
                words.extend(['\\', c]);
            }
            '-' | '+' | '=' if index == 0 => words.extend(['\\', c]),
            ':' if text[index..].starts_with("://") => words.push_str("\\:"),
            '.' | ')' if index == digits && digits > 0 || text[..index].to_lowercase().ends_with("www") => {
                words.extend(['\\', c]);
            }
            // An escape would still call.
            '@' => words.push_str("`@`"),
            c => words.push(c),
        }
    }
    words
}

/// Words inside HTML, on one line.
fn markup(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    let text = foreign::line(text);
    for (index, c) in text.char_indices() {
        match c {
            ':' if text[index..].starts_with("://") => markup.push_str("&#58;"),
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            // Inside a summary, Markdown still is markup.
            '`' | '*' | '_' | '[' | ']' | '~' | '\\' | '|' | '$' | '!' | '#' => {
                markup.push_str(&format!("&#{};", u32::from(c)));
            }
            '@' => markup.push_str("<code>@</code>"),
            c => markup.push(c),
        }
    }
    markup
}
