//! Resolving step by step is resolving at once, where two references make one.
//!
//! ```text
//! resolve(resolve(b, r), s) = resolve(b, r ∘ s)
//! ```
//!
//! RFC 3986 has no such operation ∘, and nor have the drafts; but their steps (section 5.3) give it where s takes away
//! no more segments than r adds, or everything. Then r ∘ s is r with its end cut and s put there. Where s reaches
//! further into the base than r's own segments, the result depends on how much r found there to take away, and there
//! is no reference r ∘ s: not comparable. A reference with a scheme is its own composition.
//!
//! Premises: b, r and s valid beyond dispute; else what is answered must still agree, and a refusal says nothing. What
//! r resolves to may break a constraint (R8, R10), and is then a base that may be rejected. The empty reference is
//! left to `resolution-commutes`: in href-27 three readings of it stand (R7).

use arbitrary::Unstructured;

use crate::generate::choice::{chance, pick};
use crate::generate::{Sections, Start, cri_in, reference_in};
use crivet::cri::{Authority, Cri, Discard, disputed_resolutions, write};
use crivet::operation::OperationName;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Halt, Input, Inputs, Oracle};
use crate::demand::subject::{Subject, answered};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolveAssociative;

impl Oracle for ResolveAssociative {
    /// A base and two references.
    type Case = (Sections, Sections, Sections);

    fn about(&self) -> About {
        About {
            name: "resolve-associative",
            equation: "resolve(resolve(b, r), s) = resolve(b, r then s)",
            operations: &[OperationName::Resolve],
            profiles: Family::Href.profiles(),
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case> {
        let base = cri_in(u, profile)?;
        let first = reference_in(u, base.segments().len(), profile)?;
        let mut second = reference_in(u, first.segments().len(), profile)?;
        // Mostly so that the two make one.
        if let Start::Discard(Discard::Count(count)) = &mut second.start
            && !chance(u, 48)?
        {
            let own = first.segments().len().min(126) as u64;
            *count = (*count).min(*pick(u, &[(3, own), (1, own.saturating_sub(1))])?);
        }
        Ok((base, first, second))
    }

    fn inputs(&self, (base, first, second): &Self::Case) -> Inputs {
        let input = |sections: &Sections| Input::Cri(sections.to_cbor());
        vec![("base", input(base)), ("first", input(first)), ("second", input(second))]
    }

    fn check(&self, (base, first, second): &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let profile = asker.profile();
        let [base, first, second] = [base, first, second].map(|sections| sections.to_cbor_in(profile));
        let subjects = [&base, &first, &second].map(|bytes| Subject::read(bytes, profile));
        let one = asker.resolve(&base, &first);
        let composed = match (&subjects[0].cri, &subjects[1].cri, &subjects[2].cri) {
            (Some(base), Some(first), Some(second)) => {
                let is_open = |one: &Cri| !disputed_resolutions(base, one, profile).is_empty();
                compose(first, second).filter(|whole| ![first, second, whole].into_iter().any(is_open))
            }
            _ => None,
        };
        let at_once = composed.map(|composed| asker.resolve(&base, &write(&composed, profile)));
        let one = one?;
        let at_once = at_once.transpose()?;
        let in_steps = match &one {
            Ok(one) => Some(asker.resolve(one, &second)?),
            Err(_) => None,
        };
        if subjects.iter().any(|subject| subject.is_beyond(asker.description())) {
            return Ok(Checked::not_comparable("a feature is used that is not claimed"));
        }
        if subjects.iter().any(Subject::is_invalid) || !subjects[0].is_full() {
            return Ok(Checked::not_comparable("an input is not valid"));
        }
        let Some(at_once) = at_once else {
            return Ok(Checked::not_comparable("the two references do not make one"));
        };
        let (Some(Ok(in_steps)), Ok(at_once)) = (in_steps, at_once) else {
            return Ok(Checked::not_comparable("rejected"));
        };
        let Ok(expected) = answered(&at_once, profile) else {
            return Ok(Checked::differ("what came is no CRI", "a full CRI"));
        };
        let kind = "resolving step by step is not resolving at once";
        Ok(super::resolve_idempotent::differ(kind, &expected, &in_steps, profile)
            .unwrap_or_else(Checked::agree))
    }
}

/// The reference that does what the two do one after the other, where there is one.
fn compose(first: &Cri, second: &Cri) -> Option<Cri> {
    if first.is_empty_reference() || second.is_empty_reference() {
        return None;
    }
    if second.is_full() {
        return Some(second.clone());
    }
    if second.authority != Authority::Null {
        // The scheme stays that of the first, where it has one.
        return Some(Cri { scheme: first.scheme.clone(), ..second.clone() });
    }
    let mut whole = first.clone();
    match second.discard {
        Discard::All => {
            whole.path = second.path.clone();
            whole.discard = Discard::All;
            // Without authority what is rooted stays rooted, and what is rootless does not stay it.
            if whole.authority == Authority::True {
                if !whole.is_full() {
                    return None;
                }
                whole.authority = Authority::Null;
            }
            return Some(with_end(whole, second));
        }
        Discard::Count(0) if second.path.is_none() => {}
        Discard::Count(count) => {
            let own = first.segments().len();
            let kept = own.checked_sub(usize::try_from(count).ok()?)?;
            // A full CRI that is taken away from as if it were there is another matter than one that is.
            let mut path: Vec<_> = first.segments().iter().take(kept).cloned().collect();
            path.extend_from_slice(second.segments());
            whole.path = Some(path);
            return Some(with_end(whole, second));
        }
    }
    // The path stays; a query that is set unsets the fragment in front of it.
    if let Some(query) = &second.query {
        whole.query = Some(query.clone());
        whole.fragment = None;
    }
    if second.fragment.is_some() {
        whole.fragment.clone_from(&second.fragment);
    }
    Some(whole)
}

/// What the path unset, the second sets or leaves unset. Where the first keeps the base's path, its query has to be
/// unset explicitly.
fn with_end(mut whole: Cri, second: &Cri) -> Cri {
    whole.query.clone_from(&second.query);
    whole.fragment.clone_from(&second.fragment);
    whole
}
