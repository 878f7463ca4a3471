//! What an oracle may conclude from an encoded CRI or CRI reference: the judge's own reading of it.
//!
//! Oracles hold answers against premises, and a premise that is wrong is a false alarm. So the premises are not
//! the generators' word but come from the bytes, by [`cri`](crivet::cri), with every place where the
//! texts are open turned into "either".

use crate::generate::Standing;
use crivet::cri::{
    Authority, Cri, Discard, Form, Grade, Host, NoUriForm, Text, first_difference, read, to_uri, violations,
};
use crivet::feature::Feature;
use crivet::implementation::Description;
use crivet::profile::Profile;

/// An encoded CRI or CRI reference, as the drafts have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    /// What it is, where it has the shape of one.
    pub(super) cri: Option<Cri>,
    /// What a final recipient must make of it.
    pub(super) standing: Standing,
    profile: Profile,
}

impl Subject {
    pub(super) fn read(bytes: &[u8], profile: Profile) -> Self {
        let Ok(reading) = read(bytes) else {
            // A tag 99 around a CRI may be stripped (R35), and then whatever is in it counts.
            let standing = match (profile, bytes) {
                (Profile::Href27, [0xd8, 99, ..]) => Standing::Disputed("the tag 99 around a CRI (R35)"),
                _ => Standing::Invalid("no CRI by its shape"),
            };
            return Subject { cri: None, standing, profile };
        };
        let standing = standing(&reading.cri, reading.form, profile);
        Subject { cri: Some(reading.cri), standing, profile }
    }

    pub(super) fn is_valid(&self) -> bool {
        self.standing == Standing::Valid
    }

    pub(super) fn is_invalid(&self) -> bool {
        matches!(self.standing, Standing::Invalid(_))
    }

    pub(super) fn is_full(&self) -> bool {
        self.cri.as_ref().is_some_and(Cri::is_full)
    }

    /// Does it use a feature that the implementation does not claim?
    pub(super) fn is_beyond(&self, description: &Description) -> bool {
        self.cri.as_ref().is_some_and(|cri| uses_more(cri, self.profile, description))
    }

    /// The URI (reference) that it has to be converted to.
    pub(super) fn uri(&self) -> UriForm {
        let Some(cri) = self.cri.as_ref().filter(|_| !self.is_invalid()) else {
            return UriForm::Open("the CRI is not valid");
        };
        match to_uri(cri, self.profile) {
            Err(NoUriForm(reason)) => UriForm::None(reason),
            Ok(_) if has_zone(cri) && self.profile == Profile::Href27 => {
                UriForm::Open("no conversion of a zone is defined (R29)")
            }
            Ok(uri) if self.is_valid() && !is_disputed_form(cri) => UriForm::Must(uri),
            Ok(_) if needs_disputed_guard(cri) => UriForm::Open("a guard that may be missing (R13)"),
            Ok(uri) => UriForm::May(uri),
        }
    }
}

/// The URI form of a CRI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UriForm {
    /// This one, and no refusal.
    Must(String),
    /// This one, or a refusal.
    May(String),
    /// There is none that means the same; why.
    None(&'static str),
    /// The texts do not say; why.
    Open(&'static str),
}

/// Features that any input may need: whoever lacks one may turn down what would otherwise be fine.
pub(super) fn lacks_any(profile: Profile, description: &Description) -> bool {
    profile.features().iter().any(|feature| !description.features.contains(feature))
}

fn uses_more(cri: &Cri, profile: Profile, description: &Description) -> bool {
    lacks_any(profile, description)
        && cri.features(profile).iter().any(|feature: &Feature| !description.features.contains(feature))
}

fn standing(cri: &Cri, form: Form, profile: Profile) -> Standing {
    let worst = violations(cri, form, profile).into_iter().next();
    match worst {
        Some(violation) if violation.grade == Grade::Invalid => Standing::Invalid(violation.what),
        Some(violation) => Standing::Disputed(violation.what),
        None if ends_in_a_default(cri, profile) => {
            Standing::Disputed("an empty path or query at the end of a reference (R80)")
        }
        None => Standing::Valid,
    }
}

/// R80: href-27 has what is a default in a full CRI left off at the end of references as well, where that changes
/// nothing.
pub(super) fn ends_in_a_default(cri: &Cri, profile: Profile) -> bool {
    if profile != Profile::Href27 || cri.is_full() || cri.fragment.is_some() {
        return false;
    }
    let is_empty = |section: &Option<Vec<Text>>| section.as_ref().is_some_and(Vec::is_empty);
    let last_is_empty = if cri.query.is_some() { is_empty(&cri.query) } else { is_empty(&cri.path) };
    // Where nothing is discarded and nothing appended, what is empty unsets something.
    let unsets =
        cri.authority == Authority::Null && cri.discard == Discard::Count(0) && cri.segments().is_empty();
    last_is_empty && !unsets
}

fn has_zone(cri: &Cri) -> bool {
    matches!(&cri.authority, Authority::Given(given) if matches!(given.host, Host::Address { zone: Some(_), .. }))
}

/// Forms that a conversion may decline although they exist.
fn is_disputed_form(cri: &Cri) -> bool {
    // An unset query says nothing where the path changes, yet whether 6.1 may say so is open (R16).
    let unset_query = !cri.is_full() && cri.query.as_ref().is_some_and(Vec::is_empty);
    unset_query || needs_disputed_guard(cri)
}

/// R13: `[1, [""]]` and `[1, ["", "b"]]`.
fn needs_disputed_guard(cri: &Cri) -> bool {
    cri.authority == Authority::Null
        && cri.discard == Discard::Count(1)
        && cri.segments().first().is_some_and(Text::is_empty)
}

/// Reads what an implementation answered as a CRI of a kind: valid by its shape, without trailing nulls.
pub(super) fn answered(bytes: &[u8]) -> Result<Cri, String> {
    match read(bytes) {
        Ok(reading) if reading.form.trailing_nulls => Err("nulls at the end".to_owned()),
        Ok(reading) => Ok(reading.cri),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether two CRIs mean the same, and if not, the section in which they first differ, and both in words.
pub(super) fn same(expected: &Cri, came: &Cri) -> Result<(), Differs> {
    match first_difference(expected, came) {
        None => Ok(()),
        Some(difference) => {
            // The index of an element would make one cause many.
            let cause = difference.place.split(',').next().unwrap_or_default().trim().to_owned();
            Err(Differs { cause, expected: format!("{expected}, and {difference}") })
        }
    }
}

/// How two CRIs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Differs {
    pub(super) cause: String,
    pub(super) expected: String,
}
