//! Judging `relativize`: a reference is right when it leads from the base to the target (href-13, anchor
//! `cri-references`), whichever it is.

use super::cri::{answered, form_notes, vectors_own};
use crate::cri::{Grade, disputed_resolutions, first_difference, resolve, violations};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// Does the reference that came resolve to the target?
pub(super) fn compare(
    base: &[u8],
    target: &[u8],
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let answer = answered(came, &[base, target], profile)?;
    let base = vectors_own("base", base)?;
    let target = vectors_own("target", target)?;
    let worst = violations(&answer.cri, answer.form, profile).into_iter().next();
    if let Some(worst) = worst.filter(|worst| worst.grade == Grade::Invalid) {
        return Err(Difference::Invalid(worst.to_string()));
    }
    let resolved = resolve(&base.cri, &answer.cri);
    let mut notes = form_notes(&answer, came, profile);
    if let Some(mut difference) = first_difference(&target.cri, &resolved) {
        let readings = disputed_resolutions(&base.cri, &answer.cri, profile);
        if !readings.iter().any(|reading| first_difference(&target.cri, reading).is_none()) {
            difference.place.insert_str(0, "resolved against the base, ");
            return Err(Difference::Component(difference));
        }
        notes.push(Note::disputed(
            "the reference is read to drop, or to keep, what its base has at the end (R7, R80)",
        ));
    }
    let shortest = vectors_own("expected reference", expected)?;
    if shortest.cri.comparable() != answer.cri.comparable()
        && let Some(longer) = came.len().checked_sub(expected.len()).filter(|longer| *longer > 0)
    {
        notes.push(Note::remark(format!("{longer} bytes longer than the shortest reference")));
    }
    Ok(notes)
}
