//! Percent-encoding (RFC 3986, section 2.1; C13).
//!
//! ```abnf
//! pct-encoded = "%" HEXDIG HEXDIG
//! ```

use super::grammar::is_unreserved;

/// One character of percent-encoded text, or one escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A character that stands for itself.
    Literal(char),
    /// An escape, by the byte it stands for.
    Escaped(u8),
}

/// Appends text; what is no plain ASCII character is escaped, by the bytes of its UTF-8 form.
pub(crate) fn push_text(encoded: &mut String, text: &str, is_plain: fn(u8) -> bool) {
    encoded.reserve(text.len());
    for byte in text.bytes() {
        if byte.is_ascii() && is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            push_byte(encoded, byte);
        }
    }
}

/// Appends bytes, each escaped.
pub(crate) fn push_bytes(encoded: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        push_byte(encoded, byte);
    }
}

/// Appends an escape, with hexadecimal digits in upper case (RFC 3986, section 6.2.2.1).
pub(crate) fn push_byte(encoded: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    encoded.push('%');
    encoded.push(char::from(DIGITS[usize::from(byte >> 4)]));
    encoded.push(char::from(DIGITS[usize::from(byte & 15)]));
}

/// The characters and escapes of percent-encoded text. A percent sign that starts no escape is a character.
pub(crate) fn units(encoded: &str) -> impl Iterator<Item = Unit> {
    let mut rest = encoded;
    std::iter::from_fn(move || {
        if let Some(byte) = leading_escape(rest.as_bytes()) {
            rest = &rest[3..];
            return Some(Unit::Escaped(byte));
        }
        let character = rest.chars().next()?;
        rest = &rest[character.len_utf8()..];
        Some(Unit::Literal(character))
    })
}

/// The byte of the escape that the text begins with.
pub(crate) fn leading_escape(text: &[u8]) -> Option<u8> {
    match text {
        [b'%', high, low, ..] => Some(hex_digit(*high)? << 4 | hex_digit(*low)?),
        _ => None,
    }
}

/// Escapes of unreserved characters become the characters (RFC 3986, section 6.2.2.2).
pub(crate) fn normalize(encoded: &str) -> String {
    let mut normalized = String::with_capacity(encoded.len());
    for unit in units(encoded) {
        match unit {
            Unit::Literal(character) => normalized.push(character),
            Unit::Escaped(byte) if is_unreserved(byte) => normalized.push(char::from(byte)),
            Unit::Escaped(byte) => push_byte(&mut normalized, byte),
        }
    }
    normalized
}

/// The bytes that percent-encoded text stands for.
pub(crate) fn decode(encoded: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(encoded.len());
    for unit in units(encoded) {
        match unit {
            Unit::Literal(character) => {
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Unit::Escaped(byte) => bytes.push(byte),
        }
    }
    bytes
}

/// The text that percent-encoded text stands for, where it is UTF-8.
pub(crate) fn decode_utf8(encoded: &str) -> Option<String> {
    String::from_utf8(decode(encoded)).ok()
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::grammar::is_pchar;

    #[test]
    fn encoding() {
        let mut encoded = String::new();
        push_text(&mut encoded, "a/\u{e9}%:", is_pchar);
        push_bytes(&mut encoded, b"\xff:");
        assert_eq!(encoded, "a%2F%C3%A9%25:%FF%3A");
    }

    #[test]
    fn normalizing() {
        assert_eq!(normalize("%41%2e%7e%2f%c3%a9b%"), "A.~%2F%C3%A9b%");
    }

    #[test]
    fn decoding() {
        assert_eq!(decode_utf8("%C3%a9x%2F").as_deref(), Some("\u{e9}x/"));
        assert_eq!(decode_utf8("%ff"), None);
        assert_eq!(decode("a%2541%ff"), b"a%41\xff");
    }

    #[test]
    fn escapes() {
        assert_eq!(leading_escape(b"%4aZ"), Some(0x4a));
        assert_eq!(leading_escape(b"%4"), None);
        assert_eq!(leading_escape(b"%4g"), None);
        assert_eq!(leading_escape(b"%+1"), None);
        assert_eq!(leading_escape(b"41"), None);
    }
}
