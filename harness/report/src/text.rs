//! A run as a person reads it on a terminal: the causes of its failures, then one screen of numbers.

use comfy_table::{CellAlignment, ColumnConstraint};

use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::detail::{Detail, Line};
use crivet::run::{Judged, Run, Tally};
use crivet::verdict::Status;

use crate::block::Block;
use crate::causes::{Causes, plural};
use crate::styled::{BOLD, DIM, GREEN, RED, Style, Styled, YELLOW};
use crate::{Invocation, expectations, summary, wrap};

/// The most failures that get a line of their own behind those shown in full, and the most causes.
const LINES: usize = 40;

/// How many causes are shown with an exemplar.
const CAUSES: usize = 5;

/// What is left out of an exemplar's lines: it stands above, or behind `crivet show`.
const LEFT_OUT: [&str; 5] = ["note", "text says", "ruling", "vector", "budget"];

/// The whole report. `width` is how many characters fit a line; without it no line is broken.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation, width: Option<usize>) -> Styled {
    let mut text = Styled::default();
    let citations = Citations::new(corpus);
    let bad: Vec<_> = run.results.iter().filter(|judged| bad(run, judged)).collect();
    let causes = Causes::new(run, corpus);
    by_cause(&mut text, run, &causes, &citations, invocation, width);
    for judged in bad.iter().take(invocation.details) {
        text.append(&detail(run, judged, &citations, invocation, width));
        text.line(&[]);
    }
    let mut short = Styled::default();
    if invocation.details > 0 && bad.len() > invocation.details {
        let rest = &bad[invocation.details..];
        for judged in rest.iter().take(LINES) {
            one_line(&mut short, run, judged);
        }
        if rest.len() > LINES {
            short.line(&[&format!("… and {} more", rest.len() - LINES)]);
        }
        let all = bad.len();
        let hint = format!("--details={all} shows all in full, --report lines=- all in a line");
        short.line(&[&DIM.of(hint)]);
        short.line(&[]);
    }
    if invocation.notes {
        notes(&mut short, run);
    }
    expectations::section(&mut short, run, LINES);
    numbers(&mut short, run, width);
    text.append(&short.fitted(width));
    text
}

/// The causes: the first with an exemplar each, the others in a line.
fn by_cause(
    text: &mut Styled,
    run: &Run<'_>,
    causes: &Causes<'_, '_>,
    citations: &Citations<'_>,
    invocation: &Invocation,
    width: Option<usize>,
) {
    let all = causes.groups.len();
    for (at, group) in causes.groups.iter().enumerate().take(CAUSES) {
        let mut block = Block::new(width);
        for line in wrap::wrapped(&format!("{} of {all} {}", at + 1, group.title), width, 0) {
            block.raw(&[&RED.of(line)]);
        }
        for (name, value) in causes.about(group) {
            block.line(name, &value);
        }
        let exemplar = causes.exemplar(group);
        let Detail { status, id, profile, lines } = Detail::new(run, exemplar, citations);
        block.line(status, &format!("{id} {profile}"));
        for Line { name, shown } in lines.iter().filter(|line| !LEFT_OUT.contains(&line.name.as_str())) {
            block.value(name, shown);
        }
        block.command("repeat", &invocation.repeat(&exemplar.case));
        text.append(&block.finish());
        text.line(&[]);
    }
    let mut short = Styled::default();
    for (at, group) in causes.groups.iter().enumerate().skip(CAUSES).take(LINES) {
        let count = DIM.of(format!("{:>5}", group.cases.len()));
        let id = &causes.exemplar(group).case.vector.id;
        short.line(&[
            &RED.of(format!("{:>3} of {all}", at + 1)),
            &count,
            &" ",
            &group.title,
            &" ",
            &DIM.of(id),
        ]);
    }
    if all > CAUSES + LINES {
        short.line(&[&format!("… and {}", plural(all - CAUSES - LINES, "more cause"))]);
    }
    if let Some(summary) = causes.summary() {
        if all > CAUSES {
            short.line(&[]);
        }
        short.line(&[&BOLD.of(summary)]);
        if invocation.details == 0 {
            short.line(&[&DIM.of("--details shows every failure, --report html=FILE a page to search")]);
        }
        short.line(&[]);
    }
    text.append(&short.fitted(width));
}

fn bad(run: &Run<'_>, judged: &Judged<'_>) -> bool {
    matches!(judged.status(run.strict), Status::Fail | Status::Error)
}

fn one_line(text: &mut Styled, run: &Run<'_>, judged: &Judged<'_>) {
    let status = judged.status(run.strict).name();
    let why = judged.verdict.explanation().unwrap_or_default();
    // Of what a program wrote before it ended, the last line says why.
    let why = match why.split_once("; standard error ended: ") {
        Some((did, stderr)) => match stderr.lines().rfind(|line| !line.trim().is_empty()) {
            Some(last) => format!("{}: {}", did.lines().next().unwrap_or_default(), last.trim()),
            None => did.to_owned(),
        },
        None => why.lines().next().unwrap_or_default().to_owned(),
    };
    let why = match why.char_indices().nth(100) {
        Some((index, _)) => format!("{}…", &why[..index]),
        None => why,
    };
    let (colour, late) = marking(run, judged);
    let id = &judged.case.vector.id;
    text.line(&[&colour.of(format!("{status:<5}")), &" ", id, &late, &" ", &DIM.of(why)]);
}

/// How a failed case is marked: one that does not count is shown as less than a failure.
fn marking(run: &Run<'_>, judged: &Judged<'_>) -> (Style, &'static str) {
    if run.is_late(&judged.case) { (YELLOW, " (late)") } else { (RED, "") }
}

/// One failed case in full.
fn detail(
    run: &Run<'_>,
    judged: &Judged<'_>,
    citations: &Citations<'_>,
    invocation: &Invocation,
    width: Option<usize>,
) -> Styled {
    let (colour, _) = marking(run, judged);
    let Detail { status, id, profile, lines } = Detail::new(run, judged, citations);
    let mut block = Block::new(width);
    block.raw(&[&colour.of(status), &" ", &BOLD.of(id), &" ", &DIM.of(profile)]);
    let came = lines.iter().find(|line| line.name == "came").map(|line| line.shown.text.as_str());
    let accepted = lines.iter().find(|line| line.name == "accepted").map(|line| line.shown.text.as_str());
    for Line { name, shown } in &lines {
        match (name.as_str(), accepted, came) {
            // With several readings it is not said which of them was missed.
            ("accepted", _, Some(came)) => block.compared(name, shown, came, GREEN),
            ("came", Some(accepted), _) => block.compared(name, shown, accepted, RED),
            _ => block.value(name, shown),
        }
    }
    block.command("repeat", &invocation.repeat(&judged.case));
    block.finish()
}

fn notes(text: &mut Styled, run: &Run<'_>) {
    let mut any = false;
    for judged in run.results.iter().filter(|judged| judged.status(run.strict) == Status::Pass) {
        for note in &judged.verdict.notes {
            any = true;
            let id = &judged.case.vector.id;
            text.line(&[&YELLOW.of(note.kind.name()), &" ", id, &" ", &DIM.of(&note.text)]);
        }
    }
    if any {
        text.line(&[]);
    }
}

/// The numbers: a table of profile and operation, and what is to be said of the whole.
fn numbers(text: &mut Styled, run: &Run<'_>, width: Option<usize>) {
    let mut table = wrap::table(width);
    let header = match width {
        // Nobody reads a word that is broken anywhere.
        Some(width) if width < NARROW => {
            ["profile", "operation", "pass", "fail", "err", "exp", "skip", "note"]
        }
        _ => ["profile", "operation", "passed", "failed", "errors", "expected", "skipped", "notes"],
    };
    let baseline = run.comparison.is_some();
    // Without a baseline there is nothing to expect but passes.
    let columns = |row: Vec<String>| {
        row.into_iter().enumerate().filter(move |&(at, _)| baseline || at != EXPECTED).map(|(_, cell)| cell)
    };
    table.set_header(columns(header.map(str::to_owned).to_vec()));
    let (skipped, asked): (Vec<_>, Vec<_>) =
        summary::rows(run).into_iter().partition(|row| row.tally.skipped == row.tally.total());
    for one in &asked {
        table.add_row(columns(row(one.profile.name(), one.operation.name(), one.tally)));
    }
    if let Some(tally) = summary::together(&skipped) {
        table.add_row(columns(row("not claimed", &format!("{} rows", skipped.len()), tally)));
    }
    table.add_row(columns(row("all", "", run.tally())));
    if width.is_some_and(|width| width < NARROW) {
        table.column_iter_mut().for_each(|column| {
            column.set_padding((0, 1));
        });
    }
    for index in 0..2 {
        if let Some(column) = table.column_mut(index) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    for index in 2..header.len() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let (name, version) = (&run.description.name, &run.description.version);
    text.line(&[&BOLD.of(format!("{name} {version}"))]);
    text.line(&[]);
    table.lines().for_each(|line| text.line(&[&line]));
    text.line(&[]);
    for remark in &run.remarks {
        text.line(&[&YELLOW.of("note"), &": ", remark]);
    }
    let scores: Vec<String> = run
        .trivial_scores
        .iter()
        .map(|score| format!("{} {} of {}", score.name, score.passed, score.cases))
        .collect();
    text.line(&[&DIM.of(format!("trivial scores: {}", scores.join(", ")))]);
    late(text, run);
    let closing = summary::closing(run);
    let colour = if closing.green { GREEN } else { RED };
    text.line(&[&colour.of(closing.verdict), &": ", &closing.rest]);
}

/// What is shorter than this has no room for the whole names of the columns.
const NARROW: usize = 72;

/// The column that only a run with a baseline has.
const EXPECTED: usize = 5;

fn row(profile: &str, operation: &str, tally: Tally) -> Vec<String> {
    let number = |count: usize| if count == 0 { "·".to_owned() } else { count.to_string() };
    let mut row = vec![profile.to_owned(), operation.to_owned()];
    let Tally { passed, failed, errors, expected, skipped, notes } = tally;
    row.extend([passed, failed, errors, expected, skipped, notes].map(number));
    row
}

/// What is newer than the corpus version the run is pinned to, in a line of its own.
fn late(text: &mut Styled, run: &Run<'_>) {
    let tally = run.tally_where(|case| run.is_late(case));
    if let Some(pinned) = &run.pinned
        && tally.total() > 0
    {
        let (newer, failed, errors) = (tally.total(), tally.failed, tally.errors);
        let told = format!(
            "{newer} vectors newer than corpus {pinned} do not count: {failed} failed, {errors} without an answer"
        );
        text.line(&[&YELLOW.of("late"), &": ", &told]);
    }
}
