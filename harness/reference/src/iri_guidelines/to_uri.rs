//! Producing a URI (section 7.1): what is not allowed in the same component of a URI is percent-encoded.
//!
//! The draft begins with what is "not allowed anywhere in a valid URI", and goes on by component. It is by
//! component here, as the result is to be a valid URI. Names are converted as section 5.2.2 has it.

use super::escape::encode_unless;
use super::split::{Authority, Split};
use super::{grammar, host};
use crate::error::Error;

/// Converts an IRI to a URI, and an IRI reference to a URI reference. What is no IRI is converted too, and then
/// need not become a URI: nothing is left out.
///
/// # Errors
///
/// [`IriError`](crate::error::IriError), where the host is none.
pub fn to_uri(iri: &str) -> Result<String, Error> {
    let Split { scheme, authority, path, query, fragment } = Split::of(iri);
    let mut uri = String::with_capacity(iri.len());
    if let Some(scheme) = scheme {
        uri.push_str(scheme);
        uri.push(':');
    }
    if let Some(Authority { userinfo, host, port }) = authority {
        uri.push_str("//");
        if let Some(userinfo) = userinfo {
            uri.push_str(&encode_unless(userinfo, grammar::is_userinfo));
            uri.push('@');
        }
        uri.push_str(&host::processed(host)?);
        if let Some(port) = port {
            uri.push(':');
            uri.push_str(&encode_unless(port, grammar::is_userinfo));
        }
    }
    uri.push_str(&encode_unless(path, grammar::is_path));
    if let Some(query) = query {
        uri.push('?');
        uri.push_str(&encode_unless(query, grammar::is_query));
    }
    if let Some(fragment) = fragment {
        uri.push('#');
        uri.push_str(&encode_unless(fragment, grammar::is_fragment));
    }
    Ok(uri)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::parse::parse as parse_uri;

    #[test]
    fn by_component() {
        let iri = "a://\u{e9}[@\u{e9}.:1/\u{e9}[%e9%?\u{e000}]\\#\u{e9}# ";
        let uri = "a://%C3%A9%5B@xn--9ca.:1/%C3%A9%5B%e9%25?%EE%80%80%5D%5C#%C3%A9%23%20";
        assert_eq!(to_uri(iri).as_deref(), Ok(uri));
        assert!(parse_uri(uri).is_ok());
    }

    #[test]
    fn uris_stay() {
        for uri in ["", "//", "a:", "?#", "a://@:?#", "a://u:p@[::1]:80/../%c3?/?#/?", "//H%ff/"] {
            assert_eq!(to_uri(uri).as_deref(), Ok(uri));
        }
    }
}
