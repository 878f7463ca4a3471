//! Floors: what implementations that know nothing would score on the same cases.
//!
//! A score means little without them: a suite of invalid input alone is passed by rejecting everything.

use crate::feature::Feature;
use crate::judge::judge;
use crate::operation::Operation;
use crate::outcome::{Decoded, IriComponents, Item, Outcome, Value};
use crate::select::Case;
use crate::verdict::Status;

/// What one such implementation scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The implementation's name.
    pub name: &'static str,
    /// How many cases it passes.
    pub passed: usize,
    /// Of how many.
    pub cases: usize,
}

/// The floors of a selection.
pub(super) fn all(cases: &[Case<'_>]) -> Vec<Floor> {
    let reject: fn(&Operation) -> Outcome = |_| Outcome::Reject("everything is rejected".to_owned());
    [("reject-all", reject), ("echo", echo)].map(|(name, answer)| floor(name, cases, answer)).to_vec()
}

fn floor(name: &'static str, cases: &[Case<'_>], answer: fn(&Operation) -> Outcome) -> Floor {
    let features = Feature::ALL.into_iter().collect();
    let passed = cases
        .iter()
        .filter(|case| {
            let outcome = answer(&case.vector.operation);
            judge(case.vector, case.profile, &features, &outcome).status == Status::Pass
        })
        .count();
    Floor { name, passed, cases: cases.len() }
}

/// Accepts everything, and gives back what it was given as far as the shape allows.
fn echo(operation: &Operation) -> Outcome {
    Outcome::Value(match operation {
        Operation::Decode { cri } => {
            let full = cri.get(1).is_some_and(|initial| matches!(initial >> 5, 1 | 3));
            Value::Decoded(Decoded { full, cri: cri.clone() })
        }
        Operation::CriToUri { .. } => Value::Uri { uri: String::new() },
        Operation::CriToIri { .. } => Value::Iri { iri: String::new() },
        Operation::UriToCri { .. } | Operation::IriToCri { .. } => Value::Cri { cri: vec![0x81, 0x00] },
        Operation::Resolve { reference, .. } => Value::Cri { cri: reference.clone() },
        Operation::Relativize { target, .. } => Value::Reference { reference: target.clone() },
        Operation::WellFormed { .. } => Value::WellFormed { well_formed: true },
        Operation::Absolute { .. } => Value::Absolute { absolute: true },
        Operation::Relative { .. } => Value::Relative { relative: true },
        Operation::IriPreprocess { text, .. } => Value::References { references: vec![text.clone()] },
        Operation::IriParse { iri } => {
            Value::Components(IriComponents { path: Some(iri.clone()), ..IriComponents::default() })
        }
        Operation::IriToUri { iri } => Value::Uri { uri: iri.clone() },
        Operation::Equivalent { a, b, .. } => Value::Equivalent { equivalent: a == b },
        Operation::CriToCoap { .. } | Operation::UriToCoap { .. } => Value::Options { options: Vec::new() },
        Operation::CoapToCri { .. } => Value::Cri { cri: vec![0x81, 0x20] },
        Operation::CoapToUri { .. } => Value::Uri { uri: "coap:".to_owned() },
        Operation::Scan { sequence } => {
            let count = usize::from(sequence.first().map_or(0, |head| head & 0x1f));
            Value::Items { items: vec![Item::Processable; count] }
        }
    })
}
