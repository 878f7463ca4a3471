//! What can be wrong with a baseline, and where.

use crate::glob::NotAGlob;
use crate::profile::UnknownProfile;
use crate::vector::Location;

use super::date::NoDate;

/// One error in a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {kind}")]
pub struct BaselineError {
    /// Where it is; line and column 1 where the whole file is meant.
    pub location: Location,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// Everything that is wrong with a baseline, in the order of its lines; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct BaselineErrors(pub Vec<BaselineError>);

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// A character that moves the cursor or changes the terminal.
    #[error("expected printable text, found the control character U+{:04X}", u32::from(*.0))]
    Control(char),
    /// A day that is none.
    #[error(transparent)]
    Date(#[from] NoDate),
    /// Two entries for the same vectors.
    #[error("expected one entry for `{vectors}`, found a second; the first is at {first}")]
    Duplicate {
        /// The profile and vectors, as they stand in the entry.
        vectors: String,
        /// Where the first entry is.
        first: Location,
    },
    /// A glob that cannot be read.
    #[error("expected the id of a vector or a glob: {0}")]
    Glob(#[from] NotAGlob),
    /// Nothing where something has to be.
    #[error("expected {0}, found nothing")]
    Missing(&'static str),
    /// Bytes that are no text.
    #[error("expected UTF-8, found a byte that is no part of a character")]
    NotUtf8,
    /// A profile that does not exist.
    #[error(transparent)]
    Profile(#[from] UnknownProfile),
    /// A second date.
    #[error("expected a reason in words, found a second `until=`")]
    SecondDate,
    /// A state that does not exist.
    #[error(
        "expected `fail`, `should`, `flaky`, `error`, or `error:` and crash, panic, protocol or time-out; found `{0}`"
    )]
    State(String),
    /// A larger file than is read.
    #[error("expected at most {0} bytes, found more; is this the right file?")]
    TooLarge(usize),
    /// A longer id or glob than is read.
    #[error("expected the id of a vector or a glob of at most {0} characters, found a longer one")]
    TooLong(usize),
    /// More globs than are read.
    #[error("expected at most {0} globs, found more")]
    TooManyGlobs(usize),
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}
