//! Constrained Resource Identifiers: draft-ietf-core-href-13, sections 2, 4, 5, 6.1 and 7.
//!
//! An example of a library that crivet tests, as small as it can be and right.

mod cbor;
mod cri;
mod schemes;
mod text;
mod uri;

pub use cri::{Authority, Cri, Discard, Host, HostPort, Scheme};
pub use text::{Part, Text};
pub use uri::{from_uri, to_uri};

/// Why the input is no CRI or CRI reference, or why the operation has no answer for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(pub(crate) &'static str);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Error {}

pub(crate) fn refuse<T>(why: &'static str) -> Result<T, Error> {
    Err(Error(why))
}
