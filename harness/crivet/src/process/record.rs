//! What is noted while a testee is asked, beside its answers: what they cost, and how good its line is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::failure::breached;
use crate::operation::Operation;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::protocol::{Answer, Cost};

/// Notes that all copies of a testee share.
#[derive(Clone, Debug, Default)]
pub struct Record(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    costs: HashMap<(Profile, Operation), Cost>,
    line: LineQuality,
}

/// How good a line is that can lose or garble bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineQuality {
    /// How many requests were sent again.
    pub resent: usize,
    /// How many bytes came that are no frame.
    pub noise: usize,
}

impl Record {
    /// What the answer to a question cost, if the testee said so; of several answers the dearest.
    pub fn cost(&self, profile: Profile, operation: &Operation) -> Option<Cost> {
        self.notes().costs.get(&(profile, operation.clone())).copied()
    }

    /// How good the line was.
    pub fn line(&self) -> LineQuality {
        self.notes().line
    }

    #[cfg(feature = "device")]
    pub(super) fn on_line(&self, note: impl FnOnce(&mut LineQuality)) {
        note(&mut self.notes().line);
    }

    /// What an answer says, as an answer to this question; what it cost is noted.
    pub(super) fn outcome(&self, question: &(Profile, Operation), answer: Answer) -> Outcome {
        let read = answer.cost().and_then(|cost| Ok((cost, answer.outcome(question.1.name())?)));
        let (cost, outcome) = match read {
            Ok(read) => read,
            Err(breach) => return Outcome::Error(breached(&breach)),
        };
        if let Some(cost) = cost {
            let mut notes = self.notes();
            let noted = notes.costs.entry(question.clone()).or_default();
            noted.cycles = noted.cycles.max(cost.cycles);
            noted.nanoseconds = noted.nanoseconds.max(cost.nanoseconds);
            noted.stack = noted.stack.max(cost.stack);
        }
        outcome
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was noted is no part of what a testee is.
impl PartialEq for Record {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Record {}
