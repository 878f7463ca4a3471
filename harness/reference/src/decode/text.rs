//! Reading texts (section 7.1).
//!
//! ```cddl
//! text-or-pet       = text / text-pet-sequence .feature "extended-cri"    ; -27: "text-or-pet"
//! text-pet-sequence = [?text1, ((+(pet1, text1), ?pet1) // pet1)]
//! ```

use super::cursor::{Cursor, unexpected};
use crate::cbor::reader::Token;
use crate::error::Error;
use crate::text::{Part, Text};

/// `[*text-or-pet]`
pub(super) fn texts(items: &mut Cursor<'_, '_>, expected: &'static str) -> Result<Vec<Text>, Error> {
    let mut array = items.enter_next(expected)?;
    let mut texts = Vec::new();
    while array.peek()?.is_some() {
        texts.push(text_or_pet(&mut array, "a text")?);
    }
    Ok(texts)
}

/// `text-or-pet`
pub(super) fn text_or_pet(items: &mut Cursor<'_, '_>, expected: &'static str) -> Result<Text, Error> {
    if matches!(items.peek()?, Some(Token::Array(_))) {
        return text_pet_sequence(items, expected);
    }
    let offset = items.position();
    match items.next(expected)? {
        Token::Text(text) => Ok(Text::plain(text)),
        token => Err(unexpected(expected, token.description(), offset)),
    }
}

fn text_pet_sequence(items: &mut Cursor<'_, '_>, expected: &'static str) -> Result<Text, Error> {
    let offset = items.position();
    let mut array = items.enter_next(expected)?;
    let mut parts = Vec::new();
    while array.peek()?.is_some() {
        parts.push(part(&mut array)?);
    }
    Text::sequence(parts, items.revision()).map_err(|error| Error::at_byte(error, offset))
}

/// `text1` or `pet1`
fn part(array: &mut Cursor<'_, '_>) -> Result<Part, Error> {
    const EXPECTED: &str = "a text or a byte string";
    let offset = array.position();
    match array.next(EXPECTED)? {
        Token::Text(text) => Ok(Part::Text(text.to_owned())),
        Token::Bytes(bytes) => Ok(Part::Pet(bytes.to_vec())),
        token => Err(unexpected(EXPECTED, token.description(), offset)),
    }
}
