//! What is the same answer: as data, and in words.

use serde_json::{Value as Json, json};

use crivet::operation::OperationName;
use crivet::outcome::ValueKind;

/// The steps of a harness.
pub(super) const STEPS: [&str; 8] = [
    "Start the testee and send {\"id\": 0, \"op\": \"describe\", \"protocol\": 1}, a line of JSON. `ok` of its answer has \
     `profiles`, `features` and `operations`: what it claims.",
    "Ask each vector once for each of its `profiles` that the testee claims, if it claims the operation `op`: send \
     `request` with an `id` of your own and that `profile`.",
    "The answer has one of `ok`, `reject` and `unsupported`. Anything else, or none within 10 seconds, is an error.",
    "Sort the `options` of an `ok` by `number`, and keep the order of those with the same number.",
    "Of `answers`, those count whose `profiles`, if there, have the profile, whose `with`, if there, are all claimed, and \
     of whose `without`, if there, none is claimed.",
    "The vector passes if one that counts has the same `ok`, or has `any` and the answer has an `ok`, or both have \
     `reject`, or both have `unsupported`. Texts of `reject` and `unsupported` are not compared.",
    "Where an `ok` did not pass and the vector has `then`, send its `request` with the member `reference` of this `ok`, and \
     hold the answer against the `answers` of `then` in the same way. Otherwise the vector fails.",
    "Test the harness first: for each of `samples` it has to find the `verdict`. A comparison that is not `all-listed` \
     knows more answers that pass: where such an answer fails, ask crivet itself.",
];

/// A way to compare: its name, what is the same by it, and whether every answer that passes is listed.
const COMPARISONS: [(&str, &str, bool); 6] = [
    ("value", "The same JSON value.", true),
    (
        "abstract-form",
        "The same components: in a full CRI an absent path or query, null and [] are the same; a null at the end is wrong. \
         Heads of CBOR that are longer than needed pass too, and are not listed.",
        false,
    ),
    (
        "uri",
        "A valid CRI that stands for the same URI: the scheme by name or number, a default port where the profile lets it \
         stay, an empty host with or without a label, a lone slash after an authority of HTTP or CoAP.",
        false,
    ),
    ("resolves", "Any valid reference that resolves to the target: see `then`.", false),
    (
        "text",
        "The same text, but for the case of hexadecimal digits in triplets that were written anew, and any text of the same \
         IPv6 address.",
        false,
    ),
    (
        "options",
        "The same options, whatever the order of different numbers. A Uri-Port may have zero bytes in front, and the address \
         in a Uri-Host made of a CRI any text.",
        false,
    ),
];

pub(super) fn comparisons() -> Json {
    COMPARISONS
        .iter()
        .map(|(name, same, listed)| json!({"name": name, "same": same, "all-listed": listed}))
        .collect()
}

pub(super) fn operations() -> Json {
    let operation = |operation: OperationName| {
        let signature = operation.signature();
        let members = signature.value.members().iter();
        let members: Vec<Json> = members
            .map(|member| json!({"member": member, "comparison": comparison(operation, member)}))
            .collect();
        json!({"op": operation, "asks": signature.asks, "members": members})
    };
    OperationName::ALL.into_iter().map(operation).collect()
}

/// How a member of the answer is compared; the rules themselves are in [`crivet::judge`].
fn comparison(operation: OperationName, member: &str) -> &'static str {
    match operation.signature().value {
        ValueKind::Decoded if member == "full" => "value",
        ValueKind::Decoded => "abstract-form",
        ValueKind::Cri => match operation {
            OperationName::UriToCri | OperationName::IriToCri => "uri",
            _ => "abstract-form",
        },
        ValueKind::Reference => "resolves",
        ValueKind::Uri | ValueKind::Iri | ValueKind::Components => "text",
        ValueKind::Options => "options",
        ValueKind::Absolute
        | ValueKind::Equivalent
        | ValueKind::Items
        | ValueKind::References
        | ValueKind::Relative
        | ValueKind::WellFormed => "value",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_comparison_is_told() {
        let told = COMPARISONS.map(|(name, ..)| name);
        let mut used = Vec::new();
        for operation in OperationName::ALL {
            for member in operation.signature().value.members() {
                used.push(comparison(operation, member));
            }
        }
        assert!(used.iter().all(|name| told.contains(name)), "{used:?}");
        assert!(told.iter().all(|name| used.contains(name)), "{told:?}");
    }
}
