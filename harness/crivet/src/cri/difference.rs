//! The first place where two CRIs differ, in words.

use std::fmt;

use super::display::{clipped, list_or_null};
use super::{Authority, Component, Cri, Given, Host, Text};

/// One place where two CRIs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentDifference {
    /// The section and element: `path, segment 2`.
    pub place: String,
    /// What the one has there.
    pub expected: String,
    /// What the other has there.
    pub came: String,
}

impl fmt::Display for ComponentDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, came {}", self.place, self.expected, self.came)
    }
}

/// The first place, in the order of the sections, where what came differs from what was expected.
///
/// Two full CRIs are compared as [`Cri::comparable`] has them.
pub fn first_difference(expected: &Cri, came: &Cri) -> Option<ComponentDifference> {
    let ComponentDifference { place, expected, came } = whole_difference(expected, came)?;
    Some(ComponentDifference { place, expected: clipped(expected), came: clipped(came) })
}

fn whole_difference(expected: &Cri, came: &Cri) -> Option<ComponentDifference> {
    let differ = |place: &str, expected: String, came: String| {
        Some(ComponentDifference { place: place.to_owned(), expected, came })
    };
    if expected.scheme != came.scheme {
        return differ("scheme", scheme(expected), scheme(came));
    }
    let (expected, came) = (&expected.clone().comparable(), &came.clone().comparable());
    if expected.authority != came.authority {
        return Some(match (&expected.authority, &came.authority) {
            (Authority::Given(expected), Authority::Given(came)) => given(expected, came),
            (expected, came) => ComponentDifference {
                place: "authority".to_owned(),
                expected: expected.to_string(),
                came: came.to_string(),
            },
        });
    }
    if expected.discard != came.discard {
        return differ("discard", expected.discard.to_string(), came.discard.to_string());
    }
    section("path", Component::Segment, expected.is_full(), &expected.path, &came.path)
        .or_else(|| section("query", Component::Parameter, expected.is_full(), &expected.query, &came.query))
        .or_else(|| {
            let shown =
                |fragment: &Option<Text>| fragment.as_ref().map_or("none".to_owned(), Text::to_string);
            (expected.fragment != came.fragment)
                .then(|| differ("fragment", shown(&expected.fragment), shown(&came.fragment)))
                .flatten()
        })
}

fn scheme(cri: &Cri) -> String {
    cri.scheme.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string)
}

fn given(expected: &Given, came: &Given) -> ComponentDifference {
    let difference = |place: &str, expected: String, came: String| ComponentDifference {
        place: format!("authority, {place}"),
        expected,
        came,
    };
    let none = || "none".to_owned();
    if expected.userinfo != came.userinfo {
        let shown = |given: &Given| given.userinfo.as_ref().map_or_else(none, Text::to_string);
        return difference("userinfo", shown(expected), shown(came));
    }
    match (&expected.host, &came.host) {
        (Host::Name(expected), Host::Name(came)) => {
            if let Some(difference) = element(Component::Label, expected, came) {
                return difference;
            }
        }
        (
            Host::Address { address: expected, zone: expected_zone },
            Host::Address { address: came, zone: came_zone },
        ) => {
            if expected != came {
                return difference("host", expected.to_string(), came.to_string());
            }
            if expected_zone != came_zone {
                let shown =
                    |zone: &Option<String>| zone.as_ref().map_or_else(none, |zone| format!("{zone:?}"));
                return difference("zone", shown(expected_zone), shown(came_zone));
            }
        }
        (expected, came) => return difference("host", host(expected), host(came)),
    }
    let shown = |port: Option<u64>| port.map_or_else(none, |port| port.to_string());
    difference("port", shown(expected.port), shown(came.port))
}

fn host(host: &Host) -> String {
    match host {
        Host::Address { address, .. } => format!("the address {address}"),
        Host::Name(labels) => format!("the labels {}", list_or_null(Some(labels))),
    }
}

fn section(
    place: &str,
    component: Component,
    full: bool,
    expected: &Option<Vec<Text>>,
    came: &Option<Vec<Text>>,
) -> Option<ComponentDifference> {
    match (expected, came) {
        (Some(expected), Some(came)) => element(component, expected, came),
        (None, None) => None,
        (expected, came) => {
            let shown = |texts: &Option<Vec<Text>>| {
                if full && texts.is_none() { "none".to_owned() } else { list_or_null(texts.as_deref()) }
            };
            Some(ComponentDifference {
                place: place.to_owned(),
                expected: shown(expected),
                came: shown(came),
            })
        }
    }
}

fn element(component: Component, expected: &[Text], came: &[Text]) -> Option<ComponentDifference> {
    let index = (0..expected.len().max(came.len())).find(|index| expected.get(*index) != came.get(*index))?;
    let shown = |texts: &[Text]| texts.get(index).map_or_else(|| "none".to_owned(), Text::to_string);
    Some(ComponentDifference { place: component.place(index), expected: shown(expected), came: shown(came) })
}

#[cfg(test)]
mod tests {
    use super::super::testing::cri;
    use super::*;

    #[track_caller]
    fn check(expected: &str, came: &str, words: Option<&str>) {
        let found = first_difference(&cri(expected), &cri(came)).map(|difference| difference.to_string());
        assert_eq!(found.as_deref(), words, "{expected} and {came}");
    }

    #[test]
    fn the_first_place_is_named() {
        check(
            r#"[-1, ["h"], ["pa"]]"#,
            r#"[-1, ["h"], ["pb"]]"#,
            Some(r#"path, segment 1: expected "pa", came "pb""#),
        );
        check(
            r#"[-1, ["h"], ["a", "b"]]"#,
            r#"[-1, ["h"], ["a"]]"#,
            Some(r#"path, segment 2: expected "b", came none"#),
        );
        check(
            r#"[-1, ["h"], ["a"]]"#,
            r#"[-1, ["h"], ["a", [h'2f']]]"#,
            Some("path, segment 2: expected none, came [h'2f']"),
        );
        check(r#"[-1, ["h"], ["a"]]"#, r#"[-1, ["h"]]"#, Some(r#"path: expected ["a"], came none"#));
        check("[1]", "[1, []]", Some("path: expected null, came []"));
        check("[0, null, []]", "[0]", Some("query: expected [], came null"));
        check(r#"[-1, ["h"]]"#, r#"[-2, ["h"]]"#, Some("scheme: expected -1, came -2"));
        check(r#"[-1, ["h"]]"#, r#"["coap", ["h"]]"#, Some(r#"scheme: expected -1, came "coap""#));
        check(r#"[-1, ["h"]]"#, r#"[null, ["h"]]"#, Some("scheme: expected -1, came none"));
        check(r#"["a"]"#, r#"["a", true]"#, Some("authority: expected null, came true"));
        check(r#"["a"]"#, r#"["a", []]"#, Some("authority: expected null, came []"));
        check(
            r#"["a", ["b", "c"]]"#,
            r#"["a", ["b"]]"#,
            Some(r#"authority, label 2: expected "c", came none"#),
        );
        check(
            r#"["a", ["b"]]"#,
            r#"["a", [h'01020304']]"#,
            Some(r#"authority, host: expected the labels ["b"], came the address 1.2.3.4"#),
        );
        check(
            r#"["a", [h'01020305']]"#,
            r#"["a", [h'01020304']]"#,
            Some("authority, host: expected 1.2.3.5, came 1.2.3.4"),
        );
        check(
            r#"["a", [h'01020304', "z"]]"#,
            r#"["a", [h'01020304']]"#,
            Some(r#"authority, zone: expected "z", came none"#),
        );
        check(r#"["a", ["b", 1]]"#, r#"["a", ["b"]]"#, Some("authority, port: expected 1, came none"));
        check(
            r#"["a", [h'01020304', 1]]"#,
            r#"["a", [h'01020304', 2]]"#,
            Some("authority, port: expected 1, came 2"),
        );
        check(
            r#"["a", [false, "u"]]"#,
            r#"["a", [false, "v"]]"#,
            Some(r#"authority, userinfo: expected "u", came "v""#),
        );
        check("[1]", "[true]", Some("discard: expected 1, came true"));
        check(
            "[0, null, [\"q\"]]",
            "[0, null, [\"r\"]]",
            Some(r#"query, parameter 1: expected "q", came "r""#),
        );
        check("[0, null, null, \"f\"]", "[0]", Some(r#"fragment: expected "f", came none"#));
        check("[0, null, null, \"f\"]", "[0, null, null, \"f\"]", None);
        check(r#"["a", null, []]"#, r#"["a"]"#, None);
        check(r#"["a", [], null, []]"#, r#"["a", []]"#, None);
    }
}
