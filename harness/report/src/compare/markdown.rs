//! A comparison in Markdown.

use std::fmt::Write;

use super::text::score;
use super::{Agreement, ChangeKind, Changes, Comparison, Entry, Layout, Matrix, clipped, shown};
use crate::markdown::{code, words};

/// The most cases of a kind that are listed.
const LINES: usize = 200;

/// The most characters of one answer.
const LONG: usize = 300;

pub(super) fn comparison(comparison: &Comparison<'_>, layout: Layout) -> String {
    match comparison {
        Comparison::Changes(changes) => self::changes(changes, layout),
        Comparison::Matrix(matrix) => self::matrix(matrix, layout),
    }
}

fn changes(changes: &Changes<'_>, layout: Layout) -> String {
    let (before, after) = (&changes.before, &changes.after);
    let mut text = format!("## crivet: {} → {}\n\n", words(&before.0), words(&after.0));
    text.push_str("| | passed | failed | errors | expected | skipped |\n|---|---:|---:|---:|---:|---:|\n");
    for (label, results) in [before, after] {
        let summary = results.summary;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            words(label),
            summary.passed,
            summary.failed,
            summary.errors,
            summary.expected,
            summary.skipped
        );
    }
    remarks(&mut text, &changes.remarks());
    for kind in ChangeKind::ALL {
        let cases: Vec<_> = changes.of(kind).collect();
        heading(&mut text, kind.title(), cases.len());
        for (index, change) in cases.iter().take(LINES).enumerate() {
            let Some(entry) = change.entry() else { continue };
            name(&mut text, entry);
            if index < layout.details && kind != ChangeKind::Fixed && kind != ChangeKind::NewPass {
                answer(&mut text, "before", change.before);
                answer(&mut text, "after", change.after);
                let _ = writeln!(text, "  - {}", code(&entry.repeat));
            }
        }
        more(&mut text, cases.len());
    }
    text
}

fn matrix(matrix: &Matrix<'_>, layout: Layout) -> String {
    let mut text = String::from("## crivet: implementations side by side\n\n| profile | operation |");
    for (label, _) in &matrix.columns {
        let _ = write!(text, " {} |", words(label));
    }
    text.push_str("\n|---|---|");
    text.push_str(&"---:|".repeat(matrix.columns.len()));
    text.push('\n');
    let line = |cells: Vec<String>| format!(" {} |\n", cells.join(" | "));
    for ((profile, operation), scores) in matrix.scores() {
        let _ = write!(text, "| {profile} | {operation} |");
        text.push_str(&line(scores.into_iter().map(score).collect()));
    }
    text.push_str("| **all** | |");
    text.push_str(&line(matrix.totals().into_iter().map(score).collect()));
    remarks(&mut text, &matrix.remarks());
    for kind in Agreement::DISAGREEMENTS {
        let rows: Vec<_> = matrix.of(kind).collect();
        heading(&mut text, kind.title(), rows.len());
        for (index, row) in rows.iter().take(LINES).enumerate() {
            let Some(entry) = row.entry() else { continue };
            name(&mut text, entry);
            if index < layout.details {
                for ((label, _), entry) in matrix.columns.iter().zip(&row.entries) {
                    answer(&mut text, label, *entry);
                }
            }
        }
        more(&mut text, rows.len());
    }
    text
}

fn heading(text: &mut String, title: &str, count: usize) {
    if count > 0 {
        let _ = writeln!(text, "\n### {title} ({count})\n");
    }
}

fn name(text: &mut String, entry: &Entry) {
    let _ = writeln!(text, "- {} ({})", code(&entry.id), entry.profile);
}

fn answer(text: &mut String, label: &str, entry: Option<&Entry>) {
    let _ = match entry {
        Some(entry) => {
            let shown = code(&clipped(&shown(entry), LONG));
            writeln!(text, "  - {}: {} {shown}", words(label), entry.status)
        }
        None => writeln!(text, "  - {}: none", words(label)),
    };
}

fn more(text: &mut String, count: usize) {
    if count > LINES {
        let _ = writeln!(text, "- … and {} more", count - LINES);
    }
}

fn remarks(text: &mut String, remarks: &[String]) {
    for remark in remarks {
        let _ = writeln!(text, "\n> {}", words(remark));
    }
}
