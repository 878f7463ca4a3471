//! Profiles: one specification revision an implementation can follow.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::feature::Feature;

mod href_02;
mod href_03;
mod href_13;
mod href_27;
mod iri_guidelines_01;
mod revision;
mod rfc7252;
mod rfc8323;

pub use revision::{Revision, Rules};

/// Declares [`Family`] and [`Profile`]: each profile in its family, with the file that has its data.
macro_rules! profiles {
    ($(
        $(#[$family_meta:meta])*
        $family:ident = $name:literal {
            $( $(#[$meta:meta])* $profile:ident = $module:ident, )*
        }
    )*) => {
        /// Profiles whose revisions speak of the same things in the same form, and whose vectors stand in one folder.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Family {
            $( $(#[$family_meta])* $family, )*
        }

        impl Family {
            /// The name, which is that of the folder below `vectors/`.
            pub const fn name(self) -> &'static str {
                match self { $( Family::$family => $name, )* }
            }

            /// Its profiles, in the order reports show them.
            pub const fn profiles(self) -> &'static [Profile] {
                match self { $( Family::$family => &[$( Profile::$profile ),*], )* }
            }
        }

        /// One revision of one specification.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub enum Profile {
            $( $( $(#[$meta])* $profile, )* )*
        }

        const COUNT: usize = [$( $( stringify!($profile) ),* ),*].len();

        impl Profile {
            /// Every profile, in the order reports show them.
            pub const ALL: [Profile; COUNT] = [$( $( Profile::$profile ),* ),*];

            /// What is known of the revision.
            pub const fn revision(self) -> &'static Revision {
                match self { $( $( Profile::$profile => &$module::REVISION, )* )* }
            }

            /// The family that the profile is of.
            pub const fn family(self) -> Family {
                match self { $( $( Profile::$profile => Family::$family, )* )* }
            }
        }
    };
}

profiles! {
    /// CRIs as arrays of sections.
    Href = "href" {
        /// draft-ietf-core-href-13, the revision the suite was founded on.
        Href13 = href_13,
        /// draft-ietf-core-href-27, what implementers follow today.
        Href27 = href_27,
    }
    /// CRIs as flat sequences of options.
    Early = "early" {
        /// draft-ietf-core-href-03: a flat sequence of options.
        Href03 = href_03,
        /// draft-ietf-core-href-02: as -03, its functions given in Python.
        Href02 = href_02,
    }
    /// URIs of CoAP and CoAP options.
    Coap = "coap" {
        /// RFC 7252 section 6: coap and coaps URIs, to and from CoAP options.
        Rfc7252 = rfc7252,
        /// RFC 8323 section 8: coap+tcp, coaps+tcp, coap+ws and coaps+ws URIs, to and from CoAP options.
        Rfc8323 = rfc8323,
    }
    /// IRIs.
    Iri = "iri" {
        /// draft-weber-iri-guidelines-01: preparing and parsing IRIs, producing URIs.
        IriGuidelines01 = iri_guidelines_01,
    }
}

impl Profile {
    /// The name that vectors, testees and the command line use.
    pub const fn name(self) -> &'static str {
        self.revision().name
    }

    /// The document that the profile stands for.
    pub const fn document(self) -> &'static str {
        self.revision().document
    }

    /// Are CRIs flat sequences of options in this revision?
    pub fn has_option_sequences(self) -> bool {
        self.family() == Family::Early
    }

    /// The optional features this revision names, by `.feature` in its CDDL.
    pub const fn features(self) -> &'static [Feature] {
        self.revision().features
    }

    /// Where this revision parts from others of its family.
    pub const fn rules(self) -> &'static Rules {
        &self.revision().rules
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
