//! Expectations that no answer could meet: they are errors of the corpus, not of an implementation.

use crate::operation::Operation;
use crate::outcome::{Decoded, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Expected};

/// What is wrong with what a vector accepts; empty where nothing is.
pub(super) fn problems(_profiles: &[Profile], operation: &Operation, accepted: &[Accepted]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, one) in accepted.iter().enumerate() {
        if accepted[..index].iter().any(|before| before.outcome == one.outcome) {
            problems.push("an accepted outcome stands in the list twice".to_owned());
        }
        if let Expected::Value(value) = &one.outcome {
            problems.extend(value_problem(operation, value));
        }
    }
    problems
}

fn value_problem(operation: &Operation, value: &Value) -> Option<String> {
    match (operation, value) {
        (Operation::Decode { .. }, Value::Decoded(Decoded { full, cri })) => {
            (*full != starts_with_scheme(cri)).then(|| {
                format!("`full` is {full}, but the CRI expected {} with a scheme", if *full { "does not start" } else { "starts" })
            })
        }
        (Operation::Resolve { .. }, Value::Cri { cri }) if !starts_with_scheme(cri) => {
            Some("resolving gives a full CRI, which starts with a scheme".to_owned())
        }
        (_, Value::Uri { uri }) => uri
            .chars()
            .find(|c| !c.is_ascii_graphic() || "\"<>\\^`{|}".contains(*c))
            .map(|c| format!("no URI holds the character {c:?}")),
        _ => None,
    }
}

/// Does an encoded array start with a text or a negative integer, which only a scheme can be?
pub(super) fn starts_with_scheme(cri: &[u8]) -> bool {
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
