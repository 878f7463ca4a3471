//! How long an answer is waited for by who is in haste: less than is allowed, until that is known to be too little.
//!
//! A process that has answered nothing yet has all the time that is allowed. What does not answer in haste later on is
//! asked alone, with all that time. Where it answers then, the testee is slow, and from then on there is no haste. Where it
//! does not, it hangs, and what hangs from then on costs less.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::super::Testee;

/// What is known of a testee that is asked in haste, by everyone who asks it at the same time.
#[derive(Debug, Default)]
pub struct Pace {
    is_slow: AtomicBool,
    starts_slowly: AtomicBool,
    has_hung: AtomicBool,
    doubts: AtomicUsize,
}

impl Pace {
    /// Is it open right now whether the testee is slow, or hangs?
    pub fn is_in_doubt(&self) -> bool {
        self.doubts.load(Ordering::Relaxed) > 0 && !self.has_hung.load(Ordering::Relaxed)
    }

    /// It has answered only later than it was waited for: from now on there is no haste.
    pub fn slow(&self) {
        self.is_slow.store(true, Ordering::Relaxed);
    }

    /// The first answer of a process was later than that.
    pub(super) fn starts_slowly(&self) {
        self.starts_slowly.store(true, Ordering::Relaxed);
    }

    /// It has not answered, alone and in all the time that is allowed.
    pub(super) fn hung(&self) {
        self.has_hung.store(true, Ordering::Relaxed);
    }

    pub(super) fn doubt(&self) -> Doubt<'_> {
        self.doubts.fetch_add(1, Ordering::Relaxed);
        Doubt(self)
    }
}

/// It is open as long as this lives.
pub(super) struct Doubt<'a>(&'a Pace);

impl Drop for Doubt<'_> {
    fn drop(&mut self) {
        self.0.doubts.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A testee with a shorter time limit, as long as there is haste.
pub(super) struct Haste {
    testee: Testee,
    pub(super) pace: Arc<Pace>,
}

impl Haste {
    /// None where nothing shorter than what is allowed is asked for.
    pub(super) fn new(testee: &Testee, patience: Duration, pace: Arc<Pace>) -> Option<Self> {
        let mut hasty = testee.clone();
        hasty.limits.request = patience;
        (patience < testee.limits.request).then_some(Haste { testee: hasty, pace })
    }

    /// How long an answer is waited for before it is open whether the testee hangs.
    pub(super) fn patience(&self) -> Duration {
        self.testee.limits.request
    }

    /// Whom to ask in haste, alone or in company, and as the first thing of a process or later; none where all the time
    /// is to be had.
    pub(super) fn testee(&self, is_alone: bool, is_first: bool) -> Option<&Testee> {
        let is = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let Pace { is_slow, starts_slowly, has_hung, .. } = &*self.pace;
        let has_time =
            is(is_slow) || is_first && is(starts_slowly) || (is_alone || is_first) && !is(has_hung);
        (!has_time).then_some(&self.testee)
    }
}
