//! Features: the optional parts of CRI that an implementation may leave out.
//!
//! The drafts mark them in their CDDL by `.feature`. What uses a feature that an implementation lacks is
//! *unprocessable* to it (href-13, anchor `unprocessable`): lacking one changes what is accepted, and is no
//! reason to skip.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An optional part of CRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Feature {
    /// A CRI without authority: `null` (rooted path) or `true` (rootless path) in its place.
    NoAuthority,
    /// A scheme given by name rather than by number (a feature from -27 on).
    SchemeName,
    /// Percent-encoded text as a sequence of texts and byte strings; -13 calls it `extended-cri`.
    TextOrPet,
    /// User information in the authority.
    Userinfo,
    /// A zone identifier on an IP address (a feature from -27 on).
    ZoneId,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 5] =
        [Feature::NoAuthority, Feature::SchemeName, Feature::TextOrPet, Feature::Userinfo, Feature::ZoneId];

    /// The name that vectors and testees use.
    pub fn name(self) -> &'static str {
        match self {
            Feature::NoAuthority => "no-authority",
            Feature::SchemeName => "scheme-name",
            Feature::TextOrPet => "text-or-pet",
            Feature::Userinfo => "userinfo",
            Feature::ZoneId => "zone-id",
        }
    }
}

/// A name that no feature has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown feature `{0}`; the features are {names}", names = Feature::ALL.map(Feature::name).join(", "))]
pub struct UnknownFeature(pub String);

impl FromStr for Feature {
    type Err = UnknownFeature;

    /// `extended-cri`, the name -13 has for it, is read as `text-or-pet`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "extended-cri" {
            return Ok(Feature::TextOrPet);
        }
        Feature::ALL
            .into_iter()
            .find(|feature| feature.name() == name)
            .ok_or_else(|| UnknownFeature(name.to_owned()))
    }
}

impl TryFrom<String> for Feature {
    type Error = UnknownFeature;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<Feature> for String {
    fn from(feature: Feature) -> String {
        feature.name().to_owned()
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
