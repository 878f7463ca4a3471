//! Trivial scores: what implementations that know nothing would score on the same cases.
//!
//! A score means little without them: a suite of invalid input alone is passed by rejecting everything.

use crate::feature::Feature;
use crate::operation::{Argument, Operation};
use crate::outcome::{Decoded, IriComponents, Item, Outcome, Value, ValueKind};
use crate::select::Case;
use crate::sequence::{Each, ask_each};
use crate::verdict::Status;

/// What one such implementation scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrivialScore {
    /// The implementation's name.
    pub name: &'static str,
    /// How many cases it passes.
    pub passed: usize,
    /// Of how many.
    pub cases: usize,
}

/// The trivial scores of a selection.
pub(super) fn all(cases: &[Case<'_>]) -> Vec<TrivialScore> {
    let reject: fn(&Operation) -> Outcome = |_| Outcome::Reject("everything is rejected".to_owned());
    [("reject-all", reject), ("echo", echo)].map(|(name, answer)| score(name, cases, answer)).to_vec()
}

fn score(name: &'static str, cases: &[Case<'_>], answer: fn(&Operation) -> Outcome) -> TrivialScore {
    let features = Feature::ALL.into_iter().collect();
    let passed = cases
        .iter()
        .filter(|case| {
            // It keeps nothing, so once is as good as several times.
            let once = &mut |operation: &Operation, _, each: Each<'_>| {
                each(answer(operation));
            };
            ask_each(case, &features, once).is_some_and(|(_, verdict)| verdict.status == Status::Pass)
        })
        .count();
    TrivialScore { name, passed, cases: cases.len() }
}

/// Accepts everything, and gives back what it was given as far as the kind of value allows.
fn echo(operation: &Operation) -> Outcome {
    let (mut cbor, mut text) = (Vec::new(), None);
    for (_, argument) in operation.arguments() {
        match argument {
            Argument::Cbor(bytes) => cbor.push(bytes),
            Argument::Text(found) => text = Some(found),
            _ => {}
        }
    }
    let same = cbor.windows(2).all(|pair| pair[0] == pair[1]);
    let cri = cbor.pop().unwrap_or(vec![0x81, 0x00]);
    let text = text.unwrap_or_default();
    Outcome::Value(match operation.name().signature().value {
        ValueKind::Absolute => Value::Absolute { absolute: true },
        ValueKind::Components => {
            Value::Components(IriComponents { path: Some(text), ..IriComponents::default() })
        }
        ValueKind::Cri => Value::Cri { cri },
        ValueKind::Decoded => {
            let full = cri.get(1).is_some_and(|initial| matches!(initial >> 5, 1 | 3));
            Value::Decoded(Decoded { full, cri })
        }
        ValueKind::Equivalent => Value::Equivalent { equivalent: same },
        ValueKind::Iri => Value::Iri { iri: text },
        ValueKind::Items => {
            let count = usize::from(cri.first().map_or(0, |head| head & 0x1f));
            Value::Items { items: vec![Item::Processable; count] }
        }
        ValueKind::Options => Value::Options { options: Vec::new() },
        ValueKind::Reference => Value::Reference { reference: cri },
        ValueKind::References => Value::References { references: vec![text] },
        ValueKind::Relative => Value::Relative { relative: true },
        ValueKind::Uri => Value::Uri { uri: text },
        ValueKind::WellFormed => Value::WellFormed { well_formed: true },
    })
}
