//! Reference resolution (section 5.3).
//!
//! The steps are those of the draft, but for two places where its letter cannot be meant. A reference that
//! carries a scheme is a full CRI and resolves to itself: step 5 alone would let it keep the base's authority
//! where its own is null. And the base's fragment is unset before the reference's is copied, not after.

use crate::authority::AuthoritySection;
use crate::cri::Cri;
use crate::reference::{CriReference, Discard};
use crate::text::Text;

/// Resolves a reference against a base.
///
/// The result is well-formed. Some combinations lead to a CRI that breaks a constraint (`..` beyond a rootless
/// path, say); [`constraints::check`](crate::constraints::check) tells.
pub fn resolve(base: &Cri, reference: &CriReference) -> Cri {
    // Step 1: the base is a full CRI, and the reference is one or is relative to it.
    if reference.is_full()
        && let Ok(full) = Cri::try_from(reference.clone())
    {
        return full;
    }
    // Step 2: initialize a buffer with the sections from the base CRI.
    let mut buffer = base.clone();
    // Step 3: discard.
    match reference.discard {
        Discard::All => discard_all(&mut buffer),
        Discard::Segments(count) => discard_segments(&mut buffer, count.into()),
    }
    // Step 4: append the path.
    if let Some(path) = &reference.path {
        append_path(&mut buffer, path);
    }
    // Step 5: copy the sections that are set.
    copy_sections(&mut buffer, reference);
    // Step 6: return the sections in the buffer.
    buffer
}

/// Step 3, discard being true: the path becomes empty, and a true authority null.
fn discard_all(buffer: &mut Cri) {
    buffer.path.clear();
    unset_query_and_fragment(buffer);
    if buffer.authority == AuthoritySection::Rootless {
        buffer.authority = AuthoritySection::RootBased;
    }
}

/// Step 3, discard being a number: so many segments go from the end of the path, or all there are.
fn discard_segments(buffer: &mut Cri, count: usize) {
    buffer.path.truncate(buffer.path.len().saturating_sub(count));
    if count != 0 {
        unset_query_and_fragment(buffer);
    }
}

/// Step 4: the segments follow those of the buffer; an empty path too unsets query and fragment.
fn append_path(buffer: &mut Cri, path: &[Text]) {
    buffer.path.extend_from_slice(path);
    unset_query_and_fragment(buffer);
}

/// Step 5, apart from path and discard.
fn copy_sections(buffer: &mut Cri, reference: &CriReference) {
    if !reference.authority.is_null() {
        buffer.authority = reference.authority.clone();
    }
    if let Some(query) = &reference.query {
        // A query that is set unsets the fragment; an empty one unsets the query.
        buffer.query = Some(query.clone()).filter(|query| !query.is_empty());
        buffer.fragment = None;
    }
    if let Some(fragment) = &reference.fragment {
        buffer.fragment = Some(fragment.clone());
    }
}

fn unset_query_and_fragment(buffer: &mut Cri) {
    buffer.query = None;
    buffer.fragment = None;
}
