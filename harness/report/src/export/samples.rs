//! Answers with their verdicts, for whoever tests a harness before it tests anything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::answers::{body, candidates, passes};
use crivet::corpus::Corpus;
use crivet::feature::Feature;
use crivet::operation::OperationName;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet::vector::Vector;

/// For each operation and profile the first vectors of a kind, each with every answer that may pass, and one that must
/// not: that of the vector before.
pub(super) fn samples(corpus: &Corpus) -> Vec<Json> {
    let mut seen: BTreeSet<(OperationName, Profile, usize, bool)> = BTreeSet::new();
    let mut before: BTreeMap<(OperationName, Profile), Outcome> = BTreeMap::new();
    let mut samples = Vec::new();
    for vector in &corpus.vectors {
        for &profile in &vector.profiles {
            let operation = vector.operation.name();
            let candidates = candidates(vector, profile);
            let kind = (operation, profile, vector.expect.len().min(2), vector.features.is_empty());
            if seen.insert(kind) {
                let other = before.get(&(operation, profile)).into_iter();
                // Some that pass are in no list: a reference that resolves to the target, say.
                let other = other.filter(|answer| !passes(vector, profile, &BTreeSet::new(), answer));
                samples.extend(
                    candidates.iter().chain(other).flat_map(|answer| verdicts(vector, profile, answer)),
                );
            }
            if let Some(first) = candidates.first() {
                before.insert((operation, profile), first.clone());
            }
        }
    }
    samples
}

/// The verdict on an answer, of an implementation with all features and, where the vector uses one, of one with none.
fn verdicts(vector: &Vector, profile: Profile, answer: &Outcome) -> Vec<Json> {
    let all: BTreeSet<Feature> = profile.features().iter().copied().collect();
    let mut lacking = vec![BTreeSet::new()];
    if !vector.features.is_empty() {
        lacking.push(all.clone());
    }
    let verdict = |lacking: &BTreeSet<Feature>| {
        json!({
            "vector": vector.id,
            "profile": profile,
            "claims": all.difference(lacking).collect::<Vec<_>>(),
            "answer": body(answer),
            "verdict": if passes(vector, profile, lacking, answer) { "pass" } else { "fail" },
        })
    };
    lacking.iter().map(verdict).collect()
}
