//! What is demanded of who is asked about an encoded CRI or CRI reference: by the judge's own reading of it.
//!
//! Oracles hold answers against premises, and a premise that is wrong is a false alarm. So the premises are not
//! the generators' word but come from the bytes, by [`cri`](crivet::cri), with every place where the
//! texts are open turned into "either".

use super::{Demanded, Reason};
use crivet::cri::{
    Authority, Cri, Discard, Form, Grade, Host, Text, first_difference, read, scheme_name, to_uri,
    violations, write,
};
use crivet::feature::Feature;
use crivet::implementation::Description;
use crivet::judge::may_be_unknown;
use crivet::profile::Profile;

/// An encoded CRI or CRI reference, as the drafts have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subject {
    /// What it is, where it has the shape of one.
    pub(crate) cri: Option<Cri>,
    /// What is demanded of a final recipient.
    pub(crate) demanded: Demanded<()>,
    profile: Profile,
}

impl Subject {
    pub(crate) fn read(bytes: &[u8], profile: Profile) -> Self {
        let Ok(reading) = read(bytes) else {
            // A tag 99 around a CRI may be stripped (R35), and then whatever is in it counts.
            let demanded = match bytes {
                [0xd8, 99, ..] if profile.rules().has_tag => Demanded::Open(Reason::Tag99),
                _ => Demanded::Reject(Reason::Shape),
            };
            return Subject { cri: None, demanded, profile };
        };
        let demanded = demanded(&reading.cri, reading.form, profile);
        Subject { cri: Some(reading.cri), demanded, profile }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.demanded == Demanded::Accept(())
    }

    pub(crate) fn is_invalid(&self) -> bool {
        matches!(self.demanded, Demanded::Reject(_))
    }

    pub(crate) fn is_full(&self) -> bool {
        self.cri.as_ref().is_some_and(Cri::is_full)
    }

    /// Does it use a feature that the implementation does not claim?
    pub(crate) fn is_beyond(&self, description: &Description) -> bool {
        self.cri.as_ref().is_some_and(|cri| uses_more(cri, self.profile, description))
    }

    /// The URI (reference) that it has to be converted to.
    pub(crate) fn uri(&self) -> Demanded<String> {
        let Some(cri) = self.cri.as_ref().filter(|_| !self.is_invalid()) else {
            return Demanded::Open(Reason::NotValid);
        };
        match to_uri(cri, self.profile) {
            Err(reason) => Demanded::Reject(reason.into()),
            Ok(_) if has_zone(cri) && !self.profile.rules().zones_in_uris => {
                Demanded::Open(Reason::ZoneWithoutConversion)
            }
            Ok(uri) if self.is_valid() && !is_disputed_form(cri) && !has_long_number(cri, self.profile) => {
                Demanded::Accept(uri)
            }
            Ok(_) if needs_disputed_guard(cri) => Demanded::Open(Reason::MissingGuard),
            Ok(uri) => Demanded::AcceptOrReject(uri),
        }
    }

    /// Where no ruling lets the letter of section 6.1 stand for a CRI without a URI form: the ruling that says so.
    pub(crate) fn no_form_beyond_dispute(&self) -> Option<&'static str> {
        let cri = self.cri.as_ref()?;
        // A newer registry may have the number: what came is told by `newer_scheme`.
        if has_unknown_number(cri, self.profile) {
            return None;
        }
        if let Authority::Given(given) = &cri.authority
            && let Host::Name(labels) = &given.host
            && labels.iter().flat_map(Text::texts).any(|text| text.contains('.'))
        {
            return Some("R18");
        }
        let is_local = !cri.is_full() && cri.authority == Authority::Null;
        // But for `[0, []]`, if the empty path is a default (R80).
        if is_local
            && cri.discard == Discard::Count(0)
            && cri.path.is_some()
            && !ends_in_a_default(cri, self.profile)
        {
            return Some("R15");
        }
        None
    }
}

/// Features that any input may need: whoever lacks one may reject what would otherwise be fine.
pub(crate) fn lacks_any(profile: Profile, description: &Description) -> bool {
    profile.features().iter().any(|feature| !description.features.contains(feature))
}

fn uses_more(cri: &Cri, profile: Profile, description: &Description) -> bool {
    lacks_any(profile, description)
        && cri.features(profile).iter().any(|feature: &Feature| !description.features.contains(feature))
}

fn demanded(cri: &Cri, form: Form, profile: Profile) -> Demanded<()> {
    match violations(cri, form, profile).first() {
        Some(worst) if worst.grade == Grade::Invalid => Demanded::Reject(worst.into()),
        Some(_) => Demanded::AcceptOrReject(()),
        None if ends_in_a_default(cri, profile) => Demanded::Open(Reason::TrailingDefault),
        None => Demanded::Accept(()),
    }
}

/// R80: href-27 has what is a default in a full CRI left off at the end of references as well.
pub(crate) fn ends_in_a_default(cri: &Cri, profile: Profile) -> bool {
    if !profile.rules().empty_is_default || cri.is_full() || cri.fragment.is_some() {
        return false;
    }
    let is_empty = |section: &Option<Vec<Text>>| section.as_ref().is_some_and(Vec::is_empty);
    // `[0, null, []]` is an example of the draft, and keeps its meaning.
    let unsets_query =
        cri.authority == Authority::Null && cri.discard == Discard::Count(0) && cri.path.is_none();
    if cri.query.is_some() { is_empty(&cri.query) && !unsets_query } else { is_empty(&cri.path) }
}

/// A scheme number that is in no table (R32).
fn has_unknown_number(cri: &Cri, profile: Profile) -> bool {
    cri.scheme.as_ref().is_some_and(|scheme| scheme_name(scheme, profile).is_none())
}

/// A scheme number that is in the table, and may be unknown (R162).
pub(crate) fn has_long_number(cri: &Cri, profile: Profile) -> bool {
    may_be_unknown(&write(cri, profile), profile)
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

/// Reads what an implementation made of what has no default at its end: a CRI by its shape, without trailing nulls, and
/// in href-27 a full one without any default at its end (R3).
pub(crate) fn answered(bytes: &[u8], profile: Profile) -> Result<Cri, String> {
    match read(bytes) {
        Ok(reading) if reading.form.trailing_nulls => Err("nulls at the end".to_owned()),
        Ok(reading) if reading.cri.ends_in_default(profile) => Err("a default value at the end".to_owned()),
        Ok(reading) => Ok(reading.cri),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether two CRIs mean the same, and if not, the section in which they first differ, and both in words.
pub(crate) fn same(expected: &Cri, came: &Cri) -> Result<(), Differs> {
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
pub(crate) struct Differs {
    pub(crate) cause: String,
    pub(crate) expected: String,
}
