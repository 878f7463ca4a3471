//! Comparing CRIs by their abstract forms: what `decode` and `resolve` answer.
//!
//! Scheme names and numbers are different, as are a text and a text-pet-sequence. In full CRIs, an absent
//! path or query, null and `[]` are the same. What the bytes show besides is recommended only.

use crate::cri::{Reading, clipped, first_difference, interchange_forms, read};
use crate::profile::Profile;
use crate::verdict::{Difference, Note};

/// Is what came the same CRI or CRI reference?
pub(super) fn compare(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    let expected = vectors_own("expected CRI", expected)?;
    let answer = answered(came)?;
    match first_difference(&expected.cri, &answer.cri) {
        Some(difference) => Err(Difference::Component(difference)),
        None => Ok(form_notes(&answer, came, profile)),
    }
}

/// Is what came the same CRI, and a full one?
pub(super) fn compare_full(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    if !answered(came)?.cri.is_full() {
        return Err(Difference::Invalid("a reference, where a full CRI is the result".to_owned()));
    }
    compare(expected, came, profile)
}

/// Reads a CRI that an implementation wrote.
pub(super) fn answered(bytes: &[u8]) -> Result<Reading, Difference> {
    let reading = read(bytes).map_err(|error| Difference::Invalid(error.to_string()))?;
    if reading.form.trailing_nulls {
        return Err(Difference::Invalid("a null at the end of the outer array".to_owned()));
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
