//! The judge, above all on what must fail.

use super::*;
use crate::cri::testing::edn;
use crate::implementation::Operations;
use crate::operation::OperationName;
use crate::outcome::{Failure, FailureKind, Item};
use crate::vector::Location;

mod comparisons;
mod early;
mod features;
mod forms;
mod from_uris;
mod lists;
mod oracles;
mod relative_references;
mod revisions;
mod scans;
mod texts;

/// A vector for href-13 that accepts the outcomes, and needs the features, given.
fn vector(operation: Operation, strength: Strength, expect: &[Expected], features: &[Feature]) -> Vector {
    let accepted = |outcome: &Expected| Accepted { outcome: outcome.clone(), reading: None };
    Vector {
        id: "id".into(),
        title: "title".into(),
        profiles: vec![Profile::Href13],
        requirements: vec![],
        features: features.iter().copied().collect(),
        since: crate::corpus::first_version(),
        before: Vec::new(),
        operation,
        times: 1,
        expect: expect.iter().map(accepted).collect(),
        strength,
        rulings: vec![],
        note: None,
        budget: None,
        source: Location { file: "file".into(), line: 1, column: 1 },
    }
}

/// Status, explanation and notes in a line.
fn line(verdict: &Verdict) -> String {
    let mut line = verdict.status.to_string();
    if let Some(explanation) = verdict.explanation() {
        line += &format!(": {explanation}");
    }
    for note in &verdict.notes {
        line += &format!("; {note}");
    }
    line
}

#[track_caller]
fn check(vector: &Vector, claimed: &[Feature], outcome: &Outcome, expected: &str) {
    check_under(Profile::Href13, vector, claimed, outcome, expected);
}

#[track_caller]
fn check_under(profile: Profile, vector: &Vector, claimed: &[Feature], outcome: &Outcome, expected: &str) {
    let claimed = claimed.iter().copied().collect();
    let verdict = judge(vector, profile, &claimed, outcome);
    assert_eq!(line(&verdict), expected, "{outcome:?} under {profile}");
}

const CLAIMED: [Feature; 3] = [Feature::NoAuthority, Feature::TextOrPet, Feature::Userinfo];

fn reject() -> Outcome {
    Outcome::Reject("no".into())
}

fn unsupported() -> Outcome {
    Outcome::Unsupported("not here".into())
}

fn text(uri: &str) -> Value {
    Value::Uri { uri: uri.into() }
}

fn answer(text: &str) -> Value {
    Value::Cri { cri: edn(text) }
}

fn to_uri() -> Operation {
    Operation::CriToUri { cri: edn("[0]") }
}
