//! Drafts: what is asked is written down, the verdict is not.
//!
//! A finding of the fuzzers becomes one before a person says what is right. A draft is read and checked like a
//! vector, and asked of nobody: an answer cannot be judged by an expectation that nobody stands for.

use super::error::{CorpusError, ErrorKind};
use crate::operation::Operation;
use crate::profile::Profile;
use crate::vector::Location;

/// A vector that waits for its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The id it will have, unless a better one is found by then.
    pub id: String,
    /// What is tested, in a line.
    pub title: String,
    /// The profiles it was found under; at least one.
    pub profiles: Vec<Profile>,
    /// What is asked.
    pub operation: Operation,
    /// Where it stands.
    pub source: Location,
}

impl Draft {
    /// What is wrong with it in a corpus that is to be released.
    pub fn unreleasable(&self) -> CorpusError {
        CorpusError { location: self.source.clone(), id: Some(self.id.clone()), kind: ErrorKind::Draft }
    }
}
