//! Judging what a reading of IRIs gives: the references in a text, the components of a reference.
//!
//! Texts are held against each other character by character: iri-guidelines-01 says of each what it is.

use super::equal;
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

/// Are they the same components?
pub(super) fn components(expected: &IriComponents, came: &IriComponents) -> Result<Vec<Note>, Difference> {
    let shown = |text: Option<&str>| text.map_or("absent".to_owned(), |text| format!("{text:?}"));
    for ((name, expected), (_, came)) in expected.named().into_iter().zip(came.named()) {
        equal(name, shown(expected), shown(came))?;
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn differ(result: Result<Vec<Note>, Difference>, expected: &str) {
        let Err(Difference::Component(found)) = result else { panic!("passes as the same") };
        assert_eq!(format!("{}: {} / {}", found.place, found.expected, found.came), expected);
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
        let with = |name: &str, text: Option<&str>| {
            let mut components = IriComponents::default();
            *components.component_mut(name).expect("a component") = text.map(str::to_owned);
            components
        };
        for name in IriComponents::NAMES {
            assert_eq!(components(&with(name, Some("a")), &with(name, Some("a"))), Ok(vec![]));
            differ(
                components(&with(name, Some("a")), &with(name, Some("A"))),
                &format!(r#"{name}: "a" / "A""#),
            );
            differ(components(&with(name, None), &with(name, Some(""))), &format!(r#"{name}: absent / """#));
        }
    }
}
