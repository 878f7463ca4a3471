//! Judging sequences of options (href-03, href-02): option by option.
//!
//! In both drafts a URI stands for one sequence, but for what is taken back here: a default port, which -03 asks to
//! leave out and -02 to write, a lone empty segment, and a path.type that a path implies. So sequences are compared
//! as such where newer CRIs are compared by their URIs.

use super::port::default_kept;
use crate::cri::default_port;
use crate::cri::early::{Opt, Sequence, first_option_difference, read, resolve};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// Is what came the same sequence? What `decode` answers.
pub(super) fn compare(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    let expected = vectors_own("expected sequence", expected, profile)?;
    let (came, notes) = answered(came, profile)?;
    same(&expected.comparable(profile), &came.comparable(profile))?;
    Ok(notes)
}

/// Is what came the same sequence, and an absolute one if that is expected? What `resolve` answers.
pub(super) fn compare_resolved(
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let is_expected = vectors_own("expected sequence", expected, profile)?.is_absolute();
    if is_expected && !answered(came, profile)?.0.is_absolute() {
        return Err(Difference::Invalid(
            "a relative sequence, where an absolute one is the result".to_owned(),
        ));
    }
    compare(expected, came, profile)
}

/// Does what came stand for the same URI (reference)? What `uri-to-cri` and `iri-to-cri` answer.
pub(super) fn compare_by_uri(
    uri: &str,
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let mut expected = vectors_own("expected sequence", expected, profile)?.comparable(profile);
    let (came, mut notes) = answered(came, profile)?;
    let mut came = came.comparable(profile);
    if came == expected {
        return Ok(notes);
    }
    if profile == Profile::Href03 {
        elide_default_port(&mut expected);
        if elide_default_port(&mut came) {
            let scheme = match came.options.first() {
                Some(Opt::Scheme(scheme)) => scheme,
                _ => "",
            };
            notes.push(default_kept(uri, scheme, profile)?);
        }
    } else if came.is_absolute() && came.clone().without_lone_segment() != came {
        came = came.without_lone_segment();
        notes.push(Note::remark("the same URI, not normalized: a lone empty segment is none"));
    }
    same(&expected, &came)?;
    Ok(notes)
}

/// Is it a sequence whose values are within their ranges, and none of whose segments is `.` or `..`?
pub(super) fn valid(bytes: &[u8], profile: Profile) -> Result<(), Difference> {
    let (sequence, _) = answered(bytes, profile)?;
    match sequence.options.iter().find(|option| !option.is_in_range() || option.is_dot_segment()) {
        Some(option) => Err(Difference::Invalid(option.to_string())),
        None => Ok(()),
    }
}

/// Does the sequence that came resolve to the target? What `relativize` answers.
pub(super) fn leads(
    base: &[u8],
    target: &[u8],
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let base = vectors_own("base", base, profile)?;
    let target = vectors_own("target", target, profile)?;
    let (answer, mut notes) = answered(came, profile)?;
    if let Err(mut difference) = same(&target, &resolve(&base, &answer, profile)) {
        if let Difference::Component(difference) = &mut difference {
            difference.place.insert_str(0, "resolved against the base, ");
        }
        return Err(difference);
    }
    let shortest = vectors_own("expected reference", expected, profile)?;
    if shortest.comparable(profile) != answer.comparable(profile)
        && let Some(longer @ 1..) = came.len().checked_sub(expected.len())
    {
        notes.push(Note::remark(format!("{longer} bytes longer than the shortest reference")));
    }
    Ok(notes)
}

fn same(expected: &Sequence, came: &Sequence) -> Result<(), Difference> {
    match first_option_difference(expected, came) {
        Some(difference) => Err(Difference::Component(difference)),
        None => Ok(()),
    }
}

/// Reads a sequence that an implementation wrote.
fn answered(bytes: &[u8], profile: Profile) -> Result<(Sequence, Vec<Note>), Difference> {
    let (sequence, odd_lengths) =
        read(bytes, profile).map_err(|error| Difference::Invalid(error.to_string()))?;
    let notes = if odd_lengths {
        vec![Note::should("CBOR lengths are not written in the shortest form")]
    } else {
        Vec::new()
    };
    Ok((sequence, notes))
}

/// Reads a sequence that a vector holds.
fn vectors_own(what: &str, bytes: &[u8], profile: Profile) -> Result<Sequence, Difference> {
    match read(bytes, profile) {
        Ok((sequence, _)) => Ok(sequence),
        Err(error) => Err(Difference::Vector(format!("{what}: {error}"))),
    }
}

/// Removes the port if it is the scheme's default; true if it did.
fn elide_default_port(sequence: &mut Sequence) -> bool {
    let Some(Opt::Scheme(scheme)) = sequence.options.first() else { return false };
    let default = default_port(scheme).map(Opt::Port);
    let before = sequence.options.len();
    sequence.options.retain(|option| default.as_ref() != Some(option));
    sequence.options.len() < before
}
