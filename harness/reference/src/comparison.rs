//! Comparison (section 4), and what it makes of the unprocessable (section 5.2.1).

use crate::cbor::skip;
use crate::decode::decode;
use crate::error::{CborError, Error};
use crate::options::Options;
use crate::reference::CriReference;

/// Are the two encoded CRIs equivalent, component by component?
///
/// An unprocessable one is opaque: it is equivalent to what has the same bytes, and to nothing else. References
/// are compared as they stand, although they should be resolved before.
///
/// # Errors
///
/// [`CborError`] where one of the two is not a single well-formed CBOR item.
pub fn equivalent(a: &[u8], b: &[u8], fragments: Fragments, options: &Options) -> Result<bool, Error> {
    check_well_formed_cbor(a)?;
    check_well_formed_cbor(b)?;
    match (decode(a, options), decode(b, options)) {
        (Ok(a), Ok(b)) => Ok(are_equivalent(&a, &b, fragments)),
        (Err(_), Err(_)) => Ok(a == b),
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => Ok(false),
    }
}

/// Are the two equivalent, component by component? A scheme's name and its number are two different values.
pub fn are_equivalent(a: &CriReference, b: &CriReference, fragments: Fragments) -> bool {
    a.scheme == b.scheme
        && a.authority == b.authority
        && a.discard == b.discard
        && a.path == b.path
        && a.query == b.query
        && (fragments == Fragments::Ignored || a.fragment == b.fragment)
}

/// Whether fragments are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fragments {
    /// As all other components are.
    #[default]
    Compared,
    /// Left out, as when a network action is selected.
    Ignored,
}

fn check_well_formed_cbor(bytes: &[u8]) -> Result<(), Error> {
    let end = skip::item_end(bytes, 0)?;
    if end < bytes.len() {
        return Err(Error::at_byte(CborError::TrailingBytes, end));
    }
    Ok(())
}
