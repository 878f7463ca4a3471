//! Which URIs and URI references have a CRI, as far as that can be read from their text.
//!
//! The list is one of what may be rejected. Whatever is converted is held to the equations all the same.

use super::Reason;
use crate::normal::{normal, rooted_without_dots};
use crate::rfc3986::Components;
use crivet::profile::Profile;

/// Why a URI (reference) may be rejected; `None` where it has to be converted.
pub(crate) fn may_be_rejected(uri: &str, profile: Profile) -> Option<Reason> {
    let Some(normal) = normal(uri) else {
        return Some(Reason::NoUri);
    };
    let parts = Components::parse(uri);
    if let Some(reason) = parts.authority.as_deref().and_then(|authority| in_authority(authority, profile)) {
        return Some(reason);
    }
    let decoded = decode(uri);
    let text = String::from_utf8_lossy(&decoded);
    if !unicode_normalization::is_nfc(&text) {
        return Some(Reason::NotNfc);
    }
    let escaped = || hides_dots(&parts.path).then_some(Reason::EscapedDots);
    in_path(&normal, &parts).or_else(escaped)
}

/// The components of a URI for which it is open what they become, each taken alone; of a URI that may be rejected as a
/// whole the others still have one form.
pub(crate) fn open_components(uri: &str, profile: Profile) -> Vec<&'static str> {
    let (Some(normal), parts) = (normal(uri), Components::parse(uri)) else { return Vec::new() };
    let is_odd = |text: &str| !unicode_normalization::is_nfc(&String::from_utf8_lossy(&decode(text)));
    let of = |text: &Option<std::borrow::Cow<'_, str>>| text.as_deref().is_some_and(is_odd);
    let authority = parts.authority.as_deref();
    let components = [
        ("authority", authority.is_some_and(|text| is_odd(text) || in_authority(text, profile).is_some())),
        ("path", is_odd(&parts.path) || in_path(&normal, &parts).is_some() || hides_dots(&parts.path)),
        ("query", of(&parts.query)),
        ("fragment", of(&parts.fragment)),
    ];
    components.into_iter().filter(|(_, is_open)| *is_open).map(|(name, _)| name).collect()
}

/// Is a segment a dot-segment once it is decoded?
fn hides_dots(path: &str) -> bool {
    let is_dots = |segment: &str| matches!(segment, "." | "..");
    path.split('/').any(|segment| !is_dots(segment) && matches!(&*decode(segment), b"." | b".."))
}

fn in_authority(authority: &str, profile: Profile) -> Option<Reason> {
    let (userinfo, host_and_port) = match authority.rsplit_once('@') {
        Some((userinfo, rest)) => (userinfo, rest),
        None => ("", authority),
    };
    if userinfo.contains(':') && !profile.rules().colon_in_userinfo {
        return Some(Reason::ColonInUserinfo);
    }
    // A colon that is percent-encoded is not one of C3's characters either.
    let has_colon = userinfo.to_ascii_lowercase().contains("%3a");
    if has_colon || decode(userinfo).iter().any(|byte| !is_listed(*byte)) {
        return Some(Reason::OddUserinfo);
    }
    let (host, port) = match host_and_port.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (host_and_port, None),
    };
    match port {
        Some("") => return Some(Reason::EmptyPort),
        Some(port) if port.len() > 1 && port.starts_with('0') => {
            return Some(Reason::LeadingZeros);
        }
        Some(port) if port.parse::<u16>().is_err() => return Some(Reason::PortTooLarge),
        _ => {}
    }
    if host.starts_with("[v") || host.starts_with("[V") {
        return Some(Reason::LaterAddress);
    }
    if host.starts_with('[') && host.contains('%') {
        return Some(Reason::Zone);
    }
    let name = decode(host);
    let name = String::from_utf8_lossy(&name);
    if name.chars().any(|c| !c.is_ascii() && c.to_lowercase().ne([c])) {
        return Some(Reason::UpperCaseHost);
    }
    if host.contains('%') && name.parse::<std::net::Ipv4Addr>().is_ok() {
        return Some(Reason::EncodedDigits);
    }
    None
}

/// What C3 lists for user information, and the colon, which stands there plain in href-27 (R31).
fn is_listed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte)
}

fn in_path(normal: &Components<'_>, parts: &Components<'_>) -> Option<Reason> {
    let has_dots = normal.path.split('/').any(|segment| matches!(segment, "." | ".."));
    match (&parts.scheme, &parts.authority) {
        (Some(_), None) if !parts.path.starts_with('/') && has_dots => Some(Reason::DotsInRootless),
        // The crate guards what would start with two slashes.
        (Some(_), None) if normal.path.starts_with("/.//") => Some(Reason::TwoSlashes),
        (None, None) if rooted_without_dots(&normal.path).is_some_and(|path| path.starts_with("//")) => {
            Some(Reason::TwoSlashes)
        }
        (None, None) if normal.path.matches("..").count() > 126 => Some(Reason::TooManySteps),
        _ => None,
    }
}

/// What percent-encoding stands for.
pub(crate) fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| *byte == b'%') {
            Some(escaped) => {
                decoded.push(escaped);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    decoded
}

/// Private use, and what formats bidirectional text (RFC 3987, sections 2.2 and 4.1).
pub(crate) fn is_excluded_or_private(character: char) -> bool {
    matches!(
        character,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, reason: &str) {
        let found = may_be_rejected(uri, Profile::Href13).map(Reason::sentence).unwrap_or_default();
        assert!(
            if reason.is_empty() { found.is_empty() } else { found.contains(reason) },
            "<{uri}>: {found}"
        );
    }

    #[test]
    fn reasons() {
        for uri in [
            "a:",
            "a:b",
            "a://h:0",
            "a://a@h",
            "//h",
            "",
            "?",
            "a://h/a/../..//b",
            "./a:b",
            "..//b",
            "a://%FF",
        ] {
            check(uri, "");
        }
        check("a b", "no URI");
        check("a://u:p@h", "R31");
        check("a://u%40p@h", "R42");
        check("a://%FF@h", "R42");
        check("a://%C3%A9@h", "R42");
        check("a://u%3Ap@h", "R42");
        check("a://u%21%41@h", "");
        check("a://h:", "R54");
        check("a://h:01", "R54");
        check("a://h:65536", "65535");
        check("a://[v1.a]", "C4");
        check("a://%C3%89", "R20");
        check("a:/b%65%CC%81", "R20");
        check("a:b/../c", "R52");
        check("//h/%2e", "R53");
        check("b/%2E./c", "R53");
        check("a:%2e", "R52");
        check("a:/.//b", "R51");
        check("/.//b", "R51");
        check("/a/..//b", "R51");
        check(&"../".repeat(127), "R36");
    }

    #[test]
    fn what_is_open_is_a_component() {
        let check = |uri: &str, expected: &[&str]| {
            assert_eq!(open_components(uri, Profile::Href13), expected, "<{uri}>");
        };
        check("a://h/b?c#d", &[]);
        check("a://%C3%89/e%CC%81?q#f", &["authority", "path"]);
        check("a:b/../c?a%CC%81#e%CC%81", &["path", "query", "fragment"]);
    }
}
