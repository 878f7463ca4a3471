//! A place in one array of the transfer form, its items counted off as they are read.

use crate::cbor::reader::{Reader, Token};
use crate::error::{Error, GrammarError};
use crate::options::Revision;

/// The rest of an array.
#[derive(Debug)]
pub(super) struct Cursor<'r, 'a> {
    reader: &'r mut Reader<'a>,
    revision: Revision,
    left: u64,
    last_null: Option<usize>,
}

impl<'r, 'a> Cursor<'r, 'a> {
    /// Reads the head of an array.
    pub(super) fn enter(
        reader: &'r mut Reader<'a>,
        revision: Revision,
        expected: &'static str,
    ) -> Result<Self, Error> {
        let offset = reader.position();
        match reader.next()? {
            Token::Array(left) => Ok(Cursor { reader, revision, left, last_null: None }),
            token => Err(unexpected(expected, token.description(), offset)),
        }
    }

    /// Reads the head of an array that is the next item of this one. It is to be read to its end before this
    /// one goes on.
    pub(super) fn enter_next(&mut self, expected: &'static str) -> Result<Cursor<'_, 'a>, Error> {
        self.count_off(expected)?;
        Cursor::enter(self.reader, self.revision, expected)
    }

    /// The revision whose grammar the array is read by.
    pub(super) fn revision(&self) -> Revision {
        self.revision
    }

    /// The offset of the next item.
    pub(super) fn position(&self) -> usize {
        self.reader.position()
    }

    /// The next item, without moving on; none at the end of the array.
    pub(super) fn peek(&self) -> Result<Option<Token<'a>>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.reader.peek().map(Some)
    }

    /// The next item.
    pub(super) fn next(&mut self, expected: &'static str) -> Result<Token<'a>, Error> {
        self.count_off(expected)?;
        self.reader.next()
    }

    /// The next item, which is null.
    pub(super) fn next_null(&mut self) -> Result<(), Error> {
        let offset = self.position();
        match self.next("null")? {
            Token::Null => {
                self.last_null = Some(offset);
                Ok(())
            }
            token => Err(unexpected("null", token.description(), offset)),
        }
    }

    /// What `read` makes of the next item, or none where it is null or left off.
    pub(super) fn next_unless_null<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        match self.peek()? {
            None => Ok(None),
            Some(Token::Null) => self.next_null().map(|()| None),
            Some(_) => read(self).map(Some),
        }
    }

    /// Checks that nothing is left of the array.
    pub(super) fn finish(&self, expected: &'static str) -> Result<(), Error> {
        match self.peek()? {
            None => Ok(()),
            Some(token) => Err(unexpected(expected, token.description(), self.position())),
        }
    }

    /// Section 5.1: trailing nulls are left off.
    pub(super) fn check_last_not_null(&self) -> Result<(), Error> {
        match self.last_null {
            Some(offset) => Err(Error::at_byte(GrammarError::TrailingNull, offset)),
            None => Ok(()),
        }
    }

    fn count_off(&mut self, expected: &'static str) -> Result<(), Error> {
        self.last_null = None;
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(unexpected(expected, "the end of the array", self.position())),
        }
    }
}

/// An item of another kind than the grammar expects.
pub(super) fn unexpected(expected: &'static str, found: &'static str, offset: usize) -> Error {
    Error::at_byte(GrammarError::Expected { expected, found }, offset)
}
