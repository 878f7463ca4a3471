//! The reference with a fault, as an implementation for crivet to test.

use std::sync::{Mutex, PoisonError};

use crivet::implementation::{Description, Implementation};
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;

use crate::catalogue::Fault;
use crate::fault::{Memory, On};
use crate::testee::Reference;

/// The copy of the reference, with one fault or none.
///
/// A fault may remember one call in the next. So calls are made one at a time, and their order can matter.
#[derive(Debug)]
pub struct Faulty {
    number: usize,
    memory: Mutex<Memory>,
    reference: Reference,
}

impl Faulty {
    /// With this fault.
    pub fn new(fault: &Fault) -> Self {
        Faulty { number: fault.number, memory: Mutex::new(None), reference: Reference::new() }
    }

    /// Without a fault.
    pub fn unmutated() -> Self {
        Faulty { number: 0, memory: Mutex::new(None), reference: Reference::new() }
    }
}

impl Implementation for Faulty {
    fn describe(&self) -> Description {
        self.reference.describe()
    }

    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let _on = On::new(self.number, &mut memory);
        self.reference.perform(profile, operation)
    }
}
