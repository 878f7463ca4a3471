//! The reverse of resolving: a CRI reference made from a CRI (section 5).
//!
//! The draft leaves the method free, as long as the reference resolves to the CRI again. Here every form of
//! reference that could do so is tried, and the shortest that does is taken.

use crate::authority::AuthoritySection;
use crate::cri::Cri;
use crate::encode::encode;
use crate::features;
use crate::options::Options;
use crate::reference::{CriReference, Discard};
use crate::resolve::resolve;
use crate::text::Text;

/// The shortest reference, by its encoded bytes, that resolves to the target against the base.
///
/// Of several that are equally short, a relative one is preferred, then one that sets fewer sections, then the
/// one whose bytes come first. Where no relative reference will do, it is the target itself.
pub fn relativize(base: &Cri, target: &Cri, options: &Options) -> CriReference {
    starts(base, target)
        .iter()
        .flat_map(|start| start.candidates(target))
        .filter(|candidate| resolve(base, candidate) == *target)
        .filter(|candidate| features::check(candidate, options).is_ok())
        .chain([target.clone().into()])
        .min_by_key(|candidate| {
            let bytes = encode(candidate, options);
            (bytes.len(), candidate.is_full(), sections_set(candidate), bytes)
        })
        .unwrap_or_else(|| target.clone().into())
}

/// A relative reference as far as its path.
struct Start<'a> {
    authority: AuthoritySection,
    discard: Discard,
    path: Option<&'a [Text]>,
}

/// The relative references worth trying, as far as their path.
fn starts<'a>(base: &Cri, target: &'a Cri) -> Vec<Start<'a>> {
    if base.scheme != target.scheme {
        return vec![];
    }
    let common = common_segments(&base.path, &target.path);
    let mut starts = with_path(&target.authority, Discard::All, &target.path);
    starts.extend(with_path(&AuthoritySection::RootBased, Discard::All, &target.path));
    if let Some(discard) = Discard::segments(base.path.len() - common) {
        starts.extend(with_path(&AuthoritySection::RootBased, discard, &target.path[common..]));
    }
    starts
}

/// A start with these segments, and one without a path where there are none.
fn with_path<'a>(authority: &AuthoritySection, discard: Discard, segments: &'a [Text]) -> Vec<Start<'a>> {
    let start = |path| Start { authority: authority.clone(), discard, path };
    if segments.is_empty() { vec![start(None), start(Some(segments))] } else { vec![start(Some(segments))] }
}

impl Start<'_> {
    /// The reference with the target's query or without one, and with its fragment or without. A query that the
    /// target has not got is unset.
    fn candidates(&self, target: &Cri) -> impl Iterator<Item = CriReference> {
        let explicit = target.query.as_deref().unwrap_or_default();
        let queries = [None, Some(explicit)];
        let fragments = [None, target.fragment.as_ref()];
        queries.into_iter().flat_map(move |query| {
            fragments.into_iter().map(move |fragment| CriReference {
                scheme: None,
                authority: self.authority.clone(),
                discard: self.discard,
                path: self.path.map(<[Text]>::to_vec),
                query: query.map(<[Text]>::to_vec),
                fragment: fragment.cloned(),
            })
        })
    }
}

/// How many of path, query and fragment the reference sets.
fn sections_set(reference: &CriReference) -> usize {
    usize::from(reference.path.is_some())
        + usize::from(reference.query.is_some())
        + usize::from(reference.fragment.is_some())
}

/// How many segments the two paths begin with in common.
fn common_segments(base: &[Text], target: &[Text]) -> usize {
    base.iter().zip(target).take_while(|(base, target)| base == target).count()
}
