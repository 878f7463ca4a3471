//! The host (section 5.2.2): an IP-literal, an IPv4 address, or a name that IDNA is for.
//!
//! The draft recommends IDNA2008, and allows UTS 46 and IDNA2003. This is UTS 46 without the mappings of its
//! transition, and so gives what IDNA2008 gives where that gives anything. A name that is ASCII and no Punycode
//! is none of IDNA's business, and stays as it is found.

use std::net::{Ipv4Addr, Ipv6Addr};

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use super::escape::is_made_of;
use super::grammar::is_ireg_name;
use crate::error::{Component, Error, IriError};
use crate::uri::parse::is_ip_future;

/// The host as it is to be.
///
/// # Errors
///
/// [`IriError`], where it is neither an address nor a name, or IDNA refuses it.
pub(super) fn processed(host: &str) -> Result<String, Error> {
    if is_ip_literal(host) || is_ipv4_address(host) {
        return Ok(host.to_owned());
    }
    if !is_made_of(host, is_ireg_name) {
        return Err(Error::in_component(IriError::Host, Component::Host));
    }
    if !is_idn(host) {
        return Ok(host.to_owned());
    }
    to_ascii(host).ok_or_else(|| Error::in_component(IriError::Idna, Component::Host))
}

/// `IP-literal = "[" ( IPv6address / IPvFuture  ) "]"`
pub(super) fn is_ip_literal(host: &str) -> bool {
    let literal = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    literal.is_some_and(|literal| literal.parse::<Ipv6Addr>().is_ok() || is_ip_future(literal))
}

fn is_ipv4_address(host: &str) -> bool {
    host.parse::<Ipv4Addr>().is_ok()
}

/// Is there something beyond ASCII, in Unicode or in Punycode?
fn is_idn(host: &str) -> bool {
    let is_punycode = |label: &str| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"));
    !host.is_ascii() || host.split('.').any(is_punycode)
}

/// The labels in Punycode. A percent sign, which IDNA has not, is refused, and so is what is mapped to a character that
/// no name may hold: a quotation mark of full width, say.
fn to_ascii(host: &str) -> Option<String> {
    let length = DnsLength::VerifyAllowRootDot;
    let ascii = Uts46::new().to_ascii(host.as_bytes(), AsciiDenyList::URL, Hyphens::Allow, length);
    ascii.ok().map(String::from).filter(|name| is_made_of(name, is_ireg_name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(host: &str, expected: Result<&str, IriError>) {
        let expected =
            expected.map(str::to_owned).map_err(|error| Error::in_component(error, Component::Host));
        assert_eq!(processed(host), expected, "{host}");
    }

    #[test]
    fn addresses() {
        for address in ["192.0.2.1", "[::1]", "[2001:DB8::0001]", "[v1.a:b]"] {
            check(address, Ok(address));
        }
        for host in ["[]", "[::1", "::1", "[192.0.2.1]", "[::1%25a]", "[v.a]"] {
            check(host, Err(IriError::Host));
        }
    }

    #[test]
    fn names() {
        for name in ["", "a", "EXAMPLE.com.", "192.0.2.256", "a_!%ff", "a..b", "xn--9ca"] {
            check(name, Ok(name));
        }
        check("r\u{e9}sum\u{e9}.\u{c9}", Ok("xn--rsum-bpad.xn--9ca"));
        check("fa\u{df}.\u{2603}", Ok("xn--fa-hia.xn--n3h"));
        check("a b", Err(IriError::Host));
        check("a%", Err(IriError::Host));
        for name in ["\u{e9}..b", "\u{e9}%ff", "xn--a", "\u{5d0}a", "\u{ff41}\u{ff02}"] {
            check(name, Err(IriError::Idna));
        }
    }
}
