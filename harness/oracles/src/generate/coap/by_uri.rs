//! For RFC 7252 and RFC 8323: URIs of CoAP, requests, and destinations, biased towards what the steps of RFC 7252,
//! section 6, tell apart.

use arbitrary::{Result, Unstructured};

use serde::{Deserialize, Serialize};

use super::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::number::{ipv4, ipv6, ipv6_text, number};
use crate::generate::simpler::Simpler;
use crivet::operation::Transport;
use crivet::profile::Profile;

/// The way that a request goes: the scheme of its URI says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Over UDP.
    Coap,
    /// Over UDP, secured by DTLS.
    Coaps,
    /// Over TCP.
    #[serde(rename = "coap+tcp")]
    CoapTcp,
    /// Over TCP, secured by TLS.
    #[serde(rename = "coaps+tcp")]
    CoapsTcp,
    /// Over WebSockets.
    #[serde(rename = "coap+ws")]
    CoapWs,
    /// Over WebSockets, secured by TLS.
    #[serde(rename = "coaps+ws")]
    CoapsWs,
}

impl Way {
    /// Every way.
    pub const ALL: [Way; 6] = [Way::Coap, Way::Coaps, Way::CoapTcp, Way::CoapsTcp, Way::CoapWs, Way::CoapsWs];

    /// The name of the scheme.
    pub fn scheme(self) -> &'static str {
        match self {
            Way::Coap => "coap",
            Way::Coaps => "coaps",
            Way::CoapTcp => "coap+tcp",
            Way::CoapsTcp => "coaps+tcp",
            Way::CoapWs => "coap+ws",
            Way::CoapsWs => "coaps+ws",
        }
    }

    /// The way of a URI's scheme, in any case.
    pub fn of_scheme(name: &str) -> Option<Way> {
        Way::ALL.into_iter().find(|way| way.scheme().eq_ignore_ascii_case(name))
    }

    /// The way of a request.
    pub fn of_request(secure: bool, transport: Option<Transport>) -> Way {
        match (transport, secure) {
            (None, false) => Way::Coap,
            (None, true) => Way::Coaps,
            (Some(Transport::Tcp), false) => Way::CoapTcp,
            (Some(Transport::Tcp), true) => Way::CoapsTcp,
            (Some(Transport::Ws), false) => Way::CoapWs,
            (Some(Transport::Ws), true) => Way::CoapsWs,
        }
    }

    /// Is it secured, by DTLS or TLS?
    pub fn is_secure(self) -> bool {
        matches!(self, Way::Coaps | Way::CoapsTcp | Way::CoapsWs)
    }

    /// What it goes over, where that is not UDP.
    pub fn transport(self) -> Option<Transport> {
        match self {
            Way::Coap | Way::Coaps => None,
            Way::CoapTcp | Way::CoapsTcp => Some(Transport::Tcp),
            Way::CoapWs | Way::CoapsWs => Some(Transport::Ws),
        }
    }

    /// The port where a URI names none.
    pub fn default_port(self) -> u16 {
        match self {
            Way::Coap | Way::CoapTcp => 5683,
            Way::Coaps | Way::CoapsTcp => 5684,
            Way::CoapWs => 80,
            Way::CoapsWs => 443,
        }
    }

    /// Does the profile have it?
    pub fn is_of(self, profile: Profile) -> bool {
        match profile {
            Profile::Rfc7252 => self.transport().is_none(),
            Profile::Rfc8323 => self.transport().is_some(),
            _ => true,
        }
    }
}

impl Simpler for Way {
    /// Of the same document, without security first.
    fn simpler(&self) -> Vec<Self> {
        match self {
            Way::Coap | Way::CoapTcp => vec![],
            Way::Coaps => vec![Way::Coap],
            Way::CoapsTcp | Way::CoapWs => vec![Way::CoapTcp],
            Way::CoapsWs => vec![Way::CoapWs, Way::CoapsTcp],
        }
    }
}

/// The way of a request, the options by number and value, and the address and port of the destination.
pub(crate) type UriRequest = (Way, Vec<(u16, Vec<u8>)>, (String, u16));

/// The address and port of a destination.
pub(crate) fn destination(u: &mut Unstructured<'_>) -> Result<(String, u16)> {
    const ADDRESSES: &[Weighted<&str>] =
        &[(12, "192.0.2.1"), (6, "2001:db8::1"), (1, "fe80::1%eth0"), (1, "::ffff:192.0.2.1"), (1, "::")];
    const PORTS: &[Weighted<u16>] = &[(10, 5683), (6, 5684), (4, 61616), (2, 80), (1, 443), (1, 256)];
    let address = match pick(u, &[(30, 0), (1, 4), (1, 6)])? {
        0 => (*pick(u, ADDRESSES)?).to_owned(),
        4 => ipv4(u, &[(1, [192, 0, 2, 1])])?.to_string(),
        _ => ipv6(u, &[(1, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])])?.to_string(),
    };
    Ok((address, number(u, PORTS)?))
}

/// A URI, seldom of another scheme or malformed.
pub(crate) fn uri(u: &mut Unstructured<'_>, profile: Profile) -> Result<String> {
    const SCHEMES: &[Weighted<&str>] =
        &[(24, "coap"), (10, "coaps"), (3, "COAP"), (1, "CoapS"), (1, "coap+tcp"), (1, "http")];
    const OTHER_SCHEMES: &[Weighted<&str>] = &[
        (12, "coap+tcp"),
        (8, "coaps+tcp"),
        (8, "coap+ws"),
        (8, "coaps+ws"),
        (2, "COAP+TCP"),
        (1, "CoapS+Ws"),
        (1, "coap"),
        (1, "http"),
    ];
    const HOSTS: &[Weighted<&str>] = &[
        (14, "example.com"),
        (6, "h"),
        (4, "EXAMPLE.Com"),
        (6, "192.0.2.1"),
        (6, "[2001:db8::1]"),
        (3, "[2001:DB8:0::1]"),
        (2, "[::]"),
        (1, "."),
        (1, "a..b"),
        (2, "[2001:db8::2]"),
        (2, "192.0.2.01"),
        (2, "a%2Db%c3%a9"),
        (2, "%C3%89"),
        (1, "e%2Cx!"),
        (1, "a%2541"),
        (1, "%45x"),
        (1, "[v1.A]"),
        (1, ""),
        (1, "[fe80::1%25eth0]"),
    ];
    const PORTS: &[Weighted<&str>] = &[
        (20, ""),
        (4, ":"),
        (6, ":5683"),
        (4, ":5684"),
        (4, ":61616"),
        (2, ":80"),
        (2, ":443"),
        (2, ":080"),
        (1, ":0"),
        (1, ":65536"),
        (1, ":71219"),
    ];
    let schemes = if profile == Profile::Rfc8323 { OTHER_SCHEMES } else { SCHEMES };
    let mut uri = format!("{}:", pick(u, schemes)?);
    if !chance(u, 6)? {
        uri.push_str("//");
        if chance(u, 4)? {
            uri.push_str("u:p@");
        }
        match pick(u, &[(60, 0), (1, 4), (3, 6)])? {
            0 => uri.push_str(pick(u, HOSTS)?),
            4 => uri.push_str(&ipv4(u, &[(1, [192, 0, 2, 1])])?.to_string()),
            _ => {
                let address = ipv6(u, &[(1, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])])?;
                uri.push_str(&format!("[{}]", ipv6_text(u, address)?));
            }
        }
        match chance(u, 16)? {
            true => uri.push_str(&format!(":{}", number(u, &[(1, 5683)])?)),
            false => uri.push_str(pick(u, PORTS)?),
        }
    }
    for _ in 0..*pick(u, &[(6, 2_usize), (4, 0), (4, 1), (3, 3), (1, 6)])? {
        uri.push('/');
        uri.push_str(&part(u, SEGMENTS)?);
    }
    if chance(u, 112)? {
        uri.push('?');
        for index in 0..*pick(u, &[(6, 1_usize), (4, 2), (2, 3)])? {
            uri.push_str(if index > 0 { "&" } else { "" });
            uri.push_str(&part(u, PARAMETERS)?);
        }
    }
    if chance(u, 6)? {
        uri.push_str("#f");
    }
    if chance(u, 6)? {
        uri.push_str(pick(
            u,
            &[(1, " "), (1, "%"), (1, "%4"), (1, "\u{e9}"), (1, "|"), (1, "["), (1, "\\")],
        )?);
    }
    Ok(uri)
}

const SEGMENTS: &[Weighted<&str>] = &[
    (16, "a"),
    (12, ""),
    (6, ".."),
    (4, "."),
    (4, "..."),
    (4, ".well-known"),
    (4, "a%2Fb"),
    (3, "%2f"),
    (4, "a:b@c"),
    (3, "!$&'()*+,;="),
    (4, "%20"),
    (3, "%2541"),
    (3, "%25"),
    (3, "%7Ea"),
    (3, "%41"),
    (3, "%3B%2c"),
    (3, "%C3%A9"),
    (2, "%f0%9f%98%80"),
    (2, "e%CC%81"),
    (2, "%00"),
    (2, "A"),
    (1, "%2e"),
    (1, ".%2E"),
    (1, "%FF"),
    (1, "LONG"),
];

const PARAMETERS: &[Weighted<&str>] = &[
    (12, "k=v"),
    (10, ""),
    (6, "a"),
    (5, "a%26b"),
    (4, "/../?"),
    (3, "%3D"),
    (3, "a;b+c"),
    (3, "%2526"),
    (3, "a%20b"),
    (3, "%2F%3f"),
    (3, "%C3%A9"),
    (3, "%7e"),
    (2, ":@!$'()*,"),
    (1, "%FF"),
    (1, "LONG"),
];

/// Of the pool; its word for what is long stands for a length around the longest.
fn part(u: &mut Unstructured<'_>, pool: &[Weighted<&str>]) -> Result<String> {
    match *pick(u, pool)? {
        "LONG" => Ok("%41".repeat(254 + usize::from(u.arbitrary::<u8>()? % 3))),
        part => Ok(part.to_owned()),
    }
}

/// A request by its options and destination, seldom one that no request may carry.
pub(crate) fn request(u: &mut Unstructured<'_>, profile: Profile) -> Result<UriRequest> {
    const HOSTS: &[Weighted<&[u8]>] = &[
        (14, b"example.com"),
        (4, b"h"),
        (4, b"192.0.2.1"),
        (4, b"[2001:db8::1]"),
        (3, b"[2001:db8::2]"),
        (3, "m\u{fc}ller".as_bytes()),
        (3, b"a!b$c'd"),
        (3, b"a_b~c."),
        (2, b"192.0.2.01"),
        (1, b"a b"),
        (1, b"h:80"),
        (1, b"2001:db8::1"),
        (1, b"a%zz"),
        (1, b"a%41"),
        (1, b"H"),
        (1, b"[v1.a]"),
        (1, b"[::g]"),
        (1, b"u@h"),
        (1, b"\xff"),
        (1, b""),
    ];
    const PORTS: &[Weighted<&[u8]>] = &[
        (6, b"\x16\x33"),
        (6, b"\x16\x34"),
        (6, b"\xf0\xb0"),
        (3, b"\x50"),
        (3, b"\x01\x00"),
        (3, b"\xff"),
        (1, b""),
        (1, b"\0\x50"),
        (1, b"\x01\0\0"),
    ];
    const VALUES: &[Weighted<&[u8]>] = &[
        (12, b"a"),
        (10, b""),
        (5, b"k=v"),
        (4, b"/"),
        (4, b"a&b"),
        (4, b"?"),
        (4, b"%41"),
        (3, b"a b"),
        (3, b"!$'()*+,;:@"),
        (3, b"-._~Az09"),
        (3, b"\"<>\\^`{|}[]#"),
        (3, "\u{e9}\u{20ac}".as_bytes()),
        (2, "\u{1f600}".as_bytes()),
        (2, "e\u{301}".as_bytes()),
        (2, b"\0\n\x7f"),
        (2, b"..."),
        (1, b".."),
        (1, b"."),
        (1, b"\xff"),
    ];
    const WAYS: &[Weighted<Way>] = &[(11, Way::Coap), (5, Way::Coaps)];
    const OTHER_WAYS: &[Weighted<Way>] =
        &[(6, Way::CoapTcp), (4, Way::CoapsTcp), (4, Way::CoapWs), (4, Way::CoapsWs)];
    let way = *pick(u, if profile == Profile::Rfc8323 { OTHER_WAYS } else { WAYS })?;
    let destination = destination(u)?;
    let mut options = Vec::new();
    if chance(u, 140)? {
        options.push((URI_HOST, pick(u, HOSTS)?.to_vec()));
    }
    if chance(u, 96)? {
        options.push((URI_PORT, pick(u, PORTS)?.to_vec()));
    }
    for number in [URI_PATH, URI_QUERY] {
        for _ in 0..*pick(u, &[(6, 1_usize), (6, 0), (5, 2), (3, 3)])? {
            let value = if chance(u, 3)? {
                vec![b' '; 254 + usize::from(u.arbitrary::<u8>()? % 3)]
            } else {
                pick(u, VALUES)?.to_vec()
            };
            options.push((number, value));
        }
    }
    if chance(u, 12)? {
        // Content-Format and Accept are not of the URI.
        options.push((*pick(u, &[(1, 12), (1, 17)])?, vec![u.arbitrary()?]));
    }
    Ok((way, options, destination))
}
