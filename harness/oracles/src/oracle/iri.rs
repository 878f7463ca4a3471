//! CRI → IRI → CRI, and IRI → CRI: the IRI stands for the URI, in more characters.
//!
//! ```text
//! from-iri(to-iri(c)) = c, as URIs are equal;   to-iri(c), percent-encoded, is to-uri(c)
//! to-iri(c) has no triplets left of a character that IRIs have
//! from-iri(i) = from-uri(i percent-encoded)
//! ```
//!
//! Premises: c is valid beyond dispute and has a URI form; i is an IRI reference. Percent-encoding (RFC 3987, section
//! 3.1, step 2) is done by `fluent-uri`. What RFC 3987 excludes and its step could encode nevertheless says nothing (R72):
//! private use outside a query, and what formats bidirectional text. What is not an IRI may be refused, or become any
//! valid CRI (R161).

use arbitrary::Unstructured;
use fluent_uri::IriRef;

use crate::generate::choice::pick;
use crate::generate::{Sections, iri, iri_reference};
use crivet::judge::{created, same_uri};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::round_trip_cri::{RoundTripCri, cause, rejected};
use super::round_trip_uri::invalid;
use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::Demanded;
use crate::demand::convertible::{decode, is_excluded_or_private, may_be_rejected};
use crate::demand::subject::Subject;
use crate::normal::same_meaning;

/// The oracle that starts from a CRI.
#[derive(Clone, Copy, Debug, Default)]
pub struct IriFromCri;

/// The oracle that starts from an IRI.
#[derive(Clone, Copy, Debug, Default)]
pub struct IriFromText;

impl Oracle for IriFromCri {
    type Case = Sections;

    fn about(&self) -> About {
        About {
            name: "iri-from-cri",
            equation: "from-iri(to-iri(cri)) denotes the URI of cri, of which to-iri(cri) is the IRI",
            operations: &[OperationName::CriToIri, OperationName::IriToCri],
            profiles: Family::Href.profiles(),
            not_comparable: 55,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Sections> {
        RoundTripCri.case(profile, u)
    }

    fn inputs(&self, case: &Sections) -> Inputs {
        RoundTripCri.inputs(case)
    }

    fn check(&self, case: &Sections, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let bytes = case.to_cbor_in(profile);
        let subject = Subject::read(&bytes, profile);
        let answer = asker.cri_to_iri(&bytes)?;
        if subject.is_beyond(asker.description()) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        let Demanded::Accept(uri) = subject.uri() else {
            return Ok(Checked::not_comparable("no URI beyond dispute"));
        };
        let iri = match answer {
            Ok(iri) => iri,
            Err(_) => return Ok(Checked::differ("what has a URI has no IRI", uri)),
        };
        let parsed = match IriRef::parse(iri.as_str()) {
            Ok(parsed) => parsed,
            Err(_) if uri.contains("%25") && uri.contains('[') => {
                return Ok(Checked::not_comparable("a zone, which the parser does not read"));
            }
            Err(_) => return Ok(Checked::differ("what came is no IRI", uri)),
        };
        if let Err(component) = same_meaning(&uri, parsed.to_uri_ref().as_str()) {
            return Ok(Difference::new("the IRI stands for another URI", uri).because(component).into());
        }
        if leaves_triplets(&iri) {
            return Ok(Checked::differ("a character that IRIs have is left percent-encoded", uri));
        }
        let back = match asker.iri_to_cri(&iri)? {
            Ok(back) => back,
            Err(_) => return Ok(rejected(&uri, profile, "the IRI of a valid CRI was rejected")),
        };
        Ok(match same_uri(&bytes, &back, profile) {
            Ok(_) => Checked::agree(),
            Err(difference) => Difference::new("what comes back is another CRI", difference.to_string())
                .because(cause(&difference))
                .into(),
        })
    }
}

impl Oracle for IriFromText {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "iri-from-text",
            equation: "from-iri(iri) = from-uri(iri percent-encoded)",
            operations: &[OperationName::IriToCri, OperationName::UriToCri],
            profiles: Family::Href.profiles(),
            not_comparable: 35,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        match pick(u, &[(3, true), (2, false)])? {
            true => iri(u),
            false => iri_reference(u),
        }
    }

    fn inputs(&self, case: &String) -> Inputs {
        vec![("iri", Input::Text(case.clone()))]
    }

    fn check(&self, case: &String, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let of_iri = asker.iri_to_cri(case);
        let parsed = IriRef::parse(case.as_str()).ok().map(|iri| iri.to_uri_ref().into_string());
        let Some(uri) = parsed else {
            return Ok(match of_iri?.map(|cri| created(&cri, profile)) {
                Ok(Ok(())) => Checked::not_comparable("no IRI, and converted (R161)"),
                Ok(Err(broken)) => invalid(&broken),
                Err(_) => Checked::agree(),
            });
        };
        let of_uri = asker.uri_to_cri(&uri);
        let (of_iri, of_uri) = (of_iri?, of_uri?);
        if case.chars().any(is_excluded_or_private) {
            return Ok(Checked::not_comparable("private use, or bidirectional formatting (R72)"));
        }
        Ok(match (of_iri, of_uri) {
            (Ok(of_iri), Ok(of_uri)) => match same_uri(&of_uri, &of_iri, profile) {
                Ok(_) => Checked::agree(),
                Err(_) if may_be_rejected(&uri, profile).is_some() => {
                    Checked::not_comparable("it is open what it is converted to")
                }
                Err(difference) => {
                    Difference::new("the IRI and its URI give two CRIs", difference.to_string())
                        .because(cause(&difference))
                        .into()
                }
            },
            (Err(_), Err(_)) => Checked::agree(),
            _ if may_be_rejected(&uri, profile).is_some() => {
                Checked::not_comparable("it is open whether it is converted")
            }
            (Err(_), Ok(_)) => Checked::differ("the IRI was rejected, and its URI was not", uri),
            (Ok(_), Err(_)) => Checked::differ("the URI was rejected, and its IRI was not", uri),
        })
    }
}

/// Do some triplets in a row stand for a character of `ucschar`?
fn leaves_triplets(iri: &str) -> bool {
    let is_ucschar = |character: char| match u32::from(character) {
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => !is_excluded_or_private(character),
        0xe0000..=0xe0fff => false,
        code @ 0x10000..=0xeffff => code & 0xfffe != 0xfffe,
        _ => false,
    };
    let mut rest = iri;
    while let Some(start) = rest.find('%') {
        rest = &rest[start..];
        let length =
            rest.as_bytes().chunks(3).take_while(|triplet| triplet.first() == Some(&b'%')).count() * 3;
        let (run, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        if decode(run).utf8_chunks().any(|chunk| chunk.valid().chars().any(is_ucschar)) {
            return true;
        }
        rest = after;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triplets_that_are_left() {
        for left in ["a%C3%A9", "%FF%E6%97%A5", "%2F%C3%A9", "%F0%9F%98%80"] {
            assert!(leaves_triplets(left), "{left}");
        }
        for none in
            ["", "%", "%2F%25", "%C3", "%C3a%A9", "%EE%80%80", "%E2%80%8E", "%F4%8F%BF%BF", "\u{e9}%2F"]
        {
            assert!(!leaves_triplets(none), "{none}");
        }
    }
}
