//! URIs and IRIs for option sequences: which have one, and which it is open for (R143, R151, R152 and R155).

use fluent_uri::IriRef;
use unicode_normalization::is_nfc;

use super::super::all;
use super::Demand::{self, Accept, AcceptOrReject, Open, Reject};
use crate::demand::convertible::{decode, is_excluded_or_private};
use crate::normal::normal;
use crate::rfc3986::{Components, resolve};
use crivet::profile::Profile;

/// R143, R151, R152 and R155.
pub(super) fn from_uri(uri: &str, profile: Profile) -> Demand {
    // What is not a URI may be converted to anything (R161).
    if normal(uri).is_none() {
        return Open;
    }
    let parts = Components::parse(uri);
    let is_03 = profile == Profile::Href03;
    if parts.scheme.is_none() {
        // Only what has an authority, or neither authority nor path, is in -03 beyond dispute.
        let is_plain = parts.authority.is_some()
            || parts.path.is_empty() && (parts.query.is_some() || parts.fragment.is_some());
        if !is_03 || !is_plain {
            return Open;
        }
    }
    let Some(authority) = parts.authority.as_deref() else {
        return match is_03 {
            false => Reject,
            true if parts.path.split('/').any(|one| matches!(one, "." | ".."))
                || parts.path.contains('%') =>
            {
                Open
            }
            true if parts.path.starts_with("//") => Open,
            true => texts(&parts, is_03),
        };
    };
    // There is no option for user information, for a later version of IP, or for a zone.
    if authority.contains('@') || authority.starts_with("[v") || authority.starts_with("[V") {
        return Reject;
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let scheme = parts.scheme.as_deref().unwrap_or_default().to_ascii_lowercase();
    let port = match port {
        None => Accept,
        Some(digits)
            if digits.parse::<u32>().is_ok_and(|port| port > 65_535)
                || digits.len() > 9 && !digits.starts_with('0') =>
        {
            return Reject;
        }
        Some(digits) if digits.is_empty() || digits.len() > 1 && digits.starts_with('0') => AcceptOrReject,
        Some(_) => Accept,
    };
    let port = match port {
        // R151: without a port there is one for the schemes an implementation need know alone.
        Accept | AcceptOrReject
            if !is_03
                && authority
                    .rsplit_once(':')
                    .is_none_or(|(_, port)| port.is_empty() || port.contains(']')) =>
        {
            match scheme.as_str() {
                "coap" | "coaps" | "http" | "https" => port,
                _ => Open,
            }
        }
        other => other,
    };
    let host = match host {
        "" => AcceptOrReject,
        host if host.starts_with('[') => Accept,
        host => name(host, is_03),
    };
    let has_escaped_dots = parts
        .path
        .split('/')
        .any(|segment| segment.contains('%') && matches!(decode(segment).as_slice(), b"." | b".."));
    // Where they are dot-segments, they may remove what the texts would be rejected for.
    let texts = if has_escaped_dots { Open } else { texts(&parts, is_03) };
    all([texts, host, port])
}

/// The same of an IRI.
pub(super) fn from_iri(iri: &str, profile: Profile) -> Demand {
    match IriRef::parse(iri) {
        _ if iri.chars().any(is_excluded_or_private) => Open,
        Ok(parsed) if parsed.authority().is_some_and(|authority| !authority.as_str().is_ascii()) => Open,
        Ok(parsed) => from_uri(parsed.to_uri_ref().as_str(), profile),
        Err(_) => Open,
    }
}

/// A registered name: decoded, it is UTF-8, and no delimiter in it was percent-encoded.
fn name(host: &str, is_03: bool) -> Demand {
    let decoded = decode(host);
    let Ok(text) = std::str::from_utf8(&decoded) else { return Reject };
    if has_escaped(host, |byte| b"!$&'()*+,;=".contains(&byte)) {
        return Reject;
    }
    let is_open = text.chars().any(char::is_uppercase)
        || has_escaped(host, |byte| byte == b'.')
        || host.contains('%') && text.parse::<std::net::Ipv4Addr>().is_ok()
        || is_03 && !is_nfc(text);
    if is_open { Open } else { Accept }
}

/// Is such a byte percent-encoded?
fn has_escaped(text: &str, is_meant: impl Fn(u8) -> bool) -> bool {
    text.match_indices('%').any(|(at, _)| {
        let digits = text.get(at + 1..at + 3).unwrap_or_default();
        u8::from_str_radix(digits, 16).is_ok_and(&is_meant)
    })
}

/// What a text is decoded from: UTF-8, in which no delimiter is percent-encoded that would not be so again.
fn texts(parts: &Components<'_>, is_03: bool) -> Demand {
    let path = resolve(parts, parts).path;
    let components =
        [(Some(path.as_ref()), ":@"), (parts.query.as_deref(), ":@/?"), (parts.fragment.as_deref(), ":@/?&")];
    let mut demand = Accept;
    for (index, (text, kept)) in components.into_iter().enumerate() {
        let text = text.unwrap_or_default();
        let decoded = decode(text);
        let Ok(whole) = std::str::from_utf8(&decoded) else { return Reject };
        let and = if index == 1 { "" } else { "&" };
        let is_kept = |byte: u8| {
            b"!$'()*+,;=".contains(&byte) || kept.as_bytes().contains(&byte) || and.as_bytes().contains(&byte)
        };
        if has_escaped(text, is_kept) {
            return Reject;
        }
        if is_03 && !is_nfc(whole) {
            demand = Open;
        }
    }
    demand
}
