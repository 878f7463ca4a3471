//! The characters that IRIs add to URIs (RFC 3987, sections 2.2 and 4.1).
//!
//! ```abnf
//! ucschar  = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
//!          / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD / …
//!          / %xD0000-DFFFD / %xE1000-EFFFD
//! iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
//! ```

/// A character that may stand in any component but the scheme and the port.
pub(crate) fn is_ucschar(character: char) -> bool {
    match u32::from(character) {
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => true,
        0xe0000..=0xe0fff => false,
        code @ 0x10000..=0xeffff => !is_noncharacter(code),
        _ => false,
    }
}

/// A private character, which may stand in a query.
pub(crate) fn is_iprivate(character: char) -> bool {
    match u32::from(character) {
        0xe000..=0xf8ff => true,
        code @ 0xf0000..=0x10ffff => !is_noncharacter(code),
        _ => false,
    }
}

/// A character that formats bidirectional text, and must not stand in an IRI.
pub(crate) fn is_bidi_formatting(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
}

/// The last two code points of a plane.
fn is_noncharacter(code: u32) -> bool {
    code & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        for character in ['\u{a0}', '\u{d7ff}', '\u{f900}', '\u{ffef}', '\u{1fffd}', '\u{e1000}', '\u{efffd}']
        {
            assert!(is_ucschar(character) && !is_iprivate(character), "{character:?}");
        }
        for character in ['\u{e000}', '\u{f8ff}', '\u{f0000}', '\u{ffffd}', '\u{100000}', '\u{10fffd}'] {
            assert!(!is_ucschar(character) && is_iprivate(character), "{character:?}");
        }
        for character in ['a', '\u{9f}', '\u{fdd0}', '\u{fff0}', '\u{1fffe}', '\u{e0001}', '\u{10ffff}'] {
            assert!(!is_ucschar(character) && !is_iprivate(character), "{character:?}");
        }
        assert!(is_bidi_formatting('\u{200e}') && is_bidi_formatting('\u{202e}'));
        assert!(!is_bidi_formatting('\u{2029}') && !is_bidi_formatting('\u{200d}'));
    }
}
