//! A comparison for a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, ColumnConstraint, Table};

use super::matrix::Score;
use super::{Agreement, ChangeKind, Changes, Comparison, Entry, Layout, Matrix, clipped, shown};
use crate::wrap;
use crivet::verdict::Status;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default();

/// The most cases of a kind that get a line of their own behind those shown with their answers.
const LINES: usize = 40;

/// The most characters of one answer.
const LONG: usize = 400;

/// The least and the most characters of the names before answers.
const NAMES: (usize, usize) = (6, 28);

pub(super) fn comparison(comparison: &Comparison<'_>, layout: Layout) -> String {
    match comparison {
        Comparison::Changes(changes) => self::changes(changes, layout),
        Comparison::Matrix(matrix) => self::matrix(matrix, layout),
    }
}

fn changes(changes: &Changes<'_>, layout: Layout) -> String {
    let (before, after) = (&changes.before, &changes.after);
    let mut text = String::new();
    for kind in ChangeKind::ALL {
        let cases: Vec<_> = changes.of(kind).collect();
        heading(&mut text, style(kind), kind.title(), cases.len());
        let full = if kind == ChangeKind::Fixed || kind == ChangeKind::NewPass { 0 } else { layout.details };
        listed(&mut text, &cases, full, layout, |text, change, full| {
            let Some(entry) = change.entry() else { return };
            name(text, entry, layout);
            if full {
                answer(text, "before", change.before, NAMES.0, layout);
                answer(text, "after", change.after, NAMES.0, layout);
                line(text, "repeat", &entry.repeat, NAMES.0, layout);
            }
        });
    }
    let mut table = wrap::table(layout.width);
    table.set_header(["", "passed", "failed", "errors", "expected", "skipped"]);
    for (label, results) in [before, after] {
        let summary = results.summary;
        let numbers = [summary.passed, summary.failed, summary.errors, summary.expected, summary.skipped];
        let mut row = vec![label.clone()];
        row.extend(numbers.map(|number| number.to_string()));
        table.add_row(row);
    }
    finish(&mut text, table, 1);
    remarks(&mut text, &changes.remarks());
    let count = |kind| changes.of(kind).count();
    let (broke, fixed) = (count(ChangeKind::Broke), count(ChangeKind::Fixed));
    let (style, word) = if changes.regressed() { (RED, "worse") } else { (GREEN, "no worse") };
    push(&mut text, format_args!("{style}{word}{style:#}: {broke} broke, {fixed} fixed"));
    let other = changes.changes.len() - broke - fixed;
    push(&mut text, format_args!(", {other} changed otherwise\n"));
    text
}

fn style(kind: ChangeKind) -> Style {
    match kind {
        ChangeKind::Broke | ChangeKind::NewFailure => RED,
        ChangeKind::Fixed | ChangeKind::NewPass => GREEN,
        _ => YELLOW,
    }
}

fn matrix(matrix: &Matrix<'_>, layout: Layout) -> String {
    let mut text = String::new();
    let longest = matrix.columns.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    // On a narrow terminal the names leave two thirds to the answers.
    let most = layout.width.map_or(NAMES.1, |width| NAMES.1.min(width / 3));
    let names = longest.min(most).max(NAMES.0);
    for kind in Agreement::DISAGREEMENTS {
        let rows: Vec<_> = matrix.of(kind).collect();
        let style = if kind == Agreement::Readings { YELLOW } else { RED };
        heading(&mut text, style, kind.title(), rows.len());
        listed(&mut text, &rows, layout.details, layout, |text, row, full| {
            let Some(entry) = row.entry() else { return };
            name(text, entry, layout);
            if full {
                for ((label, _), entry) in matrix.columns.iter().zip(&row.entries) {
                    answer(text, label, *entry, names, layout);
                }
            }
        });
    }
    let mut table = wrap::table(layout.width);
    let mut header = vec!["profile".to_owned(), "operation".to_owned()];
    header.extend(matrix.columns.iter().map(|(label, _)| label.clone()));
    table.set_header(header);
    for ((profile, operation), scores) in matrix.scores() {
        let mut row = vec![profile.to_string(), operation.to_string()];
        row.extend(scores.into_iter().map(score));
        table.add_row(row);
    }
    let mut row = vec!["all".to_owned(), String::new()];
    row.extend(matrix.totals().into_iter().map(score));
    table.add_row(row);
    finish(&mut text, table, 2);
    remarks(&mut text, &matrix.remarks());
    let agreed = matrix.of(Agreement::Agreed).count();
    let all = matrix.rows.len();
    push(&mut text, format_args!("{BOLD}{} of {all}{BOLD:#} vectors are disagreed on\n", all - agreed));
    text
}

pub(super) fn score(score: Option<Score>) -> String {
    score.map_or_else(|| "·".to_owned(), |Score { passed, asked }| format!("{passed}/{asked}"))
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

fn heading(text: &mut String, style: Style, title: &str, count: usize) {
    if count > 0 {
        push(text, format_args!("{style}{title}{style:#} {DIM}({count}){DIM:#}\n"));
    }
}

/// The first `full` in full, then a line each, then how many more.
fn listed<T>(
    text: &mut String,
    cases: &[T],
    full: usize,
    layout: Layout,
    mut one: impl FnMut(&mut String, &T, bool),
) {
    let most = full.saturating_add(LINES);
    for (index, case) in cases.iter().take(most).enumerate() {
        one(text, case, index < full);
    }
    if cases.len() > most {
        let more = cases.len() - most;
        let hint = clipped(&format!("… and {more} more; --report html=FILE has all"), fitting(layout, 2));
        push(text, format_args!("  {DIM}{hint}{DIM:#}\n"));
    }
    if !cases.is_empty() {
        text.push('\n');
    }
}

/// How many characters fit behind an indent.
fn fitting(layout: Layout, indent: usize) -> usize {
    layout.width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(16))
}

fn name(text: &mut String, entry: &Entry, layout: Layout) {
    let (id, profile) = (&entry.id, entry.profile);
    let id = clipped(id, fitting(layout, 5 + profile.name().len()));
    push(text, format_args!("  {BOLD}{id}{BOLD:#} {DIM}({profile}){DIM:#}\n"));
}

fn line(text: &mut String, name: &str, value: &str, names: usize, layout: Layout) {
    let value = clipped(value, fitting(layout, names + 5).min(LONG));
    push(text, format_args!("    {DIM}{name:<names$}{DIM:#} {value}\n"));
}

/// Who answers, in `names` characters; the verdict; the answer; and under it why that is wrong.
fn answer(text: &mut String, label: &str, entry: Option<&Entry>, names: usize, layout: Layout) {
    let name = clipped(label, names);
    let Some(entry) = entry else {
        push(text, format_args!("    {DIM}{name:<names$} none{DIM:#}\n"));
        return;
    };
    let style = match entry.status {
        Status::Pass => GREEN,
        Status::Fail | Status::Error => RED,
        Status::Expected => YELLOW,
        Status::Skip => DIM,
    };
    let indent = names + 14;
    let fitting = fitting(layout, indent).min(LONG);
    let shown = clipped(&shown(entry), fitting);
    push(text, format_args!("    {DIM}{name:<names$}{DIM:#} {style}{:<8}{style:#} {shown}\n", entry.status));
    if let (Some(why), Some(_), Status::Fail | Status::Expected) = (&entry.why, &entry.outcome, entry.status)
    {
        let why = clipped(why, fitting);
        push(text, format_args!("{:indent$}{DIM}{why}{DIM:#}\n", ""));
    }
}

/// The table's text: the first `words` columns whole and to the left, numbers to the right.
fn finish(text: &mut String, mut table: Table, words: usize) {
    for index in 0..table.column_count() {
        let Some(column) = table.column_mut(index) else { continue };
        if index < words {
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    for table_line in table.lines() {
        text.push_str(table_line.trim_end());
        text.push('\n');
    }
    text.push('\n');
}

fn remarks(text: &mut String, remarks: &[String]) {
    for remark in remarks {
        push(text, format_args!("{YELLOW}note{YELLOW:#}: {remark}\n"));
    }
}
