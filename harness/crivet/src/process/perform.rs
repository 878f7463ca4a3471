//! Asking many things: children side by side, requests ahead of answers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use self::breaker::Breaker;
use self::pace::Haste;
pub use self::pace::Pace;
use self::pipeline::Pipeline;
use super::connection::Connection;
use super::queue::Queue;
use super::{Stop, Testee, start_anew};
use crate::operation::{Operation, OperationName};
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::profile::Profile;

mod breaker;
mod pace;
mod pipeline;

/// The most unattributed failures that are kept with their words; all are counted.
pub(super) const KEPT: usize = 100;

/// How many things were asked went, beyond the outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Performance {
    /// How many requests have an outcome.
    pub outcomes: usize,
    /// Was it cancelled? Then some requests may have no outcome.
    pub cancelled: bool,
    /// How many failures could be charged to no request.
    pub unattributed_count: usize,
    /// The first hundred of them.
    pub unattributed: Vec<UnattributedFailure>,
    /// The failures that requests were charged with and not asked: one for all of them, or one an operation.
    pub systematic: Vec<Failure>,
    /// How many requests were charged so.
    pub not_asked: usize,
    /// The operations that are not to be asked any more, each with its systematic failure.
    pub given_up: BTreeMap<OperationName, Failure>,
    /// How often a child that had answered everything did not exit with success, and how the first of them ended:
    /// for a sentence that starts with the testee.
    pub exits: Option<(usize, String)>,
}

/// A failure that did not happen again when the requests in question were asked alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnattributedFailure {
    /// The requests in question, by index; none where the testee failed when it owed nothing.
    pub requests: Vec<usize>,
    /// What happened.
    pub message: String,
}

/// What the children of one run share.
struct Shared<'a> {
    testee: &'a Testee,
    requests: &'a [(Profile, Operation)],
    queue: Queue,
    cancel: &'a AtomicBool,
    on_outcome: &'a (dyn Fn(usize, Outcome) + Sync),
    performance: Mutex<Performance>,
    jobs: usize,
    /// Which requests have their outcome.
    decided: Vec<AtomicBool>,
    breaker: Breaker,
    /// Where children stay that have nothing to do; without it they exit.
    idle: Option<&'a Mutex<Vec<Connection>>>,
    haste: Option<&'a Haste>,
}

impl Testee {
    /// Asks many things, each of which gets its outcome once, by index, in no particular order.
    ///
    /// `jobs` children work side by side; neighbours stay together and in order. `on_outcome` is called from
    /// several threads. When `cancel` is set the children are killed, within some tens of milliseconds, and
    /// what has no outcome gets none.
    ///
    /// A testee that fails on everything is not asked everything: after a few failures of the same kind in a row,
    /// and some more that are to confirm them, the rest is charged with a systematic failure, see
    /// [`Performance::systematic`]; so it is after failures that took a hundred time limits together.
    pub fn perform_all(
        &self,
        requests: &[(Profile, Operation)],
        jobs: usize,
        cancel: &AtomicBool,
        on_outcome: &(dyn Fn(usize, Outcome) + Sync),
    ) -> Performance {
        perform_all((self, None, None), requests, jobs, cancel, on_outcome)
    }
}

/// Children of one testee that stay from one batch of questions to the next.
pub struct Crew {
    testee: Testee,
    idle: Mutex<Vec<Connection>>,
    haste: Option<Haste>,
}

impl Crew {
    /// Nobody yet: children are started as they are needed.
    pub fn new(testee: Testee) -> Self {
        Crew { testee, idle: Mutex::new(Vec::new()), haste: None }
    }

    /// The same in haste: an answer in company is waited for no longer than `patience`, until that is known to be too
    /// little. What is asked alone, or first of a process, has all the time that is allowed, until the testee is known to
    /// hang.
    #[must_use]
    pub fn in_haste(mut self, patience: Duration, pace: Arc<Pace>) -> Self {
        self.haste = Haste::new(&self.testee, patience, pace);
        self
    }

    /// Starts a child that stays, unless one is there: then its start is no part of what is asked.
    ///
    /// # Errors
    ///
    /// In words, where it cannot be started. Whoever cancels is told nothing.
    pub fn start(&self, cancel: &AtomicBool) -> Result<(), String> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.is_empty() {
            match start_anew(&self.testee, cancel) {
                Ok(child) => idle.push(child),
                Err(Stop::Unavailable(message)) => return Err(message),
                Err(Stop::Cancelled) => {}
            }
        }
        Ok(())
    }

    /// As [`Testee::perform_all`], with children that stay.
    pub fn perform_all(
        &self,
        requests: &[(Profile, Operation)],
        jobs: usize,
        cancel: &AtomicBool,
        on_outcome: &(dyn Fn(usize, Outcome) + Sync),
    ) -> Performance {
        let whom = (&self.testee, Some(&self.idle), self.haste.as_ref());
        perform_all(whom, requests, jobs, cancel, on_outcome)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().unwrap_or_else(PoisonError::into_inner);
        for mut child in idle.drain(..) {
            child.close(self.testee.limits.exit, &super::NEVER);
        }
    }
}

fn perform_all(
    (testee, idle, haste): (&Testee, Option<&Mutex<Vec<Connection>>>, Option<&Haste>),
    requests: &[(Profile, Operation)],
    jobs: usize,
    cancel: &AtomicBool,
    on_outcome: &(dyn Fn(usize, Outcome) + Sync),
) -> Performance {
    let jobs = testee.jobs(jobs).clamp(1, requests.len().max(1));
    let queue = Queue::new(requests.len(), jobs);
    let performance = Mutex::new(Performance::default());
    let decided = requests.iter().map(|_| AtomicBool::new(false)).collect();
    let breaker = Breaker::default();
    let shared = Shared {
        testee,
        requests,
        queue,
        cancel,
        on_outcome,
        performance,
        jobs,
        decided,
        breaker,
        idle,
        haste,
    };
    if shared.side_by_side(jobs) {
        // A child that could not be replaced has put back its share, perhaps after the others had gone.
        // They managed, so one more may: some programs run only once at a time.
        shared.side_by_side(1);
    }
    let cancelled = cancel.load(Ordering::Relaxed);
    let given_up = shared.breaker.all_given_up();
    let mut performance = shared.performance.into_inner().unwrap_or_else(PoisonError::into_inner);
    performance.cancelled = cancelled;
    performance.given_up = given_up;
    performance
}

impl Shared<'_> {
    /// Works through the queue. True if something is left that another child may manage.
    fn side_by_side(&self, jobs: usize) -> bool {
        let stops: Vec<Option<Stop>> = thread::scope(|scope| {
            let children: Vec<_> =
                (0..jobs).map(|_| scope.spawn(|| Pipeline::new(self).run().err())).collect();
            children
                .into_iter()
                .map(|child| child.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        if self.cancel.load(Ordering::Relaxed) || self.queue.is_empty() {
            return false;
        }
        if stops.iter().any(Option::is_none) && jobs > 1 {
            return true;
        }
        let message = stops.into_iter().flatten().find_map(|stop| match stop {
            Stop::Unavailable(message) => Some(message),
            Stop::Cancelled => None,
        });
        let message = message.unwrap_or_default();
        for index in self.queue.drain() {
            let failure = Failure { kind: FailureKind::Unavailable, message: message.clone() };
            self.report(index, Outcome::Error(failure));
        }
        false
    }

    /// A child that has stayed, or a new one.
    fn child(&self) -> Result<Connection, Stop> {
        let stayed = self.idle.and_then(|idle| idle.lock().unwrap_or_else(PoisonError::into_inner).pop());
        stayed.map_or_else(|| start_anew(self.testee, self.cancel), Ok)
    }

    /// The testee with the time limit of what is asked alone or in company, first of a process or later.
    fn in_time(&self, is_alone: bool, is_first: bool) -> &Testee {
        self.haste.and_then(|haste| haste.testee(is_alone, is_first)).unwrap_or(self.testee)
    }

    /// Gives a request its outcome, which took so long.
    fn settle(&self, index: usize, outcome: Outcome, took: Duration) {
        // What stays from batch to batch asks other things than vectors: there each failure is worth knowing.
        if self.idle.is_none() {
            self.breaker.count(self.requests[index].1.name(), &outcome, took);
        }
        self.report(index, outcome);
    }

    /// Takes note of time that passed before a failure came to light.
    fn lose(&self, time: Duration) {
        if self.idle.is_none() {
            self.breaker.lose(time);
        }
    }

    /// Charges a request whose operation was given up. False if it was not.
    fn charge(&self, index: usize) -> bool {
        let Some(failure) = self.breaker.given_up(self.requests[index].1.name()) else { return false };
        self.performance.lock().unwrap_or_else(PoisonError::into_inner).not_asked += 1;
        self.report(index, Outcome::Error(failure));
        true
    }

    fn report(&self, index: usize, outcome: Outcome) {
        self.decided[index].store(true, Ordering::Relaxed);
        self.performance.lock().unwrap_or_else(PoisonError::into_inner).outcomes += 1;
        (self.on_outcome)(index, outcome);
    }

    /// Takes note of a child that had answered everything, and then did not exit with success.
    fn exit(&self, what: String) {
        let mut performance = self.performance.lock().unwrap_or_else(PoisonError::into_inner);
        performance.exits.get_or_insert((0, what)).0 += 1;
    }

    fn unattributed(&self, requests: Vec<usize>, message: String) {
        let mut performance = self.performance.lock().unwrap_or_else(PoisonError::into_inner);
        performance.unattributed_count += 1;
        if performance.unattributed.len() < KEPT {
            performance.unattributed.push(UnattributedFailure { requests, message });
        }
    }
}
