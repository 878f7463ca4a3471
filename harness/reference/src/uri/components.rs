//! A URI reference taken apart, and put together again.
//!
//! Taken apart as by the regular expression of RFC 3986, appendix B:
//!
//! ```text
//! ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//! ```

/// The components of a URI reference, without their delimiters. None is absent; empty is something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Components<S> {
    pub(crate) scheme: Option<S>,
    pub(crate) authority: Option<S>,
    pub(crate) path: S,
    pub(crate) query: Option<S>,
    pub(crate) fragment: Option<S>,
}

impl<'a> Components<&'a str> {
    /// Takes any text apart. Nothing is checked.
    pub(crate) fn split(text: &'a str) -> Self {
        let (text, fragment) = split_behind(text, '#');
        let (text, query) = split_behind(text, '?');
        let (scheme, text) = split_scheme(text);
        let (authority, path) = split_authority(text);
        Components { scheme, authority, path, query, fragment }
    }
}

fn split_behind(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}

/// A scheme is what stands before the first colon, if that comes before any slash, and is not empty.
fn split_scheme(text: &str) -> (Option<&str>, &str) {
    match text.find([':', '/']) {
        Some(end) if end > 0 && text.as_bytes()[end] == b':' => (Some(&text[..end]), &text[end + 1..]),
        _ => (None, text),
    }
}

/// An authority stands behind two slashes, and ends before the next one.
fn split_authority(text: &str) -> (Option<&str>, &str) {
    match text.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(authority), path)
        }
        None => (None, text),
    }
}

impl<S: AsRef<str>> Components<S> {
    /// Puts the components together (RFC 3986, section 5.3).
    pub(crate) fn recompose(&self) -> String {
        let mut result = String::with_capacity(self.length());
        if let Some(scheme) = &self.scheme {
            result.push_str(scheme.as_ref());
            result.push(':');
        }
        if let Some(authority) = &self.authority {
            result.push_str("//");
            result.push_str(authority.as_ref());
        }
        result.push_str(self.path.as_ref());
        if let Some(query) = &self.query {
            result.push('?');
            result.push_str(query.as_ref());
        }
        if let Some(fragment) = &self.fragment {
            result.push('#');
            result.push_str(fragment.as_ref());
        }
        result
    }

    /// The length of the URI reference, with all delimiters there can be.
    fn length(&self) -> usize {
        let Components { scheme, authority, path, query, fragment } = self;
        let others = [scheme, authority, query, fragment].into_iter().flatten();
        others.chain([path]).map(|component| component.as_ref().len()).sum::<usize>() + "://?#".len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: (Option<&str>, Option<&str>, &str, Option<&str>, Option<&str>)) {
        let found = Components::split(text);
        let (scheme, authority, path, query, fragment) = expected;
        assert_eq!(found, Components { scheme, authority, path, query, fragment });
        assert_eq!(found.recompose(), text);
    }

    #[test]
    fn splitting() {
        check("", (None, None, "", None, None));
        check("a://h/p?q#f", (Some("a"), Some("h"), "/p", Some("q"), Some("f")));
        check("a:", (Some("a"), None, "", None, None));
        check("a:b:c", (Some("a"), None, "b:c", None, None));
        check("//h?#", (None, Some("h"), "", Some(""), Some("")));
        check("///p", (None, Some(""), "/p", None, None));
        check("p/a:b", (None, None, "p/a:b", None, None));
        check(":a", (None, None, ":a", None, None));
        check("?a:b#c?d#e", (None, None, "", Some("a:b"), Some("c?d#e")));
        check("a:/p//q", (Some("a"), None, "/p//q", None, None));
    }
}
