//! What section 6 of RFC 7252 makes of URIs and options, and section 8 of RFC 8323 by the same steps, where no ruling
//! disputes it.
//!
//! A reading of its own: `fluent-uri` parses and normalises, nothing here is shared with an implementation.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use fluent_uri::Uri;
use fluent_uri::component::Scheme;
use fluent_uri::normalize::Normalizer;
use fluent_uri::pct_enc::{EStr, Encoder};

use super::{Demanded, Reason};
use crate::generate::coap::by_uri::Way;
use crate::generate::coap::{PROXY_SCHEME, URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use crate::rfc3986::{Components, resolve};
use crivet::operation::{CoapOption, Destination, Transport};
use crivet::profile::Profile;

const PROXY_URI: u16 = 35;

const LONGEST: usize = 255;
const SUB_DELIMS: &[u8] = b"!$&'()*+,;=";

/// A destination, its address read. An address that is none stands for `192.0.2.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    text: String,
    address: IpAddr,
    has_zone: bool,
    port: u16,
}

impl Place {
    /// The destination of this address and port.
    pub fn of((text, port): &(String, u16)) -> Self {
        let (address, has_zone) = match text.split_once('%') {
            Some((address, zone)) => (address, !zone.is_empty()),
            None => (text.as_str(), false),
        };
        match address.parse() {
            Ok(address) if has_zone || !text.contains('%') => {
                Place { text: text.clone(), address, has_zone, port: *port }
            }
            _ => {
                let address = IpAddr::from([192, 0, 2, 1]);
                Place { text: address.to_string(), address, has_zone: false, port: *port }
            }
        }
    }

    /// As operations have it.
    pub fn destination(&self) -> Destination {
        Destination { address: self.text.clone(), port: self.port }
    }

    fn literal(&self) -> String {
        literal(self.address)
    }
}

fn literal(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The way that the URI is asked for.
pub fn way_of(uri: &str) -> Option<Way> {
    uri.split_once(':').and_then(|(scheme, _)| Way::of_scheme(scheme))
}

/// Section 6.4, by the schemes of the profile.
pub fn decompose(uri: &str, place: &Place, profile: Profile) -> Demanded<Vec<CoapOption>> {
    if uri.contains("%25") && uri.contains('[') {
        return Demanded::Open(Reason::CoapZone);
    }
    let Ok(parsed) = Uri::parse(uri) else { return Demanded::Reject(Reason::NoCoapUri) };
    let (Some(way), Some(authority), None) =
        (Way::of_scheme(parsed.scheme().as_str()), parsed.authority(), parsed.fragment())
    else {
        return Demanded::Reject(Reason::NoCoapUri);
    };
    if authority.host().is_empty() {
        return match way.transport() {
            Some(Transport::Ws) => Demanded::Open(Reason::EmptyWebSocketHost),
            _ => Demanded::Reject(Reason::NoCoapUri),
        };
    }
    if !way.is_of(profile) {
        return Demanded::Open(Reason::OtherTransport);
    }
    if authority.userinfo().is_some() {
        return Demanded::Open(Reason::CoapUserinfo);
    }
    let port = match authority.port().map(EStr::as_str) {
        None | Some("") => way.default_port(),
        Some(digits) => match digits.trim_start_matches('0') {
            "" => return Demanded::Open(Reason::PortZero),
            digits => match digits.parse() {
                Ok(port) => port,
                Err(_) => return Demanded::Reject(Reason::NoCoapUri),
            },
        },
    };
    let mut options = Vec::new();
    match host(authority.host(), place) {
        Ok(host) => options.extend(host.map(|value| CoapOption { number: URI_HOST, value })),
        Err(reason) => return Demanded::Open(reason),
    }
    if port != place.port {
        options.push(CoapOption { number: URI_PORT, value: port_bytes(port) });
    }
    // By resolution against itself, dot-segments go.
    let components = Components::parse(uri);
    let path = resolve(&components, &components).path;
    if components.path.split('/').any(is_escaped_dots) {
        return Demanded::Open(Reason::EncodedDots);
    }
    if !path.is_empty() && path != "/" {
        for segment in path.split('/').skip(1) {
            options.push(CoapOption { number: URI_PATH, value: decoded(segment) });
        }
    }
    for parameter in components.query.iter().flat_map(|query| query.split('&')) {
        options.push(CoapOption { number: URI_QUERY, value: decoded(parameter) });
    }
    match options.iter().find_map(disputed) {
        Some(why) => Demanded::Open(why),
        None => Demanded::Accept(options),
    }
}

fn is_escaped_dots(segment: &str) -> bool {
    segment.contains('%') && matches!(decoded(segment).as_slice(), b"." | b"..")
}

/// Step 5. No value: no Uri-Host. An error: it is open.
fn host(text: &str, place: &Place) -> Result<Option<Vec<u8>>, Reason> {
    let literal_text = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let address = match literal_text {
        Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::from),
        None => text.parse::<Ipv4Addr>().ok().map(IpAddr::from),
    };
    let Some(address) = address else {
        let value = decoded(&text.to_ascii_lowercase());
        if literal_text.is_some() {
            // An address of a later version.
            return Ok(Some(value));
        }
        if value.iter().any(u8::is_ascii_uppercase) {
            return Err(Reason::EncodedCapital);
        }
        if std::str::from_utf8(&value).is_ok_and(|text| text.parse::<Ipv4Addr>().is_ok()) {
            return Err(Reason::EncodedAddress);
        }
        if value.iter().any(|byte| byte.is_ascii() && !is_reg_name(*byte)) {
            return Err(Reason::NoHostCharacter);
        }
        return Ok(Some(value));
    };
    if address == place.address {
        if place.has_zone {
            return Err(Reason::CoapZone);
        }
        return Ok(None);
    }
    if is_mapped(address, place.address) {
        return Err(Reason::MappedAddress);
    }
    if text.to_ascii_lowercase() != literal(address) {
        return Err(Reason::AddressText);
    }
    Ok(Some(literal(address).into_bytes()))
}

/// Is one of them the other as an IPv6 address?
fn is_mapped(a: IpAddr, b: IpAddr) -> bool {
    let canonical = |address: IpAddr| address.to_canonical();
    a != b && canonical(a) == canonical(b)
}

fn disputed(option: &CoapOption) -> Option<Reason> {
    let CoapOption { number, value } = option;
    if value.len() > LONGEST {
        return Some(Reason::TooLong);
    }
    match *number {
        PROXY_URI | PROXY_SCHEME => Some(Reason::ProxyOption),
        URI_PATH if value == b"." || value == b".." => Some(Reason::DotSegment),
        URI_HOST | URI_PATH | URI_QUERY if std::str::from_utf8(value).is_err() => Some(Reason::NotUtf8),
        _ => None,
    }
}

fn port_bytes(port: u16) -> Vec<u8> {
    port.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

/// RFC 8323, section 8.5: may the Uri-Host of a host be left out, as the Host header field or the server name of TLS says
/// it already (R182)?
pub fn may_leave_out_host(uri: &str) -> bool {
    let is_name = || {
        let parsed = Uri::parse(uri).ok();
        let host = parsed.as_ref().and_then(|uri| uri.authority()).map(|authority| authority.host());
        host.is_some_and(|host| !host.starts_with('[') && host.parse::<Ipv4Addr>().is_err())
    };
    match way_of(uri) {
        Some(Way::CoapWs | Way::CoapsWs) => true,
        Some(Way::CoapsTcp) => is_name(),
        _ => false,
    }
}

/// RFC 8323, section 8.5: may options without a Uri-Host be rejected, as only the handshake tells the host (R182)?
pub fn may_lack_host(way: Way, options: &[CoapOption]) -> bool {
    let by_handshake = matches!(way, Way::CoapsTcp | Way::CoapWs | Way::CoapsWs);
    by_handshake && options.iter().all(|option| option.number != URI_HOST)
}

/// The options less Uri-Host.
pub fn less_host(options: &[CoapOption]) -> Vec<CoapOption> {
    options.iter().filter(|option| option.number != URI_HOST).cloned().collect()
}

/// Section 6.5.
pub fn compose(way: Way, options: &[CoapOption], place: &Place) -> Demanded<String> {
    let values = |number: u16| options.iter().filter(move |option| option.number == number).map(|o| &o.value);
    if values(URI_PORT).any(|port| number_of(port) > 65535) {
        return Demanded::Reject(Reason::NoUriOfOptions);
    }
    if values(URI_HOST).any(Vec::is_empty) {
        return match way.transport() {
            Some(Transport::Ws) => Demanded::Open(Reason::EmptyWebSocketHost),
            _ => Demanded::Reject(Reason::NoUriOfOptions),
        };
    }
    if values(URI_HOST).count() > 1 || values(URI_PORT).count() > 1 {
        return Demanded::Open(Reason::RepeatedOption);
    }
    if let Some(why) = options.iter().find_map(disputed) {
        return Demanded::Open(why);
    }
    let port = match values(URI_PORT).next() {
        Some(bytes) if bytes.len() > 2 || bytes.first() == Some(&0) => {
            return Demanded::Open(Reason::LeadingZeroBytes);
        }
        Some(bytes) => number_of(bytes),
        None => u64::from(place.port),
    };
    if port == 0 {
        return Demanded::Open(Reason::PortZero);
    }
    let host = match values(URI_HOST).next() {
        Some(value) => match host_text(value) {
            Demanded::Accept(text) => text,
            other => return other,
        },
        None if place.has_zone => return Demanded::Open(Reason::CoapZone),
        None if is_mapped_at_all(place.address) => {
            return Demanded::Open(Reason::MappedAddress);
        }
        None => place.literal(),
    };
    let mut uri = format!("{}://{host}", way.scheme());
    if port != u64::from(way.default_port()) {
        uri.push_str(&format!(":{port}"));
    }
    let path: String = values(URI_PATH).map(|value| format!("/{}", encoded(value, is_segment))).collect();
    uri.push_str(if path.is_empty() { "/" } else { &path });
    for (index, value) in values(URI_QUERY).enumerate() {
        uri.push(if index == 0 { '?' } else { '&' });
        uri.push_str(&encoded(value, is_parameter));
    }
    Demanded::Accept(uri)
}

/// Are the URIs the same, or is the one that came written as in appendix B, each slash of its query percent-encoded
/// (R181)?
pub fn is_composed(came: &str, right: &str) -> bool {
    came == right
        || right
            .split_once('?')
            .is_some_and(|(before, query)| came == format!("{before}?{}", query.replace('/', "%2F")))
}

fn number_of(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn is_mapped_at_all(address: IpAddr) -> bool {
    address.to_canonical() != address
}

/// Step 2, for a Uri-Host that is UTF-8.
fn host_text(value: &[u8]) -> Demanded<String> {
    if value.contains(&b'%') {
        // In brackets it is a zone (R104). Without two digits behind it, it must be rejected.
        let text = encoded(value, |byte| byte.is_ascii());
        let is_escape = EStr::<fluent_uri::pct_enc::encoder::RegName>::new(&text).is_some();
        let is_literal = value.first() == Some(&b'[');
        return if is_escape || is_literal {
            Demanded::Open(Reason::PercentSign)
        } else {
            Demanded::Reject(Reason::NoUriOfOptions)
        };
    }
    if value.iter().any(u8::is_ascii_uppercase) {
        return Demanded::Open(Reason::UpperCaseOption);
    }
    if let Some(inner) = value.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) {
        let inner = String::from_utf8_lossy(inner);
        if let Ok(address) = inner.parse::<Ipv6Addr>() {
            return Demanded::Accept(literal(address.into()));
        }
        let is_future =
            Uri::parse(format!("a://[{inner}]/")).is_ok() && !inner.contains(['[', ']', '/', '?', '#', '@']);
        return if is_future {
            Demanded::Accept(format!("[{inner}]"))
        } else {
            Demanded::Reject(Reason::NoUriOfOptions)
        };
    }
    if value.iter().any(|byte| byte.is_ascii() && !is_reg_name(*byte)) {
        return Demanded::Reject(Reason::NoUriOfOptions);
    }
    Demanded::Accept(encoded(value, is_reg_name))
}

/// The options that come back from the URI of these, and whether a lone empty segment is lost.
pub fn reduced(options: &[CoapOption], place: &Place) -> (Vec<CoapOption>, bool) {
    let of_uri = |option: &&CoapOption| matches!(option.number, URI_HOST | URI_PORT | URI_PATH | URI_QUERY);
    let says = |option: &CoapOption| match option.number {
        URI_HOST => option.value == place.literal().as_bytes(),
        URI_PORT => option.value == port_bytes(place.port),
        _ => false,
    };
    let mut kept: Vec<CoapOption> =
        options.iter().filter(of_uri).map(shortened).filter(|option| !says(option)).collect();
    let segments: Vec<&CoapOption> = kept.iter().filter(|option| option.number == URI_PATH).collect();
    let lone = matches!(segments.as_slice(), [lone] if lone.value.is_empty());
    kept.retain(|option| !lone || option.number != URI_PATH);
    kept.sort_by_key(|option| option.number);
    (kept, lone)
}

/// An IPv6 address in a Uri-Host comes back as it is written in URIs, whatever zeros it had.
fn shortened(option: &CoapOption) -> CoapOption {
    let inner =
        std::str::from_utf8(&option.value).ok().and_then(|text| text.strip_prefix('[')?.strip_suffix(']'));
    match inner.map(str::parse::<Ipv6Addr>) {
        Some(Ok(address)) if option.number == URI_HOST => {
            CoapOption { number: URI_HOST, value: literal(address.into()).into_bytes() }
        }
        _ => option.clone(),
    }
}

/// The normal form of a coap URI by section 6.3, in which delimiters that need no escape have none; and whether one
/// had.
///
/// `None` where the host holds an escape that has to stay.
pub fn normal_form(uri: &str) -> Option<(String, bool)> {
    let parsed = Uri::parse(uri).ok()?;
    let default = |scheme: &Scheme| Way::of_scheme(scheme.as_str()).map(Way::default_port);
    let normal = Normalizer::new().default_port_with(default).normalize(&parsed).ok()?;
    let by_fluent = Components::parse(normal.as_str());
    let mut ours = by_fluent.clone();
    if ours.path.is_empty() {
        ours.path = "/".into();
    }
    ours.path = recoded(&ours.path, '/', is_segment).into();
    ours.query = ours.query.map(|query| recoded(&query, '&', is_parameter).into());
    if let Some(authority) = &mut ours.authority {
        let (host, port) = split_port(authority);
        let host = if host.starts_with('[') { host.to_owned() } else { recoded(host, '\0', is_reg_name) };
        // Leading zeros mean nothing in a number.
        let port = port.map(|port| port.trim_start_matches('0')).filter(|port| !port.is_empty());
        let default = way_of(uri).map(|way| way.default_port().to_string());
        *authority = match port.filter(|port| Some(*port) != default.as_deref()) {
            Some(port) => format!("{host}:{port}").into(),
            None => host.into(),
        };
    }
    let had = ours.path.len() < by_fluent.path.len()
        || ours.query.as_ref().map(|query| query.len()) < by_fluent.query.as_ref().map(|query| query.len());
    Some((ours.recompose(), had))
}

fn split_port(authority: &str) -> (&str, Option<&str>) {
    let behind = authority.rfind(']').unwrap_or(0);
    match authority[behind..].find(':') {
        Some(colon) => (&authority[..behind + colon], Some(&authority[behind + colon + 1..])),
        None => (authority, None),
    }
}

/// Decoded part by part, and encoded again where need be.
fn recoded(text: &str, separator: char, is_plain: fn(u8) -> bool) -> String {
    let parts: Vec<String> = text.split(separator).map(|part| encoded(&decoded(part), is_plain)).collect();
    parts.join(&separator.to_string())
}

fn decoded(text: &str) -> Vec<u8> {
    let Some(text) = EStr::<Anything>::new(text) else { return text.as_bytes().to_vec() };
    text.decode().to_bytes().into_owned()
}

/// Any text with percent-encodings.
struct Anything;

impl Encoder for Anything {
    const TABLE: &'static fluent_uri::pct_enc::Table =
        <fluent_uri::pct_enc::encoder::Query as Encoder>::TABLE;
}

fn encoded(bytes: &[u8], is_plain: fn(u8) -> bool) -> String {
    let mut text = String::new();
    for &byte in bytes {
        if byte.is_ascii() && is_plain(byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn is_reg_name(byte: u8) -> bool {
    is_unreserved(byte) || SUB_DELIMS.contains(&byte)
}

fn is_segment(byte: u8) -> bool {
    is_reg_name(byte) || b":@".contains(&byte)
}

fn is_parameter(byte: u8) -> bool {
    is_segment(byte) && byte != b'&' || b"/?".contains(&byte)
}

/// Do the options hold a text that a CRI has not, or has in another form: not in Normalization Form C, labels that
/// spell an address, or a later version of IP?
pub fn is_outside_cris(options: &[CoapOption]) -> bool {
    options.iter().any(|option| {
        let text = String::from_utf8_lossy(&option.value);
        !unicode_normalization::is_nfc(&text) || option.number == URI_HOST && text.starts_with("[v")
    })
}
