//! Composing URIs from options (RFC 7252, section 6.5; RFC 8323, section 8.7, has the same steps for other transports).
//!
//! The steps leave open what happens to options that section 5.4 has a request refused for before; here they are
//! refused. Proxy-Uri and Proxy-Scheme are honoured (section 5.10.2). Any other option that is recognised, or elective, is
//! passed over.

use super::option::UriOption;
use super::scheme::{Transport, UriScheme};
use crate::coap::Destination;
use crate::error::{CoapError, Component, Error, UriError};
use crate::to_uri::authority::host_ip;
use crate::uri::parse::{UriHost, parse, read_host};
use crate::uri::percent::{self, Unit};
use crate::uri::{dot_segments, grammar};

/// Puts the URI of a request together from its options, the destination at which it was received, what it went over, and
/// whether DTLS or TLS secured it.
///
/// # Errors
///
/// [`CoapError`] where no request may carry the options, or no URI can express them.
pub fn coap_to_uri(
    transport: Transport,
    secure: bool,
    request: &[UriOption],
    destination: &Destination,
) -> Result<String, Error> {
    check_options(request)?;
    if let Some(uri) = proxy_uri(request)? {
        return Ok(uri);
    }
    // Step 1: the scheme, by the transport and whether the request is secured. A scheme for a forward-proxy only takes its place, so
    // that the default port is told by the scheme of the request.
    let scheme = UriScheme::of_request(transport, secure);
    let mut url = proxy_scheme(request)?.unwrap_or_else(|| scheme.name().to_owned());
    url.push_str("://");
    // Steps 2 and 3: the host.
    url.push_str(&host(request, destination)?);
    // Step 4: the port.
    let port = find(request, UriOption::PORT).map_or(destination.port, UriOption::number_value);
    // Step 5: it is appended if it is not the default.
    if port != scheme.default_port() {
        url.push_str(&format!(":{port}"));
    }
    // Steps 6 to 8: the resource name.
    let mut resource_name = path(request)?;
    if resource_name.is_empty() {
        resource_name.push('/');
    }
    resource_name.push_str(&query(request));
    // Steps 9 and 10.
    url.push_str(&resource_name);
    Ok(url)
}

/// Sections 5.4.1, 5.4.3 and 5.4.5: an option of a length it cannot have, or there more often than it may be, is one that
/// is not recognised. With a critical one the request is refused.
fn check_options(request: &[UriOption]) -> Result<(), Error> {
    let mut seen = Vec::new();
    for option in request {
        option.check()?;
        if option.is_repeatable() {
            continue;
        }
        if seen.contains(&option.number) {
            return Err(Error::in_option(CoapError::Repeated, option.number));
        }
        seen.push(option.number);
    }
    Ok(())
}

fn find(request: &[UriOption], number: u16) -> Option<&UriOption> {
    request.iter().find(|option| option.number == number)
}

fn all(request: &[UriOption], number: u16) -> impl Iterator<Item = &UriOption> {
    request.iter().filter(move |option| option.number == number)
}

/// Step 2: the host that Uri-Host names, or the address of the destination.
fn host(request: &[UriOption], destination: &Destination) -> Result<String, Error> {
    let Some(option) = find(request, UriOption::HOST) else {
        return Ok(host_ip(destination.addr));
    };
    let mut text = String::new();
    // What is not ASCII is encoded, and nothing else: other characters that no host holds fail.
    push(&mut text, &option.value, |byte: u8| byte.is_ascii());
    let fail = |_| Error::in_option(CoapError::HostForm, option.number);
    match read_host(&text).map_err(fail)? {
        UriHost::Ipv6(_, Some(_)) => Err(Error::in_option(CoapError::Zone, option.number)),
        UriHost::Ipv6(addr, None) => Ok(host_ip(addr.into())),
        UriHost::Ipv4(_) | UriHost::IpFuture => Ok(text),
        UriHost::RegName(name) => Ok(in_upper_case(name)),
    }
}

/// The digits of percent-encodings are in upper case.
fn in_upper_case(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    for unit in percent::units(name) {
        match unit {
            Unit::Literal(character) => result.push(character),
            Unit::Escaped(byte) => percent::push_byte(&mut result, byte),
        }
    }
    result
}

/// Step 6: each segment behind a slash.
fn path(request: &[UriOption]) -> Result<String, Error> {
    let mut path = String::new();
    for option in all(request, UriOption::PATH) {
        // Section 5.10.1: no Uri-Path is a dot-segment.
        if std::str::from_utf8(&option.value).is_ok_and(dot_segments::is_dot_segment) {
            return Err(Error::in_option(CoapError::DotSegment, option.number));
        }
        path.push('/');
        push(&mut path, &option.value, grammar::is_pchar);
    }
    Ok(path)
}

/// Step 8: the first parameter behind a question mark, the others behind ampersands.
fn query(request: &[UriOption]) -> String {
    let mut query = String::new();
    for option in all(request, UriOption::QUERY) {
        query.push(if query.is_empty() { '?' } else { '&' });
        push(&mut query, &option.value, grammar::is_query_plain);
    }
    query
}

/// Appends bytes; what is no plain ASCII character is percent-encoded.
fn push(encoded: &mut String, bytes: &[u8], is_plain: fn(u8) -> bool) {
    for &byte in bytes {
        if byte.is_ascii() && is_plain(byte) {
            encoded.push(char::from(byte));
        } else {
            percent::push_byte(encoded, byte);
        }
    }
}

/// The URI of Proxy-Uri, which stands alone.
fn proxy_uri(request: &[UriOption]) -> Result<Option<String>, Error> {
    let Some(option) = find(request, UriOption::PROXY_URI) else { return Ok(None) };
    let components = [UriOption::HOST, UriOption::PORT, UriOption::PATH, UriOption::QUERY];
    if request.iter().any(|option| components.contains(&option.number)) {
        return Err(Error::in_option(CoapError::ProxyUri, option.number));
    }
    let uri = text(option)?;
    match parse(uri)?.scheme {
        Some(_) => Ok(Some(uri.to_owned())),
        None => Err(Error::in_option(CoapError::Relative, option.number)),
    }
}

/// The name that Proxy-Scheme has in place of the scheme.
fn proxy_scheme(request: &[UriOption]) -> Result<Option<String>, Error> {
    let Some(option) = find(request, UriOption::PROXY_SCHEME) else { return Ok(None) };
    let name = text(option)?;
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(grammar::is_scheme) {
        return Err(Error::in_component(UriError::Scheme, Component::Scheme));
    }
    Ok(Some(name.to_ascii_lowercase()))
}

fn text(option: &UriOption) -> Result<&str, Error> {
    std::str::from_utf8(&option.value).map_err(|_| Error::in_option(CoapError::NotUtf8, option.number))
}
