//! Skipping any item, whatever it holds (section 5.2.1: the processor skips the entire array).
//!
//! Nesting is followed on a stack of its own, so that no depth overflows the call stack. The stack grows by one
//! entry for one byte of input at least, and never from a declared length.

use ciborium_ll::Header;

use crate::cbor::head;
use crate::error::{CborError, Error};

/// What is open around the position.
#[derive(Clone, Copy, Debug)]
enum Open {
    /// An item that still lacks this many items.
    Definite(u128),
    /// An array of indefinite length.
    Array,
    /// A map of indefinite length; is its next item a value?
    Map { value_next: bool },
    /// A byte string of indefinite length.
    Bytes,
    /// A text string of indefinite length.
    Text,
}

/// The end of the well-formed item that begins at `start`.
///
/// # Errors
///
/// [`CborError`] where the item is not well-formed CBOR. Text is not checked for UTF-8, which is a matter of
/// validity.
pub(crate) fn item_end(input: &[u8], start: usize) -> Result<usize, Error> {
    let mut position = start;
    let mut stack: Vec<Open> = Vec::new();
    loop {
        let (header, length) = head::read(input, position)?;
        let here = position;
        position += length;
        let malformed = || Error::at_byte(CborError::Malformed, here);
        if !fits(header, stack.last()) {
            return Err(malformed());
        }
        match header {
            Header::Break => {
                stack.pop();
            }
            Header::Bytes(Some(length)) | Header::Text(Some(length)) => {
                position = advance(input, position, length)?;
            }
            Header::Bytes(None) => {
                stack.push(Open::Bytes);
                continue;
            }
            Header::Text(None) => {
                stack.push(Open::Text);
                continue;
            }
            Header::Array(Some(count)) if count > 0 => {
                stack.push(Open::Definite(count as u128));
                continue;
            }
            Header::Map(Some(count)) if count > 0 => {
                stack.push(Open::Definite(2 * count as u128));
                continue;
            }
            Header::Tag(_) => {
                stack.push(Open::Definite(1));
                continue;
            }
            Header::Array(None) => {
                stack.push(Open::Array);
                continue;
            }
            Header::Map(None) => {
                stack.push(Open::Map { value_next: false });
                continue;
            }
            Header::Array(Some(_))
            | Header::Map(Some(_))
            | Header::Positive(_)
            | Header::Negative(_)
            | Header::Float(_)
            | Header::Simple(_) => {}
        }
        close(&mut stack);
        if stack.is_empty() {
            return Ok(position);
        }
    }
}

/// May this head come next inside what is open?
fn fits(header: Header, open: Option<&Open>) -> bool {
    match open {
        None | Some(Open::Definite(_)) => header != Header::Break,
        Some(Open::Array) => true,
        Some(Open::Map { value_next }) => header != Header::Break || !value_next,
        Some(Open::Bytes) => matches!(header, Header::Bytes(Some(_)) | Header::Break),
        Some(Open::Text) => matches!(header, Header::Text(Some(_)) | Header::Break),
    }
}

/// Counts an item that has just ended, and with it all that it was the last item of.
fn close(stack: &mut Vec<Open>) {
    while let Some(open) = stack.last_mut() {
        match open {
            Open::Definite(1) => {
                stack.pop();
            }
            Open::Definite(left) => {
                *left -= 1;
                return;
            }
            Open::Map { value_next } => {
                *value_next = !*value_next;
                return;
            }
            Open::Array | Open::Bytes | Open::Text => return,
        }
    }
}

fn advance(input: &[u8], position: usize, length: usize) -> Result<usize, Error> {
    match input.len().checked_sub(position) {
        Some(left) if length <= left => Ok(position + length),
        _ => Err(Error::at_byte(CborError::Truncated, input.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: Result<usize, CborError>) {
        let found = item_end(input, 0).map_err(|error| error.kind);
        assert_eq!(found, expected.map_err(Into::into), "{input:02x?}");
    }

    #[test]
    fn items() {
        check(&[0x01, 0x02], Ok(1));
        check(&[0x80], Ok(1));
        check(&[0x82, 0x01, 0x81, 0x02, 0x03], Ok(4));
        check(&[0xa1, 0x01, 0x02], Ok(3));
        check(&[0xa1, 0x01], Err(CborError::Truncated));
        check(&[0xc1, 0xc2, 0x40], Ok(3));
        check(&[0x9f, 0x01, 0xff], Ok(3));
        check(&[0xbf, 0x01, 0x02, 0xff], Ok(4));
        check(&[0xbf, 0x01, 0xff], Err(CborError::Malformed));
        check(&[0x5f, 0x41, 0x00, 0xff], Ok(4));
        check(&[0x5f, 0x61, 0x00, 0xff], Err(CborError::Malformed));
        check(&[0x5f, 0x5f, 0xff, 0xff], Err(CborError::Malformed));
        check(&[0x7f, 0x61, b'a', 0xff], Ok(4));
        check(&[0x81, 0xff], Err(CborError::Malformed));
        check(&[0xc1, 0xff], Err(CborError::Malformed));
        check(&[0xff], Err(CborError::Malformed));
        check(&[0x9b, 255, 255, 255, 255, 255, 255, 255, 255], Err(CborError::Truncated));
        check(&[0xbb, 255, 255, 255, 255, 255, 255, 255, 255], Err(CborError::Truncated));
        check(&[0x5b, 255, 255, 255, 255, 255, 255, 255, 255], Err(CborError::Truncated));
    }

    #[test]
    fn deep_nesting() {
        let mut deep = vec![0x81; 1_000_000];
        check(&deep, Err(CborError::Truncated));
        deep.push(0x01);
        check(&deep, Ok(1_000_001));
    }
}
