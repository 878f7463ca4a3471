//! One of the workers side by side, with children of its own where the testee is in another process.

use std::sync::atomic::AtomicBool;

use super::{Leg, Setting};
use crate::oracle::Parties;
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

/// Who can be asked in this process.
pub(super) fn parties<'a>(setting: &Setting<'a>) -> Parties<'a> {
    let here = |subject| match subject {
        Subject::InProcess(implementation) => Some(implementation),
        Subject::Process(_) => None,
    };
    Parties {
        implementation: here(setting.subject),
        other: setting.other.and_then(|(other, _)| here(other)),
        description: setting.description,
        other_description: setting.other.map(|(_, description)| description),
    }
}
