//! Putting a request CRI together from CoAP options (-27, anchor `compose-coap`).
//!
//! Options that have nothing to do with the URI are passed over, but for critical ones that are not known; those of a
//! request to a forward-proxy are honoured (see `proxy`). What comes out is checked to be a valid CRI, so that a Uri-Path of `..` is refused.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::destination::Destination;
use super::option::{CoapOption, is_unrecognised};
use super::proxy;
use super::variant::Variant;
use crate::authority::{Authority, AuthoritySection, Host};
use crate::cri::Cri;
use crate::error::{CoapError, Error};
use crate::options::{Features, Options, Revision};
use crate::scheme::default_port;
use crate::text::Text;
use crate::uri::{grammar, percent};
use crate::{constraints, features};

/// Puts the CRI of a request together from the variant of CoAP that it came by, its options and the destination
/// at which it was received.
///
/// # Errors
///
/// [`CoapError`] where the options cannot be told as a CRI. The CRI breaks a constraint, or uses a feature that
/// is switched off.
pub fn coap_to_cri(
    variant: Variant,
    request: &[CoapOption],
    destination: &Destination,
    features: Features,
) -> Result<Cri, Error> {
    let options = Options { revision: Revision::Href27, features };
    check_options(request)?;
    if let Some(cri) = proxy::whole(request, &options)? {
        return Ok(cri);
    }
    // Step 1: the scheme-id of the variant of CoAP. A scheme for a forward-proxy only takes its place: the
    // port is told by the variant that the request came by (RFC 7252, section 5.10.2).
    let default_port = variant.scheme().name(Revision::Href27).and_then(default_port);
    let scheme = proxy::scheme(request)?.unwrap_or_else(|| variant.scheme());
    let authority = Authority {
        userinfo: None,
        host: host(request, destination)?,
        port: port(request, destination, default_port),
    };
    let cri = Cri::new(scheme, AuthoritySection::Authority(authority))
        // Step 4: the values of the Uri-Path options.
        .with_path(request.iter().filter_map(|option| match option {
            CoapOption::UriPath(segment) => Some(Text::plain(segment)),
            _ => None,
        }))
        // Step 5: the values of the Uri-Query options.
        .with_query(request.iter().filter_map(|option| match option {
            CoapOption::UriQuery(parameter) => Some(Text::plain(parameter)),
            _ => None,
        }));
    let reference = cri.clone().into();
    features::check(&reference, &options)?;
    constraints::check(&reference, &options)?;
    Ok(cri)
}

/// RFC 7252, sections 5.4.1, 5.4.3 and 5.4.5: an option of a length it cannot have, or there more often than it may be,
/// is one that is not recognised. With a critical one the request is refused.
fn check_options(request: &[CoapOption]) -> Result<(), Error> {
    let mut seen = Vec::new();
    for option in request {
        option.check()?;
        if matches!(option, CoapOption::Other { number, .. } if is_unrecognised(*number)) {
            return Err(Error::in_option(CoapError::UnknownCritical, option.number()));
        }
        if option.is_repeatable() {
            continue;
        }
        if seen.contains(&option.number()) {
            return Err(Error::in_option(CoapError::Repeated, option.number()));
        }
        seen.push(option.number());
    }
    Ok(())
}

/// Step 2: the host that Uri-Host names, or the address of the destination.
fn host(request: &[CoapOption], destination: &Destination) -> Result<Host, Error> {
    let name = request.iter().find_map(|option| match option {
        CoapOption::UriHost(name) => Some(name),
        _ => None,
    });
    let Some(name) = name else {
        return Ok(destination.host());
    };
    if let Some(addr) = ip_address(name) {
        return Ok(Host::Ip { addr, zone: destination.zone.clone().filter(|_| is_ambiguous(addr)) });
    }
    if !is_reg_name(name) {
        return Err(Error::in_option(CoapError::HostForm, CoapOption::UriHost(String::new()).number()));
    }
    // C5: labels are in lower case.
    Ok(Host::from(name.to_ascii_lowercase().as_str()))
}

/// `IP-literal`, as far as it is an IPv6 address, or `IPv4address`.
fn ip_address(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => literal.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
        None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
    }
}

/// Does the address need a zone identifier? One of link-local scope does; of others nothing is known here.
fn is_ambiguous(addr: IpAddr) -> bool {
    match addr {
        IpAddr::V4(addr) => addr.is_link_local(),
        IpAddr::V6(addr) => {
            let [first, second, ..] = addr.octets();
            addr.is_unicast_link_local() || (first == 0xff && second & 0x0f == 2)
        }
    }
}

/// `reg-name`. Other than ASCII stands for its percent-encoded form, as in RFC 7252, section 6.5.
fn is_reg_name(name: &str) -> bool {
    let mut rest = name.as_bytes();
    while let [first, behind @ ..] = rest {
        if percent::leading_escape(rest).is_some() {
            rest = &rest[3..];
        } else if !first.is_ascii() || grammar::is_reg_name(*first) {
            rest = behind;
        } else {
            return false;
        }
    }
    true
}

/// Step 3: the port of Uri-Port or of the destination, where it is not the default.
fn port(request: &[CoapOption], destination: &Destination, default: Option<u16>) -> Option<u16> {
    let explicit = request.iter().find_map(|option| match option {
        CoapOption::UriPort(port) => Some(*port),
        _ => None,
    });
    Some(explicit.unwrap_or(destination.port)).filter(|port| default != Some(*port))
}
