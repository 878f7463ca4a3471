//! A comparison as one HTML file.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::text::score;
use super::{Agreement, ChangeKind, Changes, Comparison, Entry, Matrix, clipped, shown};
use crate::html::{Page, write_page};

/// The most characters of one answer in the page.
const LONG: usize = 6_000;

#[derive(Serialize)]
struct Data<'a> {
    names: Vec<&'a str>,
    cases: Vec<Case<'a>>,
}

/// A case that is not as before, or is disagreed on.
#[derive(Serialize)]
struct Case<'a> {
    id: &'a str,
    profile: &'static str,
    operation: &'static str,
    kind: &'static str,
    requirements: &'a [String],
    rulings: &'a [String],
    source: String,
    repeat: &'a str,
    answers: Vec<Option<Given<'a>>>,
}

/// What one implementation answered.
#[derive(Serialize)]
struct Given<'a> {
    status: &'static str,
    text: String,
    /// What is the same for answers that say the same: a reason for a rejection is an implementation's own.
    same: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Kind {
    title: &'static str,
    count: usize,
}

/// The table above the list: its header, and its rows.
#[derive(Serialize)]
struct Table {
    caption: &'static str,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

pub(super) fn comparison(comparison: &Comparison<'_>) -> String {
    match comparison {
        Comparison::Changes(changes) => self::changes(changes),
        Comparison::Matrix(matrix) => self::matrix(matrix),
    }
}

fn changes(changes: &Changes<'_>) -> String {
    let runs = [&changes.before, &changes.after];
    let count = |kind| changes.of(kind).count();
    let table = Table {
        caption: "The two runs",
        header: ["", "passed", "failed", "errors", "expected", "skipped"].map(ToOwned::to_owned).to_vec(),
        rows: runs
            .map(|(label, results)| {
                let summary = results.summary;
                let numbers =
                    [summary.passed, summary.failed, summary.errors, summary.expected, summary.skipped];
                std::iter::once(label.clone()).chain(numbers.map(|number| number.to_string())).collect()
            })
            .to_vec(),
    };
    let cases = changes
        .changes
        .iter()
        .filter_map(|change| {
            let answers = vec![change.before.map(given), change.after.map(given)];
            Some(case(change.entry()?, change.kind.title(), answers))
        })
        .collect();
    let closing = format!(
        "{} broke, {} fixed, {} changed in all",
        count(ChangeKind::Broke),
        count(ChangeKind::Fixed),
        changes.changes.len()
    );
    page(&Content {
        crivet: env!("CARGO_PKG_VERSION"),
        heading: format!("{} → {}", changes.before.0, changes.after.0),
        closing,
        bad: changes.regressed(),
        table,
        kinds: ChangeKind::ALL
            .map(|kind| Kind { title: kind.title(), count: count(kind) })
            .into_iter()
            .collect(),
        remarks: changes.remarks(),
        data: Data { names: vec!["before", "after"], cases },
    })
}

fn matrix(matrix: &Matrix<'_>) -> String {
    let count = |kind| matrix.of(kind).count();
    let mut header = vec!["profile".to_owned(), "operation".to_owned()];
    header.extend(matrix.columns.iter().map(|(label, _)| label.clone()));
    let line = |profile: String, operation: String, scores: Vec<_>| {
        [profile, operation].into_iter().chain(scores.into_iter().map(score)).collect()
    };
    let mut rows: Vec<Vec<String>> = matrix
        .scores()
        .into_iter()
        .map(|((profile, operation), scores)| line(profile.to_string(), operation.to_string(), scores))
        .collect();
    rows.push(line("all".to_owned(), String::new(), matrix.totals()));
    let disagreed = Agreement::DISAGREEMENTS
        .iter()
        .flat_map(|&kind| matrix.of(kind))
        .filter_map(|row| {
            let answers = row.entries.iter().map(|entry| entry.map(given)).collect();
            Some(case(row.entry()?, row.agreement.title(), answers))
        })
        .collect::<Vec<_>>();
    page(&Content {
        crivet: env!("CARGO_PKG_VERSION"),
        heading: "Implementations side by side".to_owned(),
        closing: format!("{} of {} vectors are disagreed on", disagreed.len(), matrix.rows.len()),
        bad: !disagreed.is_empty(),
        table: Table { caption: "Passed of those asked, by profile and operation", header, rows },
        kinds: Agreement::DISAGREEMENTS
            .map(|kind| Kind { title: kind.title(), count: count(kind) })
            .into_iter()
            .collect(),
        remarks: matrix.remarks(),
        data: Data {
            names: matrix.columns.iter().map(|(label, _)| label.as_str()).collect(),
            cases: disagreed,
        },
    })
}

/// What the template shows; the data is the script's.
#[derive(Serialize)]
struct Content<'a> {
    crivet: &'static str,
    heading: String,
    closing: String,
    bad: bool,
    table: Table,
    kinds: Vec<Kind>,
    remarks: Vec<String>,
    #[serde(skip)]
    data: Data<'a>,
}

fn page(content: &Content<'_>) -> String {
    write_page(&Page {
        template: "compare.html",
        script: "compare.js",
        title: &format!("crivet compare: {}", content.heading),
        data: &content.data,
        context: Value::from(Serde(content)),
    })
}

fn case<'a>(entry: &'a Entry, kind: &'static str, answers: Vec<Option<Given<'a>>>) -> Case<'a> {
    Case {
        id: &entry.id,
        profile: entry.profile.name(),
        operation: entry.operation.name(),
        kind,
        requirements: &entry.requirements,
        rulings: &entry.rulings,
        source: entry.source.to_string(),
        repeat: &entry.repeat,
        answers,
    }
}

fn given(entry: &Entry) -> Given<'_> {
    Given {
        status: entry.status.name(),
        text: clipped(&shown(entry), LONG),
        same: entry.outcome.as_ref().map_or_else(String::new, |answer| clipped(&answer.gist(), LONG)),
        notes: entry.notes.iter().map(ToString::to_string).collect(),
        why: entry.why.as_deref().filter(|_| entry.outcome.is_some()),
    }
}
