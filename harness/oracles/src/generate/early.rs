//! Sequences of options (href-03, href-02): bases and references that are well-formed in the draft.
//!
//! One description serves both drafts; which numbers the options have, and which path types, is a matter of encoding.

use arbitrary::{Result, Unstructured};
use serde::{Deserialize, Serialize};

use super::choice::{Weighted, chance, pick};
use super::item::Item;
use super::number::number;
use super::simpler::{Simpler, with};
use super::text::{Component, text};
use crivet::cri::early::{Opt, read};
use crivet::profile::Profile;

mod malformed;

pub use malformed::{malformed, simpler_sequence};

/// A sequence of options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionSequence {
    /// The scheme.
    pub scheme: Option<String>,
    /// The host's name.
    pub host: Option<String>,
    /// The host's address, in place of a name.
    pub address: Option<Vec<u8>>,
    /// The port.
    pub port: Option<u16>,
    /// A path.type that is given.
    pub kind: Option<Kind>,
    /// The segments of the path.
    pub path: Vec<String>,
    /// The parameters of the query.
    pub query: Vec<String>,
    /// The fragment.
    pub fragment: Option<String>,
}

/// What a path.type says of the base's path. Values that append a relation (-02) are not among these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// All of it goes.
    Root,
    /// So many segments go; up to 125, which is the most that -02 can say.
    Up(u8),
}

impl Kind {
    /// The value in the draft.
    fn value(self, profile: Profile) -> u8 {
        match self {
            Kind::Root => 0,
            Kind::Up(count) if profile == Profile::Href02 => count.saturating_add(2),
            Kind::Up(count) => count.saturating_add(1),
        }
    }
}

impl OptionSequence {
    /// How a base's path goes on: what is given, or what a path alone implies; none where the path is not touched.
    pub fn effective_kind(&self) -> Option<Kind> {
        self.kind.or((!self.path.is_empty()).then_some(Kind::Up(1)))
    }

    /// Does it have a host?
    pub fn has_host(&self) -> bool {
        self.host.is_some() || self.address.is_some()
    }

    /// What [`OptionSequence::to_cbor`] writes; none for anything else.
    pub fn from_cbor(bytes: &[u8], profile: Profile) -> Option<Self> {
        if !profile.has_option_sequences() {
            return None;
        }
        let mut sequence = OptionSequence::default();
        for option in read(bytes, profile).ok()?.0.options {
            match option {
                Opt::Scheme(scheme) => sequence.scheme = Some(scheme),
                Opt::HostName(name) => sequence.host = Some(name),
                Opt::HostIp(address) => sequence.address = Some(address),
                Opt::Port(port) => sequence.port = Some(u16::try_from(port).ok()?),
                Opt::PathType(0) => sequence.kind = Some(Kind::Root),
                Opt::PathType(kind) => {
                    let least = if profile == Profile::Href02 { 2 } else { 1 };
                    sequence.kind = Some(Kind::Up(u8::try_from(kind.checked_sub(least)?).ok()?));
                }
                Opt::Path(segment) => sequence.path.push(segment),
                Opt::Query(parameter) => sequence.query.push(parameter),
                Opt::Fragment(fragment) => sequence.fragment = Some(fragment),
            }
        }
        (sequence.to_cbor(profile) == bytes).then_some(sequence)
    }

    /// The encoding in the draft.
    pub fn to_cbor(&self, profile: Profile) -> Vec<u8> {
        let mut count = 0;
        let mut body = Vec::new();
        let first = u8::from(profile == Profile::Href02);
        let mut option = |number: u8, major: u8, argument: usize, value: &[u8]| {
            count += 2;
            head(&mut body, 0, usize::from(first + number));
            head(&mut body, major, argument);
            body.extend_from_slice(value);
        };
        let texts = [(0, &self.scheme), (1, &self.host)];
        for (number, text) in texts.into_iter().filter_map(|(number, text)| Some((number, text.as_ref()?))) {
            option(number, 3, text.len(), text.as_bytes());
        }
        if let Some(address) = &self.address {
            option(2, 2, address.len(), address);
        }
        if let Some(port) = self.port {
            option(3, 0, usize::from(port), &[]);
        }
        if let Some(kind) = self.kind {
            option(4, 0, usize::from(kind.value(profile)), &[]);
        }
        let path = self.path.iter().map(|text| (5, text));
        let query = self.query.iter().map(|text| (6, text));
        for (number, text) in path.chain(query).chain(self.fragment.iter().map(|text| (7, text))) {
            option(number, 3, text.len(), text.as_bytes());
        }
        let mut bytes = Vec::new();
        head(&mut bytes, 4, count);
        bytes.extend(body);
        bytes
    }
}

/// The shortest head of an item.
fn head(bytes: &mut Vec<u8>, major: u8, argument: usize) {
    bytes.extend(Item::head(major, argument as u64));
}

const SCHEMES: &[Weighted<&str>] = &[(12, "coap"), (6, "a"), (4, "http"), (2, "coap+tcp")];
const HOSTS: &[Weighted<&str>] = &[
    (12, "h"),
    (6, "example.com"),
    (2, "é.example"),
    (2, "a b"),
    (2, "[x]"),
    (1, ""),
    (1, "h:1"),
    (1, "."),
    (1, "a..b"),
    (1, "h."),
];
const PORTS: &[Weighted<u16>] = &[(6, 61616), (1, 0), (1, 1), (1, 65535)];
const LENGTHS: &[Weighted<usize>] = &[(3, 2), (2, 0), (3, 1), (2, 3), (1, 5)];
const UPS: &[Weighted<u8>] = &[(4, 1), (4, 2), (2, 0), (2, 3), (1, 4), (1, 125)];

/// An absolute sequence, its path no single empty segment.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn absolute(u: &mut Unstructured<'_>, profile: Profile) -> Result<OptionSequence> {
    let mut options =
        OptionSequence { scheme: Some((*pick(u, SCHEMES)?).to_owned()), ..OptionSequence::default() };
    if profile == Profile::Href02 || !chance(u, 48)? {
        host(u, profile, &mut options)?;
    }
    local(u, &mut options)?;
    if options.path == [""] {
        options.path.clear();
    }
    Ok(options)
}

/// A sequence of any start.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn any(u: &mut Unstructured<'_>, profile: Profile) -> Result<OptionSequence> {
    let mut options = OptionSequence::default();
    match pick(u, &[(16, 0), (16, 1), (6, 2), (6, 3), (3, 4), (3, 5), (3, 6)])? {
        0 => {
            local(u, &mut options)?;
            options.kind = Some(Kind::Up(*pick(u, UPS)?));
        }
        1 => local(u, &mut options)?,
        2 => {
            local(u, &mut options)?;
            options.kind = Some(Kind::Root);
        }
        3 => {
            host(u, profile, &mut options)?;
            local(u, &mut options)?;
        }
        4 => options = absolute(u, profile)?,
        5 => options.fragment = Some(text(u, Component::Fragment)?),
        _ => {}
    }
    Ok(options)
}

fn host(u: &mut Unstructured<'_>, profile: Profile, options: &mut OptionSequence) -> Result<()> {
    match pick(u, &[(12, 0), (2, 4), (2, 16)])? {
        0 => options.host = Some((*pick(u, HOSTS)?).to_owned()),
        length => options.address = Some(u.arbitrary::<[u8; 16]>()?[..*length].to_vec()),
    }
    if profile == Profile::Href02 || chance(u, 96)? {
        options.port = Some(number(u, PORTS)?);
    }
    Ok(())
}

fn local(u: &mut Unstructured<'_>, options: &mut OptionSequence) -> Result<()> {
    for _ in 0..*pick(u, LENGTHS)? {
        options.path.push(text(u, Component::Segment)?);
    }
    for _ in 0..*pick(u, &[(6, 0), (3, 1), (1, 2)])? {
        options.query.push(text(u, Component::Parameter)?);
    }
    if chance(u, 64)? {
        options.fragment = Some(text(u, Component::Fragment)?);
    }
    Ok(())
}

impl Simpler for Kind {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Kind::Root => Vec::new(),
            Kind::Up(count) => count.simpler().into_iter().map(Kind::Up).collect(),
        }
    }
}

impl Simpler for OptionSequence {
    /// Without a part, or with a simpler one; scheme, host and port stay, as others may need them.
    fn simpler(&self) -> Vec<Self> {
        with(&self.path, |path| OptionSequence { path, ..self.clone() })
            .chain(with(&self.query, |query| OptionSequence { query, ..self.clone() }))
            .chain(with(&self.fragment, |fragment| OptionSequence { fragment, ..self.clone() }))
            .chain(with(&self.kind, |kind| OptionSequence { kind, ..self.clone() }))
            .filter(|simpler| !(simpler.scheme.is_some() && simpler.path == [""]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seeded;

    #[test]
    fn what_is_generated_is_well_formed() {
        for profile in [Profile::Href03, Profile::Href02] {
            for seed in 0..2000 {
                let bytes = seeded(seed, 256);
                let mut u = Unstructured::new(&bytes);
                let (base, reference) = (absolute(&mut u, profile).unwrap(), any(&mut u, profile).unwrap());
                let cbor = base.to_cbor(profile);
                let (sequence, odd) = read(&cbor, profile).unwrap();
                assert!(sequence.is_absolute() && !odd, "{base:?}");
                let found = read(&reference.to_cbor(profile), profile);
                assert!(found.is_ok(), "{reference:?} under {profile}: {found:?}");
                assert!(reference.simpler().iter().all(|one| *one != reference));
            }
        }
    }
}
