//! What the page's script makes its list and details of.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Invocation;
use crate::summary;
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::describe::{self, Shown};
use crivet::run::{Judged, Run};

/// The most characters of one value in the page; the vector file has the rest.
const LONG: usize = 6_000;

#[derive(Serialize)]
pub(super) struct Data<'a> {
    requirements: BTreeMap<&'a str, Requirement<'a>>,
    rulings: BTreeMap<String, Ruling<'a>>,
    cases: Vec<Case<'a>>,
}

#[derive(Serialize)]
struct Requirement<'a> {
    level: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct Ruling<'a> {
    question: &'a str,
    ruling: &'a str,
}

/// One result. Members are left out where they would be empty: there are thousands of these.
#[derive(Serialize)]
struct Case<'a> {
    id: &'a str,
    profile: &'static str,
    operation: &'static str,
    status: &'static str,
    strength: &'static str,
    title: &'a str,
    requirements: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rulings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    features: Vec<&'static str>,
    asked: Vec<Line>,
    accepted: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<String>,
    /// The corpus version it came with, where that is newer than the one the run is pinned to.
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    came: Option<Line>,
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    source: String,
    repeat: String,
}

#[derive(Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

pub(super) fn run<'a>(run: &'a Run<'a>, corpus: &'a Corpus, invocation: &Invocation) -> Data<'a> {
    let says = Citations::new(corpus);
    let cases: Vec<Case<'a>> =
        run.results.iter().map(|judged| case(run, judged, &says, invocation)).collect();
    let mut requirements = BTreeMap::new();
    let mut rulings = BTreeMap::new();
    for case in &cases {
        for found in case.requirements.iter().filter_map(|id| corpus.requirements.get(*id)) {
            let requirement = Requirement { level: found.level.name(), text: &found.text };
            requirements.insert(found.id.as_str(), requirement);
        }
    }
    for found in run.results.iter().flat_map(|judged| says.rulings(&judged.case)) {
        let ruling = Ruling { question: found.question.trim(), ruling: found.ruling.trim() };
        rulings.insert(found.name(), ruling);
    }
    Data { requirements, rulings, cases }
}

fn case<'a>(run: &Run<'a>, judged: &Judged<'a>, says: &Citations<'a>, invocation: &Invocation) -> Case<'a> {
    let vector = judged.case.vector;
    Case {
        id: &vector.id,
        profile: judged.case.profile.name(),
        operation: vector.operation.name().name(),
        status: judged.status(run.strict).name(),
        strength: vector.strength.name(),
        title: &vector.title,
        requirements: says.requirements(&judged.case).into_iter().map(|one| one.id.as_str()).collect(),
        rulings: says.rulings(&judged.case).into_iter().map(|one| one.name()).collect(),
        features: vector.features.iter().map(|feature| feature.name()).collect(),
        asked: describe::asked(vector).into_iter().map(|(name, shown)| line(Some(name), shown)).collect(),
        accepted: vector.expect.iter().map(|accepted| line(None, describe::accepted(accepted))).collect(),
        budget: vector.budget.map(describe::budget),
        late: run.is_late(&judged.case).then(|| vector.since.to_string()),
        came: judged.outcome.as_ref().map(|outcome| line(None, describe::outcome(outcome))),
        why: summary::why(run, judged),
        expected: summary::expectation(judged),
        notes: judged.verdict.notes.iter().map(ToString::to_string).collect(),
        note: vector.note.as_deref().map(str::trim),
        source: vector.source.to_string(),
        repeat: invocation.repeat(judged),
    }
}

fn line(name: Option<&'static str>, shown: Shown) -> Line {
    Line { name, text: clipped(shown.text), hex: shown.hex.map(clipped) }
}

fn clipped(text: String) -> String {
    match text.char_indices().nth(LONG) {
        Some((index, _)) => {
            format!("{}… ({} more characters)", &text[..index], text[index..].chars().count())
        }
        None => text,
    }
}
