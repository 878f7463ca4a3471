//! A comparison as one HTML file.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::matrix::Score;
use super::text::score;
use super::{Agreement, ChangeKind, Changes, Comparison, Entry, Matrix, clipped, shown};
use crate::html::{Page, write_page};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::verdict::Status;

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
    rows: Vec<Line>,
}

/// A line of it: what it is of, and a cell for each of the others.
#[derive(Serialize)]
struct Line {
    names: Vec<String>,
    cells: Vec<Cell>,
}

/// A number, whether it is good news, and the vectors that it is about.
#[derive(Serialize)]
struct Cell {
    text: String,
    class: &'static str,
    address: Option<String>,
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
            .iter()
            .map(|(label, results)| {
                let summary = results.summary;
                let cell = |status: Status, count: usize| {
                    let bad = matches!(status, Status::Fail | Status::Error) && count > 0;
                    Cell {
                        text: count.to_string(),
                        class: if bad { "fail" } else { "" },
                        // The list has only what changed, and not all that failed.
                        address: None,
                    }
                };
                let cells = vec![
                    cell(Status::Pass, summary.passed),
                    cell(Status::Fail, summary.failed),
                    cell(Status::Error, summary.errors),
                    cell(Status::Expected, summary.expected),
                    cell(Status::Skip, summary.skipped),
                ];
                Line { names: vec![label.clone()], cells }
            })
            .collect(),
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
    let line = |place: Option<(Profile, OperationName)>, scores: Vec<Option<Score>>| {
        let names = place.map_or(["all".to_owned(), String::new()], |(profile, operation)| {
            [profile.to_string(), operation.to_string()]
        });
        let query = match place {
            Some((profile, operation)) => format!("&profile={profile}&operation={operation}"),
            None => String::new(),
        };
        let cells = scores.into_iter().enumerate().map(|(index, passed)| Cell {
            text: score(passed),
            class: match passed {
                Some(Score { passed, asked }) if passed == asked => "pass",
                Some(Score { passed, asked }) if passed * 2 < asked => "fail",
                Some(_) => "part",
                None => "",
            },
            address: passed.filter(|score| score.passed < score.asked).map(|_| format!("#of={index}{query}")),
        });
        Line { names: names.to_vec(), cells: cells.collect() }
    };
    let mut rows: Vec<Line> =
        matrix.scores().into_iter().map(|(place, scores)| line(Some(place), scores)).collect();
    rows.push(line(None, matrix.totals()));
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
