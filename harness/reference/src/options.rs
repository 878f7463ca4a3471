//! Options: which revision of the draft to follow, and which features to have.
//!
//! The revisions differ in few places, and each difference is decided in one of them:
//!
//! | difference | where |
//! |------------|-------|
//! | null or `[]` for an absent path or query of a full CRI, on input | [`decode`](mod@crate::decode): `FullGrammar` |
//! | the same on output, and which defaults at the end are left off | [`encode`](mod@crate::encode): `absent_query`, `is_default` |
//! | which scheme numbers there are | [`scheme::registry`](crate::scheme::registry): `rows` |
//! | which features the revision knows | [`Revision::knows`] |
//! | a zone identifier behind an address of 4 bytes | [`decode`](mod@crate::decode), `authority`: `zone_id` |
//! | whether a zone identifier has a URI form | [`AuthoritySection`](crate::AuthoritySection)'s module: `zones_in_uris` |
//! | a colon in user information that is not escaped | the same module: `userinfo_colon` |
//! | whether the default port may be given | [`constraints`](crate::constraints): `check_port` |
//! | byte strings as the way round Normalization Form C | [`text`](crate::text), `nfc`: `goes_round` |
//! | conversion to and from CoAP options | [`coap`](crate::coap), of -27 alone |
//!
//! All else is the same, though the words are not: the empty array is a reference in both (-13 has two
//! sentences on it), labels hold no dot, a rootless path does not begin with an empty segment, and resolution
//! unsets the base's fragment before it copies the reference's, as -27 orders it.

use std::fmt;

/// The revision of draft-ietf-core-href to follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Revision {
    /// draft-ietf-core-href-13.
    Href13,
    /// draft-ietf-core-href-27, the newest.
    #[default]
    Href27,
}

impl Revision {
    /// Does the revision mark this part of CRI as optional? One it does not know of cannot be switched off.
    ///
    /// -27 made scheme names a feature. Its grammar does not mark zone identifiers, but its prose leaves them to
    /// consenting implementations.
    pub fn knows(self, feature: Feature) -> bool {
        match feature {
            Feature::NoAuthority | Feature::TextOrPet | Feature::Userinfo => true,
            Feature::SchemeName | Feature::ZoneId => self == Revision::Href27,
        }
    }
}

/// An optional part of CRI, as the grammar marks it by `.feature`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Null or true in place of an authority.
    NoAuthority,
    /// A scheme given by its name; a feature from -27 on.
    SchemeName,
    /// Percent-encoded text; the grammar of -13 calls the feature `extended-cri`.
    TextOrPet,
    /// User information in the authority.
    Userinfo,
    /// A zone identifier behind an IP address; a feature from -27 on.
    ZoneId,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::NoAuthority => "no-authority",
            Feature::SchemeName => "scheme-name",
            Feature::TextOrPet => "text-or-pet",
            Feature::Userinfo => "userinfo",
            Feature::ZoneId => "zone-id",
        })
    }
}

/// The features an implementation has. What uses one that is missing is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// Null or true in place of an authority.
    pub no_authority: bool,
    /// A scheme given by its name.
    pub scheme_name: bool,
    /// Percent-encoded text as a sequence of texts and byte strings.
    pub text_or_pet: bool,
    /// User information in the authority.
    pub userinfo: bool,
    /// A zone identifier behind an IP address.
    pub zone_id: bool,
}

impl Features {
    /// Every feature.
    pub const ALL: Features =
        Features { no_authority: true, scheme_name: true, text_or_pet: true, userinfo: true, zone_id: true };
    /// No feature: the basic CRI with an authority.
    pub const NONE: Features = Features {
        no_authority: false,
        scheme_name: false,
        text_or_pet: false,
        userinfo: false,
        zone_id: false,
    };

    /// Is the feature there?
    pub fn has(self, feature: Feature) -> bool {
        match feature {
            Feature::NoAuthority => self.no_authority,
            Feature::SchemeName => self.scheme_name,
            Feature::TextOrPet => self.text_or_pet,
            Feature::Userinfo => self.userinfo,
            Feature::ZoneId => self.zone_id,
        }
    }
}

impl Default for Features {
    fn default() -> Self {
        Features::ALL
    }
}

/// What every operation that can differ is told. The default is -27, the newest revision, with all
/// its features.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The revision to follow.
    pub revision: Revision,
    /// The features to have.
    pub features: Features,
}

impl Options {
    /// A revision with all its features.
    pub const fn of(revision: Revision) -> Self {
        Options { revision, features: Features::ALL }
    }

    /// Is the feature missing, though the revision knows it?
    pub(crate) fn lacks(&self, feature: Feature) -> bool {
        self.revision.knows(feature) && !self.features.has(feature)
    }
}
