//! The signature of a case that is no pass: how it went wrong, and where, without what differs from case to case.

use std::fmt;

use super::components;
use super::failure::failure;
use super::topic::topic;
use crate::cri::ComponentDifference;
use crate::operation::OperationName;
use crate::outcome::{Outcome, Value};
use crate::select::Case;
use crate::vector::{Expected, Vector};
use crate::verdict::{Cause, Difference, Mismatch, Verdict};

/// What cases with one cause have in common, as far as one of them tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// The operation; none where the fault shows alike in all of them.
    pub operation: Option<OperationName>,
    /// How it went wrong.
    pub manner: Manner,
    /// Where, or by which rule: a component, a violation, the frame of a crash. Empty where a case alone does not tell.
    pub place: String,
}

/// How a case went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// There was no answer.
    Failed,
    /// What is invalid was accepted.
    Accepted,
    /// What is valid was rejected, or called unsupported.
    Rejected,
    /// The value is another.
    Differs,
    /// What was made is not valid.
    Made,
    /// The answer took too much.
    Budget,
    /// Something recommended was not done.
    Recommendation,
}

impl Manner {
    /// The words that keys and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Manner::Failed => "no answer",
            Manner::Accepted => "accepts what is invalid",
            Manner::Rejected => "rejects what is valid",
            Manner::Differs => "wrong value",
            Manner::Made => "makes what is invalid",
            Manner::Budget => "takes too much",
            Manner::Recommendation => "not as recommended",
        }
    }
}

impl Signature {
    /// The signature of a case by its verdict; none of a pass that lacks nothing recommended, and of what was not asked.
    pub fn of(case: &Case<'_>, verdict: &Verdict) -> Option<Signature> {
        let vector = case.vector;
        let operation = vector.operation.name();
        let (manner, place) = match &verdict.cause {
            None if verdict.notes.is_empty() => return None,
            None => (Manner::Recommendation, String::new()),
            Some(Cause::Skipped(_)) => return None,
            Some(Cause::Failure(one)) => {
                (Manner::Failed, format!("{}: {}", one.kind.name(), failure(one, operation.name())))
            }
            Some(Cause::Mismatch(mismatch)) => at(vector, mismatch),
        };
        // A rule of the data model is checked in one place, whoever asks; so is the frame of a crash.
        let everywhere = match manner {
            Manner::Failed | Manner::Made => true,
            Manner::Accepted => !place.is_empty(),
            _ => false,
        };
        let place = match (manner, place.is_empty()) {
            (Manner::Accepted, true) => topic(vector).to_owned(),
            _ => place,
        };
        Some(Signature { operation: (!everywhere).then_some(operation), manner, place })
    }
}

/// `decode: wrong value, path`
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation {
            write!(f, "{operation}: ")?;
        }
        f.write_str(self.manner.name())?;
        if self.place.is_empty() { Ok(()) } else { write!(f, ", {}", self.place) }
    }
}

fn at(vector: &Vector, mismatch: &Mismatch) -> (Manner, String) {
    let operation = vector.operation.name();
    match &mismatch.difference {
        Difference::Component(difference) => (Manner::Differs, component(vector, difference)),
        Difference::Invalid(what) => (Manner::Made, rule(what)),
        Difference::MissingFeature(features) => {
            (Manner::Accepted, format!("{features}, which is not claimed"))
        }
        Difference::Reject(_) | Difference::Unsupported(_) => (Manner::Rejected, String::new()),
        Difference::Budget(_) => (Manner::Budget, String::new()),
        Difference::Shape(_) => (Manner::Differs, format!("not the value of {operation}")),
        Difference::Text { .. } => (Manner::Differs, text(mismatch).unwrap_or_default().to_owned()),
        Difference::Value(what) => (Manner::Accepted, what.as_deref().map(rule).unwrap_or_default()),
        Difference::Vector(_) => (Manner::Differs, "the vector cannot be judged by".to_owned()),
    }
}

/// The component in which the text that came differs from the one expected.
fn text(mismatch: &Mismatch) -> Option<&'static str> {
    let shown = |value: &Value| match value {
        Value::Uri { uri: text } | Value::Iri { iri: text } => Some(text.clone()),
        _ => None,
    };
    let expected = mismatch.accepted.iter().find_map(|accepted| match &accepted.outcome {
        Expected::Value(value) => shown(value),
        Expected::Reject => None,
    })?;
    match &mismatch.came {
        Outcome::Value(value) => components::first_difference(&expected, &shown(value)?),
        _ => None,
    }
}

/// The components that a difference is put down to, in the order in which they are looked for.
const COMPONENTS: [&str; 7] = ["userinfo", "port", "scheme", "discard", "path", "query", "fragment"];

/// The component of a difference, without the number of its element.
fn component(vector: &Vector, difference: &ComponentDifference) -> String {
    use OperationName as O;
    match vector.operation.name() {
        // Where the reference leads instead says little of why.
        O::Relativize => return "where it leads".to_owned(),
        O::Equivalent | O::Scan => return String::new(),
        O::IriPreprocess => return topic(vector).to_owned(),
        _ => {}
    }
    let place = difference.place.as_str();
    if place.starts_with("option") {
        return option(&difference.expected)
            .or_else(|| option(&difference.came))
            .unwrap_or("options")
            .to_owned();
    }
    if let Some(name) = COMPONENTS.into_iter().find(|name| place.contains(name)) {
        return name.to_owned();
    }
    let is_host = ["label", "host", "zone"].into_iter().any(|name| place.contains(name));
    if is_host { "host".to_owned() } else { without_numbers(place) }
}

/// The component that an option carries, by its number or its name in front.
fn option(shown: &str) -> Option<&'static str> {
    let first = shown.split_whitespace().next()?;
    Some(match first {
        "3" => "host",
        "7" => "port",
        "11" => "path",
        "15" => "query",
        "none" => return None,
        other if other.starts_with("host") => "host",
        other => COMPONENTS.into_iter().find(|name| other.starts_with(name)).unwrap_or("options"),
    })
}

/// A violation without the argument it is in, its place, and what was found there.
fn rule(what: &str) -> String {
    let what = what.split(" (R").next().unwrap_or(what);
    let what = what.rsplit_once(": ").map_or(what, |(_, what)| what);
    let what = what.split(", found ").next().unwrap_or(what);
    without_numbers(what)
}

/// A text with its numbers left out where they are words of their own.
fn without_numbers(text: &str) -> String {
    let is_number = |word: &&str| word.trim_end_matches(',').chars().all(|c| c.is_ascii_digit());
    text.split(' ').filter(|word| !is_number(word)).collect::<Vec<_>>().join(" ")
}

/// The first characters in which two texts differ: `%3A for :`. A fault of escaping shows them in every component.
pub(super) fn characters(difference: &Difference) -> Option<String> {
    let Difference::Text { expected, came, .. } = difference else { return None };
    let first = |shown: &str| {
        let text = shown.strip_prefix('"')?;
        Some(text.chars().take(if text.starts_with('%') { 3 } else { 1 }).collect::<String>())
    };
    Some(format!("{} for {}", first(came)?, first(expected)?))
}
