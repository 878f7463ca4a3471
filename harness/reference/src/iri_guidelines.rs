//! Guidelines for implementers of IRIs (draft-weber-iri-guidelines-01): preparing and parsing any text as an IRI
//! reference, and producing a URI.
//!
//! | module | section |
//! |--------|---------|
//! | [`mod@prepare`] | 4: pre-processing |
//! | `split` | 5.1 to 5.5: identifying the components |
//! | [`mod@parse`] | 5.2.3 to 5.5: what becomes of each |
//! | `host` | 5.2.2: addresses, names, IDNA |
//! | [`mod@to_uri`] | 7.1 |
//!
//! The draft was never finished: it has open questions, and steps at odds with RFC 3986, to whose components it
//! says it maps. Where they are, RFC 3986 is followed, and a comment says so. Of what is open: numeric character
//! references stay; a host that nothing fits is an error; a backslash is percent-encoded; names go through UTS 46.

mod escape;
mod grammar;
mod host;
mod split;

pub mod parse;
pub mod prepare;
pub mod to_uri;

pub use parse::{IriComponents, parse};
pub use prepare::{Spaces, prepare};
pub use to_uri::to_uri;
