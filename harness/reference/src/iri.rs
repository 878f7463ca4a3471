//! CRIs and IRIs (section 6), by way of URIs and RFC 3987.

pub(crate) mod chars;
mod from_iri;
mod to_iri;

pub use from_iri::from_iri;
pub use from_iri::to_uri as uri_of_iri;
pub use to_iri::iri_of_uri;
pub use to_iri::to_iri;
