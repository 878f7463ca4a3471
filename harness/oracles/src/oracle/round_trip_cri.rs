//! CRI → URI → CRI: what comes back denotes the same URI, and the URI is the one that the drafts give.
//!
//! ```text
//! from-uri(to-uri(c)) = c, as URIs are equal;   to-uri(c) = the text of section 6.1
//! ```
//!
//! Premises: c is valid beyond dispute and has a URI form that means the same. What is disputed may be rejected at
//! either step; if it is converted, the text is the same. Where c has no URI form, and no ruling leaves it open, a
//! refusal is what holds in place of the equation. "Equal" is what `uri-to-cri` is judged by (R24): the default port
//! and a lone slash may have gone, a name may have become a number.

use arbitrary::Unstructured;

use crate::generate::choice::pick;
use crate::generate::{Sections, cri_in, reference_in};
use crivet::judge::{newer_scheme, same_text, same_uri};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Value;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::convertible::may_be_rejected;
use crate::demand::subject::Subject;
use crate::demand::{Demanded, Reason};
use crate::rfc3986::Components;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundTripCri;

impl Oracle for RoundTripCri {
    type Case = Sections;

    fn about(&self) -> About {
        About {
            name: "round-trip-cri",
            equation: "from-uri(to-uri(cri)) denotes the URI that cri denotes, and to-uri(cri) is that URI",
            operations: &[OperationName::CriToUri, OperationName::UriToCri],
            profiles: Family::Href.profiles(),
            not_comparable: 40,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Sections> {
        match pick(u, &[(3, true), (2, false)])? {
            true => cri_in(u, profile),
            false => reference_in(u, 3, profile),
        }
    }

    fn inputs(&self, case: &Sections) -> Inputs {
        vec![("cri", Input::Cri(case.to_cbor()))]
    }

    fn check(&self, case: &Sections, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let bytes = case.to_cbor_in(profile);
        let subject = Subject::read(&bytes, profile);
        let answer = asker.cri_to_uri(&bytes)?;
        if subject.is_beyond(asker.description()) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        let (text, uri) = match (subject.uri(), answer) {
            (Demanded::Open(reason), _) => return Ok(Checked::not_comparable(reason.sentence())),
            (Demanded::Reject(reason), answer) => {
                let asked = Operation::CriToUri { cri: bytes };
                let newer = answer
                    .as_ref()
                    .ok()
                    .and_then(|uri| newer_scheme(&asked, &Value::Uri { uri: uri.clone() }, profile));
                if let Some(Err(difference)) = newer {
                    return Ok(Difference::new(
                        "not the URI of any scheme that the number may have",
                        "a rejection",
                    )
                    .because(cause(&difference))
                    .resting_on("R32")
                    .into());
                }
                return Ok(without_form(&subject, reason, answer.ok()));
            }
            (Demanded::AcceptOrReject(_), Err(_)) => {
                return Ok(Checked::not_comparable("disputed, and rejected"));
            }
            (Demanded::Accept(text), Err(_)) => {
                return Ok(Checked::differ("what has a URI was rejected", text));
            }
            (Demanded::Accept(text) | Demanded::AcceptOrReject(text), Ok(uri)) => (text, uri),
        };
        // The guard in front of a colon that is percent-encoded is harmless (R57).
        let guarded = || uri.strip_prefix("./").filter(|rest| !subject.is_full() && rest.contains("%3A"));
        if same_text(&text, &uri).is_err() && guarded().is_none_or(|rest| same_text(&text, rest).is_err()) {
            let component = Components::parse(&text).first_difference(&Components::parse(&uri));
            return Ok(Difference::new("the URI is another one", text)
                .because(component.unwrap_or("text"))
                .into());
        }
        let back = match asker.uri_to_cri(&uri)? {
            Ok(back) => back,
            Err(_) if !subject.is_valid() => return Ok(Checked::not_comparable("disputed, and rejected")),
            Err(_) => return Ok(rejected(&text, profile, "the URI of a valid CRI was rejected")),
        };
        match same_uri(&bytes, &back, profile) {
            Ok(_) => Ok(Checked::agree()),
            Err(_) if !subject.is_valid() => {
                Ok(Checked::not_comparable("disputed, and another CRI for the same URI"))
            }
            Err(difference) => Ok(Difference::new("what comes back is another CRI", difference.to_string())
                .because(cause(&difference))
                .into()),
        }
    }
}

/// The URI of a CRI, or an IRI, is not converted back.
pub(super) fn rejected(uri: &str, profile: Profile, kind: &'static str) -> Checked {
    match may_be_rejected(uri, profile) {
        Some(reason) => Checked::not_comparable(reason.sentence()),
        None => Checked::differ(kind, uri),
    }
}

/// The place of a difference, without what is there.
pub(super) fn cause(difference: &crivet::verdict::Difference) -> String {
    match difference {
        crivet::verdict::Difference::Component(component) => {
            component.place.split(',').next().unwrap_or_default().to_owned()
        }
        crivet::verdict::Difference::Invalid(_) => "not valid".to_owned(),
        _ => "another".to_owned(),
    }
}

/// Where there is no URI form: a refusal, if no ruling lets the letter of section 6.1 stand.
fn without_form(subject: &Subject, reason: Reason, uri: Option<String>) -> Checked {
    match (uri, subject.no_form_beyond_dispute()) {
        (None, _) => Checked::agree(),
        (Some(_), None) => Checked::not_comparable("no URI form, where the letter may stand"),
        (Some(_), Some(ruling)) => Difference::new("what has no URI form was given one", "a rejection")
            .because(reason)
            .resting_on(ruling)
            .into(),
    }
}
