//! Which answers to a vector pass, as they go over the pipe, and of which implementations.
//!
//! The judge says so: every answer that might pass is put before it, once for each set of features that an implementation
//! may lack. So a harness has nothing to know but how to find an answer in a list.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::spelling;
use crivet::cri::{read, split_array};
use crivet::feature::Feature;
use crivet::judge::{compare, judge, newer_scheme};
use crivet::operation::Operation;
use crivet::outcome::{Item, Outcome, Value};
use crivet::profile::Profile;
use crivet::vector::{Expected, Vector};
use crivet::verdict::Status;

/// An answer that passes, and when: for which profiles, of an implementation that claims all features of `with` and none
/// of `without`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    body: Json,
    profiles: Vec<Profile>,
    with: Vec<Feature>,
    without: Vec<Feature>,
}

impl Answer {
    fn json(&self, vector: &Vector) -> Json {
        let mut json = self.body.clone();
        if self.profiles != vector.profiles {
            json["profiles"] = json!(self.profiles);
        }
        for (name, features) in [("with", &self.with), ("without", &self.without)] {
            if !features.is_empty() {
                json[name] = json!(features);
            }
        }
        json
    }
}

/// Every answer that passes, what the vector lists first.
pub(super) fn passing(vector: &Vector) -> Vec<Json> {
    let mut all: Vec<Answer> = Vec::new();
    for &profile in &vector.profiles {
        let relevant = relevant(vector, profile);
        for outcome in candidates(vector, profile) {
            for (with, without) in conditions(vector, profile, &relevant, &outcome) {
                add(&mut all, Answer { body: body(&outcome), profiles: vec![profile], with, without });
            }
        }
        if takes_any(vector, profile) {
            let (with, without) = (Vec::new(), Vec::new());
            add(&mut all, Answer { body: json!({"any": true}), profiles: vec![profile], with, without });
        }
    }
    all.iter().map(|answer| answer.json(vector)).collect()
}

fn add(all: &mut Vec<Answer>, answer: Answer) {
    let same = |other: &&mut Answer| {
        (&other.body, &other.with, &other.without) == (&answer.body, &answer.with, &answer.without)
    };
    match all.iter_mut().find(same) {
        Some(other) if other.profiles.contains(&answer.profiles[0]) => {}
        Some(other) => other.profiles.extend(answer.profiles),
        None => all.push(answer),
    }
}

/// An outcome as it goes over the pipe, less its `id`; the reasons of a refusal are never compared.
pub(super) fn body(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Value(value) => json!({"ok": value}),
        Outcome::Reject(_) => json!({"reject": ""}),
        Outcome::Unsupported(_) | Outcome::Error(_) => json!({"unsupported": ""}),
    }
}

/// What the judge makes of an outcome, of an implementation that lacks these features and no others.
pub(super) fn passes(
    vector: &Vector,
    profile: Profile,
    lacking: &BTreeSet<Feature>,
    outcome: &Outcome,
) -> bool {
    let claimed = profile.features().iter().copied().filter(|feature| !lacking.contains(feature)).collect();
    judge(vector, profile, &claimed, outcome).status == Status::Pass
}

/// The features whose lack may change what passes.
fn relevant(vector: &Vector, profile: Profile) -> Vec<Feature> {
    let of_profile = |feature: &Feature| profile.features().contains(feature);
    match &vector.operation {
        Operation::CoapToCri { .. } => profile.features().to_vec(),
        Operation::Scan { sequence } => {
            let used: BTreeSet<Feature> = used(sequence, profile).into_iter().flatten().collect();
            used.into_iter().filter(of_profile).collect()
        }
        _ => vector.features.iter().copied().filter(of_profile).collect(),
    }
}

/// The features that each item of an array uses.
fn used(sequence: &[u8], profile: Profile) -> Vec<BTreeSet<Feature>> {
    let items = split_array(sequence).unwrap_or_default();
    items
        .into_iter()
        .map(|item| read(item).map(|item| item.cri.features(profile)).unwrap_or_default())
        .collect()
}

/// All subsets.
fn subsets(features: &[Feature]) -> Vec<BTreeSet<Feature>> {
    let of = |bits: usize| {
        features.iter().enumerate().filter(move |(index, _)| bits >> index & 1 == 1).map(|(_, one)| *one)
    };
    (0..1_usize << features.len()).map(|bits| of(bits).collect()).collect()
}

/// What may pass.
pub(super) fn candidates(vector: &Vector, profile: Profile) -> Vec<Outcome> {
    let mut values = Vec::new();
    for accepted in &vector.expect {
        if let Expected::Value(value) = &accepted.outcome {
            values.push(value.clone());
        }
    }
    for value in values.clone() {
        values.extend(spelling::of(&value, profile));
    }
    match &vector.operation {
        Operation::Equivalent { .. } => {
            values.extend([true, false].map(|equivalent| Value::Equivalent { equivalent }));
        }
        Operation::Scan { sequence } => {
            let used = used(sequence, profile);
            for value in values.clone() {
                for lacking in subsets(&relevant(vector, profile)) {
                    let Value::Items { mut items } = value.clone() else { continue };
                    for (item, used) in items.iter_mut().zip(&used) {
                        if !used.is_disjoint(&lacking) {
                            *item = Item::Unprocessable;
                        }
                    }
                    values.push(Value::Items { items });
                }
            }
        }
        _ => {}
    }
    let mut outcomes: Vec<Outcome> = Vec::new();
    let refusals = [Outcome::Reject(String::new()), Outcome::Unsupported(String::new())];
    for outcome in values.into_iter().map(Outcome::Value).chain(refusals) {
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
    }
    outcomes
}

/// When an outcome passes, as sets of features to claim and to lack; as few of them as the common cases need.
fn conditions(
    vector: &Vector,
    profile: Profile,
    relevant: &[Feature],
    outcome: &Outcome,
) -> Vec<(Vec<Feature>, Vec<Feature>)> {
    let all = subsets(relevant);
    let passing: Vec<&BTreeSet<Feature>> =
        all.iter().filter(|lacking| passes(vector, profile, lacking, outcome)).collect();
    let whole = passing.len() == all.len();
    if whole {
        return vec![(Vec::new(), Vec::new())];
    }
    // Wherever one at least is lacking.
    if passing.len() + 1 == all.len() && passing.iter().all(|lacking| !lacking.is_empty()) {
        return relevant.iter().map(|feature| (Vec::new(), vec![*feature])).collect();
    }
    let claimed = |lacking: &BTreeSet<Feature>| {
        relevant.iter().copied().filter(|feature| !lacking.contains(feature)).collect()
    };
    passing.into_iter().map(|lacking| (claimed(lacking), lacking.iter().copied().collect())).collect()
}

/// A valid CRI that no vector has, in the form of either kind of profile: `[-1, ["zz"]]`, and a scheme and a host.
const STRANGERS: [&[u8]; 2] = [
    &[0x82, 0x20, 0x81, 0x62, b'z', b'z'],
    &[0x84, 0x00, 0x64, b'c', b'o', b'a', b'p', 0x01, 0x62, b'z', b'z'],
];

/// Does more pass than can be listed: any valid CRI of a text that is not a URI (R161), any URI whose scheme a newer
/// registry may have (R32)?
fn takes_any(vector: &Vector, profile: Profile) -> bool {
    let none = BTreeSet::new();
    match &vector.operation {
        Operation::UriToCri { .. } | Operation::IriToCri { .. } => STRANGERS
            .iter()
            .any(|cri| passes(vector, profile, &none, &Outcome::Value(Value::Cri { cri: cri.to_vec() }))),
        operation @ (Operation::CriToUri { .. } | Operation::CriToIri { .. }) => {
            let rejects = vector.expect.iter().any(|accepted| accepted.outcome == Expected::Reject);
            let stranger = Value::Uri { uri: "zz:".to_owned() };
            rejects && newer_scheme(operation, &stranger, profile).is_some()
        }
        _ => false,
    }
}

/// What resolving the answer of `relativize` has to give: a request of `resolve` that lacks its `reference`, and the
/// answers that pass.
pub(super) fn then(vector: &Vector) -> Option<Json> {
    let Operation::Relativize { base, target } = &vector.operation else { return None };
    let resolve = Operation::Resolve { base: base.clone(), reference: target.clone(), relation: None };
    let wanted = Value::Cri { cri: target.clone() };
    let mut answers = vec![json!({"ok": wanted})];
    for &profile in &vector.profiles {
        for cri in spelling::forms(target, profile) {
            let same = Value::Cri { cri };
            let answer = json!({"ok": same});
            if compare(&resolve, profile, &wanted, &same).is_ok() && !answers.contains(&answer) {
                answers.push(answer);
            }
        }
    }
    let mut request: Map<String, Json> = Map::new();
    request.insert("op".to_owned(), json!("resolve"));
    request.insert("base".to_owned(), json!(hex::encode(base)));
    Some(json!({"request": request, "answers": answers}))
}
