//! Structure-aware inputs, deterministic from bytes.
//!
//! A fuzzer hands over bytes; a generator turns them into what an implementation can be asked: CRIs and CRI
//! references of href-13 and href-27, section "CBOR Representation" (anchor `cbor-representation`), encodings
//! with one defect ([`defect`]), whatever bytes ([`mod@raw`]), URIs and IRIs ([`mod@uri`]), sequences to scan or to
//! resolve ([`sequence`]), CRIs that differ little ([`similar`]), CoAP requests ([`coap`]). The generators are
//! written by hand: every choice costs one byte and is weighted, every count is explicit, so that short inputs
//! reach deep and a changed byte changes one thing. Bytes that run out read as zero, and zero is always the
//! plainest choice.
//!
//! The texts are drawn from pools biased towards what breaks implementations: empty segments, colons in a
//! first segment, what looks like a dot-segment, delimiters, percent signs, percent-encoded text. A small
//! share is wrong on purpose; [`demand`](crate::demand) says what the drafts make of it.

pub mod choice;
mod number;
pub mod seed;
pub mod sections;
pub mod text;
pub mod cri;
mod item;
pub mod defect;
pub mod raw;
pub mod sequence;
pub mod similar;
pub mod uri;
pub mod coap;
pub mod simpler;
pub mod early;
pub mod grammar_coverage;

#[cfg(test)]
pub(crate) mod tests;

pub use coap::{Request, request};
pub use cri::{cri, cri_in, pair, pair_in, reference, reference_in};
pub use defect::{Defect, NearValid, near_valid};
pub use raw::raw;
pub use sections::{Sections, Start};
pub use seed::seeded;
pub use sequence::{resolutions, scanned};
pub use similar::{similar_target, three_similar};
pub use simpler::Simpler;
pub use uri::{iri, iri_reference, uri, uri_pair, uri_reference};
