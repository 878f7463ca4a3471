//! What a check came to, and the key that findings are grouped and shrunk by.
//!
//! Nothing of an answer's text is in a key, and nothing of an input's. A failure's key is the signature that the failures
//! of a run have too: see [`crivet::cause`].

use crate::oracle::{Checked, Comparison, Failed};
use crivet::cause;

/// What one check came to: a result, or a question that was not answered.
pub(super) type CheckResult = Result<Checked, Failed>;

/// What findings are grouped and shrunk by.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// What does not hold; for an implementation that failed, how: `crash`.
    pub kind: String,
    /// What differs, coarsely; for an implementation that failed, where, or at which operation and with which words.
    pub cause: String,
}

impl Key {
    /// The key of a result; none where the property holds.
    pub(super) fn of(result: &CheckResult) -> Option<Key> {
        match result {
            Ok(Checked { comparison: Comparison::Differ(difference), .. }) => {
                Some(Key { kind: difference.kind.to_owned(), cause: difference.cause.clone() })
            }
            Ok(_) => None,
            Err(Failed { question, failure }) => {
                let signature = cause::failure(failure, question.operation.name().name());
                let who = if question.other { "the other one, " } else { "" };
                Some(Key { kind: failure.kind.name().to_owned(), cause: format!("{who}{signature}") })
            }
        }
    }
}
