//! Percent-encoded text taken apart into text and bytes (section 7.1).
//!
//! The algorithm of the section starts with every escaped byte in a byte string, and moves over into text what
//! is an unreserved ASCII character or a UTF-8 character from U+0080 on. Here an ASCII character that the place
//! escapes anyway moves over too (the slash in a path): as text it converts to the same URI, and the text is the
//! shorter form.

use super::minimal::leading_utf8_character;
use super::{Form, Part, Text};
use crate::uri::grammar::is_unreserved;
use crate::uri::percent::{Unit, units};

/// Takes percent-encoded text apart. `is_plain` names the ASCII characters that need no escape in this place.
pub(super) fn split(encoded: &str, is_plain: fn(u8) -> bool) -> Text {
    let mut builder = Builder::default();
    let mut escaped: Vec<u8> = Vec::new();
    for unit in units(encoded) {
        match unit {
            Unit::Escaped(byte) => escaped.push(byte),
            Unit::Literal(character) => {
                builder.push_escaped(&escaped, is_plain);
                escaped.clear();
                builder.push_char(character);
            }
        }
    }
    builder.push_escaped(&escaped, is_plain);
    builder.finish()
}

/// Collects characters and bytes, merging those of a kind that stand next to each other.
#[derive(Default)]
struct Builder {
    parts: Vec<Part>,
}

impl Builder {
    /// A run of escaped bytes: those that can be text become text.
    fn push_escaped(&mut self, mut run: &[u8], is_plain: fn(u8) -> bool) {
        while let [first, rest @ ..] = run {
            if let Some(character) = leading_utf8_character(run) {
                self.push_char(character);
                run = &run[character.len_utf8()..];
            } else {
                if can_be_text(*first, is_plain) {
                    self.push_char(char::from(*first));
                } else {
                    self.push_byte(*first);
                }
                run = rest;
            }
        }
    }

    fn push_char(&mut self, character: char) {
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text.push(character),
            _ => self.parts.push(Part::Text(character.to_string())),
        }
    }

    fn push_byte(&mut self, byte: u8) {
        match self.parts.last_mut() {
            Some(Part::Pet(bytes)) => bytes.push(byte),
            _ => self.parts.push(Part::Pet(vec![byte])),
        }
    }

    fn finish(mut self) -> Text {
        match self.parts.pop() {
            None => Text::plain(""),
            Some(part @ Part::Text(_)) if self.parts.is_empty() => Text(Form::Plain(part)),
            Some(last) => {
                self.parts.push(last);
                Text(Form::Sequence(self.parts))
            }
        }
    }
}

/// Would this escaped byte, as a character of text, stand for the same in a URI?
fn can_be_text(byte: u8, is_plain: fn(u8) -> bool) -> bool {
    byte.is_ascii() && (is_unreserved(byte) || !is_plain(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::grammar::{is_pchar, is_query_plain};

    #[track_caller]
    fn check(encoded: &str, is_plain: fn(u8) -> bool, expected: &[Part]) {
        let text = Text::from_percent_encoded(encoded, is_plain);
        assert_eq!(text.parts(), expected);
        if text.is_sequence() {
            assert_eq!(Text::sequence(text.parts().to_vec()), Ok(text.clone()));
        }
    }

    #[test]
    fn splitting() {
        let text = |text: &str| Part::Text(text.to_owned());
        let pet = |bytes: &[u8]| Part::Pet(bytes.to_vec());
        check("", is_pchar, &[text("")]);
        check("a%2Fb", is_pchar, &[text("a/b")]);
        check("a%2fb", is_query_plain, &[text("a"), pet(b"/"), text("b")]);
        check("7%3A1", is_pchar, &[text("7"), pet(b":"), text("1")]);
        check("%3b%3b", is_pchar, &[pet(b";;")]);
        check("%41", is_pchar, &[text("A")]);
        check("%C3%A9", is_pchar, &[text("\u{e9}")]);
        check("%C3A9", is_pchar, &[pet(b"\xc3"), text("A9")]);
        check("%ff%C3%A9%c3", is_pchar, &[pet(b"\xff"), text("\u{e9}"), pet(b"\xc3")]);
        check("%26", is_query_plain, &[text("&")]);
        check("%25", is_query_plain, &[text("%")]);
        check("%00", is_pchar, &[text("\0")]);
    }
}
