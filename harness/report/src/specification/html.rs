//! The view as one HTML file: the requirements stand in it as they are, their vectors are data that a script shows
//! when a requirement is opened.

use std::collections::BTreeMap;

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::{Asked, Given, Holds, Open, Specification, Standing, View};
use crate::html::{Page, write_page};
use crivet::describe;
use crivet::profile::Profile;
use crivet::select::Case;
use crivet::verdict::{NoteKind, Status};

/// The most characters of what is asked and accepted: the rest is for `crivet show`.
const LONG: usize = 240;

/// What the template shows.
#[derive(Serialize)]
struct Context<'a> {
    names: Vec<&'a str>,
    closing: String,
    complete: bool,
    faults_known: bool,
    totals: Vec<Total<'a>>,
    specifications: Vec<Part<'a>>,
    open: Vec<Question<'a>>,
    gaps: usize,
    unreached: Vec<Unreached<'a>>,
    idle: Vec<&'a str>,
    unasked: Vec<(&'static str, String)>,
    crivet: &'static str,
    corpus: &'static str,
}

/// A line of the first table.
#[derive(Serialize)]
struct Total<'a> {
    name: &'a str,
    document: &'a str,
    requirements: usize,
    vectors: usize,
    gaps: usize,
    untestable: usize,
    standings: Vec<Score>,
}

/// Of the requirements asked of an implementation, how many hold.
#[derive(Serialize)]
struct Score {
    holds: usize,
    asked: usize,
}

#[derive(Serialize)]
struct Part<'a> {
    name: &'a str,
    document: &'a str,
    sections: Vec<Section<'a>>,
}

#[derive(Serialize)]
struct Section<'a> {
    name: String,
    standings: Vec<Score>,
    requirements: Vec<Item<'a>>,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    level: &'static str,
    anchor: &'a str,
    text: &'a str,
    counts: String,
    gap: Option<String>,
    untestable: Option<&'a str>,
    unbreakable: Option<&'a str>,
    standings: Vec<Sign>,
}

/// An implementation's standing, as a sign and in words.
#[derive(Serialize)]
struct Sign {
    class: &'static str,
    mark: &'static str,
    word: &'static str,
    counts: String,
}

#[derive(Serialize)]
struct Question<'a> {
    id: &'a str,
    slug: &'a str,
    profiles: String,
    question: &'a str,
    ruling: &'a str,
    counts: String,
    standings: Vec<Sign>,
}

#[derive(Serialize)]
struct Unreached<'a> {
    id: &'a str,
    specification: &'a str,
    text: &'a str,
    why: String,
    gap: bool,
}

/// What the script shows.
#[derive(Serialize)]
struct Data<'a> {
    names: Vec<&'a str>,
    profiles: Vec<&'static str>,
    vectors: Vec<Vector<'a>>,
    /// For each case the number of its vector and of its profile.
    cases: Vec<(usize, usize)>,
    /// For each implementation a letter a case.
    answers: Vec<String>,
    /// For each requirement and ruling the numbers of its cases.
    groups: BTreeMap<&'a str, Vec<usize>>,
}

#[derive(Serialize)]
struct Vector<'a> {
    id: &'a str,
    title: &'a str,
    operation: &'static str,
    strength: &'static str,
    asked: Vec<(&'static str, String)>,
    accepted: Vec<String>,
    source: String,
}

pub(super) fn page(view: &View<'_>) -> String {
    let names: Vec<&str> = view.implementations.iter().map(|answers| answers.name.as_str()).collect();
    let gaps = view.specifications.iter().map(|one| one.gaps().count()).sum::<usize>();
    let requirements: usize = view.specifications.iter().map(|one| one.requirements.len()).sum();
    let closing = match gaps {
        0 => format!("{requirements} requirements, each covered or said to be untestable"),
        gaps => format!("{gaps} of {requirements} requirements are not covered"),
    };
    let context = Context {
        names: names.clone(),
        closing,
        complete: gaps == 0,
        faults_known: view.faults_known,
        totals: view.specifications.iter().map(|one| total(view, one)).collect(),
        specifications: view.specifications.iter().map(|one| part(view, one)).collect(),
        open: view.open.iter().map(question).collect(),
        gaps,
        unreached: view.specifications.iter().flat_map(unreached).collect(),
        idle: view
            .open
            .iter()
            .filter(|open| open.cases.is_empty())
            .map(|open| open.ruling.id.as_str())
            .collect(),
        unasked: view
            .unasked
            .iter()
            .map(|(profile, names)| {
                (profile.name(), names.iter().map(|name| name.name()).collect::<Vec<_>>().join(", "))
            })
            .collect(),
        crivet: env!("CARGO_PKG_VERSION"),
        corpus: crivet_vectors::VERSION,
    };
    write_page(&Page {
        template: "specification.html",
        script: "specification.js",
        title: "crivet: the specifications, and who holds to them",
        data: &data(view, names),
        context: Value::from(Serde(context)),
    })
}

fn scores(view: &View<'_>, asked: &[Asked<'_>]) -> Vec<Score> {
    (0..view.implementations.len())
        .map(|index| {
            let count = |wanted| asked.iter().filter(|one| one.standings[index].holds() == wanted).count();
            let holds = count(Holds::Holds);
            Score { holds, asked: holds + count(Holds::Fails) }
        })
        .collect()
}

fn total<'a>(view: &View<'_>, specification: &Specification<'a>) -> Total<'a> {
    let requirements = &specification.requirements;
    let vectors: std::collections::BTreeSet<&str> =
        requirements.iter().flat_map(|one| &one.cases).map(|case| case.vector.id.as_str()).collect();
    Total {
        name: specification.name,
        document: specification.document,
        requirements: requirements.len(),
        vectors: vectors.len(),
        gaps: specification.gaps().count(),
        untestable: requirements.iter().filter(|one| one.requirement.untestable.is_some()).count(),
        standings: scores(view, requirements),
    }
}

fn part<'a>(view: &View<'_>, specification: &Specification<'a>) -> Part<'a> {
    let sections = specification.sections().into_iter().map(|(name, asked)| Section {
        name,
        standings: scores(view, asked),
        requirements: asked.iter().map(|one| item(view, one)).collect(),
    });
    Part { name: specification.name, document: specification.document, sections: sections.collect() }
}

fn item<'a>(view: &View<'_>, asked: &Asked<'a>) -> Item<'a> {
    let covered = asked.covered;
    let mut counts = plural(covered.vectors, "vector");
    if covered.vectors > 0 {
        let (values, rejections) = (covered.positive, covered.negative);
        match (values, rejections) {
            (_, 0) => {}
            (0, _) => counts.push_str(", of rejections"),
            _ => counts.push_str(&format!(": {values} of values, {rejections} of rejections")),
        }
        if view.faults_known {
            counts.push_str(&format!("; {} noticed a fault", covered.noticing));
        }
    }
    let requirement = asked.requirement;
    Item {
        id: &requirement.id,
        level: requirement.level.name(),
        anchor: &requirement.anchor,
        text: &requirement.text,
        counts,
        gap: asked.gap.map(|gap| gap.to_string()),
        untestable: requirement.untestable.as_deref(),
        unbreakable: requirement.unbreakable.as_deref(),
        standings: asked.standings.iter().map(|standing| sign(standing, false)).collect(),
    }
}

fn question<'a>(open: &Open<'a>) -> Question<'a> {
    let profiles: Vec<_> = open.ruling.profiles.iter().map(|profile| profile.name()).collect();
    Question {
        id: &open.ruling.id,
        slug: &open.ruling.slug,
        profiles: profiles.join(", "),
        question: open.ruling.question.trim(),
        ruling: open.ruling.ruling.trim(),
        counts: plural(open.cases.len(), "vector"),
        standings: open.standings.iter().map(|standing| sign(standing, true)).collect(),
    }
}

/// `open`: of a question that is open, it matters how many answers are not the preferred ones.
fn sign(standing: &Standing, open: bool) -> Sign {
    let holds = standing.holds();
    let (class, mark) = match holds {
        Holds::Fails => ("fail", "✗"),
        Holds::Holds => ("pass", "✓"),
        Holds::NotAsked => ("skip", "–"),
    };
    let counts = match (holds, standing.otherwise) {
        (Holds::NotAsked, _) => String::new(),
        (Holds::Fails, _) => format!("{} of {}", standing.failed, standing.asked()),
        (Holds::Holds, 0) => String::new(),
        (Holds::Holds, some) if open => format!("{some} of {} read otherwise", standing.asked()),
        (Holds::Holds, some) => format!("{some} of {} not as preferred", standing.asked()),
    };
    Sign { class, mark, word: holds.name(), counts }
}

fn unreached<'a>(specification: &Specification<'a>) -> Vec<Unreached<'a>> {
    let name = specification.name;
    let one = |asked: &Asked<'a>| {
        let requirement = asked.requirement;
        let (why, gap) = match (asked.gap, &requirement.untestable) {
            (Some(gap), _) => (gap.to_string(), true),
            (None, Some(reason)) => (reason.clone(), false),
            (None, None) => return None,
        };
        Some(Unreached { id: &requirement.id, specification: name, text: &requirement.text, why, gap })
    };
    specification.requirements.iter().filter_map(one).collect()
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

fn data<'a>(view: &View<'a>, names: Vec<&'a str>) -> Data<'a> {
    let mut data = Data {
        names,
        profiles: Profile::ALL.map(Profile::name).to_vec(),
        vectors: Vec::new(),
        cases: Vec::new(),
        answers: vec![String::new(); view.implementations.len()],
        groups: BTreeMap::new(),
    };
    let mut numbers = Numbers::default();
    let asked = view.specifications.iter().flat_map(|one| &one.requirements);
    let groups = asked
        .map(|one| (one.requirement.id.as_str(), &one.cases))
        .chain(view.open.iter().map(|one| (one.ruling.id.as_str(), &one.cases)));
    for (id, cases) in groups {
        let group = cases.iter().map(|case| numbers.case(case, view, &mut data)).collect();
        data.groups.insert(id, group);
    }
    data
}

/// The numbers of the vectors and cases that are in the data.
#[derive(Default)]
struct Numbers<'a> {
    vectors: BTreeMap<&'a str, usize>,
    cases: BTreeMap<(&'a str, Profile), usize>,
}

impl<'a> Numbers<'a> {
    /// The number of a case, which is added where it is not there yet.
    fn case(&mut self, case: &Case<'a>, view: &View<'a>, data: &mut Data<'a>) -> usize {
        let vector = case.vector;
        if let Some(&number) = self.cases.get(&(vector.id.as_str(), case.profile)) {
            return number;
        }
        let number = *self.vectors.entry(&vector.id).or_insert_with(|| {
            data.vectors.push(Vector {
                id: &vector.id,
                title: &vector.title,
                operation: vector.operation.name().name(),
                strength: vector.strength.name(),
                asked: describe::asked(vector)
                    .into_iter()
                    .map(|(name, shown)| (name, clipped(&shown.text)))
                    .collect(),
                accepted: vector.expect.iter().map(|one| clipped(&describe::accepted(one).text)).collect(),
                source: vector.source.to_string(),
            });
            data.vectors.len() - 1
        });
        let profile = Profile::ALL.iter().position(|profile| *profile == case.profile).unwrap_or_default();
        data.cases.push((number, profile));
        for (letters, answers) in data.answers.iter_mut().zip(view.implementations) {
            letters.push(letter(answers.given(case.profile, &vector.id)));
        }
        self.cases.insert((&vector.id, case.profile), data.cases.len() - 1);
        data.cases.len() - 1
    }
}

/// The first letter of a verdict; `o` for a pass by another answer than the preferred one.
fn letter(given: Option<Given>) -> char {
    match given {
        None => '-',
        Some(Given { status: Status::Pass, note: Some(NoteKind::Disputed | NoteKind::Should) }) => 'o',
        Some(Given { status: Status::Pass, .. }) => 'p',
        Some(Given { status: Status::Fail, .. }) => 'f',
        Some(Given { status: Status::Error, .. }) => 'e',
        Some(Given { status: Status::Expected, .. }) => 'x',
        Some(Given { status: Status::Skip, .. }) => 's',
    }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(LONG) {
        Some((index, _)) => format!("{}…", &text[..index]),
        None => text.to_owned(),
    }
}
