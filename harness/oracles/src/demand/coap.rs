//! CoAP options, by way of CRIs (href-27) and of URIs (RFC 7252, RFC 8323): by the readings that the oracles of both have.

use super::Demand::{self, Accept, AcceptOrReject, Open, Reject};
use super::coap_uri::{Place, compose, decompose, less_host, may_lack_host, may_leave_out_host};
use super::subject::Subject;
use super::{Demanded, Reason};
use crate::generate::Request;
use crate::generate::coap::by_uri::Way;
use crate::generate::coap::{
    PROXY_SCHEME, PROXY_SCHEME_NUMBER, SCHEMES, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};
use crivet::cri::{Authority, Form, Host, Text, violations};
use crivet::feature::Feature;
use crivet::operation::{CoapOption, Destination, Operation};
use crivet::profile::Profile;

pub(crate) mod letter;

use self::letter::{address_and_zone, is_mapped, is_open, must_be_rejected, options};

pub(super) fn by_cri(operation: &Operation, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let lacks_any = profile.features().iter().any(lacks);
    match operation {
        Operation::CriToCoap { cri, destination, .. } => {
            let subject = Subject::read(cri, profile);
            let Some(found) = &subject.cri else {
                // A tag 99 may be stripped (R35); the rest is no CRI by its shape (R90).
                return if super::cri::is_tagged(cri) { Open } else { Reject };
            };
            if found.features(profile).iter().any(lacks) {
                return Open;
            }
            let is_dots = |text: &Text| matches!(text, Text::Plain(text) if text == "." || text == "..");
            let given = if let Authority::Given(given) = &found.authority { Some(given) } else { None };
            let has_large_port = given.is_some_and(|given| given.port.is_some_and(|port| port > 65_535));
            // R2, R21 and R90.
            let found_wrong = violations(found, Form::default(), profile);
            if found.segments().iter().any(is_dots)
                || has_large_port
                || found_wrong.iter().any(|one| one.ruling == Some("R21"))
            {
                return Reject;
            }
            // R25, and what 8.1.1 fails on; what is invalid besides makes no difference to that.
            if must_be_rejected(found).is_some() {
                return Reject;
            }
            // An IPv6 address has more than one text, a small port more than one length, and zones are by name or index.
            let is_open = given.is_some_and(|given| {
                matches!(&given.host, Host::Address { address, zone } if zone.is_some() || address.is_ipv6())
                    || given.port.is_some_and(|port| port < 256)
            });
            if subject.is_valid() && !is_open && options(found, destination).is_some() {
                Accept
            } else {
                Open
            }
        }
        Operation::CoapToCri { scheme, options, destination } => {
            let request = Request {
                scheme: scheme.clone(),
                options: options.clone(),
                destination: destination.clone(),
            };
            composed(&request, lacks_any)
        }
        _ => Open,
    }
}

/// R60, R61 and R91 to R93.
fn composed(request: &Request, lacks_any: bool) -> Demand {
    let values = |number: u16| request.options.iter().filter(move |option| option.number == number);
    let is_of_uri = |option: &CoapOption| matches!(option.number, URI_HOST | URI_PORT | URI_PATH | URI_QUERY);
    let is_plain = request.options.iter().all(is_of_uri);
    // 8.2.2, whatever else is there (R93).
    if values(PROXY_SCHEME).next().is_some() && values(PROXY_SCHEME_NUMBER).next().is_some() {
        return Reject;
    }
    // A scheme that is none of CoAP's, and a host that is none whatever else is there.
    let is_unknown = SCHEMES.iter().all(|(_, name)| *name != request.scheme);
    let is_no_host = |option: &CoapOption| {
        let allowed = |byte: &u8| {
            !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=%[]".contains(byte)
        };
        !option.value.iter().all(|byte| allowed(byte) || *byte == b':' && option.value.starts_with(b"["))
    };
    if is_plain && (is_unknown || values(URI_HOST).count() == 1 && values(URI_HOST).any(is_no_host)) {
        return Reject;
    }
    if values(URI_PATH).any(|option| matches!(option.value.as_slice(), b"." | b"..")) {
        return if request
            .options
            .iter()
            .all(|option| matches!(option.number, URI_HOST | URI_PORT | URI_PATH | URI_QUERY))
        {
            Reject
        } else {
            Open
        };
    }
    let Some((address, zone)) = address_and_zone(&request.destination) else { return Open };
    if lacks_any || zone.is_some() || is_mapped(address) {
        return Open;
    }
    if is_open(request).is_none() {
        return Accept;
    }
    // Refused, or the letter, which is the first of a repeated option, whatever the length (R91).
    let settled = Request { options: without_length_and_repeats(&request.options), ..request.clone() };
    if settled.options != request.options && is_open(&settled).is_none() { AcceptOrReject } else { Open }
}

/// The first of each option that may be there once; texts that are too long made short.
fn without_length_and_repeats(options: &[CoapOption]) -> Vec<CoapOption> {
    let mut kept: Vec<CoapOption> = Vec::new();
    for option in options {
        let is_again = matches!(option.number, URI_HOST | URI_PORT)
            && kept.iter().any(|before| before.number == option.number);
        if is_again {
            continue;
        }
        let is_long = matches!(option.number, URI_PATH | URI_QUERY) && option.value.len() > 255;
        let is_ascii = option.value.is_ascii();
        let value = if is_long && is_ascii { b"a".to_vec() } else { option.value.clone() };
        kept.push(CoapOption { number: option.number, value });
    }
    kept
}

pub(super) fn by_uri(operation: &Operation, profile: Profile) -> Demand {
    let place = |destination: &Destination| Place::of(&(destination.address.clone(), destination.port));
    match operation {
        Operation::UriToCoap { uri, destination } => {
            let place = place(destination);
            if place.destination() != *destination {
                return Open;
            }
            match decompose(uri, &place, profile) {
                Demanded::Accept(options)
                    if may_leave_out_host(uri) && less_host(&options).len() < options.len() =>
                {
                    Open
                }
                Demanded::Accept(_) => Accept,
                Demanded::Reject(_) => Reject,
                // Byte by byte, or refused; the letter, or refused (R110). What else there is comes before these.
                Demanded::Open(Reason::NotUtf8 | Reason::TooLong) if !may_leave_out_host(uri) => {
                    AcceptOrReject
                }
                Demanded::AcceptOrReject(_) | Demanded::Open(_) => Open,
            }
        }
        Operation::CoapToUri { secure, transport, options, destination } => {
            let place = place(destination);
            if place.destination() != *destination {
                return Open;
            }
            let way = Way::of_request(*secure, *transport);
            if !way.is_of(profile) {
                return Open;
            }
            match compose(way, options, &place) {
                Demanded::Accept(_) | Demanded::AcceptOrReject(_) | Demanded::Open(_)
                    if options.iter().any(has_slash_in_query) =>
                {
                    Open
                }
                // A critical option that nobody knows may have it refused (R100).
                Demanded::Accept(_) if is_refused_before(options) || may_lack_host(way, options) => {
                    AcceptOrReject
                }
                Demanded::Accept(_) => Accept,
                Demanded::Reject(_) => Reject,
                Demanded::Open(Reason::NotUtf8 | Reason::TooLong) => {
                    // Among segments and parameters alone (R110), with nothing else open.
                    match compose(way, &plainer(options), &place) {
                        Demanded::Accept(_) => AcceptOrReject,
                        _ => Open,
                    }
                }
                Demanded::AcceptOrReject(_) | Demanded::Open(_) => Open,
            }
        }
        _ => Open,
    }
}

/// A slash in a query stays, or is percent-encoded as in appendix B (R181).
fn has_slash_in_query(option: &CoapOption) -> bool {
    option.number == URI_QUERY && option.value.contains(&b'/')
}

/// Is one of the options critical, and not recognised: none that RFC 7252 defines (section 5.10), of a length that it
/// cannot have (5.4.3), or there again though it may not be (5.4.5)? What composing looks at is not judged here.
pub(crate) fn is_refused_before(options: &[CoapOption]) -> bool {
    options.iter().enumerate().any(|(index, CoapOption { number, value })| {
        let is_again = options[..index].iter().any(|before| before.number == *number);
        match number {
            number if number % 2 == 0 => false,
            3 | 7 | 11 | 15 | 35 | 39 => false,
            1 => value.len() > 8,
            5 => !value.is_empty() || is_again,
            17 => value.len() > 2 || is_again,
            _ => true,
        }
    })
}

/// With a letter for each segment and parameter that is not UTF-8, or too long.
fn plainer(options: &[CoapOption]) -> Vec<CoapOption> {
    let plain = |option: &CoapOption| {
        let is_odd = option.value.len() > 255 || std::str::from_utf8(&option.value).is_err();
        match option.number {
            URI_PATH | URI_QUERY if is_odd => CoapOption { number: option.number, value: b"a".to_vec() },
            _ => option.clone(),
        }
    };
    options.iter().map(plain).collect()
}
