//! What is permitted whatever a vector lists: principles that hold for every question of their kind.
//!
//! ```text
//! the text is not a URI (IRI)              any valid CRI, where a rejection is accepted     R161
//! the scheme number is in no table         a URI whose scheme a newer registry may have     R32
//! the scheme number is of the long ones    a rejection: the table is that of a registry     R162
//! ```

use std::borrow::Cow;

use super::syntax::{Syntax, is_reference, is_scheme};
use super::{created, text};
use crate::cri::{ComponentDifference, Cri, Scheme, is_registered_name, read, scheme_name, to_uri};
use crate::operation::Operation;
use crate::outcome::{Outcome, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Expected};
use crate::verdict::{Difference, Note};

/// The scheme numbers below this are short, and each draft has its own few (10.1 of href-13, 10.2 of href-27: numbers
/// from 1000 on are for whoever registers a scheme).
const LONG: u64 = 1000;

/// An outcome that is not listed: permitted nevertheless, with a note; or not, where a principle has its own reason;
/// `None` where none applies.
pub(super) fn unlisted(
    operation: &Operation,
    profile: Profile,
    accepted: &[Accepted],
    outcome: &Outcome,
) -> Option<Result<Vec<Note>, Difference>> {
    let may_reject = accepted.iter().any(|candidate| candidate.outcome == Expected::Reject);
    match (operation, outcome) {
        (Operation::UriToCri { .. } | Operation::IriToCri { .. }, Outcome::Value(Value::Cri { cri }))
            if may_reject =>
        {
            let what = not_convertible(operation)?;
            let note = Note::should(format!("{what}: a rejection is recommended (R161)"));
            Some(created(cri, profile).map(|()| vec![note]))
        }
        (_, Outcome::Value(came)) if may_reject => newer_scheme(operation, came, profile),
        (Operation::CriToUri { cri } | Operation::CriToIri { cri }, Outcome::Reject(_)) if !may_reject => {
            let note =
                "a scheme number was rejected that is in the table: a conversion is recommended (R162)";
            has_long_number(cri, profile).then(|| Ok(vec![Note::should(note)]))
        }
        _ => None,
    }
}

/// Is a text to be converted that is not in the grammar of what is converted? In words.
fn not_convertible(operation: &Operation) -> Option<&'static str> {
    match operation {
        Operation::UriToCri { uri } if !is_reference(uri, Syntax::Uri) => {
            Some("the text is not a URI, and was converted")
        }
        Operation::IriToCri { iri } if !is_reference(iri, Syntax::Iri) => {
            Some("the text is not an IRI, and was converted")
        }
        _ => None,
    }
}

/// Is it the URI or IRI of a CRI whose scheme number is in no table, by a registry that is newer than the table? `None`
/// where the number is in the table, or the CRI has no URI whatever its scheme.
pub(super) fn newer_scheme(
    operation: &Operation,
    came: &Value,
    profile: Profile,
) -> Option<Result<Vec<Note>, Difference>> {
    let (cri, came) = match (operation, came) {
        (Operation::CriToUri { cri }, Value::Uri { uri }) => (cri, Cow::Borrowed(uri.as_str())),
        (Operation::CriToIri { cri }, Value::Iri { iri }) => (cri, in_triplets(iri)),
        _ => return None,
    };
    let mut cri = numbered(cri, profile)?;
    if scheme_name(cri.scheme.as_ref()?, profile).is_some() {
        return None;
    }
    let name = came.split(':').next().unwrap_or_default();
    let is_new = is_scheme(name) && name == name.to_ascii_lowercase() && !is_registered_name(name, profile);
    cri.scheme = Some(Scheme::Name(name.to_owned()));
    let expected = to_uri(&cri, profile).ok()?;
    if !is_new {
        let expected = "a rejection, or a name that no other number has".to_owned();
        let difference =
            ComponentDifference { place: "scheme".to_owned(), expected, came: format!("{name:?}") };
        return Some(Err(Difference::Component(difference)));
    }
    let note = Note::disputed("the scheme number is in no table: the scheme is taken for a newer one (R32)");
    Some(text::compare_in_either_case(&expected, &came).map(|mut notes| {
        notes.insert(0, note);
        notes
    }))
}

/// The URI of an IRI, but for its host (RFC 3987, section 3.1, step 2).
fn in_triplets(iri: &str) -> Cow<'_, str> {
    if iri.is_ascii() {
        return Cow::Borrowed(iri);
    }
    let byte = |byte: u8| if byte.is_ascii() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    Cow::Owned(iri.bytes().map(byte).collect())
}

/// Is its scheme a number of the table, and not one of the short ones?
pub(super) fn has_long_number(cri: &[u8], profile: Profile) -> bool {
    numbered(cri, profile).and_then(|cri| cri.scheme).is_some_and(|scheme| {
        matches!(scheme, Scheme::Number(LONG..)) && scheme_name(&scheme, profile).is_some()
    })
}

/// The CRI, where its scheme is a number.
fn numbered(cri: &[u8], profile: Profile) -> Option<Cri> {
    let cri = (!profile.has_option_sequences()).then(|| read(cri).ok())??.cri;
    matches!(cri.scheme, Some(Scheme::Number(_))).then_some(cri)
}
