//! URIs (RFC 3986): the grammar, and the parts of the RFC that the conversions stand on.

pub(crate) mod components;
pub(crate) mod dot_segments;
pub(crate) mod grammar;
pub(crate) mod parse;
pub(crate) mod percent;
