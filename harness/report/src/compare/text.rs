//! A comparison for a terminal.

use comfy_table::{CellAlignment, ColumnConstraint, Table};

use super::matrix::Score;
use super::{Agreement, ChangeKind, Changes, Comparison, Entry, Layout, Matrix, clipped, shown};
use crate::styled::{BOLD, DIM, GREEN, RED, Style, Styled, YELLOW};
use crate::wrap;
use crivet::foreign;
use crivet::verdict::Status;

/// The most cases of a kind that get a line of their own behind those shown with their answers.
const LINES: usize = 40;

/// The most characters of one answer.
const LONG: usize = 400;

/// The least and the most characters of the names before answers.
const NAMES: (usize, usize) = (6, 28);

pub(super) fn comparison(comparison: &Comparison<'_>, layout: Layout) -> Styled {
    match comparison {
        Comparison::Changes(changes) => self::changes(changes, layout),
        Comparison::Matrix(matrix) => self::matrix(matrix, layout),
    }
}

fn changes(changes: &Changes<'_>, layout: Layout) -> Styled {
    let (before, after) = (&changes.before, &changes.after);
    let mut text = Styled::default();
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
        let mut row = vec![foreign::line(label)];
        row.extend(numbers.map(|number| number.to_string()));
        table.add_row(row);
    }
    finish(&mut text, table, 1);
    remarks(&mut text, &changes.remarks());
    let count = |kind| changes.of(kind).count();
    let (broke, fixed) = (count(ChangeKind::Broke), count(ChangeKind::Fixed));
    let (style, word) = if changes.regressed() { (RED, "worse") } else { (GREEN, "no worse") };
    let other = changes.changes.len() - broke - fixed;
    let rest = format!(": {broke} broke, {fixed} fixed, {other} changed otherwise");
    text.line(&[&style.of(word), &rest]);
    text
}

fn style(kind: ChangeKind) -> Style {
    match kind {
        ChangeKind::Broke | ChangeKind::NewFailure => RED,
        ChangeKind::Fixed | ChangeKind::NewPass => GREEN,
        _ => YELLOW,
    }
}

fn matrix(matrix: &Matrix<'_>, layout: Layout) -> Styled {
    let mut text = Styled::default();
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
    header.extend(matrix.columns.iter().map(|(label, _)| foreign::line(label)));
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
    text.line(&[&BOLD.of(format!("{} of {all}", all - agreed)), &" vectors are disagreed on"]);
    text
}

pub(super) fn score(score: Option<Score>) -> String {
    score.map_or_else(|| "·".to_owned(), |Score { passed, asked }| format!("{passed}/{asked}"))
}

fn heading(text: &mut Styled, style: Style, title: &str, count: usize) {
    if count > 0 {
        text.line(&[&style.of(title), &" ", &DIM.of(format!("({count})"))]);
    }
}

/// The first `full` in full, then a line each, then how many more.
fn listed<T>(
    text: &mut Styled,
    cases: &[T],
    full: usize,
    layout: Layout,
    mut one: impl FnMut(&mut Styled, &T, bool),
) {
    let most = full.saturating_add(LINES);
    for (index, case) in cases.iter().take(most).enumerate() {
        one(text, case, index < full);
    }
    if cases.len() > most {
        let more = cases.len() - most;
        let hint = clipped(&format!("… and {more} more; --report html=FILE has all"), fitting(layout, 2));
        text.line(&[&"  ", &DIM.of(hint)]);
    }
    if !cases.is_empty() {
        text.line(&[]);
    }
}

/// How many characters fit behind an indent.
fn fitting(layout: Layout, indent: usize) -> usize {
    layout.width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(16))
}

fn name(text: &mut Styled, entry: &Entry, layout: Layout) {
    let (id, profile) = (&entry.id, entry.profile);
    let id = clipped(id, fitting(layout, 5 + profile.name().len()));
    text.line(&[&"  ", &BOLD.of(id), &" ", &DIM.of(format!("({profile})"))]);
}

fn line(text: &mut Styled, name: &str, value: &str, names: usize, layout: Layout) {
    let value = clipped(value, fitting(layout, names + 5).min(LONG));
    text.line(&[&"    ", &DIM.of(format!("{name:<names$}")), &" ", &value]);
}

/// Who answers, in `names` characters; the verdict; the answer; and under it why that is wrong.
fn answer(text: &mut Styled, label: &str, entry: Option<&Entry>, names: usize, layout: Layout) {
    let name = clipped(label, names);
    let Some(entry) = entry else {
        text.line(&[&"    ", &DIM.of(format!("{name:<names$} none"))]);
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
    let (name, status) = (DIM.of(format!("{name:<names$}")), style.of(format!("{:<8}", entry.status)));
    text.line(&[&"    ", &name, &" ", &status, &" ", &shown]);
    if let (Some(why), Some(_), Status::Fail | Status::Expected) = (&entry.why, &entry.outcome, entry.status)
    {
        let why = clipped(why, fitting);
        text.line(&[&" ".repeat(indent), &DIM.of(why)]);
    }
}

/// The table's text: the first `words` columns whole and to the left, numbers to the right.
fn finish(text: &mut Styled, mut table: Table, words: usize) {
    for index in 0..table.column_count() {
        let Some(column) = table.column_mut(index) else { continue };
        if index < words {
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().for_each(|line| text.line(&[&line]));
    text.line(&[]);
}

fn remarks(text: &mut Styled, remarks: &[String]) {
    for remark in remarks {
        text.line(&[&YELLOW.of("note"), &": ", remark]);
    }
}
