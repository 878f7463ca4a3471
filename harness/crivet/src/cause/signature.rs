//! The signature of a case that is no pass: how it went wrong, and where, without what differs from case to case.

use std::fmt;

use super::failure::failure;
use crate::operation::OperationName;
use crate::select::Case;
use crate::verdict::{Cause, Difference, Verdict};

/// What cases with one cause have in common, as far as one of them tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
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
    /// The answer took too much.
    Budget,
    /// Something recommended was not done.
    Recommendation,
}

impl Manner {
    /// The word that keys and reports use.
    pub fn name(self) -> &'static str {
        match self {
            Manner::Failed => "no answer",
            Manner::Accepted => "accepts what is invalid",
            Manner::Rejected => "rejects what is valid",
            Manner::Differs => "answers wrongly",
            Manner::Budget => "takes too much",
            Manner::Recommendation => "not as recommended",
        }
    }
}

impl Signature {
    /// The signature of a case by its verdict; none of a pass that lacks nothing recommended, and of what was not asked.
    pub fn of(case: &Case<'_>, verdict: &Verdict) -> Option<Signature> {
        let operation = case.vector.operation.name();
        let (manner, place) = match &verdict.cause {
            None if verdict.notes.is_empty() => return None,
            None => (Manner::Recommendation, String::new()),
            Some(Cause::Skipped(_)) => return None,
            Some(Cause::Failure(one)) => {
                (Manner::Failed, format!("{}: {}", one.kind.name(), failure(one, operation.name())))
            }
            Some(Cause::Mismatch(mismatch)) => difference(operation, &mismatch.difference),
        };
        Some(Signature { manner, place })
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.manner.name())?;
        if self.place.is_empty() { Ok(()) } else { write!(f, ": {}", self.place) }
    }
}

fn difference(operation: OperationName, difference: &Difference) -> (Manner, String) {
    match difference {
        Difference::Component(difference) => (Manner::Differs, without_numbers(&difference.place)),
        Difference::Invalid(what) => (Manner::Differs, format!("no valid CRI: {}", rule(what))),
        Difference::MissingFeature(features) => {
            (Manner::Accepted, format!("a feature not claimed, {features}"))
        }
        Difference::Reject(_) | Difference::Unsupported(_) => (Manner::Rejected, String::new()),
        Difference::Budget(_) => (Manner::Budget, String::new()),
        Difference::Shape(_) => (Manner::Differs, format!("not the value of `{operation}`")),
        Difference::Text { .. } => (Manner::Differs, "text".to_owned()),
        Difference::Value(what) => (Manner::Accepted, what.as_deref().map(rule).unwrap_or_default()),
        Difference::Vector(_) => (Manner::Differs, "the vector cannot be judged by".to_owned()),
    }
}

/// A violation without the argument it is in, the number of its element, the byte it is at and what was found there.
fn rule(what: &str) -> String {
    let mut what = what;
    for argument in ["base, ", "reference, ", "target, ", "a, ", "b, "] {
        what = what.strip_prefix(argument).unwrap_or(what);
    }
    if let Some((place, rest)) = what.split_once(": ")
        && place.starts_with("byte ")
    {
        what = rest;
    }
    let what = what.split(" (R").next().unwrap_or(what);
    without_numbers(what)
}

/// `path, segment 2` as `path, segment`.
fn without_numbers(text: &str) -> String {
    let (place, rest) = text.split_once(": ").map_or((text, None), |(place, rest)| (place, Some(rest)));
    let place = place.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    rest.map_or_else(|| place.to_owned(), |rest| format!("{place}: {rest}"))
}
