//! A run as SARIF 2.1.0: a result for each vector that failed, at its line of the vector file.
//!
//! A rule is a requirement: code scanning groups by the sentence that was not met. Fingerprints are the
//! vector and profile, so that a failure stays the same one when vectors move in their file. A failure that the
//! baseline knows is a suppressed result.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{Invocation, expectations, summary};
use crivet::baseline::Finding;
use crivet::citations::Citations;
use crivet::corpus::{Corpus, Level};
use crivet::detail::Detail;
use crivet::foreign;
use crivet::run::{Judged, Run};
use crivet::verdict::{Note, NoteKind, Status};

/// The schema the document follows.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The rule of a vector that names no requirement.
const NO_REQUIREMENT: &str = "no-requirement";

/// The run as a SARIF document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let says = Citations::new(corpus);
    let mut rules = Rules::default();
    let mut results = Vec::new();
    for judged in &run.results {
        if summary::bad(run, judged) {
            let message =
                Detail::new(run, judged, &says).with("repeat", invocation.repeat(judged)).to_string();
            results.push(result(&mut rules, judged, &says, "error", &message, invocation));
        } else if let Some(expectation) = summary::expectation(judged) {
            let message =
                Detail::new(run, judged, &says).with("repeat", invocation.repeat(judged)).to_string();
            let mut result = result(&mut rules, judged, &says, "error", &message, invocation);
            result["suppressions"] = json!([{"kind": "external", "justification": expectation}]);
            results.push(result);
        } else if invocation.notes && judged.status(run.strict) == Status::Pass {
            for note in &judged.verdict.notes {
                results.push(result(&mut rules, judged, &says, level(note), &note.text, invocation));
            }
        }
    }
    results.extend(summary::findings(run).map(|finding| baseline(&mut rules, finding)));
    let notification = |level, text: &str| json!({"level": level, "message": {"text": text}});
    let faults = run.faults();
    let mut notifications: Vec<Json> =
        faults.iter().map(|fault| notification("error", &fault.message)).collect();
    notifications.extend(run.remarks.iter().map(|remark| notification("warning", remark)));
    let successful = faults.is_empty() && summary::findings(run).next().is_none();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "crivet",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.in_order(corpus),
            }},
            "automationDetails": {"id": format!("crivet/{}/", run.description.name)},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": successful,
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": {
                "implementation": run.description,
                "summary": summary::closing(run).to_string(),
            },
        }],
    });
    foreign::json(&document)
}

/// The rules that results point to, by their place in the document.
#[derive(Default)]
struct Rules {
    places: BTreeMap<String, usize>,
}

impl Rules {
    fn place(&mut self, id: &str) -> usize {
        let next = self.places.len();
        *self.places.entry(id.to_owned()).or_insert(next)
    }

    fn in_order(&self, corpus: &Corpus) -> Vec<Json> {
        let mut ids: Vec<_> = self.places.iter().collect();
        ids.sort_by_key(|(_, place)| **place);
        ids.into_iter().map(|(id, _)| rule(id, corpus)).collect()
    }
}

fn rule(id: &str, corpus: &Corpus) -> Json {
    match corpus.requirements.get(id) {
        Some(requirement) => json!({
            "id": id,
            "shortDescription": {"text": requirement.text},
            "defaultConfiguration": {
                "level": if requirement.level == Level::Must { "error" } else { "warning" },
            },
            "properties": {"anchor": requirement.anchor, "level": requirement.level.name()},
        }),
        None if id == NO_REQUIREMENT => json!({
            "id": id,
            "shortDescription": {"text": "The vector names no requirement of the inventory."},
        }),
        None => json!({
            "id": id,
            "shortDescription": {"text": "The baseline of known failures is not true any more."},
        }),
    }
}

fn level(note: &Note) -> &'static str {
    if note.kind == NoteKind::Should { "warning" } else { "note" }
}

fn result(
    rules: &mut Rules,
    judged: &Judged<'_>,
    says: &Citations<'_>,
    level: &str,
    message: &str,
    invocation: &Invocation,
) -> Json {
    let vector = judged.case.vector;
    let rests_on = says.requirements(&judged.case);
    let rule = rests_on.first().map_or(NO_REQUIREMENT, |one| one.id.as_str());
    json!({
        "ruleId": rule,
        "ruleIndex": rules.place(rule),
        "level": level,
        "message": {"text": message.trim_end()},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri(&vector.source.file)},
                "region": {"startLine": vector.source.line, "startColumn": vector.source.column},
            },
            "logicalLocations": [{"name": vector.id, "kind": "test"}],
        }],
        "partialFingerprints": {"crivetCase/v1": format!("{}@{}", vector.id, judged.case.profile)},
        "properties": {
            "id": vector.id,
            "profile": judged.case.profile,
            "operation": vector.operation.name(),
            "requirements": vector.requirements,
            "rulings": vector.rulings,
            "repeat": invocation.repeat(judged),
        },
    })
}

/// What is not as the baseline says, at the entry's line.
fn baseline(rules: &mut Rules, finding: &Finding) -> Json {
    let rule = format!("baseline-{}", finding.deviation.name());
    let subject = expectations::subject(finding);
    let change = expectations::change(finding).join("\n");
    let mut result = json!({
        "ruleId": rule,
        "ruleIndex": rules.place(&rule),
        "level": "error",
        "message": {"text": format!("{subject}: {}\n{change}", finding.why)},
        "partialFingerprints": {"crivetBaseline/v1": subject},
    });
    if let Some(entry) = &finding.entry {
        result["locations"] = json!([{"physicalLocation": {
            "artifactLocation": {"uri": uri(&entry.location.file)},
            "region": {"startLine": entry.location.line, "startColumn": entry.location.column},
        }}]);
    }
    result
}

/// A path as a URI reference: relative paths stay relative, to be read from where the run was started.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
