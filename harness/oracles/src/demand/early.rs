//! Option sequences of href-03 and href-02, and URIs for them: the order and the types by the judge's own reading
//! ([`read`]), ranges and constraints by R140 to R155.

use unicode_normalization::is_nfc;

use super::Demand::{self, Accept, AcceptOrReject, Open, Reject};
use super::all;
use super::convertible::is_excluded_or_private;
use crivet::cri::CborErrorKind;
use crivet::cri::default_port;
use crivet::cri::early::{Opt, Sequence, SequenceError, read};
use crivet::operation::{Destination, Operation};
use crivet::profile::Profile;

mod uri;

use self::uri::{from_iri, from_uri};

pub(super) fn demand(operation: &Operation, profile: Profile) -> Demand {
    let found = |bytes: &[u8]| SequenceSubject::read(bytes, profile);
    match operation {
        Operation::Decode { cri } => found(cri).decoded(),
        Operation::CriToUri { cri } => found(cri).converted(),
        Operation::CriToIri { cri } => found(cri).as_iri(),
        Operation::IriToCri { iri } => from_iri(iri, profile),
        Operation::UriToCri { uri } => from_uri(uri, profile),
        Operation::Resolve { base, reference, relation } => {
            resolved(&found(base), &found(reference), *relation)
        }
        Operation::Relativize { base, target } => relativized(&found(base), &found(target)),
        Operation::Equivalent { a, b, .. } => match all([found(a).plain(), found(b).plain()]) {
            Accept => Accept,
            // R153: refused, or false where the bytes differ.
            _ => Open,
        },
        Operation::CriToCoap { cri, destination, to_proxy } => {
            found(cri).coap(destination, to_proxy == &Some(true))
        }
        // R147.
        Operation::WellFormed { cri } => match found(cri).worth {
            Worth::Sequence { in_range: true, shortest: true, .. } => Accept,
            // False, or refused.
            _ if never_well_formed(cri, profile) => AcceptOrReject,
            _ => Open,
        },
        Operation::Absolute { cri } | Operation::Relative { cri } => match found(cri).worth {
            Worth::Sequence { in_range: true, shortest: true, .. } => Accept,
            _ if never_well_formed(cri, profile) => AcceptOrReject,
            _ => Open,
        },
        _ => Open,
    }
}

/// What bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    /// No sequence of options in order: rejected everywhere (R146).
    None,
    /// A length that no address has, or text that is not UTF-8: decoding rejects it.
    Undecodable,
    /// Options in order.
    Sequence {
        /// Each value is within its range, and no segment is `.` or `..`.
        in_range: bool,
        /// Every head is as short as can be (R145).
        shortest: bool,
        /// Nothing is there that only a normalized sequence has not (R141, R155).
        normal: bool,
    },
}

struct SequenceSubject {
    sequence: Sequence,
    worth: Worth,
    profile: Profile,
}

impl SequenceSubject {
    fn read(bytes: &[u8], profile: Profile) -> Self {
        let (sequence, worth) = match read(bytes, profile) {
            Ok((sequence, odd)) => {
                let worth = Worth::Sequence {
                    in_range: in_range(&sequence) && !has_dots(&sequence),
                    shortest: !odd,
                    normal: is_normal(&sequence, profile),
                };
                (sequence, worth)
            }
            Err(error) => (Sequence::default(), unreadable(&error)),
        };
        SequenceSubject { sequence, worth, profile }
    }

    /// Valid beyond dispute, an absolute sequence; and what has to be rejected otherwise.
    fn plain(&self) -> Demand {
        match self.worth {
            Worth::None => Reject,
            Worth::Sequence { in_range: true, shortest: true, normal: true }
                if self.is_absolute() && !self.is_lone() =>
            {
                Accept
            }
            _ => Open,
        }
    }

    fn is_absolute(&self) -> bool {
        self.sequence.is_absolute()
    }

    /// Is the path one empty segment?
    fn is_lone(&self) -> bool {
        self.sequence.clone().without_lone_segment() != self.sequence
    }

    fn is_03(&self) -> bool {
        self.profile == Profile::Href03
    }

    /// R140, R141, R142, R145, R146 and R155.
    fn decoded(&self) -> Demand {
        let Worth::Sequence { in_range, shortest, normal } = self.worth else { return Reject };
        if !in_range {
            let dots_alone = self::in_range(&self.sequence);
            // Of references of -03 it is open whether the constraints hold for them.
            return if dots_alone && self.is_03() && !self.is_absolute() { AcceptOrReject } else { Reject };
        }
        if self.is_03() && self.is_lone() {
            let is_open = !matches!(self.sequence.options.first(), Some(Opt::Path(_) | Opt::PathType(1..)));
            if self.is_absolute() {
                return Open;
            }
            if is_open {
                return AcceptOrReject;
            }
        }
        if normal && shortest { Accept } else { AcceptOrReject }
    }

    fn converted(&self) -> Demand {
        let Worth::Sequence { in_range, shortest, normal } = self.worth else {
            return if self.worth == Worth::None { Reject } else { Open };
        };
        let options = &self.sequence.options;
        // There is no URI reference with a relative path in -03 (6.1), and none at all in -02 (4.2).
        let is_relative = match options.first() {
            Some(Opt::Scheme(_)) => false,
            None | Some(Opt::Path(_) | Opt::Port(_) | Opt::PathType(1..)) => true,
            _ => !self.is_03(),
        };
        if is_relative {
            return Reject;
        }
        if !in_range {
            // R146: segments of dots may be written as they are.
            return if self::in_range(&self.sequence) { Open } else { Reject };
        }
        if matches!(options.first(), Some(Opt::PathType(_))) {
            return Open;
        }
        let has_host = options.iter().any(|option| matches!(option, Opt::HostName(_) | Opt::HostIp(_)));
        let starts_with_slashes = || {
            let path: Vec<&str> = segments(&self.sequence);
            matches!(path.as_slice(), ["", "", _, ..])
        };
        if !has_host && starts_with_slashes() {
            return Reject;
        }
        if self.is_03() && self.is_lone() && !has_host {
            return Open;
        }
        if normal && shortest && !(self.is_03() && self.is_lone()) { Accept } else { AcceptOrReject }
    }

    /// Punycode and private characters may be written in more than one way.
    fn as_iri(&self) -> Demand {
        let is_open = self.sequence.options.iter().any(|option| match option {
            Opt::HostName(name) => name.contains("xn--"),
            Opt::Query(text) => text.chars().any(is_excluded_or_private),
            _ => false,
        });
        match self.converted() {
            Accept | AcceptOrReject if is_open => Open,
            other => other,
        }
    }

    /// R148, R149 and R150.
    fn coap(&self, destination: &Destination, to_proxy: bool) -> Demand {
        let Worth::Sequence { in_range: true, shortest: true, normal: true } = self.worth else {
            return if self.worth == Worth::None { Reject } else { Open };
        };
        if !self.is_absolute() {
            return Reject;
        }
        let has_default = |option: &Opt| match option {
            Opt::Port(port) => {
                *port == u64::from(destination.port) || to_proxy && matches!(port, 5683 | 5684)
            }
            Opt::HostIp(_) => true,
            Opt::Scheme(scheme) => scheme != "coap" && scheme != "coaps",
            Opt::Fragment(_) => true,
            Opt::HostName(text) => {
                text.is_empty() || text.len() > 255 || text.chars().any(char::is_uppercase)
            }
            Opt::Path(text) | Opt::Query(text) => text.len() > 255,
            Opt::PathType(_) => false,
        };
        let is_open = |option: &Opt| match option {
            // The text of an IPv6 address can be another one.
            Opt::HostIp(address) => address.len() == 16 || is_address(address, &destination.address),
            other => has_default(other),
        };
        if self.is_lone() || self.sequence.options.iter().any(is_open) { Open } else { Accept }
    }
}

/// R153, and R77 of references.
pub(super) fn never_equivalent(a: &[u8], b: &[u8], profile: Profile) -> bool {
    let (one, other) = (SequenceSubject::read(a, profile), SequenceSubject::read(b, profile));
    let is_none = |found: &SequenceSubject| found.worth == Worth::None;
    if is_none(&one) || is_none(&other) {
        return a != b;
    }
    let is_sequence = |found: &SequenceSubject| matches!(found.worth, Worth::Sequence { .. });
    is_sequence(&one) && is_sequence(&other) && one.is_absolute() != other.is_absolute()
}

/// R147: no sequence, a number that no option has, or an order that is not well-formed. Of a value of the wrong type it
/// is open.
pub(super) fn never_well_formed(bytes: &[u8], profile: Profile) -> bool {
    match read(bytes, profile) {
        Ok(_) => false,
        Err(SequenceError::Option { expected, .. }) => {
            matches!(expected, "an option number" | "the number of an option")
        }
        Err(_) => true,
    }
}

/// May the address be that of the destination (R148), whatever zone it has?
fn is_address(bytes: &[u8], destination: &str) -> bool {
    use std::net::IpAddr;
    let address = destination.split('%').next().unwrap_or_default().parse::<IpAddr>();
    let found = <[u8; 4]>::try_from(bytes)
        .map(IpAddr::from)
        .or_else(|_| <[u8; 16]>::try_from(bytes).map(IpAddr::from));
    match (address, found) {
        (Ok(address), Ok(found)) => address.to_canonical() == found.to_canonical(),
        _ => true,
    }
}

fn unreadable(error: &SequenceError) -> Worth {
    match error {
        SequenceError::Cbor(error) if error.kind == CborErrorKind::NotUtf8 => Worth::Undecodable,
        SequenceError::Option { expected: "4 or 16 bytes", found: "a byte string", .. } => Worth::Undecodable,
        _ => Worth::None,
    }
}

fn in_range(sequence: &Sequence) -> bool {
    sequence.options.iter().all(Opt::is_in_range)
}

fn segments(sequence: &Sequence) -> Vec<&str> {
    let mut segments = Vec::new();
    for option in &sequence.options {
        if let Opt::Path(segment) = option {
            segments.push(segment.as_str());
        }
    }
    segments
}

fn has_dots(sequence: &Sequence) -> bool {
    sequence.options.iter().any(Opt::is_dot_segment)
}

/// R141: in -03, upper case in a name, text that is not in NFC, and a default port; R155: a name that is empty, or spells
/// an address.
fn is_normal(sequence: &Sequence, profile: Profile) -> bool {
    let default = match sequence.options.first() {
        Some(Opt::Scheme(name)) => default_port(name),
        _ => None,
    };
    sequence.options.iter().all(|option| {
        let is_named = match option {
            Opt::HostName(name) => !name.is_empty() && name.parse::<std::net::Ipv4Addr>().is_err(),
            _ => true,
        };
        let is_normal = match option {
            Opt::HostName(name) => is_nfc(name) && name.to_lowercase() == *name,
            Opt::Port(port) => Some(*port) != default,
            Opt::Path(text) | Opt::Query(text) | Opt::Fragment(text) => is_nfc(text),
            _ => true,
        };
        is_named && (is_normal || profile == Profile::Href02)
    })
}

/// R40, R146 and R154.
fn resolved(base: &SequenceSubject, reference: &SequenceSubject, relation: Option<i64>) -> Demand {
    if base.worth == Worth::None || reference.worth == Worth::None {
        return Reject;
    }
    let is_sound = |found: &SequenceSubject| {
        matches!(found.worth, Worth::Sequence { in_range: true, shortest: true, .. })
    };
    if !is_sound(base) || !is_sound(reference) {
        return Open;
    }
    if !base.is_absolute() {
        // R171: the code of -02 returns nothing, and -03 says nothing.
        return if base.is_03() { Open } else { Reject };
    }
    let wants_relation = base.profile == Profile::Href02
        && matches!(reference.sequence.options.first(), Some(Opt::PathType(1)));
    let is_lone = |found: &SequenceSubject| found.is_03() && found.is_absolute() && found.is_lone();
    if is_lone(base) || is_lone(reference) || wants_relation && relation.is_some_and(|relation| relation < 0)
    {
        return Open;
    }
    Accept
}

/// What there is no sequence to is rejected: neither base nor target may be relative.
fn relativized(base: &SequenceSubject, target: &SequenceSubject) -> Demand {
    if base.worth == Worth::None || target.worth == Worth::None {
        return Reject;
    }
    match all([base.plain(), target.plain()]) {
        Accept => Accept,
        // R171: from anywhere the target leads to itself.
        _ if base.is_03() && !base.is_absolute() && target.is_absolute() => Open,
        _ if [base, target]
            .iter()
            .all(|found| matches!(found.worth, Worth::Sequence { in_range: true, shortest: true, .. }))
            && !(base.is_absolute() && target.is_absolute()) =>
        {
            Reject
        }
        _ => Open,
    }
}
