//! Parsing into components (section 5): what becomes of each, once it is identified.

use super::escape::{encode, encode_unless};
use super::grammar::{is_ipath, is_iquery};
use super::host;
use super::split::Split;
use crate::error::Error;
use crate::iri::chars::is_ucschar;

/// The components of an IRI reference. What is none is absent; a path is always there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IriComponents {
    /// The scheme, as it is found.
    pub scheme: Option<String>,
    /// The user information, as it is found.
    pub userinfo: Option<String>,
    /// The host: an IP address as it is found, or a name in ASCII.
    pub host: Option<String>,
    /// The port: any number of digits.
    pub port: Option<String>,
    /// The path, percent-encoded.
    pub path: String,
    /// The query without its question mark, percent-encoded but for private characters.
    pub query: Option<String>,
    /// The fragment without its number sign, percent-encoded where it has characters beyond ASCII.
    pub fragment: Option<String>,
}

/// Parses any prepared text.
///
/// # Errors
///
/// [`IriError`](crate::error::IriError), where the host is none: the draft leaves open what becomes of it.
pub fn parse(text: &str) -> Result<IriComponents, Error> {
    let Split { scheme, authority, path, query, fragment } = Split::of(text);
    let (userinfo, host, port) = match authority {
        Some(authority) => (
            authority.userinfo.map(str::to_owned),
            Some(host::processed(authority.host)?),
            authority.port.and_then(self::port).map(str::to_owned),
        ),
        None => (None, None, None),
    };
    Ok(IriComponents {
        scheme: scheme.map(str::to_owned),
        userinfo,
        host,
        port,
        path: self::path(path),
        query: query.map(self::query),
        fragment: fragment.map(self::fragment),
    })
}

/// Section 5.2.3: what is not all digits is invalid, and there is no port.
fn port(port: &str) -> Option<&str> {
    port.bytes().all(|byte| byte.is_ascii_digit()).then_some(port)
}

/// Section 5.3.
fn path(path: &str) -> String {
    let path = encode(path, is_ucschar);
    encode_unless(&path, is_ipath)
}

/// Section 5.4, which says "path" where it means the query.
fn query(query: &str) -> String {
    let query = encode(query, is_ucschar);
    encode_unless(&query, is_iquery)
}

/// Section 5.5: nothing here asks for what the grammar does not allow.
fn fragment(fragment: &str) -> String {
    encode(fragment, is_ucschar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Component, IriError};

    #[test]
    fn all_components() {
        let all = parse("aB://\u{e9}@\u{e9}:0/ \u{e9}\u{e000}%41%?\u{e9}\u{e000}\\#\u{e9} #");
        let text = |text: &str| Some(text.to_owned());
        let expected = IriComponents {
            scheme: text("aB"),
            userinfo: text("\u{e9}"),
            host: text("xn--9ca"),
            port: text("0"),
            path: "/%20%C3%A9%EE%80%80%41%25".to_owned(),
            query: text("%C3%A9\u{e000}%5C"),
            fragment: text("%C3%A9 #"),
        };
        assert_eq!(all, Ok(expected));
    }

    #[test]
    fn no_component() {
        assert_eq!(parse(""), Ok(IriComponents::default()));
        assert_eq!(parse("a://b c"), Err(Error::in_component(IriError::Host, Component::Host)));
        assert_eq!(parse("//h:8x").map(|parsed| parsed.port), Ok(None));
        assert_eq!(parse("//h:").map(|parsed| parsed.port), Ok(Some(String::new())));
    }
}
