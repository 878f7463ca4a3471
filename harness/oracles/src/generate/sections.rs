//! What is generated: a CRI or CRI reference by its sections, made of the parts of the model ([`Cri`]).
//!
//! The type holds whatever matches the CDDL of href-13 or href-27 (anchor `cddl`, with the text-or-pet rules of
//! anchor `pet`), and a few things that do not: generators err on purpose. It is written as it stands: an unset section
//! is `None`, which is not the same as an empty one.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use crivet::cri::{Authority, Cri, Discard, Given, Host, Scheme, Text, read, write_as_it_stands};
use crivet::profile::Profile;

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
            Some(Authority::Given(Given { userinfo, host: Host::Name(labels), .. })) => {
                (userinfo.as_ref(), labels.as_slice())
            }
            Some(Authority::Given(Given { userinfo, .. })) => (userinfo.as_ref(), [].as_slice()),
            _ => (None, [].as_slice()),
        };
        let authority = userinfo.into_iter().chain(labels);
        authority.chain(self.segments()).chain(self.query.iter().flatten()).chain(&self.fragment)
    }
}

impl Sections {
    /// The CRI or CRI reference as href-13 encodes it.
    pub fn to_cbor(&self) -> Vec<u8> {
        self.to_cbor_in(Profile::Href13)
    }

    /// The CRI or CRI reference as a revision encodes it: heads as short as they can be, defaults at the end left off.
    pub fn to_cbor_in(&self, profile: Profile) -> Vec<u8> {
        write_as_it_stands(&self.to_cri(), profile)
    }

    /// Reads what [`Sections::to_cbor`] writes; `None` for what is no CRI, and for numbers that are out of all range.
    pub fn from_cbor(cbor: &[u8]) -> Option<Sections> {
        let cri = read(cbor).ok()?.cri;
        let port = match &cri.authority {
            Authority::Given(given) => given.port,
            Authority::Null | Authority::True => None,
        };
        let is_in_range = !matches!(cri.scheme, Some(Scheme::Number(0x1_0000..)))
            && !matches!(port, Some(0x1_0000..))
            && !matches!(cri.discard, Discard::Count(0x100..));
        is_in_range.then(|| cri.into())
    }

    fn to_cri(&self) -> Cri {
        let (scheme, authority, discard) = match &self.start {
            Start::Full(scheme, authority) => (Some(scheme.clone()), authority.clone(), Discard::All),
            Start::Authority(authority) => (None, authority.clone(), Discard::All),
            Start::Discard(discard) => (None, Authority::Null, *discard),
        };
        let Sections { path, query, fragment, .. } = self.clone();
        Cri { scheme, authority, discard, path, query, fragment }
    }
}

impl From<Cri> for Sections {
    fn from(Cri { scheme, authority, discard, path, query, fragment }: Cri) -> Self {
        let start = match (scheme, authority) {
            (Some(scheme), authority) => Start::Full(scheme, authority),
            (None, Authority::Null) => Start::Discard(discard),
            (None, authority) => Start::Authority(authority),
        };
        Sections { start, path, query, fragment }
    }
}

impl Serialize for Sections {
    /// The encoded CRI or CRI reference: in hexadecimal digits, or as bytes where people do not read it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::bytes::serialize(&self.to_cbor(), serializer)
    }
}

impl<'de> Deserialize<'de> for Sections {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cbor = crate::bytes::deserialize(deserializer)?;
        Sections::from_cbor(&cbor)
            .ok_or_else(|| D::Error::custom("expected a CRI as the generators write them"))
    }
}
