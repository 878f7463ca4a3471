//! The oracles: each agrees on the reference implementation, in each of its profiles, and fails on faulty ones made for
//! it.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use arbitrary::Unstructured;
use crivet::implementation::Implementation;
use crivet::profile::Profile;
use crivet_fuzz::generate::seeded;
use crivet_fuzz::oracle::{Asker, Comparison, Oracle, Parties, Tally};
use crivet_testee_reference::Reference;

mod agree;
mod altered;
mod faults;
mod permitted;
mod reference;
mod witnesses;

/// How many bytes each input is made of.
const BYTES: usize = 256;

/// Checks seeded inputs, up to the first that differs in a way of this kind, if there is one: its seed, and what there is
/// to say of it.
fn tally<O: Oracle>(
    oracle: &O,
    implementation: &dyn Implementation,
    profile: Profile,
    inputs: u64,
    kind: &str,
) -> (Tally, Option<(u64, String)>) {
    let description = implementation.describe();
    let parties = Parties {
        implementation: Some(implementation),
        other: None,
        description: &description,
        other_description: None,
    };
    let mut tally = Tally::default();
    for seed in 0..inputs {
        let case = oracle.case(profile, &mut Unstructured::new(&seeded(seed, BYTES))).unwrap();
        let Ok(checked) = oracle.check(&case, &mut Asker::at_once(profile, parties)) else {
            return (tally, Some((seed, "it panics".to_owned())));
        };
        tally.count(&checked);
        let Comparison::Differ(difference) = &checked.comparison else { continue };
        if !difference.to_string().starts_with(kind) {
            continue;
        }
        let mut traced = Asker::traced(profile, parties);
        // The same that came before, with the steps kept.
        let again = oracle.check(&case, &mut traced);
        assert_eq!(again.as_ref(), Ok(&checked), "checked again, it comes out otherwise");
        let steps = traced.into_steps().into_iter().map(|step| {
            format!("{}\n    {:?}", serde_json::to_string(&step.question.operation).unwrap(), step.outcome)
        });
        let words = [
            difference.to_string(),
            format!("expected {}", difference.expected),
            serde_json::to_string(&case).unwrap(),
        ];
        return (tally, Some((seed, words.into_iter().chain(steps).collect::<Vec<_>>().join("\n"))));
    }
    (tally, None)
}

fn right() -> Reference {
    Reference::new()
}
