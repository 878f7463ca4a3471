//! An implementation that falsifies some answers of another one.

use crivet::implementation::{Description, Implementation};
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;

/// What becomes of an answer. The right implementation is there to ask something else instead.
pub(crate) type Fault = fn(&dyn Implementation, Profile, &Operation, Outcome) -> Outcome;

/// The implementation with a fault.
pub(crate) struct Altered<'a> {
    pub(crate) inner: &'a dyn Implementation,
    pub(crate) fault: Fault,
}

impl Implementation for Altered<'_> {
    fn describe(&self) -> Description {
        self.inner.describe()
    }

    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        (self.fault)(self.inner, profile, operation, self.inner.perform(profile, operation))
    }
}
