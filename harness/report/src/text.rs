//! A run as a person reads it on a terminal: the failures, then one screen of numbers.
//!
//! The text carries styles as terminal escapes; whoever prints it takes them out where nobody can see them.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::Style;
use comfy_table::{CellAlignment, ColumnConstraint};

use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::detail::{Detail, Line};
use crivet::run::{Judged, Run, Tally};
use crivet::verdict::Status;

use crate::block::Block;
use crate::style::{BOLD, DIM, GREEN, RED, YELLOW};
use crate::{Invocation, expectations, summary, wrap};

/// The most failures that get a line of their own behind those shown in full.
const LINES: usize = 40;

/// The whole report. `width` is how many characters fit a line; without it no line is broken.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation, width: Option<usize>) -> String {
    let mut text = String::new();
    let citations = Citations::new(corpus);
    let bad: Vec<_> = run.results.iter().filter(|judged| bad(run, judged)).collect();
    for judged in bad.iter().take(invocation.details) {
        text.push_str(&detail(run, judged, &citations, invocation, width));
        text.push('\n');
    }
    let mut short = String::new();
    if bad.len() > invocation.details {
        let rest = &bad[invocation.details..];
        for judged in rest.iter().take(LINES) {
            short.push_str(&one_line(run, judged));
        }
        if rest.len() > LINES {
            push(&mut short, format_args!("… and {} more\n", rest.len() - LINES));
        }
        let all = bad.len();
        push(
            &mut short,
            format_args!("{DIM}--details {all} shows all in full, --report lines=- all in a line{DIM:#}\n\n"),
        );
    }
    if invocation.notes {
        short.push_str(&notes(run));
    }
    short.push_str(&expectations::section(run, LINES));
    short.push_str(&numbers(run, width));
    text.push_str(&wrap::fitted(&short, width));
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

fn bad(run: &Run<'_>, judged: &Judged<'_>) -> bool {
    matches!(judged.status(run.strict), Status::Fail | Status::Error)
}

fn one_line(run: &Run<'_>, judged: &Judged<'_>) -> String {
    let status = judged.status(run.strict).name();
    let why = judged.verdict.explanation().unwrap_or_default();
    let why = why.lines().next().unwrap_or_default();
    let why = match why.char_indices().nth(100) {
        Some((index, _)) => format!("{}…", &why[..index]),
        None => why.to_owned(),
    };
    let (colour, late) = marking(run, judged);
    format!("{colour}{status:<5}{colour:#} {}{late} {DIM}{why}{DIM:#}\n", judged.case.vector.id)
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
) -> String {
    let (colour, _) = marking(run, judged);
    let Detail { status, id, profile, lines } = Detail::new(run, judged, citations);
    let mut block = Block::new(width);
    block.raw(format_args!("{colour}{status}{colour:#} {BOLD}{id}{BOLD:#} {DIM}{profile}{DIM:#}"));
    for Line { name, shown } in &lines {
        block.value(name, shown);
    }
    block.command("repeat", &invocation.repeat(&judged.case));
    block.finish()
}

fn notes(run: &Run<'_>) -> String {
    let mut text = String::new();
    for judged in run.results.iter().filter(|judged| judged.status(run.strict) == Status::Pass) {
        for note in &judged.verdict.notes {
            let (id, kind) = (&judged.case.vector.id, note.kind.name());
            push(&mut text, format_args!("{YELLOW}{kind}{YELLOW:#} {id} {DIM}{}{DIM:#}\n", note.text));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The numbers: a table of profile and operation, and what is to be said of the whole.
fn numbers(run: &Run<'_>, width: Option<usize>) -> String {
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
    let keys: BTreeSet<_> =
        run.results.iter().map(|judged| (judged.case.profile, judged.case.vector.operation.name())).collect();
    for (profile, operation) in keys {
        let tally =
            run.tally_where(|case| case.profile == profile && case.vector.operation.name() == operation);
        table.add_row(columns(row(profile.name(), operation.name(), tally)));
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
    let mut text = String::new();
    let (name, version) = (&run.description.name, &run.description.version);
    push(&mut text, format_args!("{BOLD}{name} {version}{BOLD:#}\n\n"));
    for table_line in table.lines() {
        text.push_str(table_line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    for remark in &run.remarks {
        push(&mut text, format_args!("{YELLOW}note{YELLOW:#}: {remark}\n"));
    }
    let scores: Vec<String> = run
        .trivial_scores
        .iter()
        .map(|score| format!("{} {} of {}", score.name, score.passed, score.cases))
        .collect();
    push(&mut text, format_args!("{DIM}trivial scores: {}{DIM:#}\n", scores.join(", ")));
    text.push_str(&late(run));
    let closing = summary::closing(run);
    let colour = if closing.green { GREEN } else { RED };
    push(&mut text, format_args!("{colour}{}{colour:#}: {}\n", closing.verdict, closing.rest));
    text
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
fn late(run: &Run<'_>) -> String {
    let tally = run.tally_where(|case| run.is_late(case));
    match &run.pinned {
        Some(pinned) if tally.total() > 0 => format!(
            "{YELLOW}late{YELLOW:#}: {} vectors newer than corpus {pinned} do not count: {} failed, {} without an answer\n",
            tally.total(),
            tally.failed,
            tally.errors
        ),
        _ => String::new(),
    }
}
