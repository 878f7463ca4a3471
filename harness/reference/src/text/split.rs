//! Percent-encoded text taken apart into text and bytes (section 7.1).
//!
//! The algorithm of the section starts with every escaped byte in a byte string, and moves over into text what
//! is an unreserved ASCII character or a UTF-8 character from U+0080 on. Here an ASCII character that the place
//! escapes anyway moves over too (the slash in a path): as text it converts to the same URI, and the text is the
//! shorter form.
//!
//! Where the text that comes out is not in Normalization Form C, -27 takes apart again, with the characters that
//! are in the way kept in byte strings.

use unicode_normalization::is_nfc;

use super::minimal::leading_utf8_character;
use super::{Form, Part, Text, nfc};
use crate::options::Revision;
use crate::uri::grammar::is_unreserved;
use crate::uri::percent::{Unit, units};

/// Takes percent-encoded text apart. `is_plain` names the ASCII characters that need no escape in this place.
pub(super) fn split(encoded: &str, is_plain: fn(u8) -> bool, revision: Revision) -> Text {
    let text = split_with(Builder::default(), encoded, is_plain);
    if nfc::goes_round(revision) && !text.texts().all(is_nfc) {
        return split_with(Builder { keeps_nfc: true, ..Builder::default() }, encoded, is_plain);
    }
    text
}

fn split_with(mut builder: Builder, encoded: &str, is_plain: fn(u8) -> bool) -> Text {
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

/// The parts as the algorithm leaves them that keeps texts in Normalization Form C.
pub(super) fn with_nfc(parts: &[Part]) -> Text {
    let mut builder = Builder { keeps_nfc: true, ..Builder::default() };
    for part in parts {
        match part {
            Part::Text(text) => text.chars().for_each(|character| builder.push_char(character)),
            Part::Pet(bytes) => builder.push_escaped(bytes, |_| true),
        }
    }
    builder.finish()
}

/// Collects characters and bytes, merging those of a kind that stand next to each other.
#[derive(Default)]
struct Builder {
    parts: Vec<Part>,
    /// Does a character that would take a text out of Normalization Form C go into a byte string?
    keeps_nfc: bool,
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
        if self.keeps_nfc && !nfc::keeps_nfc(self.last_text(), character) {
            character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| self.push_byte(byte));
            return;
        }
        match self.parts.last_mut() {
            Some(Part::Text(text)) => text.push(character),
            _ => self.parts.push(Part::Text(character.to_string())),
        }
    }

    /// The text that a character would be appended to.
    fn last_text(&self) -> &str {
        match self.parts.last() {
            Some(Part::Text(text)) => text,
            Some(Part::Pet(_)) | None => "",
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
        for revision in [Revision::Href13, Revision::Href27] {
            check_in(revision, encoded, is_plain, expected);
        }
    }

    #[track_caller]
    fn check_in(revision: Revision, encoded: &str, is_plain: fn(u8) -> bool, expected: &[Part]) {
        let text = Text::from_percent_encoded(encoded, is_plain, revision);
        assert_eq!(text.parts(), expected);
        if text.is_sequence() {
            assert_eq!(Text::sequence(text.parts().to_vec(), revision), Ok(text.clone()));
        }
    }

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    fn pet(bytes: &[u8]) -> Part {
        Part::Pet(bytes.to_vec())
    }

    #[test]
    fn normalization_form() {
        check_in(Revision::Href13, "e%CC%81", is_pchar, &[text("e\u{301}")]);
        check_in(Revision::Href27, "e%CC%81", is_pchar, &[text("e"), pet(b"\xcc\x81")]);
        check_in(Revision::Href27, "%CC%81", is_pchar, &[text("\u{301}")]);
        check_in(Revision::Href27, "%E2%84%ABx", is_pchar, &[pet("\u{212b}".as_bytes()), text("x")]);
        check_in(
            Revision::Href27,
            "a%FF%C3%A2%CC%A3%ff%3Ab",
            is_pchar,
            &[text("a"), pet(b"\xff"), text("\u{e2}"), pet(b"\xcc\xa3\xff:"), text("b")],
        );
        let marks = "%CC%B5".repeat(100);
        let plain = format!("x{}", "\u{335}".repeat(100));
        check_in(Revision::Href27, &format!("x{marks}"), is_pchar, &[text(&plain)]);
    }

    #[test]
    fn splitting() {
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
