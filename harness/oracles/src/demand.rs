//! What the drafts demand of who is asked about an input: the one place that says so.
//!
//! It is read from the arguments of an operation alone, by readings that no implementation shares, and a test holds it
//! against what every vector accepts. Where it is not plain what is demanded, it is open: a difference that is missed
//! is better than one that is none. Each [`Reason`] names its ruling.
//!
//! ```text
//! subject       bytes as a CRI or CRI reference, by the judge's reading
//! resolution    a base and a reference that are resolved
//! convertible   URIs as CRIs                           coap_uri    URIs as CoAP options, and back (RFC 7252)
//! cri, coap, early, iri                                an operation with its arguments, by family
//! ```

use crivet::feature::Feature;
use crivet::judge::{created, newer_scheme};
use crivet::operation::Operation;
use crivet::outcome::Value;
use crivet::profile::{Family, Profile};

pub mod reason;
mod defect;
pub(crate) mod subject;
pub(crate) mod convertible;
pub(crate) mod resolution;
pub mod coap_uri;
pub(crate) mod iri;
pub(crate) mod cri;
pub(crate) mod coap;
mod early;

pub use reason::Reason;

/// What is demanded, the most definite acceptance first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// There is one answer, and it has to be given.
    Accept,
    /// There is one answer, or a rejection.
    AcceptOrReject,
    /// It is open what comes.
    Open,
    /// It has to be rejected.
    Reject,
}

/// What is demanded, with the answer or the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demanded<T> {
    /// This answer.
    Accept(T),
    /// This answer, or a rejection.
    AcceptOrReject(T),
    /// It is open what comes; why.
    Open(Reason),
    /// A rejection; why.
    Reject(Reason),
}

impl Demand {
    /// That of an operation; `lacks` says which features one of those that are asked does without.
    pub(crate) fn of(operation: &Operation, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Self {
        match profile.family() {
            Family::Early => early::demand(operation, profile),
            Family::Coap => coap::by_uri(operation, profile),
            Family::Iri => iri::demand(operation),
            Family::Href => match operation {
                Operation::CriToCoap { .. } | Operation::CoapToCri { .. } => {
                    coap::by_cri(operation, profile, lacks)
                }
                _ => cri::demand(operation, profile, lacks),
            },
        }
    }
}

/// Of several that are all needed: what one has to be rejected for, the whole has; else the worst counts.
fn all(demands: impl IntoIterator<Item = Demand>) -> Demand {
    demands.into_iter().max().unwrap_or(Demand::Accept)
}

/// Is it an answer that no reading gives, though another one may come, or a refusal (R32, R38, R77, R147, R153, R161)?
pub(crate) fn is_ruled_out(operation: &Operation, profile: Profile, value: &Value) -> bool {
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
        (Operation::UriToCri { .. } | Operation::IriToCri { .. }, Value::Cri { cri }) => {
            created(cri, profile).is_err()
        }
        (Operation::CriToUri { .. } | Operation::CriToIri { .. }, came) => {
            newer_scheme(operation, came, profile).is_some_and(|permitted| permitted.is_err())
        }
        _ => false,
    }
}
