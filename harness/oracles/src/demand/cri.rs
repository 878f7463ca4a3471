//! CRIs of href-13 and href-27, and URIs and IRIs for them.

use fluent_uri::IriRef;

use super::Demand::{self, Accept, AcceptOrReject, Open, Reject};
use super::all;
use super::convertible::{decode, is_excluded_or_private, may_be_rejected};
use super::subject::Subject;
use super::{Demanded, Reason};
use crate::rfc3986::Components;
use crivet::cri::{Authority, Discard, Form, Grade, Host, Text, resolve, scheme_name, violations};
use crivet::cri::{CborErrorKind, Cri, ReadError, disputed_resolutions, read, split_array, to_uri};
use crivet::feature::Feature;
use crivet::operation::Operation;
use crivet::profile::Profile;

pub(super) fn demand(operation: &Operation, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let of = |bytes: &[u8]| decoded(bytes, profile, lacks);
    match operation {
        Operation::Decode { cri } => of(cri),
        Operation::CriToUri { cri } => converted(cri, profile, lacks),
        Operation::CriToIri { cri } => as_iri(cri, profile, lacks),
        Operation::Resolve { base, reference, .. } => resolved(base, reference, profile, lacks),
        Operation::Relativize { base, target } => {
            let is_full = |one: &[u8]| read(one).is_ok_and(|reading| reading.cri.is_full());
            match all([shape(base, profile), shape(target, profile)]) {
                // Nothing leads to what is none, and from what is none a full CRI leads to itself (R171).
                Accept if !is_full(target) => return Reject,
                Accept if !is_full(base) => return Open,
                Accept => {}
                other => return other,
            }
            match all([of(base), of(target)]) {
                Accept => Accept,
                _ => Open,
            }
        }
        // R38, R76 and R77: what is not valid beyond dispute, and what is no full CRI, is compared as one likes.
        Operation::Equivalent { a, b, .. } => match all([of(a), of(b)]) {
            Accept if Subject::read(a, profile).is_full() && Subject::read(b, profile).is_full() => {
                same_uri(a, b, profile)
            }
            _ => Open,
        },
        Operation::Scan { sequence } => scanned(sequence, profile, lacks),
        Operation::UriToCri { uri } => from_uri(uri, profile, lacks),
        Operation::IriToCri { iri } => from_iri(iri, profile, lacks),
        _ => Open,
    }
}

/// As a final recipient has it.
fn decoded(bytes: &[u8], profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let subject = Subject::read(bytes, profile);
    if uses_more(&subject, profile, lacks) || is_tagged(bytes) {
        return Open;
    }
    match subject.demanded {
        Demanded::Accept(()) if subject.cri.as_ref().is_some_and(is_open) => Open,
        Demanded::Accept(()) => Accept,
        // The shortened form may come as well (R80).
        Demanded::AcceptOrReject(()) | Demanded::Open(_) => Open,
        Demanded::Reject(_) => Reject,
    }
}

/// A rootless reference whose first segment has a colon (R65).
fn is_open(cri: &Cri) -> bool {
    !cri.is_full()
        && cri.authority == Authority::True
        && cri.segments().first().is_some_and(|first| first.texts().iter().any(|text| text.contains(':')))
}

/// Whoever lacks a feature may reject what uses it, or what it cannot tell from that.
fn uses_more(subject: &Subject, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> bool {
    subject.cri.as_ref().is_some_and(|cri| cri.features(profile).iter().any(lacks))
}

/// To be rejected where it is no array of the right shape, which every operation rejects (R33, R35, R47, R78).
fn shape(bytes: &[u8], profile: Profile) -> Demand {
    let error = match read(bytes) {
        Ok(reading) => {
            let found = violations(&reading.cri, reading.form, profile);
            let is_broken = found.iter().any(|one| matches!(one.ruling, Some("R2" | "R21")));
            return if is_broken { Reject } else { Accept };
        }
        Err(error) => error,
    };
    // A tag 99 may be stripped (R35), and what is not UTF-8 may be passed on (R75).
    match error {
        _ if is_tagged(bytes) => Open,
        ReadError::Cbor(error) if error.kind == CborErrorKind::NotUtf8 => Open,
        _ => Reject,
    }
}

/// Does it start with the tag 99, or with one in a longer head?
pub(super) fn is_tagged(bytes: &[u8]) -> bool {
    matches!(bytes.first(), Some(0xd8..=0xdb)) && bytes.contains(&99)
}

fn converted(bytes: &[u8], profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let subject = Subject::read(bytes, profile);
    if uses_more(&subject, profile, lacks) {
        return Open;
    }
    if shape(bytes, profile) != Accept {
        return shape(bytes, profile);
    }
    let Some(cri) = &subject.cri else { return Open };
    let guarded =
        cri.discard == Discard::Count(1) && matches!(cri.segments().first(), Some(Text::Sequence(_)));
    let is_odd = cri.scheme.as_ref().and_then(|scheme| scheme_name(scheme, profile)) == Some("shttp");
    match subject.uri() {
        // How zones are written has changed (R29); a guard does no harm (R57); a row of the table is odd (R55).
        _ if has_zone(cri) || guarded || is_odd => Open,
        Demanded::Accept(_) => Accept,
        Demanded::AcceptOrReject(_) => AcceptOrReject,
        Demanded::Reject(_) if subject.no_form_beyond_dispute().is_some() => Reject,
        Demanded::Reject(_) | Demanded::Open(_) => Open,
    }
}

/// What IRIs write in more than one way: private characters of a query, and Punycode.
fn as_iri(bytes: &[u8], profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let uri = read(bytes).ok().and_then(|reading| to_uri(&reading.cri, profile).ok()).unwrap_or_default();
    let decoded = decode(&uri);
    let text = String::from_utf8_lossy(&decoded);
    match converted(bytes, profile, lacks) {
        Accept | AcceptOrReject if text.contains("xn--") => Open,
        Accept | AcceptOrReject
            if text.split_once('?').is_some_and(|(_, query)| query.chars().any(is_excluded_or_private)) =>
        {
            Open
        }
        other => other,
    }
}

fn has_zone(cri: &Cri) -> bool {
    matches!(&cri.authority, Authority::Given(given) if matches!(given.host, Host::Address { zone: Some(_), .. }))
}

/// What the reading expects where a section is of another kind, or one too many.
const IS_SECTION: [&str; 5] = [
    "an array",
    "a scheme, null, or a discard",
    "an array, null, or true",
    "an array or null",
    "the end of the array",
];

/// What must be rejected even where it is merely resolved, and what may be passed on: the same, or what it means where
/// it cannot be read here (R47, R78, R172).
fn passed_on(bytes: &[u8], profile: Profile) -> Demand {
    match (shape(bytes, profile), read(bytes)) {
        (Reject, Ok(_)) => AcceptOrReject,
        (Reject, Err(ReadError::Cbor(error)))
            if matches!(
                error.kind,
                CborErrorKind::Indefinite | CborErrorKind::Kind(_) | CborErrorKind::TooDeep
            ) =>
        {
            Open
        }
        // Two leading nulls, or one alone; and an item inside a section that is none of its own.
        (
            Reject,
            Err(ReadError::Structure { place: "authority", found: "null" | "the end of the array", .. }),
        ) => Open,
        (Reject, Err(ReadError::Structure { place, expected, .. }))
            if place.starts_with("authority, ") || !IS_SECTION.contains(&expected) =>
        {
            Open
        }
        (demand, _) => demand,
    }
}

fn resolved(base: &[u8], reference: &[u8], profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let passed_on = all([passed_on(base, profile), passed_on(reference, profile)]);
    if passed_on > AcceptOrReject {
        return passed_on;
    }
    let (Ok(from), Ok(to)) = (read(base), read(reference)) else { return Open };
    if [&from.cri, &to.cri].iter().any(|cri| cri.features(profile).iter().any(lacks)) {
        return Open;
    }
    // R171: a base is a full CRI, but no sentence says what to do where it is none.
    if !from.cri.is_full() {
        return Open;
    }
    if !disputed_resolutions(&from.cri, &to.cri, profile).is_empty() {
        return Open;
    }
    // Of a detail, and of a result that is no valid CRI, the literal result or a refusal (R8, R10, R47, R83).
    let result = resolve(&from.cri, &to.cri).comparable();
    let is_sound = violations(&result, Form::default(), profile).iter().all(|one| one.grade == Grade::Remark);
    match all([decoded(base, profile, lacks), decoded(reference, profile, lacks)]) {
        Accept if is_sound => passed_on,
        _ => AcceptOrReject,
    }
}

/// Two that differ and have the same URI may be told apart or not (R76).
fn same_uri(a: &[u8], b: &[u8], profile: Profile) -> Demand {
    let uri = |bytes: &[u8]| read(bytes).ok().and_then(|reading| to_uri(&reading.cri, profile).ok());
    match (uri(a), uri(b)) {
        (Some(one), Some(other)) if one == other && a != b => Open,
        _ => Accept,
    }
}

/// R38 and R77: what is unprocessable is equal to nothing but the same bytes, and a reference to no full CRI, and to no
/// other reference.
pub(super) fn never_equivalent(a: &[u8], b: &[u8], profile: Profile) -> bool {
    let (one, other) = (Subject::read(a, profile), Subject::read(b, profile));
    let is_other = match (&one.cri, &other.cri) {
        (Some(one), Some(other)) => {
            one.is_full() != other.is_full() || !one.is_full() && one.discard != other.discard
        }
        _ => false,
    };
    is_other || a != b && (one.is_invalid() || other.is_invalid())
}

/// Each item as a final recipient has it; an array that is none is rejected.
fn scanned(sequence: &[u8], profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    let Ok(items) = split_array(sequence) else {
        return if is_deep(sequence) { Open } else { Reject };
    };
    if sequence.first() == Some(&0x9f) {
        return Open;
    }
    // An item is unprocessable where it is not valid (R66), but for a CRI of indefinite length (R67).
    let of = |item: &&[u8]| match decoded(item, profile, lacks) {
        Accept => Accept,
        Reject if is_deep(item) => Open,
        Reject if matches!(item.first(), Some(0x80..=0x9f)) && has_indefinite_length(item) => Open,
        Reject => Accept,
        _ => Open,
    };
    all(items.iter().map(of))
}

/// May there be more than sixteen levels (R66)? So many bytes would be heads of arrays, maps or tags.
fn is_deep(bytes: &[u8]) -> bool {
    bytes.iter().filter(|byte| matches!(*byte >> 5, 4..=6)).count() > 16
}

fn has_indefinite_length(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0x5f | 0x7f | 0x9f | 0xbf))
}

fn from_uri(uri: &str, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    // Any of them may be what it needs.
    let valid = if profile.features().iter().any(lacks) { Open } else { Accept };
    let Some(reason) = may_be_rejected(uri, profile) else {
        return if is_read_twice(uri) { Open } else { valid };
    };
    match reason {
        // There is no CRI.
        Reason::PortTooLarge | Reason::ColonInUserinfo => Reject,
        // Whatever else may be wrong beside these must not be open as to what comes.
        Reason::EmptyPort | Reason::LeadingZeros if valid == Accept && !is_read_twice(uri) => {
            if may_be_rejected(&without_port(uri), profile).is_none() {
                AcceptOrReject
            } else {
                Open
            }
        }
        _ => Open,
    }
}

/// A segment of escaped dots (R53), and the ports of schemes that have a default one which few know (R26).
fn is_read_twice(uri: &str) -> bool {
    const SCHEMES: [&str; 9] = ["ftp", "gopher", "telnet", "rtsp", "ldap", "nntp", "imap", "pop", "sip"];
    let parts = Components::parse(uri);
    let is_dots = |segment: &str| segment.contains('%') && matches!(decode(segment).as_slice(), b"." | b"..");
    parts.path.split('/').any(is_dots)
        || parts.scheme.is_some_and(|scheme| SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()))
}

/// The URI without the port that is written oddly.
fn without_port(uri: &str) -> String {
    let Some((before, rest)) = uri.split_once("//") else { return uri.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    format!("{before}//{host}{rest}")
}

fn from_iri(iri: &str, profile: Profile, lacks: &dyn Fn(&Feature) -> bool) -> Demand {
    // Private use, and bidirectional formatting (R72): refused, or percent-encoded. So is what a lenient reading of
    // RFC 3987, section 3.1, lets stand in an IRI.
    let is_open = |character: char| is_excluded_or_private(character) || "<>\" {}|\\^`".contains(character);
    match IriRef::parse(iri) {
        _ if iri.chars().any(is_open) => Open,
        // A name may become Punycode.
        Ok(parsed) if parsed.authority().is_some_and(|authority| !authority.host().is_ascii()) => Open,
        Ok(parsed) => from_uri(parsed.to_uri_ref().as_str(), profile, lacks),
        // What is not an IRI may be converted to anything (R161).
        Err(_) => Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reference_holds_that_is_resolved_against_is_open() {
        let operation = |base: &str| Operation::Resolve {
            base: hex::decode(base).unwrap(),
            reference: vec![0x81, 0x20],
            relation: None,
        };
        // [0, [[0, []]]] and [-1, null, [[0, []]]]
        for base in ["820081820080", "8320f681820080"] {
            assert_eq!(demand(&operation(base), Profile::Href13, &|_| false), Open, "{base}");
        }
    }
}
