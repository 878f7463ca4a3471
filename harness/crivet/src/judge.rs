//! The judge: one outcome, held against what a vector accepts.
//!
//! ```text
//! judge: no answer                              -> error
//!        a feature the input uses is missing    -> only a refusal passes; of resolving, what is accepted too
//!        unsupported, though all is claimed     -> fail
//!        an accepted outcome, in order          -> pass, and a note where it is not the first
//!        anything else                          -> fail, with the first difference from the closest
//! ```
//!
//! Values are compared by meaning, one rule a module. The judge knows no implementation, the reference
//! implementation least of all: it reads CRIs through [`cri`](crate::cri), a reading of its own.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::cri::{ComponentDifference, Grade, read, violations};
use crate::edn;
use crate::feature::Feature;
use crate::implementation::Description;
use crate::operation::Operation;
use crate::outcome::{Decoded, IriComponents, Outcome, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Expected, Strength, Vector};
use crate::verdict::{Difference, Note, SkipReason, Status, Verdict};

mod cri;
mod defect;
mod early;
mod from_uri;
mod iri;
mod options;
mod permitted;
mod port;
mod relative;
mod scan;
mod syntax;
mod text;

/// Judges the outcome of asking an implementation what a vector asks, under one of the vector's profiles.
///
/// `claimed` are the features the implementation has. That the operation and the profile are claimed is
/// taken for granted: see [`claims`].
pub fn judge(vector: &Vector, profile: Profile, claimed: &BTreeSet<Feature>, outcome: &Outcome) -> Verdict {
    if let Outcome::Error(failure) = outcome {
        return Verdict::error(failure.clone());
    }
    let lacking: BTreeSet<Feature> =
        profile.features().iter().copied().filter(|feature| !claimed.contains(feature)).collect();
    let missing: Vec<Feature> = vector.features.intersection(&lacking).copied().collect();
    match &vector.operation {
        // A scan goes on whatever an item uses; the item alone is affected.
        Operation::Scan { sequence } => match outcome {
            Outcome::Unsupported(_) if !missing.is_empty() => pass_without(&missing),
            _ => {
                let accepted = scan::without_features(&vector.expect, sequence, profile, &lacking);
                against(vector, &accepted, profile, outcome)
            }
        },
        // The zone of a destination is in the answer, and in no input that a feature is of.
        Operation::CoapToCri { .. }
            if missing.is_empty()
                && !lacking.is_empty()
                && matches!(outcome, Outcome::Unsupported(_))
                && leaves_it_open(vector) =>
        {
            Verdict::pass(vec![Note::remark(
                "unsupported, where a rejection is accepted, and not every feature is claimed",
            )])
        }
        _ if missing.is_empty() => against(vector, &vector.expect, profile, outcome),
        Operation::Equivalent { a, b, .. } => without_feature(&missing, outcome, |value| match value {
            // Opaque identifiers are equal to those of the same bytes at most.
            Value::Equivalent { equivalent } => !equivalent || a == b,
            _ => false,
        }),
        Operation::Resolve { .. } | Operation::Relativize { .. } => {
            passed_on(vector, profile, &missing, outcome)
        }
        _ => without_feature(&missing, outcome, |_| false),
    }
}

/// Does the vector accept a rejection as well as a value?
fn leaves_it_open(vector: &Vector) -> bool {
    let rejects = vector.expect.iter().filter(|accepted| accepted.outcome == Expected::Reject).count();
    (1..vector.expect.len()).contains(&rejects)
}

/// Does the implementation claim what the vector asks, under this profile?
///
/// # Errors
///
/// What it does not claim: then the vector is skipped.
pub fn claims(description: &Description, vector: &Vector, profile: Profile) -> Result<(), SkipReason> {
    if !description.profiles.contains(&profile) {
        return Err(SkipReason::Profile(profile));
    }
    let unclaimed =
        vector.operations().map(Operation::name).find(|operation| !description.offers(profile, *operation));
    match unclaimed {
        None => Ok(()),
        Some(operation) if description.operations.names().contains(&operation) => {
            Err(SkipReason::OperationUnder(operation, profile))
        }
        Some(operation) => Err(SkipReason::Operation(operation)),
    }
}

fn names(features: &[Feature]) -> String {
    features.iter().map(|feature| feature.name()).collect::<Vec<_>>().join(", ")
}

fn pass_without(missing: &[Feature]) -> Verdict {
    Verdict::pass(vec![Note::remark(format!(
        "refused: the input uses {}, which is not claimed",
        names(missing)
    ))])
}

/// Whoever merely resolves, or does not look at the details, may pass on what it does not know (R170).
fn passed_on(vector: &Vector, profile: Profile, missing: &[Feature], outcome: &Outcome) -> Verdict {
    match outcome {
        Outcome::Value(_) => {
            let mut verdict = against(vector, &vector.expect, profile, outcome);
            if verdict.status == Status::Pass {
                let names = names(missing);
                verdict
                    .notes
                    .push(Note::remark(format!("passed on: the input uses {names}, which is not claimed")));
            }
            verdict
        }
        _ => without_feature(missing, outcome, |_| false),
    }
}

/// Without a feature it uses, the input is unprocessable (href-13, anchor `unprocessable`).
fn without_feature(missing: &[Feature], outcome: &Outcome, opaque: impl Fn(&Value) -> bool) -> Verdict {
    match outcome {
        Outcome::Value(value) if !opaque(value) => {
            let accepted = vec![Accepted { outcome: Expected::Reject, reading: None }];
            Verdict::fail(accepted, outcome.clone(), Difference::MissingFeature(names(missing)))
        }
        Outcome::Value(_) | Outcome::Reject(_) | Outcome::Unsupported(_) => pass_without(missing),
        Outcome::Error(failure) => Verdict::error(failure.clone()),
    }
}

fn against(vector: &Vector, accepted: &[Accepted], profile: Profile, outcome: &Outcome) -> Verdict {
    let fail = |difference| Verdict::fail(accepted.to_vec(), outcome.clone(), difference);
    let mut matched: Option<(usize, Vec<Note>)> = None;
    let mut closest = None;
    for (index, candidate) in accepted.iter().enumerate() {
        let notes = match (&candidate.outcome, outcome) {
            (Expected::Reject, Outcome::Reject(_)) => Vec::new(),
            (Expected::Value(expected), Outcome::Value(came)) => {
                match compare(&vector.operation, profile, expected, came) {
                    Ok(notes) => notes,
                    Err(difference) => {
                        closest.get_or_insert(difference);
                        continue;
                    }
                }
            }
            _ => continue,
        };
        // One that is met without remark is what the implementation meant, wherever in the list it stands.
        let plain = notes.is_empty();
        if plain || matched.is_none() {
            matched = Some((index, notes));
        }
        if plain {
            break;
        }
    }
    if matched.is_none()
        && let Some(permitted) = permitted::unlisted(&vector.operation, profile, accepted, outcome)
    {
        return permitted.map_or_else(fail, Verdict::pass);
    }
    match (matched, outcome) {
        (Some((index, mut notes)), _) => {
            notes.extend(reading_note(vector.strength, accepted, index, profile));
            Verdict::pass(notes)
        }
        (None, Outcome::Unsupported(reason)) => fail(Difference::Unsupported(reason.clone())),
        (None, Outcome::Reject(reason)) => fail(Difference::Reject(reason.clone())),
        (None, Outcome::Value(_)) => {
            fail(closest.unwrap_or_else(|| Difference::Value(defect::of(&vector.operation, profile))))
        }
        (None, Outcome::Error(failure)) => Verdict::error(failure.clone()),
    }
}

/// Is a CRI (reference) that an implementation made one that may be made, whatever it was made of?
///
/// # Errors
///
/// What is wrong with it, beyond dispute.
pub fn created(cri: &[u8], profile: Profile) -> Result<(), Difference> {
    if profile.has_option_sequences() {
        return early::valid(cri, profile);
    }
    let answer = cri::answered(cri, &[], profile)?;
    match violations(&answer.cri, answer.form, profile).into_iter().next() {
        Some(worst) if worst.grade == Grade::Invalid => Err(Difference::Invalid(worst.to_string())),
        _ => Ok(()),
    }
}

/// What is to be said of an accepted outcome for its place in the list.
fn reading_note(strength: Strength, accepted: &[Accepted], index: usize, profile: Profile) -> Option<Note> {
    let taken = accepted.get(index)?;
    let reading = || {
        let words = taken.reading.clone().unwrap_or_else(|| describe(&taken.outcome, profile));
        format!("reading {} of {}: {words}", index + 1, accepted.len())
    };
    match strength {
        _ if accepted.len() < 2 => None,
        Strength::Must => None,
        Strength::Should if index == 0 => None,
        Strength::Should => {
            Some(Note::should(format!("recommended is {}", describe(&accepted.first()?.outcome, profile))))
        }
        Strength::Disputed if index == 0 => Some(Note::remark(reading())),
        Strength::Disputed => Some(Note::disputed(reading())),
    }
}

/// An accepted outcome in a line, CRIs in diagnostic notation.
pub fn describe(outcome: &Expected, profile: Profile) -> String {
    let shown = |bytes: &[u8]| {
        let notation = match profile.has_option_sequences() {
            true => edn::show(bytes),
            false => read(bytes).ok().map(|reading| reading.cri.to_string()),
        };
        notation.unwrap_or_else(|| format!("h'{}'", hex::encode(bytes)))
    };
    match outcome {
        Expected::Reject => "a rejection".to_owned(),
        Expected::Value(Value::Decoded(decoded)) => shown(&decoded.cri),
        Expected::Value(Value::Uri { uri: text } | Value::Iri { iri: text }) => format!("`{text}`"),
        Expected::Value(Value::Cri { cri: bytes } | Value::Reference { reference: bytes }) => shown(bytes),
        Expected::Value(Value::Equivalent { equivalent }) => equivalent.to_string(),
        Expected::Value(Value::Items { items }) => {
            items.iter().map(|item| scan::name(*item)).collect::<Vec<_>>().join(", ")
        }
        Expected::Value(Value::Options { options }) => format!("{} options", options.len()),
        Expected::Value(
            Value::WellFormed { well_formed: truth }
            | Value::Absolute { absolute: truth }
            | Value::Relative { relative: truth },
        ) => truth.to_string(),
        Expected::Value(Value::References { references }) => format!("{references:?}"),
        Expected::Value(Value::Components(components)) => {
            let present = components.named().into_iter().filter_map(|(name, text)| Some((name, text?)));
            present.map(|(name, text)| format!("{name} {text:?}")).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Does a value mean what is expected? What is worth saying if it does, the first difference if it does not.
pub fn compare(
    operation: &Operation,
    profile: Profile,
    expected: &Value,
    came: &Value,
) -> Result<Vec<Note>, Difference> {
    let early = profile.has_option_sequences();
    match (operation, expected, came) {
        (Operation::Decode { .. }, Value::Decoded(expected), Value::Decoded(came)) => {
            decoded(expected, came, profile)
        }
        (Operation::CriToUri { .. }, Value::Uri { uri: expected }, Value::Uri { uri: came })
        | (Operation::CriToIri { .. }, Value::Iri { iri: expected }, Value::Iri { iri: came }) => {
            text::compare_in_either_case(expected, came)
        }
        (
            Operation::UriToCri { uri } | Operation::IriToCri { iri: uri },
            Value::Cri { cri: expected },
            Value::Cri { cri: came },
        ) => match early {
            true => early::compare_by_uri(uri, expected, came, profile),
            false => from_uri::compare(Some(uri), expected, came, profile),
        },
        (Operation::Resolve { .. }, Value::Cri { cri: expected }, Value::Cri { cri: came }) if early => {
            early::compare_resolved(expected, came, profile)
        }
        (
            Operation::Resolve { base, reference, .. },
            Value::Cri { cri: expected },
            Value::Cri { cri: came },
        ) => cri::compare_resolved(&[base, reference], expected, came, profile),
        (
            Operation::Relativize { base, target },
            Value::Reference { reference: expected },
            Value::Reference { reference: came },
        ) if early => early::leads(base, target, expected, came, profile),
        (
            Operation::Relativize { base, target },
            Value::Reference { reference: expected },
            Value::Reference { reference: came },
        ) => relative::compare(base, target, expected, came, profile),
        (
            Operation::Equivalent { .. },
            Value::Equivalent { equivalent: expected },
            Value::Equivalent { equivalent: came },
        ) => equal("equivalent", expected.to_string(), came.to_string()),
        (Operation::Scan { .. }, Value::Items { items: expected }, Value::Items { items: came }) => {
            scan::compare(expected, came)
        }
        (
            Operation::CriToCoap { .. },
            Value::Options { options: expected },
            Value::Options { options: came },
        ) => options::compare_of_cri(expected, came),
        (
            Operation::UriToCoap { .. },
            Value::Options { options: expected },
            Value::Options { options: came },
        ) => options::compare(expected, came),
        (Operation::CoapToCri { .. }, Value::Cri { cri: expected }, Value::Cri { cri: came }) => {
            cri::compare_full(expected, came, profile)
        }
        (Operation::CoapToUri { .. }, Value::Uri { uri: expected }, Value::Uri { uri: came }) => {
            text::compare(expected, came)
        }
        (Operation::IriToUri { iri }, Value::Uri { uri: expected }, Value::Uri { uri: came }) => {
            iri::uri(iri, expected, came)
        }
        (
            Operation::WellFormed { .. },
            Value::WellFormed { well_formed: expected },
            Value::WellFormed { well_formed: came },
        ) => equal("well-formed", expected.to_string(), came.to_string()),
        (
            Operation::Absolute { .. },
            Value::Absolute { absolute: expected },
            Value::Absolute { absolute: came },
        ) => equal("absolute", expected.to_string(), came.to_string()),
        (
            Operation::Relative { .. },
            Value::Relative { relative: expected },
            Value::Relative { relative: came },
        ) => equal("relative", expected.to_string(), came.to_string()),
        (
            Operation::IriPreprocess { .. },
            Value::References { references: expected },
            Value::References { references: came },
        ) => iri::references(expected, came),
        (Operation::IriParse { iri }, Value::Components(expected), Value::Components(came)) => {
            iri::components(iri, expected, came)
        }
        _ => Err(Difference::Shape(operation.name())),
    }
}

fn decoded(expected: &Decoded, came: &Decoded, profile: Profile) -> Result<Vec<Note>, Difference> {
    equal("full", expected.full.to_string(), came.full.to_string())?;
    if profile.has_option_sequences() {
        return early::compare(&expected.cri, &came.cri, profile);
    }
    cri::compare(&expected.cri, &came.cri, profile)
}

/// Does a CRI (reference) that was made from a URI denote the URI (reference) that another one stands for? This is
/// what `uri-to-cri` is judged by.
pub fn same_uri(expected: &[u8], came: &[u8], profile: Profile) -> Result<Vec<Note>, Difference> {
    from_uri::compare(None, expected, came, profile)
}

/// Is this the URI or IRI of a CRI whose scheme number is in no table, by a registry that is newer than the table (R32)? `None`
/// where the number is in the table, or the CRI has no URI whatever its scheme.
///
/// # Errors
///
/// Where the scheme is not one that the number may have, or the rest is another URI.
pub fn newer_scheme(operation: &Operation, came: &Value, profile: Profile) -> Option<Result<(), Difference>> {
    permitted::newer_scheme(operation, came, profile).map(|permitted| permitted.map(|_| ()))
}

/// May the CRI of a URI say the default port of its scheme (R26)?
///
/// # Errors
///
/// Where the URI does not have the port, or the revision has it left off.
pub fn may_keep_default_port(uri: &str, scheme: &str, profile: Profile) -> Result<(), Difference> {
    port::default_kept(uri, scheme, profile).map(|_| ())
}

/// Is the scheme of a CRI a number that is in the table, and may be unknown all the same (R162)?
pub fn may_be_unknown(cri: &[u8], profile: Profile) -> bool {
    permitted::has_long_number(cri, profile)
}

/// Is this the same URI, letter by letter but for the text of an IPv6 address and the case of digits in triplets? This
/// is what `cri-to-uri` is judged by.
pub fn same_text(expected: &str, came: &str) -> Result<Vec<Note>, Difference> {
    text::compare_in_either_case(expected, came)
}

/// The same URI with the hexadecimal digits of its triplets in upper case: RFC 3986, section 2.1, has `%3a` and `%3A`
/// equivalent.
pub fn with_upper_case_triplets(uri: &str) -> Cow<'_, str> {
    text::upper_case_triplets(uri)
}

/// Are these the same components of an IRI? This is what `iri-parse` is judged by.
pub fn same_components(
    iri: &str,
    expected: &IriComponents,
    came: &IriComponents,
) -> Result<Vec<Note>, Difference> {
    iri::components(iri, expected, came)
}

/// Is this the same URI of an IRI? This is what `iri-to-uri` is judged by.
pub fn same_uri_of_iri(iri: &str, expected: &str, came: &str) -> Result<Vec<Note>, Difference> {
    iri::uri(iri, expected, came)
}

fn equal(place: &str, expected: String, came: String) -> Result<Vec<Note>, Difference> {
    if expected == came {
        return Ok(Vec::new());
    }
    Err(Difference::Component(ComponentDifference { place: place.to_owned(), expected, came }))
}

#[cfg(test)]
mod tests;
