//! A run as SARIF 2.1.0: a result for each cause of failures, with all of its vectors as related locations.
//!
//! A rule is a requirement: code scanning groups by the sentence that was not met. The fingerprint is the cause's key, so
//! that it stays the same one while more or fewer vectors show it. A failure that the baseline knows is a suppressed
//! result. A result is at the file that `--annotate` names, for the vectors are in no repository of the user's; without
//! one it has the vector's name for a place.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::causes::Causes;
use super::{Invocation, expectations, foreign, summary};
use crivet::baseline::Finding;
use crivet::citations::Citations;
use crivet::corpus::{Corpus, Level};
use crivet::detail::Detail;
use crivet::run::{Judged, Run};
use crivet::verdict::{Note, NoteKind, Status};

/// The schema the document follows.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The most vectors of a cause that a result points to; how many there are is counted.
const RELATED: usize = 100;

/// The rule of a vector that names no requirement.
const NO_REQUIREMENT: &str = "no-requirement";

/// The run as a SARIF document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let says = Citations::new(corpus);
    let mut rules = Rules::default();
    let mut results = Vec::new();
    let causes = Causes::new(run, corpus);
    for group in &causes.groups {
        let judged = causes.exemplar(group);
        let about = causes.about(group).into_iter().map(|(name, value)| format!("{name}: {value}\n"));
        let detail = Detail::new(run, judged, &says).with("repeat", invocation.repeat(&judged.case));
        let message = format!("{}\n{}\n{detail}", group.title, about.collect::<String>());
        let mut result = result(&mut rules, judged, &says, "error", &message, invocation);
        if let Some(id) = group.rests_on.as_ref().filter(|id| corpus.requirements.contains_key(*id)) {
            (result["ruleId"], result["ruleIndex"]) = (json!(id), json!(rules.place(id)));
        }
        result["relatedLocations"] = causes
            .failures(group)
            .take(RELATED)
            .map(|judged| json!({"logicalLocations": [logical(judged)]}))
            .collect();
        result["occurrenceCount"] = json!(group.cases.len());
        result["partialFingerprints"] = json!({"crivetCause/v1": group.key});
        results.push(result);
    }
    for judged in &run.results {
        if let Some(expectation) = summary::expectation(judged) {
            let message =
                Detail::new(run, judged, &says).with("repeat", invocation.repeat(&judged.case)).to_string();
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
    let mut location = json!({"logicalLocations": [logical(judged)]});
    if let Some(file) = &invocation.annotate {
        location["physicalLocation"] =
            json!({"artifactLocation": {"uri": uri(file)}, "region": {"startLine": 1, "startColumn": 1}});
    }
    json!({
        "ruleId": rule,
        "ruleIndex": rules.place(rule),
        "level": level,
        "message": {"text": message.trim_end()},
        "locations": [location],
        "partialFingerprints": {"crivetCase/v1": format!("{}@{}", vector.id, judged.case.profile)},
        "properties": {
            "id": vector.id,
            "profile": judged.case.profile,
            "operation": vector.operation.name(),
            "requirements": vector.requirements,
            "rulings": vector.rulings,
            "repeat": invocation.repeat(&judged.case),
        },
    })
}

/// A case by its name, and the place of its vector.
fn logical(judged: &Judged<'_>) -> Json {
    let vector = judged.case.vector;
    json!({
        "name": vector.id,
        "fullyQualifiedName": format!("{}@{}", vector.id, judged.case.profile),
        "kind": "test",
        "properties": {"vector": vector.source.to_string()},
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
