//! False alarms: what vectors and oracles hold against what is permitted.
//!
//! A variant is asked every vector of what it claims, and fuzzed by every oracle that applies to it, those that compare
//! two held against the reference. So are some combinations of two. Whatever fails or is found is a false alarm: there a
//! vector, a ruling or an oracle is wrong, or the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use crivet::implementation::{Description, Implementation};
use crivet::judge::{claims, compare};
use crivet::outcome::{Failure, FailureKind, Outcome};
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet::select::Case;
use crivet::sequence;
use crivet::vector::{Expected, Vector};
use crivet::verdict::Verdict;
use crivet_fuzz::fuzz::{AnyOracle, Budget, Finding, Options, Setting, fuzz};
use crivet_fuzz::generate::seeded;
use rayon::prelude::*;

use super::{Variant, Varied};
use crate::measure::LONG;

/// One variant, or two at a time.
pub type Combination<'a> = Vec<&'a Variant>;

/// How a variant is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// The seed of what the oracles ask.
    pub seed: u64,
    /// How many cases each oracle asks under each profile.
    pub runs: u64,
}

/// What came of one combination.
#[derive(Clone, Debug)]
pub struct Measured<'a> {
    /// The variants.
    pub combination: Combination<'a>,
    /// By profile: how many cases were asked, and how many of the answers are not those of the reference.
    pub asked: BTreeMap<Profile, (usize, usize)>,
    /// The cases that it fails, with the reason: false alarms.
    pub failed: Vec<(Case<'a>, String)>,
    /// What the oracles find: false alarms.
    pub findings: Vec<Finding>,
    /// By case, in the order asked: which of the accepted outcomes it gave, where there are several.
    pub readings: BTreeMap<usize, usize>,
}

impl Measured<'_> {
    /// How many false alarms there are.
    pub fn false_alarms(&self) -> usize {
        self.failed.len() + self.findings.len()
    }

    /// Does it differ from the reference at all: in an answer, or in a claim?
    pub fn differs(&self) -> bool {
        let of_answers = self.asked.values().any(|(_, other)| *other > 0);
        let claims_less =
            |variant: &&Variant| variant.claims.features.is_some() || variant.claims.operations.is_some();
        of_answers || self.combination.iter().any(claims_less)
    }

    /// Takes out what is held against one of its variants alone: that is told there.
    pub fn without(&mut self, alone: &[Measured<'_>]) {
        let parts = alone.iter().filter(|one| self.combination.contains(&one.combination[0]));
        for one in parts.collect::<Vec<_>>() {
            let place = |case: &Case<'_>| (case.profile, case.vector.id.clone());
            self.failed.retain(|(case, _)| !one.failed.iter().any(|(other, _)| place(case) == place(other)));
            let cause = |finding: &Finding| (finding.about.name, finding.profile, finding.key.kind.clone());
            self.findings.retain(|finding| !one.findings.iter().any(|other| cause(finding) == cause(other)));
        }
    }

    /// Its name: the ids.
    pub fn name(&self) -> String {
        let ids: Vec<&str> = self.combination.iter().map(|variant| variant.id.as_str()).collect();
        ids.join(" + ")
    }
}

/// Pairs of variants that can be one implementation: so many of all there are, drawn by the seed, in the order of the
/// catalogue.
pub fn pairs<'a>(variants: &[&'a Variant], count: usize, seed: u64) -> Vec<Combination<'a>> {
    let mut all = Vec::new();
    for (place, one) in variants.iter().enumerate() {
        for other in variants[place + 1..].iter().filter(|other| one.goes_with(other)) {
            all.push(vec![*one, *other]);
        }
    }
    drawn(all, count, seed)
}

/// So many of all, in their order.
pub(crate) fn drawn<T: Clone>(all: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    let number = |place: usize| {
        let bytes = seeded(seed.wrapping_add(place as u64), 8);
        u64::from_le_bytes(bytes.try_into().unwrap_or_default())
    };
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by_cached_key(|place| number(*place));
    places.truncate(count);
    places.sort_unstable();
    places.into_iter().map(|place| all[place].clone()).collect()
}

/// Measures combinations by cases and oracles; in their order.
pub fn measure<'a>(
    combinations: &[Combination<'a>],
    cases: &[Case<'a>],
    oracles: &[Box<dyn AnyOracle>],
    thoroughness: Thoroughness,
) -> Vec<Measured<'a>> {
    let reference = Varied::new(&[]);
    let expected: Vec<Outcome> = {
        let description = reference.describe();
        cases.iter().map(|case| judged(&reference, &description, case).0).collect()
    };
    let one = |combination: &Combination<'a>| {
        let mut measured = by_vectors(combination, cases, &expected);
        measured.findings = by_oracles(combination, oracles, thoroughness);
        measured
    };
    let work = || combinations.par_iter().map(one).collect();
    match rayon::ThreadPoolBuilder::new().stack_size(crate::measure::STACK).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own it is slower, not wrong.
        Err(_) => work(),
    }
}

fn by_vectors<'a>(combination: &Combination<'a>, cases: &[Case<'a>], expected: &[Outcome]) -> Measured<'a> {
    let varied = Varied::new(combination);
    let description = varied.describe();
    let mut measured = Measured {
        combination: combination.clone(),
        asked: BTreeMap::new(),
        failed: Vec::new(),
        findings: Vec::new(),
        readings: BTreeMap::new(),
    };
    for (place, (case, expected)) in cases.iter().zip(expected).enumerate() {
        // A variant counts nothing, so the same many times is the same.
        let is_long = case.vector.requests() > LONG;
        if is_long || claims(&description, case.vector, case.profile).is_err() {
            continue;
        }
        let (outcome, verdict) = judged(&varied, &description, case);
        let (asked, other) = measured.asked.entry(case.profile).or_default();
        *asked += 1;
        *other += usize::from(outcome != *expected);
        if verdict.fails(false) {
            measured.failed.push((*case, verdict.explanation().unwrap_or_default()));
        } else if let Some(reading) = reading(case.vector, case.profile, &outcome) {
            measured.readings.insert(place, reading);
        }
    }
    measured
}

/// What comes of a case, and the verdict; a panic is an answer too.
fn judged(varied: &Varied, description: &Description, case: &Case<'_>) -> (Outcome, Verdict) {
    sequence::ask(case, &description.features, &mut |operation| {
        let asked = AssertUnwindSafe(|| varied.perform(case.profile, operation));
        catch_unwind(asked).unwrap_or_else(|_| {
            Outcome::Error(Failure { kind: FailureKind::Panic, message: "it panicked".to_owned() })
        })
    })
}

/// Which of several accepted outcomes an answer is: one that it is without remark, if there is one.
fn reading(vector: &Vector, profile: Profile, outcome: &Outcome) -> Option<usize> {
    if vector.expect.len() < 2 {
        return None;
    }
    let remarks = |accepted: &Expected| match (accepted, outcome) {
        (Expected::Reject, Outcome::Reject(_)) => Some(0),
        (Expected::Value(expected), Outcome::Value(came)) => {
            Some(compare(&vector.operation, profile, expected, came).ok()?.len())
        }
        _ => None,
    };
    let found = vector.expect.iter().enumerate();
    let found = found.filter_map(|(place, accepted)| Some((remarks(&accepted.outcome)? > 0, place)));
    found.min().map(|(_, place)| place)
}

/// The readings of an implementation, as a [`Measured`] has them.
pub fn readings(varied: &Varied, cases: &[Case<'_>]) -> BTreeMap<usize, usize> {
    let description = varied.describe();
    let read = |(place, case): (usize, &Case<'_>)| {
        // Only there is there something to choose.
        if case.vector.expect.len() < 2 {
            return None;
        }
        let (outcome, _) = judged(varied, &description, case);
        Some((place, reading(case.vector, case.profile, &outcome)?))
    };
    cases.iter().enumerate().filter_map(read).collect()
}

fn by_oracles(
    combination: &Combination<'_>,
    oracles: &[Box<dyn AnyOracle>],
    Thoroughness { seed, runs }: Thoroughness,
) -> Vec<Finding> {
    let (varied, reference) = (Varied::new(combination), Varied::new(&[]));
    let (description, other) = (varied.describe(), reference.describe());
    let setting = Setting {
        subject: Subject::InProcess(&varied),
        description: &description,
        other: Some((Subject::InProcess(&reference), &other)),
    };
    let plan: Vec<(&dyn AnyOracle, Profile)> = oracles
        .iter()
        .flat_map(|oracle| Profile::ALL.map(|profile| (&**oracle, profile)))
        .filter(|(oracle, profile)| setting.applies(&oracle.facts(), *profile))
        .collect();
    let never = AtomicBool::new(false);
    let options = Options { seed, budget: Budget::Runs(runs), jobs: 1, tries: 500, cancel: &never };
    let findings = fuzz(&setting, &plan, &options, &|_| {}).findings;
    // A note is of what is only recommended.
    findings.into_iter().filter(Finding::is_must).collect()
}

/// The cases of a ruling under a profile where something is left open, by their places.
pub type Open<'a> = BTreeMap<(&'a str, Profile), BTreeSet<usize>>;

/// What each ruling leaves open.
pub fn open<'a>(cases: &[Case<'a>]) -> Open<'a> {
    let mut open = Open::new();
    for (place, case) in cases.iter().enumerate().filter(|(_, case)| case.vector.expect.len() > 1) {
        for ruling in &case.vector.rulings {
            open.entry((ruling, case.profile)).or_default().insert(place);
        }
    }
    open
}
