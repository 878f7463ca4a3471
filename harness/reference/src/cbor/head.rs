//! One head: the major type of an item with its argument (RFC 8949, section 3).

use ciborium_ll::{Decoder, Error as LowError, Header};

use crate::error::{CborError, Error};

/// Two-byte simple values below this one are not well-formed (RFC 8949, section 3.3).
const FIRST_TWO_BYTE_SIMPLE: u8 = 32;

/// Reads the head at `position` of the input; gives it with the number of bytes it takes.
pub(crate) fn read(input: &[u8], position: usize) -> Result<(Header, usize), Error> {
    let mut decoder = Decoder::from(Slice(&input[position.min(input.len())..]));
    let header = decoder.pull().map_err(|error| match error {
        LowError::Io(Ended) => Error::at_byte(CborError::Truncated, input.len()),
        LowError::Syntax(offset) => Error::at_byte(CborError::Malformed, position + offset),
    })?;
    let length = decoder.offset();
    if is_overlong_simple(header, length) {
        return Err(Error::at_byte(CborError::Malformed, position));
    }
    Ok((header, length))
}

fn is_overlong_simple(header: Header, length: usize) -> bool {
    matches!(header, Header::Simple(value) if length == 2 && value < FIRST_TWO_BYTE_SIMPLE)
}

/// What is left of the input, for `ciborium-ll` to read from.
struct Slice<'a>(&'a [u8]);

/// The input has ended.
struct Ended;

impl ciborium_io::Read for Slice<'_> {
    type Error = Ended;

    fn read_exact(&mut self, data: &mut [u8]) -> Result<(), Ended> {
        let (read, rest) = self.0.split_at_checked(data.len()).ok_or(Ended)?;
        data.copy_from_slice(read);
        self.0 = rest;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: Result<(Header, usize), CborError>) {
        match (read(input, 0), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(error), Err(expected)) => assert_eq!(error.kind, expected.into()),
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    }

    #[test]
    fn heads() {
        check(&[0x18, 0x01], Ok((Header::Positive(1), 2)));
        check(&[0x3b, 255, 255, 255, 255, 255, 255, 255, 255], Ok((Header::Negative(u64::MAX), 9)));
        check(&[0xf6], Ok((Header::Simple(22), 1)));
        check(&[0xf8, 0x20], Ok((Header::Simple(32), 2)));
        check(&[0xf8, 0x14], Err(CborError::Malformed));
        check(&[0xf8, 0x1f], Err(CborError::Malformed));
        check(&[0x1c], Err(CborError::Malformed));
        check(&[0x1f], Err(CborError::Malformed));
        check(&[0xdf], Err(CborError::Malformed));
        check(&[0x19, 0x01], Err(CborError::Truncated));
        check(&[], Err(CborError::Truncated));
    }
}
