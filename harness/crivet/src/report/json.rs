//! A run, and a vector, as JSON.
//!
//! One object: `crivet` (version), `corpus` (version), `implementation` (the description), `complete`,
//! `strict`, `summary` (counts), `floors`, `remarks`, and `results`, one object a case with `id`, `profile`,
//! `operation`, `strength`, `status` (`pass`, `fail`, `skip`, `error`), `notes`, `outcome`, `why`, and `repeat`,
//! the command that asks it alone.

use serde_json::{Value as Json, json};

use super::{Invocation, describe};
use crate::corpus::Corpus;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::run::{Judged, Run, Tally};
use crate::vector::{Accepted, Expected, Vector};

/// The run as a JSON document.
pub fn run(run: &Run<'_>, _corpus: &Corpus, invocation: &Invocation) -> String {
    let results: Vec<Json> = run.results.iter().map(|judged| result(run, judged, invocation)).collect();
    let floors: Vec<Json> = run
        .floors
        .iter()
        .map(|floor| json!({"name": floor.name, "passed": floor.passed, "cases": floor.cases}))
        .collect();
    let document = json!({
        "crivet": env!("CARGO_PKG_VERSION"),
        "corpus": {"version": crivet_vectors::VERSION, "paths": invocation.vectors},
        "implementation": run.description,
        "complete": run.complete(),
        "strict": run.strict,
        "selected": run.selected,
        "summary": tally(run.tally()),
        "floors": floors,
        "remarks": run.remarks,
        "results": results,
    });
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn tally(tally: Tally) -> Json {
    json!({
        "passed": tally.passed,
        "failed": tally.failed,
        "errors": tally.errors,
        "skipped": tally.skipped,
        "notes": tally.notes,
    })
}

fn result(run: &Run<'_>, judged: &Judged<'_>, invocation: &Invocation) -> Json {
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
        "notes": notes,
        "outcome": judged.outcome.as_ref().map(outcome),
        "why": judged.verdict.explanation(),
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
    json!({
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
    })
    .to_string()
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
