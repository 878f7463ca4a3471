//! Syntax-based normalisation (RFC 3986, section 6.2.2) by `fluent-uri`, and what has to be settled around it.
//!
//! The crate normalises case, percent-encoding and dot-segments of full URIs. Ports and empty paths are settled
//! here, on both sides of a comparison alike, because the drafts let conversions settle them (R24, R26, R54):
//! a default port, an empty one and leading zeros go, an empty path becomes a slash where the scheme is one of those
//! with a default port. A relative reference has no normal form of its own; it is what it resolves to.

use fluent_uri::UriRef;
use fluent_uri::normalize::Normalizer;

use crate::rfc3986::{Components, resolve};
use crivet::cri::default_port;

/// The normal form of a URI or URI reference by its components; `None` where it is no URI reference.
///
/// The path of a relative reference keeps its dot-segments.
pub(crate) fn normal(text: &str) -> Option<Components<'static>> {
    // Ports first: with a default port of none, the crate leaves every port as it stands.
    let uri = UriRef::parse(text).ok()?;
    let normalizer = Normalizer::new().default_port_with(|_| None);
    let mut parts = Components::parse(normalizer.normalize(&uri).ok()?.as_str()).into_owned();
    let scheme = parts.scheme.clone().unwrap_or_default();
    if let Some(authority) = &mut parts.authority {
        *authority = with_port_settled(authority, default_port(&scheme)).into();
        if parts.path.is_empty() && default_port(&scheme).is_some() {
            parts.path = "/".into();
        }
    }
    Some(parts)
}

fn with_port_settled(authority: &str, default: Option<u64>) -> String {
    let after_host = authority.rfind([']', '@']).map_or(0, |at| at + 1);
    let Some(colon) = authority[after_host..].rfind(':').map(|at| after_host + at) else {
        return authority.to_owned();
    };
    let (host, digits) = (&authority[..colon], authority[colon + 1..].trim_start_matches('0'));
    let is_zero = digits.is_empty() && authority.len() > colon + 1;
    if is_zero {
        return format!("{host}:0");
    }
    match digits.parse::<u64>() {
        _ if digits.is_empty() => host.to_owned(),
        Ok(port) if Some(port) == default => host.to_owned(),
        _ => format!("{host}:{digits}"),
    }
}

/// Do two texts denote the same URI, or the same reference from wherever it is looked at? If not, the component in
/// which they first differ.
pub(crate) fn same_meaning(one: &str, other: &str) -> Result<(), &'static str> {
    let (Some(a), Some(b)) = (normal(one), normal(other)) else {
        return Err("not a URI");
    };
    if a.scheme.is_some() != b.scheme.is_some() {
        return Err("scheme");
    }
    if a.scheme.is_some() {
        return a.first_difference(&b).map_or(Ok(()), Err);
    }
    // Steps up tell references apart only as long as there is something to leave.
    let steps = a.path.matches("..").count().max(b.path.matches("..").count());
    let deep = format!("s://h/{}p?q#f", "a/".repeat(steps + 1));
    for base in [deep.as_str(), "s://h?q#f"] {
        let base = Components::parse(base);
        let targets = (resolve(&base, &a), resolve(&base, &b));
        if let Some(component) = targets.0.first_difference(&targets.1) {
            return Err(component);
        }
    }
    // What keeps the base's query and what sets it are told apart by the bases having one.
    Ok(())
}

/// The same URI without dot-segments, as it is before it serves as a base.
pub(crate) fn without_dots<'a>(parts: &Components<'a>) -> Components<'a> {
    match parts.scheme {
        // With a scheme, resolution does no more than this.
        Some(_) => resolve(&Components::default(), parts),
        None => parts.clone(),
    }
}

/// A rooted path without its dot-segments; `None` for one that is not rooted.
pub(crate) fn rooted_without_dots(path: &str) -> Option<String> {
    let rooted = Components { path: path.into(), ..Components::default() };
    path.starts_with('/').then(|| resolve(&Components::default(), &rooted).path.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, expected: Result<(), &'static str>) {
        assert_eq!(same_meaning(one, other), expected, "<{one}> and <{other}>");
    }

    #[test]
    fn what_is_the_same() {
        check("COAP://H/%41", "coap://h/A", Ok(()));
        check("coap://h:5683", "coap://h/", Ok(()));
        check("coap://h:", "coap://h/", Ok(()));
        check("ftp://h:21", "ftp://h/", Ok(()));
        check("a://h:080", "a://h:80", Ok(()));
        check("a://h:00", "a://h:0", Ok(()));
        check("a://h/b/../c/.", "a://h/c/", Ok(()));
        check("a://[2001:DB8:0:0::1]:1/", "a://[2001:db8::1]:1/", Ok(()));
        check("a/../b", "b", Ok(()));
        check("a/..", "./", Ok(()));
        check("x/%2e%2e/b", "b", Ok(()));
        check("./a:b", "./a:b", Ok(()));
        check("%c3%a9", "%C3%A9", Ok(()));
    }

    #[test]
    fn what_is_not() {
        check("a://h", "a://h/", Err("path"));
        check("a://h:80", "a://h", Err("authority"));
        check("a://h:0", "a://h", Err("authority"));
        check("a://h/?", "a://h/", Err("query"));
        check("a://h/#", "a://h/", Err("fragment"));
        check("a://h/%2F", "a://h//", Err("path"));
        check("../../a", "../a", Err("path"));
        check("", "?", Err("query"));
        check("", "#", Err("fragment"));
        check("//h", "//h/", Err("path"));
        check("a:b", "b", Err("scheme"));
        check("a b", "a b", Err("not a URI"));
    }
}
