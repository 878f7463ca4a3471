//! Decomposing URIs into options (RFC 7252, section 6.4; RFC 8323, section 8.6, has the same steps for other schemes).

use std::net::IpAddr;

use super::option::UriOption;
use super::scheme::{Document, UriScheme};
use crate::coap::Destination;
use crate::error::{CoapError, Component, Error};
use crate::uri::dot_segments;
use crate::uri::parse::{UriAuthority, UriHost, parse};
use crate::uri::percent;

/// Takes a URI of CoAP apart into the options of a request to a destination, in the order of their numbers.
///
/// # Errors
///
/// [`UriError`](crate::error::UriError) where the text is no URI, [`CoapError`] where its scheme is none of the
/// document's, or where options cannot express it.
pub fn uri_to_coap(
    uri: &str,
    document: Document,
    destination: &Destination,
) -> Result<Vec<UriOption>, Error> {
    // Step 1: the text is an absolute URI. That a fragment is none of it is step 4.
    let parsed = parse(uri)?;
    let scheme = parsed.scheme.ok_or_else(|| fail(CoapError::Relative, Component::Scheme))?;
    // Step 2: it is resolved, which leaves an absolute URI as it is, less its dot-segments.
    let path = dot_segments::remove(parsed.path);
    // Step 3: the scheme is coap or coaps, or one of the four of RFC 8323, in any case.
    let scheme = UriScheme::from_name(scheme, document)
        .ok_or_else(|| fail(CoapError::UriScheme, Component::Scheme))?;
    // Step 4: there is no fragment.
    if parsed.fragment.is_some() {
        return Err(fail(CoapError::Fragment, Component::Fragment));
    }
    let authority = authority(parsed.authority.as_ref())?;
    let mut options = Vec::new();
    options.extend(uri_host(authority, destination)?);
    options.extend(uri_port(authority.port, scheme, destination)?);
    options.extend(uri_paths(&path)?);
    options.extend(uri_queries(parsed.query));
    options.iter().try_for_each(UriOption::check)?;
    Ok(options)
}

/// Section 6.1: there is an authority, its host is not empty, and it has no user information. RFC 8323 says nothing of
/// an empty host in the schemes of WebSockets, which no Uri-Host could hold.
fn authority<'a>(authority: Option<&'a UriAuthority<'a>>) -> Result<&'a UriAuthority<'a>, Error> {
    let authority = authority.ok_or_else(|| fail(CoapError::NoAuthority, Component::Host))?;
    if authority.host_text.is_empty() {
        return Err(fail(CoapError::EmptyHost, Component::Host));
    }
    if authority.userinfo.is_some() {
        return Err(fail(CoapError::Userinfo, Component::Userinfo));
    }
    Ok(authority)
}

/// Step 5: a host that is not the destination's address, in lower case first and decoded then.
fn uri_host(authority: &UriAuthority<'_>, destination: &Destination) -> Result<Option<UriOption>, Error> {
    let address = match authority.host {
        UriHost::Ipv4(addr) => Some(IpAddr::V4(addr)),
        UriHost::Ipv6(_, Some(_)) => return Err(fail(CoapError::Zone, Component::Host)),
        UriHost::Ipv6(addr, None) => Some(IpAddr::V6(addr)),
        UriHost::IpFuture | UriHost::RegName(_) => None,
    };
    if address == Some(destination.addr) {
        return Ok(None);
    }
    let lower = authority.host_text.to_ascii_lowercase();
    Ok(Some(UriOption::host(percent::decode(&lower))))
}

/// Steps 6 and 7: a port other than the destination's, be it given or the scheme's default.
fn uri_port(
    given: Option<&str>,
    scheme: UriScheme,
    destination: &Destination,
) -> Result<Option<UriOption>, Error> {
    let port = match given {
        // Section 6.1: an empty port is none.
        None | Some("") => scheme.default_port(),
        Some(digits) => decimal(digits).ok_or_else(|| fail(CoapError::Port, Component::Port))?,
    };
    Ok((port != destination.port).then(|| UriOption::port(port)))
}

/// A number of any length, where it is a port.
fn decimal(digits: &str) -> Option<u16> {
    match digits.trim_start_matches('0') {
        "" => Some(0),
        significant => significant.parse().ok(),
    }
}

/// Step 8: the segments; none where the path is empty or a lone slash.
fn uri_paths(path: &str) -> Result<Vec<UriOption>, Error> {
    if path.is_empty() || path == "/" {
        return Ok(Vec::new());
    }
    // With an authority, a path that is not empty starts with a slash.
    path.split('/').skip(1).map(uri_path).collect()
}

/// A segment that was not recognised as a dot-segment in step 2, and is one now, could not be told by a Uri-Path.
fn uri_path(segment: &str) -> Result<UriOption, Error> {
    let value = percent::decode(segment);
    if value == b"." || value == b".." {
        return Err(fail(CoapError::DotSegment, Component::Path));
    }
    Ok(UriOption::path(value))
}

/// Step 9: the parameters. An empty query has one, which is empty.
fn uri_queries(query: Option<&str>) -> Vec<UriOption> {
    let Some(query) = query else { return Vec::new() };
    query.split('&').map(|parameter| UriOption::query(percent::decode(parameter))).collect()
}

fn fail(error: CoapError, component: Component) -> Error {
    Error::in_component(error, component)
}
