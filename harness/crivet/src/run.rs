//! A run: every selected case asked and judged.
//!
//! In this process an implementation is asked by several threads at once, and a panic is caught and charged
//! to the vector that caused it; what takes the whole process down (an abort, an overflown stack, a hang) is
//! for the pipe, see [`process`](crate::process).

mod canary;
mod expect;
mod trivial;
mod panic;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;
use semver::Version;

pub use self::canary::CanaryError;
pub use self::expect::NoBaseline;
pub use self::panic::caught;
pub use self::trivial::TrivialScore;
use crate::baseline::{Comparison, Entry};
use crate::implementation::{Description, Implementation};
use crate::judge::{claims, judge};
use crate::outcome::{KEPT, Outcome};
use crate::process::{Measure, Testee};
use crate::select::Case;
use crate::vector::Budget;
use crate::verdict::{Cause, Difference, Note, Status, Verdict};

/// What is tested.
#[derive(Clone, Copy)]
pub enum Subject<'a> {
    /// An implementation in this process.
    InProcess(&'a dyn Implementation),
    /// A testee in another process.
    Process(&'a Testee),
}

/// A finished run, or what there is of one that was interrupted.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What the implementation says of itself.
    pub description: Description,
    /// One result per case, in the order selected.
    pub results: Vec<Judged<'a>>,
    /// How many cases were selected; more than there are results where the run was interrupted.
    pub selected: usize,
    /// What implementations that know nothing would score on the same cases: those that are claimed.
    pub trivial_scores: Vec<TrivialScore>,
    /// Things about the run as a whole that someone should know.
    pub remarks: Vec<String>,
    /// How often the testee failed in a way that no vector can be charged with.
    pub unattributed: usize,
    /// How many cases were charged with a systematic failure, and not asked.
    pub not_asked: usize,
    /// Count a deviation from what is recommended as a failure?
    pub strict: bool,
    /// What it says of the baseline it was held against, if it was: see [`Run::expect`].
    pub comparison: Option<Comparison>,
    /// The corpus version the run is pinned to: vectors added later are reported, and never turn it red.
    pub pinned: Option<Version>,
}

/// One case, asked and judged.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: Case<'a>,
    /// What came; `None` where nothing was asked because nothing was claimed.
    pub outcome: Option<Outcome>,
    /// The judgement.
    pub verdict: Verdict,
    /// The entry of the baseline that it is as expected by.
    pub expected: Option<Entry>,
}

/// Something about a run as a whole that makes it red.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its name, for machines.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub message: String,
}

/// How often each status was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases that passed, those with notes among them.
    pub passed: usize,
    /// Cases that failed.
    pub failed: usize,
    /// Cases without an answer.
    pub errors: usize,
    /// Known failures: cases that failed or had no answer, as the baseline says.
    pub expected: usize,
    /// Cases not asked.
    pub skipped: usize,
    /// Passes that carry a note.
    pub notes: usize,
}

impl Tally {
    /// How many cases were counted.
    pub fn total(&self) -> usize {
        self.passed + self.failed + self.errors + self.expected + self.skipped
    }

    fn count(&mut self, judged: &Judged<'_>, strict: bool) {
        match judged.status(strict) {
            Status::Pass => {
                self.passed += 1;
                self.notes += usize::from(!judged.verdict.notes.is_empty());
            }
            Status::Fail => self.failed += 1,
            Status::Error => self.errors += 1,
            Status::Skip => self.skipped += 1,
            Status::Expected => self.expected += 1,
        }
    }
}

impl Judged<'_> {
    /// The status, given how strict the run is.
    pub fn status(&self, strict: bool) -> Status {
        match self.unexpected_status(strict) {
            Status::Fail | Status::Error if self.expected.is_some() => Status::Expected,
            status => status,
        }
    }

    /// The status it would have without a baseline.
    pub fn unexpected_status(&self, strict: bool) -> Status {
        match self.verdict.status {
            Status::Pass if self.verdict.fails(strict) => Status::Fail,
            status => status,
        }
    }
}

impl Run<'_> {
    /// Did every selected case get its verdict?
    pub fn complete(&self) -> bool {
        self.results.len() == self.selected
    }

    /// The counts over all results.
    pub fn tally(&self) -> Tally {
        self.tally_where(|_| true)
    }

    /// The counts over some of the results.
    pub fn tally_where(&self, wanted: impl Fn(&Case<'_>) -> bool) -> Tally {
        let mut tally = Tally::default();
        for judged in self.results.iter().filter(|judged| wanted(&judged.case)) {
            tally.count(judged, self.strict);
        }
        tally
    }

    /// Was the case added later than the version the run is pinned to?
    pub fn is_late(&self, case: &Case<'_>) -> bool {
        self.pinned.as_ref().is_some_and(|pinned| case.vector.since > *pinned)
    }

    /// What keeps the run from being green beside its vectors and its baseline.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !self.complete() {
            let message = format!("the run ended after {} of {} vectors", self.results.len(), self.selected);
            faults.push(Fault { name: "incomplete", message });
        }
        if self.unattributed > 0 {
            let message = match self.unattributed {
                1 => "the testee failed once in a way that no vector can be charged with".to_owned(),
                count => {
                    format!("the testee failed {count} times in a way that no vector can be charged with")
                }
            };
            faults.push(Fault { name: "unattributed-failure", message });
        }
        faults
    }

    /// Is everything as it should be: complete, nothing failed, nothing without answer, no failure unattributed, and
    /// the baseline, if there is one, true in all that was selected? Vectors added later than the version the
    /// run is pinned to do not count.
    pub fn green(&self) -> bool {
        let tally = self.tally_where(|case| !self.is_late(case));
        self.faults().is_empty()
            && tally.failed == 0
            && tally.errors == 0
            && self.comparison.as_ref().is_none_or(Comparison::clean)
    }
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// How many cases are asked at a time: threads, or testee processes. At least one.
    pub jobs: usize,
    /// See [`Run::strict`].
    pub strict: bool,
    /// Set from elsewhere, ends the run soon; what was judged by then is kept.
    pub cancel: &'a AtomicBool,
}

/// Asks and judges every case. `progress` is called once a case, from any thread, in any order, as it is judged; a
/// case with a budget may still fail by it.
///
/// Fails where the judge lets a canary through: then no verdict of the run would mean anything.
pub fn run<'a>(
    subject: Subject<'_>,
    description: Description,
    cases: &[Case<'a>],
    options: &Options<'_>,
    progress: &(dyn Fn(&Judged<'a>) + Sync),
) -> Result<Run<'a>, CanaryError> {
    canary::check(cases)?;
    let results: Vec<Mutex<Option<Judged<'a>>>> = cases.iter().map(|_| Mutex::new(None)).collect();
    let settle = |index: usize, outcome: Option<Outcome>, verdict: Verdict| {
        let judged = Judged { case: cases[index], outcome, verdict, expected: None };
        progress(&judged);
        *results[index].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(judged);
    };
    let mut asked = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        match claims(&description, case.vector, case.profile) {
            Ok(()) => asked.push(index),
            Err(reason) => settle(index, None, Verdict::skip(reason)),
        }
    }
    let judge_one = |index: usize, mut outcome: Outcome| {
        let case = &cases[index];
        let mut verdict = judge(case.vector, case.profile, &description.features, &outcome);
        keep_little(&mut outcome, &mut verdict);
        settle(index, Some(outcome), verdict);
    };
    let mut remarks = Vec::new();
    let (mut unattributed, mut not_asked) = (0, 0);
    match subject {
        Subject::InProcess(implementation) => {
            in_process(implementation, cases, &asked, options, &judge_one);
        }
        Subject::Process(testee) => {
            let requests: Vec<_> = asked
                .iter()
                .map(|&index| (cases[index].profile, cases[index].vector.operation.clone()))
                .collect();
            let on_outcome = |position: usize, outcome: Outcome| judge_one(asked[position], outcome);
            let performance = testee.perform_all(&requests, options.jobs, options.cancel, &on_outcome);
            unattributed = performance.unattributed_count;
            not_asked = performance.not_asked;
            remarks.extend(performance.systematic.iter().map(|failure| failure.message.clone()));
            if let Some((times, what)) = &performance.exits {
                let times = if *times == 1 { String::new() } else { format!(", {times} times") };
                remarks.push(format!("after the end of its input the testee {what}{times}"));
            }
            if performance.not_asked > 0 {
                remarks.push(format!(
                    "{} of {} cases were not asked, and are charged with a systematic failure",
                    performance.not_asked,
                    requests.len()
                ));
            }
            measure(testee, cases, &results, options);
            for unattributed in &performance.unattributed {
                let ids: Vec<_> =
                    unattributed.requests.iter().map(|&at| cases[asked[at]].vector.id.as_str()).collect();
                remarks.push(remark(&ids, &unattributed.message));
            }
        }
    }
    let results: Vec<Judged<'a>> = results
        .into_iter()
        .filter_map(|slot| slot.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
        .collect();
    let mut run = Run {
        description,
        results,
        selected: cases.len(),
        trivial_scores: trivial::all(&asked.iter().map(|&index| cases[index]).collect::<Vec<_>>()),
        remarks,
        unattributed,
        not_asked,
        strict: options.strict,
        comparison: None,
        pinned: None,
    };
    run.remarks.extend(smoke(&run));
    Ok(run)
}

/// What a run keeps is bounded by its vectors, not by what is answered. A value that is right stays as it is.
fn keep_little(outcome: &mut Outcome, verdict: &mut Verdict) {
    if verdict.status == Status::Pass && matches!(outcome, Outcome::Value(_)) {
        return;
    }
    let gone = outcome.cut();
    match &mut verdict.cause {
        Some(Cause::Failure(failure)) => {
            if let Outcome::Error(cut) = outcome {
                failure.clone_from(cut);
            }
        }
        Some(Cause::Mismatch(mismatch)) => mismatch.came.clone_from(outcome),
        Some(Cause::Skipped(_)) | None => {}
    }
    if gone > 0 {
        let text = format!("the answer was longer than {} KiB: {gone} bytes of it are not kept", KEPT >> 10);
        verdict.notes.push(Note::remark(text));
    }
}

fn in_process(
    implementation: &dyn Implementation,
    cases: &[Case<'_>],
    asked: &[usize],
    options: &Options<'_>,
    judge_one: &(dyn Fn(usize, Outcome) + Sync),
) {
    let ask = |&index: &usize| {
        if options.cancel.load(Ordering::Relaxed) {
            return;
        }
        let case = &cases[index];
        let outcome = caught(|| implementation.perform(case.profile, &case.vector.operation))
            .unwrap_or_else(Outcome::Error);
        judge_one(index, outcome);
    };
    in_pool(options.jobs, || asked.par_iter().for_each(ask));
}

/// Does parallel work with so many threads.
pub fn in_pool(jobs: usize, work: impl FnOnce() + Send) {
    match rayon::ThreadPoolBuilder::new().num_threads(jobs.max(1)).stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own a run has as many as rayon finds right.
        Err(_) => work(),
    }
}

/// Asks once more, each as the first of a fresh child, those that passed and have a budget.
fn measure<'a>(
    testee: &Testee,
    cases: &[Case<'a>],
    results: &[Mutex<Option<Judged<'a>>>],
    options: &Options<'_>,
) {
    let measured = |(case, slot): (&Case<'a>, &Mutex<Option<Judged<'a>>>)| {
        let Some(budget) = case.vector.budget else { return };
        let mut slot = slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let passed = slot.as_mut().filter(|judged| judged.verdict.status == Status::Pass);
        if let Some(judged) = passed.filter(|_| !options.cancel.load(Ordering::Relaxed)) {
            let mut session = testee.session_until(options.cancel);
            let (outcome, measure) = session.ask_measured(case.profile, &case.vector.operation);
            if options.cancel.load(Ordering::Relaxed) {
                // What it took says nothing: it may never have come to its end.
                return;
            }
            if let Some(over) = over(budget, measure) {
                judged.verdict = Verdict::fail(case.vector.expect.clone(), outcome, Difference::Budget(over));
            }
        }
    };
    in_pool(options.jobs, || cases.par_iter().zip(results).for_each(measured));
}

/// What a measured answer took beyond its budget, in words.
fn over(budget: Budget, measure: Measure) -> Option<String> {
    let mib = measure.memory.map(|bytes| bytes >> 20);
    if let (Some(allowed), Some(mib)) = (budget.memory, mib)
        && mib > allowed
    {
        return Some(format!(
            "{mib} MiB of address space, where {allowed} MiB are allowed: did it reserve what a length declares?"
        ));
    }
    let allowed = budget.seconds?;
    (measure.time > Duration::from_secs(allowed))
        .then(|| format!("{:.1} s, where {allowed} s are allowed", measure.time.as_secs_f64()))
}

/// A failure that did not happen again when the vectors in flight were asked one by one.
fn remark(ids: &[&str], message: &str) -> String {
    let among = match ids {
        [] => "with nothing in flight".to_owned(),
        [id] => format!("with {id} in flight"),
        [first, .., last] => format!("with {} vectors in flight, from {first} to {last}", ids.len()),
    };
    format!("{among}, the testee failed in a way it did not when they were asked one by one: {message}")
}

/// What an implementation may use of the stack, in bytes: as much as a main thread commonly has.
const STACK: usize = 8_388_608;

/// An operation of which not one vector with a value passes was hardly understood: the wrapper is at fault
/// more often than the library. Few vectors prove nothing.
fn smoke(run: &Run<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    for operation in run.description.operations.names() {
        let with_value = |judged: &&Judged<'_>| {
            judged.case.vector.operation.name() == operation
                && judged.verdict.status != Status::Skip
                && judged
                    .case
                    .vector
                    .expect
                    .iter()
                    .all(|a| matches!(a.outcome, crate::vector::Expected::Value(_)))
        };
        let asked: Vec<_> = run.results.iter().filter(with_value).collect();
        if asked.len() >= 5 && asked.iter().all(|judged| judged.verdict.status != Status::Pass) {
            let simplest = asked.iter().min_by_key(|judged| size(judged));
            let id = simplest.map_or("", |judged| judged.case.vector.id.as_str());
            remarks.push(format!(
                "none of the {} `{operation}` vectors that have a value passed, not even {id}: is the operation wrapped right?",
                asked.len()
            ));
        }
    }
    remarks
}

fn size(judged: &Judged<'_>) -> usize {
    serde_json::to_string(&judged.case.vector.operation).map_or(usize::MAX, |text| text.len())
}

#[cfg(test)]
mod tests;
