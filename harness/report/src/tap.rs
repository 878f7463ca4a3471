//! A run as TAP 14, the Test Anything Protocol: a line a case, with a YAML block behind what is no plain pass.
//!
//! The blocks are the YAML that older readers of TAP know as well: a line a member, texts in double quotes.

use std::fmt::Write;

use super::causes::Causes;
use super::{Invocation, expectations, foreign, summary};
use crivet::baseline::Finding;
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::describe::{self, Shown};
use crivet::run::{Judged, Run};
use crivet::verdict::Status;

/// The run as a TAP document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let says = Citations::new(corpus);
    let (name, version) = (&run.description.name, &run.description.version);
    let findings: Vec<&Finding> = summary::findings(run).collect();
    // Bailing out is how this protocol says that a run is incomplete.
    let faults: Vec<_> = run.faults().into_iter().filter(|_| run.complete()).collect();
    let points = run.selected + findings.len() + faults.len();
    let mut text = format!("TAP version 14\n1..{points}\n");
    comment(&mut text, format!("{name} {version}").trim_end());
    for (index, judged) in run.results.iter().enumerate() {
        let status = judged.status(run.strict);
        let result = if matches!(status, Status::Pass | Status::Skip) { "ok" } else { "not ok" };
        let vector = judged.case.vector;
        let title = format!("{}@{} {}", vector.id, judged.case.profile, vector.title);
        let _ = write!(text, "{result} {} - {}", index + 1, escaped(&title));
        if status == Status::Skip {
            let _ = write!(text, " # SKIP {}", escaped(&summary::why(run, judged)));
        }
        if let Some(expectation) = summary::expectation(judged).or_else(|| summary::late(run, judged)) {
            let _ = write!(text, " # TODO {}", escaped(&expectation));
        }
        text.push('\n');
        if result == "not ok" || !judged.verdict.notes.is_empty() {
            let block = diagnostic(run, judged, &says, invocation);
            let _ = write!(text, "  ---\n{}  ...\n", block.lines);
        }
    }
    for (index, finding) in findings.into_iter().enumerate() {
        let title = format!("baseline {} {}", finding.deviation.name(), expectations::subject(finding));
        let _ = writeln!(text, "not ok {} - {}", run.selected + index + 1, escaped(&title));
        let mut block = Block::default();
        block.text("message", &finding.why);
        block.text("change", &expectations::change(finding).join("\n"));
        let _ = write!(text, "  ---\n{}  ...\n", block.lines);
    }
    for (index, fault) in faults.iter().enumerate() {
        let number = points - faults.len() + index + 1;
        let _ = writeln!(text, "not ok {number} - {}: {}", escaped(fault.name), escaped(&fault.message));
    }
    let causes = Causes::new(run, corpus);
    if let Some(summary) = causes.summary() {
        comment(&mut text, &summary);
    }
    for (at, group) in causes.groups.iter().enumerate() {
        let id = &causes.exemplar(group).case.vector.id;
        comment(
            &mut text,
            &format!("cause {}: {} ({}, such as {id})", at + 1, group.title, group.cases.len()),
        );
    }
    for remark in &run.remarks {
        comment(&mut text, remark);
    }
    for score in &run.trivial_scores {
        comment(
            &mut text,
            &format!("trivial score {}: {} of {} passed", score.name, score.passed, score.cases),
        );
    }
    comment(&mut text, &summary::closing(run).to_string());
    if !run.complete() {
        let _ = writeln!(text, "Bail out! Interrupted after {} of {}", run.results.len(), run.selected);
    }
    text
}

/// The block: what was asked, accepted and answered, which text says so, and the command that repeats it.
fn diagnostic(run: &Run<'_>, judged: &Judged<'_>, says: &Citations<'_>, invocation: &Invocation) -> Block {
    let vector = judged.case.vector;
    let severity = match judged.status(run.strict) {
        Status::Fail => "fail",
        Status::Error => "error",
        Status::Expected => "todo",
        Status::Pass | Status::Skip => "comment",
    };
    let mut block = Block::default();
    block.text("message", &summary::why(run, judged));
    block.text("severity", severity);
    block.list("notes", judged.verdict.notes.iter().map(|note| vec![("text", note.to_string())]));
    block.text("file", &vector.source.file);
    block.number("line", vector.source.line);
    block.number("column", vector.source.column);
    let arguments = describe::arguments(&vector.operation);
    block.list("asked", arguments.into_iter().map(|(name, shown)| value(Some(name), &shown)));
    block.list("accepted", vector.expect.iter().map(|accepted| value(None, &describe::accepted(accepted))));
    block.text("budget", &vector.budget.map(describe::budget).unwrap_or_default());
    block.list("came", judged.outcome.iter().map(|outcome| value(None, &describe::outcome(outcome))));
    let requirements = says.requirements(&judged.case).into_iter();
    block.list(
        "requirements",
        requirements.map(|one| vec![("id", one.id.clone()), ("text", one.text.clone())]),
    );
    let rulings = says.rulings(&judged.case).into_iter();
    block.list(
        "rulings",
        rulings.map(|one| {
            vec![("id", one.id.clone()), ("slug", one.slug.clone()), ("text", one.ruling.trim().to_owned())]
        }),
    );
    block.text("note", vector.note.as_deref().unwrap_or_default().trim());
    block.text("repeat", &invocation.repeat(&judged.case));
    block
}

fn value(name: Option<&'static str>, shown: &Shown) -> Vec<(&'static str, String)> {
    let shown = shown.cut();
    let mut members: Vec<_> = name.map(|name| ("name", name.to_owned())).into_iter().collect();
    members.push(("value", shown.text));
    members.extend(shown.hex.map(|hex| ("hex", hex)));
    members
}

/// A YAML block, two columns in as the protocol asks. What is empty is left out.
#[derive(Default)]
struct Block {
    lines: String,
}

impl Block {
    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            let _ = writeln!(self.lines, "  {key}: {}", quoted(text));
        }
    }

    fn number(&mut self, key: &str, number: usize) {
        let _ = writeln!(self.lines, "  {key}: {number}");
    }

    fn list(&mut self, key: &str, items: impl Iterator<Item = Vec<(&'static str, String)>>) {
        for (index, item) in items.enumerate() {
            if index == 0 {
                let _ = writeln!(self.lines, "  {key}:");
            }
            for (place, (key, text)) in item.into_iter().enumerate() {
                let mark = if place == 0 { '-' } else { ' ' };
                let _ = writeln!(self.lines, "    {mark} {key}: {}", quoted(&text));
            }
        }
    }
}

/// A text in double quotes, on one line, with what acts and what YAML does not take as it is in the escapes of YAML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        let _ = match (c, u32::from(c)) {
            ('"' | '\\', _) => write!(quoted, "\\{c}"),
            ('\n', _) => write!(quoted, "\\n"),
            (c, _) if !foreign::acts(c) => write!(quoted, "{c}"),
            (_, number @ ..=0xff) => write!(quoted, "\\x{number:02x}"),
            (_, number @ ..=0xffff) => write!(quoted, "\\u{number:04x}"),
            (_, number) => write!(quoted, "\\U{number:08x}"),
        };
    }
    quoted.replace(foreign::COMMAND, "\\x23#[") + "\""
}

fn comment(text: &mut String, comment: &str) {
    for line in foreign::lines(comment).lines() {
        let _ = writeln!(text, "# {line}");
    }
}

/// One line, its `#` and `\` escaped: an unescaped `#` would begin a directive.
fn escaped(text: &str) -> String {
    foreign::line(text).replace('\\', "\\\\").replace('#', "\\#")
}
