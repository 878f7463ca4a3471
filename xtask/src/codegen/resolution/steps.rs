//! The steps of 5.3 (anchor `reference-resolution`), and the same in words.

use super::shape::{Base, Head, Query, Reference, Sections, Start};
use crate::codegen::cbor::{text, texts};

pub(super) fn resolve(base: &Base, reference: &Reference) -> Sections {
    // Step 2: the base's sections.
    let mut buffer = base.sections();
    // Step 3: discard, which a scheme or an authority sets to true.
    match reference.head {
        Head::Discard(0) => {}
        Head::Discard(number) => {
            let left = buffer.path.len().saturating_sub(usize::from(number));
            buffer.path.truncate(left);
            clear(&mut buffer);
        }
        _ => {
            buffer.path.clear();
            clear(&mut buffer);
            if buffer.standing == Start::Rootless {
                buffer.standing = Start::Rooted;
            }
        }
    }
    // Step 4: the path.
    if let Some(path) = reference.path {
        buffer.path.extend(path);
        clear(&mut buffer);
    }
    // Step 5: what else is set. A query that is set removes the base's fragment, never the reference's.
    match reference.head {
        Head::Network => (buffer.standing, buffer.host) = (Start::Host, "n"),
        Head::NetworkRootless => buffer.standing = Start::Rootless,
        // A scheme makes the reference a full CRI, whose authority counts even where it is null.
        Head::Full(standing) => (buffer.scheme, buffer.standing, buffer.host) = (text("s"), standing, "n"),
        _ => {}
    }
    match reference.query {
        Query::Null => {}
        Query::Empty => clear(&mut buffer),
        Query::Set => {
            clear(&mut buffer);
            buffer.query.push("k");
        }
    }
    if reference.fragment {
        buffer.fragment = Some("g");
    }
    buffer
}

fn clear(buffer: &mut Sections) {
    buffer.query.clear();
    buffer.fragment = None;
}

pub(super) fn requirements(reference: &Reference) -> Vec<&'static str> {
    let mut requirements = match reference.head {
        Head::Nulls => return vec!["href13-5.1-leading-nulls", "href27-5.1-leading-nulls"],
        Head::Discard(_) => vec!["href13-5.3-3-number", "href27-5.3-3-number"],
        Head::All => vec!["href13-5.3-3-all", "href27-5.3-3-all"],
        Head::Network | Head::NetworkRootless => {
            vec![
                "href13-5.3-3-all",
                "href13-5.1.1-network-path",
                "href27-5.3-3-all",
                "href27-5.1.2-network-path",
            ]
        }
        Head::Full(_) => vec!["href13-5.2-scheme", "href13-5.3-5", "href27-5.2-scheme", "href27-5.3-5-copy"],
    };
    if reference.path.is_some() {
        requirements.extend(["href13-5.3-4", "href27-5.3-4"]);
    }
    if reference.query != Query::Null {
        requirements.extend(["href13-5.3-5", "href27-5.3-5-fragment", "href27-5.3-5-copy"]);
    } else if reference.fragment {
        requirements.extend(["href13-5.3-5", "href27-5.3-5-copy"]);
    }
    if reference.is_empty() {
        requirements.extend(["href13-5.3-2", "href27-5.3-2", "href27-5.2-empty"]);
    }
    requirements
}

/// The steps that are taken.
pub(super) fn note(base: &Base, reference: &Reference) -> String {
    let shown = |path: &[&str]| texts(path).edn();
    let mut taken = Vec::new();
    let mut left = base.path.to_vec();
    match reference.head {
        Head::Nulls => return "Two leading nulls are never sent: discard stands in their place.".to_owned(),
        Head::Full(_) => {
            return "With a scheme the reference is a full CRI, and resolves to itself.".to_owned();
        }
        Head::Discard(0) => taken.push(format!("Discard 0 leaves {} with query and fragment", shown(&left))),
        Head::Discard(number) => {
            let fewer = usize::from(number) > left.len();
            left.truncate(left.len().saturating_sub(usize::from(number)));
            let fewer = if fewer { ", as there are fewer segments" } else { "" };
            taken
                .push(format!("Discard {number} leaves {}{fewer}, without query and fragment", shown(&left)));
        }
        head => {
            left.clear();
            taken.push(match head {
                Head::All => "Discard true leaves no segment, query and fragment".to_owned(),
                _ => "The authority counts as discard true, which leaves no segment, query and fragment"
                    .to_owned(),
            });
            if base.standing == Start::Rootless {
                taken.push("the rootless base turns rooted".to_owned());
            }
        }
    }
    if let Some(path) = reference.path {
        left.extend(path);
        taken.push(match path {
            [] => "the path [] appends nothing, but unsets query and fragment".to_owned(),
            path => format!("appending {} gives {} without query and fragment", shown(path), shown(&left)),
        });
    }
    match reference.head {
        Head::Network => taken.push("the authority is the reference's".to_owned()),
        Head::NetworkRootless => taken.push("true is copied: rootless".to_owned()),
        _ => {}
    }
    match reference.query {
        Query::Null => {}
        Query::Empty => taken.push("the query [] unsets the query, and the base's fragment".to_owned()),
        Query::Set => taken.push("the query is the reference's, and the base's fragment goes".to_owned()),
    }
    if reference.fragment {
        taken.push("the fragment is the reference's".to_owned());
    }
    taken.join("; ") + "."
}

#[cfg(test)]
mod tests {
    use crivet::profile::Profile;

    use super::*;

    #[track_caller]
    fn check(base: Base, reference: Reference, expected: &str) {
        assert_eq!(
            resolve(&base, &reference).item().edn(),
            expected,
            "{}",
            reference.item(Profile::Href13).edn()
        );
    }

    const BASE: Base = Base { standing: Start::Rootless, path: &["a", "b"], query: true, fragment: true };
    const REFERENCE: Reference =
        Reference { head: Head::Discard(0), path: None, query: Query::Null, fragment: false };

    #[test]
    fn each_step_does_what_it_says() {
        check(BASE, REFERENCE, r#"["a", true, ["a", "b"], ["q"], "f"]"#);
        check(BASE, Reference { head: Head::Discard(1), ..REFERENCE }, r#"["a", true, ["a"]]"#);
        check(BASE, Reference { head: Head::Discard(127), ..REFERENCE }, r#"["a", true]"#);
        check(BASE, Reference { head: Head::All, ..REFERENCE }, r#"["a"]"#);
        check(BASE, Reference { path: Some(&["x"]), ..REFERENCE }, r#"["a", true, ["a", "b", "x"]]"#);
        check(BASE, Reference { query: Query::Set, ..REFERENCE }, r#"["a", true, ["a", "b"], ["k"]]"#);
        check(
            BASE,
            Reference { query: Query::Empty, fragment: true, ..REFERENCE },
            r#"["a", true, ["a", "b"], null, "g"]"#,
        );
        check(BASE, Reference { head: Head::Network, ..REFERENCE }, r#"["a", ["n"]]"#);
        check(BASE, Reference { head: Head::Full(Start::Rooted), ..REFERENCE }, r#"["s"]"#);
    }
}
