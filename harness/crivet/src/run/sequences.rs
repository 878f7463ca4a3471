//! The sequences among the cases: each is asked of one testee, in order and with nothing in between.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Options, caught};
use crate::feature::Feature;
use crate::implementation::Implementation;
use crate::operation::{Operation, OperationName};
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::process::{Session, Testee};
use crate::select::Case;
use crate::sequence::{Each, ask_each};
use crate::threads;
use crate::verdict::{Note, Status, StepNumber, Verdict};

/// After how many sequences in a row that failed to answer in the same way the rest is not asked.
const ROW: usize = 8;

/// What was decided about a case.
type Decide<'d> = &'d (dyn Fn(usize, Outcome, Verdict) + Sync);

/// The sequences of a run, by index.
pub(super) struct Turns<'a, 'c> {
    pub(super) cases: &'a [Case<'c>],
    pub(super) in_turn: &'a [usize],
    pub(super) features: &'a BTreeSet<Feature>,
    pub(super) options: &'a Options<'a>,
}

impl Turns<'_, '_> {
    /// One after the other, so that nobody else is asked in between.
    pub(super) fn in_process(&self, implementation: &dyn Implementation, decide: Decide<'_>) {
        let work = || {
            for &index in self.in_turn {
                let case = &self.cases[index];
                let put = &mut |operation: &Operation, times: u32, each: Each<'_>| {
                    (0..times).all(|_| {
                        let outcome = caught(|| implementation.perform(case.profile, operation))
                            .unwrap_or_else(Outcome::Error);
                        !self.is_cancelled() && each(outcome)
                    });
                };
                if let Some((outcome, verdict)) = ask_each(case, self.features, put) {
                    decide(index, outcome, verdict);
                }
            }
        };
        // In a thread of its own, whose stack is as large as that of every other case.
        threads::side_by_side(1, &work);
    }

    /// By a session a job. Gives how many were not asked, since an operation was given up, or since the testee fails on
    /// every sequence in the same way.
    pub(super) fn by_pipe(
        &self,
        testee: &Testee,
        given_up: &BTreeMap<OperationName, Failure>,
        decide: Decide<'_>,
    ) -> usize {
        let next = AtomicUsize::new(0);
        let not_asked = AtomicUsize::new(0);
        let row = Mutex::new((None, 0));
        let job = || {
            let mut session = testee.session_until(self.options.cancel);
            while let Some(&index) = self.in_turn.get(next.fetch_add(1, Ordering::Relaxed)) {
                let case = &self.cases[index];
                let mut operations = case.vector.operations().map(Operation::name);
                let systematic = operations
                    .find_map(|operation| given_up.get(&operation).cloned())
                    .or_else(|| all_fail(&row));
                if let Some(failure) = systematic {
                    not_asked.fetch_add(1, Ordering::Relaxed);
                    decide(index, Outcome::Error(failure.clone()), Verdict::error(failure));
                    continue;
                }
                let fresh = session.is_fresh();
                let Some((outcome, mut verdict)) = ask(&mut session, case, self.features) else { return };
                if verdict.status != Status::Pass {
                    // What it left behind is not to be the next one's fault.
                    session.renew();
                    if !fresh
                        && let Some((_, alone)) = ask(&mut session, case, self.features)
                        && alone.status == Status::Pass
                    {
                        verdict.notes.push(Note::remark(
                            "asked alone, of a fresh process, it passes: what was asked before has a part in it",
                        ));
                    }
                }
                if self.is_cancelled() {
                    return;
                }
                count(&row, &outcome);
                decide(index, outcome, verdict);
            }
        };
        threads::side_by_side(testee.jobs(self.options.jobs).clamp(1, self.in_turn.len().max(1)), &job);
        not_asked.into_inner()
    }

    fn is_cancelled(&self) -> bool {
        self.options.cancel.load(Ordering::Relaxed)
    }
}

/// Asks a case of a session, and makes sure that nothing comes after it; none where it was cancelled.
pub(super) fn ask(
    session: &mut Session<'_>,
    case: &Case<'_>,
    features: &BTreeSet<Feature>,
) -> Option<(Outcome, Verdict)> {
    let put = &mut |operation: &Operation, times: u32, each: Each<'_>| {
        session.ask_times(case.profile, operation, times, each);
    };
    let judged = ask_each(case, features, put)?;
    let Some(failure) = session.clear() else { return Some(judged) };
    let of = case.vector.before.len() + 1;
    let mut verdict = Verdict::error(failure.clone());
    verdict.step = case.vector.is_sequence().then_some(StepNumber { step: of, of, time: case.vector.times });
    // What was wrong before is the reason that is told.
    Some(if judged.1.status == Status::Pass { (Outcome::Error(failure), verdict) } else { judged })
}

/// Failures of one kind with no answer in between.
type Row = Mutex<(Option<Failure>, usize)>;

fn count(row: &Row, outcome: &Outcome) {
    let mut row = row.lock().unwrap_or_else(PoisonError::into_inner);
    *row = match (outcome, std::mem::take(&mut *row)) {
        (Outcome::Error(failure), (Some(before), times)) if before.kind == failure.kind => {
            (Some(failure.clone()), times + 1)
        }
        (Outcome::Error(failure), _) => (Some(failure.clone()), 1),
        _ => (None, 0),
    };
}

fn all_fail(row: &Row) -> Option<Failure> {
    let row = row.lock().unwrap_or_else(PoisonError::into_inner);
    let last = row.0.as_ref().filter(|last| row.1 >= ROW && last.kind != FailureKind::Unavailable)?;
    let message = format!(
        "systematic failure, so this was not asked: {} sequences in a row had failed; the last one before: {}",
        row.1, last.message
    );
    Some(Failure { kind: last.kind, message })
}
