//! What the page's script makes its list and details of: each text once, since there are thousands of cases.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Invocation;
use crate::place;
use crate::summary;
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::describe::{self, Shown};
use crivet::run::{Judged, Run};
use crivet::vector::Vector as Asked;

/// The most characters of one value in the page; the vector file has the rest.
const LONG: usize = 6_000;

/// Cases and vectors name texts that many share by their number in a list.
#[derive(Serialize)]
pub(super) struct Data<'a> {
    profiles: Vec<&'a str>,
    operations: Vec<&'a str>,
    statuses: Vec<&'a str>,
    strengths: Vec<&'a str>,
    files: Vec<&'a str>,
    notes: Vec<&'a str>,
    requirements: Vec<Requirement<'a>>,
    rulings: Vec<Ruling<'a>>,
    /// How the command that repeats a case begins and ends; between them stand its profile and its id.
    repeat: (String, String),
    vectors: Vec<Vector<'a>>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Requirement<'a> {
    id: &'a str,
    level: &'static str,
    text: &'a str,
    /// What the specification calls the place, and where it is.
    place: Option<(String, String)>,
}

#[derive(Serialize)]
struct Ruling<'a> {
    id: String,
    question: &'a str,
    ruling: &'a str,
}

/// The question, which is the same under each profile. Members are left out where they would be empty.
#[derive(Serialize)]
struct Vector<'a> {
    id: &'a str,
    operation: usize,
    strength: usize,
    title: &'a str,
    /// Each with its name in front.
    asked: Vec<Line>,
    accepted: Vec<Line>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    features: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<usize>,
    /// File, line and column.
    source: (usize, usize, usize),
}

/// One result.
#[derive(Serialize)]
struct Case {
    vector: usize,
    profile: usize,
    status: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requirements: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rulings: Vec<usize>,
    /// The corpus version it came with, where that is newer than the one the run is pinned to.
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<String>,
    /// The answer: the number of the accepted one that it is, or the answer itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    came: Option<Came>,
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The command, where it is not as all others are.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Came {
    Accepted(usize),
    Own(Line),
}

/// Notation, and the same in hex where there is that; of an argument, its name in front.
type Line = Vec<String>;

/// A list in which each text stands once.
#[derive(Default)]
struct Texts<'a> {
    list: Vec<&'a str>,
    numbers: BTreeMap<&'a str, usize>,
}

impl<'a> Texts<'a> {
    fn number(&mut self, text: &'a str) -> usize {
        *self.numbers.entry(text).or_insert_with(|| {
            self.list.push(text);
            self.list.len() - 1
        })
    }
}

/// Every list while it grows.
#[derive(Default)]
struct Lists<'a> {
    profiles: Texts<'a>,
    operations: Texts<'a>,
    statuses: Texts<'a>,
    strengths: Texts<'a>,
    files: Texts<'a>,
    notes: Texts<'a>,
    ids: Texts<'a>,
    requirements: Texts<'a>,
    rulings: Texts<'a>,
    requirement_texts: Vec<Requirement<'a>>,
    ruling_texts: Vec<Ruling<'a>>,
    vectors: Vec<Vector<'a>>,
}

pub(super) fn run<'a>(run: &'a Run<'a>, corpus: &'a Corpus, invocation: &Invocation) -> Data<'a> {
    let says = Citations::new(corpus);
    let mut lists = Lists::default();
    let repeat = invocation.repeat_around();
    let cases =
        run.results.iter().map(|judged| lists.case(run, judged, &says, invocation, &repeat)).collect();
    Data {
        profiles: lists.profiles.list,
        operations: lists.operations.list,
        statuses: lists.statuses.list,
        strengths: lists.strengths.list,
        files: lists.files.list,
        notes: lists.notes.list,
        requirements: lists.requirement_texts,
        rulings: lists.ruling_texts,
        repeat,
        vectors: lists.vectors,
        cases,
    }
}

impl<'a> Lists<'a> {
    fn case(
        &mut self,
        run: &Run<'a>,
        judged: &'a Judged<'a>,
        says: &Citations<'a>,
        invocation: &Invocation,
        repeat: &(String, String),
    ) -> Case {
        let vector = judged.case.vector;
        let number = self.vector(vector);
        let came = judged.outcome.as_ref().map(|outcome| {
            let came = line(None, describe::outcome(outcome));
            let accepted = &self.vectors[number].accepted;
            accepted.iter().position(|one| *one == came).map_or(Came::Own(came), Came::Accepted)
        });
        let profile = judged.case.profile.name();
        let command = invocation.repeat(&judged.case);
        let usual = format!("{}{profile} --filter {}{}", repeat.0, vector.id, repeat.1);
        Case {
            vector: number,
            profile: self.profiles.number(profile),
            status: self.statuses.number(judged.status(run.strict).name()),
            requirements: says
                .requirements(&judged.case)
                .into_iter()
                .map(|one| self.requirement(one))
                .collect(),
            rulings: says.rulings(&judged.case).into_iter().map(|one| self.ruling(one)).collect(),
            late: run.is_late(&judged.case).then(|| vector.since.to_string()),
            came,
            why: summary::why(run, judged),
            expected: summary::expectation(judged),
            notes: judged.verdict.notes.iter().map(ToString::to_string).collect(),
            repeat: (command != usual).then_some(command),
        }
    }

    fn vector(&mut self, vector: &'a Asked) -> usize {
        let number = self.ids.number(&vector.id);
        if number == self.vectors.len() {
            let arguments = describe::arguments(&vector.operation);
            let source = &vector.source;
            let made = Vector {
                id: &vector.id,
                operation: self.operations.number(vector.operation.name().name()),
                strength: self.strengths.number(vector.strength.name()),
                title: &vector.title,
                asked: arguments.into_iter().map(|(name, shown)| line(Some(name), shown)).collect(),
                accepted: vector.expect.iter().map(|one| line(None, describe::accepted(one))).collect(),
                features: vector.features.iter().map(|feature| feature.name()).collect(),
                budget: vector.budget.map(describe::budget),
                note: vector.note.as_deref().map(|note| self.notes.number(note.trim())),
                source: (self.files.number(&source.file), source.line, source.column),
            };
            self.vectors.push(made);
        }
        number
    }

    fn requirement(&mut self, found: &'a crivet::corpus::Requirement) -> usize {
        let number = self.requirements.number(&found.id);
        if number == self.requirement_texts.len() {
            let place = place::of(found).map(|place| (place.to_string(), place.address()));
            let level = found.level.name();
            self.requirement_texts.push(Requirement { id: &found.id, level, text: &found.text, place });
        }
        number
    }

    fn ruling(&mut self, found: &'a crivet::corpus::Ruling) -> usize {
        let number = self.rulings.number(&found.id);
        if number == self.ruling_texts.len() {
            let (question, ruling) = (found.question.trim(), found.ruling.trim());
            self.ruling_texts.push(Ruling { id: found.name(), question, ruling });
        }
        number
    }
}

fn line(name: Option<&'static str>, shown: Shown) -> Line {
    let name = name.map(ToOwned::to_owned);
    name.into_iter().chain([clipped(shown.text)]).chain(shown.hex.map(clipped)).collect()
}

fn clipped(text: String) -> String {
    match text.char_indices().nth(LONG) {
        Some((index, _)) => {
            format!("{}… ({} more characters)", &text[..index], text[index..].chars().count())
        }
        None => text,
    }
}
