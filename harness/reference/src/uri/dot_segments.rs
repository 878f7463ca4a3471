//! Removing dot-segments (RFC 3986, section 5.2.4).

/// Removes the dot-segments of a path that starts with a slash, or follows a scheme.
pub(crate) fn remove(path: &str) -> String {
    // Step 1: the input buffer holds the path, the output buffer is empty.
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    // Step 2: while the input buffer is not empty:
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            // Step 2A: a prefix "../" or "./" goes.
            input = rest;
        } else if input.starts_with("/./") {
            // Step 2B: a prefix "/./" becomes "/".
            input = &input[2..];
        } else if input == "/." {
            // Step 2B, the segment being the last one.
            input = "/";
        } else if input.starts_with("/../") {
            // Step 2C: a prefix "/../" becomes "/", and the last segment of the output goes.
            input = &input[3..];
            remove_last_segment(&mut output);
        } else if input == "/.." {
            // Step 2C, the segment being the last one.
            input = "/";
            remove_last_segment(&mut output);
        } else if input == "." || input == ".." {
            // Step 2D: nothing but a dot-segment goes.
            input = "";
        } else {
            // Step 2E: the first segment moves over to the output, with the slash in front of it.
            let (segment, rest) = input.split_at(first_segment_end(input));
            output.push_str(segment);
            input = rest;
        }
    }
    // Step 3: the output buffer is the result.
    output
}

/// The segment goes with the slash in front of it, if there is one.
fn remove_last_segment(output: &mut String) {
    output.truncate(output.rfind('/').unwrap_or(0));
}

/// Where the first segment ends: before the next slash that is not the first character.
fn first_segment_end(path: &str) -> usize {
    let slash = usize::from(path.starts_with('/'));
    path[slash..].find('/').map_or(path.len(), |end| slash + end)
}

/// A relative path without its dot-segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelativePath<'a> {
    /// How many times it goes up from where it starts.
    pub(crate) ups: usize,
    /// The segments that follow.
    pub(crate) segments: Vec<&'a str>,
}

/// Removes the dot-segments of a relative path, as far as the base is not needed for it.
///
/// A dot-segment at the end leaves a slash there: the result ends in an empty segment.
pub(crate) fn remove_relative(path: &str) -> RelativePath<'_> {
    let mut result = RelativePath { ups: 0, segments: Vec::new() };
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." => {}
            ".." => {
                if result.segments.pop().is_none() {
                    result.ups += 1;
                }
            }
            _ => result.segments.push(segment),
        }
        if is_dot_segment(segment) && segments.peek().is_none() {
            result.segments.push("");
        }
    }
    result
}

/// A segment that means this segment, or the one above.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    segment == "." || segment == ".."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute() {
        for (path, expected) in [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("/..", "/"),
            ("/.", "/"),
            ("/a/..", "/"),
            ("/a/.", "/a/"),
            ("/a/b/..", "/a/"),
            ("/../a", "/a"),
            ("/a/.b/..c/", "/a/.b/..c/"),
            ("/a//..", "/a/"),
            ("/.//a", "//a"),
            ("b/../c", "/c"),
            ("b/..", "/"),
            (".", ""),
            ("..", ""),
            ("./b", "b"),
            ("", ""),
        ] {
            assert_eq!(remove(path), expected, "{path}");
        }
    }

    #[test]
    fn relative() {
        for (path, ups, segments) in [
            ("a", 0, vec!["a"]),
            (".", 0, vec![""]),
            ("./", 0, vec![""]),
            ("..", 1, vec![""]),
            ("../", 1, vec![""]),
            ("../..", 2, vec![""]),
            ("a/.", 0, vec!["a", ""]),
            ("a/..", 0, vec![""]),
            ("a/../b", 0, vec!["b"]),
            ("a/../../b", 1, vec!["b"]),
            ("a//..", 0, vec!["a", ""]),
            (".//b", 0, vec!["", "b"]),
            ("a/./b", 0, vec!["a", "b"]),
        ] {
            assert_eq!(remove_relative(path), RelativePath { ups, segments }, "{path}");
        }
    }
}
