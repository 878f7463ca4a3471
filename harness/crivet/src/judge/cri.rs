//! Comparing CRIs by their abstract forms: what `decode` and `resolve` answer.
//!
//! Scheme names and numbers are different, as are a text and a text-pet-sequence. In full CRIs, an absent
//! path or query, null and `[]` are the same. What the bytes show besides is recommended only.

use crate::cri::{Reading, clipped, first_difference, interchange_forms, read};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// Is what came the same CRI or CRI reference?
pub(super) fn compare(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    compare_made_of(&[], expected, came, profile)
}

/// Is what came the same CRI, and a full one?
pub(super) fn compare_full(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    compare_resolved(&[], expected, came, profile)
}

/// The same of what was made of the CRIs given. Against a base that is a reference, a reference may result (R171).
pub(super) fn compare_resolved(
    given: &[&[u8]],
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    let is_full = |reading: &Reading| reading.cri.is_full();
    if !answered(came, given, profile).as_ref().map(is_full).unwrap_or(true)
        && vectors_own("expected CRI", expected).as_ref().is_ok_and(is_full)
    {
        return Err(Difference::Invalid("a reference, where a full CRI is the result".to_owned()));
    }
    compare_made_of(given, expected, came, profile)
}

fn compare_made_of(
    given: &[&[u8]],
    expected: &[u8],
    came: &[u8],
    profile: Profile,
) -> Result<Vec<Note>, Difference> {
    // Who merely resolves may pass on, byte for byte, what is no CRI inside its sections (R172).
    if expected == came && !given.is_empty() && read(came).is_err() {
        return Ok(Vec::new());
    }
    let expected = match vectors_own("expected CRI", expected) {
        Ok(expected) => expected,
        Err(error) => {
            return Err(answered(came, given, profile).err().filter(|_| !given.is_empty()).unwrap_or(error));
        }
    };
    let answer = answered(came, given, profile)?;
    match first_difference(&expected.cri, &answer.cri) {
        Some(difference) => Err(Difference::Component(difference)),
        None => Ok(form_notes(&answer, came, profile)),
    }
}

/// Reads a CRI that an implementation made, of the CRIs given or of something else.
///
/// Nothing that is made has nulls at its end, nor a full CRI of href-27 any default (R3), but where one is passed on
/// that was given.
pub(super) fn answered(bytes: &[u8], given: &[&[u8]], profile: Profile) -> Result<Reading, Difference> {
    let reading = read(bytes).map_err(|error| Difference::Invalid(error.to_string()))?;
    if reading.form.trailing_nulls {
        return Err(Difference::Invalid("a null at the end of the outer array".to_owned()));
    }
    let ends_in_default = |bytes: &&[u8]| read(bytes).is_ok_and(|given| given.cri.ends_in_default(profile));
    if reading.cri.ends_in_default(profile) && !given.iter().any(ends_in_default) {
        return Err(Difference::Invalid("a default value at the end of a full CRI (R3)".to_owned()));
    }
    Ok(reading)
}

/// Reads a CRI that a vector holds.
pub(super) fn vectors_own(what: &str, bytes: &[u8]) -> Result<Reading, Difference> {
    read(bytes).map_err(|error| Difference::Vector(format!("{what}: {error}")))
}

/// What there is to say of the bytes of a CRI that means the right thing.
pub(super) fn form_notes(answer: &Reading, bytes: &[u8], profile: Profile) -> Vec<Note> {
    let forms = interchange_forms(&answer.cri, profile);
    match forms.first() {
        Some(_) if forms.iter().any(|form| form == bytes) => Vec::new(),
        _ if answer.form.long_heads => vec![Note::should("CBOR heads are longer than needed")],
        Some(form) => {
            let (form, came) = (clipped(hex::encode(form)), clipped(hex::encode(bytes)));
            vec![Note::should(format!("not in interchange form: that is {form}, came {came}"))]
        }
        None => Vec::new(),
    }
}
