//! Identifying the components (sections 5.1 to 5.5). Nothing is changed here, and nothing refused.
//!
//! Three steps are at odds with RFC 3986, appendix B, to which the whole is to be equivalent. Without a scheme,
//! they go straight to the path, though a relative reference may have an authority. The two slashes of the
//! authority are not skipped, though a slash ends it. Query and fragment include their delimiters. In all three
//! it is RFC 3986 that is followed.

use super::host::is_ip_literal;
use crate::uri::grammar::is_scheme;

/// A reference, taken apart. What is none is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Split<'a> {
    pub(super) scheme: Option<&'a str>,
    pub(super) authority: Option<Authority<'a>>,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

/// An authority, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Authority<'a> {
    pub(super) userinfo: Option<&'a str>,
    pub(super) host: &'a str,
    /// What is behind the colon, digits or not.
    pub(super) port: Option<&'a str>,
}

impl<'a> Split<'a> {
    /// Takes any text apart.
    pub(super) fn of(text: &'a str) -> Self {
        let (scheme, rest) = scheme(text);
        let (authority, rest) = authority(rest);
        let (path, rest) = path(rest);
        let (query, rest) = query(rest);
        Split { scheme, authority: authority.map(Authority::of), path, query, fragment: fragment(rest) }
    }
}

impl<'a> Authority<'a> {
    fn of(text: &'a str) -> Self {
        let (userinfo, rest) = userinfo(text);
        let (host, port) = host(rest);
        Authority { userinfo, host, port }
    }
}

/// Section 5.1.
fn scheme(text: &str) -> (Option<&str>, &str) {
    let Some((before, behind)) = text.split_once(':') else { return (None, text) };
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return (None, text);
    }
    if !before.bytes().all(is_scheme) {
        return (None, text);
    }
    (Some(before), behind)
}

/// Section 5.2.
fn authority(text: &str) -> (Option<&str>, &str) {
    let Some(behind) = text.strip_prefix("//") else { return (None, text) };
    let end = behind.find(['/', '?', '#']).unwrap_or(behind.len());
    let (authority, rest) = behind.split_at(end);
    (Some(authority), rest)
}

/// Section 5.2.1: the first at sign ends it.
fn userinfo(authority: &str) -> (Option<&str>, &str) {
    match authority.split_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, authority),
    }
}

/// Section 5.2.2: the last colon ends it, unless that is a colon of an IP-literal.
fn host(text: &str) -> (&str, Option<&str>) {
    if is_ip_literal(text) {
        return (text, None);
    }
    match text.rsplit_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (text, None),
    }
}

/// Section 5.3.
fn path(text: &str) -> (&str, &str) {
    text.split_at(text.find(['?', '#']).unwrap_or(text.len()))
}

/// Section 5.4.
fn query(text: &str) -> (Option<&str>, &str) {
    let Some(behind) = text.strip_prefix('?') else { return (None, text) };
    let (query, rest) = behind.split_at(behind.find('#').unwrap_or(behind.len()));
    (Some(query), rest)
}

/// Section 5.5.
fn fragment(text: &str) -> Option<&str> {
    text.strip_prefix('#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::components::Components;

    fn with_authority(text: &str) -> (Option<&str>, &str, Option<&str>) {
        let Authority { userinfo, host, port } = Authority::of(text);
        (userinfo, host, port)
    }

    #[test]
    fn authorities() {
        assert_eq!(with_authority(""), (None, "", None));
        assert_eq!(with_authority("a@b@c:d:1"), (Some("a"), "b@c:d", Some("1")));
        assert_eq!(with_authority("@:"), (Some(""), "", Some("")));
        assert_eq!(with_authority("[::1]"), (None, "[::1]", None));
        assert_eq!(with_authority("[::1]:x"), (None, "[::1]", Some("x")));
        assert_eq!(with_authority("[::1"), (None, "[:", Some("1")));
    }

    /// Appendix B takes more for a scheme; in everything else the two are the same.
    #[test]
    fn equivalent_to_appendix_b() {
        const PIECES: [&str; 10] = ["", "a", "1", ":", "/", "//", "?", "#", "@", "\u{e9}"];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            texts = texts.iter().flat_map(|text| PIECES.map(|piece| format!("{text}{piece}"))).collect();
        }
        for text in &texts {
            let (split, plain) = (Split::of(text), Components::split(text.as_str()));
            if split.scheme == plain.scheme {
                assert_eq!(
                    (split.authority, split.path, split.query, split.fragment),
                    (plain.authority.map(Authority::of), plain.path, plain.query, plain.fragment),
                    "{text}"
                );
            } else {
                let scheme = plain.scheme.unwrap_or_default();
                assert!(split.scheme.is_none() && split.authority.is_none(), "{text}");
                assert!(!scheme.starts_with('a') || scheme.contains(['@', '\u{e9}']), "{text}");
                assert!(split.path.starts_with(&format!("{scheme}:")), "{text}");
            }
        }
    }
}
