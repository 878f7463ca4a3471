//! CRIs and IRIs (section 6), by way of URIs and RFC 3987.

mod chars;
mod from_iri;
mod to_iri;

pub use from_iri::from_iri;
pub use to_iri::to_iri;
