//! Cases that are checked again, with nothing else in flight.

use std::sync::atomic::AtomicBool;

use super::any::{AnyCase, AnyOracle};
use super::ask::Asked;
use super::finding::Finding;
use super::setting::Setting;
use super::settle::{Effort, minimal};
use crate::oracle::{Checked, Failed};
use crivet::outcome::{Failure, FailureKind};
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
    /// The testee could not be asked.
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

/// A flag that nobody raises.
static NEVER: AtomicBool = AtomicBool::new(false);

impl dyn AnyOracle + '_ {
    /// Checks cases in this order, each as a finding has it in [`Finding::case`], until one of them shows something.
    ///
    /// # Errors
    ///
    /// Where a text is no case of this oracle, or the testee cannot be asked.
    pub fn replay(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        cases: &[impl AsRef<str>],
    ) -> Result<Replay, ReplayError> {
        let cases = cases.iter().map(|case| self.read(case.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let asked = Asked::new(setting);
        let mut replay = Replay::Holds(Checked::not_comparable("nothing was asked"));
        for case in &cases {
            replay = checked(self, &asked, profile, case)?;
            if matches!(replay, Replay::Found(_)) {
                break;
            }
        }
        Ok(replay)
    }

    /// The same case made as simple as can be, in so many tries, while it shows the same difference; none where it shows
    /// none.
    ///
    /// # Errors
    ///
    /// Where the text is no case of this oracle.
    pub fn minimal(
        &self,
        setting: &Setting<'_>,
        profile: Profile,
        tries: u32,
        case: &str,
    ) -> Result<Option<Finding>, ReplayError> {
        let case = self.read(case)?;
        let asked = Asked::new(setting);
        let Some(examined) = asked.examine(profile, &case, &NEVER) else { return Ok(None) };
        let Some(key) = examined.key() else { return Ok(None) };
        let mut effort = Effort::new(tries, None, &NEVER);
        let about = self.facts();
        Ok(Some(minimal(setting, &asked, (&about, profile), (&case, examined), &key, &mut effort)))
    }
}

/// Checks a case.
pub(super) fn checked(
    oracle: &(impl AnyOracle + ?Sized),
    asked: &Asked<'_>,
    profile: Profile,
    case: &AnyCase<'_>,
) -> Result<Replay, ReplayError> {
    let Some(examined) = asked.examine(profile, case, &NEVER) else {
        return Err(ReplayError::Unavailable("the check did not end".to_owned()));
    };
    Ok(match (&examined.result, examined.key()) {
        (Err(Failed { failure: Failure { kind: FailureKind::Unavailable, message }, .. }), _) => {
            return Err(ReplayError::Unavailable(message.clone()));
        }
        (Ok(checked), None) => Replay::Holds(checked.clone()),
        (_, key) => {
            let about = oracle.facts();
            let key = key.unwrap_or_default();
            Replay::Found(Box::new(Finding::new((&about, profile), key, case, examined)))
        }
    })
}
