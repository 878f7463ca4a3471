//! A run, and a vector, as JSON.
//!
//! One object: `crivet` (version), `corpus` (version), `implementation` (the description), `complete`,
//! `green` (the exit status is 0), `unattributed` (how many failures no vector is charged with), `not-asked` (how many
//! cases were charged with a systematic failure), `faults` (`name` and `message` of what makes the run red as a whole),
//! `strict`, `summary` (counts), `late` (counts over what is newer than the pinned corpus version), `baseline`
//! (`null`, or its `file` and `findings`: what is not as it says), `trivial-scores`, `remarks`, `causes` (the failures by
//! cause, the one to mend first in front: `key`, the same from run to run, `title`, `failures`, `exemplar`, `operations`,
//! `profiles`, `covers`, `rests-on`, `look-at`), and `results`, one object a case with `id`, `profile`, `operation`, `strength`, `status` (`pass`, `fail`, `skip`, `error`, `expected`),
//! `late`, `cause` (`null`, or a key), `notes`, `outcome`, `why`, `expected` (`null`, or the entry of the baseline), and `repeat`, the
//! command that asks it alone.

use serde_json::{Value as Json, json};

use crate::causes::Causes;
use crate::{Invocation, foreign};
use crivet::baseline::{Comparison, Entry, Finding, Remedy};
use crivet::cause::Group;
use crivet::corpus::Corpus;
use crivet::describe;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet::run::{Judged, Run, Tally};
use crivet::vector::{Accepted, Expected, Vector};

/// The run as a JSON document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let causes = Causes::new(run, corpus);
    let mut keys = vec![None; run.results.len()];
    for group in &causes.groups {
        group.cases.iter().for_each(|index| keys[*index] = Some(group.key.as_str()));
    }
    let results: Vec<Json> =
        run.results.iter().zip(keys).map(|(judged, key)| result(run, judged, key, invocation)).collect();
    let scores: Vec<Json> = run
        .trivial_scores
        .iter()
        .map(|score| json!({"name": score.name, "passed": score.passed, "cases": score.cases}))
        .collect();
    let document = json!({
        "crivet": env!("CARGO_PKG_VERSION"),
        "corpus": {"version": crivet_vectors::VERSION, "paths": invocation.vectors, "pinned": run.pinned},
        "implementation": run.description,
        "complete": run.complete(),
        "green": run.green(),
        "unattributed": run.unattributed,
        "not-asked": run.not_asked,
        "faults": run.faults().iter().map(|fault| json!({"name": fault.name, "message": fault.message})).collect::<Vec<_>>(),
        "strict": run.strict,
        "selected": run.selected,
        "summary": tally(run.tally()),
        "baseline": run.comparison.as_ref().map(comparison),
        "late": tally(run.tally_where(|case| run.is_late(case))),
        "trivial-scores": scores,
        "remarks": run.remarks,
        "causes": causes.groups.iter().map(|group| cause(&causes, group)).collect::<Vec<_>>(),
        "results": results,
    });
    foreign::json(&document)
}

fn tally(tally: Tally) -> Json {
    json!({
        "passed": tally.passed,
        "failed": tally.failed,
        "errors": tally.errors,
        "expected": tally.expected,
        "skipped": tally.skipped,
        "notes": tally.notes,
    })
}

fn comparison(comparison: &Comparison) -> Json {
    let findings: Vec<Json> = comparison.findings.iter().map(finding).collect();
    json!({"file": comparison.baseline, "findings": findings})
}

fn finding(finding: &Finding) -> Json {
    let (remedy, line) = match &finding.remedy {
        Remedy::Add(line) => ("add", Some(line)),
        Remedy::Narrow => ("narrow", None),
        Remedy::Remove => ("remove", None),
        Remedy::Renew => ("renew", None),
        Remedy::Replace(line) => ("replace", Some(line)),
    };
    json!({
        "deviation": finding.deviation.name(),
        "id": finding.case.as_ref().map(|(id, _)| id),
        "profile": finding.case.as_ref().map(|(_, profile)| profile),
        "entry": finding.entry.as_ref().map(entry),
        "why": finding.why,
        "remedy": {"change": remedy, "line": line},
    })
}

fn entry(entry: &Entry) -> Json {
    json!({
        "profile": entry.profile,
        "vectors": entry.vectors,
        "state": entry.state.to_string(),
        "until": entry.until.map(|until| until.to_string()),
        "reason": entry.reason,
        "source": entry.location,
    })
}

/// A cause: its key stays the same from run to run.
fn cause(causes: &Causes<'_, '_>, group: &Group) -> Json {
    let exemplar = &causes.exemplar(group).case;
    let operations: Vec<Json> = group
        .operations
        .iter()
        .map(|(operation, count)| json!({"operation": operation, "failures": count}))
        .collect();
    json!({
        "key": group.key,
        "title": group.title,
        "failures": group.cases.len(),
        "exemplar": {"id": exemplar.vector.id, "profile": exemplar.profile},
        "operations": operations,
        "profiles": group.profiles,
        "covers": group.covers,
        "rests-on": group.rests_on,
        "look-at": group.sits,
    })
}

fn result(run: &Run<'_>, judged: &Judged<'_>, cause: Option<&str>, invocation: &Invocation) -> Json {
    let vector = judged.case.vector;
    let notes: Vec<Json> = judged
        .verdict
        .notes
        .iter()
        .map(|note| json!({"kind": note.kind.name(), "text": note.text}))
        .collect();
    json!({
        "id": vector.id,
        "profile": judged.case.profile,
        "operation": vector.operation.name(),
        "strength": vector.strength,
        "requirements": vector.requirements,
        "rulings": vector.rulings,
        "status": judged.status(run.strict).name(),
        "late": run.is_late(&judged.case),
        "cause": cause,
        "notes": notes,
        "outcome": judged.outcome.as_ref().map(outcome),
        "why": judged.verdict.explanation(),
        "expected": judged.expected.as_ref().map(entry),
        "source": vector.source,
        "repeat": invocation.repeat(&judged.case),
    })
}

fn outcome(outcome: &Outcome) -> Json {
    match outcome {
        Outcome::Value(value) => json!({"ok": value, "shown": describe::value(value).text}),
        Outcome::Reject(reason) => json!({"reject": reason}),
        Outcome::Unsupported(reason) => json!({"unsupported": reason}),
        Outcome::Error(failure) => json!({"error": failure}),
    }
}

/// A vector for one of its profiles as one line of JSON: the request, and what is accepted.
pub fn vector(vector: &Vector, profile: Profile) -> String {
    let document = json!({
        "id": vector.id,
        "title": vector.title,
        "profile": profile,
        "requirements": vector.requirements,
        "features": vector.features,
        "request": vector.operation,
        "expect": vector.expect.iter().map(accepted).collect::<Vec<_>>(),
        "strength": vector.strength,
        "rulings": vector.rulings,
        "note": vector.note,
    });
    foreign::inert_json(&document.to_string())
}

fn accepted(accepted: &Accepted) -> Json {
    let mut object = match &accepted.outcome {
        Expected::Reject => json!({"reject": ""}),
        Expected::Value(value) => json!({"ok": value}),
    };
    if let Some(reading) = &accepted.reading {
        object["reading"] = json!(reading);
    }
    object
}
