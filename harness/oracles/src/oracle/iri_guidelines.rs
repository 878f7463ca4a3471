//! The IRI guidelines beside RFC 3987, as `fluent-uri` has it, and beside CRIs.
//!
//! ```text
//! prepare(text) is one of what the readings of section 4 make of it, and preparing it again changes nothing
//! parse(iri) is the IRI's components by RFC 3987, percent-encoded where section 5 has it
//! to-uri(iri) is the IRI's URI by RFC 3987, section 3.1, but for the host; to-uri(to-uri(iri)) is to-uri(iri)
//! to-iri(to-cri(to-uri(iri))) denotes to-uri(iri)
//! ```
//!
//! The last goes across families: [`families`]. What RFC 3987 says is no IRI allows no conclusion. Where the draft
//! says something else, or leaves it open, that is a known difference, by name.

pub mod families;
pub mod parse;
pub mod prepare;
pub mod to_uri;

mod host;
pub(super) mod text;

pub use families::IriUriRoundTrip;
pub use parse::IriParse;
pub use prepare::IriPrepare;
pub use to_uri::IriToUri;
