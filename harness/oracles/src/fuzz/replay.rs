//! A case that is checked again, alone.

use super::finding::{Finding, Group};
use super::replayer::Replayer;
use super::setting::Setting;
use crate::oracle::{About, Checked, Oracle};
use crivet::profile::Profile;

/// Why a case could not be checked again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// It is no case.
    #[error("expected a case of the oracle {oracle}: {error}")]
    Case {
        /// The oracle.
        oracle: &'static str,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The testee could not be asker.
    #[error("{0}")]
    Unavailable(String),
}

/// What came of checking one case again.
#[derive(Clone, Debug)]
pub enum Replay {
    /// The property holds, or the case allows no conclusion.
    Holds(Checked),
    /// It does not.
    Found(Box<Finding>),
}

/// Checks a case alone.
pub(super) fn replay<O: Oracle>(
    oracle: &O,
    setting: &Setting<'_>,
    profile: Profile,
    case: &O::Case,
) -> Result<Replay, ReplayError> {
    let about = oracle.about();
    let examined = Replayer::new(setting, profile).examine(oracle, case);
    if let Some(message) = examined.unavailable() {
        return Err(ReplayError::Unavailable(message));
    }
    Ok(match (examined.key(), &examined.result) {
        (None, Ok(checked)) => Replay::Holds(checked.clone()),
        (key, sample) => {
            let group = Group { count: 1, first: 0, sample: sample.clone() };
            let mut finding = Finding::new(&about, profile, key.unwrap_or_default(), &group);
            finding.shows(case, oracle.inputs(case), examined);
            Replay::Found(Box::new(finding))
        }
    })
}

/// Reads a case, as a finding has it.
pub(super) fn read<O: Oracle>(about: &About, case: &str) -> Result<O::Case, ReplayError> {
    serde_json::from_str(case).map_err(|error| ReplayError::Case { oracle: about.name, error })
}
