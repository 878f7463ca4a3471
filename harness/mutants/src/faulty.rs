//! The reference with faults, as an implementation for crivet to test.

use std::sync::{Mutex, PoisonError};

use crivet::implementation::{Description, Implementation};
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;

use crate::catalogue::Fault;
use crate::fault::{Memory, On};
use crate::testee::Reference;

/// The copy of the reference, with one fault, several or none.
///
/// A fault may remember one call in the next. So calls are made one at a time, and their order can matter.
#[derive(Debug)]
pub struct Faulty {
    numbers: Vec<usize>,
    memory: Mutex<Memory>,
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
        Faulty { numbers, memory: Mutex::new(None), reference: Reference::new() }
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
        self.reference.perform(profile, operation)
    }
}
