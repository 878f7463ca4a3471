//! Text with percent-encoded parts: what has to be percent-encoded is, nothing else is, and the minimal form stays.
//!
//! ```text
//! to-uri(pet) = its texts, percent-encoded where the component needs it, and its bytes as triplets
//! decode(pet) = pet;   from-uri(to-uri(from-uri(to-uri(pet)))) = from-uri(to-uri(pet)), which is minimal
//! ```
//!
//! Premises: a full CRI, one component of which is a text-pet-sequence, valid beyond dispute. One that breaks the
//! grammar or could do with fewer bytes (R21, R22) must not decode. The triplets are computed here, from the tables of
//! RFC 3986, appendix A, and section 6.1, and from nothing else in this crate.

use std::fmt::Write as _;

use arbitrary::Unstructured;

use crate::generate::choice::pick;
use crate::generate::text::{Component, sequence};
use crate::generate::{Sections, Start, cri_in};
use crivet::cri::{Authority, Given, Host, Part, Text};
use crivet::judge::with_upper_case_triplets;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::round_trip_cri::{cause, rejected};
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::Demanded;
use crate::demand::subject::{Subject, answered, same};
use crate::rfc3986::Components;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pet;

impl Oracle for Pet {
    type Case = Sections;

    fn about(&self) -> About {
        About {
            name: "pet",
            equation: "the triplets of to-uri are those of percent-encoding, and the minimal form is a fixpoint",
            operations: &[OperationName::Decode, OperationName::CriToUri, OperationName::UriToCri],
            profiles: Family::Href.profiles(),
            not_comparable: 55,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Sections> {
        let place = *pick(u, &[(6, 0_u8), (4, 1), (4, 2), (3, 3), (2, 4)])?;
        let component = match place {
            0 => Component::Segment,
            1 => Component::Parameter,
            2 => Component::Fragment,
            3 => Component::Label,
            _ => Component::Userinfo,
        };
        let pet = sequence(u, component)?;
        let mut sections = cri_in(u, profile)?;
        match component {
            Component::Segment => put(sections.path.get_or_insert_default(), pet),
            Component::Parameter => put(sections.query.get_or_insert_default(), pet),
            Component::Fragment => sections.fragment = Some(pet),
            Component::Label | Component::Userinfo => {
                if let Start::Full(_, authority) = &mut sections.start {
                    let plain = || Host::Name(vec![Text::Plain("h".to_owned())]);
                    *authority = match component {
                        Component::Label => Authority::Given(Given {
                            userinfo: None,
                            host: Host::Name(vec![pet]),
                            port: None,
                        }),
                        _ => Authority::Given(Given { userinfo: Some(pet), host: plain(), port: None }),
                    };
                }
            }
        }
        Ok(sections)
    }

    fn inputs(&self, case: &Sections) -> Inputs {
        vec![("cri", Input::Cri(case.to_cbor()))]
    }

    fn check(&self, case: &Sections, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let bytes = case.to_cbor_in(profile);
        let subject = Subject::read(&bytes, profile);
        let (decoded, uri) = (asker.decode(&bytes), asker.cri_to_uri(&bytes));
        let (decoded, uri) = (decoded?, uri?);
        if subject.is_beyond(asker.description()) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        if let Demanded::Reject(what) = subject.demanded {
            return Ok(match decoded {
                Ok(_) => {
                    Difference::new("what is not valid was accepted", "a rejection").because(what).into()
                }
                Err(_) => Checked::agree(),
            });
        }
        if matches!(case.start, Start::Discard(_)) {
            return Ok(Checked::not_comparable("dot-segments stand before the texts"));
        }
        let Some(cri) = subject.cri.as_ref().filter(|_| subject.is_valid()) else {
            return Ok(Checked::not_comparable("not valid beyond dispute"));
        };
        let Ok(decoded) = decoded else {
            return Ok(Checked::differ("what is valid was rejected", cri.to_string()));
        };
        if let Some(Err(differs)) =
            answered(&decoded.cri, asker.profile()).ok().map(|decoded| same(cri, &decoded))
        {
            return Ok(Difference::new("re-encoded it means something else", differs.expected)
                .because(differs.cause)
                .into());
        }
        if !matches!(subject.uri(), Demanded::Accept(_)) {
            return Ok(Checked::not_comparable("no URI beyond dispute"));
        }
        let expected = triplets(case, profile);
        let uri = match uri {
            Ok(uri) => uri,
            Err(_) => return Ok(Checked::differ("what has a URI was rejected", expected.recompose())),
        };
        let upper = with_upper_case_triplets(&uri);
        let found = of_texts(&Components::parse(&upper), &expected);
        if let Some(component) = expected.first_difference(&found) {
            return Ok(Difference::new(
                "the triplets are not those of percent-encoding",
                expected.recompose(),
            )
            .because(component)
            .into());
        }
        let Ok(once) = asker.uri_to_cri(&uri)? else {
            return Ok(rejected(&uri, profile, "the URI of a valid CRI was rejected"));
        };
        if let Err(difference) = crivet::judge::same_uri(&bytes, &once, profile) {
            return Ok(Difference::new("what comes back is another CRI", difference.to_string())
                .because(cause(&difference))
                .into());
        }
        let Ok(again) = asker.cri_to_uri(&once)? else {
            return Ok(Checked::differ("what came from a URI was rejected", uri));
        };
        Ok(match asker.uri_to_cri(&again)? {
            Ok(twice) if twice == once => Checked::agree(),
            _ => Checked::differ("the minimal form is no fixpoint", hex::encode(&once)),
        })
    }
}

/// Puts a text where a path or query has one, in the last place.
fn put(texts: &mut Vec<Text>, text: Text) {
    texts.pop();
    texts.push(text);
}

/// The components that hold text-or-pet, as they stand in a URI: the path without what is in front of it, and of the
/// authority only what a host-name and user information come to.
fn triplets(sections: &Sections, profile: Profile) -> Components<'static> {
    let (segment, parameter) = ("!$&'()*+,;=:@", "!$'()*+,;=:@/?");
    let join = |texts: &[Text], kept: &str, between: &str| {
        texts.iter().map(|text| of_text(text, kept)).collect::<Vec<_>>().join(between)
    };
    let authority = match sections.authority() {
        Some(Authority::Given(Given { userinfo, host: Host::Name(labels), .. })) => {
            let kept = if profile.rules().colon_in_userinfo { "!$&'()*+,;=:" } else { "!$&'()*+,;=" };
            let userinfo = userinfo.iter().map(|text| of_text(text, kept) + "@").collect::<String>();
            Some((userinfo + &join(labels, "!$&'()*+,;=", ".")).into())
        }
        _ => None,
    };
    Components {
        scheme: None,
        authority,
        path: join(sections.segments(), segment, "/").into(),
        query: sections
            .query
            .as_deref()
            .filter(|query| !query.is_empty())
            .map(|query| join(query, parameter, "&").into()),
        fragment: sections.fragment.as_ref().map(|fragment| of_text(fragment, "!$&'()*+,;=:@/?").into()),
    }
}

/// The same of a URI that came.
fn of_texts<'a>(uri: &Components<'a>, expected: &Components<'_>) -> Components<'a> {
    let authority = uri.authority.as_ref().filter(|_| expected.authority.is_some()).map(|authority| {
        let digits =
            authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
        digits.map_or(&**authority, |(host, _)| host).to_owned().into()
    });
    Components {
        scheme: None,
        authority,
        path: uri.path.strip_prefix('/').unwrap_or(&uri.path).to_owned().into(),
        ..uri.clone()
    }
}

fn of_text(text: &Text, kept: &str) -> String {
    let mut out = String::new();
    let mut push = |bytes: &[u8], kept: &dyn Fn(u8) -> bool| {
        for byte in bytes {
            if kept(*byte) {
                out.push(char::from(*byte));
            } else {
                // Writing to a string never fails.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    };
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.as_bytes().contains(&byte);
    match text {
        Text::Plain(text) => push(text.as_bytes(), &plain),
        Text::Sequence(parts) => {
            for part in parts {
                match part {
                    Part::Text(text) => push(text.as_bytes(), &plain),
                    Part::Bytes(bytes) => push(bytes, &|_| false),
                }
            }
        }
    }
    out
}
