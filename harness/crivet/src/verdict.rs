//! Verdicts: the judgement on one outcome.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cri::ComponentDifference;
use crate::operation::OperationName;
use crate::outcome::{Failure, Outcome};
use crate::profile::Profile;
use crate::vector::Accepted;

/// The judgement on one outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The judgement in a word.
    pub status: Status,
    /// What is worth saying besides; on a pass, what it took.
    pub notes: Vec<Note>,
    /// Why it is no pass; none on a pass.
    pub cause: Option<Cause>,
    /// Of a sequence, the step that is no pass.
    pub step: Option<StepNumber>,
}

/// A step of a sequence, both numbers from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepNumber {
    /// Which step.
    pub step: usize,
    /// How many there are.
    pub of: usize,
    /// Which of the times that it was asked.
    pub time: u32,
}

/// The judgement in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The outcome is one of those accepted.
    Pass,
    /// An answer outside what is accepted.
    Fail,
    /// Not asked: the implementation does not claim the operation or the profile.
    Skip,
    /// There was no answer.
    Error,
    /// A failure, or no answer, that the baseline of the run knows: never the judge's own word.
    Expected,
}

/// Something worth saying about an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// How much it matters.
    pub kind: NoteKind,
    /// What it is, in a sentence an implementer can act on.
    pub text: String,
}

/// How much a note matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// A disputed question was answered in another way than the preferred one.
    Disputed,
    /// For information: nothing needs to change.
    Remark,
    /// Something recommended was not done; fails a strict run.
    Should,
}

/// Why a verdict is no pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// There was no answer.
    Failure(Failure),
    /// The answer is outside what is accepted.
    Mismatch(Box<Mismatch>),
    /// It was not asked.
    Skipped(SkipReason),
}

/// An answer outside what is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was accepted, from this implementation.
    pub accepted: Vec<Accepted>,
    /// What came.
    pub came: Outcome,
    /// The first place where what came differs from the closest accepted outcome.
    pub difference: Difference,
}

/// How an answer differs from what was accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// CRIs differ in a component, or another pair of values does that has a named place.
    #[error("{0}")]
    Component(ComponentDifference),
    /// The answer is a CRI that is not valid, or no CRI at all.
    #[error("no valid CRI: {0}")]
    Invalid(String),
    /// The input uses a feature the implementation does not claim, and it was worked with nevertheless.
    #[error("a value where a rejection was expected: the input uses {0}, which is not claimed")]
    MissingFeature(String),
    /// A rejection came where the input is fine.
    #[error("a rejection where a value was expected: {0}")]
    Reject(String),
    /// The answer is right, and took more than the vector allows.
    #[error("the answer is accepted, but it took {0}")]
    Budget(String),
    /// The value is of the kind of another operation.
    #[error("a value of the kind that `{0}` has was expected, another kind came")]
    Shape(OperationName),
    /// Texts differ.
    #[error("character {character}: expected {expected}, came {came}")]
    Text {
        /// The first character that differs, counted from one.
        character: usize,
        /// What is expected from there on, or where the text ends.
        expected: String,
        /// What came from there on, or where the text ends.
        came: String,
    },
    /// What the implementation claims it says it does not offer.
    #[error("unsupported, but the operation, the profile and every feature the input uses are claimed: {0}")]
    Unsupported(String),
    /// A value came where the input has none; with what is wrong with the input, where that is known.
    #[error("a value where a rejection was expected{}", .0.as_ref().map(|what| format!(": {what}")).unwrap_or_default())]
    Value(Option<String>),
    /// The vector itself cannot be judged by: its own CRI cannot be read.
    #[error("the vector cannot be judged by: {0}")]
    Vector(String),
}

/// Why a vector is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum SkipReason {
    /// The operation is not claimed.
    #[error("operation `{0}` is not claimed")]
    Operation(OperationName),
    /// The operation is claimed under other profiles, and not under this one.
    #[error("operation `{0}` is not claimed under `{1}`")]
    OperationUnder(OperationName, Profile),
    /// The profile is not claimed.
    #[error("profile `{0}` is not claimed")]
    Profile(Profile),
    /// The request is longer than the testee says it takes.
    #[error("a request of more than {most} bytes is not claimed")]
    Request {
        /// How many bytes it takes.
        most: usize,
    },
}

impl Status {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::Skip => "skip",
            Status::Error => "error",
            Status::Expected => "expected",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl NoteKind {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            NoteKind::Disputed => "disputed",
            NoteKind::Remark => "remark",
            NoteKind::Should => "should",
        }
    }
}

impl Note {
    /// A note on a disputed question.
    pub fn disputed(text: impl Into<String>) -> Self {
        Note { kind: NoteKind::Disputed, text: text.into() }
    }

    /// A note for information.
    pub fn remark(text: impl Into<String>) -> Self {
        Note { kind: NoteKind::Remark, text: text.into() }
    }

    /// A note on something recommended.
    pub fn should(text: impl Into<String>) -> Self {
        Note { kind: NoteKind::Should, text: text.into() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.text)
    }
}

impl Verdict {
    /// A pass, with what is worth saying.
    pub fn pass(notes: Vec<Note>) -> Self {
        Verdict { status: Status::Pass, notes, cause: None, step: None }
    }

    /// A failure to answer.
    pub fn error(failure: Failure) -> Self {
        Verdict { status: Status::Error, notes: Vec::new(), cause: Some(Cause::Failure(failure)), step: None }
    }

    /// An answer outside what is accepted.
    pub fn fail(accepted: Vec<Accepted>, came: Outcome, difference: Difference) -> Self {
        let cause = Cause::Mismatch(Box::new(Mismatch { accepted, came, difference }));
        Verdict { status: Status::Fail, notes: Vec::new(), cause: Some(cause), step: None }
    }

    /// Not asked.
    pub fn skip(reason: SkipReason) -> Self {
        Verdict { status: Status::Skip, notes: Vec::new(), cause: Some(Cause::Skipped(reason)), step: None }
    }

    /// Does it fail a run: a failure, an error, or, in a strict run, something recommended that was not done?
    pub fn fails(&self, strict: bool) -> bool {
        match self.status {
            Status::Fail | Status::Error => true,
            Status::Pass => strict && self.notes.iter().any(|note| note.kind == NoteKind::Should),
            Status::Skip | Status::Expected => false,
        }
    }

    /// Why it is no pass, in a sentence; none on a pass.
    pub fn explanation(&self) -> Option<String> {
        let why = self.cause.as_ref().map(|cause| match cause {
            Cause::Failure(failure) => format!("{}: {}", failure.kind.name(), failure.message),
            Cause::Mismatch(mismatch) => mismatch.difference.to_string(),
            Cause::Skipped(reason) => reason.to_string(),
        })?;
        Some(self.step.map_or_else(|| why.clone(), |step| format!("{step}: {why}")))
    }
}

impl fmt::Display for StepNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepNumber { step, of, time } = self;
        let step = (*of > 1 || *time == 1).then(|| format!("step {step} of {of}"));
        let time = (*time > 1).then(|| format!("asked for the {}", ordinal(*time)));
        f.write_str(&step.into_iter().chain(time).collect::<Vec<_>>().join(", "))
    }
}

/// `1st time`, `2nd time`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending} time")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::FailureKind;

    #[test]
    fn what_fails_a_run() {
        let failure = Failure { kind: FailureKind::Panic, message: "overflow".into() };
        let fail = Verdict::fail(vec![], Outcome::Reject(String::new()), Difference::Value(None));
        let skip = Verdict::skip(SkipReason::Profile(Profile::Href27));
        for (verdict, lenient, strict) in [
            (Verdict::pass(vec![]), false, false),
            (Verdict::pass(vec![Note::disputed("d"), Note::remark("r")]), false, false),
            (Verdict::pass(vec![Note::remark("r"), Note::should("s")]), false, true),
            (Verdict::error(failure), true, true),
            (fail, true, true),
            (skip, false, false),
        ] {
            assert_eq!((verdict.fails(false), verdict.fails(true)), (lenient, strict), "{verdict:?}");
        }
    }

    #[test]
    fn explanations() {
        let failure = Failure { kind: FailureKind::Panic, message: "overflow".into() };
        let fail = Verdict::fail(vec![], Outcome::Reject(String::new()), Difference::Value(None));
        let skip = Verdict::skip(SkipReason::Profile(Profile::Href27));
        let operation = Verdict::skip(SkipReason::Operation(OperationName::Scan));
        assert_eq!(Verdict::pass(vec![Note::should("s")]).explanation(), None);
        assert_eq!(Verdict::error(failure).explanation().as_deref(), Some("panic: overflow"));
        assert_eq!(fail.explanation().as_deref(), Some("a value where a rejection was expected"));
        assert_eq!(skip.explanation().as_deref(), Some("profile `href-27` is not claimed"));
        assert_eq!(operation.explanation().as_deref(), Some("operation `scan` is not claimed"));
        assert_eq!(Note::should("s").to_string(), "should: s");
        assert_eq!(Note::disputed("d").to_string(), "disputed: d");
        assert_eq!(Note::remark("r").to_string(), "remark: r");
    }

    #[test]
    fn names() {
        let statuses = [Status::Pass, Status::Fail, Status::Skip, Status::Error, Status::Expected];
        assert_eq!(statuses.map(Status::name), ["pass", "fail", "skip", "error", "expected"]);
        assert_eq!(format!("{:>5}", Status::Pass), " pass");
    }
}
