//! The minimal use of byte strings (section 7.1).
//!
//! A byte string is minimal when the section's algorithm finds nothing in it to move over into text: no
//! unreserved ASCII character, and no complete UTF-8 character from U+0080 on.

use crate::uri::grammar::is_unreserved;

/// Does the algorithm leave these bytes as they are?
pub(super) fn is_minimal(bytes: &[u8]) -> bool {
    !bytes.iter().copied().any(is_unreserved) && !has_utf8_character(bytes)
}

/// The UTF-8 character from U+0080 on that these bytes begin with.
pub(crate) fn leading_utf8_character(bytes: &[u8]) -> Option<char> {
    let (candidate, _) = bytes.split_at_checked(utf8_length(*bytes.first()?)?)?;
    std::str::from_utf8(candidate).ok()?.chars().next()
}

fn has_utf8_character(bytes: &[u8]) -> bool {
    (0..bytes.len()).any(|start| leading_utf8_character(&bytes[start..]).is_some())
}

/// The length that the first byte of a UTF-8 character from U+0080 on declares.
fn utf8_length(first: u8) -> Option<usize> {
    match first {
        0xc2..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf4 => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal() {
        for bytes in [b":".as_slice(), b"/?", b"\xff", b"\xc3", b"\xc3:", b"\xa9\xc3", b"\xed\xa0\x80", b" "]
        {
            assert!(is_minimal(bytes), "{bytes:02x?}");
        }
        for bytes in
            [b"a".as_slice(), b":1", b"-", b"~", b"\xff\xc3\xa9", b"\xe2\x82\xac:", b"\xf0\x9f\x98\x80"]
        {
            assert!(!is_minimal(bytes), "{bytes:02x?}");
        }
    }

    #[test]
    fn characters() {
        assert_eq!(leading_utf8_character("\u{e9}x".as_bytes()), Some('\u{e9}'));
        assert_eq!(leading_utf8_character(b"a"), None);
        assert_eq!(leading_utf8_character(b"\xc0\x80"), None);
        assert_eq!(leading_utf8_character(b"\xe2\x82"), None);
        assert_eq!(leading_utf8_character(b""), None);
    }
}
