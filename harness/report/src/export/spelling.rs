//! Other answers that mean what an accepted one means: guesses, which the judge then tells from wrong ones.

use crivet::cri::{
    Authority, Cri, Host, Scheme, Text, default_port, interchange_forms, read, scheme_name, schemes,
    write_as_it_stands,
};
use crivet::operation::CoapOption;
use crivet::outcome::{Decoded, IriComponents, Value};
use crivet::profile::Profile;

/// The number of Uri-Port.
const URI_PORT: u16 = 7;

/// What may mean the same as this value.
pub(super) fn of(value: &Value, profile: Profile) -> Vec<Value> {
    match value {
        Value::Decoded(Decoded { full, cri }) => {
            forms(cri, profile).into_iter().map(|cri| Value::Decoded(Decoded { full: *full, cri })).collect()
        }
        Value::Cri { cri } => forms(cri, profile).into_iter().map(|cri| Value::Cri { cri }).collect(),
        Value::Reference { reference } => {
            forms(reference, profile).into_iter().map(|reference| Value::Reference { reference }).collect()
        }
        Value::Uri { uri } => texts(uri).into_iter().map(|uri| Value::Uri { uri }).collect(),
        Value::Iri { iri } => texts(iri).into_iter().map(|iri| Value::Iri { iri }).collect(),
        Value::Options { options } => vec![Value::Options { options: long_ports(options) }],
        Value::Components(components) => {
            with_delimiters(components).into_iter().map(Value::Components).collect()
        }
        _ => Vec::new(),
    }
}

/// The encodings of what may be the same CRI or CRI reference: sections that say nothing written or left off, the scheme
/// by its name or number, a default port, an empty host, a lone slash.
pub(super) fn forms(cri: &[u8], profile: Profile) -> Vec<Vec<u8>> {
    if profile.has_option_sequences() {
        return Vec::new();
    }
    let Ok(reading) = read(cri) else { return Vec::new() };
    let mut same = vec![reading.cri];
    for vary in [scheme, port, host, slash, path, query] {
        let more: Vec<Cri> = same.iter().filter_map(|cri| vary(cri, profile)).collect();
        same.extend(more);
    }
    let mut forms = Vec::new();
    for cri in &same {
        forms.extend(interchange_forms(cri, profile));
        forms.push(write_as_it_stands(cri, profile));
    }
    forms.sort_unstable();
    forms.dedup();
    forms
}

fn scheme(cri: &Cri, profile: Profile) -> Option<Cri> {
    let scheme = match cri.scheme.as_ref()? {
        Scheme::Name(name) => {
            let number = schemes(profile).iter().find(|(_, known)| *known == name)?.0;
            Scheme::Number(*number)
        }
        number => Scheme::Name(scheme_name(number, profile)?.to_owned()),
    };
    Some(Cri { scheme: Some(scheme), ..cri.clone() })
}

fn port(cri: &Cri, profile: Profile) -> Option<Cri> {
    let default = default_port(scheme_name(cri.scheme.as_ref()?, profile)?)?;
    let mut cri = cri.clone();
    let Authority::Given(given) = &mut cri.authority else { return None };
    given.port = match given.port {
        None => Some(default),
        Some(port) if port == default => None,
        Some(_) => return None,
    };
    Some(cri)
}

fn host(cri: &Cri, _: Profile) -> Option<Cri> {
    let mut cri = cri.clone();
    let Authority::Given(given) = &mut cri.authority else { return None };
    let Host::Name(labels) = &mut given.host else { return None };
    match labels.as_slice() {
        [] => labels.push(Text::Plain(String::new())),
        [label] if label.is_empty() => labels.clear(),
        _ => return None,
    }
    Some(cri)
}

fn slash(cri: &Cri, _: Profile) -> Option<Cri> {
    let path = match cri.segments() {
        [] => vec![Text::Plain(String::new())],
        [segment] if segment.is_empty() => Vec::new(),
        _ => return None,
    };
    matches!(cri.authority, Authority::Given(_)).then(|| Cri { path: Some(path), ..cri.clone() })
}

fn path(cri: &Cri, _: Profile) -> Option<Cri> {
    let path = if cri.path.is_none() { Some(Vec::new()) } else { None };
    cri.segments().is_empty().then(|| Cri { path, ..cri.clone() })
}

fn query(cri: &Cri, _: Profile) -> Option<Cri> {
    let query = if cri.query.is_none() { Some(Vec::new()) } else { None };
    cri.parameters().is_empty().then(|| Cri { query, ..cri.clone() })
}

/// The text with the hexadecimal digits of its triplets in lower case, and with its IPv6 address at full length.
fn texts(text: &str) -> Vec<String> {
    let mut pieces = text.split_inclusive('%');
    let mut lower = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_at_checked(2) {
            Some((digits, rest)) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                lower += &digits.to_ascii_lowercase();
                lower += rest;
            }
            _ => lower += piece,
        }
    }
    let mut texts = vec![lower];
    if let Some((before, rest)) = text.split_once('[')
        && let Some(end) = rest.find(['%', ']'])
        && let Ok(address) = rest[..end].parse::<std::net::Ipv6Addr>()
    {
        let groups = address.segments().map(|group| format!("{group:x}")).join(":");
        texts.push(format!("{before}[{groups}{}", &rest[end..]));
    }
    texts
}

/// A Uri-Port with a zero byte in front.
fn long_ports(options: &[CoapOption]) -> Vec<CoapOption> {
    let mut options = options.to_vec();
    for option in options.iter_mut().filter(|option| option.number == URI_PORT && option.value.len() == 1) {
        option.value.insert(0, 0);
    }
    options
}

/// Query and fragment with their delimiter in front (R62).
fn with_delimiters(components: &IriComponents) -> Vec<IriComponents> {
    let mut all = vec![components.clone()];
    for (name, delimiter) in [("query", '?'), ("fragment", '#')] {
        for mut other in all.clone() {
            if let Some(Some(text)) = other.component_mut(name) {
                text.insert(0, delimiter);
                all.push(other);
            }
        }
    }
    all
}
