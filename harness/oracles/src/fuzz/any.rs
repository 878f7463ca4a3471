//! Oracles and their cases, whatever type these have: what the engine works with.

use arbitrary::Unstructured;

use super::input;
use super::replay::ReplayError;
use super::target::{AnyTarget, Target};
use crate::generate::Simpler;
use crate::oracle::{About, Asker, Checked, Halt, Inputs, Oracle};
use crivet::implementation::Implementation;
use crivet::profile::Profile;

/// An oracle whatever its cases are. Every [`Oracle`] is one.
pub trait AnyOracle: Send + Sync {
    /// What it is: [`Oracle::about`].
    fn facts(&self) -> About;

    /// The case that bytes stand for; none where they stand for none.
    fn draw(&self, profile: Profile, bytes: &[u8]) -> Option<AnyCase<'_>>;

    /// Reads a case, as a finding has it in [`Finding::case`](super::Finding::case).
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    fn read(&self, case: &str) -> Result<AnyCase<'_>, ReplayError>;

    /// The case that an input of a [`Target`] stands for, as [`read`](AnyOracle::read) takes it;
    /// none where it stands for none.
    fn case_of_input(&self, bytes: &[u8]) -> Option<(Profile, String)>;

    /// An input that stands for a case; none where the oracle does not apply under the profile.
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    fn input_of_case(&self, profile: Profile, case: &str) -> Result<Option<Vec<u8>>, ReplayError>;

    /// A [`Target`] of this oracle on an implementation, held against the other one where it compares two: for a
    /// program that has many oracles.
    fn target(
        self: Box<Self>,
        implementation: Box<dyn Implementation>,
        other: Box<dyn Implementation>,
    ) -> AnyTarget;
}

/// A case of some oracle.
pub type AnyCase<'o> = Box<dyn CaseOf<'o> + 'o>;

/// A case with its oracle.
pub trait CaseOf<'o>: Send + Sync {
    /// Puts the questions, and compares: [`Oracle::check`].
    ///
    /// # Errors
    ///
    /// Those of `asker`, passed on.
    fn check(&self, asker: &mut Asker<'_>) -> Result<Checked, Halt>;

    /// The case by its parts, for people.
    fn inputs(&self) -> Inputs;

    /// Cases that are a step simpler, see [`Simpler`].
    fn simpler(&self) -> Vec<AnyCase<'o>>;

    /// What [`AnyOracle::read`] reads.
    fn json(&self) -> String;
}

struct Of<'o, O: Oracle> {
    oracle: &'o O,
    case: O::Case,
}

impl<'o, O: Oracle> CaseOf<'o> for Of<'o, O> {
    fn check(&self, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        self.oracle.check(&self.case, asker)
    }

    fn inputs(&self) -> Inputs {
        self.oracle.inputs(&self.case)
    }

    fn simpler(&self) -> Vec<AnyCase<'o>> {
        self.case.simpler().into_iter().map(|case| of(self.oracle, case)).collect()
    }

    fn json(&self) -> String {
        serde_json::to_string(&self.case).unwrap_or_default()
    }
}

/// A case with its oracle.
pub(super) fn of<O: Oracle>(oracle: &O, case: O::Case) -> AnyCase<'_> {
    Box::new(Of { oracle, case })
}

impl<O: Oracle> AnyOracle for O {
    fn facts(&self) -> About {
        self.about()
    }

    fn draw(&self, profile: Profile, bytes: &[u8]) -> Option<AnyCase<'_>> {
        Some(of(self, self.case(profile, &mut Unstructured::new(bytes)).ok()?))
    }

    fn read(&self, case: &str) -> Result<AnyCase<'_>, ReplayError> {
        Ok(of(self, read(self, case)?))
    }

    fn case_of_input(&self, bytes: &[u8]) -> Option<(Profile, String)> {
        let (profile, case) = input::case(self, bytes)?;
        Some((profile, serde_json::to_string(&case).ok()?))
    }

    fn input_of_case(&self, profile: Profile, case: &str) -> Result<Option<Vec<u8>>, ReplayError> {
        Ok(input::stored(&self.about(), profile, &read(self, case)?))
    }

    fn target(
        self: Box<Self>,
        implementation: Box<dyn Implementation>,
        other: Box<dyn Implementation>,
    ) -> AnyTarget {
        Target::new(*self, implementation).against(other).any()
    }
}

fn read<O: Oracle>(oracle: &O, case: &str) -> Result<O::Case, ReplayError> {
    let oracle = oracle.about().name;
    serde_json::from_str(case).map_err(|error| ReplayError::Case { oracle, error })
}
