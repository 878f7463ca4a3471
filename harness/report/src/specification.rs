//! The specification view: each requirement in the draft's order, with its vectors, and for each implementation
//! whether it holds; what the drafts leave open; and what no vector reaches.
//!
//! It is made of a [`Coverage`] and of the results of any number of implementations, read from files: see
//! [`Answers`]. Nothing in it knows a specification by name: what has an inventory is shown.

mod answers;
mod html;
mod lines;
mod text;

use std::collections::{BTreeMap, BTreeSet};

pub use self::answers::{Answers, AnswersError, Given, ResultFile};
use crate::coverage::{Coverage, Covered, Gap};
use crate::styled::Styled;
use crate::summary::section;
use crivet::corpus::{Corpus, Requirement, Ruling};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::select::Case;
use crivet::verdict::{NoteKind, Status};

/// Everything the view shows.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The implementations, as they were given.
    pub implementations: &'a [Answers],
    /// The specifications that have an inventory, in the order of the profiles.
    pub specifications: Vec<Specification<'a>>,
    /// What the drafts leave open, by the number of the ruling.
    pub open: Vec<Open<'a>>,
    /// Profiles and operations of which no vector asks.
    pub unasked: Vec<(Profile, Vec<OperationName>)>,
    /// Was it measured which vectors a faulty implementation fails?
    pub faults_known: bool,
}

/// One specification.
#[derive(Clone, Debug)]
pub struct Specification<'a> {
    /// The name of its inventory, which is the profile's where it is one.
    pub name: &'a str,
    /// The document it is.
    pub document: &'a str,
    /// What it asks, in its order.
    pub requirements: Vec<Asked<'a>>,
}

/// One requirement, and what there is for it.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The requirement.
    pub requirement: &'a Requirement,
    /// What the vectors make of it.
    pub covered: &'a Covered,
    /// What is missing, if something is.
    pub gap: Option<Gap>,
    /// The vectors that exercise it.
    pub cases: Vec<Case<'a>>,
    /// How each implementation stands.
    pub standings: Vec<Standing>,
}

/// One question that the drafts leave open.
#[derive(Clone, Debug)]
pub struct Open<'a> {
    /// The question, and how it is decided here.
    pub ruling: &'a Ruling,
    /// The vectors that rest on it.
    pub cases: Vec<Case<'a>>,
    /// How each implementation stands.
    pub standings: Vec<Standing>,
}

/// How an implementation stands to what some vectors ask: a count for each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Passes without a note that matters.
    pub passed: usize,
    /// Passes by another answer than the preferred one.
    pub otherwise: usize,
    /// Failures, known ones too, and questions without an answer.
    pub failed: usize,
    /// Not claimed, or not in its results.
    pub unasked: usize,
}

/// A [`Standing`] in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holds {
    /// A vector failed.
    Fails,
    /// Vectors passed, and none failed.
    Holds,
    /// No vector was asked.
    NotAsked,
}

impl Holds {
    /// Every one, in the order in which they are of interest.
    pub const ALL: [Holds; 3] = [Holds::Fails, Holds::Holds, Holds::NotAsked];

    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Fails => "fails",
            Holds::Holds => "holds",
            Holds::NotAsked => "not asked",
        }
    }
}

impl Standing {
    /// How many were asked.
    pub fn asked(&self) -> usize {
        self.passed + self.otherwise + self.failed
    }

    /// In a word.
    pub fn holds(&self) -> Holds {
        match (self.failed, self.asked()) {
            (0, 0) => Holds::NotAsked,
            (0, _) => Holds::Holds,
            _ => Holds::Fails,
        }
    }

    fn of(answers: &Answers, cases: &[Case<'_>]) -> Standing {
        let mut standing = Standing::default();
        for case in cases {
            let given = answers.given(case.profile, &case.vector.id);
            *match given {
                Some(Given { status: Status::Pass, note: Some(NoteKind::Disputed | NoteKind::Should) }) => {
                    &mut standing.otherwise
                }
                Some(Given { status: Status::Pass, .. }) => &mut standing.passed,
                Some(Given { status: Status::Fail | Status::Error | Status::Expected, .. }) => {
                    &mut standing.failed
                }
                Some(Given { status: Status::Skip, .. }) | None => &mut standing.unasked,
            } += 1;
        }
        standing
    }
}

impl<'a> View<'a> {
    /// Puts it together. `cases` are the vectors that were asked for the coverage; specifications of which none
    /// was are left out.
    pub fn new(
        corpus: &'a Corpus,
        cases: &[Case<'a>],
        coverage: &'a Coverage,
        implementations: &'a [Answers],
    ) -> View<'a> {
        let mut asked: BTreeMap<&str, Vec<Case<'a>>> = BTreeMap::new();
        let mut ruled: BTreeMap<&str, Vec<Case<'a>>> = BTreeMap::new();
        for case in cases {
            for id in &case.vector.requirements {
                if corpus.requirements.get(id).is_some_and(|one| one.concerns(case.profile)) {
                    asked.entry(id).or_default().push(*case);
                }
            }
            for id in &case.vector.rulings {
                ruled.entry(id).or_default().push(*case);
            }
        }
        let standings =
            |cases: &[Case<'_>]| implementations.iter().map(|one| Standing::of(one, cases)).collect();
        let profiles: BTreeSet<Profile> = cases.iter().map(|case| case.profile).collect();
        let mut specifications: BTreeMap<(Option<Profile>, &str), Vec<Asked<'a>>> = BTreeMap::new();
        for covered in &coverage.requirements {
            let Some(requirement) = corpus.requirements.get(&covered.id) else { continue };
            let profile = requirement.profile();
            if profile.is_some_and(|profile| !profiles.contains(&profile)) {
                continue;
            }
            let cases = asked.remove(requirement.id.as_str()).unwrap_or_default();
            let standings = standings(&cases);
            let gap = covered.gap(coverage.faults_known);
            specifications
                .entry((profile, profile.map_or_else(|| requirement.inventory(), |profile| profile.name())))
                .or_default()
                .push(Asked { requirement, covered, gap, cases, standings });
        }
        let mut specifications: Vec<_> = specifications.into_iter().collect();
        specifications.sort_by_key(|((profile, name), _)| (profile.is_none(), *profile, *name));
        let specifications = specifications
            .into_iter()
            .map(|((profile, name), mut requirements)| {
                requirements.sort_by_key(|asked| &asked.requirement.source);
                Specification {
                    name,
                    document: profile.map_or(name, |profile| profile.document()),
                    requirements,
                }
            })
            .collect();
        let mut open: Vec<Open<'a>> = corpus
            .rulings
            .values()
            .filter(|ruling| ruling.profiles.iter().any(|profile| profiles.contains(profile)))
            .map(|ruling| {
                let cases = ruled.remove(ruling.id.as_str()).unwrap_or_default();
                Open { ruling, standings: standings(&cases), cases }
            })
            .collect();
        open.sort_by_key(|open| number(&open.ruling.id));
        let faults_known = coverage.faults_known;
        View { implementations, specifications, open, unasked: unasked(cases, &profiles), faults_known }
    }

    /// The whole as one HTML file.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// One plain line a requirement: how each implementation stands. Sorted by id; made to be committed.
    pub fn lines(&self) -> String {
        lines::requirements(self)
    }

    /// What a person reads on a terminal. `width` is how many characters
    /// fit a line.
    pub fn text(&self, width: Option<usize>) -> Styled {
        text::summary(self, width)
    }
}

impl<'a> Specification<'a> {
    /// The requirements by section, each section with what it is called, in order.
    pub fn sections(&self) -> Vec<(String, &[Asked<'a>])> {
        self.requirements
            .chunk_by(|one, two| one.requirement.section() == two.requirement.section())
            .map(|chunk| (section(chunk[0].requirement.section()), chunk))
            .collect()
    }

    /// How many requirements stand in which way with the implementation of that number.
    pub fn count(&self, implementation: usize, holds: Holds) -> usize {
        self.requirements.iter().filter(|asked| asked.standings[implementation].holds() == holds).count()
    }

    /// The requirements that lack something.
    pub fn gaps(&self) -> impl Iterator<Item = (&Asked<'a>, Gap)> {
        self.requirements.iter().filter_map(|asked| Some((asked, asked.gap?)))
    }
}

/// What an inventory makes a ruling's place: the number behind its `R`.
pub(crate) fn number(id: &str) -> u32 {
    id.get(1..).and_then(|digits| digits.parse().ok()).unwrap_or(u32::MAX)
}

/// The operations that some vector asks of some profile, but none of this one.
fn unasked(cases: &[Case<'_>], profiles: &BTreeSet<Profile>) -> Vec<(Profile, Vec<OperationName>)> {
    let pairs: BTreeSet<(Profile, OperationName)> =
        cases.iter().map(|case| (case.profile, case.vector.operation.name())).collect();
    profiles
        .iter()
        .map(|&profile| {
            let missing = OperationName::ALL.into_iter().filter(|&name| !pairs.contains(&(profile, name)));
            (profile, missing.collect::<Vec<_>>())
        })
        .filter(|(_, missing)| !missing.is_empty())
        .collect()
}
