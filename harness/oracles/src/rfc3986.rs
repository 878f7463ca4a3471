//! RFC 3986, section 5: reference resolution, transcribed step by step.
//!
//! Naive on purpose: it follows the steps by their labels and works on text, so that it can be held against
//! the RFC line by line. It resolves strictly (5.2.2 with "strict" true) and knows nothing of CRIs. The
//! oracles judge by it and have a second, independent resolver beside it.

use std::borrow::Cow;

/// The components of a URI or URI reference; `None` is undefined, which is not the same as empty.
///
/// They are lent from the text, as far as they stand there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components<'a> {
    /// Before the first colon.
    pub scheme: Option<Cow<'a, str>>,
    /// After a double slash.
    pub authority: Option<Cow<'a, str>>,
    /// The path, which is always there.
    pub path: Cow<'a, str>,
    /// After a question mark.
    pub query: Option<Cow<'a, str>>,
    /// After a number sign.
    pub fragment: Option<Cow<'a, str>>,
}

impl<'a> Components<'a> {
    /// Takes a URI reference apart, as the regular expression of appendix B does:
    /// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`. Every text matches it.
    pub fn parse(text: &'a str) -> Self {
        let (rest, fragment) = split(text, '#');
        let (rest, query) = split(rest, '?');
        let (scheme, rest) = match rest.find([':', '/']) {
            Some(end) if end > 0 && rest[end..].starts_with(':') => {
                (Some(rest[..end].into()), &rest[end + 1..])
            }
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                (Some(rest[..end].into()), &rest[end..])
            }
            None => (None, rest),
        };
        Components { scheme, authority, path: path.into(), query, fragment }
    }

    /// The same, lent from nothing.
    pub fn into_owned(self) -> Components<'static> {
        let owned = |part: Cow<'_, str>| Cow::Owned(part.into_owned());
        Components {
            scheme: self.scheme.map(owned),
            authority: self.authority.map(owned),
            path: owned(self.path),
            query: self.query.map(owned),
            fragment: self.fragment.map(owned),
        }
    }

    /// The name of the first component in which another one differs.
    pub fn first_difference(&self, other: &Components<'_>) -> Option<&'static str> {
        [
            (self.scheme != other.scheme, "scheme"),
            (self.authority != other.authority, "authority"),
            (self.path != other.path, "path"),
            (self.query != other.query, "query"),
            (self.fragment != other.fragment, "fragment"),
        ]
        .into_iter()
        .find_map(|(differs, name)| differs.then_some(name))
    }

    /// Section 5.3: the components in one text.
    pub fn recompose(&self) -> String {
        let Components { scheme, authority, path, query, fragment } = self;
        let parts =
            [scheme.as_deref(), authority.as_deref(), Some(path), query.as_deref(), fragment.as_deref()];
        let length: usize = parts.iter().flatten().map(|part| part.len()).sum();
        let mut result = String::with_capacity(length + ":://?#".len());
        if let Some(scheme) = scheme {
            result.push_str(scheme);
            result.push(':');
        }
        if let Some(authority) = authority {
            result.push_str("//");
            result.push_str(authority);
        }
        result.push_str(path);
        if let Some(query) = query {
            result.push('?');
            result.push_str(query);
        }
        if let Some(fragment) = fragment {
            result.push('#');
            result.push_str(fragment);
        }
        result
    }
}

fn split(text: &str, delimiter: char) -> (&str, Option<Cow<'_, str>>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after.into())),
        None => (text, None),
    }
}

/// Section 5.2.2: transforms a reference `r` against a base into the target `t`.
pub fn resolve<'a>(base: &Components<'a>, r: &Components<'a>) -> Components<'a> {
    let mut t = Components::default();
    if r.scheme.is_some() {
        t.scheme = r.scheme.clone();
        t.authority = r.authority.clone();
        t.path = remove_dot_segments(&r.path).into();
        t.query = r.query.clone();
    } else {
        if r.authority.is_some() {
            t.authority = r.authority.clone();
            t.path = remove_dot_segments(&r.path).into();
            t.query = r.query.clone();
        } else {
            if r.path.is_empty() {
                t.path = base.path.clone();
                if r.query.is_some() {
                    t.query = r.query.clone();
                } else {
                    t.query = base.query.clone();
                }
            } else {
                if r.path.starts_with('/') {
                    t.path = remove_dot_segments(&r.path).into();
                } else {
                    t.path = remove_dot_segments(&merge(base, &r.path)).into();
                }
                t.query = r.query.clone();
            }
            t.authority = base.authority.clone();
        }
        t.scheme = base.scheme.clone();
    }
    t.fragment = r.fragment.clone();
    t
}

/// Section 5.2.3: puts a relative path in the place of the last segment of the base's.
fn merge(base: &Components<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        format!("/{path}")
    } else {
        let kept = base.path.rfind('/').map_or(0, |slash| slash + 1);
        format!("{}{path}", &base.path[..kept])
    }
}

/// Section 5.2.4. The letters are those of its steps.
fn remove_dot_segments(path: &str) -> String {
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            // 2A
            input = rest;
        } else if input.starts_with("/./") {
            // 2B
            input = &input["/.".len()..];
        } else if input == "/." {
            // 2B
            input = "/";
        } else if input.starts_with("/../") {
            // 2C
            input = &input["/..".len()..];
            remove_last_segment(&mut output);
        } else if input == "/.." {
            // 2C
            input = "/";
            remove_last_segment(&mut output);
        } else if input == "." || input == ".." {
            // 2D
            input = "";
        } else {
            // 2E: the first segment with its slash, up to and without the next slash.
            let first = input.chars().next().map_or(0, char::len_utf8);
            let end = input[first..].find('/').map_or(input.len(), |slash| first + slash);
            output.push_str(&input[..end]);
            input = &input[end..];
        }
    }
    output
}

fn remove_last_segment(output: &mut String) {
    output.truncate(output.rfind('/').unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reference: &str, target: &str) {
        let base = Components::parse("http://a/b/c/d;p?q");
        assert_eq!(resolve(&base, &Components::parse(reference)).recompose(), target, "<{reference}>");
    }

    /// Section 5.4.1, "Normal Examples".
    #[test]
    fn normal_examples() {
        check("g:h", "g:h");
        check("g", "http://a/b/c/g");
        check("./g", "http://a/b/c/g");
        check("g/", "http://a/b/c/g/");
        check("/g", "http://a/g");
        check("//g", "http://g");
        check("?y", "http://a/b/c/d;p?y");
        check("g?y", "http://a/b/c/g?y");
        check("#s", "http://a/b/c/d;p?q#s");
        check("g#s", "http://a/b/c/g#s");
        check("g?y#s", "http://a/b/c/g?y#s");
        check(";x", "http://a/b/c/;x");
        check("g;x", "http://a/b/c/g;x");
        check("g;x?y#s", "http://a/b/c/g;x?y#s");
        check("", "http://a/b/c/d;p?q");
        check(".", "http://a/b/c/");
        check("./", "http://a/b/c/");
        check("..", "http://a/b/");
        check("../", "http://a/b/");
        check("../g", "http://a/b/g");
        check("../..", "http://a/");
        check("../../", "http://a/");
        check("../../g", "http://a/g");
    }

    /// Section 5.4.2, "Abnormal Examples"; the last one as a strict parser has it.
    #[test]
    fn abnormal_examples() {
        check("../../../g", "http://a/g");
        check("../../../../g", "http://a/g");
        check("/./g", "http://a/g");
        check("/../g", "http://a/g");
        check("g.", "http://a/b/c/g.");
        check(".g", "http://a/b/c/.g");
        check("g..", "http://a/b/c/g..");
        check("..g", "http://a/b/c/..g");
        check("./../g", "http://a/b/g");
        check("./g/.", "http://a/b/c/g/");
        check("g/./h", "http://a/b/c/g/h");
        check("g/../h", "http://a/b/c/h");
        check("g;x=1/./y", "http://a/b/c/g;x=1/y");
        check("g;x=1/../y", "http://a/b/c/y");
        check("g?y/./x", "http://a/b/c/g?y/./x");
        check("g?y/../x", "http://a/b/c/g?y/../x");
        check("g#s/./x", "http://a/b/c/g#s/./x");
        check("g#s/../x", "http://a/b/c/g#s/../x");
        check("http:g", "http:g");
    }

    /// The two examples of section 5.2.4.
    #[test]
    fn removing_dot_segments() {
        assert_eq!(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
        assert_eq!(remove_dot_segments("mid/content=5/../6"), "mid/6");
    }

    #[test]
    fn taking_apart_and_recomposing_is_the_identity() {
        for text in ["", ":", "a:", "//", "a://h", "?", "#", "?#", "a:b?c#d", "a/b:c", "é", "//h/p:q?#"] {
            assert_eq!(Components::parse(text).recompose(), text);
        }
    }

    #[test]
    fn any_text_is_welcome() {
        for path in ["é", "é/b", "/é/../b", "../é", "日/.."] {
            let reference = Components { path: path.into(), ..Components::default() };
            resolve(&Components::parse("a:é/日"), &reference);
        }
    }
}
