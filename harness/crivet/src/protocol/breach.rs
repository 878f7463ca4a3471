//! Breaches of the protocol, each with what was expected and what came.

use crate::operation::OperationName;

/// The most characters of an offending text that a breach repeats.
const EXCERPT: usize = 200;

/// A line of a testee that is no answer to what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// The line is not UTF-8.
    #[error("expected UTF-8, found a byte that is none at offset {offset} of the line `{line}`")]
    Encoding {
        /// Where, in bytes from zero.
        offset: usize,
        /// The start of the line.
        line: String,
    },
    /// What came is no answer in CBOR.
    #[error("expected an answer in CBOR, found `{message}` in hex: {reason}")]
    Cbor {
        /// What is wrong.
        reason: String,
        /// Its first bytes, in hex.
        message: String,
    },
    /// The answer has none of the three members that make one, or more than one.
    #[error("expected exactly one of `ok`, `reject` and `unsupported`, found {found} in `{line}`")]
    Choice {
        /// Those that are there.
        found: String,
        /// The start of the line.
        line: String,
    },
    /// `ok` has the members of another operation.
    #[error("answered {found} where `{operation}` answers {expected}")]
    Members {
        /// The operation that was asked.
        operation: String,
        /// The members it answers.
        expected: String,
        /// The members that came.
        found: String,
    },
    /// The `id` is missing, or is no whole number from zero.
    #[error("expected a whole number as `id`, found {found} in `{line}`")]
    Id {
        /// What came.
        found: String,
        /// The start of the line.
        line: String,
    },
    /// The line is not JSON; members that stand twice and lone surrogates count as that.
    #[error("expected a line of JSON, found `{line}`: {reason}")]
    Json {
        /// What is wrong.
        reason: String,
        /// The start of the line.
        line: String,
    },
    /// The line is JSON, and no object.
    #[error("expected an object, found {found} in `{line}`")]
    Object {
        /// What came.
        found: String,
        /// The start of the line.
        line: String,
    },
    /// A message is longer than is allowed.
    #[error("wrote {limit} without {end}")]
    TooLong {
        /// The limit, with its unit.
        limit: String,
        /// The end that was missed.
        end: &'static str,
    },
    /// A request was answered a second time.
    #[error("answered id {id} twice")]
    Twice {
        /// The id.
        id: u64,
    },
    /// A member has a value of the wrong kind.
    #[error("expected {expected} as `{member}`, found {found}")]
    Type {
        /// The member.
        member: String,
        /// What it takes.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// An id that was never asked.
    #[error("answered id {id}, which was never asked")]
    UnknownId {
        /// The id.
        id: u64,
    },
    /// The answer has a member that no answer has.
    #[error("expected only `id` and one of `ok`, `reject` and `unsupported`, found `{member}` in `{line}`")]
    UnknownMember {
        /// The member.
        member: String,
        /// The start of the line.
        line: String,
    },
}

impl Breach {
    /// A line that grew past a limit in bytes.
    pub fn too_long(limit: usize) -> Self {
        Breach::TooLong { limit: bytes(limit), end: "a line end" }
    }

    /// Another message that grew past a limit in bytes.
    #[cfg(feature = "device")]
    pub(crate) fn endless(limit: usize, end: &'static str) -> Self {
        Breach::TooLong { limit: bytes(limit), end }
    }

    /// What came is no answer in CBOR, and why.
    #[cfg(feature = "device")]
    pub(crate) fn cbor(reason: String, message: &[u8]) -> Self {
        Breach::Cbor { reason, message: excerpt(&hex::encode(&message[..message.len().min(EXCERPT)])) }
    }

    /// The members of `ok` are not those of the operation asked.
    pub(super) fn members(asked: OperationName, expected: &[&str], found: &[&str]) -> Self {
        Breach::Members {
            operation: asked.name().to_owned(),
            expected: list(expected),
            found: excerpt(&list(found)),
        }
    }
}

/// Names for a sentence: each quoted, with commas.
pub(super) fn list(names: &[&str]) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A number of bytes for people.
pub(crate) fn bytes(count: usize) -> String {
    match count {
        n if n >= 1 << 20 && n.is_multiple_of(1 << 20) => format!("{} MiB", n >> 20),
        n if n >= 1 << 10 && n.is_multiple_of(1 << 10) => format!("{} KiB", n >> 10),
        n => format!("{n} bytes"),
    }
}

/// The start of a text, its control characters escaped, so that a message stays a line of bounded length.
pub(super) fn excerpt(text: &str) -> String {
    let mut chars = text.trim_end_matches(['\r', '\n']).chars().flat_map(visible);
    let mut cut: String = chars.by_ref().take(EXCERPT).collect();
    if chars.next().is_some() {
        cut.push('…');
    }
    cut
}

/// The start of a line that need not be UTF-8.
pub(super) fn excerpt_bytes(line: &[u8]) -> String {
    // Four bytes are the most a character takes: what is cut off here is never shown.
    excerpt(&String::from_utf8_lossy(&line[..line.len().min(4 * EXCERPT + 4)]))
}

fn visible(c: char) -> Box<dyn Iterator<Item = char>> {
    if c.is_control() { Box::new(c.escape_default()) } else { Box::new(std::iter::once(c)) }
}
