//! What the page's script makes its list and details of: each text once, since there are thousands of cases.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Invocation;
use crate::place;
use crate::summary;
use crivet::cause::Group;
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::describe::{self, Shown};
use crivet::run::{Judged, Run};
use crivet::vector::Vector as Asked;

/// The most characters of one value in the page; `crivet show` and the vector file have the rest.
const LONG: usize = 1_200;

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
    /// The keys of the causes.
    causes: Vec<&'a str>,
    /// How the command that repeats a case begins and ends; between them stand its profile and its id.
    repeat: (String, String),
    /// What is asked, accepted and came.
    lines: Vec<Line>,
    /// What cases rest on: requirements and rulings.
    cites: Vec<(Vec<usize>, Vec<usize>)>,
    vectors: Vec<Vector<'a>>,
    cases: Cases,
}

#[derive(Serialize)]
pub(super) struct Requirement<'a> {
    id: &'a str,
    level: &'static str,
    text: &'a str,
    /// What the specification calls the place, and where it is.
    place: Option<(String, String)>,
}

#[derive(Serialize)]
pub(super) struct Ruling<'a> {
    id: String,
    question: &'a str,
    ruling: &'a str,
}

/// The question, which is the same under each profile: id, operation, strength, title, what is asked (each with its
/// name in front), what is accepted, file and line and column, and what few have.
#[derive(Serialize)]
struct Vector<'a>(&'a str, usize, usize, &'a str, Vec<usize>, Vec<usize>, (usize, usize, usize), VectorMore);

/// What few vectors have.
#[derive(Serialize)]
struct VectorMore {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    features: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<usize>,
}

/// The results, a list for each of their properties.
#[derive(Default, Serialize)]
struct Cases {
    vector: Vec<usize>,
    profile: Vec<usize>,
    status: Vec<usize>,
    cites: Vec<usize>,
    /// The number of its line; -1 where there was no answer.
    came: Vec<isize>,
    /// What few cases have, by their number.
    more: BTreeMap<usize, More>,
}

/// What few cases have.
#[derive(Default, Serialize)]
struct More {
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<usize>,
    /// The corpus version it came with, where that is newer than the one the run is pinned to.
    #[serde(skip_serializing_if = "Option::is_none")]
    late: Option<String>,
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

impl More {
    fn is_empty(&self) -> bool {
        let More { cause, late, why, expected, notes, repeat } = self;
        cause.is_none()
            && late.is_none()
            && expected.is_none()
            && repeat.is_none()
            && why.is_empty()
            && notes.is_empty()
    }
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
    lines: Vec<Line>,
    line_numbers: BTreeMap<Line, usize>,
    cites: Vec<(Vec<usize>, Vec<usize>)>,
    cite_numbers: BTreeMap<(Vec<usize>, Vec<usize>), usize>,
    vectors: Vec<Vector<'a>>,
    cases: Cases,
}

pub(super) fn run<'a>(
    run: &'a Run<'a>,
    groups: &'a [Group],
    corpus: &'a Corpus,
    invocation: &Invocation,
) -> Data<'a> {
    let says = Citations::new(corpus);
    let mut lists = Lists::default();
    let repeat = invocation.repeat_around();
    run.results.iter().for_each(|judged| lists.case(run, judged, &says, invocation, &repeat));
    for (number, group) in groups.iter().enumerate() {
        group.cases.iter().for_each(|case| lists.cases.more.entry(*case).or_default().cause = Some(number));
    }
    Data {
        profiles: lists.profiles.list,
        operations: lists.operations.list,
        statuses: lists.statuses.list,
        strengths: lists.strengths.list,
        files: lists.files.list,
        notes: lists.notes.list,
        requirements: lists.requirement_texts,
        rulings: lists.ruling_texts,
        causes: groups.iter().map(|group| group.key.as_str()).collect(),
        repeat,
        lines: lists.lines,
        cites: lists.cites,
        vectors: lists.vectors,
        cases: lists.cases,
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
    ) {
        let vector = judged.case.vector;
        let number = self.vector(vector);
        let came = judged.outcome.as_ref().map(|outcome| self.line(None, describe::outcome(outcome)));
        let profile = judged.case.profile.name();
        let command = invocation.repeat(judged);
        let usual = format!("{}{profile} --filter {}{}", repeat.0, vector.id, repeat.1);
        let more = More {
            cause: None,
            late: run.is_late(&judged.case).then(|| vector.since.to_string()),
            why: summary::why(run, judged),
            expected: summary::expectation(judged),
            notes: judged.verdict.notes.iter().map(ToString::to_string).collect(),
            repeat: (command != usual).then_some(command),
        };
        let cites = (
            says.requirements(&judged.case).into_iter().map(|one| self.requirement(one)).collect(),
            says.rulings(&judged.case).into_iter().map(|one| self.ruling(one)).collect(),
        );
        let next = self.cites.len();
        let cite = *self.cite_numbers.entry(cites).or_insert_with_key(|cites| {
            self.cites.push(cites.clone());
            next
        });
        if !more.is_empty() {
            self.cases.more.insert(self.cases.vector.len(), more);
        }
        self.cases.vector.push(number);
        self.cases.profile.push(self.profiles.number(profile));
        self.cases.status.push(self.statuses.number(judged.status(run.strict).name()));
        self.cases.cites.push(cite);
        self.cases.came.push(came.and_then(|line| isize::try_from(line).ok()).unwrap_or(-1));
    }

    fn vector(&mut self, vector: &'a Asked) -> usize {
        let number = self.ids.number(&vector.id);
        if number == self.vectors.len() {
            let arguments = describe::asked(vector);
            let source = &vector.source;
            let made = Vector(
                &vector.id,
                self.operations.number(vector.operation.name().name()),
                self.strengths.number(vector.strength.name()),
                &vector.title,
                arguments.into_iter().map(|(name, shown)| self.line(Some(name), shown)).collect(),
                vector.expect.iter().map(|one| self.line(None, describe::accepted(one))).collect(),
                (self.files.number(&source.file), source.line, source.column),
                VectorMore {
                    features: vector.features.iter().map(|feature| feature.name()).collect(),
                    budget: vector.budget.map(describe::budget),
                    note: vector.note.as_deref().map(|note| self.notes.number(note.trim())),
                },
            );
            self.vectors.push(made);
        }
        number
    }

    /// The number of a line: notation, and hex where there is that; of an argument, its name in front.
    fn line(&mut self, name: Option<&'static str>, shown: Shown) -> usize {
        let clipped = |text| clipped(text, LONG);
        let name = name.map(ToOwned::to_owned);
        let line: Line =
            name.into_iter().chain([clipped(shown.text)]).chain(shown.hex.map(clipped)).collect();
        let next = self.lines.len();
        *self.line_numbers.entry(line).or_insert_with_key(|line| {
            self.lines.push(line.clone());
            next
        })
    }

    fn requirement(&mut self, found: &'a crivet::corpus::Requirement) -> usize {
        let number = self.requirements.number(&found.id);
        if number == self.requirement_texts.len() {
            self.requirement_texts.push(requirement(found));
        }
        number
    }

    fn ruling(&mut self, found: &'a crivet::corpus::Ruling) -> usize {
        let number = self.rulings.number(&found.id);
        if number == self.ruling_texts.len() {
            self.ruling_texts.push(ruling(found));
        }
        number
    }
}

pub(super) fn requirement(found: &crivet::corpus::Requirement) -> Requirement<'_> {
    let place = place::of(found).map(|place| (place.to_string(), place.address()));
    Requirement { id: &found.id, level: found.level.name(), text: &found.text, place }
}

pub(super) fn ruling(found: &crivet::corpus::Ruling) -> Ruling<'_> {
    Ruling { id: found.name(), question: found.question.trim(), ruling: found.ruling.trim() }
}

pub(super) fn clipped(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((index, _)) => {
            format!("{}… ({} more characters)", &text[..index], text[index..].chars().count())
        }
        None => text,
    }
}
