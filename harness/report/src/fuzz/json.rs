//! A campaign as JSON, for scripts: everything the text has, nothing cut.

use serde_json::{Value, json};

use super::Invocation;
use crate::foreign;
use crivet::implementation::Description;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet_fuzz::fuzz::{Again, Budget, Campaign, Finding, Row};
use crivet_fuzz::oracle::{Input, Step};

/// The whole campaign.
pub fn campaign(campaign: &Campaign, description: &Description, invocation: &Invocation) -> String {
    let (runs, seconds) = match invocation.budget {
        Budget::Runs(runs) => (Some(runs), None),
        Budget::Time(time) => (None, Some(time.as_secs_f64())),
    };
    let findings: Vec<Value> =
        campaign.findings.iter().map(|one| finding(one, &invocation.repeat(one))).collect();
    let value = json!({
        "format": "crivet-fuzz/1",
        "implementation": description,
        "seed": invocation.seed,
        "runs": runs,
        "seconds": seconds,
        "interrupted": campaign.interrupted,
        "unavailable": campaign.unavailable,
        "unattributed": campaign.unattributed.iter().map(|(message, count)| json!({ "message": message, "count": count })).collect::<Vec<_>>(),
        "beyond": campaign.beyond,
        "late": campaign.late,
        "gave-up": campaign.gave_up,
        "judged": campaign.judged(),
        "incomplete": campaign.incomplete(),
        "oracles": campaign.rows.iter().map(row).collect::<Vec<_>>(),
        "findings": findings,
    });
    foreign::json(&value)
}

fn row(row: &Row) -> Value {
    json!({
        "oracle": row.about.name,
        "profile": row.profile,
        "cases": row.tally.total(),
        "agree": row.tally.agree,
        "differ": row.tally.differ,
        "not-comparable": row.tally.not_comparable,
        "known": row.tally.known,
        "says-too-little": row.says_too_little(),
        "gave-up": row.gave_up,
    })
}

fn finding(finding: &Finding, repeat: &str) -> Value {
    let inputs: serde_json::Map<String, Value> =
        finding.inputs.iter().map(|(name, input)| ((*name).to_owned(), part(input))).collect();
    json!({
        "oracle": finding.about.name,
        "equation": finding.about.equation,
        "profile": finding.profile,
        "key": finding.cause(),
        "kind": finding.key.kind,
        "cause": finding.key.cause,
        "strength": finding.strength,
        "count": finding.count,
        "seen": finding.seen.iter().map(seen).collect::<Vec<_>>(),
        "first": finding.first,
        "tries": finding.tries,
        "repeats": finding.again == Again::Shown,
        "before": finding.before,
        "case": finding.case,
        "inputs": inputs,
        "steps": finding.steps.iter().map(step).collect::<Vec<_>>(),
        "expected": finding.expected,
        "rests-on": finding.rests_on,
        "failure": finding.failure,
        "repeat": repeat,
    })
}

fn seen((oracle, profile, count): &(&str, Profile, u64)) -> Value {
    json!({ "oracle": oracle, "profile": profile, "count": count })
}

fn part(input: &Input) -> Value {
    let shown = input.shown();
    json!({ "text": shown.text, "hex": shown.hex })
}

fn step(step: &Step) -> Value {
    let outcome = match &step.outcome {
        Outcome::Value(value) => json!({ "ok": value }),
        Outcome::Reject(reason) => json!({ "reject": reason }),
        Outcome::Unsupported(reason) => json!({ "unsupported": reason }),
        Outcome::Error(failure) => json!({ "error": failure }),
    };
    json!({ "other": step.question.other, "profile": step.question.profile, "question": step.question.operation, "outcome": outcome })
}
