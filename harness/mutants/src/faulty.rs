//! The reference with faults, as an implementation for crivet to test.

use std::sync::{Mutex, PoisonError};

use crivet::implementation::{Description, Implementation};
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;

use crate::catalogue::Fault;
use crate::fault::{Memory, On};
use crate::state::{Kept, State};
use crate::testee::Reference;

/// The copy of the reference, with one fault, several or none.
///
/// A fault may remember one call in the next. So calls are made one at a time, and their order can matter.
#[derive(Debug)]
pub struct Faulty {
    numbers: Vec<usize>,
    memory: Mutex<Memory>,
    states: Mutex<Vec<(State, Kept)>>,
    reference: Reference,
}

impl Faulty {
    /// With this fault.
    pub fn new(fault: &Fault) -> Self {
        Faulty::with(&[fault])
    }

    /// With all of these faults. Of those that change the same place, the first is there.
    pub fn with(faults: &[&Fault]) -> Self {
        let numbers = faults.iter().map(|fault| fault.number).collect();
        let states =
            faults.iter().filter_map(|fault| Some((fault.state.clone()?, Kept::default()))).collect();
        Faulty { numbers, memory: Mutex::new(None), states: Mutex::new(states), reference: Reference::new() }
    }

    /// Without a fault.
    pub fn unmutated() -> Self {
        Faulty::with(&[])
    }
}

impl Implementation for Faulty {
    fn describe(&self) -> Description {
        self.reference.describe()
    }

    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let _on = On::new(&self.numbers, &mut memory);
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        through(&mut states, &self.reference, profile, operation)
    }
}

/// Asks through everything that keeps something, the first outermost.
fn through(
    states: &mut [(State, Kept)],
    reference: &Reference,
    profile: Profile,
    operation: &Operation,
) -> Outcome {
    match states {
        [] => reference.perform(profile, operation),
        [(state, kept), inner @ ..] => {
            state.perform(kept, operation, |operation| through(inner, reference, profile, operation))
        }
    }
}
