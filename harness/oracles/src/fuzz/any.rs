//! An oracle whatever its cases are: what the engine works with.

use std::hint::black_box;
use std::ops::Range;

use arbitrary::Unstructured;

use super::batch;
use super::finding::{Finding, Group};
use super::input::{self, BYTES};
use super::key::Key;
use super::replay::{Replay, ReplayError, read, replay};
use super::replayer::{Examined, Replayer};
use super::setting::{Options, Setting};
use super::shrink::shrink;
use super::target::{Check, Target};
use super::worker::Worker;
use crate::generate::seed::{derived, fill};
use crate::oracle::{About, Asker, Oracle, Parties};
use crivet::implementation::Implementation;
use crivet::profile::Profile;

/// An oracle whatever its cases are. Every [`Oracle`] is one.
pub trait AnyOracle: Send + Sync {
    /// What it is: [`Oracle::about`].
    fn facts(&self) -> About;

    /// Works on the cases of these numbers, and tells how many time-outs they came to. For the engine.
    #[doc(hidden)]
    fn chunk(&self, worker: &mut Worker<'_>, numbers: Range<u64>) -> u64;

    /// Confirms and shrinks the first case of a group. For the engine.
    #[doc(hidden)]
    fn settle(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        options: &Options<'_>,
        key: Key,
        group: Group,
    ) -> Finding;

    /// Checks one case, as a finding has it in [`Finding::case`].
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    fn replay(&self, setting: &Setting<'_>, profile: Profile, case: &str) -> Result<Replay, ReplayError>;

    /// The case that an input of a [`Target`] stands for, as [`replay`](AnyOracle::replay) takes it;
    /// none where it stands for none.
    fn case_of_input(&self, bytes: &[u8]) -> Option<(Profile, String)>;

    /// An input that stands for a case; none where the oracle does not apply under the profile.
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    fn input_of_case(&self, profile: Profile, case: &str) -> Result<Option<Vec<u8>>, ReplayError>;

    /// Makes the case that bytes stand for and, where there is someone to ask, checks it. For measuring how long that
    /// takes.
    #[doc(hidden)]
    fn timed(&self, profile: Profile, parties: Option<Parties<'_>>, bytes: &[u8]);

    /// The same case made as simple as can be while it shows the same difference; the case itself where it shows
    /// none.
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    fn minimal(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        options: &Options<'_>,
        case: &str,
    ) -> Result<Option<Finding>, ReplayError>;

    /// [`Target::check`] of this oracle on an implementation, held against the other one where it compares two: for a
    /// fuzz target that has many oracles.
    fn target(
        self: Box<Self>,
        implementation: Box<dyn Implementation>,
        other: Box<dyn Implementation>,
    ) -> Check;
}

impl<O: Oracle> AnyOracle for O {
    fn facts(&self) -> About {
        self.about()
    }

    fn chunk(&self, worker: &mut Worker<'_>, numbers: Range<u64>) -> u64 {
        let seed = seed(&self.about(), worker.profile, worker.seed);
        batch::chunk(self, worker, seed, numbers)
    }

    fn settle(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        options: &Options<'_>,
        key: Key,
        group: Group,
    ) -> Finding {
        let about = self.about();
        let mut replayer = Replayer::new(setting, profile);
        let mut bytes = [0; BYTES];
        fill(seed(&about, profile, options.seed).wrapping_add(group.first), &mut bytes);
        let case = self.case(profile, &mut Unstructured::new(&bytes));
        let mut finding = Finding::new(&about, profile, key, &group);
        let Ok(case) = case else { return finding };
        let examined = replayer.examine(self, &case);
        if examined.key().as_ref() == Some(&finding.key) {
            let shrunk = shrink(self, &mut replayer, options, &finding.key, (case, examined));
            finding.tries = shrunk.tries;
            finding.shows(&shrunk.case, self.inputs(&shrunk.case), shrunk.examined);
        } else {
            // It takes what came before, or it is not the same every time: shown as it was found.
            finding.repeats = false;
            finding.shows(
                &case,
                self.inputs(&case),
                Examined { result: group.sample, steps: examined.steps },
            );
        }
        finding
    }

    fn replay(&self, setting: &Setting<'_>, profile: Profile, case: &str) -> Result<Replay, ReplayError> {
        let case = read::<O>(&self.about(), case)?;
        replay(self, setting, profile, &case)
    }

    fn case_of_input(&self, bytes: &[u8]) -> Option<(Profile, String)> {
        let (profile, case) = input::case(self, bytes)?;
        Some((profile, serde_json::to_string(&case).ok()?))
    }

    fn input_of_case(&self, profile: Profile, case: &str) -> Result<Option<Vec<u8>>, ReplayError> {
        let about = self.about();
        Ok(input::stored(&about, profile, &read::<O>(&about, case)?))
    }

    fn timed(&self, profile: Profile, parties: Option<Parties<'_>>, bytes: &[u8]) {
        let Ok(case) = self.case(profile, &mut Unstructured::new(bytes)) else { return };
        match parties {
            None => {
                black_box(&case);
            }
            Some(parties) => {
                let _ = black_box(self.check(&case, &mut Asker::at_once(profile, parties)));
            }
        }
    }

    fn minimal(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        options: &Options<'_>,
        case: &str,
    ) -> Result<Option<Finding>, ReplayError> {
        let about = self.about();
        let case = read::<O>(&about, case)?;
        let mut replayer = Replayer::new(setting, profile);
        let examined = replayer.examine(self, &case);
        let Some(key) = examined.key() else { return Ok(None) };
        let group = Group { count: 1, first: 0, sample: examined.result.clone() };
        let shrunk = shrink(self, &mut replayer, options, &key, (case, examined));
        let mut finding = Finding::new(&about, profile, key, &group);
        finding.tries = shrunk.tries;
        finding.shows(&shrunk.case, self.inputs(&shrunk.case), shrunk.examined);
        Ok(Some(finding))
    }

    fn target(
        self: Box<Self>,
        implementation: Box<dyn Implementation>,
        other: Box<dyn Implementation>,
    ) -> Check {
        let target = Target::new(*self, implementation).against(other);
        Box::new(move |bytes| target.check(bytes))
    }
}

/// The seed of an oracle's case number zero; that of the others follows.
fn seed(about: &About, profile: Profile, seed: u64) -> u64 {
    derived(seed, &[about.name, profile.name()])
}
