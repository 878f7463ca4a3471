//! Resolution depends on its inputs alone.
//!
//! ```text
//! resolve(b, r) = resolve(b, r) whatever was asked in between, in whatever order
//! ```
//!
//! A base is kept and many references are resolved against it; an implementation that changes the base, lets its
//! results share memory with it, or keeps what it found under the wrong key, answers differently the second time
//! (R45). So all references are resolved one after the other, then again in the other order, then the base itself is.
//! Premises: none; a refusal has to be one again. Answers are compared by meaning, refusals without their reasons.

use arbitrary::Unstructured;

use crate::generate::{Sections, resolutions};
use crivet::implementation::Answer;
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Halt, Input, Inputs, Oracle};
use crate::demand::subject::{answered, same};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolvePure;

impl Oracle for ResolvePure {
    /// A base, and references to resolve against it.
    type Case = (Sections, Vec<Sections>);

    fn about(&self) -> About {
        About {
            name: "resolve-pure",
            equation: "resolve(b, r) is the same whatever was asked before",
            operations: &[OperationName::Resolve],
            profiles: Family::Href.profiles(),
            not_comparable: 0,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        resolutions(u, profile)
    }

    fn inputs(&self, (base, references): &Self::Case) -> Inputs {
        let mut inputs = vec![("base", Input::Cri(base.to_cbor()))];
        inputs.extend(references.iter().map(|reference| ("reference", Input::Cri(reference.to_cbor()))));
        inputs
    }

    fn check(&self, (base, references): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let base = base.to_cbor_in(profile);
        let references: Vec<Vec<u8>> = references.iter().map(|one| one.to_cbor_in(profile)).collect();
        let before = asker.resolve(&base, &base);
        let first: Vec<_> = references.iter().map(|reference| asker.resolve(&base, reference)).collect();
        let again: Vec<_> =
            references.iter().rev().map(|reference| asker.resolve(&base, reference)).collect();
        let after = asker.resolve(&base, &base);
        let pairs = first.into_iter().zip(again.into_iter().rev()).chain([(before, after)]);
        for (first, again) in pairs {
            if !are_same(&first?, &again?, profile) {
                return Ok(Checked::differ(
                    "asked again, it answers otherwise",
                    "the answer that came first",
                ));
            }
        }
        Ok(Checked::agree())
    }
}

fn are_same(one: &Answer<Vec<u8>>, other: &Answer<Vec<u8>>, profile: Profile) -> bool {
    match (one, other) {
        (Ok(one), Ok(other)) => {
            one == other
                || matches!((answered(one, profile), answered(other, profile)), (Ok(one), Ok(other)) if same(&one, &other).is_ok())
        }
        (Err(_), Err(_)) => true,
        _ => false,
    }
}
