//! Judging what a reading of IRIs gives: the references in a text, the components of a reference, its URI.
//!
//! Texts are held against each other character by character: iri-guidelines-01 says of each what it is. It leaves
//! two things free. A query and a fragment may come with the delimiter in front, as its steps have them (R62).
//! And what is percent-encoded anew may have hexadecimal digits of either case (R134); triplets that the input
//! has already stay as they are.

use super::{equal, text};
use crate::outcome::IriComponents;
use crate::verdict::{Difference, Note};

/// Are they the same references, in the same order?
pub(super) fn references(expected: &[String], came: &[String]) -> Result<Vec<Note>, Difference> {
    for index in 0..expected.len().max(came.len()) {
        let shown = |list: &[String]| list.get(index).map_or("none".to_owned(), |text| format!("{text:?}"));
        equal(&format!("reference {}", index + 1), shown(expected), shown(came))?;
    }
    Ok(Vec::new())
}

/// Are they the same components of the IRI `iri`?
pub(super) fn components(
    iri: &str,
    expected: &IriComponents,
    came: &IriComponents,
) -> Result<Vec<Note>, Difference> {
    let shown = |text: Option<&str>| text.map_or("absent".to_owned(), |text| format!("{text:?}"));
    let mut notes = Vec::new();
    for ((name, expected), (_, came)) in expected.named().into_iter().zip(came.named()) {
        let delimiter = match name {
            "query" => Some('?'),
            "fragment" => Some('#'),
            _ => None,
        };
        let bare = match (expected, came, delimiter) {
            (Some(expected), Some(came), Some(delimiter)) => {
                came.strip_prefix(delimiter).filter(|bare| is_same(iri, expected, bare))
            }
            _ => None,
        };
        if bare.is_some() {
            notes.push(Note::disputed(format!("the {name} comes with the delimiter in front of it (R62)")));
        }
        let came = bare.or(came);
        match (expected, came) {
            (Some(expected), Some(came)) if is_same(iri, expected, came) => {
                notes.extend(in_lower_case(name, expected, came));
            }
            _ => {
                equal(name, shown(expected), shown(came))?;
            }
        }
    }
    Ok(notes)
}

/// Are they the same URI of the IRI `iri`?
pub(super) fn uri(iri: &str, expected: &str, came: &str) -> Result<Vec<Note>, Difference> {
    if is_same(iri, expected, came) {
        return Ok(in_lower_case("URI", expected, came).into_iter().collect());
    }
    Err(text::first_difference(expected, came))
}

/// Are they the same, but for the case of digits in triplets of what the input has as it is?
fn is_same(input: &str, expected: &str, came: &str) -> bool {
    let (mut expected, mut came) = (expected.as_bytes(), came.as_bytes());
    loop {
        match (expected, came) {
            ([], []) => return true,
            ([b'%', ..], [b'%', ..]) if written_anew(input, expected) > 0 => {
                let length = written_anew(input, expected);
                let (Some(more), Some(rest)) = (came.get(length..), came.get(..length)) else { return false };
                if !expected[..length].eq_ignore_ascii_case(rest) {
                    return false;
                }
                (expected, came) = (&expected[length..], more);
            }
            ([a, more @ ..], [b, rest @ ..]) if a == b => (expected, came) = (more, rest),
            _ => return false,
        }
    }
}

/// How many bytes the triplets have that the text starts with, if they stand for a character that the input has as it is:
/// such a one may be written anew there. Triplets that only the input has are those of the input.
fn written_anew(input: &str, text: &[u8]) -> usize {
    let digit = |byte: u8| char::from(byte).to_digit(16).filter(|_| !byte.is_ascii_lowercase());
    let mut bytes = Vec::new();
    for triplet in text.chunks_exact(3).take(4) {
        let byte = match triplet {
            [b'%', high, low] => digit(*high).zip(digit(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        let Some(byte) = byte.and_then(|byte| u8::try_from(byte).ok()) else { break };
        bytes.push(byte);
        if let Ok(character) = std::str::from_utf8(&bytes) {
            return if input.contains(character) { text.len().min(3 * bytes.len()) } else { 0 };
        }
    }
    0
}

fn in_lower_case(what: &str, expected: &str, came: &str) -> Option<Note> {
    (expected != came).then(|| Note::should(format!("the {what} has hexadecimal digits in lower case")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    fn with(name: &str, text: Option<&str>) -> IriComponents {
        let mut components = IriComponents::default();
        *components.component_mut(name).expect("a component") = text.map(str::to_owned);
        components
    }

    #[track_caller]
    fn differ(result: Result<Vec<Note>, Difference>, expected: &str) {
        let Err(Difference::Component(found)) = result else { panic!("passes as the same") };
        assert_eq!(format!("{}: {} / {}", found.place, found.expected, found.came), expected);
    }

    #[track_caller]
    fn noted(result: Result<Vec<Note>, Difference>, expected: &[&str]) {
        let notes: Vec<String> = result.expect("the same").iter().map(Note::to_string).collect();
        assert_eq!(notes, expected);
    }

    #[test]
    fn the_number_and_the_order_of_references_count() {
        assert_eq!(references(&texts(&["a", "b"]), &texts(&["a", "b"])), Ok(vec![]));
        differ(references(&texts(&["a", "b"]), &texts(&["b", "a"])), r#"reference 1: "a" / "b""#);
        differ(references(&texts(&["a", "b"]), &texts(&["a"])), r#"reference 2: "b" / none"#);
        differ(references(&texts(&[]), &texts(&[""])), r#"reference 1: none / """#);
    }

    #[test]
    fn a_component_that_is_absent_is_not_one_that_is_empty() {
        for name in IriComponents::NAMES {
            assert_eq!(components("", &with(name, Some("a")), &with(name, Some("a"))), Ok(vec![]));
            let (lower, upper) = (with(name, Some("a")), with(name, Some("A")));
            differ(components("", &lower, &upper), &format!(r#"{name}: "a" / "A""#));
            let (absent, empty) = (with(name, None), with(name, Some("")));
            differ(components("", &absent, &empty), &format!(r#"{name}: absent / """#));
            differ(components("", &empty, &absent), &format!(r#"{name}: "" / absent"#));
        }
    }

    #[test]
    fn query_and_fragment_may_have_their_delimiter() {
        for (name, delimiter) in [("query", '?'), ("fragment", '#')] {
            let note = format!("disputed: the {name} comes with the delimiter in front of it (R62)");
            for bare in ["", "a", "?a", "#a"] {
                let whole = format!("{delimiter}{bare}");
                let (bare, whole) = (with(name, Some(bare)), with(name, Some(&whole)));
                noted(components("", &bare, &bare), &[]);
                noted(components("", &bare, &whole), &[&note]);
                assert!(components("", &whole, &bare).is_err());
            }
            let absent = with(name, None);
            let (alone, other) = (with(name, Some(&delimiter.to_string())), with(name, Some("!a")));
            assert!(components("", &absent, &alone).is_err());
            assert!(components("", &with(name, Some("a")), &other).is_err());
        }
        assert!(components("", &with("path", Some("a")), &with("path", Some("?a"))).is_err());
        assert!(components("", &with("query", Some("a")), &with("query", Some("#a"))).is_err());
        noted(
            components("?\u{e9}", &with("query", Some("%C3%A9")), &with("query", Some("?%c3%A9"))),
            &[
                "disputed: the query comes with the delimiter in front of it (R62)",
                "should: the query has hexadecimal digits in lower case",
            ],
        );
    }

    #[test]
    fn a_triplet_beside_those_of_the_input_may_be_in_lower_case() {
        let lower = "should: the URI has hexadecimal digits in lower case";
        noted(uri("%A9#\u{e9}", "%A9#%C3%A9", "%A9#%c3%a9"), &[lower]);
        noted(uri("/\u{e9}%c3", "/%C3%A9%c3", "/%c3%a9%c3"), &[lower]);
        noted(uri("a[", "a%5B", "a%5b"), &[lower]);
        for (iri, expected, came) in [
            ("%C3%A9", "%C3%A9", "%c3%a9"),
            ("%A9", "%A9", "%a9"),
            ("\u{e9}", "%C3%A9", "%C3"),
            ("\u{e9}", "%C3%A9", "%c3%a8"),
        ] {
            assert!(uri(iri, expected, came).is_err(), "{iri}");
        }
    }

    #[test]
    fn what_is_percent_encoded_anew_may_be_in_lower_case() {
        let note = "should: the URI has hexadecimal digits in lower case";
        noted(uri("/\u{e9}", "/%C3%A9", "/%C3%A9"), &[]);
        noted(uri("/\u{e9}", "/%C3%A9", "/%c3%a9"), &[note]);
        noted(uri("/\u{e9}", "/%C3%A9", "/%C3%a9"), &[note]);
        // What was there stays as it is written.
        assert!(uri("/%C3%A9", "/%C3%A9", "/%c3%a9").is_err());
        assert!(uri("/%c3%a9", "/%c3%a9", "/%C3%A9").is_err());
        assert!(uri("/%c3%a9\u{e9}", "/%c3%a9%C3%A9", "/%C3%A9%C3%A9").is_err());
        noted(uri("/%c3%a9\u{e9}", "/%c3%a9%C3%A9", "/%c3%a9%c3%a9"), &[note]);
        // No other letter.
        for came in ["/%C3%A8", "/%c3%a", "/%c3%a9%", "/\u{e9}", "/%c3%a9a", "%c3%a9", "a%c3%a9"] {
            assert!(uri("/\u{e9}", "/%C3%A9", came).is_err(), "{came}");
        }
        assert!(uri("a", "a%", "A%").is_err());
        let message = |difference: Difference| difference.to_string();
        assert_eq!(
            uri("a://[::1]", "a://[::1]", "a://[0::1]").map_err(message),
            Err("character 6: expected \"::1]\", came \"0::1]\"".to_owned())
        );
    }
}
