//! The matrix as plain lines, sorted: what is committed and read as a diff.
//!
//! First what each implementation passes of what it was asked, by profile and operation; then each case that is
//! disagreed on, and under it each answer with those who gave it. Messages, which may name machines and moments,
//! are left out.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::text::score;
use super::{Agreement, Entry, Matrix, Row, clipped};
use crivet::foreign;
use crivet::verdict::Status;

/// The most characters of one answer.
const LONG: usize = 160;

pub(super) fn matrix(matrix: &Matrix<'_>) -> String {
    let mut text =
        String::from("# profile operation: of each implementation what it passes of what it was asked\n");
    let line = |text: &mut String, name: &str, scores: Vec<_>| {
        let cells = matrix
            .columns
            .iter()
            .zip(scores)
            .map(|((label, _), one)| format!("{} {}", foreign::line(label), score(one)));
        let _ = writeln!(text, "{name}: {}", cells.collect::<Vec<_>>().join(", "));
    };
    for ((profile, operation), scores) in matrix.scores() {
        line(&mut text, &format!("{profile} {operation}"), scores);
    }
    line(&mut text, "all", matrix.totals());
    text.push_str("\n# how many vectors are agreed on, and how many are not, in which way\n");
    for kind in Agreement::DISAGREEMENTS.into_iter().chain([Agreement::Agreed]) {
        let _ = writeln!(text, "{}: {}", kind.title(), matrix.of(kind).count());
    }
    text.push_str("\n# profile vector: in which way; and under it who answers what\n");
    let mut cases: Vec<String> = matrix
        .rows
        .iter()
        .filter(|row| row.agreement != Agreement::Agreed)
        .filter_map(|row| case(matrix, row))
        .collect();
    cases.sort_unstable();
    cases.into_iter().for_each(|case| text.push_str(&case));
    text
}

fn case(matrix: &Matrix<'_>, row: &Row<'_>) -> Option<String> {
    let entry = row.entry()?;
    let mut text = format!("{} {}: {}\n", entry.profile, foreign::line(&entry.id), row.agreement.title());
    let mut ways: BTreeMap<(Status, String), Vec<&str>> = BTreeMap::new();
    for ((label, _), entry) in matrix.columns.iter().zip(&row.entries) {
        if let Some(entry) = entry.filter(|entry| entry.status != Status::Skip) {
            ways.entry((entry.status, gist(entry))).or_default().push(label);
        }
    }
    for ((status, gist), names) in ways {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {status} {}: {gist}", foreign::line(&names.join(", ")));
    }
    Some(text)
}

fn gist(entry: &Entry) -> String {
    entry.outcome.as_ref().map_or_else(String::new, |answer| clipped(&answer.gist(), LONG))
}
