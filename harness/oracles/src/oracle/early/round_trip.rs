//! Option sequences (href-03, href-02) and URIs: there and back.
//!
//! ```text
//! to-uri(c) = the URI of c, written here;   from-uri(the URI of c) = c
//! to-uri(from-uri(u)) = u, as URIs are equal
//! ```
//!
//! Premises, by the [`demand`](crate::demand): c is an absolute sequence with one URI beyond dispute; u has one sequence,
//! and that one URI. What has to be rejected is, and what is open says nothing. Behind an authority an empty path and a
//! lone empty segment are the same, and a default port may be there or not.

use arbitrary::Unstructured;

use super::{is_absolute, text};
use crate::demand::Demand;
use crate::generate::choice::pick;
use crate::generate::coap::by_uri;
use crate::generate::early::{OptionSequence, absolute};
use crate::generate::{uri, uri_reference};
use crate::normal::same_meaning;
use crate::oracle::round_trip_cri::cause;
use crate::oracle::round_trip_uri::invalid;
use crate::oracle::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::rfc3986::Components;
use crivet::judge::{compare, created};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::Profile;

const OPERATIONS: &[OperationName] = &[OperationName::UriToCri, OperationName::CriToUri];
const PROFILES: &[Profile] = &[Profile::Href03, Profile::Href02];

/// The oracle that starts from a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyFromCri;

/// The oracle that starts from a URI.
#[derive(Clone, Copy, Debug, Default)]
pub struct EarlyFromUri;

impl Oracle for EarlyFromCri {
    type Case = OptionSequence;

    fn about(&self) -> About {
        About {
            name: "early-round-trip-cri",
            equation: "to-uri(c) is the URI of c, and from-uri(to-uri(c)) is c, in href-03 and href-02",
            operations: OPERATIONS,
            profiles: PROFILES,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<OptionSequence> {
        absolute(u, profile)
    }

    fn inputs(&self, case: &OptionSequence) -> Inputs {
        vec![("cri", Input::Cri(case.to_cbor(Profile::Href03)))]
    }

    fn check(&self, case: &OptionSequence, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let cri = case.to_cbor(profile);
        let text = text(case).ok().filter(|_| case.scheme.is_some());
        let there = asker.cri_to_uri(&cri);
        let back = text.as_ref().map(|text| asker.uri_to_cri(text)).transpose();
        let (there, back) = (there?, back?);
        let (Some(uri), Some(back)) = (text, back) else {
            return Ok(Checked::not_comparable("a sequence without a scheme"));
        };
        let decoded = Operation::Decode { cri: cri.clone() };
        if !is_absolute(case, profile) || Demand::of(&decoded, profile, &|_| false) != Demand::Accept {
            return Ok(Checked::not_comparable("not valid beyond dispute"));
        }
        let question = Operation::CriToUri { cri: cri.clone() };
        match (Demand::of(&question, profile, &|_| false), there) {
            (Demand::Accept, Err(_)) => {
                return Ok(Checked::differ("what has a URI was not converted", format!("<{uri}>")));
            }
            (Demand::Reject, Ok(_)) => {
                return Ok(Checked::differ("what has no URI was given one", "a rejection"));
            }
            (Demand::Reject, Err(_)) => return Ok(Checked::agree()),
            (Demand::Accept | Demand::AcceptOrReject, Ok(came)) => {
                if let Err(component) = same(&uri, &came) {
                    return Ok(Difference::new("the URI is another one", format!("<{uri}>"))
                        .because(component)
                        .into());
                }
            }
            _ => {}
        }
        let question = Operation::UriToCri { uri: uri.clone() };
        Ok(match (Demand::of(&question, profile, &|_| false), back) {
            (Demand::Accept, Err(_)) => Checked::differ("what has a sequence was rejected", "a sequence"),
            (Demand::Accept | Demand::AcceptOrReject, Ok(came)) => {
                let (expected, came) = (Value::Cri { cri }, Value::Cri { cri: came });
                match compare(&question, profile, &expected, &came) {
                    Ok(_) => Checked::agree(),
                    Err(differs) => {
                        Difference::new("what comes back is another sequence", "the same sequence")
                            .because(cause(&differs))
                            .into()
                    }
                }
            }
            (Demand::AcceptOrReject, Err(_)) => Checked::not_comparable("disputed, and rejected"),
            (Demand::Reject, Err(_)) => Checked::agree(),
            (Demand::Reject, Ok(_)) => Checked::differ("what has no sequence was given one", "a rejection"),
            (Demand::Open, _) => Checked::not_comparable("it is open what its URI stands for"),
        })
    }
}

impl Oracle for EarlyFromUri {
    type Case = String;

    fn about(&self) -> About {
        About {
            name: "early-round-trip-uri",
            equation: "to-uri(from-uri(u)) is u after syntax-based normalisation, in href-03 and href-02",
            operations: OPERATIONS,
            profiles: PROFILES,
            not_comparable: 70,
            ..About::DEFAULT
        }
    }

    fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        match pick(u, &[(6, 0), (6, 1), (1, 2)])? {
            0 => uri(u),
            1 => by_uri::uri(u, Profile::Rfc7252),
            _ => uri_reference(u),
        }
    }

    fn inputs(&self, case: &String) -> Inputs {
        vec![("uri", Input::Text(case.clone()))]
    }

    fn check(&self, case: &String, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let question = Operation::UriToCri { uri: case.clone() };
        let cri = match (Demand::of(&question, profile, &|_| false), asker.uri_to_cri(case)?) {
            (Demand::Accept, Err(_)) => {
                return Ok(Checked::differ("what has a sequence was rejected", "a sequence"));
            }
            (Demand::Reject, Ok(_)) => {
                return Ok(Checked::differ("what has no sequence was given one", "a rejection"));
            }
            (Demand::Reject, Err(_)) => return Ok(Checked::agree()),
            (Demand::AcceptOrReject | Demand::Open, Err(_)) => {
                return Ok(Checked::not_comparable("disputed, and rejected"));
            }
            (Demand::Open, Ok(_)) => return Ok(Checked::not_comparable("disputed, and converted")),
            (Demand::Accept | Demand::AcceptOrReject, Ok(cri)) => cri,
        };
        if let Err(broken) = created(&cri, profile) {
            return Ok(invalid(&broken));
        }
        let back = Operation::CriToUri { cri: cri.clone() };
        Ok(match (Demand::of(&back, profile, &|_| false), asker.cri_to_uri(&cri)?) {
            (_, Ok(came)) => match same(case, &came) {
                Ok(()) => Checked::agree(),
                Err(component) => Difference::new("what comes back is another URI", format!("<{case}>"))
                    .because(component)
                    .into(),
            },
            (Demand::Accept, Err(_)) => Checked::differ("the sequence of a URI was rejected", case),
            (_, Err(_)) => Checked::not_comparable("no URI of what came, or not for sure"),
        })
    }
}

/// Are the two the same URI, an empty path and a lone slash behind an authority being the same? If not, the component.
fn same(one: &str, other: &str) -> Result<(), &'static str> {
    let settled = |text: &str| {
        let mut parts = Components::parse(text);
        if parts.authority.is_some() && parts.path.is_empty() {
            parts.path = "/".into();
        }
        parts.recompose()
    };
    same_meaning(&settled(one), &settled(other))
}
