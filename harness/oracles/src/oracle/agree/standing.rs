//! What an input is worth: what the drafts and the rulings want of an operation asked so.
//!
//! It is read from the operation's arguments alone, by readings that no implementation shares, and a test holds it
//! against what every vector accepts. Where it is not plain what is wanted, it is disputed: a difference that is
//! missed is better than one that is none.

use crivet::feature::Feature;
use crivet::operation::Operation;
use crivet::outcome::Value;
use crivet::profile::{Family, Profile};

mod coap;
mod cri;
mod early;
pub(super) mod iri;

/// What an operation's arguments are worth, the better first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// There is one answer, and it has to be given.
    Valid,
    /// There is one answer, or a refusal.
    Refusable,
    /// It is open what comes.
    Disputed,
    /// It has to be turned down.
    Invalid,
}

impl Standing {
    /// That of an operation; `lacks` says which features one of those that are asked does without.
    pub(super) fn of(operation: &Operation, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Self {
        match profile.family() {
            Family::Early => early::standing(operation, profile),
            Family::Coap => coap::by_uri(operation),
            Family::Iri => iri::standing(operation),
            Family::Href => match operation {
                Operation::CriToCoap { .. } | Operation::CoapToCri { .. } => {
                    coap::by_cri(operation, profile, lacks)
                }
                _ => cri::standing(operation, profile, lacks),
            },
        }
    }
}

/// Of several that are all needed: what one has to be turned down for, the whole has; else the worst counts.
fn all(standings: impl IntoIterator<Item = Standing>) -> Standing {
    standings.into_iter().max().unwrap_or(Standing::Valid)
}

/// Is it an answer that no reading gives, though another one may come, or a refusal (R38, R77, R147, R153)?
pub(super) fn is_ruled_out(operation: &Operation, profile: Profile, value: &Value) -> bool {
    match (operation, value) {
        (Operation::Equivalent { a, b, .. }, Value::Equivalent { equivalent: true }) => {
            match profile.family() {
                Family::Early => early::never_equivalent(a, b, profile),
                _ => cri::never_equivalent(a, b, profile),
            }
        }
        (
            Operation::WellFormed { cri } | Operation::Absolute { cri } | Operation::Relative { cri },
            Value::WellFormed { well_formed: true }
            | Value::Absolute { absolute: true }
            | Value::Relative { relative: true },
        ) => early::never_well_formed(cri, profile),
        _ => false,
    }
}
