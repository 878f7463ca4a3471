//! Coverage: which requirement of a specification is met by which vectors, computed from runs.
//!
//! A tag on a vector says little: what counts is that a conforming implementation passes the vector, and that a
//! faulty one fails it. So coverage is made of a run of a conforming implementation, and of what faulty ones
//! failed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crivet::corpus::{Corpus, Requirement};
use crivet::foreign;
use crivet::profile::Profile;
use crivet::run::Run;
use crivet::vector::Expected;
use crivet::verdict::Status;

/// What there is for each requirement, in the order of their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// One entry a requirement.
    pub requirements: Vec<Covered>,
    /// Was it known which vectors a faulty implementation fails?
    pub faults_known: bool,
}

/// What there is for one requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The requirement's id.
    pub id: String,
    /// How many vectors name it.
    pub vectors: usize,
    /// How many of those accept a value that the conforming implementation gave.
    pub positive: usize,
    /// How many of those expect a rejection, and the conforming implementation rejected.
    pub negative: usize,
    /// How many of them some faulty implementation fails.
    pub noticing: usize,
    /// Why it cannot be tested, where it cannot.
    pub untestable: Option<String>,
    /// Why nothing can break it, where nothing can.
    pub unbreakable: Option<String>,
}

/// What is missing for a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gap {
    /// No vector names it.
    #[error("no vector")]
    NoVector,
    /// Vectors name it, and none passes.
    #[error("no vector that a conforming implementation passes")]
    NonePasses,
    /// No faulty implementation fails any of its vectors.
    #[error("no vector that a faulty implementation fails")]
    NoneNoticing,
    /// It is said to be untestable, and there are vectors.
    #[error("called untestable, yet vectors name it")]
    Tested,
}

impl Covered {
    /// What is missing, if something is.
    pub fn gap(&self, faults_known: bool) -> Option<Gap> {
        match (&self.untestable, self.vectors) {
            (Some(_), 0) => None,
            (Some(_), _) => Some(Gap::Tested),
            (None, 0) => Some(Gap::NoVector),
            _ if self.positive + self.negative == 0 => Some(Gap::NonePasses),
            _ if faults_known && self.noticing == 0 && self.unbreakable.is_none() => Some(Gap::NoneNoticing),
            _ => None,
        }
    }
}

impl Coverage {
    /// Computes it from a run of a conforming implementation over the whole corpus.
    ///
    /// `killers` are the vectors, with the profile they were asked for, that some faulty implementation fails;
    /// `None` where that was not measured.
    pub fn of(corpus: &Corpus, run: &Run<'_>, killers: Option<&BTreeSet<(Profile, String)>>) -> Coverage {
        let mut covered: BTreeMap<&str, Covered> =
            corpus.requirements.values().map(|one| (one.id.as_str(), empty(one))).collect();
        for judged in &run.results {
            let vector = judged.case.vector;
            let passed = judged.verdict.status == Status::Pass;
            let rejects = vector.expect.iter().all(|accepted| accepted.outcome == Expected::Reject);
            let noticing =
                killers.is_some_and(|killers| killers.contains(&(judged.case.profile, vector.id.clone())));
            for id in &vector.requirements {
                // A vector for two revisions names the requirements of both; each counts for its own.
                if !corpus.requirements.get(id).is_some_and(|one| one.concerns(judged.case.profile)) {
                    continue;
                }
                let Some(one) = covered.get_mut(id.as_str()) else { continue };
                one.vectors += 1;
                one.positive += usize::from(passed && !rejects);
                one.negative += usize::from(passed && rejects);
                one.noticing += usize::from(noticing);
            }
        }
        Coverage { requirements: covered.into_values().collect(), faults_known: killers.is_some() }
    }

    /// The requirements that lack something.
    pub fn gaps(&self) -> impl Iterator<Item = (&Covered, Gap)> {
        self.requirements.iter().filter_map(|one| Some((one, one.gap(self.faults_known)?)))
    }

    /// One plain line a requirement, sorted: what is committed and read as a diff.
    pub fn text(&self) -> String {
        let mut text =
            String::from("# requirement: vectors, positive, negative, failed by a faulty implementation\n");
        for one in &self.requirements {
            let Covered { id, vectors, positive, negative, noticing, .. } = one;
            // Writing to a string cannot fail.
            let mut line = String::new();
            let _ = write!(line, "{id}: {vectors} {positive} {negative}");
            let _ = if self.faults_known { write!(line, " {noticing}") } else { write!(line, " -") };
            if let Some(reason) = &one.untestable {
                let _ = write!(line, " (untestable: {reason})");
            }
            if let Some(reason) = &one.unbreakable {
                let _ = write!(line, " (unbreakable: {reason})");
            }
            if let Some(gap) = one.gap(self.faults_known) {
                let _ = write!(line, " GAP: {gap}");
            }
            text += &foreign::line(&line);
            text.push('\n');
        }
        text
    }
}

fn empty(requirement: &Requirement) -> Covered {
    Covered {
        id: requirement.id.clone(),
        vectors: 0,
        positive: 0,
        negative: 0,
        noticing: 0,
        untestable: requirement.untestable.clone(),
        unbreakable: requirement.unbreakable.clone(),
    }
}
