//! What is generated: a CRI or CRI reference by its sections.
//!
//! The type holds whatever matches the CDDL of href-13 or href-27 (anchor `cddl`, with the text-or-pet rules of
//! anchor `pet`), and a few things that do not: generators err on purpose. An unset section is `None`, which is
//! not the same as an empty one.

use crivet::feature::Feature;

/// A CRI or CRI reference by its sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sections {
    /// What it starts with, which also says whether it is a full CRI.
    pub start: Start,
    /// The path, where it is set.
    pub path: Option<Vec<Text>>,
    /// The query, where it is set; an empty one unsets the base's.
    pub query: Option<Vec<Text>>,
    /// The fragment, where it is set.
    pub fragment: Option<Text>,
}

/// What a CRI or CRI reference starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A full CRI: a scheme, and an authority or what stands in its place.
    Full(Scheme, Authority),
    /// A network-path reference: no scheme, and an authority or `true`.
    Authority(Authority),
    /// A reference that works on the base's path.
    Discard(Discard),
}

/// A scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// By name.
    Name(String),
    /// By number: `Number(0)` is the scheme number -1, as CBOR counts negative integers.
    Number(u16),
}

/// An authority, or what stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// There is one.
    Present {
        /// The user information.
        userinfo: Option<Text>,
        /// The host.
        host: Host,
        /// The port.
        port: Option<u16>,
    },
    /// `null`: none, and the path starts at the root.
    Rooted,
    /// `true`: none, and the path does not start at the root.
    Rootless,
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// An IPv4 address, with its zone, which it can have from href-27 on.
    Ipv4([u8; 4], Option<String>),
    /// An IPv6 address, with its zone.
    Ipv6([u8; 16], Option<String>),
    /// A registered name, label by label.
    Name(Vec<Text>),
}

/// How many segments of the base's path a reference takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discard {
    /// `true`: all of them.
    All,
    /// That many from the end; above 127 it is not well-formed.
    Some(u8),
}

/// Text, or text with percent-encoded parts (`text-or-pet`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A text string.
    Plain(String),
    /// A sequence of texts and percent-encoded bytes.
    Pet(Vec<Part>),
}

/// One part of a text-or-pet sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that stands for itself.
    Text(String),
    /// Bytes that stay percent-encoded.
    Bytes(Vec<u8>),
}

impl Text {
    /// The texts in it, without the percent-encoded bytes.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let (plain, parts) = match self {
            Text::Plain(text) => (Some(text.as_str()), [].as_slice()),
            Text::Pet(parts) => (None, parts.as_slice()),
        };
        plain.into_iter().chain(parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Bytes(_) => None,
        }))
    }

    /// Is it the empty text?
    pub fn is_empty(&self) -> bool {
        matches!(self, Text::Plain(text) if text.is_empty())
    }
}

impl Sections {
    /// Does it start with a scheme?
    pub fn is_full(&self) -> bool {
        matches!(self.start, Start::Full(..))
    }

    /// The authority, or what stands in its place, unless the reference keeps the base's.
    pub fn authority(&self) -> Option<&Authority> {
        match &self.start {
            Start::Full(_, authority) | Start::Authority(authority) => Some(authority),
            Start::Discard(_) => None,
        }
    }

    /// The path's segments; none where the path is unset.
    pub fn segments(&self) -> &[Text] {
        self.path.as_deref().unwrap_or_default()
    }

    /// Every text-or-pet in it, whatever the component.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        let (userinfo, labels) = match self.authority() {
            Some(Authority::Present { userinfo, host: Host::Name(labels), .. }) => {
                (userinfo.as_ref(), labels.as_slice())
            }
            Some(Authority::Present { userinfo, .. }) => (userinfo.as_ref(), [].as_slice()),
            _ => (None, [].as_slice()),
        };
        let authority = userinfo.into_iter().chain(labels);
        authority.chain(self.segments()).chain(self.query.iter().flatten()).chain(&self.fragment)
    }

    /// The features of href-13 that it uses.
    pub fn features(&self) -> impl Iterator<Item = Feature> {
        let of_authority = match self.authority() {
            Some(Authority::Rooted | Authority::Rootless) => Some(Feature::NoAuthority),
            Some(Authority::Present { userinfo: Some(_), .. }) => Some(Feature::Userinfo),
            _ => None,
        };
        let is_sequence = self.texts().any(|text| matches!(text, Text::Pet(_)));
        of_authority.into_iter().chain(is_sequence.then_some(Feature::TextOrPet))
    }
}
