//! RFC 3986, section 5: reference resolution, transcribed step by step.
//!
//! Naive on purpose: it follows the steps by their labels and works on text, so that it can be held against
//! the RFC line by line. It resolves strictly (5.2.2 with "strict" true) and knows nothing of CRIs. The
//! oracles judge by it and have a second, independent resolver beside it.

/// The components of a URI or URI reference; `None` is undefined, which is not the same as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    /// Before the first colon.
    pub scheme: Option<String>,
    /// After a double slash.
    pub authority: Option<String>,
    /// The path, which is always there.
    pub path: String,
    /// After a question mark.
    pub query: Option<String>,
    /// After a number sign.
    pub fragment: Option<String>,
}

impl Components {
    /// Takes a URI reference apart, as the regular expression of appendix B does:
    /// `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`. Every text matches it.
    pub fn parse(text: &str) -> Self {
        let (rest, fragment) = split(text, '#');
        let (rest, query) = split(rest, '?');
        let (scheme, rest) = match rest.find([':', '/']) {
            Some(end) if end > 0 && rest[end..].starts_with(':') => {
                (Some(rest[..end].to_owned()), &rest[end + 1..])
            }
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                (Some(rest[..end].to_owned()), &rest[end..])
            }
            None => (None, rest),
        };
        Components { scheme, authority, path: path.to_owned(), query, fragment }
    }

    /// The name of the first component in which another one differs.
    pub fn first_difference(&self, other: &Components) -> Option<&'static str> {
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
        let mut result = String::new();
        if let Some(scheme) = &self.scheme {
            result.push_str(scheme);
            result.push(':');
        }
        if let Some(authority) = &self.authority {
            result.push_str("//");
            result.push_str(authority);
        }
        result.push_str(&self.path);
        if let Some(query) = &self.query {
            result.push('?');
            result.push_str(query);
        }
        if let Some(fragment) = &self.fragment {
            result.push('#');
            result.push_str(fragment);
        }
        result
    }
}

fn split(text: &str, delimiter: char) -> (&str, Option<String>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after.to_owned())),
        None => (text, None),
    }
}

/// Section 5.2.2: transforms a reference `r` against a base into the target `t`.
pub fn resolve(base: &Components, r: &Components) -> Components {
    let mut t = Components::default();
    if r.scheme.is_some() {
        t.scheme = r.scheme.clone();
        t.authority = r.authority.clone();
        t.path = remove_dot_segments(&r.path);
        t.query = r.query.clone();
    } else {
        if r.authority.is_some() {
            t.authority = r.authority.clone();
            t.path = remove_dot_segments(&r.path);
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
                    t.path = remove_dot_segments(&r.path);
                } else {
                    t.path = remove_dot_segments(&merge(base, &r.path));
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
fn merge(base: &Components, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        format!("/{path}")
    } else {
        let kept = base.path.rfind('/').map_or(0, |slash| slash + 1);
        format!("{}{path}", &base.path[..kept])
    }
}

/// Section 5.2.4. The letters are those of its steps.
fn remove_dot_segments(path: &str) -> String {
    let mut input = path.to_owned();
    let mut output = String::new();
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            // 2A
            input = rest.to_owned();
        } else if let Some(rest) = input.strip_prefix("/./") {
            // 2B
            input = format!("/{rest}");
        } else if input == "/." {
            // 2B
            input = "/".to_owned();
        } else if let Some(rest) = input.strip_prefix("/../") {
            // 2C
            input = format!("/{rest}");
            remove_last_segment(&mut output);
        } else if input == "/.." {
            // 2C
            input = "/".to_owned();
            remove_last_segment(&mut output);
        } else if input == "." || input == ".." {
            // 2D
            input.clear();
        } else {
            // 2E: the first segment with its slash, up to and without the next slash.
            let first = input.chars().next().map_or(0, char::len_utf8);
            let end = input[first..].find('/').map_or(input.len(), |slash| first + slash);
            output.push_str(&input[..end]);
            input.drain(..end);
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
            let reference = Components { path: path.to_owned(), ..Components::default() };
            resolve(&Components::parse("a:é/日"), &reference);
        }
    }
}
