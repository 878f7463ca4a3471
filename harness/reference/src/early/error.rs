//! What is wrong with a sequence of options, and where.

/// What is wrong with a sequence, or with what was to become one. Options are counted from one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// Bytes that are no CBOR, or a text that is no URI.
    #[error(transparent)]
    Input(#[from] crate::error::Error),
    /// An item that has no place there.
    #[error("expected {expected}, found {found} at byte {offset}")]
    Item {
        /// What could have stood there.
        expected: &'static str,
        /// What stands there.
        found: &'static str,
        /// Where it starts.
        offset: usize,
    },
    /// A number that no option has.
    #[error("option {place}: there is no option of the number {number}")]
    Number {
        /// Which option.
        place: usize,
        /// The number.
        number: u64,
    },
    /// An option that may not stand there, or one that something has to follow.
    #[error("option {place}: the sequence is not well-formed there")]
    Order {
        /// Which option; one more than there are for the end.
        place: usize,
    },
    /// A value that the option may not have.
    #[error("option {place}: expected {expected}")]
    Value {
        /// Which option.
        place: usize,
        /// What could have stood there.
        expected: &'static str,
    },
    /// A relative sequence where an absolute one is needed.
    #[error("expected an absolute sequence, found a relative one")]
    Relative,
    /// There is no such thing for this sequence.
    #[error("there is {0}")]
    None(&'static str),
}
