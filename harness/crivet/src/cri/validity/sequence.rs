//! Validity of a text-pet-sequence (href-13 and href-27, anchor `pet`): its grammar, and the least use of bytes.
//!
//! ```text
//! text-pet-sequence = [?text1, ((+(pet1, text1), ?pet1) // pet1)]
//! ```
//!
//! A byte that text could hold as well belongs into text. href-27 names bytes as a way round Normalization
//! Form C: there a character stays in bytes that no text around it could take up and still be normalised.

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, is_nfc, is_nfc_quick};

use super::Grade;
use crate::cri::uri::is_unreserved;
use crate::cri::{Component, Part};
use crate::profile::Profile;

/// Everything that is wrong with a sequence: the grade, the ruling, and what it is.
pub(super) fn violations(
    parts: &[Part],
    component: Component,
    profile: Profile,
) -> Vec<(Grade, &'static str, &'static str)> {
    let mut found = grammar(parts);
    // C3 keeps user information ASCII and sends the rest here, where minimality would not have it.
    let in_userinfo = component == Component::Userinfo;
    let characters = characters_in_bytes(parts);
    let any = |test: &dyn Fn(char) -> bool| characters.iter().any(|character| test(character.value));
    let unreserved = any(&|c| u8::try_from(c).is_ok_and(is_unreserved));
    let non_ascii = any(&|c| !c.is_ascii());
    let evades = |character: &Character| profile.rules().bytes_evade_nfc && character.spoils_text;
    let movable = characters.iter().any(|character| !character.value.is_ascii() && !evades(character));
    if unreserved || (movable && !in_userinfo) {
        let what = "the bytes hold an unreserved or a non-ASCII character, which is text";
        found.push((Grade::Invalid, "R22", what));
    } else if non_ascii && in_userinfo {
        found.push((Grade::Remark, "R69", "the bytes hold a non-ASCII character"));
    } else if non_ascii {
        let what = "the bytes hold a character that would leave text outside Normalization Form C";
        found.push((Grade::Remark, "R22", what));
    } else if any(&|c| u8::try_from(c).is_ok_and(|byte| !component.keeps(byte, profile))) {
        found.push((Grade::Remark, "R23", "the bytes hold what text would percent-encode anyway"));
    }
    found
}

fn grammar(parts: &[Part]) -> Vec<(Grade, &'static str, &'static str)> {
    let is_text = |part: &Part| matches!(part, Part::Text(_));
    let blank = |part: &Part| match part {
        Part::Bytes(bytes) => bytes.is_empty(),
        Part::Text(text) => text.is_empty(),
    };
    let mut found = Vec::new();
    if parts.iter().all(is_text) {
        found.push((Grade::Invalid, "R21", "the array has no byte string in it"));
    }
    if parts.iter().any(blank) {
        found.push((Grade::Invalid, "R21", "the array has an empty part"));
    }
    if parts.windows(2).any(|pair| is_text(&pair[0]) == is_text(&pair[1])) {
        found.push((Grade::Invalid, "R21", "texts and byte strings do not alternate"));
    }
    found
}

/// A character whose whole UTF-8 encoding stands in a byte string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Character {
    value: char,
    /// With it moved into the text next to it, that text would not be in Normalization Form C.
    spoils_text: bool,
}

fn characters_in_bytes(parts: &[Part]) -> Vec<Character> {
    let mut run = Run::default();
    let mut characters = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => {
                for character in text.chars() {
                    run.push(character, false, &mut characters);
                }
            }
            Part::Bytes(bytes) => {
                for chunk in bytes.utf8_chunks() {
                    for character in chunk.valid().chars() {
                        run.push(character, true, &mut characters);
                    }
                    if !chunk.invalid().is_empty() {
                        run.end(&mut characters);
                    }
                }
            }
        }
    }
    run.end(&mut characters);
    characters
}

/// Characters in a row that normalisation looks at together: a starter and what may compose with it.
#[derive(Default)]
struct Run {
    text: String,
    from_bytes: Vec<char>,
}

impl Run {
    fn push(&mut self, character: char, from_bytes: bool, characters: &mut Vec<Character>) {
        let alone = is_nfc_quick(std::iter::once(character));
        if canonical_combining_class(character) == 0 && alone != IsNormalized::Maybe {
            self.end(characters);
        }
        if from_bytes && character.is_ascii() {
            // It stays in bytes or is wrong there for itself; no text reaches across it.
            self.end(characters);
            characters.push(Character { value: character, spoils_text: false });
            return;
        }
        self.text.push(character);
        if from_bytes {
            self.from_bytes.push(character);
        }
    }

    fn end(&mut self, characters: &mut Vec<Character>) {
        // Text that stands alone says nothing of bytes, and most runs are text alone.
        if !self.from_bytes.is_empty() {
            let spoils_text = !is_nfc(&self.text);
            characters.extend(self.from_bytes.drain(..).map(|value| Character { value, spoils_text }));
        }
        self.text.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grade::{Invalid, Remark};
    use super::*;
    use crate::cri::Text;
    use crate::cri::testing::cri;

    #[track_caller]
    fn check(component: Component, text: &str, href_13: &[(Grade, &str)], href_27: &[(Grade, &str)]) {
        for (profile, expected) in [(Profile::Href13, href_13), (Profile::Href27, href_27)] {
            let cri = cri(&format!("[0, [{text}]]"));
            let Some([Text::Sequence(parts)]) = cri.path.as_deref() else {
                panic!("{text} is no sequence");
            };
            let found = violations(parts, component, profile);
            let found: Vec<_> = found.iter().map(|(grade, ruling, _)| (*grade, *ruling)).collect();
            assert_eq!(found, expected, "{text} in {profile}");
        }
    }

    #[track_caller]
    fn check_segment(text: &str, href_13: &[(Grade, &str)], href_27: &[(Grade, &str)]) {
        check(Component::Segment, text, href_13, href_27);
    }

    #[test]
    fn what_is_the_same_in_each_revision() {
        let same = |text: &str, expected: &[(Grade, &str)]| check_segment(text, expected, expected);
        same(r#"["web:alice:7", ':', "1-balun"]"#, &[]);
        same("[h'ff']", &[]);
        same("[h'c3']", &[]);
        same(r#"["web:alice:", '7:', "1-balun"]"#, &[(Invalid, "R22")]);
        same(r#"["web:alice:7", ':1', "-balun"]"#, &[(Invalid, "R22")]);
        same("[h'c3a4']", &[(Invalid, "R22")]);
        same(r#"["a", h'c3a4ff', "b"]"#, &[(Invalid, "R22")]);
        same("[h'2f']", &[(Remark, "R23")]);
        same("[]", &[(Invalid, "R21")]);
        same(r#"["a"]"#, &[(Invalid, "R21")]);
        same("[h'']", &[(Invalid, "R21")]);
        same(r#"["a", h'ff', h'fe']"#, &[(Invalid, "R21")]);
        same(r#"["", h'ff']"#, &[(Invalid, "R21")]);
    }

    #[test]
    fn bytes_are_a_way_round_normalisation_in_27() {
        let evades = |text: &str| check_segment(text, &[(Invalid, "R22")], &[(Remark, "R22")]);
        evades(r#"["e", h'cc81']"#);
        evades(r#"["e", h'cc81', "b"]"#);
        evades(r#"["e", h'cc81cc82']"#);
        evades(r#"["e", h'cc81ff']"#);
        // U+212B is in no normalised text, whatever stands beside it; U+0F73 is a mark for which that holds.
        evades("[h'e284ab']");
        evades(r#"["a", h'e284ab', "b"]"#);
        evades(r#"["a", h'e0bdb3']"#);
        // U+1161 composes with the U+1100 before it.
        evades(r#"["ᄀ", h'e185a1']"#);
        // The character in bytes composes with the text after it.
        evades("[h'c2a8', \"\u{301}\"]");
    }

    #[test]
    fn bytes_that_evade_nothing_are_text_in_27_too() {
        let never = |text: &str| check_segment(text, &[(Invalid, "R22")], &[(Invalid, "R22")]);
        never("[h'cc81']");
        never(r#"["e", h'ffcc81']"#);
        never(r#"["e", h'2fcc81']"#);
        never(r#"["e", h'cc81c3a4']"#);
        never(r#"["x", h'c3a4', "e"]"#);
        never(r#"["b", h'cc81']"#);
        never("[h'65cc81']");
        never("[\"e\u{301}\", h'ffc3a4']");
        // A mark that nothing composes with is normalised text where it stands.
        never(r#"["e", h'd6b0']"#);
    }

    #[test]
    fn user_information_in_each_revision() {
        let check = |text: &str, href_13: &[(Grade, &str)], href_27: &[(Grade, &str)]| {
            check(Component::Userinfo, text, href_13, href_27);
        };
        check(r#"["a", h'3a', "b"]"#, &[(Remark, "R23")], &[]);
        check(r#"["a", h'40', "b"]"#, &[(Remark, "R23")], &[(Remark, "R23")]);
        check("[h'c3a4']", &[(Remark, "R69")], &[(Remark, "R69")]);
        check(r#"["e", h'cc81']"#, &[(Remark, "R69")], &[(Remark, "R69")]);
        check("[h'c3a461']", &[(Invalid, "R22")], &[(Invalid, "R22")]);
    }

    #[test]
    fn long_sequences_take_linear_time() {
        let parts = [Part::Text("e".to_owned()), Part::Bytes("\u{301}".repeat(100_000).into_bytes())];
        assert_eq!(violations(&parts, Component::Segment, Profile::Href27)[0].0, Remark);
    }
}
