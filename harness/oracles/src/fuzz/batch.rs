//! A chunk of cases: at once in this process, in batches over a pipe.
//!
//! A batch comes of running the check of every case that is not done, and is all questions that this left open, a window of them
//! in flight; then it starts over. An oracle that puts independent questions together is done in as many batches as its
//! questions depend on each other.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use arbitrary::Unstructured;

use super::input::BYTES;
use super::key::CheckResult;
use super::worker::{Worker, locked};
use crate::generate::seed::fill;
use crate::oracle::{Asker, Memo, Oracle};
use crivet::operation::Operation;
use crivet::outcome::{FailureKind, Outcome};
use crivet::process::Crew;
use crivet::profile::Profile;

/// The most batches a check may take: far more than any oracle needs, so that one that never ends is noticed.
const BATCHES: usize = 1000;

/// Works on the cases of these numbers, and tells how many time-outs they came to.
pub(super) fn chunk<O: Oracle>(oracle: &O, worker: &mut Worker<'_>, seed: u64, numbers: Range<u64>) -> u64 {
    if worker.is_at_once() {
        at_once(oracle, worker, seed, numbers)
    } else {
        in_batches(oracle, worker, seed, numbers)
    }
}

fn at_once<O: Oracle>(oracle: &O, worker: &mut Worker<'_>, seed: u64, numbers: Range<u64>) -> u64 {
    let mut bytes = [0; BYTES];
    for number in numbers {
        if worker.stop.load(Ordering::Relaxed) {
            break;
        }
        fill(seed.wrapping_add(number), &mut bytes);
        let Ok(case) = oracle.case(worker.profile, &mut Unstructured::new(&bytes)) else { continue };
        let mut asker = Asker::at_once(worker.profile, worker.parties);
        let result = oracle.check(&case, &mut asker);
        match (result, asker.failed()) {
            (Ok(checked), _) => count(worker, number, Ok(checked)),
            (Err(_), Some(failed)) => count(worker, number, Err(failed)),
            (Err(_), None) => {}
        }
    }
    0
}

fn count(worker: &mut Worker<'_>, number: u64, result: CheckResult) {
    match &result {
        Ok(checked) => worker.leg.tally.count(checked),
        Err(_) => worker.leg.tally.differ += 1,
    }
    worker.leg.groups.count(number, result);
}

struct Open<C> {
    number: u64,
    case: C,
    memo: Memo,
}

fn in_batches<O: Oracle>(oracle: &O, worker: &mut Worker<'_>, seed: u64, numbers: Range<u64>) -> u64 {
    let mut bytes = [0; BYTES];
    let mut open = Vec::new();
    for number in numbers {
        if worker.stop.load(Ordering::Relaxed) {
            return 0;
        }
        fill(seed.wrapping_add(number), &mut bytes);
        if let Ok(case) = oracle.case(worker.profile, &mut Unstructured::new(&bytes)) {
            open.push(Open { number, case, memo: Memo::default() });
        }
    }
    let mut time_outs = 0;
    for _ in 0..BATCHES {
        let mut pending = Vec::new();
        for mut one in open {
            let mut asker = Asker::in_batches(worker.profile, worker.parties, &mut one.memo);
            let result = oracle.check(&one.case, &mut asker);
            match (result, asker.failed()) {
                (Ok(checked), _) => count(worker, one.number, Ok(checked)),
                (Err(_), Some(failed)) => match failed.failure.kind {
                    FailureKind::Unavailable => {
                        worker.leg.unavailable.get_or_insert(failed.failure.message);
                    }
                    kind => {
                        time_outs += u64::from(kind == FailureKind::TimeOut);
                        count(worker, one.number, Err(failed));
                    }
                },
                (Err(_), None) => pending.push(one),
            }
        }
        open = pending;
        if open.is_empty() || worker.stop.load(Ordering::Relaxed) || worker.leg.unavailable.is_some() {
            break;
        }
        let unattributed =
            [(false, &worker.crew), (true, &worker.other_crew)].into_iter().flat_map(|(other, crew)| {
                crew.as_ref().map(|crew| answer(crew, other, &mut open, worker.stop)).unwrap_or_default()
            });
        worker.leg.unattributed.extend(unattributed.collect::<Vec<_>>());
        if worker.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    time_outs
}

/// Asks what is open for one of the two, and puts the answers in their places. Tells what failed by nobody's fault.
fn answer<C>(
    crew: &Crew,
    other: bool,
    open: &mut [Open<C>],
    stop: &std::sync::atomic::AtomicBool,
) -> Vec<String> {
    let mut places = Vec::new();
    let mut requests: Vec<(Profile, Operation)> = Vec::new();
    for (at, one) in open.iter().enumerate() {
        for (place, (question, outcome)) in one.memo.places.iter().enumerate() {
            if outcome.is_none() && question.other == other {
                places.push((at, place));
                requests.push((question.profile, question.operation.clone()));
            }
        }
    }
    if requests.is_empty() {
        return Vec::new();
    }
    let outcomes: Mutex<Vec<Option<Outcome>>> = Mutex::new(vec![None; requests.len()]);
    let performance = crew.perform_all(&requests, 1, stop, &|index, outcome| {
        locked(&outcomes)[index] = Some(outcome);
    });
    let outcomes = outcomes.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    for ((at, place), outcome) in places.into_iter().zip(outcomes) {
        open[at].memo.places[place].1 = outcome;
    }
    performance.unattributed.into_iter().map(|unattributed| unattributed.message).collect()
}
