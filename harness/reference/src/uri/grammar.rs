//! The character classes and path rules of RFC 3986.
//!
//! ```abnf
//! pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
//! unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
//! sub-delims    = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
//! query         = *( pchar / "/" / "?" )
//! fragment      = *( pchar / "/" / "?" )
//! ```
//!
//! The predicates are on single ASCII characters, that is, on what may stand without an escape.

/// Section 2.3: the characters that an escape never changes the meaning of.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Section 2.2: the delimiters inside components.
pub(crate) fn is_sub_delim(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

/// Section 3.3: a character of a path segment.
pub(crate) fn is_pchar(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delim(byte) || matches!(byte, b':' | b'@')
}

/// Section 3.2.2: a character of a registered name.
pub(crate) fn is_reg_name(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delim(byte)
}

/// Section 3.2.1: a character of user information.
pub(crate) fn is_userinfo(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delim(byte) || byte == b':'
}

/// C3: a character of user information that needs no escape; unlike RFC 3986's, without the colon.
pub(crate) fn is_userinfo_plain(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delim(byte)
}

/// Section 3.4: a character of a query.
pub(crate) fn is_query(byte: u8) -> bool {
    is_pchar(byte) || matches!(byte, b'/' | b'?')
}

/// A character of a query parameter that needs no escape: the ampersand separates parameters.
pub(crate) fn is_query_plain(byte: u8) -> bool {
    is_query(byte) && byte != b'&'
}

/// Section 3.5: a character of a fragment.
pub(crate) fn is_fragment(byte: u8) -> bool {
    is_pchar(byte) || matches!(byte, b'/' | b'?')
}

/// Section 3.1: a character of a scheme, behind the first.
pub(crate) fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// `path-abempty = *( "/" segment )`
pub(crate) fn is_path_abempty(path: &str) -> bool {
    path.is_empty() || path.starts_with('/')
}

/// `path-absolute = "/" [ segment-nz *( "/" segment ) ]`
pub(crate) fn is_path_absolute(path: &str) -> bool {
    path.starts_with('/') && !path.starts_with("//")
}

/// `path-noscheme = segment-nz-nc *( "/" segment )`
pub(crate) fn is_path_noscheme(path: &str) -> bool {
    let first = first_segment(path);
    !first.is_empty() && !first.contains(':')
}

/// `path-rootless = segment-nz *( "/" segment )`
pub(crate) fn is_path_rootless(path: &str) -> bool {
    !first_segment(path).is_empty()
}

/// `path-empty = 0<pchar>`
pub(crate) fn is_path_empty(path: &str) -> bool {
    path.is_empty()
}

fn first_segment(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(is: fn(u8) -> bool) -> String {
        (0..=u8::MAX).filter(|&byte| is(byte) && !byte.is_ascii_alphanumeric()).map(char::from).collect()
    }

    #[test]
    fn classes() {
        assert_eq!(all(is_unreserved), "-._~");
        assert_eq!(all(is_sub_delim), "!$&'()*+,;=");
        assert_eq!(all(is_pchar), "!$&'()*+,-.:;=@_~");
        assert_eq!(all(is_reg_name), "!$&'()*+,-.;=_~");
        assert_eq!(all(is_userinfo), "!$&'()*+,-.:;=_~");
        assert_eq!(all(is_userinfo_plain), "!$&'()*+,-.;=_~");
        assert_eq!(all(is_query), "!$&'()*+,-./:;=?@_~");
        assert_eq!(all(is_query_plain), "!$'()*+,-./:;=?@_~");
        assert_eq!(all(is_fragment), "!$&'()*+,-./:;=?@_~");
        assert_eq!(all(is_scheme), "+-.");
    }

    #[test]
    fn paths() {
        assert!(is_path_absolute("/") && is_path_absolute("/a//b"));
        assert!(!is_path_absolute("//") && !is_path_absolute("a") && !is_path_absolute(""));
        assert!(is_path_noscheme("a/b:c") && is_path_noscheme("./a:b"));
        assert!(!is_path_noscheme("a:b") && !is_path_noscheme("/a") && !is_path_noscheme(""));
        assert!(is_path_rootless("a:b") && !is_path_rootless("/a") && !is_path_rootless(""));
        assert!(is_path_abempty("") && is_path_abempty("//a") && !is_path_abempty("a"));
    }
}
