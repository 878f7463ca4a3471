//! Canaries: answers that are never right, shown to the judge before a run.
//!
//! A judge that lets one through, for whatever reason, would pass implementations unread; so the run does
//! not take place.

use crate::feature::Feature;
use crate::judge::judge;
use crate::outcome::{Failure, FailureKind, Item, Outcome, Value};
use crate::select::Case;
use crate::verdict::Status;

/// The judge let a canary through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the judge accepted {canary} for the vector {id}: no verdict would mean anything")]
pub struct CanaryError {
    /// What it accepted.
    pub canary: &'static str,
    /// For which vector.
    pub id: String,
}

/// Shows the judge what no case accepts.
pub(super) fn check(cases: &[Case<'_>]) -> Result<(), CanaryError> {
    let features = Feature::ALL.into_iter().collect();
    let silence = Outcome::Error(Failure { kind: FailureKind::TimeOut, message: "a canary".to_owned() });
    let canaries = [
        ("silence", silence),
        (
            "`unsupported` from an implementation that claims everything",
            Outcome::Unsupported("a canary".to_owned()),
        ),
        ("an answer to no question", Outcome::Value(Value::Items { items: vec![Item::Processable; 4096] })),
    ];
    for case in cases {
        for (canary, outcome) in &canaries {
            if judge(case.vector, case.profile, &features, outcome).status == Status::Pass {
                return Err(CanaryError { canary, id: case.vector.id.clone() });
            }
        }
    }
    Ok(())
}
