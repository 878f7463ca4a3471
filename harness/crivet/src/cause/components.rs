//! The components of a URI or IRI, or a reference to one, by the delimiters alone (RFC 3986, Appendix B).

/// The components, in order, that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Components<'a> {
    pub(super) scheme: Option<&'a str>,
    pub(super) userinfo: Option<&'a str>,
    pub(super) host: Option<&'a str>,
    pub(super) port: Option<&'a str>,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let (text, fragment) = split(text, '#');
        let (text, query) = split(text, '?');
        let (scheme, rest) = match text.split_once(':') {
            Some((scheme, rest)) if !scheme.contains('/') => (Some(scheme), rest),
            _ => (None, text),
        };
        let Some(hierarchical) = rest.strip_prefix("//") else {
            return Components { scheme, path: rest, query, fragment, ..Components::default() };
        };
        let (authority, path) = hierarchical.split_at(hierarchical.find('/').unwrap_or(hierarchical.len()));
        let (userinfo, place) = match authority.rsplit_once('@') {
            Some((userinfo, place)) => (Some(userinfo), place),
            None => (None, authority),
        };
        let behind = place.rfind(']').map_or(0, |at| at + 1);
        let (host, port) = match place[behind..].rfind(':') {
            Some(at) => (&place[..behind + at], Some(&place[behind + at + 1..])),
            None => (place, None),
        };
        Components { scheme, userinfo, host: Some(host), port, path, query, fragment }
    }

    /// The components with their names, in order.
    pub(super) fn named(&self) -> [(&'static str, Option<&'a str>); 7] {
        let Components { scheme, userinfo, host, port, path, query, fragment } = *self;
        [
            ("scheme", scheme),
            ("userinfo", userinfo),
            ("host", host),
            ("port", port),
            ("path", Some(path)),
            ("query", query),
            ("fragment", fragment),
        ]
    }
}

/// The name of the first component in which two URIs differ.
pub(super) fn first_difference(expected: &str, came: &str) -> Option<&'static str> {
    let (expected, came) = (Components::of(expected), Components::of(came));
    let pairs = expected.named().into_iter().zip(came.named());
    pairs.filter(|(expected, came)| expected != came).map(|((name, _), _)| name).next()
}

fn split(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.split_once(delimiter).map_or((text, None), |(before, behind)| (before, Some(behind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_component_that_differs() {
        for (expected, came, name) in [
            ("coap://u@h:1/p?q#f", "coap://u@h:1/p?q#f", None),
            ("coap://h/p", "coaps://h/p", Some("scheme")),
            ("coap://u@h/p", "coap://h/p", Some("userinfo")),
            ("coap://[::1]/p", "coap://[::2]/p", Some("host")),
            ("coap://[::1]:7/p", "coap://[::1]/p", Some("port")),
            ("coap://h/p", "coap://h/p/", Some("path")),
            ("//h?q", "//h?", Some("query")),
            ("a/b:c", "a/b:c#", Some("fragment")),
        ] {
            assert_eq!(first_difference(expected, came), name, "{expected} and {came}");
        }
    }
}
