//! A strict pull reader: one token after the other, of those kinds that the grammar of CRIs knows.

use std::cell::Cell;

use ciborium_ll::{Header, simple};

use crate::cbor::head;
use crate::error::{CborError, Error};

/// An item that the grammar of CRIs knows; of an array only its head, its items come next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    /// An array of so many items.
    Array(u64),
    /// A byte string.
    Bytes(&'a [u8]),
    /// The value false.
    False,
    /// A negative integer, by its argument: `-1 - argument`.
    Negative(u64),
    /// The value null.
    Null,
    /// Any item that no CRI can hold, by the name messages use.
    Other(&'static str),
    /// A text string.
    Text(&'a str),
    /// The value true.
    True,
    /// An unsigned integer.
    Unsigned(u64),
}

impl Token<'_> {
    /// What messages call it.
    pub(crate) fn description(self) -> &'static str {
        match self {
            Token::Array(_) => "an array",
            Token::Bytes(_) => "a byte string",
            Token::False => "false",
            Token::Negative(_) => "a negative integer",
            Token::Null => "null",
            Token::Other(name) => name,
            Token::Text(_) => "a text",
            Token::True => "true",
            Token::Unsigned(_) => "an unsigned integer",
        }
    }
}

/// Reads tokens from a byte slice. Memory is never reserved: strings are lent from the input.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    input: &'a [u8],
    position: usize,
    /// The token last looked at ahead: where it starts, and where it ends.
    ahead: Cell<Option<(usize, Token<'a>, usize)>>,
}

impl<'a> Reader<'a> {
    /// A reader at the start of the input.
    pub(crate) fn new(input: &'a [u8]) -> Self {
        Reader { input, position: 0, ahead: Cell::new(None) }
    }

    /// The offset of the next token.
    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The next token, without moving on.
    pub(crate) fn peek(&self) -> Result<Token<'a>, Error> {
        if let Some((start, token, _)) = self.ahead.get()
            && start == self.position
        {
            return Ok(token);
        }
        let mut reader = self.clone();
        let token = reader.next()?;
        self.ahead.set(Some((self.position, token, reader.position)));
        Ok(token)
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, Error> {
        let start = self.position;
        if let Some((looked_at, token, end)) = self.ahead.take()
            && looked_at == start
        {
            self.position = end;
            return Ok(token);
        }
        let (header, length) = head::read(self.input, start)?;
        self.position = start + length;
        Ok(match header {
            Header::Positive(value) => Token::Unsigned(value),
            Header::Negative(argument) => Token::Negative(argument),
            Header::Bytes(length) => Token::Bytes(self.string(length, start)?),
            Header::Text(length) => Token::Text(self.utf8(length, start)?),
            Header::Array(count) => Token::Array(definite(count, start)? as u64),
            Header::Map(count) => definite(count, start).map(|_| Token::Other("a map"))?,
            Header::Tag(_) => Token::Other("a tag"),
            Header::Float(_) => Token::Other("a floating-point number"),
            Header::Simple(simple::FALSE) => Token::False,
            Header::Simple(simple::TRUE) => Token::True,
            Header::Simple(simple::NULL) => Token::Null,
            Header::Simple(_) => Token::Other("a simple value"),
            Header::Break => return Err(Error::at_byte(CborError::Malformed, start)),
        })
    }

    /// Checks that nothing is left.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        if self.position < self.input.len() {
            return Err(Error::at_byte(CborError::TrailingBytes, self.position));
        }
        Ok(())
    }

    fn utf8(&mut self, length: Option<usize>, start: usize) -> Result<&'a str, Error> {
        let bytes = self.string(length, start)?;
        std::str::from_utf8(bytes).map_err(|error| {
            Error::at_byte(CborError::NotUtf8, self.position - bytes.len() + error.valid_up_to())
        })
    }

    fn string(&mut self, length: Option<usize>, start: usize) -> Result<&'a [u8], Error> {
        let length = definite(length, start)?;
        let rest = &self.input[self.position..];
        let string =
            rest.get(..length).ok_or_else(|| Error::at_byte(CborError::Truncated, self.input.len()))?;
        self.position += length;
        Ok(string)
    }
}

/// Section 5.1: CRIs interchanged on their own use no indefinite length.
fn definite(length: Option<usize>, start: usize) -> Result<usize, Error> {
    length.ok_or_else(|| Error::at_byte(CborError::Indefinite, start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: Result<Token<'_>, CborError>) {
        match (Reader::new(input).next(), expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(error), Err(expected)) => assert_eq!(error.kind, expected.into()),
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    }

    #[test]
    fn tokens() {
        check(&[0x61, b'a'], Ok(Token::Text("a")));
        check(&[0x78, 0x01, b'a'], Ok(Token::Text("a")));
        check(&[0x41, 0xff], Ok(Token::Bytes(&[0xff])));
        check(&[0xf4], Ok(Token::False));
        check(&[0xf7], Ok(Token::Other("a simple value")));
        check(&[0xa0], Ok(Token::Other("a map")));
        check(&[0xc2], Ok(Token::Other("a tag")));
        check(&[0xf9, 0, 0], Ok(Token::Other("a floating-point number")));
        check(&[0x61, 0xff], Err(CborError::NotUtf8));
        check(&[0x7f, 0xff], Err(CborError::Indefinite));
        check(&[0x9f, 0xff], Err(CborError::Indefinite));
        check(&[0xff], Err(CborError::Malformed));
        check(&[0x5b, 0x7f, 255, 255, 255, 255, 255, 255, 255], Err(CborError::Truncated));
    }
}
