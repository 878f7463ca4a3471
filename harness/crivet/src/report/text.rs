//! A run as a person reads it on a terminal: the failures, then one screen of numbers.
//!
//! The text carries styles as terminal escapes; whoever prints it takes them out where nobody can see them.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

use super::block::Block;
use super::breakdown::Says;
use super::{Invocation, describe, expectations, wrap};
use crate::corpus::Corpus;
use crate::run::{Judged, Run, Tally};
use crate::verdict::Status;

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
pub(super) const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The most failures that get a line of their own behind those shown in full.
const LINES: usize = 40;

/// The whole report. `width` is how many characters fit a line; without it no line is broken.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation, width: Option<usize>) -> String {
    let mut text = String::new();
    let says = Says::new(corpus);
    let bad: Vec<_> = run.results.iter().filter(|judged| bad(run, judged)).collect();
    for judged in bad.iter().take(invocation.details) {
        text.push_str(&detail(run, judged, &says, invocation, width));
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
    short.push_str(&summary(run, width));
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
    let (colour, late) = standing(run, judged);
    format!("{colour}{status:<5}{colour:#} {}{late} {DIM}{why}{DIM:#}\n", judged.case.vector.id)
}

/// How a failed case is marked: one that does not count is shown as less than a failure.
fn standing(run: &Run<'_>, judged: &Judged<'_>) -> (Style, &'static str) {
    if run.is_late(&judged.case) { (YELLOW, " (late)") } else { (RED, "") }
}

/// One failed case, without styles and without a word on how to ask it again.
pub fn case(run: &Run<'_>, judged: &Judged<'_>, corpus: &Corpus) -> String {
    anstream::adapter::strip_str(&body(run, judged, &Says::new(corpus), None).finish()).to_string()
}

/// One failed case in full, without styles.
pub(super) fn detail_plain(
    run: &Run<'_>,
    judged: &Judged<'_>,
    says: &Says<'_>,
    invocation: &Invocation,
) -> String {
    anstream::adapter::strip_str(&detail(run, judged, says, invocation, None)).to_string()
}

/// One failed case in full.
fn detail(
    run: &Run<'_>,
    judged: &Judged<'_>,
    says: &Says<'_>,
    invocation: &Invocation,
    width: Option<usize>,
) -> String {
    let mut block = body(run, judged, says, width);
    block.command("repeat", &invocation.repeat(&judged.case));
    block.finish()
}

/// What was asked, what would have been right, what came, and why it is wrong.
fn body(run: &Run<'_>, judged: &Judged<'_>, says: &Says<'_>, width: Option<usize>) -> Block {
    let vector = judged.case.vector;
    let status = judged.status(run.strict).name();
    let (colour, late) = standing(run, judged);
    let mut block = Block::new(width);
    let (id, profile) = (&vector.id, judged.case.profile);
    block.raw(format_args!("{colour}{status}{colour:#} {BOLD}{id}{BOLD:#} {DIM}({profile}){late}{DIM:#}"));
    block.line("", &vector.title);
    block.line("asked", vector.operation.name().name());
    for (name, shown) in describe::arguments(&vector.operation) {
        block.value(&format!("  {name}"), &shown.cut());
    }
    for (index, accepted) in vector.expect.iter().enumerate() {
        block.value(if index == 0 { "accepted" } else { "or" }, &describe::accepted(accepted).cut());
    }
    if let Some(budget) = vector.budget {
        block.line("budget", &describe::budget(budget));
    }
    if let Some(outcome) = &judged.outcome {
        block.value("came", &describe::outcome(outcome).cut());
    }
    // Why there is no answer is what came.
    if let Some(why) = judged.verdict.explanation().filter(|_| judged.verdict.status != Status::Error) {
        block.line("why", &why);
    }
    for note in judged.verdict.notes.iter().filter(|_| judged.verdict.status == Status::Pass) {
        block.line("strict", &note.text);
    }
    if let Some(note) = &vector.note {
        block.line("note", note.trim());
    }
    for requirement in says.requirements(&judged.case) {
        block.line("text says", &format!("{} [{}]", requirement.text, requirement.id));
    }
    for ruling in says.rulings(&judged.case) {
        block.line("ruling", &format!("{}: {}", ruling.name(), ruling.ruling.trim()));
    }
    block.line("vector", &vector.source.to_string());
    block
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
fn summary(run: &Run<'_>, width: Option<usize>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.force_no_tty();
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
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
    let floors: Vec<String> = run
        .floors
        .iter()
        .map(|floor| format!("{} {} of {}", floor.name, floor.passed, floor.cases))
        .collect();
    push(&mut text, format_args!("{DIM}floors: {}{DIM:#}\n", floors.join(", ")));
    text.push_str(&late(run));
    text.push_str(&closing(run));
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

pub(super) fn closing(run: &Run<'_>) -> String {
    let tally = run.tally_where(|case| !run.is_late(case));
    if !run.complete() {
        let asked = run.results.len();
        return format!("{RED}incomplete{RED:#}: interrupted after {asked} of {} vectors\n", run.selected);
    }
    if run.tally().skipped == run.selected {
        return format!("{RED}nothing tested{RED:#}: all {} vectors were skipped\n", run.selected);
    }
    let passed = format!("{} of {} passed", tally.passed, tally.total());
    let expected = match tally.expected {
        0 => String::new(),
        count => format!(", {count} failed as expected"),
    };
    if run.green() {
        let skipped = if tally.skipped > 0 { format!(", {} skipped", tally.skipped) } else { String::new() };
        return format!("{GREEN}pass{GREEN:#}: {passed}{expected}{skipped}\n");
    }
    let baseline = match &run.comparison {
        Some(comparison) if !comparison.clean() => "; the baseline does not hold, see above",
        _ => "",
    };
    let disturbed = match run.disturbances {
        0 => String::new(),
        count => format!(", {count} failures that no vector is charged with"),
    };
    format!(
        "{RED}fail{RED:#}: {passed}, {} failed, {} without an answer{expected}{disturbed}{baseline}\n",
        tally.failed, tally.errors
    )
}
