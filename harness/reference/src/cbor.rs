//! CBOR (RFC 8949), as far as CRIs need it: a strict reader, a skipper, a writer.
//!
//! Heads are read and written by `ciborium-ll`. What is added here is what a recipient of untrusted input owes:
//! lengths are measured against the input before they are believed, nothing is reserved for a length that is
//! only declared, and nothing recurses.

pub(crate) mod head;
pub(crate) mod reader;
pub(crate) mod skip;
pub(crate) mod writer;
