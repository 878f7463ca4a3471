//! Byte strings as the way round Normalization Form C (-27, anchor `pet`).
//!
//! Text is in that form, and what is not has no place in text. -27 hints that it can be kept in byte strings,
//! and leaves open how. Here a character goes into a byte string where it would take the text in front of it out
//! of the form: "e" and a combining acute accent become `["e", h'cc81']`. In -13 there is no way round.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::is_nfc;

use crate::options::Revision;

/// Do byte strings keep text that is not in Normalization Form C?
pub(super) fn goes_round(revision: Revision) -> bool {
    match revision {
        Revision::Href13 => false,
        Revision::Href27 => true,
    }
}

/// The most characters that are looked back on. Text for interchange has no longer runs of combining characters
/// (UAX 15, section 13).
const LONGEST_RUN: usize = 32;

/// Is the text, being in Normalization Form C, still so with this character behind it?
///
/// A run of combining characters that is too long to look at counts as no, so that the time stays bounded.
pub(super) fn keeps_nfc(text: &str, character: char) -> bool {
    // Below, nothing composes with what stands in front of it.
    if character < '\u{300}' {
        return true;
    }
    let mut start = text.len();
    for (looked_at, (index, before)) in text.char_indices().rev().enumerate() {
        start = index;
        if canonical_combining_class(before) == 0 {
            break;
        }
        if looked_at == LONGEST_RUN {
            return false;
        }
    }
    let mut tail = text[start..].to_owned();
    tail.push(character);
    is_nfc(&tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        for (text, character) in [
            ("", 'e'),
            ("e", 'e'),
            ("", '\u{301}'),
            ("x", '\u{301}'),
            ("\u{e9}", '\u{323}'),
            ("\u{1100}", '\u{1100}'),
        ] {
            let whole = format!("{text}{character}");
            assert_eq!(keeps_nfc(text, character), is_nfc(&whole), "{whole:?}");
        }
        for (text, character) in [
            ("e", '\u{301}'),
            ("\u{e2}", '\u{323}'),
            ("", '\u{212b}'),
            ("\u{1100}", '\u{1161}'),
            ("x\u{301}", '\u{323}'),
        ] {
            assert!(!keeps_nfc(text, character), "{text:?} {character:?}");
        }
    }

    #[test]
    fn long_runs() {
        let run = |count| format!("x{}", "\u{335}".repeat(count));
        assert!(keeps_nfc(&run(31), '\u{335}'));
        assert!(!keeps_nfc(&run(60), '\u{335}'));
    }
}
