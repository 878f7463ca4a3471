//! Text with percent-encoded parts (section 7.1).
//!
//! ```cddl
//! text-or-pet       = text / text-pet-sequence .feature "extended-cri"    ; -27: "text-or-pet"
//! text-pet-sequence = [?text1, ((+(pet1, text1), ?pet1) // pet1)]
//! pet1              = bytes .ne ''
//! text1             = text .ne ""
//! ```
//!
//! A text part stands for its characters, which a URI percent-encodes where its syntax asks for it. A byte
//! string (a *pet*) stands for bytes that a URI always percent-encodes.

mod minimal;
mod nfc;
mod split;

pub(crate) use minimal::leading_utf8_character;

use crate::error::PetError;
use crate::options::Revision;
use crate::uri::dot_segments::is_dot_segment;
use crate::uri::percent;

/// A text, or a text-pet-sequence. A value is always valid: alternating, without empty parts, and minimal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Form);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Form {
    /// A text part, which may be empty.
    Plain(Part),
    /// A valid text-pet-sequence.
    Sequence(Vec<Part>),
}

/// A part of a text-pet-sequence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Text.
    Text(String),
    /// Bytes that are percent-encoded in a URI.
    Pet(Vec<u8>),
}

impl Part {
    fn is_pet(&self) -> bool {
        matches!(self, Part::Pet(_))
    }

    fn is_empty(&self) -> bool {
        match self {
            Part::Text(text) => text.is_empty(),
            Part::Pet(bytes) => bytes.is_empty(),
        }
    }

    fn is_minimal(&self) -> bool {
        match self {
            Part::Text(_) => true,
            Part::Pet(bytes) => minimal::is_minimal(bytes),
        }
    }
}

impl Text {
    /// A plain text.
    pub fn plain(text: impl Into<String>) -> Self {
        Text(Form::Plain(Part::Text(text.into())))
    }

    /// A text-pet-sequence. In -27 byte strings are minimal also where their characters would take the text in
    /// front of them out of Normalization Form C.
    ///
    /// # Errors
    ///
    /// [`PetError`] where the parts do not match the grammar, or a byte string is not minimal.
    pub fn sequence(parts: Vec<Part>, revision: Revision) -> Result<Self, PetError> {
        if parts.iter().any(Part::is_empty) {
            return Err(PetError::EmptyPart);
        }
        if parts.windows(2).any(|pair| pair[0].is_pet() == pair[1].is_pet()) {
            return Err(PetError::NotAlternating);
        }
        if !parts.iter().any(Part::is_pet) {
            return Err(PetError::NoBytes);
        }
        let goes_round_nfc = || nfc::goes_round(revision) && split::with_nfc(&parts).parts() == parts;
        if !parts.iter().all(Part::is_minimal) && !goes_round_nfc() {
            return Err(PetError::NotMinimal);
        }
        Ok(Text(Form::Sequence(parts)))
    }

    /// Reads a percent-encoded part of a URI, in the form with the fewest bytes in byte strings.
    ///
    /// `is_plain` names the ASCII characters that stand unescaped in this place of a URI. The escapes of the
    /// input must be complete.
    pub(crate) fn from_percent_encoded(encoded: &str, is_plain: fn(u8) -> bool, revision: Revision) -> Self {
        split::split(encoded, is_plain, revision)
    }

    /// The parts: one text for a plain text.
    pub fn parts(&self) -> &[Part] {
        match &self.0 {
            Form::Plain(part) => std::slice::from_ref(part),
            Form::Sequence(parts) => parts,
        }
    }

    /// The text, where it is a plain one.
    pub fn as_plain(&self) -> Option<&str> {
        match &self.0 {
            Form::Plain(Part::Text(text)) => Some(text),
            Form::Plain(Part::Pet(_)) | Form::Sequence(_) => None,
        }
    }

    /// Is it a text-pet-sequence?
    pub fn is_sequence(&self) -> bool {
        self.as_plain().is_none()
    }

    /// Is it the empty text?
    pub fn is_empty(&self) -> bool {
        self.as_plain() == Some("")
    }

    /// The parts that are text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts().iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Pet(_) => None,
        })
    }

    /// The form in a URI, where `is_plain` names the ASCII characters that need no escape.
    pub(crate) fn percent_encoded(&self, is_plain: fn(u8) -> bool) -> String {
        let mut encoded = String::new();
        for part in self.parts() {
            match part {
                Part::Text(text) => percent::push_text(&mut encoded, text, is_plain),
                Part::Pet(bytes) => percent::push_bytes(&mut encoded, bytes),
            }
        }
        encoded
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text::plain(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::plain(text)
    }
}

/// A dot in a text part; in a byte string there is none, as it is unreserved.
pub(crate) fn has_dot(label: &Text) -> bool {
    label.texts().any(|text| text.contains('.'))
}

/// Is the segment `.` or `..`?
pub(crate) fn is_dot(segment: &Text) -> bool {
    segment.as_plain().is_some_and(is_dot_segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    fn pet(bytes: &[u8]) -> Part {
        Part::Pet(bytes.to_vec())
    }

    #[track_caller]
    fn check(parts: Vec<Part>, expected: Result<(), PetError>) {
        for revision in [Revision::Href13, Revision::Href27] {
            check_in(revision, parts.clone(), expected);
        }
    }

    #[track_caller]
    fn check_in(revision: Revision, parts: Vec<Part>, expected: Result<(), PetError>) {
        assert_eq!(Text::sequence(parts, revision).map(|_| ()), expected);
    }

    #[test]
    fn normalization_form() {
        let accent = "\u{301}".as_bytes();
        check_in(Revision::Href13, vec![text("e"), pet(accent)], Err(PetError::NotMinimal));
        check_in(Revision::Href27, vec![text("e"), pet(accent)], Ok(()));
        check_in(Revision::Href27, vec![text("e"), pet(accent), text("x")], Ok(()));
        check_in(Revision::Href27, vec![pet(b"e\xcc\x81")], Err(PetError::NotMinimal));
        check(vec![pet(accent)], Err(PetError::NotMinimal));
        check(vec![text("x"), pet(accent)], Err(PetError::NotMinimal));
        check(vec![text("e"), pet("\u{e9}".as_bytes())], Err(PetError::NotMinimal));
    }

    #[test]
    fn grammar() {
        check(vec![pet(b":")], Ok(()));
        check(vec![text("a"), pet(b":")], Ok(()));
        check(vec![pet(b":"), text("a")], Ok(()));
        check(vec![text("web:alice:7"), pet(b":"), text("1-balun")], Ok(()));
        check(vec![], Err(PetError::NoBytes));
        check(vec![text("a")], Err(PetError::NoBytes));
        check(vec![text("a"), text("b"), pet(b":")], Err(PetError::NotAlternating));
        check(vec![pet(b":"), pet(b":")], Err(PetError::NotAlternating));
        check(vec![text(""), pet(b":")], Err(PetError::EmptyPart));
        check(vec![text("a"), pet(b"")], Err(PetError::EmptyPart));
        check(vec![text("web:alice:"), pet(b"7:"), text("1-balun")], Err(PetError::NotMinimal));
        check(vec![text("web:alice:7"), pet(b":1"), text("-balun")], Err(PetError::NotMinimal));
    }
}
