//! Two implementations agree: asked the same, they answer alike, or both reject it.
//!
//! One oracle for each operation, under every profile that has it. Answers are compared by their meaning, as the judge
//! compares an answer with what a vector expects. Where only one rejects the input, or the two differ on an input
//! that the drafts are not clear about, the [`demand`](crate::demand) on the input decides what this is worth:
//! what must be accepted, or must be rejected, is a difference; what is open is not comparable. Who of the two is
//! wrong it does not say.

mod question;

use std::sync::LazyLock;

use arbitrary::Unstructured;

pub use self::question::AnyOperation;
pub(super) use self::question::cris;
use super::{About, Asker, Checked, Difference, Halt, Inputs, Oracle};
use crate::demand::convertible::may_be_rejected;
use crate::demand::iri::with_host;
use crate::demand::subject::Subject;
use crate::demand::{Demand, Demanded, Reason, is_ruled_out};
use crate::rfc3986::Components;
use crivet::feature::Feature;
use crivet::implementation::Refusal;
use crivet::judge::compare;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::{Family, Profile};
use crivet::verdict::Difference as Judged;

#[cfg(test)]
mod tests;

/// The oracle for one operation.
#[derive(Clone, Copy, Debug)]
pub struct Agree(&'static About);

/// One for each operation, under every profile that has it.
static ABOUT: LazyLock<Vec<About>> = LazyLock::new(|| OPERATIONS.iter().map(about).collect());

static OPERATIONS: [OperationName; OperationName::ALL.len()] = OperationName::ALL;

fn about(operation: &'static OperationName) -> About {
    About {
        // There are as many names as operations, made once.
        name: format!("agree-{}", operation.name()).leak(),
        equation: "the two implementations answer alike, or both reject the input",
        operations: std::slice::from_ref(operation),
        profiles: operation.signature().profiles,
        against: true,
        ..About::DEFAULT
    }
}

impl Agree {
    /// The one for an operation.
    pub fn on(operation: OperationName) -> Agree {
        Agree(&ABOUT[operation as usize])
    }

    /// One for each operation.
    pub fn all() -> impl Iterator<Item = Agree> {
        ABOUT.iter().map(Agree)
    }
}

impl Oracle for Agree {
    type Case = AnyOperation;

    fn about(&self) -> About {
        *self.0
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<AnyOperation> {
        AnyOperation::draw(self.0.operations[0], profile, u)
    }

    fn inputs(&self, case: &AnyOperation) -> Inputs {
        case.inputs()
    }

    fn check(&self, AnyOperation(operation): &AnyOperation, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        if operation.name() != self.0.operations[0] {
            return Ok(Checked::not_comparable("a stored case of another operation"));
        }
        let (one, other) = (asker.ask(operation.clone()), asker.ask_other(operation.clone()));
        let (one, other) = (one?, other?);
        if one == other {
            return Ok(Checked::agree());
        }
        let profile = asker.profile();
        let answers = [one.as_ref().ok(), other.as_ref().ok()];
        let [wrong, right] =
            answers.map(|answer| answer.is_some_and(|value| is_ruled_out(operation, profile, value)));
        if wrong != right && !is_unsupported(&one) && !is_unsupported(&other) {
            let who = if wrong { "the one under test" } else { "the other one" };
            return Ok(Difference::new("one answers what no reading gives", "any other answer")
                .because(who)
                .into());
        }
        Ok(match (&one, &other) {
            // Both claim the operation, and every feature that it takes: as the judge has it, that is a difference.
            _ if is_unsupported(&one) != is_unsupported(&other)
                && demand(operation, asker) == Demand::Accept =>
            {
                let who = if is_unsupported(&one) { "the one under test" } else { "the other one" };
                Difference::new("one does not support what it claims", "two values").because(who).into()
            }
            _ if is_unsupported(&one) || is_unsupported(&other) => {
                Checked::not_comparable("unsupported by one of the two")
            }
            (Err(_), Err(_)) => Checked::agree(),
            (Ok(one), Ok(other)) => match alike(operation, profile, one, other) {
                Ok(()) => Checked::agree(),
                Err(judged) => match demand(operation, asker) {
                    Demand::Accept | Demand::AcceptOrReject => {
                        Difference::new("two different answers", "the same of both")
                            .because(cause(&judged, one, other))
                            .into()
                    }
                    Demand::Reject => Difference::new(
                        "both take what is invalid, and read it differently",
                        "two rejections",
                    )
                    .because(broken(operation, profile).unwrap_or_default())
                    .into(),
                    Demand::Open => Checked::not_comparable("disputed, and answered differently"),
                },
            },
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => {
                let (taker, refuser) = match one.is_ok() {
                    true => ("the one under test", "the other one"),
                    false => ("the other one", "the one under test"),
                };
                match demand(operation, asker) {
                    Demand::Accept => {
                        Difference::new("one rejects what is valid", "two values").because(refuser).into()
                    }
                    Demand::Reject => {
                        let cause = match broken(operation, profile) {
                            Some(rule) => format!("{taker}: {rule}"),
                            None => taker.to_owned(),
                        };
                        Difference::new("one takes what is invalid", "two rejections").because(cause).into()
                    }
                    Demand::AcceptOrReject | Demand::Open => {
                        Checked::not_comparable("rejected by one of the two")
                    }
                }
            }
        })
    }
}

fn is_unsupported(answer: &Result<Value, Refusal>) -> bool {
    matches!(answer, Err(Refusal::Unsupported(_)))
}

/// The rule that an input breaks, where it is one of those that are known by a sentence.
fn broken(operation: &Operation, profile: Profile) -> Option<&'static str> {
    if profile.family() != Family::Href {
        return None;
    }
    let of_uri = match operation {
        Operation::UriToCri { uri } => may_be_rejected(uri, profile),
        _ => None,
    };
    let of_cri =
        cris(operation).into_iter().find_map(|(_, cri)| match Subject::read(cri, profile).demanded {
            Demanded::Reject(reason) => Some(reason),
            _ => None,
        });
    of_uri.or(of_cri).map(Reason::sentence)
}

/// Whoever lacks a feature may reject what another one takes.
fn demand(operation: &Operation, asker: &Asker<'_>) -> Demand {
    let lacks = |feature: &Feature| {
        [Some(asker.description()), asker.other_description()]
            .into_iter()
            .flatten()
            .any(|description| !description.features.contains(feature))
    };
    Demand::of(operation, asker.profile(), &lacks)
}

/// Do the two mean the same?
pub(super) fn alike(
    operation: &Operation,
    profile: Profile,
    one: &Value,
    other: &Value,
) -> Result<(), Judged> {
    let settled = with_host(operation, one, other);
    let one = settled.as_ref().unwrap_or(one);
    let judged = compare(operation, profile, other, one).map(|_| ());
    let reverse = || compare(operation, profile, one, other).map(|_| ());
    match operation {
        // Each is judged by where it leads, not by the other.
        Operation::Relativize { .. } => judged.and_then(|()| reverse()),
        // What may be there in front of a query, or be written in lower case, may be so of either.
        Operation::IriParse { .. } | Operation::IriToUri { .. } => {
            judged.or_else(|first| reverse().map_err(|_| first))
        }
        _ => judged,
    }
}

/// What differs, coarsely.
fn cause(judged: &Judged, one: &Value, other: &Value) -> String {
    match (judged, one, other) {
        (
            _,
            Value::Uri { uri: one } | Value::Iri { iri: one },
            Value::Uri { uri: other } | Value::Iri { iri: other },
        ) => Components::parse(one).first_difference(&Components::parse(other)).unwrap_or("text").to_owned(),
        (Judged::Component(difference), ..) => {
            difference.place.split(',').next().unwrap_or_default().to_owned()
        }
        (Judged::Invalid(_), ..) => "an answer that is not valid".to_owned(),
        _ => String::new(),
    }
}
