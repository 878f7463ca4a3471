//! The strict parser of URI references (RFC 3986, section 3 and appendix A).
//!
//! ```abnf
//! URI-reference = URI / relative-ref
//! URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
//! scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
//! authority     = [ userinfo "@" ] host [ ":" port ]
//! userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
//! host          = IP-literal / IPv4address / reg-name
//! IP-literal    = "[" ( IPv6address / IPv6addrz / IPvFuture ) "]"
//! IPv6addrz     = IPv6address "%25" ZoneID              ; RFC 6874
//! ZoneID        = 1*( unreserved / pct-encoded )
//! IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
//! port          = *DIGIT
//! ```

use std::net::{Ipv4Addr, Ipv6Addr};

use super::components::Components;
use super::grammar;
use super::percent::leading_escape;
use crate::error::{Error, UriError};

/// A URI reference that matches the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriReference<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<UriAuthority<'a>>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

/// The authority of a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriAuthority<'a> {
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: UriHost<'a>,
    /// The host as it is written.
    pub(crate) host_text: &'a str,
    pub(crate) port: Option<&'a str>,
}

/// The host of a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UriHost<'a> {
    /// IPvFuture.
    IpFuture,
    /// IPv4address.
    Ipv4(Ipv4Addr),
    /// IPv6address, or IPv6addrz with the zone as it is written.
    Ipv6(Ipv6Addr, Option<&'a str>),
    /// A registered name, as it is written.
    RegName(&'a str),
}

/// Parses a URI reference.
///
/// # Errors
///
/// [`UriError`] at the first character that is wrong in the first component that is.
pub(crate) fn parse(text: &str) -> Result<UriReference<'_>, Error> {
    let source = Source { text };
    let components = Components::split(text);
    if let Some(scheme) = components.scheme {
        source.check_scheme(scheme)?;
    }
    let authority = components.authority.map(|authority| source.authority(authority)).transpose()?;
    source.check(components.path, "path", |byte| grammar::is_pchar(byte) || byte == b'/')?;
    if components.scheme.is_none() && components.authority.is_none() {
        source.check_no_scheme(components.path)?;
    }
    if let Some(query) = components.query {
        source.check(query, "query", grammar::is_query)?;
    }
    if let Some(fragment) = components.fragment {
        source.check(fragment, "fragment", grammar::is_fragment)?;
    }
    Ok(UriReference {
        scheme: components.scheme,
        authority,
        path: components.path,
        query: components.query,
        fragment: components.fragment,
    })
}

/// Parses a host alone.
///
/// # Errors
///
/// [`UriError`] at the first character that is wrong.
pub(crate) fn read_host(text: &str) -> Result<UriHost<'_>, Error> {
    Source { text }.host(text)
}

/// The text that errors point into.
struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// Checks that a component holds nothing but plain characters and escapes.
    fn check(&self, component: &str, rule: &'static str, is_plain: fn(u8) -> bool) -> Result<(), Error> {
        let mut rest = component.as_bytes();
        while let [first, behind @ ..] = rest {
            if leading_escape(rest).is_some() {
                rest = &rest[3..];
            } else if *first == b'%' {
                return Err(self.error(UriError::Escape, &component[component.len() - rest.len()..]));
            } else if first.is_ascii() && is_plain(*first) {
                rest = behind;
            } else {
                // All before is ASCII, so this is the start of a character.
                let place = &component[component.len() - rest.len()..];
                return Err(self.error(UriError::Character { rule }, place));
            }
        }
        Ok(())
    }

    fn check_scheme(&self, scheme: &str) -> Result<(), Error> {
        let starts = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
        if !starts || !scheme.bytes().all(grammar::is_scheme) {
            return Err(self.error(UriError::Scheme, scheme));
        }
        Ok(())
    }

    /// `path-noscheme`: the first segment holds no colon.
    fn check_no_scheme(&self, path: &str) -> Result<(), Error> {
        if path.is_empty() || path.starts_with('/') || grammar::is_path_noscheme(path) {
            return Ok(());
        }
        Err(self.error(UriError::Scheme, path))
    }

    fn authority(&self, authority: &'a str) -> Result<UriAuthority<'a>, Error> {
        let (userinfo, host_and_port) = match authority.split_once('@') {
            Some((userinfo, rest)) => (Some(userinfo), rest),
            None => (None, authority),
        };
        if let Some(userinfo) = userinfo {
            self.check(userinfo, "userinfo", grammar::is_userinfo)?;
        }
        let (host, behind) = self.split_host(host_and_port)?;
        let port = behind.strip_prefix(':');
        match port {
            Some(port) => self.check_port(port)?,
            None if behind.is_empty() => {}
            None => return Err(self.error(UriError::IpLiteral, behind)),
        }
        Ok(UriAuthority { userinfo, host: self.host(host)?, host_text: host, port })
    }

    /// The host, and what stands behind it: an IP-literal ends at its bracket, other hosts hold no colon.
    fn split_host(&self, text: &'a str) -> Result<(&'a str, &'a str), Error> {
        let end = if text.starts_with('[') {
            text.find(']').ok_or_else(|| self.error(UriError::IpLiteral, text))? + 1
        } else {
            text.find(':').unwrap_or(text.len())
        };
        Ok(text.split_at(end))
    }

    fn check_port(&self, port: &str) -> Result<(), Error> {
        match port.find(|character: char| !character.is_ascii_digit()) {
            Some(index) => Err(self.error(UriError::Character { rule: "port" }, &port[index..])),
            None => Ok(()),
        }
    }

    fn host(&self, host: &'a str) -> Result<UriHost<'a>, Error> {
        if let Some(literal) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return ip_literal(literal).ok_or_else(|| self.error(UriError::IpLiteral, literal));
        }
        if let Ok(address) = host.parse() {
            return Ok(UriHost::Ipv4(address));
        }
        self.check(host, "reg-name", grammar::is_reg_name)?;
        Ok(UriHost::RegName(host))
    }

    /// An error at the start of a part of the text.
    fn error(&self, error: UriError, part: &str) -> Error {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let index = self.text.char_indices().take_while(|(start, _)| *start < offset).count();
        Error::at_character(error, index)
    }
}

/// What stands between the brackets.
fn ip_literal(literal: &str) -> Option<UriHost<'_>> {
    if is_ip_future(literal) {
        return Some(UriHost::IpFuture);
    }
    match literal.split_once('%') {
        None => Some(UriHost::Ipv6(literal.parse().ok()?, None)),
        Some((address, zone)) => {
            let zone = zone.strip_prefix("25").filter(|zone| is_zone_id(zone))?;
            Some(UriHost::Ipv6(address.parse().ok()?, Some(zone)))
        }
    }
}

/// `IPvFuture`, without its brackets.
pub(crate) fn is_ip_future(literal: &str) -> bool {
    let Some((version, address)) = literal.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'))
    else {
        return false;
    };
    is_filled_with(version, |byte| byte.is_ascii_hexdigit()) && is_filled_with(address, grammar::is_userinfo)
}

fn is_filled_with(text: &str, is: fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(is)
}

fn is_zone_id(zone: &str) -> bool {
    let mut rest = zone.as_bytes();
    while let [first, behind @ ..] = rest {
        if leading_escape(rest).is_some() {
            rest = &rest[3..];
        } else if grammar::is_unreserved(*first) {
            rest = behind;
        } else {
            return false;
        }
    }
    !zone.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;

    #[test]
    fn good() {
        for uri in [
            "",
            "a",
            "a:",
            "a:b",
            "A+.-1:b",
            "//",
            "//h",
            "//h:",
            "//h:80",
            "//u@h",
            "//u:p@h",
            "//@h",
            "//[::1]:1",
            "//[1:2:3:4:5:6:7::]",
            "//[::ffff:1.2.3.4]",
            "//[fe80::1%25eth0]",
            "//[fe80::1%25%C3%A9]",
            "//[v1.a:b]",
            "//%41",
            "/a:b",
            "./a:b",
            "a/b:c",
            "?a?/:@",
            "#a?/:@",
            "%00",
            "a:%ff",
            "//256.1.1.1",
            "//1.2.3.4",
        ] {
            assert!(parse(uri).is_ok(), "{uri}");
        }
    }

    #[track_caller]
    fn check_bad(uri: &str, kind: UriError, index: usize) {
        assert_eq!(parse(uri), Err(Error { kind: kind.into(), place: Place::Character(index) }), "{uri}");
    }

    #[test]
    fn bad() {
        check_bad("1a:b", UriError::Scheme, 0);
        check_bad(":b", UriError::Scheme, 0);
        check_bad("a b", UriError::Character { rule: "path" }, 1);
        check_bad("a:\u{e9}", UriError::Character { rule: "path" }, 2);
        check_bad("a:%4g", UriError::Escape, 2);
        check_bad("a:b%", UriError::Escape, 3);
        check_bad("a?[", UriError::Character { rule: "query" }, 2);
        check_bad("a##", UriError::Character { rule: "fragment" }, 2);
        check_bad("//a@b@c", UriError::Character { rule: "reg-name" }, 5);
        check_bad("//a:b", UriError::Character { rule: "port" }, 4);
        check_bad("//[::1", UriError::IpLiteral, 2);
        check_bad("//[::1]a", UriError::IpLiteral, 7);
        check_bad("//[1.2.3.4]", UriError::IpLiteral, 3);
        check_bad("//[fe80::1%eth0]", UriError::IpLiteral, 3);
        check_bad("//[fe80::1%25]", UriError::IpLiteral, 3);
        check_bad("//[1:2:3:4:5:6:7::8]", UriError::IpLiteral, 3);
        check_bad("//[v.a]", UriError::IpLiteral, 3);
        check_bad("//a[b]", UriError::Character { rule: "reg-name" }, 3);
        check_bad("\u{e9}:", UriError::Scheme, 0);
    }

    #[test]
    fn hosts() {
        let host = |uri| parse(uri).unwrap().authority.unwrap().host;
        assert_eq!(host("//1.2.3.4"), UriHost::Ipv4(Ipv4Addr::new(1, 2, 3, 4)));
        assert_eq!(host("//01.2.3.4"), UriHost::RegName("01.2.3.4"));
        assert_eq!(host("//[::1%25a]"), UriHost::Ipv6(Ipv6Addr::LOCALHOST, Some("a")));
        assert_eq!(host("//[V1.a]"), UriHost::IpFuture);
        assert_eq!(parse("//u@[::1]:7").unwrap().authority.unwrap().host_text, "[::1]");
        assert_eq!(read_host("1.2.3.4"), Ok(UriHost::Ipv4(Ipv4Addr::new(1, 2, 3, 4))));
        assert_eq!(read_host("[::1]"), Ok(UriHost::Ipv6(Ipv6Addr::LOCALHOST, None)));
        for no_host in ["h:1", "u@h", "[::1]:1", "[::1", "::1", "h/", "a b", "a%"] {
            assert!(read_host(no_host).is_err(), "{no_host}");
        }
    }
}
