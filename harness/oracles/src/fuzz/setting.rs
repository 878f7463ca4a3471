//! Who is fuzzed, and how.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::oracle::{About, Parties};
use crivet::implementation::Description;
use crivet::profile::Profile;
use crivet::run::Subject;

/// Who is tested, and who it is held against.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What is tested.
    pub subject: Subject<'a>,
    /// What it says of itself.
    pub description: &'a Description,
    /// What it is held against, with its description, for the oracles that want one.
    pub other: Option<(Subject<'a>, &'a Description)>,
}

impl Setting<'_> {
    /// Does an oracle apply under a profile? Both implementations have to offer what it asks.
    pub fn applies(&self, about: &About, profile: Profile) -> bool {
        let offers = |description: &Description| {
            about.operations.iter().all(|operation| description.offers(profile, *operation))
                && (about.any.is_empty()
                    || about.any.iter().any(|operation| description.offers(profile, *operation)))
                && about.beside.iter().all(|(profile, operation)| description.offers(*profile, *operation))
        };
        about.profiles.contains(&profile)
            && offers(self.description)
            && (!about.against || self.other.is_some_and(|(_, description)| offers(description)))
    }
}

/// How to fuzz.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The seed of every random choice.
    pub seed: u64,
    /// When it is enough.
    pub budget: Budget,
    /// How many threads, and testee processes, side by side. At least one.
    pub jobs: usize,
    /// How many simpler inputs are tried for a finding.
    pub tries: u32,
    /// Set from elsewhere, ends the campaign soon; what was found by then is kept.
    pub cancel: &'a AtomicBool,
}

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many cases for each oracle and profile.
    Runs(u64),
    /// So long in all, by the clock: from the time that the testee can be asked, and within a second; or two time limits
    /// of an answer longer, where it is open in the end whether the testee is slow, or hangs.
    Time(Duration),
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
