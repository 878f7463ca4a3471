//! What href-27 makes of CRIs and options where nothing is open: sections 8.1.1 and 8.1.2 to the letter.

use std::net::IpAddr;

use crate::demand::Reason;
use crate::generate::Request;
use crate::generate::coap::{SCHEMES, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crivet::cri::{Authority, Cri, Given, Host, Scheme, Text, default_port};
use crivet::operation::{CoapOption, Destination};

/// Section 8.1.1: what fails the algorithm.
pub(crate) fn must_be_rejected(cri: &Cri) -> Option<Reason> {
    let is_sequence = |text: &Text| matches!(text, Text::Sequence(_));
    match &cri.scheme {
        None => return Some(Reason::Reference),
        Some(Scheme::Name(_)) => return Some(Reason::SchemeByName),
        Some(Scheme::Number(number)) if !SCHEMES.iter().any(|(other, _)| u64::from(*other) == *number) => {
            return Some(Reason::SchemeNumberNotCoap);
        }
        Some(Scheme::Number(_)) => {}
    }
    if cri.fragment.is_some() {
        return Some(Reason::Fragment);
    }
    let labels: &[Text] = match &cri.authority {
        Authority::Given(Given { host: Host::Name(labels), .. }) => labels,
        _ => &[],
    };
    let mut texts = labels.iter().chain(cri.segments()).chain(cri.parameters());
    texts.any(is_sequence).then_some(Reason::Sequence)
}

/// Section 8.1.1, steps 4 to 8, where nothing is open: the scheme's name and the options.
pub(crate) fn options(cri: &Cri, destination: &Destination) -> Option<(&'static str, Vec<CoapOption>)> {
    let Some(Scheme::Number(number)) = &cri.scheme else { return None };
    let (_, scheme) = SCHEMES.iter().find(|(other, _)| u64::from(*other) == *number)?;
    let Authority::Given(Given { userinfo: None, host, port }) = &cri.authority else { return None };
    let plain = |text: &Text| match text {
        Text::Plain(text) if text.len() <= 255 => Some(text.clone()),
        _ => None,
    };
    let mut options = Vec::new();
    match host {
        Host::Name(labels) => {
            let name = labels.iter().map(plain).collect::<Option<Vec<_>>>()?.join(".");
            if name.is_empty() || name.len() > 255 {
                return None;
            }
            options.push(option(URI_HOST, name.as_bytes()));
        }
        Host::Address { address, zone } => {
            let (of_destination, zone_there) = address_and_zone(destination)?;
            // Whether a mapped address is the one it maps is open (R94), and so are zones by index.
            if is_mapped(*address) || is_mapped(of_destination) {
                return None;
            }
            if *address != of_destination || zone.as_deref() != zone_there {
                options.push(option(URI_HOST, host_text(*address).as_bytes()));
            }
        }
    }
    let port = port.or(default_port(scheme))?;
    if port != u64::from(destination.port) {
        options.push(option(URI_PORT, &uint(port)));
    }
    let segments = cri.segments().iter().map(plain).collect::<Option<Vec<_>>>()?;
    if segments != [""] {
        options.extend(segments.iter().map(|segment| option(URI_PATH, segment.as_bytes())));
    }
    let parameters = cri.parameters().iter().map(plain).collect::<Option<Vec<_>>>()?;
    options.extend(parameters.iter().map(|parameter| option(URI_QUERY, parameter.as_bytes())));
    Some((scheme, options))
}

/// Why nothing can be said of what is composed.
pub(crate) fn is_open(request: &Request) -> Option<Reason> {
    if SCHEMES.iter().all(|(_, name)| *name != request.scheme) {
        return Some(Reason::SchemeNotCoap);
    }
    for number in [URI_HOST, URI_PORT] {
        if request.options.iter().filter(|option| option.number == number).count() > 1 {
            return Some(Reason::OptionTwice);
        }
    }
    for option in &request.options {
        let text = std::str::from_utf8(&option.value);
        match option.number {
            URI_HOST if !is_plain_host(&option.value) => {
                return Some(Reason::OpenHost);
            }
            URI_PORT if option.value.len() > 2 || option.value.first() == Some(&0) => {
                return Some(Reason::PortLength);
            }
            URI_PATH | URI_QUERY if option.value.len() > 255 => {
                return Some(Reason::ValueTooLong);
            }
            URI_PATH | URI_QUERY if !text.is_ok_and(unicode_normalization::is_nfc) => {
                return Some(Reason::ValueNotNfc);
            }
            URI_HOST | URI_PORT | URI_PATH | URI_QUERY => {}
            _ => return Some(Reason::OptionNotOfUri),
        }
    }
    None
}

/// A reg-name of lower-case ASCII without percent-encoding, or an address.
pub(crate) fn is_plain_host(value: &[u8]) -> bool {
    let Ok(host) = std::str::from_utf8(value) else { return false };
    let is_plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._~!$&'()*+,;=".contains(&byte);
    host_address(host).is_some() || (!host.is_empty() && host.len() <= 255 && host.bytes().all(is_plain))
}

pub(crate) fn host_address(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => literal.parse().ok().map(IpAddr::V6),
        None => host.parse().ok().map(IpAddr::V4),
    }
}

pub(crate) fn host_text(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

pub(crate) fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

/// The address of a destination and its zone, which only IPv6 has; none where the text is neither.
pub(crate) fn address_and_zone(destination: &Destination) -> Option<(IpAddr, Option<&str>)> {
    let (address, zone) = match destination.address.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (destination.address.as_str(), None),
    };
    let address: IpAddr = address.parse().ok()?;
    zone.is_none_or(|zone| !zone.is_empty() && address.is_ipv6()).then_some((address, zone))
}

pub(crate) fn uint(value: u64) -> Vec<u8> {
    value.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

pub(crate) fn option(number: u16, value: &[u8]) -> CoapOption {
    CoapOption { number, value: value.to_vec() }
}
