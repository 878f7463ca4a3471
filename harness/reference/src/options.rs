//! Options: which revision of the draft to follow, and which features to have.

use std::fmt;

/// The revision of draft-ietf-core-href to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Revision {
    /// draft-ietf-core-href-13.
    #[default]
    Href13,
}

/// An optional part of CRI, as the grammar marks it by `.feature`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Null or true in place of an authority.
    NoAuthority,
    /// Percent-encoded text; the grammar calls the feature `extended-cri`.
    TextOrPet,
    /// User information in the authority.
    Userinfo,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::NoAuthority => "no-authority",
            Feature::TextOrPet => "text-or-pet",
            Feature::Userinfo => "userinfo",
        })
    }
}

/// The features an implementation has. What uses one that is missing is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// Null or true in place of an authority.
    pub no_authority: bool,
    /// Percent-encoded text as a sequence of texts and byte strings.
    pub text_or_pet: bool,
    /// User information in the authority.
    pub userinfo: bool,
}

impl Features {
    /// Every feature.
    pub const ALL: Features = Features { no_authority: true, text_or_pet: true, userinfo: true };
    /// No feature: the basic CRI with an authority.
    pub const NONE: Features = Features { no_authority: false, text_or_pet: false, userinfo: false };

    /// Is the feature there?
    pub fn has(self, feature: Feature) -> bool {
        match feature {
            Feature::NoAuthority => self.no_authority,
            Feature::TextOrPet => self.text_or_pet,
            Feature::Userinfo => self.userinfo,
        }
    }
}

impl Default for Features {
    fn default() -> Self {
        Features::ALL
    }
}

/// What every operation that can differ is told. The default is -13 with all its features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The revision to follow.
    pub revision: Revision,
    /// The features to have.
    pub features: Features,
}
