//! Questions about CoAP options: by way of CRIs (href-27), and by way of URIs (RFC 7252).

use arbitrary::{Result, Unstructured};

use super::{ASCII, altered, garbled, seldom};
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::{coap, near_valid, reference_in, request};
use crate::oracle::coap_uri::draw;
use crivet::operation::{CoapOption, Destination, Operation, OperationName};
use crivet::profile::Profile;

pub(super) fn draw_cri(name: OperationName, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::CoapToCri => {
            let request = request(u)?;
            let mut options = request.options;
            if seldom(u)? {
                more(u, &mut options)?;
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

pub(super) fn draw_uri(name: OperationName, u: &mut Unstructured<'_>) -> Result<Operation> {
    let destination = |(address, port): (String, u16)| Destination { address, port };
    Ok(match name {
        OperationName::CoapToUri => {
            let (secure, list, place) = draw::request(u)?;
            let mut options: Vec<CoapOption> =
                list.into_iter().map(|(number, value)| CoapOption { number, value }).collect();
            if seldom(u)? {
                more(u, &mut options)?;
            }
            Operation::CoapToUri { secure, options, destination: elsewhere(u, destination(place))? }
        }
        _ => {
            let uri = draw::uri(u)?;
            let uri = if chance(u, 64)? { rarer(u, uri)? } else { uri };
            let place = destination(draw::destination(u)?);
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

/// One option more: of another number, a second of its kind, of an odd length, or not UTF-8.
fn more(u: &mut Unstructured<'_>, options: &mut Vec<CoapOption>) -> Result<()> {
    const NUMBERS: &[Weighted<u16>] = &[
        (4, coap::URI_PATH),
        (4, coap::URI_QUERY),
        (3, coap::URI_HOST),
        (3, coap::URI_PORT),
        (2, 1),
        (2, 4),
        (3, 8),
        (2, 12),
        (3, 20),
        (2, 35),
        (2, 39),
        (1, 65_001),
        (1, 65_000),
    ];
    const VALUES: &[Weighted<&[u8]>] = &[
        (4, b"a"),
        (3, b""),
        (3, b"\xff"),
        (2, b"\x61\xc3"),
        (2, b"\xed\xa0\x80"),
        (3, b"80"),
        (2, b"\x50"),
        (2, b"\x00"),
        (1, b"\x00\x00\x50"),
        (1, b"\x01\x00\x00"),
        (2, b"coap"),
        (2, b"http"),
        (2, b"coap://h/a"),
    ];
    let number = *pick(u, NUMBERS)?;
    let value = match chance(u, 48)? {
        // Around the longest that a Uri-Path and a Uri-Host can be.
        true => vec![b'a'; 253 + usize::from(u.arbitrary::<u8>()? % 4)],
        false => pick(u, VALUES)?.to_vec(),
    };
    let option = CoapOption { number, value };
    match options.iter().position(|found| found.number == number) {
        Some(at) if !chance(u, 128)? => options[at] = option,
        _ => options.push(option),
    }
    options.sort_by_key(|option| option.number);
    Ok(())
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
