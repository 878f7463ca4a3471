//! Reference resolution (href-13 and href-27, anchor `reference-resolution`), step by step.
//!
//! The steps are the same in both revisions: href-27 turns the two halves of step 5 round, which only says what
//! had to be meant before.

use super::{Authority, Cri, Discard};
use crate::profile::Profile;

/// Resolves a reference against a full base. What comes is as valid as what went in.
///
/// A reference with a scheme is a full CRI and resolves to itself, which step 5 to the letter would not give
/// where its authority is null; a fragment of the reference survives, which step 5 to the letter would unset.
pub fn resolve(base: &Cri, reference: &Cri) -> Cri {
    if reference.is_full() {
        return reference.clone();
    }
    // Step 2.
    let mut buffer = base.clone();
    let mut path = buffer.path.take().unwrap_or_default();
    // Step 3.
    match reference.discard {
        Discard::All => {
            path.clear();
            buffer.query = None;
            buffer.fragment = None;
            if buffer.authority == Authority::True {
                buffer.authority = Authority::Null;
            }
        }
        Discard::Count(count) => {
            let removed = usize::try_from(count).unwrap_or(usize::MAX);
            path.truncate(path.len().saturating_sub(removed));
            if count > 0 {
                buffer.query = None;
                buffer.fragment = None;
            }
        }
    }
    buffer.discard = Discard::All;
    // Step 4.
    if let Some(segments) = &reference.path {
        path.extend_from_slice(segments);
        buffer.query = None;
        buffer.fragment = None;
    }
    buffer.path = Some(path);
    // Step 5.
    if reference.authority != Authority::Null {
        buffer.authority = reference.authority.clone();
    }
    if let Some(query) = &reference.query {
        buffer.query = Some(query.clone()).filter(|query| !query.is_empty());
        buffer.fragment = None;
    }
    if reference.fragment.is_some() {
        buffer.fragment.clone_from(&reference.fragment);
    }
    buffer
}

/// What else the revision can be read to resolve a reference to; disputed, where there is anything.
///
/// Of the empty reference, href-27 says in passing (anchor `prose`) that it leaves query and fragment absent, and
/// RFC 3986 (section 5.2.2), which it follows, drops the fragment alone. The steps keep both (R7). And `[0, []]` is the
/// empty reference, if its empty path is a default value that is left off at the end (R80).
pub fn disputed_resolutions(base: &Cri, reference: &Cri, profile: Profile) -> Vec<Cri> {
    let shortened = Cri {
        path: reference.path.clone().filter(|path| !path.is_empty()),
        query: reference.query.clone().filter(|query| !query.is_empty() || reference.path.is_none()),
        ..reference.clone()
    };
    if !profile.rules().empty_reference_has_readings || !shortened.is_empty_reference() {
        return Vec::new();
    }
    let without_fragment = Cri { fragment: None, ..base.clone() };
    let without_both = Cri { query: None, ..without_fragment.clone() };
    if reference.is_empty_reference() {
        // The steps keep them.
        return vec![without_fragment, without_both];
    }
    vec![base.clone(), without_fragment]
}

#[cfg(test)]
mod tests {
    use super::super::testing::cri;
    use super::*;

    #[track_caller]
    fn check(base: &str, reference: &str, expected: &str) {
        let resolved = resolve(&cri(base), &cri(reference)).comparable();
        assert_eq!(resolved, cri(expected).comparable(), "{base} + {reference} gives {resolved}");
    }

    #[test]
    fn a_reference_with_a_scheme_is_the_result() {
        check(r#"[-1, ["h"], ["p"]]"#, r#"["a", null, ["x"]]"#, r#"["a", null, ["x"]]"#);
        check(r#"[-1, ["h"], ["p"]]"#, r#"["coap", ["g"]]"#, r#"["coap", ["g"]]"#);
        check(r#"[-1, ["h"], ["p"]]"#, r#"["a", true, ["x"]]"#, r#"["a", true, ["x"]]"#);
    }

    #[test]
    fn the_path_is_cut_and_extended() {
        let base = r#"[-1, ["h"], ["a", "b", "c"], ["q"], "f"]"#;
        check(base, "[0]", base);
        check(base, "[1]", r#"[-1, ["h"], ["a", "b"]]"#);
        check(base, "[2]", r#"[-1, ["h"], ["a"]]"#);
        check(base, "[3]", r#"[-1, ["h"]]"#);
        check(base, "[127]", r#"[-1, ["h"]]"#);
        check(base, "[true]", r#"[-1, ["h"]]"#);
        check(base, r#"[0, ["x"]]"#, r#"[-1, ["h"], ["a", "b", "c", "x"]]"#);
        check(base, "[0, []]", r#"[-1, ["h"], ["a", "b", "c"]]"#);
        check(base, r#"[1, ["x", "y"]]"#, r#"[-1, ["h"], ["a", "b", "x", "y"]]"#);
        check(base, r#"[true, ["x"]]"#, r#"[-1, ["h"], ["x"]]"#);
        check(base, r#"[null, ["g"]]"#, r#"[-1, ["g"]]"#);
        check(base, r#"[null, ["g"], ["x"]]"#, r#"[-1, ["g"], ["x"]]"#);
    }

    #[test]
    fn query_and_fragment_are_kept_set_and_unset() {
        let base = r#"[-1, ["h"], ["a"], ["q"], "f"]"#;
        check(base, r#"[0, null, ["r"]]"#, r#"[-1, ["h"], ["a"], ["r"]]"#);
        check(base, r#"[0, null, ["r"], "g"]"#, r#"[-1, ["h"], ["a"], ["r"], "g"]"#);
        check(base, "[0, null, []]", r#"[-1, ["h"], ["a"]]"#);
        check(base, r#"[0, null, [], "g"]"#, r#"[-1, ["h"], ["a"], null, "g"]"#);
        check(base, r#"[0, null, null, "g"]"#, r#"[-1, ["h"], ["a"], ["q"], "g"]"#);
        check(base, r#"[0, ["x"], null, "g"]"#, r#"[-1, ["h"], ["a", "x"], null, "g"]"#);
        check(base, r#"[1, null, null, "g"]"#, r#"[-1, ["h"], [], null, "g"]"#);
        check(base, r#"[true, null, ["r"]]"#, r#"[-1, ["h"], [], ["r"]]"#);
    }

    #[track_caller]
    fn check_disputed(profile: Profile, reference: &str, expected: &[&str]) {
        let base = cri(r#"[-1, ["h"], ["a"], ["q"], "f"]"#);
        let found = disputed_resolutions(&base, &cri(reference), profile);
        let expected: Vec<Cri> = expected.iter().map(|text| cri(text)).collect();
        assert_eq!(found, expected, "{reference} in {profile}");
    }

    #[test]
    fn the_empty_reference_is_disputed_in_27() {
        let readings = [r#"[-1, ["h"], ["a"], ["q"]]"#, r#"[-1, ["h"], ["a"]]"#];
        for reference in ["[]", "[0]"] {
            check_disputed(Profile::Href27, reference, &readings);
            check_disputed(Profile::Href13, reference, &[]);
        }
        for reference in
            ["[1]", "[1, []]", "[true]", "[0, null, []]", "[0, null, null, \"g\"]", "[null, true]"]
        {
            check_disputed(Profile::Href27, reference, &[]);
        }
    }

    #[test]
    fn an_empty_path_at_the_end_may_be_left_off_in_27() {
        let readings = [r#"[-1, ["h"], ["a"], ["q"], "f"]"#, r#"[-1, ["h"], ["a"], ["q"]]"#];
        for reference in ["[0, []]", "[0, [], []]"] {
            check_disputed(Profile::Href27, reference, &readings);
            check_disputed(Profile::Href13, reference, &[]);
        }
    }

    #[test]
    fn rooted_and_rootless() {
        check(r#"["a", true, ["b", "c"]]"#, r#"[1, ["d"]]"#, r#"["a", true, ["b", "d"]]"#);
        check(r#"["a", true, ["b", "c"]]"#, r#"[true, ["d"]]"#, r#"["a", null, ["d"]]"#);
        check(r#"["a", true, ["b"]]"#, r#"[1, [""]]"#, r#"["a", true, [""]]"#);
        check(r#"["a"]"#, r#"[1, ["b"]]"#, r#"["a", null, ["b"]]"#);
        check(r#"["a", null, ["b"]]"#, r#"[null, true, ["z"]]"#, r#"["a", true, ["z"]]"#);
        check(r#"["a", true, ["b"]]"#, r#"[null, ["h"], ["z"]]"#, r#"["a", ["h"], ["z"]]"#);
    }
}
