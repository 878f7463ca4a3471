//! Asking every vector of every fault.
//!
//! A case *kills* a fault where the answer of the copy with the fault fails its verdict. Before each case a fault forgets
//! what it remembers: what a case notices it notices alone, in whatever order a run asks. So faults that keep something
//! from one request to the next are noticed by sequences. The faults are asked in parallel.

pub mod pairs;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crivet::cause::{Asked, Failing};
use crivet::feature::Feature;
use crivet::implementation::Implementation;
use crivet::judge::judge;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::{Failure, FailureKind, Outcome};
use crivet::profile::Profile;
use crivet::select::Case;
use crivet::sequence;
use crivet::vector::Expected;
use crivet::verdict::Verdict;
use rayon::prelude::*;

use crate::catalogue::Fault;
use crate::faulty::Faulty;
use crate::waivers::FaultWaiver;

/// What came of measuring.
#[derive(Clone, Debug)]
pub struct Measurement<'a> {
    /// The cases that were asked, in the order of the corpus.
    pub cases: Vec<Case<'a>>,
    /// Those that fail without any fault, by index. Where there is one, nothing else here means anything.
    pub false_alarms: Vec<usize>,
    /// What each fault came to, in the order of the catalogue.
    pub faults: Vec<Measured<'a>>,
    /// What trivial implementations pass.
    pub trivial: Vec<TrivialScore>,
}

/// One fault, measured.
#[derive(Clone, Debug)]
pub struct Measured<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// The cases that kill it, by index.
    pub kills: Vec<usize>,
    /// The same by cause, as a run that asks one profile groups them; none where causes were not asked for.
    pub causes: Vec<Vec<usize>>,
}

/// What a trivial implementation passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrivialScore {
    /// What it does.
    pub name: &'static str,
    /// How many cases it passes.
    pub passed: usize,
}

/// A fault under a profile, that the vectors of an operation do not notice; or of which that is asked.
#[derive(Clone, Copy, Debug)]
pub struct Survivor<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// The profile.
    pub profile: Profile,
    /// The operation.
    pub operation: OperationName,
}

impl Survivor<'_> {
    /// Does a waiver say that it cannot be noticed?
    pub fn is_waived(&self, waivers: &[FaultWaiver]) -> bool {
        waivers.iter().any(|waiver| waiver.covers(&self.fault.id, self.profile, self.operation))
    }
}

impl fmt::Display for Survivor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.fault.id, self.profile, self.operation)
    }
}

/// Asks every case of every fault. What the reference does not claim is not asked.
pub fn measure<'a>(faults: &[&'a Fault], cases: &[Case<'a>]) -> Measurement<'a> {
    measured(faults, cases, false)
}

/// The same, and groups what kills a fault by cause, which takes as long again.
pub fn measure_causes<'a>(faults: &[&'a Fault], cases: &[Case<'a>]) -> Measurement<'a> {
    measured(faults, cases, true)
}

fn measured<'a>(faults: &[&'a Fault], cases: &[Case<'a>], by_cause: bool) -> Measurement<'a> {
    let unmutated = Faulty::unmutated();
    let description = unmutated.describe();
    let cases: Vec<Case<'a>> = cases
        .iter()
        .filter(|case| crivet::judge::claims(&description, case.vector, case.profile).is_ok())
        .copied()
        .collect();
    let expected = right(&cases);
    let false_alarms = (0..cases.len()).filter(|&index| fails(&cases[index], &expected[index])).collect();
    let asked = by_cause.then(|| Asked::new(cases.iter().copied()));
    let one = |&fault: &&'a Fault| {
        let failing = failing(&[fault], &cases, &expected);
        let kills = failing.iter().map(|one| one.index).collect();
        let mut causes = Vec::new();
        for (asked, profile) in asked.iter().flat_map(|asked| Profile::ALL.map(|profile| (asked, profile))) {
            let of_profile = |one: &&Failing| cases[one.index].profile == profile;
            let failing: Vec<Failing> = failing.iter().filter(of_profile).cloned().collect();
            let index = |places: Vec<usize>| places.into_iter().map(|place| failing[place].index).collect();
            causes.extend(asked.join(&failing).into_iter().map(index));
        }
        Measured { fault, kills, causes }
    };
    let measured = match rayon::ThreadPoolBuilder::new().stack_size(STACK).build() {
        Ok(pool) => pool.install(|| faults.par_iter().map(one).collect()),
        // Without threads of its own it is slower, not wrong.
        Err(_) => faults.iter().map(one).collect(),
    };
    let trivial = trivial_scores(&cases, &expected);
    Measurement { cases, false_alarms, faults: measured, trivial }
}

impl<'a> Measurement<'a> {
    /// The faults that were to be noticed and are not, but for those that are waived.
    pub fn survivors(&self, waivers: &[FaultWaiver]) -> Vec<Survivor<'a>> {
        self.all().filter(|(one, killed)| !killed && !one.is_waived(waivers)).map(|(one, _)| one).collect()
    }

    /// Ids of faults that are waived, and yet are noticed wherever they are waived.
    pub fn stale<'e>(&self, waivers: &'e [FaultWaiver]) -> Vec<&'e str> {
        let lives = |waiver: &FaultWaiver| {
            self.all()
                .any(|(one, killed)| !killed && waiver.covers(&one.fault.id, one.profile, one.operation))
        };
        let measured = |id: &str| self.faults.iter().any(|measured| measured.fault.id == id);
        waivers
            .iter()
            .filter(|waiver| measured(&waiver.id) && !lives(waiver))
            .map(|waiver| waiver.id.as_str())
            .collect()
    }

    /// How many faults there are for an operation under a profile, and how many of them are killed.
    pub fn score(
        &self,
        profile: Profile,
        operation: Option<OperationName>,
        waivers: &[FaultWaiver],
    ) -> (usize, usize) {
        self.score_by(profile, operation, waivers, |_, killed| killed)
    }

    /// The same with something else that notices: it is told the fault, the profile and the operation, and whether
    /// a vector kills it.
    pub fn score_by(
        &self,
        profile: Profile,
        operation: Option<OperationName>,
        waivers: &[FaultWaiver],
        notices: impl Fn(&Survivor<'a>, bool) -> bool,
    ) -> (usize, usize) {
        let mut score = (0, 0);
        for (one, killed) in self.all() {
            let wanted = one.profile == profile && operation.is_none_or(|name| one.operation == name);
            if wanted && (killed || !one.is_waived(waivers)) {
                score.0 += usize::from(notices(&one, killed));
                score.1 += 1;
            }
        }
        score
    }

    /// Each fault for each of its profiles and operations, and whether a vector of these kills it.
    pub fn all(&self) -> impl Iterator<Item = (Survivor<'a>, bool)> + '_ {
        self.faults.iter().flat_map(move |measured| {
            let fault = measured.fault;
            fault.profiles.iter().flat_map(move |&profile| {
                fault.operations.iter().map(move |&operation| {
                    let killed = measured.kills.iter().any(|&index| {
                        let case = &self.cases[index];
                        case.profile == profile && case.vector.operation.name() == operation
                    });
                    (Survivor { fault, profile, operation }, killed)
                })
            })
        })
    }
}

/// What a fault may use of the stack, in bytes: as much as a main thread commonly has.
pub(crate) const STACK: usize = 8 << 20;

/// What the reference answers to each case, in a fresh process each.
pub fn right(cases: &[Case<'_>]) -> Vec<Outcome> {
    cases.iter().map(|case| judged(&Faulty::unmutated(), case).0).collect()
}

/// What fails of an implementation that is the reference but for its faults, which answers `expected` without them.
pub fn failing(faults: &[&Fault], cases: &[Case<'_>], expected: &[Outcome]) -> Vec<Failing> {
    let one = |(index, case): (usize, &Case<'_>)| {
        Failing::new(index, case, &failure(faults, case, &expected[index])?)
    };
    cases.iter().enumerate().filter_map(one).collect()
}

/// The answer to a case that is no sequence.
fn ask(faulty: &Faulty, case: &Case<'_>) -> Outcome {
    answer(faulty, case.profile, &case.vector.operation)
}

/// One answer; a panic is one too.
fn answer(faulty: &Faulty, profile: Profile, operation: &Operation) -> Outcome {
    let asked = AssertUnwindSafe(|| faulty.perform(profile, operation));
    catch_unwind(asked).unwrap_or_else(|_| {
        Outcome::Error(Failure { kind: FailureKind::Panic, message: "it panicked".to_owned() })
    })
}

/// Are the two outcomes the same, the reason of a rejection apart?
pub fn same(a: &Outcome, b: &Outcome) -> bool {
    matches!((a, b), (Outcome::Reject(_), Outcome::Reject(_))) || a == b
}

/// Does a case notice the faults?
fn kills(faults: &[&Fault], case: &Case<'_>, expected: &Outcome) -> bool {
    failure(faults, case, expected).is_some()
}

/// The verdict on a case of an implementation with these faults, if it fails. Each case has an implementation of its own.
fn failure(faults: &[&Fault], case: &Case<'_>, expected: &Outcome) -> Option<Verdict> {
    let faulty = Faulty::with(faults);
    let verdict = if case.vector.is_sequence() {
        // What does not count so far gives the same answer every time.
        let counts = faults.iter().map(|fault| fault.counts_to()).max().unwrap_or_default();
        let most = if faults.iter().any(|fault| fault.remembers()) { LONG.max(2 * counts) } else { FEW };
        let asked = case.vector.requests() <= most;
        asked.then(|| judged(&faulty, case).1)?
    } else {
        let outcome = ask(&faulty, case);
        if same(&outcome, expected) {
            return None;
        }
        judge(case.vector, case.profile, &Feature::ALL.into_iter().collect(), &outcome)
    };
    verdict.fails(false).then_some(verdict)
}

/// So many requests in a row every fault is asked, and only one that remembers something more.
const FEW: u64 = 100;

/// From how many requests on a sequence is long.
pub const LONG: u64 = 1000;

/// What comes of a case, and what the judge says of it.
fn judged(faulty: &Faulty, case: &Case<'_>) -> (Outcome, Verdict) {
    let features = Feature::ALL.into_iter().collect();
    sequence::ask(case, &features, &mut |operation| answer(faulty, case.profile, operation))
}

fn fails(case: &Case<'_>, outcome: &Outcome) -> bool {
    let features = Feature::ALL.into_iter().collect();
    judge(case.vector, case.profile, &features, outcome).fails(false)
}

fn trivial_scores(cases: &[Case<'_>], answers: &[Outcome]) -> Vec<TrivialScore> {
    let count = |passes: &dyn Fn(usize) -> bool| (0..cases.len()).filter(|&index| passes(index)).count();
    let judged = |index: usize, outcome: &Outcome| !fails(&cases[index], outcome);
    let accepts = |index: usize, wanted: fn(&Expected) -> bool| {
        cases[index].vector.expect.iter().any(|accepted| wanted(&accepted.outcome))
    };
    let reject = Outcome::Reject("everything".to_owned());
    let unsupported = Outcome::Unsupported("everything".to_owned());
    vec![
        TrivialScore {
            name: "accept-all, with the right value wherever there is one",
            passed: count(&|index| accepts(index, |expected| matches!(expected, Expected::Value(_)))),
        },
        TrivialScore { name: "reject-all", passed: count(&|index| judged(index, &reject)) },
        TrivialScore { name: "always-unsupported", passed: count(&|index| judged(index, &unsupported)) },
        TrivialScore {
            name: "the right answer to the next vector of the operation",
            passed: count(&|index| judged(index, &answers[next(cases, index)])),
        },
    ]
}

/// The next case of the same operation and profile; behind the last, the first.
fn next(cases: &[Case<'_>], index: usize) -> usize {
    let alike = |&other: &usize| {
        cases[other].profile == cases[index].profile
            && cases[other].vector.operation.name() == cases[index].vector.operation.name()
    };
    (index + 1..cases.len()).chain(0..index).find(alike).unwrap_or(index)
}

/// Does a control live that any suite kills? A suite that asks nothing of a control's profile says nothing of it, and
/// one that asks nothing at all lets every control live.
pub fn control_lives(measurement: &Measurement<'_>) -> bool {
    let asked = |survivor: &Survivor<'_>| {
        measurement.cases.is_empty() || measurement.cases.iter().any(|case| case.profile == survivor.profile)
    };
    measurement.survivors(&[]).iter().any(|survivor| survivor.fault.control && asked(survivor))
}
