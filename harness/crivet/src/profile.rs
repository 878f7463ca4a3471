//! Profiles: one specification revision an implementation can follow.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::feature::Feature;

/// One revision of one specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Profile {
    /// draft-ietf-core-href-13, the revision the suite was founded on.
    Href13,
    /// draft-ietf-core-href-27, what implementers follow today.
    Href27,
    /// draft-ietf-core-href-03: a flat sequence of options.
    Href03,
    /// draft-ietf-core-href-02: as -03, its functions given in Python.
    Href02,
    /// RFC 7252 section 6: coap and coaps URIs, to and from CoAP options.
    Rfc7252,
    /// RFC 8323 section 8: coap+tcp, coaps+tcp, coap+ws and coaps+ws URIs, to and from CoAP options.
    Rfc8323,
    /// draft-weber-iri-guidelines-01: preparing and parsing IRIs, producing URIs.
    IriGuidelines01,
}

/// Profiles whose revisions speak of the same things in the same form, and whose vectors stand in one folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// CRIs as arrays of sections.
    Href,
    /// CRIs as flat sequences of options.
    Early,
    /// URIs of CoAP and CoAP options.
    Coap,
    /// IRIs.
    Iri,
}

impl Family {
    /// The name, which is that of the folder below `vectors/`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Href => "href",
            Family::Early => "early",
            Family::Coap => "coap",
            Family::Iri => "iri",
        }
    }
}

impl Profile {
    /// Every profile, in the order reports show them.
    pub const ALL: [Profile; 7] = [
        Profile::Href13,
        Profile::Href27,
        Profile::Href03,
        Profile::Href02,
        Profile::Rfc7252,
        Profile::Rfc8323,
        Profile::IriGuidelines01,
    ];

    /// The name that vectors, testees and the command line use.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Href13 => "href-13",
            Profile::Href27 => "href-27",
            Profile::Href03 => "href-03",
            Profile::Href02 => "href-02",
            Profile::Rfc7252 => "rfc7252",
            Profile::Rfc8323 => "rfc8323",
            Profile::IriGuidelines01 => "iri-guidelines-01",
        }
    }

    /// The document that the profile stands for.
    pub fn document(self) -> &'static str {
        match self {
            Profile::Href13 => "draft-ietf-core-href-13",
            Profile::Href27 => "draft-ietf-core-href-27",
            Profile::Href03 => "draft-ietf-core-href-03",
            Profile::Href02 => "draft-ietf-core-href-02",
            Profile::Rfc7252 => "RFC 7252",
            Profile::Rfc8323 => "RFC 8323",
            Profile::IriGuidelines01 => "draft-weber-iri-guidelines-01",
        }
    }

    /// The family that the profile is of.
    pub fn family(self) -> Family {
        match self {
            Profile::Href13 | Profile::Href27 => Family::Href,
            Profile::Href03 | Profile::Href02 => Family::Early,
            Profile::Rfc7252 | Profile::Rfc8323 => Family::Coap,
            Profile::IriGuidelines01 => Family::Iri,
        }
    }

    /// Are CRIs flat sequences of options in this revision?
    pub fn has_option_sequences(self) -> bool {
        self.family() == Family::Early
    }

    /// The optional features this revision names, by `.feature` in its CDDL.
    pub fn features(self) -> &'static [Feature] {
        match self {
            Profile::Href13 => &[Feature::NoAuthority, Feature::TextOrPet, Feature::Userinfo],
            Profile::Href27 => &Feature::ALL,
            Profile::Href03
            | Profile::Href02
            | Profile::Rfc7252
            | Profile::Rfc8323
            | Profile::IriGuidelines01 => &[],
        }
    }
}

/// A name that no profile has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown profile `{0}`; the profiles are {names}", names = names())]
pub struct UnknownProfile(pub String);

fn names() -> String {
    Profile::ALL.map(Profile::name).join(", ")
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == name)
            .ok_or_else(|| UnknownProfile(name.to_owned()))
    }
}

impl TryFrom<String> for Profile {
    type Error = UnknownProfile;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<Profile> for String {
    fn from(profile: Profile) -> String {
        profile.name().to_owned()
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
