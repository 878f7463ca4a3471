//! Two implementations agree: asked the same, they answer alike, or both turn it down.
//!
//! One oracle for each operation. Answers are compared by their meaning, as the judge compares an answer with what a
//! vector expects. Where only one turns the input down, or the two differ on an input that the drafts are not clear
//! about, it is the standing of the input that decides what this is worth: what is valid, or what `decode` must
//! turn down, is a difference; what is disputed is not comparable. Who of the two is wrong it does not say.

mod question;

use arbitrary::Unstructured;

use self::question::{Question, cris};
use super::rfc3986::Components;
use super::{About, Asked, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::canonical::{Grade, disputed_resolutions, read, violations};
use crate::feature::Feature;
use crate::implementation::Refusal;
use crate::judge::compare;
use crate::operation::{Operation, OperationName};
use crate::outcome::Value;
use crate::profile::Profile;
use crate::verdict::Difference as Judged;

#[cfg(test)]
mod tests;

/// The oracle for one operation.
#[derive(Clone, Copy, Debug)]
pub struct Agree(&'static About);

const fn about(name: &'static str, operations: &'static [OperationName]) -> About {
    let equation = "the two implementations answer alike, or both turn the input down";
    About {
        name,
        equation,
        operations,
        profiles: &[Profile::Href13, Profile::Href27],
        against: true,
        ..About::DEFAULT
    }
}

static ABOUT: [About; 9] = [
    about("agree-decode", &[OperationName::Decode]),
    about("agree-cri-to-uri", &[OperationName::CriToUri]),
    about("agree-uri-to-cri", &[OperationName::UriToCri]),
    about("agree-resolve", &[OperationName::Resolve]),
    about("agree-relativize", &[OperationName::Relativize]),
    about("agree-equivalent", &[OperationName::Equivalent]),
    about("agree-cri-to-iri", &[OperationName::CriToIri]),
    about("agree-iri-to-cri", &[OperationName::IriToCri]),
    about("agree-scan", &[OperationName::Scan]),
];

impl Agree {
    /// The one for an operation.
    ///
    /// # Panics
    ///
    /// Where inputs can be made for no such operation.
    pub fn on(operation: OperationName) -> Agree {
        let found = ABOUT.iter().find(|about| about.operations == [operation]);
        Agree(found.unwrap_or_else(|| panic!("no inputs can be made for {}", operation.name())))
    }

    /// One for each operation that inputs can be made for.
    pub fn all() -> impl Iterator<Item = Agree> {
        ABOUT.iter().map(Agree)
    }
}

impl Oracle for Agree {
    type Case = Question;

    fn about(&self) -> About {
        *self.0
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Question> {
        Question::draw(self.0.operations[0], u)
    }

    fn inputs(&self, case: &Question) -> Inputs {
        match case.operation(self.0.operations[0]) {
            Operation::UriToCri { uri: text } | Operation::IriToCri { iri: text } => {
                vec![("text", Input::Text(format!("{text:?}")))]
            }
            operation => {
                // The names are those of the operation's arguments.
                cris(&operation).into_iter().map(|(name, cri)| (name, Input::Cri(cri.to_vec()))).collect()
            }
        }
    }

    fn check(&self, case: &Question, asked: &mut Asked<'_>) -> Result<Checked, Halt> {
        let operation = case.operation(self.0.operations[0]);
        let (one, other) = (asked.ask(operation.clone()), asked.ask_other(operation.clone()));
        let (one, other) = (one?, other?);
        if one == other {
            return Ok(Checked::agree());
        }
        let standing = Standing::of(case, &operation, asked);
        Ok(match (&one, &other) {
            (Err(Refusal::Unsupported(_)), _) | (_, Err(Refusal::Unsupported(_))) => {
                Checked::not_comparable("unsupported by one of the two")
            }
            (Err(Refusal::Reject(_)), Err(Refusal::Reject(_))) => Checked::agree(),
            (Ok(one), Ok(other)) => match (compare(&operation, asked.profile(), other, one), standing) {
                (Ok(_), _) => Checked::agree(),
                (Err(judged), Standing::Valid) => {
                    Difference::new("two different answers", "the same of both")
                        .because(cause(&judged, one, other))
                        .into()
                }
                (Err(_), Standing::Invalid) if operation.name() == OperationName::Decode => {
                    Difference::new("both take what is invalid, and read it differently", "two rejections")
                        .into()
                }
                (Err(_), Standing::Disputed | Standing::Invalid) => {
                    Checked::not_comparable("disputed, and answered differently")
                }
            },
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => {
                let who = if one.is_err() { "the one under test" } else { "the other one" };
                match standing {
                    Standing::Valid => {
                        Difference::new("one turns down what is valid", "two values").because(who).into()
                    }
                    Standing::Invalid if operation.name() == OperationName::Decode => {
                        let who = if one.is_ok() { "the one under test" } else { "the other one" };
                        Difference::new("one takes what is invalid", "two rejections").because(who).into()
                    }
                    Standing::Disputed | Standing::Invalid => {
                        Checked::not_comparable("turned down by one of the two")
                    }
                }
            }
        })
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

/// What an input is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Valid,
    Disputed,
    Invalid,
}

impl Standing {
    fn of(case: &Question, operation: &Operation, asked: &Asked<'_>) -> Self {
        let profile = asked.profile();
        let lacking = |feature: &Feature| {
            [Some(asked.description()), asked.other_description()]
                .into_iter()
                .flatten()
                .any(|description| !description.features.contains(feature))
        };
        // What only one takes of such a text may be open.
        if case.is_garbled_text(operation.name()) {
            return Standing::Disputed;
        }
        let of = |cri: &[u8]| {
            let Ok(reading) = read(cri) else { return Standing::Invalid };
            let worst =
                violations(&reading.cri, reading.form, profile).into_iter().map(|one| one.grade).max();
            match worst {
                // Whoever lacks a feature may turn down what uses it, or what it cannot tell from that.
                _ if reading.cri.features(profile).iter().any(lacking) => Standing::Disputed,
                None => Standing::Valid,
                Some(Grade::Invalid) => Standing::Invalid,
                Some(_) => Standing::Disputed,
            }
        };
        let whole = cris(operation).into_iter().map(|(_, cri)| of(cri)).max().unwrap_or(Standing::Valid);
        let is_disputed = match operation {
            Operation::Resolve { base, reference, .. } => match (read(base), read(reference)) {
                (Ok(base), Ok(reference)) => {
                    !disputed_resolutions(&base.cri, &reference.cri, profile).is_empty()
                }
                _ => false,
            },
            // Neither a method nor the shortest reference is prescribed, nor which conversions must be there.
            Operation::CriToUri { .. } | Operation::CriToIri { .. } => case.lacks_clear_uri(profile),
            _ => false,
        };
        if is_disputed { whole.max(Standing::Disputed) } else { whole }
    }
}
