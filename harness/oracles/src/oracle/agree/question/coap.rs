//! Questions about CoAP options: by way of CRIs (href-27), and by way of URIs (RFC 7252, RFC 8323).

use arbitrary::{Result, Unstructured};

use super::{ASCII, altered, garbled, seldom};
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::coap::{self, by_uri, one_more};
use crate::generate::{near_valid, reference_in, request};
use crivet::operation::{CoapOption, Destination, Operation, OperationName};
use crivet::profile::Profile;

pub(super) fn draw_cri(name: OperationName, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::CoapToCri => {
            let request = request(u)?;
            let mut options = request.options;
            if seldom(u)? {
                one_more(u, &mut options)?;
            }
            let scheme = match chance(u, 8)? {
                true => (*pick(u, &[(2, "http"), (1, "mqtt")])?).to_owned(),
                false => request.scheme,
            };
            Operation::CoapToCri { scheme, options, destination: request.destination }
        }
        _ => {
            let (sections, destination) = coap::request_cri(u)?;
            let mut cri = sections.to_cbor_in(Profile::Href27);
            if seldom(u)? {
                cri = match pick(u, &[(3, 0), (2, 1), (1, 2)])? {
                    0 => near_valid(u, Profile::Href27)?.bytes,
                    1 => reference_in(u, 2, Profile::Href27)?.to_cbor_in(Profile::Href27),
                    _ => altered(u, cri)?,
                };
            }
            Operation::CriToCoap { cri, destination, to_proxy: None }
        }
    })
}

pub(super) fn draw_uri(name: OperationName, profile: Profile, u: &mut Unstructured<'_>) -> Result<Operation> {
    let destination = |(address, port): (String, u16)| Destination { address, port };
    Ok(match name {
        OperationName::CoapToUri => {
            let (way, list, place) = by_uri::request(u, profile)?;
            let mut options: Vec<CoapOption> =
                list.into_iter().map(|(number, value)| CoapOption { number, value }).collect();
            if seldom(u)? {
                one_more(u, &mut options)?;
            }
            Operation::CoapToUri {
                secure: way.is_secure(),
                transport: way.transport(),
                options,
                destination: elsewhere(u, destination(place))?,
            }
        }
        _ => {
            let uri = by_uri::uri(u, profile)?;
            let uri = if chance(u, 64)? { rarer(u, uri)? } else { uri };
            let uri = match (profile, uri.strip_prefix("coap:")) {
                (Profile::Rfc8323, Some(rest)) if !chance(u, 8)? => format!("coap+tcp:{rest}"),
                _ => uri,
            };
            let place = destination(by_uri::destination(u)?);
            Operation::UriToCoap { uri, destination: elsewhere(u, place)? }
        }
    })
}

/// Rarely an address of another kind.
fn elsewhere(u: &mut Unstructured<'_>, destination: Destination) -> Result<Destination> {
    const ADDRESSES: &[Weighted<&str>] = &[
        (1, "0.0.0.0"),
        (1, "::"),
        (1, "::1"),
        (1, "255.255.255.255"),
        (1, "::192.0.2.1"),
        (1, "127.0.0.1"),
        (1, "2001:db8:0:0:1:0:0:1"),
        (1, "2001:0:0:1:0:0:0:1"),
    ];
    Ok(match chance(u, 32)? {
        true => Destination { address: (*pick(u, ADDRESSES)?).to_owned(), ..destination },
        false => destination,
    })
}

/// What the generator of URIs writes seldom: odd hosts, names of the longest kind, many segments, text around it.
fn rarer(u: &mut Unstructured<'_>, uri: String) -> Result<String> {
    const WHOLE: &[Weighted<&str>] = &[
        (3, "coap://[::192.0.2.1]/"),
        (3, "coap://192.0.2.1./"),
        (3, "coap://h%25C3%25A9/"),
        (3, "coap://%FF.example/a"),
        (3, "coap://e%CC%81.example/"),
        (3, "coap://%2e/a"),
        (2, "coap://a%2e%2e/b"),
        (3, "//h/a"),
        (2, "/a"),
        (3, "coap://h/a/b/c/d/e/f/g/h/i/j"),
        (3, "coap://h/?a=&b=c&=d"),
        (3, "coap://h/%FF?%FF"),
        (2, "coap://h/%ED%A0%80?%C3"),
        (3, "coap://h/a#"),
        (2, "coap://2001:db8::1/"),
        (2, "coap://[fe80::1%eth0]/"),
        (2, "coap://user@h/"),
        (2, "coap://user:pass@h:61616/"),
        (2, "<coap://h/a>"),
        (2, "coap://h/a\u{0}b"),
        (2, "coap://h/a/%252E%252E"),
        (1, "coap://h/a/%252e/b"),
    ];
    Ok(match pick(u, &[(5, 0), (3, 1), (4, 2)])? {
        0 => (*pick(u, WHOLE)?).to_owned(),
        1 => {
            let label = "a".repeat(253 + usize::from(u.arbitrary::<u8>()? % 4));
            format!("coap://{label}/{}", "b".repeat(253 + usize::from(u.arbitrary::<u8>()? % 4)))
        }
        _ => garbled(u, uri, ASCII)?,
    })
}
