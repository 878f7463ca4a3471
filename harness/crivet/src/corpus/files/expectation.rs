//! Expectations that no answer could meet: they are errors of the corpus, not of an implementation.

use crate::cri::{early, split_array};
use crate::feature::Feature;
use crate::judge::judge;
use crate::operation::Operation;
use crate::outcome::{Decoded, Outcome, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Expected, Vector};
use crate::verdict::Status;

/// What is wrong with what a vector accepts; empty where nothing is.
///
/// Besides what is wrong on its face, an accepted value has to pass as an answer to its own vector.
pub(crate) fn problems(vector: &Vector) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, one) in vector.expect.iter().enumerate() {
        if vector.expect[..index].iter().any(|before| before.outcome == one.outcome) {
            problems.push("an accepted outcome stands in the list twice".to_owned());
        }
        if let Expected::Value(value) = &one.outcome {
            let face =
                vector.profiles.iter().find_map(|&profile| on_its_face(&vector.operation, value, profile));
            problems.extend(face.or_else(|| as_an_answer(vector, one, value)));
        }
    }
    problems
}

fn on_its_face(operation: &Operation, value: &Value, profile: Profile) -> Option<String> {
    match (operation, value) {
        (Operation::Decode { .. }, Value::Decoded(Decoded { full, cri }))
            if *full != starts_with_scheme(cri, profile) =>
        {
            let starts = if *full { "does not start" } else { "starts" };
            Some(format!("`full` is {full}, but the CRI expected {starts} with a scheme"))
        }
        (Operation::Resolve { base, .. }, Value::Cri { cri })
            if starts_with_scheme(base, profile) && !starts_with_scheme(cri, profile) =>
        {
            Some("resolving gives a full CRI, which starts with a scheme".to_owned())
        }
        (Operation::Scan { sequence }, Value::Items { items }) => match split_array(sequence) {
            Ok(found) if found.len() != items.len() => {
                Some(format!("the sequence holds {} items, not {}", found.len(), items.len()))
            }
            _ => None,
        },
        (_, Value::Uri { uri }) => uri
            .chars()
            .find(|c| !c.is_ascii_graphic() || "\"<>\\^`{|}".contains(*c))
            .map(|c| format!("no URI holds the character {c:?}")),
        _ => None,
    }
}

/// The value, given as the answer of an implementation that has everything.
fn as_an_answer(vector: &Vector, accepted: &Accepted, value: &Value) -> Option<String> {
    let alone = Vector { expect: vec![accepted.clone()], ..vector.clone() };
    let features = Feature::ALL.into_iter().collect();
    vector.profiles.iter().find_map(|&profile| {
        let verdict = judge(&alone, profile, &features, &Outcome::Value(value.clone()));
        let explanation = verdict.explanation().unwrap_or_default();
        (verdict.status != Status::Pass)
            .then(|| format!("as an answer for {profile} it would fail: {explanation}"))
    })
}

/// Does an encoded array start with a text or a negative integer, which only a scheme can be? In a sequence of
/// options, with the number of the scheme?
pub(crate) fn starts_with_scheme(cri: &[u8], profile: Profile) -> bool {
    if profile.has_option_sequences() {
        return early::read(cri, profile).is_ok_and(|(sequence, _)| sequence.is_absolute());
    }
    let head = match cri.first() {
        Some(0x80..=0x97 | 0x9f) => 1,
        Some(0x98) => 2,
        Some(0x99) => 3,
        Some(0x9a) => 5,
        Some(0x9b) => 9,
        _ => return false,
    };
    cri.get(head).is_some_and(|initial| matches!(initial >> 5, 1 | 3))
}
