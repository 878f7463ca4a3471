//! CRIs among other items: skipping the unprocessable (section 5.2.1).
//!
//! An item that is no valid CRI or CRI reference is skipped whole, and the items around it are processed as if
//! it were not there. The array that holds the items is no CRI, so it may have an indefinite length; a CRI in it
//! may not, as nothing here relaxes the rule of section 5.1.

use ciborium_ll::Header;

use crate::cbor::{head, skip};
use crate::decode::decode;
use crate::error::{CborError, Error, GrammarError};
use crate::options::Options;
use crate::reference::CriReference;

/// Decodes each item of an encoded array: a CRI or CRI reference, or why it is unprocessable.
///
/// # Errors
///
/// [`CborError`] where the whole is not one well-formed CBOR item, [`GrammarError`] where it is no array. In an
/// item, an error's place counts from the start of the item.
pub fn scan(bytes: &[u8], options: &Options) -> Result<Vec<Result<CriReference, Error>>, Error> {
    let end = skip::item_end(bytes, 0)?;
    if end < bytes.len() {
        return Err(Error::at_byte(CborError::TrailingBytes, end));
    }
    let (header, mut position) = head::read(bytes, 0)?;
    let end = match header {
        Header::Array(Some(_)) => end,
        // The break is no item.
        Header::Array(None) => end - 1,
        _ => return Err(not_an_array()),
    };
    let mut items = Vec::new();
    while position < end {
        let next = skip::item_end(bytes, position)?;
        items.push(decode(&bytes[position..next], options));
        position = next;
    }
    Ok(items)
}

fn not_an_array() -> Error {
    Error::at_byte(GrammarError::Expected { expected: "an array", found: "another item" }, 0)
}
