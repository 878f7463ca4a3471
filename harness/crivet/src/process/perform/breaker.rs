//! The circuit breaker: a testee that fails on everything is not asked everything.
//!
//! A testee that never answers would take its time limit for each of some thousand vectors. So failures of the same
//! kind are counted, and after a few in a row, with no answer in between, there is a *hearing*: further requests are
//! asked, each alone and of a fresh process. Only where all of them fail in the same way too are the others charged
//! without being asked, with a *systematic failure*. A testee that fails on some vectors alone is never cut short:
//! one answer in a hearing is enough, and the next hearing waits for twice as many failures.
//!
//! - After [`ROW`] failures in a row, whatever was asked, every operation that is left is heard. If nothing is
//!   answered, all of them are given up.
//! - After [`OPERATION_ROW`] failures in a row of one operation that took [`LOST`] or longer together, that
//!   operation is heard, and given up alone. What fails fast is asked to the end: nothing is to be gained.
//!
//! A hearing takes the shortest request of an operation, the one in the middle and the last one, since the shortest
//! may be an invalid input, and a testee may fail on those alone. For time-outs, of more than three operations, the
//! shortest one has to do.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

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

/// How many requests a hearing asks at a time, at the least, of a testee that is asked by several jobs.
const AT_A_TIME: usize = 4;

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
        rows.all.count(outcome, took);
        rows.operations.entry(operation).or_default().count(outcome, took);
    }

    /// Every operation that was given up, with its failure.
    pub(super) fn all_given_up(&self) -> BTreeMap<OperationName, Failure> {
        self.rows().given_up.clone()
    }

    /// The failure that a request is charged with, where its operation was given up.
    pub(super) fn given_up(&self, operation: OperationName) -> Option<Failure> {
        self.rows().given_up.get(&operation).cloned()
    }

    fn rows(&self) -> std::sync::MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self) -> Option<Due> {
        let rows = self.rows();
        let due = |operation, row: &Row| Some(Due { operation, kind: row.kind?, row: row.clone() });
        if rows.all.reaches(ROW) {
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
        if self.breaker.due().is_none() {
            return Ok(());
        }
        let _one = self.breaker.hearing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(due) = self.breaker.due() else { return Ok(()) };
        let (operations, asked) = self.witnesses(&due);
        let failed = !asked.is_empty() && self.all_fail(&asked, due.kind)?;
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
        let failure = systematic(&due, asked.len());
        rows.given_up.extend(operations.into_iter().map(|operation| (operation, failure.clone())));
        drop(rows);
        self.performance.lock().unwrap_or_else(PoisonError::into_inner).systematic.push(failure);
        Ok(())
    }

    /// The operations in question, and the requests that are asked in the hearing.
    fn witnesses(&self, due: &Due) -> (Vec<OperationName>, Vec<usize>) {
        let mut left: BTreeMap<OperationName, Vec<usize>> = BTreeMap::new();
        let given_up: Vec<OperationName> = self.breaker.rows().given_up.keys().copied().collect();
        for (index, (_, operation)) in self.requests.iter().enumerate() {
            let name = operation.name();
            let open = !self.decided[index].load(Ordering::Relaxed) && !given_up.contains(&name);
            if open && due.operation.is_none_or(|one| one == name) {
                left.entry(name).or_default().push(index);
            }
        }
        let few = due.kind == FailureKind::TimeOut && left.len() > 3;
        let mut asked = Vec::new();
        for indices in left.values() {
            let length = |index: &&usize| {
                let (profile, operation) = &self.requests[**index];
                request(0, *profile, operation).len()
            };
            asked.extend(indices.iter().min_by_key(length));
            if !few {
                asked.extend([indices[indices.len() / 2], indices[indices.len() - 1]]);
            }
        }
        asked.sort_unstable();
        asked.dedup();
        (left.into_keys().collect(), asked)
    }

    /// Does each of these fail in this way, alone and first of a fresh process?
    fn all_fail(&self, asked: &[usize], kind: FailureKind) -> Result<bool, Stop> {
        let next = AtomicUsize::new(0);
        let answered = AtomicBool::new(false);
        let hear = || {
            while !answered.load(Ordering::Relaxed)
                && let Some(&index) = asked.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let alone = solo::ask(self.testee, &mut None, &self.requests[index], self.cancel);
                match alone {
                    Ok(alone) if matches!(&alone.outcome, Outcome::Error(failure) if failure.kind == kind) => {
                    }
                    // A process that would not start is no witness: another may hold what it needs.
                    Ok(_) | Err(_) => answered.store(true, Ordering::Relaxed),
                }
            }
        };
        // What is asked by one job may be able to run only once.
        let threads = if self.jobs == 1 { 1 } else { self.jobs.max(AT_A_TIME) };
        thread::scope(|scope| {
            for _ in 0..threads.min(asked.len()) {
                scope.spawn(hear);
            }
        });
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        Ok(!answered.into_inner())
    }
}

fn systematic(due: &Due, heard: usize) -> Failure {
    let (of, failures) = match due.operation {
        Some(operation) => (format!("of `{operation}`"), due.row.failures),
        None => ("of every operation".to_owned(), due.row.failures),
    };
    let message = format!(
        "systematic failure, so this was not asked: {failures} requests in a row had failed in the same way, and so \
         did {heard} more {of}, each asked alone of a fresh process; the last one before: {}",
        due.row.last
    );
    Failure { kind: due.kind, message }
}
