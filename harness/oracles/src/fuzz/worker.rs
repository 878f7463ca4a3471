//! One of the workers side by side, with children of its own where the testee is in another process.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use super::finding::Groups;
use super::setting::{Setting, parties};
use crate::oracle::{Parties, Tally};
use crivet::process::Crew;
use crivet::profile::Profile;
use crivet::run::Subject;

/// One of the workers side by side.
pub struct Worker<'a> {
    pub(super) profile: Profile,
    pub(super) seed: u64,
    pub(super) stop: &'a AtomicBool,
    pub(super) parties: Parties<'a>,
    /// The testee's child, where it is in another process.
    pub(super) crew: Option<Crew>,
    /// That of the other.
    pub(super) other_crew: Option<Crew>,
    pub(super) leg: Leg,
}

impl<'a> Worker<'a> {
    pub(super) fn new(setting: &Setting<'a>, profile: Profile, seed: u64, stop: &'a AtomicBool) -> Self {
        let crew = |subject| match subject {
            Subject::InProcess(_) => None,
            Subject::Process(testee) => Some(Crew::new(testee.clone())),
        };
        Worker {
            profile,
            seed,
            stop,
            parties: parties(setting),
            crew: crew(setting.subject),
            other_crew: setting.other.and_then(|(other, _)| crew(other)),
            leg: Leg::default(),
        }
    }

    /// Is everyone in this process?
    pub(super) fn is_at_once(&self) -> bool {
        self.crew.is_none() && self.other_crew.is_none()
    }
}

/// What came of one oracle under one profile, before anything is shrunk.
#[derive(Default)]
pub(super) struct Leg {
    pub(super) tally: Tally,
    pub(super) groups: Groups,
    pub(super) unattributed: Vec<String>,
    pub(super) unavailable: Option<String>,
    pub(super) gave_up: bool,
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
