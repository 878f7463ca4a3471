//! What decodes, re-encodes to something that decodes to the same; and what decodes is what the drafts allow.
//!
//! ```text
//! decode(x) = c            =>  x is not invalid, c means what x means, and decode(c) = c by meaning
//! decode(x) is a refusal   =>  x is not valid beyond dispute, or uses a feature that is not claimed
//! ```
//!
//! Premises: none of the input. What x means and whether it is valid is the judge's own reading
//! ([`cri`](crivet::cri)), not that of the implementation. Half of the inputs are CRIs and CRI references,
//! valid for the most part; a third are valid but for one named defect
//! ([`generate::defect`](crate::generate::defect)); the rest are bytes. What is disputed may be rejected; if it is
//! accepted, the meaning must stay.

use arbitrary::Unstructured;

use crate::demand::Demanded;
use crate::generate::choice::pick;
use crate::generate::{cri_in, near_valid, raw, reference_in};
use crivet::implementation::Refusal;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Difference, Encoded, Halt, Input, Inputs, Oracle};
use crate::demand::subject::{Subject, answered, same};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecodeEncode;

impl Oracle for DecodeEncode {
    type Case = Encoded;

    fn about(&self) -> About {
        About {
            name: "decode-encode",
            equation: "what decodes is valid, and re-encodes to what decodes to the same",
            operations: &[OperationName::Decode],
            profiles: Family::Href.profiles(),
            not_comparable: 15,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Encoded> {
        encoded(profile, u)
    }

    fn inputs(&self, case: &Encoded) -> Inputs {
        vec![("cri", Input::Cri(case.0.clone()))]
    }

    fn check(&self, case: &Encoded, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let subject = Subject::read(&case.0, asker.profile());
        let beyond = subject.is_beyond(asker.description());
        let decoded = match asker.decode(&case.0)? {
            Ok(decoded) => decoded,
            Err(refusal) => return Ok(rejected(&subject, beyond, &refusal)),
        };
        if let Demanded::Reject(what) = subject.demanded {
            return Ok(Difference::new("what is not valid was accepted", "a rejection").because(what).into());
        }
        if beyond {
            return Ok(Checked::differ("a feature that is not claimed was used", "a rejection"));
        }
        let Some(cri) = &subject.cri else {
            return Ok(Checked::not_comparable("disputed, and accepted"));
        };
        if decoded.full != cri.is_full() {
            let expected = if cri.is_full() { "a full CRI" } else { "a CRI reference" };
            return Ok(Checked::differ("a full CRI and a reference were mistaken for each other", expected));
        }
        let anew = match answered(&decoded.cri, asker.profile()) {
            Ok(anew) => anew,
            Err(reason) => return Ok(Difference::new("what came is no CRI", "a CRI").because(reason).into()),
        };
        if let Err(differs) = same(cri, &anew) {
            // Of these the shortened form may come, which reads otherwise (R80).
            if crate::demand::subject::ends_in_a_default(cri, asker.profile()) {
                return Ok(Checked::not_comparable("disputed, and shortened"));
            }
            return Ok(Difference::new("re-encoded it means something else", differs.expected)
                .because(differs.cause)
                .into());
        }
        let again = match asker.decode(&decoded.cri)? {
            Ok(again) => again,
            Err(_) => return Ok(Checked::differ("what was encoded does not decode", "the same CRI")),
        };
        Ok(match answered(&again.cri, asker.profile()).map(|again| same(cri, &again)) {
            Ok(Ok(())) if again.full == decoded.full => Checked::agree(),
            _ => Checked::differ("decoding what was encoded gives something else", cri.to_string()),
        })
    }
}

/// Encoded CRIs and CRI references, valid for the most part; with one defect; any bytes.
pub(super) fn encoded(profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Encoded> {
    Ok(Encoded(match pick(u, &[(5, 0), (4, 1), (7, 2), (3, 3)])? {
        0 => cri_in(u, profile)?.to_cbor_in(profile),
        1 => reference_in(u, 3, profile)?.to_cbor_in(profile),
        2 => near_valid(u, profile)?.bytes,
        _ => raw(u)?,
    }))
}

fn rejected(subject: &Subject, beyond: bool, refusal: &Refusal) -> Checked {
    match (&subject.demanded, refusal) {
        (Demanded::Reject(_), _) => Checked::agree(),
        (Demanded::AcceptOrReject(()) | Demanded::Open(_), _) => {
            Checked::not_comparable("disputed, and rejected")
        }
        (Demanded::Accept(()), _) if beyond => {
            Checked::not_comparable("a feature is used that is not claimed")
        }
        (Demanded::Accept(()), Refusal::Reject(_)) => {
            let expected = subject.cri.as_ref().map(ToString::to_string).unwrap_or_default();
            Checked::differ("what is valid was rejected", expected)
        }
        (Demanded::Accept(()), Refusal::Unsupported(_)) => {
            Checked::differ("unsupported, though all of it is claimed", "an answer")
        }
    }
}
