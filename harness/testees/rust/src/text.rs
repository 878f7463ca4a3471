//! A text of a CRI, percent-encoded in part: text-or-pet, section 7.1.

use crate::cbor::Item;
use crate::{Error, refuse};

/// A text: alternating texts and bytes, of which the bytes stand for percent-encoded octets. One without bytes
/// is a single part, which may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub Vec<Part>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Text(String),
    Bytes(Vec<u8>),
}

impl Text {
    pub fn plain(text: impl Into<String>) -> Text {
        Text(vec![Part::Text(text.into())])
    }

    /// Is it this text, without bytes?
    pub fn is(&self, text: &str) -> bool {
        matches!(self.0.as_slice(), [Part::Text(only)] if only == text)
    }

    /// Does the text hold this character, apart from the bytes?
    pub(crate) fn contains(&self, character: char) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Text(text) if text.contains(character)))
    }

    /// Puts a character behind the others.
    pub(crate) fn push(&mut self, character: char) {
        match self.0.last_mut() {
            Some(Part::Text(text)) => text.push(character),
            _ => self.0.push(Part::Text(character.into())),
        }
    }

    /// Puts an octet behind the others, that stays percent-encoded.
    pub(crate) fn push_byte(&mut self, byte: u8) {
        match self.0.last_mut() {
            Some(Part::Bytes(bytes)) => bytes.push(byte),
            _ => self.0.push(Part::Bytes(vec![byte])),
        }
    }

    pub(crate) fn from_item(item: Item) -> Result<Text, Error> {
        let items = match item {
            Item::Text(text) => return Ok(Text::plain(text)),
            Item::Array(items) => items,
            _ => return refuse("expected a text"),
        };
        let mut parts = Vec::new();
        for item in items {
            let part = match (item, parts.last()) {
                (Item::Text(text), None | Some(Part::Bytes(_))) if !text.is_empty() => Part::Text(text),
                (Item::Bytes(bytes), None | Some(Part::Text(_))) if is_minimal(&bytes) => Part::Bytes(bytes),
                _ => {
                    return refuse(
                        "texts and bytes that cannot be text have to alternate, none of them empty",
                    );
                }
            };
            parts.push(part);
        }
        if !parts.iter().any(|part| matches!(part, Part::Bytes(_))) {
            return refuse("a percent-encoded text without bytes");
        }
        Ok(Text(parts))
    }

    pub(crate) fn to_item(&self) -> Item {
        let item = |part: &Part| match part {
            Part::Text(text) => Item::Text(text.clone()),
            Part::Bytes(bytes) => Item::Bytes(bytes.clone()),
        };
        match self.0.as_slice() {
            [Part::Text(text)] => Item::Text(text.clone()),
            parts => Item::Array(parts.iter().map(item).collect()),
        }
    }
}

/// Is there something in these bytes, and no character that could stand as text: none that is unreserved, and
/// none from U+0080 on?
fn is_minimal(bytes: &[u8]) -> bool {
    let unreserved = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    !bytes.is_empty()
        && !bytes.iter().any(unreserved)
        && bytes.utf8_chunks().all(|chunk| chunk.valid().is_ascii())
}
