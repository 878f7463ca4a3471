//! One input at a time, for an engine from elsewhere that brings the bytes.

use arbitrary::Unstructured;

use super::Setting;
use super::any::{AnyOracle, Replay};
use crate::implementation::{Description, Implementation};
use crate::oracle::{Asked, Comparison, Oracle, Parties};
use crate::profile::Profile;
use crate::report::fuzz::finding;
use crate::run::Subject;

/// Checks the case that bytes stand for on an implementation in this process.
///
/// # Panics
///
/// Where the property does not hold: that is how a fuzz target tells. A panic of the implementation is told the same
/// way.
pub fn once<O: Oracle>(
    oracle: &O,
    implementation: &dyn Implementation,
    description: &Description,
    profile: Profile,
    bytes: &[u8],
) {
    let Ok(case) = oracle.case(profile, &mut Unstructured::new(bytes)) else { return };
    let parties =
        Parties { implementation: Some(implementation), other: None, description, other_description: None };
    let mut asked = Asked::at_once(profile, parties);
    let holds = oracle
        .check(&case, &mut asked)
        .is_ok_and(|checked| !matches!(checked.comparison, Comparison::Differ(_)));
    if holds {
        return;
    }
    let setting = Setting { subject: Subject::InProcess(implementation), description, other: None };
    let case = serde_json::to_string(&case).unwrap_or_default();
    match oracle.replay(&setting, profile, &case) {
        Ok(Replay::Found(found)) => panic!("{}", finding(&found, None)),
        _ => panic!("{}: does not hold on {case}, and holds when asked again", oracle.about().name),
    }
}
