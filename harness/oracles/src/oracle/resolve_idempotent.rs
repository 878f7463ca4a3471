//! A full CRI resolves to itself, whatever the base; and a CRI that was resolved stays what it is.
//!
//! ```text
//! resolve(b, c) = c,   resolve(c, c) = c,   resolve(b, resolve(b, r)) = resolve(b, r)
//! ```
//!
//! for full CRIs b and c and a CRI reference r (section 5.3; R5). Premises: b and c are valid beyond dispute; what is
//! disputed may be rejected, and if it is resolved, the equations hold. Equality is that of abstract forms.

use arbitrary::Unstructured;

use crate::generate::{Sections, cri_in, reference_in};
use crivet::cri::Cri;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Difference, Halt, Input, Inputs, Oracle};
use crate::demand::subject::{Subject, answered, same};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolveIdempotent;

impl Oracle for ResolveIdempotent {
    /// A base, a full CRI, and a reference.
    type Case = (Sections, Sections, Sections);

    fn about(&self) -> About {
        About {
            name: "resolve-idempotent",
            equation: "resolve(b, c) = c for a full CRI c, and so for what was resolved",
            operations: &[OperationName::Resolve],
            profiles: Family::Href.profiles(),
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        let base = cri_in(u, profile)?;
        let full = cri_in(u, profile)?;
        let reference = reference_in(u, base.segments().len(), profile)?;
        Ok((base, full, reference))
    }

    fn inputs(&self, (base, full, reference): &Self::Case) -> Inputs {
        let input = |sections: &Sections| Input::Cri(sections.to_cbor());
        vec![("base", input(base)), ("cri", input(full)), ("reference", input(reference))]
    }

    fn check(&self, (base, full, reference): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let [base, full, reference] = [base, full, reference].map(|sections| sections.to_cbor_in(profile));
        let subjects = [&base, &full, &reference].map(|bytes| Subject::read(bytes, profile));
        let to_itself = asker.resolve(&base, &full);
        let by_itself = asker.resolve(&full, &full);
        let resolved = asker.resolve(&base, &reference);
        let (to_itself, by_itself, resolved) = (to_itself?, by_itself?, resolved?);
        if subjects.iter().any(|subject| subject.is_beyond(asker.description())) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        let again = match &resolved {
            Ok(cri) => Some((cri, asker.resolve(&base, cri)?)),
            Err(_) => None,
        };
        let [base, full, _] = &subjects;
        if !base.is_full() || !full.is_full() || base.is_invalid() || full.is_invalid() {
            return Ok(Checked::not_comparable("the base or the CRI is not valid"));
        }
        let is_sure = base.is_valid() && full.is_valid();
        for answer in [&to_itself, &by_itself] {
            match (answer, &full.cri) {
                (Ok(came), Some(cri)) => {
                    if let Some(difference) =
                        differ("a full CRI does not resolve to itself", cri, came, profile)
                    {
                        return Ok(difference);
                    }
                }
                (Err(_), _) if is_sure => {
                    return Ok(Checked::differ("what is valid was not resolved", "the CRI itself"));
                }
                _ => return Ok(Checked::not_comparable("disputed, and rejected")),
            }
        }
        // What was resolved may break a constraint, and is then rejected at the second look (R8, R47).
        if let Some((once, Ok(twice))) = again {
            let Ok(once) = answered(once, profile) else {
                return Ok(Checked::differ("what came is no CRI", "a full CRI"));
            };
            if !once.is_full() {
                return Ok(Checked::differ("what was resolved is no full CRI", "a full CRI"));
            }
            if let Some(difference) = differ("resolving twice gives something else", &once, &twice, profile) {
                return Ok(difference);
            }
        }
        Ok(Checked::agree())
    }
}

/// Is what came another CRI?
pub(super) fn differ(kind: &'static str, expected: &Cri, came: &[u8], profile: Profile) -> Option<Checked> {
    match answered(came, profile) {
        Err(reason) => {
            Some(Difference::new("what came is no CRI", expected.to_string()).because(reason).into())
        }
        Ok(came) => match same(expected, &came) {
            Ok(()) => None,
            Err(differs) => Some(Difference::new(kind, differs.expected).because(differs.cause).into()),
        },
    }
}
