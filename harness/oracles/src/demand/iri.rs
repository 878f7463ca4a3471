//! The IRI guidelines: where a ruling lists readings (R62, R63, R120 to R137) it is open what comes; else the steps of the
//! draft say it.

use super::Demand::{self, Accept, AcceptOrReject, Open};
use super::all;
use std::collections::BTreeSet;

use crate::rfc3986::Components;
use crivet::operation::{Operation, Spaces};
use crivet::outcome::{IriComponents, Value};

pub(super) fn demand(operation: &Operation) -> Demand {
    match operation {
        Operation::IriParse { iri } => parsed(iri),
        Operation::IriToUri { iri } => produced(iri),
        Operation::IriPreprocess { text, multiple, spaces } => {
            let accepted = readings(text, *multiple, *spaces == Spaces::Remove);
            // Numeric character references may be replaced (R120).
            if accepted.len() == 1 && !text.contains("&#") { Accept } else { Open }
        }
        _ => Open,
    }
}

/// The parts of a text by its delimiters, and what is open of them.
struct Parts<'a> {
    components: Components<'a>,
    /// Not a scheme, and yet a colon before any other delimiter (R129).
    no_scheme: bool,
}

impl<'a> Parts<'a> {
    fn of(iri: &'a str) -> Self {
        let components = Components::parse(iri);
        let is_scheme = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
        };
        let before = &iri[..iri.find(['/', '?', '#']).unwrap_or(iri.len())];
        let no_scheme = before.contains(':') && !components.scheme.as_deref().is_some_and(is_scheme);
        Parts { components, no_scheme }
    }

    fn split_authority(&self) -> Option<(Option<&str>, &str, Option<&str>)> {
        let authority = self.components.authority.as_deref()?;
        let (userinfo, rest) = match authority.split_once('@') {
            Some((userinfo, rest)) => (Some(userinfo), rest),
            None => (None, authority),
        };
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (rest, None),
        };
        Some((userinfo, host, port))
    }
}

fn parsed(iri: &str) -> Demand {
    let parts = Parts::of(iri);
    let Components { scheme, query, fragment, .. } = &parts.components;
    let authority = match parts.split_authority() {
        // As a relative reference as a whole, or refused (R129).
        _ if parts.no_scheme => AcceptOrReject,
        None => Accept,
        // Without a scheme the letter skips the authority (R62).
        Some(_) if scheme.is_none() => Open,
        Some((userinfo, host, port)) => {
            if userinfo.is_some_and(|userinfo| !userinfo.chars().all(is_iuserinfo)) {
                return Open;
            }
            // Without a port the letter cuts an IP-literal at its last colon (R62).
            let host = match address(host) {
                true if port.is_some() => Accept,
                true => Open,
                false => open_host(host),
            };
            all([host, open_port(port)])
        }
    };
    let query = query.as_deref().unwrap_or_default();
    let fragment = fragment.as_deref().unwrap_or_default();
    // A fragment only encodes ucschar (R62).
    let is_open_fragment = fragment.chars().any(|character| match character.is_ascii() {
        true => !is_pchar(character) && !matches!(character, '/' | '?' | '%'),
        false => !is_ucschar(character),
    });
    let is_open = has_stray_percent(iri)
        || iri.contains('\\')
        || is_open_fragment
        || query.chars().any(|character| matches!(character, '\u{e0000}'..='\u{e0fff}'));
    if is_open { Open } else { authority }
}

/// R126, R132, R133 and R136.
fn produced(iri: &str) -> Demand {
    let parts = Parts::of(iri);
    if parts.no_scheme || iri.contains('\\') || has_stray_percent(iri) {
        return Open;
    }
    let Components { path, query, fragment, .. } = &parts.components;
    let (query, fragment) = (query.as_deref().unwrap_or_default(), fragment.as_deref().unwrap_or_default());
    let authority = match parts.split_authority() {
        None => Accept,
        Some((userinfo, host, port)) => {
            if userinfo.is_some_and(|userinfo| userinfo.contains(['[', ']', '@'])) {
                return Open;
            }
            let userinfo = match userinfo.is_none_or(|userinfo| userinfo.chars().all(is_iuserinfo)) {
                true => Accept,
                false => AcceptOrReject,
            };
            let host = if address(host) { Accept } else { open_host(host) };
            all([userinfo, host, open_port(port)])
        }
    };
    let delimiters = |text: &str| text.contains(['[', ']', '#']);
    if delimiters(path) || delimiters(query) || delimiters(fragment) {
        return Open;
    }
    let is_iri = |text: &str, more: &str, private: bool| {
        text.chars().all(|character| {
            is_pchar(character)
                || more.contains(character)
                || character == '%'
                || is_ucschar(character)
                || private && is_private(character)
        })
    };
    let is_whole = is_iri(path, "/", false) && is_iri(query, "/?", true) && is_iri(fragment, "/?", false);
    // RFC 3987, section 4.1, excludes what formats bidirectional text.
    let rest = if is_whole && !iri.chars().any(is_excluded) { Accept } else { AcceptOrReject };
    all([authority, rest])
}

/// Is it an IPv6 address in brackets?
fn address(host: &str) -> bool {
    let inner = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
}

/// R62, R123 to R125: what is an address in four numbers, or a plain name of ASCII in lower case, is as it is found.
fn open_host(host: &str) -> Demand {
    let is_plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._~!$&'()*+,;=".contains(&byte);
    let is_label = |label: &str| {
        label.len() < 64
            && !label.starts_with("xn--")
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    if !host.is_ascii() && host.split('.').all(is_agreed_on) {
        return Accept;
    }
    if !host.bytes().all(is_plain) {
        return Open;
    }
    if host.split('.').all(is_label) { Accept } else { AcceptOrReject }
}

/// A label that every IDNA has the same form of (R123): letters of Latin-1 in lower case, without those that are mapped.
fn is_agreed_on(label: &str) -> bool {
    let is_letter = |character: char| {
        character.is_ascii_lowercase() || matches!(character, '\u{e0}'..='\u{f6}' | '\u{f8}'..='\u{ff}')
    };
    !label.is_empty() && label.len() < 40 && label.chars().all(is_letter)
}

/// One of two values with the host of the other, where either has the host as it is found: that one always stands, and
/// beside it Punycode (R123, R133).
pub(crate) fn with_host(operation: &Operation, one: &Value, other: &Value) -> Option<Value> {
    let (Operation::IriParse { iri } | Operation::IriToUri { iri }) = operation else { return None };
    let parts = Parts::of(iri);
    let (_, host, _) = parts.split_authority()?;
    if host.is_ascii() {
        return None;
    }
    match (one, other) {
        (Value::Components(one), Value::Components(other)) => {
            let is_found = [one, other].iter().any(|value| value.host.as_deref() == Some(host));
            is_found.then(|| Value::Components(IriComponents { host: other.host.clone(), ..one.clone() }))
        }
        (Value::Uri { uri: one }, Value::Uri { uri: other }) => {
            let encoded: String = host
                .bytes()
                .map(|byte| match byte.is_ascii() {
                    true => char::from(byte).to_string(),
                    false => format!("%{byte:02X}"),
                })
                .collect();
            let mut components = Components::parse(one);
            let (one, other) = (components.authority.take()?, Components::parse(other).authority?);
            let is_found = [&one, &other].iter().any(|authority| {
                authority.rsplit('@').next().is_some_and(|rest| {
                    rest.split(':').next().is_some_and(|host| host.eq_ignore_ascii_case(&encoded))
                })
            });
            let around = |authority: &str| {
                let (before, rest) = authority.rsplit_once('@').unwrap_or(("", authority));
                (before.to_owned(), rest.split_once(':').map(|(_, port)| port.to_owned()))
            };
            (is_found && around(&one) == around(&other)).then(|| {
                components.authority = Some(other);
                Value::Uri { uri: components.recompose() }
            })
        }
        _ => None,
    }
}

/// A bad one is null, or refused (R62); nothing that is left of it.
fn open_port(port: Option<&str>) -> Demand {
    match port {
        None => Accept,
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Accept,
        Some(_) => AcceptOrReject,
    }
}

fn has_stray_percent(text: &str) -> bool {
    text.match_indices('%').any(|(at, _)| {
        !text.get(at + 1..at + 3).is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    })
}

/// RFC 3987, section 2.2, but for what is beyond ASCII and for the percent sign.
fn is_pchar(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@".contains(character)
}

fn is_iuserinfo(character: char) -> bool {
    character != '@' && is_pchar(character) || character == '%' || is_ucschar(character)
}

fn is_excluded(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
}

fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

fn is_ucschar(character: char) -> bool {
    match u32::from(character) {
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => true,
        code @ 0x10000..=0xeffff => code & 0xfffe != 0xfffe && !(0xe0000..0xe1000).contains(&code),
        _ => false,
    }
}

/// What is taken off the ends of a text.
const TRIMMED: [char; 4] = ['\t', '\n', '\r', ' '];

/// Everything that may come of preparing a text (section 4; R63, R121).
pub(crate) fn readings(text: &str, multiple: bool, remove: bool) -> BTreeSet<Vec<String>> {
    let text = text.trim_matches(TRIMMED);
    let mut readings = BTreeSet::new();
    if !multiple {
        let removed: [fn(&str) -> String; 3] = [
            |text| text.replace(TRIMMED, ""),
            |text| text.replace(' ', ""),
            |text| text.replace(char::is_whitespace, ""),
        ];
        match remove {
            true => readings.extend(removed.map(|removed| vec![removed(text)])),
            false => {
                readings.insert(vec![text.split(' ').collect::<Vec<_>>().join("%20")]);
            }
        }
    } else {
        let blocks = || text.split(' ').filter(|block| !block.is_empty());
        let forms: [fn(&str) -> String; 3] = [
            |block| block.trim_matches(TRIMMED).to_owned(),
            str::to_owned,
            |block| block.replace(TRIMMED, ""),
        ];
        for form in &forms[..if remove { 3 } else { 2 }] {
            let whole: Vec<String> = blocks().map(form).collect();
            readings.insert(whole.iter().filter(|block| !block.is_empty()).cloned().collect());
            readings.insert(whole);
        }
    }
    if readings.iter().any(|reading| reading.iter().all(String::is_empty)) {
        readings.extend([vec![], vec![String::new()]]);
    }
    readings
}
