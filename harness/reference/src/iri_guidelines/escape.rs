//! Percent-encoding (section 2): each octet of a character, in UTF-8, as `%HH`.

use crate::uri::percent::{leading_escape, push_byte};

/// Percent-encodes the characters that are meant.
pub(super) fn encode(text: &str, is_meant: impl Fn(char) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        if is_meant(character) {
            push(&mut encoded, character);
        } else {
            encoded.push(character);
        }
    }
    encoded
}

/// Percent-encodes what is not allowed. Triplets are allowed, and stay as they are written; a percent sign that
/// begins none is not.
pub(super) fn encode_unless(text: &str, is_allowed: impl Fn(char) -> bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let is_triplet = leading_escape(rest.as_bytes()).is_some();
        let (unit, behind) = rest.split_at(if is_triplet { 3 } else { character.len_utf8() });
        if is_triplet || is_allowed(character) {
            encoded.push_str(unit);
        } else {
            push(&mut encoded, character);
        }
        rest = behind;
    }
    encoded
}

/// Are there only triplets and what is allowed?
pub(super) fn is_made_of(text: &str, is_allowed: impl Fn(char) -> bool) -> bool {
    encode_unless(text, is_allowed) == text
}

fn push(encoded: &mut String, character: char) {
    character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_byte(encoded, byte));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding() {
        assert_eq!(encode("%c3\u{e9}\u{10ffff} ", |c| c == '\u{e9}'), "%c3%C3%A9\u{10ffff} ");
        assert_eq!(encode_unless("%c3%4\u{e9}%%41b", |c| c.is_ascii_digit()), "%c3%254%C3%A9%25%41%62");
    }

    #[test]
    fn checking() {
        assert!(is_made_of("a%c3", |c| c == 'a'));
        assert!(!is_made_of("a%c", |c| c != '%'));
        assert!(!is_made_of("\u{e9}", |c| c.is_ascii()));
    }
}
