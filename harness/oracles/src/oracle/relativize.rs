//! A relative reference leads back to where it was made from, and is no longer than what it stands for.
//!
//! ```text
//! resolve(b, relativize(b, t)) = t,   |relativize(b, t)| <= |t|
//! ```
//!
//! Premises: b and t are full CRIs, valid beyond dispute; what is disputed may be rejected. The reference is resolved
//! twice: by the judge's own steps, so that two faults cannot make up for each other, and by the implementation. It must
//! be valid, and no longer than t in interchange form: t itself is a reference that resolves to t. The empty reference
//! may be read in three ways in href-27 (R7).

use arbitrary::Unstructured;

use crate::generate::{Sections, similar_target};
use crivet::cri::{Grade, disputed_resolutions, interchange_forms, read, resolve, violations};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::subject::{Subject, answered, same};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relativize;

impl Oracle for Relativize {
    /// A base and a target.
    type Case = (Sections, Sections);

    fn about(&self) -> About {
        About {
            name: "relativize",
            equation: "resolve(b, relativize(b, t)) = t, and the reference is no longer than t",
            operations: &[OperationName::Relativize, OperationName::Resolve],
            profiles: Family::Href.profiles(),
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        similar_target(u, profile)
    }

    fn inputs(&self, (base, target): &Self::Case) -> Inputs {
        vec![("base", Input::Cri(base.to_cbor())), ("target", Input::Cri(target.to_cbor()))]
    }

    fn check(&self, (base, target): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let [base, target] = [base, target].map(|sections| sections.to_cbor_in(profile));
        let subjects = [&base, &target].map(|bytes| Subject::read(bytes, profile));
        let answer = asker.relativize(&base, &target)?;
        if subjects.iter().any(|subject| subject.is_beyond(asker.description())) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        let [Subject { cri: Some(base_cri), .. }, Subject { cri: Some(target_cri), .. }] = &subjects else {
            return Ok(Checked::not_comparable("the base or the target is no CRI"));
        };
        if subjects.iter().any(|subject| subject.is_invalid() || !subject.is_full()) {
            return Ok(Checked::not_comparable("the base or the target is not valid"));
        }
        let is_sure = subjects.iter().all(Subject::is_valid);
        let reference = match answer {
            Ok(reference) => reference,
            Err(_) if !is_sure => return Ok(Checked::not_comparable("disputed, and rejected")),
            Err(_) => return Ok(Checked::differ("what is valid was not made relative", "a reference")),
        };
        let reading = match read(&reference) {
            Ok(reading) => reading,
            Err(error) => {
                return Ok(Difference::new("what came is no CRI", "a reference")
                    .because(error.to_string())
                    .into());
            }
        };
        let worst = violations(&reading.cri, reading.form, profile).into_iter().next();
        if let Some(worst) = worst.filter(|worst| is_sure && worst.grade == Grade::Invalid) {
            return Ok(Difference::new("the reference is not valid", "a valid one")
                .because(worst.what)
                .into());
        }
        let readings = disputed_resolutions(base_cri, &reading.cri, profile);
        let leads_back = |came: &crivet::cri::Cri| {
            same(target_cri, came).or_else(|differs| {
                if readings.iter().any(|reading| same(target_cri, reading).is_ok()) {
                    Ok(())
                } else {
                    Err(differs)
                }
            })
        };
        if let Err(differs) = leads_back(&resolve(base_cri, &reading.cri)) {
            return Ok(Difference::new("the reference leads elsewhere", differs.expected)
                .because(differs.cause)
                .into());
        }
        let longest = interchange_forms(target_cri, profile).iter().map(Vec::len).max();
        if Some(reference.len()) > longest {
            let difference =
                Difference::new("the reference is longer than its target", target_cri.to_string());
            return Ok(difference.recommended().into());
        }
        let came = match asker.resolve(&base, &reference)? {
            Ok(came) => came,
            Err(_) if !is_sure => return Ok(Checked::not_comparable("disputed, and rejected")),
            Err(_) => {
                return Ok(Checked::differ("its own reference was rejected", target_cri.to_string()));
            }
        };
        Ok(match answered(&came, profile) {
            Err(reason) => Difference::new("what came is no CRI", "the target").because(reason).into(),
            Ok(came) => match leads_back(&came) {
                Ok(()) => Checked::agree(),
                Err(differs) => Difference::new("its own reference leads elsewhere", differs.expected)
                    .because(differs.cause)
                    .into(),
            },
        })
    }
}
