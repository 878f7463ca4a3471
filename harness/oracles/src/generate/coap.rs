//! CoAP requests: options, the scheme and the destination they came by (href-27, anchor `compose-coap`).

use arbitrary::{Result, Unstructured};
use serde::{Deserialize, Serialize};

use super::choice::{Weighted, chance, pick};
use super::number::{ipv4, ipv6, number};
use super::sections::{Sections, Start};
use super::simpler::{Simpler, with};
use super::text::{Component, text};
use crivet::cri::{Authority, Given, Host, Scheme};
use crivet::operation::{CoapOption, Destination};
use crivet::profile::Profile;

pub mod by_uri;

/// Uri-Host
pub const URI_HOST: u16 = 3;
/// Uri-Port
pub const URI_PORT: u16 = 7;
/// Uri-Path
pub const URI_PATH: u16 = 11;
/// Uri-Query
pub const URI_QUERY: u16 = 15;
/// Proxy-Scheme
pub const PROXY_SCHEME: u16 = 39;
/// Proxy-Scheme-Number
pub const PROXY_SCHEME_NUMBER: u16 = 239;

/// The schemes of CoAP, by their numbers (href-27, anchor `scheme-map`), as arguments of scheme-ids.
pub const SCHEMES: [(u16, &str); 6] =
    [(0, "coap"), (1, "coaps"), (6, "coap+tcp"), (7, "coaps+tcp"), (24, "coap+ws"), (25, "coaps+ws")];

/// A request as `coap-to-cri` is asked about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The scheme's name.
    pub scheme: String,
    /// The options, mostly in the order of their numbers.
    pub options: Vec<CoapOption>,
    /// Where the request went.
    pub destination: Destination,
}

impl Simpler for Request {
    fn simpler(&self) -> Vec<Self> {
        let scheme = (self.scheme != "coap").then(|| Request { scheme: "coap".to_owned(), ..self.clone() });
        with(&self.options, |options| Request { options, ..self.clone() })
            .chain(with(&self.destination, |destination| Request { destination, ..self.clone() }))
            .chain(scheme)
            .collect()
    }
}

impl Simpler for CoapOption {
    /// With a simpler value: an option of another number is another thing.
    fn simpler(&self) -> Vec<Self> {
        with(&self.value, |value| CoapOption { number: self.number, value }).collect()
    }
}

impl Simpler for Destination {
    fn simpler(&self) -> Vec<Self> {
        let plain = Destination { address: "192.0.2.1".to_owned(), port: 5683 };
        let parts = [
            Destination { address: plain.address.clone(), port: self.port },
            Destination { address: self.address.clone(), port: plain.port },
        ];
        parts.into_iter().filter(|destination| destination != self).collect()
    }
}

/// A destination.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn destination(u: &mut Unstructured<'_>) -> Result<Destination> {
    const ADDRESSES: &[Weighted<&str>] = &[
        (8, "192.0.2.1"),
        (4, "2001:db8::1"),
        (2, "fe80::1%eth0"),
        (2, "127.0.0.1"),
        (1, "::ffff:192.0.2.1"),
        (1, "::"),
    ];
    const PORTS: &[Weighted<u16>] =
        &[(8, 5683), (4, 5684), (3, 4711), (2, 80), (2, 443), (1, 0), (1, 65535), (1, 256)];
    let address = match pick(u, &[(14, 0), (1, 4), (1, 6)])? {
        0 => (*pick(u, ADDRESSES)?).to_owned(),
        4 => ipv4(u, &[(1, [192, 0, 2, 1])])?.to_string(),
        _ => ipv6(u, &[(1, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])])?.to_string(),
    };
    Ok(Destination { address, port: number(u, PORTS)? })
}

/// A request.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn request(u: &mut Unstructured<'_>) -> Result<Request> {
    const HOSTS: &[Weighted<&str>] = &[
        (8, "example.com"),
        (4, "h"),
        (3, "192.0.2.1"),
        (3, "[2001:db8::1]"),
        (2, "10.0.0.1"),
        (2, "[fe80::1]"),
        (2, "a..b"),
        (2, "h."),
        (2, "a_b!c"),
        (1, "b\u{fc}cher"),
        (1, "H"),
        (1, "a%62"),
        (1, "a b"),
        (1, "::1"),
        (1, "[v1.a]"),
        (1, "256.0.0.1"),
        (1, "."),
        (1, ".."),
        (1, ""),
    ];
    let scheme = SCHEMES[usize::from(u.arbitrary::<u8>()?) % SCHEMES.len()].1.to_owned();
    let destination = destination(u)?;
    let mut options = Vec::new();
    if chance(u, 128)? {
        let host = match pick(u, &[(14, 0), (1, 4), (1, 6)])? {
            0 => (*pick(u, HOSTS)?).to_owned(),
            4 => ipv4(u, &[(1, [192, 0, 2, 1])])?.to_string(),
            _ => format!("[{}]", ipv6(u, &[(1, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])])?),
        };
        options.push(CoapOption { number: URI_HOST, value: host.into_bytes() });
    }
    if chance(u, 96)? {
        const PORTS: &[Weighted<&[u8]>] = &[
            (6, b"\x12\x67"),
            (4, b"\x16\x33"),
            (3, b"\x16\x34"),
            (3, b"\x50"),
            (2, b"\x01\xbb"),
            (2, b""),
            (1, b"\xff\xff"),
            (1, b"\x00\x50"),
            (1, b"\x01\x00\x00"),
        ];
        let value = match chance(u, 32)? {
            true => {
                number(u, &[(1, 5683)])?.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
            }
            false => pick(u, PORTS)?.to_vec(),
        };
        options.push(CoapOption { number: URI_PORT, value });
    }
    for (number, component) in [(URI_PATH, Component::Segment), (URI_QUERY, Component::Parameter)] {
        for _ in 0..*pick(u, &[(6, 0_u8), (8, 1), (6, 2), (3, 3), (1, 5)])? {
            let value = if chance(u, 4)? { b"\xff".to_vec() } else { text(u, component)?.into_bytes() };
            options.push(CoapOption { number, value });
        }
    }
    if chance(u, 8)? {
        // Content-Format, elective, and If-Match, critical: neither is of the URI.
        let number = *pick(u, &[(1, 12_u16), (1, 1)])?;
        options.push(CoapOption { number, value: vec![u.arbitrary::<u8>()?] });
        options.sort_by_key(|option| option.number);
    }
    Ok(Request { scheme, options, destination })
}

/// One option more: of another number, a second of its kind, of an odd length, or not UTF-8.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub(crate) fn one_more(u: &mut Unstructured<'_>, options: &mut Vec<CoapOption>) -> Result<()> {
    const NUMBERS: &[Weighted<u16>] = &[
        (4, URI_PATH),
        (4, URI_QUERY),
        (3, URI_HOST),
        (3, URI_PORT),
        (2, 1),
        (2, 4),
        (3, 8),
        (2, 12),
        (3, 20),
        (2, 35),
        (2, PROXY_SCHEME),
        (1, PROXY_SCHEME_NUMBER),
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
    if chance(u, 24)? {
        // Two schemes at once, which nobody may send (-27, section 8.2.2).
        options.push(CoapOption { number: PROXY_SCHEME, value: b"http".to_vec() });
        options.push(CoapOption { number: PROXY_SCHEME_NUMBER, value: vec![2] });
        options.sort_by_key(|option| option.number);
        return Ok(());
    }
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

/// A CRI that mostly can be taken apart into options, and the destination of the request.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn request_cri(u: &mut Unstructured<'_>) -> Result<(Sections, Destination)> {
    let number = SCHEMES[usize::from(u.arbitrary::<u8>()?) % SCHEMES.len()].0;
    let destination = destination(u)?;
    let mut sections = super::cri_in(u, Profile::Href27)?;
    if !chance(u, 6)? {
        sections.fragment = None;
    }
    if let Start::Full(scheme, authority) = &mut sections.start {
        if !chance(u, 12)? {
            *scheme = Scheme::Number(number.into());
        }
        if !matches!(authority, Authority::Given(Given { .. })) && !chance(u, 12)? {
            let address = destination.address.split('%').next().unwrap_or_default().parse();
            let host = match address {
                Ok(address) => {
                    let zone = destination.address.split_once('%').map(|(_, zone)| zone.to_owned());
                    Host::Address { address, zone }
                }
                Err(_) => Host::Name(Vec::new()),
            };
            *authority = Authority::Given(Given { userinfo: None, host, port: None });
        }
        if let Authority::Given(Given { userinfo, .. }) = authority
            && !chance(u, 32)?
        {
            *userinfo = None;
        }
    }
    Ok((sections, destination))
}
