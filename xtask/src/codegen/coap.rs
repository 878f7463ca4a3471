//! Schemes of CoAP by hosts by ports: RFC 7252, sections 6.4 and 6.5, and RFC 8323, sections 8.6 and 8.7.
//!
//! What a default port is depends on the scheme, what a Uri-Port is on the destination; who takes one for the other gets
//! most requests right. Here each meets each.

use crivet::profile::Profile;
use crivet::vector::Strength;

use super::sketch::{Accepted, Argument, Outcome, Sketch, only};

/// A scheme: its document, its default port (RFC 7252, 6.1 and 6.2; RFC 8323, 8.1 to 8.4), and whether the handshake may tell
/// a registered name (RFC 8323, 8.5).
struct Scheme {
    name: &'static str,
    word: &'static str,
    profile: Profile,
    port: u16,
    secure: bool,
    transport: Option<&'static str>,
    handshake_tells_name: bool,
}

const UDP: Scheme = Scheme {
    name: "coap",
    word: "coap",
    profile: Profile::Rfc7252,
    port: 5683,
    secure: false,
    transport: None,
    handshake_tells_name: false,
};

const TCP: Scheme =
    Scheme { name: "coap+tcp", word: "coap-tcp", profile: Profile::Rfc8323, transport: Some("tcp"), ..UDP };

const WS: Scheme = Scheme {
    name: "coap+ws",
    word: "coap-ws",
    port: 80,
    transport: Some("ws"),
    handshake_tells_name: true,
    ..TCP
};

const SCHEMES: [Scheme; 6] = [
    UDP,
    Scheme { name: "coaps", word: "coaps", port: 5684, secure: true, ..UDP },
    TCP,
    Scheme {
        name: "coaps+tcp",
        word: "coaps-tcp",
        port: 5684,
        secure: true,
        handshake_tells_name: true,
        ..TCP
    },
    WS,
    Scheme { name: "coaps+ws", word: "coaps-ws", port: 443, secure: true, ..WS },
];

/// The destinations, and the literal of each in a URI.
const DESTINATIONS: [(&str, &str, &str); 2] =
    [("ipv4", "192.0.2.1", "192.0.2.1"), ("ipv6", "2001:db8::1", "[2001:db8::1]")];

const NAME: &str = "example.com";

const HOST: u16 = 3;
const PORT: u16 = 7;
const PATH: u16 = 11;

/// A port other than the scheme's, in a word: those of the other schemes, and one of none.
fn ports(scheme: &Scheme) -> Vec<u16> {
    let mut ports = vec![5683, 5684, 80, 443, 61616];
    ports.retain(|port| *port != scheme.port);
    ports
}

/// What a URI or a destination says of the port.
fn word(port: u16, scheme: &Scheme) -> String {
    if port == scheme.port { "default".to_owned() } else { port.to_string() }
}

/// Decomposing: each scheme with each port, given or not, at destinations with each port.
pub(super) fn decomposed() -> Vec<Sketch> {
    let mut sketches = Vec::new();
    for scheme in &SCHEMES {
        let others = ports(scheme);
        for (family, address, literal) in DESTINATIONS {
            for (host, is_name) in [(literal, false), (NAME, true)] {
                if is_name && family == "ipv6" {
                    continue;
                }
                for at in [scheme.port].into_iter().chain(others.clone()) {
                    // No port, the default, and the destination's.
                    let mut given = vec![None, Some(scheme.port), Some(at)];
                    given.dedup();
                    for given in given {
                        sketches.push(decompose(scheme, (host, is_name), given, (address, at)));
                    }
                }
            }
        }
    }
    sketches
}

fn decompose(
    scheme: &Scheme,
    (host, is_name): (&str, bool),
    given: Option<u16>,
    (address, at): (&str, u16),
) -> Sketch {
    let written = given.map(|port| format!(":{port}")).unwrap_or_default();
    // Steps 5 to 8.
    let mut options = Vec::new();
    if is_name {
        options.push((HOST, NAME.as_bytes().to_vec()));
    }
    let port = given.unwrap_or(scheme.port);
    if port != at {
        options.push((PORT, bytes(port)));
    }
    options.push((PATH, b"a".to_vec()));
    let kind = if is_name { "name" } else { family(address) };
    let id = format!(
        "uri-to-coap-{}-{kind}-port-{}-at-{}",
        scheme.word,
        given.map_or("none".to_owned(), |port| word(port, scheme)),
        word(at, scheme)
    );
    let title = format!("{}://{host}{written} at port {at}", scheme.name);
    let requirements = match scheme.profile {
        Profile::Rfc7252 => vec!["rfc7252-6.4-5-destination", "rfc7252-6.4-6", "rfc7252-6.4-7"],
        _ => vec!["rfc8323-8.6-5", "rfc8323-8.6-6", "rfc8323-8.6-7", "rfc8323-8.5-port"],
    };
    let mut sketch = Sketch {
        id,
        title,
        profiles: vec![scheme.profile],
        requirements,
        op: "uri-to-coap",
        arguments: vec![
            ("uri", Argument::Text(format!("{}://{host}{written}/a", scheme.name))),
            ("destination", Argument::Destination(address.to_owned(), at)),
        ],
        ..Sketch::default()
    };
    if is_name && scheme.handshake_tells_name {
        let less = options[1..].to_vec();
        sketch.expect = vec![
            reading(Outcome::Options(options), "step 5 compares with the address of the destination"),
            reading(Outcome::Options(less), "section 8.5: the handshake tells the host"),
        ];
        sketch.strength = Strength::Disputed;
        sketch.rulings = vec!["R182"];
    } else {
        sketch.expect = only(Outcome::Options(options));
    }
    sketch
}

/// Composing: each scheme with each Uri-Port, or none, at destinations with each port.
pub(super) fn composed() -> Vec<Sketch> {
    let mut sketches = Vec::new();
    for scheme in &SCHEMES {
        for given in [None, Some(scheme.port)].into_iter().chain(ports(scheme).into_iter().map(Some)) {
            for at in [scheme.port, 61616, if scheme.port == 80 { 443 } else { 80 }] {
                sketches.push(compose(scheme, true, given, ("192.0.2.1", at)));
            }
        }
        for (_, address, _) in DESTINATIONS {
            for at in [scheme.port, 61616] {
                sketches.push(compose(scheme, false, None, (address, at)));
            }
        }
    }
    sketches
}

fn compose(scheme: &Scheme, is_name: bool, given: Option<u16>, (address, at): (&str, u16)) -> Sketch {
    let mut options = Vec::new();
    if is_name {
        options.push((HOST, NAME.as_bytes().to_vec()));
    }
    options.extend(given.map(|port| (PORT, bytes(port))));
    options.push((PATH, b"a".to_vec()));
    // Steps 1 to 6.
    let literal =
        DESTINATIONS.iter().find(|(_, one, _)| *one == address).map_or("", |(_, _, literal)| literal);
    let mut uri = format!("{}://{}", scheme.name, if is_name { NAME } else { literal });
    let port = given.unwrap_or(at);
    if port != scheme.port {
        uri += &format!(":{port}");
    }
    uri += "/a";
    let id = format!(
        "coap-to-uri-{}-{}-port-{}-at-{}",
        scheme.word,
        if is_name { "name" } else { family(address) },
        given.map_or("none".to_owned(), |port| word(port, scheme)),
        word(at, scheme)
    );
    let kind = if is_name { "a Uri-Host" } else { "no Uri-Host" };
    let title = match given {
        Some(port) => format!("{} with {kind} and Uri-Port {port} at port {at}", scheme.name),
        None => format!("{} with {kind} at {address} and port {at}", scheme.name),
    };
    let requirements = match scheme.profile {
        Profile::Rfc7252 => vec!["rfc7252-6.5-1", "rfc7252-6.5-4", "rfc7252-6.5-5"],
        _ if scheme.transport == Some("tcp") => vec!["rfc8323-8.7-1-tcp", "rfc8323-8.7-4", "rfc8323-8.7-5"],
        _ => vec!["rfc8323-8.7-1-ws", "rfc8323-8.7-4", "rfc8323-8.7-5"],
    };
    let mut arguments = vec![("secure", Argument::Word(scheme.secure.to_string()))];
    arguments.extend(scheme.transport.map(|transport| ("transport", Argument::Word(transport.to_owned()))));
    arguments.push(("options", Argument::Options(options)));
    arguments.push(("destination", Argument::Destination(address.to_owned(), at)));
    let mut sketch = Sketch {
        id,
        title,
        profiles: vec![scheme.profile],
        requirements,
        op: "coap-to-uri",
        arguments,
        ..Sketch::default()
    };
    if !is_name && scheme.handshake_tells_name {
        sketch.expect = vec![
            reading(Outcome::Text(uri), "step 2 names the address of the destination"),
            reading(
                Outcome::Reject,
                "section 8.5: the handshake tells the host, and no argument says what it told",
            ),
        ];
        sketch.strength = Strength::Disputed;
        sketch.rulings = vec!["R182"];
    } else {
        sketch.expect = only(Outcome::Text(uri));
    }
    sketch
}

fn family(address: &str) -> &'static str {
    if address.contains(':') { "ipv6" } else { "ipv4" }
}

fn reading(outcome: Outcome, reading: &'static str) -> Accepted {
    Accepted { outcome, reading }
}

/// RFC 7252, section 3.2: no leading zero bytes.
fn bytes(port: u16) -> Vec<u8> {
    port.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}
