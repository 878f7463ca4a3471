//! Structure-aware inputs, deterministic from bytes.
//!
//! A fuzzer hands over bytes; a generator turns them into CRIs and CRI references of href-13, section
//! "CBOR Representation" (anchor `cbor-representation`). The generators are written by hand: every choice
//! costs one byte and is weighted, every count is explicit, so that short inputs reach deep and a changed
//! byte changes one thing. Bytes that run out read as zero, and zero is always the plainest choice.
//!
//! The texts are drawn from pools biased towards what breaks implementations: empty segments, colons in a
//! first segment, what looks like a dot-segment, delimiters, percent signs, percent-encoded text. A small
//! share is wrong on purpose; [`Sections::standing`] says of each what the draft makes of it.

pub mod choice;
pub mod cri;
pub mod encode;
mod read;
pub mod sections;
pub mod seed;
pub mod shape;
pub mod simpler;
pub mod standing;
pub mod text;

#[cfg(test)]
pub(crate) mod tests;

pub use cri::{cri, pair, reference};
pub use sections::{Authority, Discard, Host, Part, Scheme, Sections, Start, Text};
pub use seed::seeded;
pub use simpler::Simpler;
pub use standing::Standing;
