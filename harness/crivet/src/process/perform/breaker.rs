//! The circuit breaker: a testee that fails on everything is not asked everything.
//!
//! A testee that never answers would take its time limit for each of some thousand vectors. So failures of the same
//! kind are counted, and after a few in a row, with no answer in between, there is a *hearing*: further requests are
//! asked, each alone and of a fresh process. Only where all of them fail in the same way too are the others charged
//! without being asked, with a *systematic failure*. A testee that fails on some vectors alone is never cut short:
//! one answer in a hearing is enough, and the next hearing waits for twice as many failures.
//!
//! - After [`ROW`] failures in a row, whatever was asked, every operation that is left is heard. If nothing is
//!   answered, all of them are given up. One that took half a time limit or longer weighs as much as the row.
//! - After [`OPERATION_ROW`] failures in a row of one operation that took [`LOST`] or longer together, that
//!   operation is heard, and given up alone. What fails fast is asked to the end: nothing is to be gained.
//! - After failures that took [`PATIENCE`] time limits together, with answers in between or not, whatever is left is
//!   given up: a testee that hangs at every second vector would take a day.
//!
//! A hearing takes the shortest request of an operation, the one in the middle and the last one, since the shortest
//! may be an invalid input, and a testee may fail on those alone. Where failures take long, of more than three
//! operations, the one in the middle has to do, and all are heard at the same time. A process that had to wait for a
//! processor meanwhile is no witness, nor is one that would not start beside the others: these are asked once more,
//! as many at a time as there are processors, or one.
//!
//! So a testee that never answers is given up after some three time limits, and one that never rests, where there are
//! few processors, after that and one more for as many operations as there are processors.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::super::failure::seconds;
use super::super::{Stop, solo};
use super::Shared;
use crate::operation::OperationName;
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::protocol::request;

/// After how many failures of the same kind in a row, whatever was asked, everything is heard.
pub(super) const ROW: usize = 4;

/// After how many failures of the same kind in a row of one operation it is heard.
pub(super) const OPERATION_ROW: usize = 8;

/// What those of one operation have to have taken together.
pub(super) const LOST: Duration = Duration::from_secs(5);

/// After how many time limits that failures took, all together, nothing more is asked.
pub(super) const PATIENCE: u32 = 100;

/// How many requests a hearing asks at a time of a testee that is asked by several jobs, at the least; and how many
/// where failures take long, before it asks all.
const AT_A_TIME: usize = 4;

/// How long these have to answer, so that one answer spares the others.
const HEAD_START: Duration = Duration::from_secs(1);

/// How often a hearing looks whether it is over.
const TICK: Duration = Duration::from_millis(10);

/// How much of the last failure's words a systematic failure repeats, in characters.
const WORDS: usize = 300;

/// What has been given up, and what may be soon.
#[derive(Default)]
pub(super) struct Breaker {
    rows: Mutex<Rows>,
    /// One hearing at a time.
    hearing: Mutex<()>,
}

#[derive(Default)]
struct Rows {
    all: Row,
    operations: BTreeMap<OperationName, Row>,
    given_up: BTreeMap<OperationName, Failure>,
    /// How many requests failed, and what all failures took.
    failures: usize,
    lost: Duration,
}

/// Failures of one kind with no answer in between.
#[derive(Clone, Default)]
struct Row {
    kind: Option<FailureKind>,
    failures: usize,
    /// How long they took.
    lost: Duration,
    last: String,
    /// How many hearings came to nothing.
    hearings: u32,
}

impl Row {
    fn count(&mut self, outcome: &Outcome, took: Duration) {
        let before = std::mem::take(self);
        self.hearings = before.hearings;
        let Outcome::Error(failure) = outcome else { return };
        if before.kind == Some(failure.kind) {
            (self.failures, self.lost) = (before.failures, before.lost);
        }
        self.kind = Some(failure.kind);
        self.failures += 1;
        self.lost += took;
        self.last = failure.message.chars().take(WORDS).collect();
    }

    /// Are there so many that a hearing is due? Each one in vain doubles the number.
    fn reaches(&self, limit: usize) -> bool {
        self.kind.is_some_and(|kind| kind != FailureKind::Unavailable)
            && self.failures >= limit.saturating_mul(1 << self.hearings.min(20))
    }

    /// Does each take so long that few have to do?
    fn is_slow(&self, limit: Duration) -> bool {
        self.lost >= limit / 2 * u32::try_from(self.failures).unwrap_or(u32::MAX)
    }
}

/// What a hearing is about.
struct Due {
    /// The operation; none for all.
    operation: Option<OperationName>,
    kind: FailureKind,
    row: Row,
}

impl Breaker {
    /// Takes note of an outcome, and of the time that it took.
    pub(super) fn count(&self, operation: OperationName, outcome: &Outcome, took: Duration) {
        let mut rows = self.rows();
        if matches!(outcome, Outcome::Error(_)) {
            rows.failures += 1;
            rows.lost += took;
        }
        rows.all.count(outcome, took);
        rows.operations.entry(operation).or_default().count(outcome, took);
    }

    /// Every operation that was given up, with its failure.
    pub(super) fn all_given_up(&self) -> BTreeMap<OperationName, Failure> {
        self.rows().given_up.clone()
    }

    /// Takes note of time that passed before a failure came to light.
    pub(super) fn lose(&self, time: Duration) {
        self.rows().lost += time;
    }

    /// The failure that a request is charged with, where its operation was given up.
    pub(super) fn given_up(&self, operation: OperationName) -> Option<Failure> {
        self.rows().given_up.get(&operation).cloned()
    }

    fn rows(&self) -> std::sync::MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self, limit: Duration) -> Option<Due> {
        let rows = self.rows();
        let due = |operation, row: &Row| Some(Due { operation, kind: row.kind?, row: row.clone() });
        if rows.all.reaches(if rows.all.is_slow(limit) { 1 } else { ROW }) {
            return due(None, &rows.all);
        }
        let mut open =
            rows.operations.iter().filter(|(operation, _)| !rows.given_up.contains_key(*operation));
        let (operation, row) = open.find(|(_, row)| row.reaches(OPERATION_ROW) && row.lost >= LOST)?;
        due(Some(*operation), row)
    }
}

impl Shared<'_> {
    /// Holds a hearing, where one is due.
    pub(super) fn hear(&self) -> Result<(), Stop> {
        self.lose_patience();
        let limit = self.testee.limits.request;
        if self.breaker.due(limit).is_none() {
            return Ok(());
        }
        let _one = self.breaker.hearing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(due) = self.breaker.due(limit) else { return Ok(()) };
        let slow = due.row.is_slow(limit);
        let asked = self.witnesses(&due, slow);
        let failed = !asked.is_empty() && self.all_fail(&asked, due.kind, slow)?;
        let mut rows = self.breaker.rows();
        if !failed {
            let row = match due.operation {
                Some(operation) => rows.operations.entry(operation).or_default(),
                None => &mut rows.all,
            };
            row.hearings += 1;
            return Ok(());
        }
        if due.operation.is_none() {
            rows.all = Row::default();
        }
        drop(rows);
        let operations = asked.iter().map(|index| self.requests[*index].1.name());
        self.give_up(operations, systematic(&due, asked.len()));
        Ok(())
    }

    /// Gives everything up where failures took too long, all together.
    fn lose_patience(&self) {
        let rows = self.breaker.rows();
        let most = self.testee.limits.request * PATIENCE;
        if rows.lost < most {
            return;
        }
        let left: BTreeSet<OperationName> =
            self.requests.iter().map(|(_, operation)| operation.name()).collect();
        let left: Vec<_> = left.into_iter().filter(|name| !rows.given_up.contains_key(name)).collect();
        if left.is_empty() {
            return;
        }
        let message = format!(
            "systematic failure, so this was not asked: {} requests had failed, which took {PATIENCE} times the time \
             limit of {} together; the last one: {}",
            rows.failures,
            seconds(self.testee.limits.request),
            rows.all.last
        );
        drop(rows);
        self.give_up(left, Failure { kind: FailureKind::Unavailable, message });
    }

    fn give_up(&self, operations: impl IntoIterator<Item = OperationName>, failure: Failure) {
        let operations = operations.into_iter().map(|operation| (operation, failure.clone()));
        self.breaker.rows().given_up.extend(operations);
        self.performance.lock().unwrap_or_else(PoisonError::into_inner).systematic.push(failure);
    }

    /// The requests that are asked in the hearing: some of each operation in question.
    fn witnesses(&self, due: &Due, slow: bool) -> Vec<usize> {
        let mut left: BTreeMap<OperationName, Vec<usize>> = BTreeMap::new();
        let given_up: Vec<OperationName> = self.breaker.rows().given_up.keys().copied().collect();
        for (index, (_, operation)) in self.requests.iter().enumerate() {
            let name = operation.name();
            let open = !self.decided[index].load(Ordering::Relaxed) && !given_up.contains(&name);
            if open && due.operation.is_none_or(|one| one == name) {
                left.entry(name).or_default().push(index);
            }
        }
        let few = slow && left.len() > 3;
        let mut asked = Vec::new();
        for indices in left.values() {
            asked.push(indices[indices.len() / 2]);
            if !few {
                let length = |index: &&usize| {
                    let (profile, operation) = &self.requests[**index];
                    request(0, *profile, operation).len()
                };
                asked.extend(indices.iter().min_by_key(length));
                asked.push(indices[indices.len() - 1]);
            }
        }
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Does each of these fail in this way, alone and first of a fresh process?
    fn all_fail(&self, asked: &[usize], kind: FailureKind, slow: bool) -> Result<bool, Stop> {
        // What is asked by one job may be able to run only once.
        let at_a_time = if self.jobs == 1 { 1 } else { self.jobs.max(AT_A_TIME) };
        let Some(again) =
            (if slow { self.ask_all(asked, kind)? } else { self.ask_some(asked, kind, at_a_time)? })
        else {
            return Ok(false);
        };
        let processors = thread::available_parallelism().map_or(1, usize::from);
        for (doubtful, at_a_time) in [(again.starved, processors), (again.not_started, 1)] {
            match self.ask_some(&doubtful, kind, at_a_time)? {
                // Nobody else could hold what it needs.
                Some(again) if again.not_started.is_empty() => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Asks these, all at the same time but for a few that begin; none where one was answered.
    fn ask_all(&self, asked: &[usize], kind: FailureKind) -> Result<Option<Again>, Stop> {
        let few = asked.len().min(AT_A_TIME);
        self.in_parallel(asked, kind, asked.len(), |thread, is_over| {
            let start = Instant::now();
            while thread >= few && start.elapsed() < HEAD_START && !is_over.load(Ordering::Relaxed) {
                thread::sleep(TICK);
            }
        })
    }

    fn ask_some(&self, asked: &[usize], kind: FailureKind, at_a_time: usize) -> Result<Option<Again>, Stop> {
        self.in_parallel(asked, kind, at_a_time, |_, _| {})
    }

    /// None where one did not fail in this way.
    fn in_parallel(
        &self,
        asked: &[usize],
        kind: FailureKind,
        threads: usize,
        wait: impl Fn(usize, &AtomicBool) + Sync,
    ) -> Result<Option<Again>, Stop> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let threads = threads.min(asked.len());
        let (is_over, is_answered) = (AtomicBool::new(false), AtomicBool::new(false));
        let again = Mutex::new(Again::default());
        let hear = |thread| {
            wait(thread, &is_over);
            while !is_over.load(Ordering::Relaxed)
                && let Some(&index) = asked.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let alone = solo::ask(self.testee, &mut None, &self.requests[index], &is_over);
                let mut again = again.lock().unwrap_or_else(PoisonError::into_inner);
                match alone {
                    Ok(alone) if matches!(&alone.outcome, Outcome::Error(failure) if failure.kind == kind) => {
                        if alone.waited.is_none_or(|waited| waited >= self.testee.limits.request / 4) {
                            again.starved.push(index);
                        }
                    }
                    Ok(_) => {
                        is_answered.store(true, Ordering::Relaxed);
                        is_over.store(true, Ordering::Relaxed);
                    }
                    Err(Stop::Unavailable(_)) => again.not_started.push(index),
                    // One was answered, or everything is to end.
                    Err(Stop::Cancelled) => {}
                }
            }
            done.fetch_add(1, Ordering::Relaxed);
        };
        thread::scope(|scope| {
            for thread in 0..threads {
                let hear = &hear;
                scope.spawn(move || hear(thread));
            }
            while done.load(Ordering::Relaxed) < threads {
                if self.cancel.load(Ordering::Relaxed) {
                    is_over.store(true, Ordering::Relaxed);
                }
                thread::sleep(TICK);
            }
        });
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        let again = again.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((!is_answered.into_inner()).then_some(again))
    }
}

/// Requests whose failure says nothing yet.
#[derive(Default)]
struct Again {
    /// Its process had to wait for a processor.
    starved: Vec<usize>,
    /// Its process did not start.
    not_started: Vec<usize>,
}

fn systematic(due: &Due, heard: usize) -> Failure {
    let of = match due.operation {
        Some(operation) => format!("of `{operation}`"),
        None => "of every operation".to_owned(),
    };
    let row = match due.row.failures {
        1 => "the request before".to_owned(),
        failures => format!("{failures} requests in a row"),
    };
    let message = format!(
        "systematic failure, so this was not asked: {row} had failed in the same way, and so did {heard} more {of}, \
         each asked alone of a fresh process; the last one before: {}",
        due.row.last
    );
    Failure { kind: due.kind, message }
}
