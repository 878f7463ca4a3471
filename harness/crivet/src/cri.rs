//! The CRI model: a CRI or CRI reference as the judge understands it.
//!
//! This is an independent, small and strict reading of href-13 (anchors `cddl`,
//! `ingesting-and-encoding-a-cri-reference`), made for one purpose: to compare what an implementation answers
//! with what a vector expects. [`read`] turns bytes into the abstract form of the draft's section 5.2 and is
//! lenient in details: a port of 65536 or a discard of 128 is read as it stands, for [`violations`] to name.
//! [`write()`] is the way back, [`to_uri`] and [`resolve`] are transcriptions of the draft's sections 6.1 and 5.3.
//!
//! href-27 is read by the same code. Where it differs, a look at the profile stands at that one place: which
//! scheme has which number, what is left off at the end, what user information keeps, what is valid, and which
//! features there are. Structure and resolution do not differ.
//!
//! ```text
//! abstract form:  scheme, authority, discard, path, query, fragment
//! transfer form:  [scheme / null, authority, path, query, fragment]
//!                 [discard, path, query, fragment]
//! ```

use std::collections::BTreeSet;
use std::net::IpAddr;

use crate::feature::Feature;
use crate::profile::Profile;

mod difference;
mod display;
pub(crate) mod head;
pub mod early;
mod item;
mod read;
mod resolve;
mod scheme;
#[cfg(test)]
pub(crate) mod testing;
mod uri;
mod validity;
mod write;

pub use difference::{ComponentDifference, first_difference};
pub(crate) use display::clipped;
pub use item::{CborError, CborErrorKind, split_array};
pub use read::{Form, ReadError, Reading, read};
pub use resolve::{disputed_resolutions, resolve};
pub use scheme::{default_port, is_registered_name, scheme_name, schemes};
pub use uri::{NoUriForm, to_uri};
pub use validity::{Grade, Violation, violations};
pub use write::{interchange_forms, write, write_as_it_stands};

/// A CRI or CRI reference in the abstract form of href-13 section 5.2.
///
/// Values are as they came: nothing here says that they are valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cri {
    /// The scheme; present in a full CRI, and only there.
    pub scheme: Option<Scheme>,
    /// The authority. `Null` stands for "unset" too, where there is no scheme.
    pub authority: Authority,
    /// How much of a base's path goes. `All` wherever a scheme or an authority is given.
    pub discard: Discard,
    /// The path, `None` where it is absent or null.
    pub path: Option<Vec<Text>>,
    /// The query, `None` where it is absent or null.
    pub query: Option<Vec<Text>>,
    /// The fragment, `None` where it is absent or null.
    pub fragment: Option<Text>,
}

/// A scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A scheme-name, as it came.
    Name(String),
    /// A scheme-id: the CBOR argument `n`, which stands for the number −1 − `n`.
    Number(u64),
}

/// What stands in the place of the authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Authority {
    /// `null`: none, and the path is rooted.
    Null,
    /// `true`: none, and the path is rootless.
    True,
    /// An array.
    Given(Given),
}

/// An authority that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The user information behind `false`.
    pub userinfo: Option<Text>,
    /// The host.
    pub host: Host,
    /// The port, whatever its size.
    pub port: Option<u64>,
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A host-ip.
    Address {
        /// The address.
        address: IpAddr,
        /// The zone identifier.
        zone: Option<String>,
    },
    /// A host-name: its labels.
    Name(Vec<Text>),
}

/// A discard section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discard {
    /// `true`: the whole path.
    All,
    /// So many segments.
    Count(u64),
}

/// A text-or-pet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A text.
    Plain(String),
    /// An array in place of a text, whatever its parts.
    Sequence(Vec<Part>),
}

/// A part of a text-pet-sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Percent-encoded bytes.
    Bytes(Vec<u8>),
    /// Text.
    Text(String),
}

impl Part {
    fn text(&self) -> Option<&str> {
        match self {
            Part::Bytes(_) => None,
            Part::Text(text) => Some(text),
        }
    }
}

impl Text {
    /// Is this the empty plain text?
    pub fn is_empty(&self) -> bool {
        matches!(self, Text::Plain(text) if text.is_empty())
    }

    /// Every piece of text in it, the bytes left out.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Text::Plain(text) => vec![text],
            Text::Sequence(parts) => parts.iter().filter_map(Part::text).collect(),
        }
    }
}

/// The places a text-or-pet can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Userinfo,
    Label,
    Zone,
    Segment,
    Parameter,
    Fragment,
}

impl Component {
    /// The place in words; `index` counts from zero, the words from one.
    pub(crate) fn place(self, index: usize) -> String {
        match self {
            Component::Userinfo => "authority, userinfo".to_owned(),
            Component::Label => format!("authority, label {}", index + 1),
            Component::Zone => "authority, zone".to_owned(),
            Component::Segment => format!("path, segment {}", index + 1),
            Component::Parameter => format!("query, parameter {}", index + 1),
            Component::Fragment => "fragment".to_owned(),
        }
    }
}

impl Cri {
    /// Is this a full CRI: does it have a scheme?
    pub fn is_full(&self) -> bool {
        self.scheme.is_some()
    }

    /// Is this the reference `[0]`, which leaves everything to the base?
    pub fn is_empty_reference(&self) -> bool {
        self.scheme.is_none()
            && self.authority == Authority::Null
            && self.discard == Discard::Count(0)
            && (&self.path, &self.query, &self.fragment) == (&None, &None, &None)
    }

    /// Is this a full CRI with a default value at the end, all of which href-27 has removed (anchor `prose`)? Nulls are
    /// not seen here, but in [`Form`].
    pub fn ends_in_default(&self, profile: Profile) -> bool {
        let is_empty = |section: &Option<Vec<Text>>| section.as_ref().is_some_and(Vec::is_empty);
        profile.rules().empty_is_default
            && self.is_full()
            && self.fragment.is_none()
            && (is_empty(&self.query) || self.query.is_none() && is_empty(&self.path))
    }

    /// The same in the form comparisons are made in: in a full CRI, an empty path or query is an absent one.
    #[must_use]
    pub fn comparable(mut self) -> Cri {
        if self.is_full() {
            self.path = self.path.filter(|path| !path.is_empty());
            self.query = self.query.filter(|query| !query.is_empty());
        }
        self
    }

    /// The segments of the path; none where it is absent.
    pub fn segments(&self) -> &[Text] {
        self.path.as_deref().unwrap_or_default()
    }

    /// The parameters of the query; none where it is absent.
    pub fn parameters(&self) -> &[Text] {
        self.query.as_deref().unwrap_or_default()
    }

    /// The optional features it uses, as far as the revision knows them.
    pub fn features(&self, profile: Profile) -> BTreeSet<Feature> {
        let mut features = BTreeSet::new();
        match &self.authority {
            Authority::Null if self.is_full() => features.extend([Feature::NoAuthority]),
            Authority::Null => {}
            Authority::True => features.extend([Feature::NoAuthority]),
            Authority::Given(given) => {
                if given.userinfo.is_some() {
                    features.insert(Feature::Userinfo);
                }
                if matches!(given.host, Host::Address { zone: Some(_), .. }) {
                    features.insert(Feature::ZoneId);
                }
            }
        }
        if matches!(self.scheme, Some(Scheme::Name(_))) {
            features.insert(Feature::SchemeName);
        }
        if self.texts().iter().any(|(_, _, text)| matches!(text, Text::Sequence(_))) {
            features.insert(Feature::TextOrPet);
        }
        features.retain(|feature| profile.features().contains(feature));
        features
    }

    /// Every text-or-pet with its place, in the order of the transfer form.
    pub(crate) fn texts(&self) -> Vec<(Component, usize, &Text)> {
        let mut texts = Vec::new();
        if let Authority::Given(given) = &self.authority {
            texts.extend(given.userinfo.iter().map(|text| (Component::Userinfo, 0, text)));
            if let Host::Name(labels) = &given.host {
                texts.extend(labels.iter().enumerate().map(|(index, text)| (Component::Label, index, text)));
            }
        }
        texts.extend(
            self.segments().iter().enumerate().map(|(index, text)| (Component::Segment, index, text)),
        );
        let parameters = self.parameters().iter().enumerate();
        texts.extend(parameters.map(|(index, text)| (Component::Parameter, index, text)));
        texts.extend(self.fragment.iter().map(|text| (Component::Fragment, 0, text)));
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::testing::cri;
    use super::*;

    #[track_caller]
    fn check_features(profile: Profile, edn: &str, expected: &[Feature]) {
        let found = cri(edn).features(profile);
        assert_eq!(found, expected.iter().copied().collect(), "{edn}");
    }

    #[test]
    fn features_are_those_the_revision_names() {
        use Feature::{NoAuthority, SchemeName, TextOrPet, Userinfo, ZoneId};
        let zone = r#"["a", [h'00000000000000000000000000000001', "eth0"]]"#;
        check_features(Profile::Href13, "[-1, [\"h\"]]", &[]);
        check_features(Profile::Href13, r#"["a"]"#, &[NoAuthority]);
        check_features(Profile::Href13, r#"["a", null, ["b"]]"#, &[NoAuthority]);
        check_features(Profile::Href13, r#"["a", true, ["b"]]"#, &[NoAuthority]);
        check_features(Profile::Href13, r#"[null, true, ["b"]]"#, &[NoAuthority]);
        check_features(Profile::Href13, "[true]", &[]);
        check_features(Profile::Href13, r#"[0, ["b"]]"#, &[]);
        check_features(Profile::Href13, r#"[-1, [false, "u", "h"]]"#, &[Userinfo]);
        check_features(Profile::Href13, r#"[-1, [false, [h'2f'], "h"]]"#, &[Userinfo, TextOrPet]);
        check_features(Profile::Href13, r#"[-1, [[h'2f']]]"#, &[TextOrPet]);
        check_features(Profile::Href13, r#"[1, [[h'2f']]]"#, &[TextOrPet]);
        check_features(Profile::Href13, r#"[0, null, [[h'2f']]]"#, &[TextOrPet]);
        check_features(Profile::Href13, r#"[0, null, null, [h'2f']]"#, &[TextOrPet]);
        check_features(Profile::Href13, zone, &[]);
        check_features(Profile::Href27, zone, &[SchemeName, ZoneId]);
        check_features(Profile::Rfc7252, zone, &[]);
        check_features(Profile::Href27, r#"[-1, [h'01020304', "eth0"]]"#, &[ZoneId]);
        check_features(Profile::Href27, r#"[null, [h'01020304', "eth0", 1]]"#, &[ZoneId]);
        check_features(Profile::Href27, r#"[-1, [h'01020304', 1]]"#, &[]);
        check_features(Profile::Href27, r#"["a", true, ["b"]]"#, &[NoAuthority, SchemeName]);
        check_features(Profile::Href13, r#"["a", true, ["b"]]"#, &[NoAuthority]);
        check_features(
            Profile::Href27,
            r#"["a", [false, "u", "h"], [[h'2f']]]"#,
            &[SchemeName, TextOrPet, Userinfo],
        );
        check_features(Profile::Href27, r#"[null, ["h"]]"#, &[]);
    }

    #[track_caller]
    fn check_same(one: &str, other: &str, same: bool) {
        assert_eq!(cri(one).comparable() == cri(other).comparable(), same, "{one} and {other}");
    }

    #[test]
    fn absent_null_and_empty_are_one_in_a_full_cri_only() {
        check_same(r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#, true);
        check_same(r#"[-1, ["h"]]"#, r#"[-1, ["h"], [], []]"#, true);
        check_same(r#"[-1, ["h"], null, ["q"]]"#, r#"[-1, ["h"], [], ["q"]]"#, true);
        check_same(r#"[-1, ["h"], [], null, "f"]"#, r#"[-1, ["h"], null, [], "f"]"#, true);
        check_same(r#"[-1, ["h"]]"#, r#"[-1, ["h"], [""]]"#, false);
        check_same(r#"[-1, ["h"]]"#, r#"[-1, ["h"], [], [""]]"#, false);
        check_same("[0]", "[]", true);
        check_same("[1]", "[1, []]", false);
        check_same("[0, null, null, \"f\"]", "[0, [], null, \"f\"]", false);
        check_same("[0, null, []]", "[0]", false);
        check_same(r#"[null, ["h"]]"#, r#"[null, ["h"], []]"#, false);
        check_same(r#"["coap", ["h"]]"#, r#"[-1, ["h"]]"#, false);
        check_same(r#"[1, ["a"]]"#, r#"[1, [["a"]]]"#, false);
    }

    #[test]
    fn only_one_reference_is_empty() {
        assert!(cri("[0]").is_empty_reference());
        assert!(cri("[]").is_empty_reference());
        for text in
            ["[1]", "[true]", "[0, []]", "[0, null, []]", "[0, null, null, \"\"]", "[null, true]", "[-1]"]
        {
            assert!(!cri(text).is_empty_reference(), "{text}");
        }
    }

    #[test]
    fn texts_are_the_text_parts() {
        let text =
            Text::Sequence(vec![Part::Text("a".into()), Part::Bytes(vec![0x2f]), Part::Text("b".into())]);
        assert_eq!(text.texts(), ["a", "b"]);
        assert_eq!(Text::Plain("a".into()).texts(), ["a"]);
        assert!(Text::Plain(String::new()).is_empty());
        assert!(!Text::Plain("a".into()).is_empty());
        assert!(!Text::Sequence(vec![]).is_empty());
    }
}
