//! The schema of the exported corpus: see [`export`](crate::export).

use serde_json::{Value as Json, json};

use super::{
    DIALECT, argument, destination, features, id, list, member, object, option_number, profile, reference,
    value, version, where_operation_is, whole,
};
use crate::export::FORMAT;
use crivet::operation::{OperationName, Presence, Signature};
use crivet::outcome::{IriComponents, ValueKind};

/// The schema of what [`export::bundle`](crate::export::bundle()) writes.
pub fn bundle() -> Json {
    let text = || json!({"type": "string"});
    let change = object(&[("id", id()), ("why", text())], &["id", "why"]);
    let release = [
        ("version", version()),
        ("released", json!({"type": "boolean"})),
        ("title", text()),
        ("added", list(text())),
        ("withdrawn", list(reference("change"))),
        ("changed", list(reference("change"))),
    ];
    let requirement = [
        ("id", id()),
        ("anchor", text()),
        ("level", json!({"enum": ["must", "should", "may"]})),
        ("text", text()),
        ("untestable", text()),
        ("unbreakable", text()),
    ];
    let ruling = [
        ("id", json!({"type": "string", "pattern": "^R[0-9]+$"})),
        ("slug", id()),
        ("profiles", list(profile())),
        ("question", text()),
        ("ruling", text()),
    ];
    let withdrawn = [("id", id()), ("superseded-by", list(id())), ("note", note())];
    let feature = || json!({"enum": features()});
    let known = object(&[("name", profile()), ("features", list(feature()))], &["name", "features"]);
    let truth = || json!({"type": "boolean"});
    let comparison = all(&[("name", text()), ("same", text()), ("all-listed", truth())]);
    let compared = all(&[("member", text()), ("comparison", text())]);
    let name = || json!({"enum": OperationName::ALL});
    let operation = all(&[("op", name()), ("asks", text()), ("members", list(compared))]);
    let sample = [
        ("vector", id()),
        ("profile", profile()),
        ("claims", list(feature())),
        ("answer", reference("answer")),
        ("verdict", json!({"enum": ["fail", "pass"]})),
    ];
    let members = [
        ("format", json!({"const": FORMAT})),
        ("corpus", object(&[("version", json!({"anyOf": [version(), {"type": "null"}]}))], &["version"])),
        ("harness", list(text())),
        ("comparisons", list(comparison)),
        ("operations", list(operation)),
        ("profiles", list(known)),
        ("changes", list(all(&release))),
        ("requirements", list(object(&requirement, &["id", "anchor", "level", "text"]))),
        ("rulings", list(all(&ruling))),
        ("vectors", list(reference("vector"))),
        ("samples", list(all(&sample))),
        ("withdrawn", list(all(&withdrawn))),
    ];
    let mut schema = all(&members);
    schema["$schema"] = json!(DIALECT);
    schema["title"] = json!("The corpus of crivet");
    schema["$defs"] = json!({
        "answer": answer(),
        "cbor": cbor(),
        "change": change,
        "destination": destination(),
        "hex": {"type": "string", "pattern": "^([0-9a-f]{2})*$", "description": "Bytes as hex digits"},
        "options": list(object(&[("number", option_number()), ("value", reference("hex"))], &["number", "value"])),
        "step": of_each_operation(all(&asked())),
        "vector": vector(),
    });
    schema
}

/// An object that has all of these members.
fn all(members: &[(&str, Json)]) -> Json {
    let names: Vec<&str> = members.iter().map(|(name, _)| *name).collect();
    object(members, &names)
}

fn note() -> Json {
    json!({"type": ["string", "null"]})
}

fn cbor() -> Json {
    let mut cbor = object(
        &[
            ("hex", reference("hex")),
            (
                "edn",
                json!({
                    "type": "string",
                    "description": "Diagnostic notation; left out where none stands for exactly these bytes",
                }),
            ),
        ],
        &["hex"],
    );
    cbor["description"] = json!("CBOR, or bytes meant to be none");
    cbor
}

/// An answer as it goes over the pipe, less its `id`, and when it passes.
fn answer() -> Json {
    let feature = || json!({"enum": features()});
    let when = [("profiles", list(profile())), ("with", list(feature())), ("without", list(feature()))];
    let kinds = [
        ("any", json!({"const": true})),
        ("ok", json!({"type": "object"})),
        ("reject", json!({"const": ""})),
        ("unsupported", json!({"const": ""})),
    ];
    let one = |kind: &(&'static str, Json)| {
        let mut members = when.to_vec();
        members.push(kind.clone());
        object(&members, &[kind.0])
    };
    json!({"oneOf": kinds.iter().map(one).collect::<Vec<_>>()})
}

fn vector() -> Json {
    let text = || json!({"type": "string"});
    let limit = || json!({"anyOf": [whole(), {"type": "null"}]});
    let budget = json!({"anyOf": [all(&[("memory", limit()), ("seconds", limit())]), {"type": "null"}]});
    let members = [
        ("id", id()),
        ("title", text()),
        ("profiles", json!({"type": "array", "items": profile(), "minItems": 1})),
        ("requirements", list(id())),
        ("rulings", list(text())),
        ("features", list(json!({"enum": features()}))),
        ("since", version()),
        ("strength", json!({"enum": ["must", "should", "disputed"]})),
        ("budget", budget),
        ("note", note()),
        ("file", text()),
        ("before", list(reference("step"))),
    ];
    let mut members = members.to_vec();
    members.extend(asked());
    of_each_operation(all(&members))
}

/// What is asked and accepted, of a vector or of a step before it.
fn asked() -> [(&'static str, Json); 6] {
    [
        ("op", json!({"enum": OperationName::ALL})),
        ("request", json!({"type": "object"})),
        ("answers", json!({"type": "array", "items": reference("answer"), "minItems": 1})),
        ("arguments", json!({"type": "object"})),
        ("times", json!({"type": "integer", "minimum": 1})),
        ("expect", json!({"type": "array", "minItems": 1})),
    ]
}

fn of_each_operation(mut asked: Json) -> Json {
    asked["properties"]["then"] =
        all(&[("request", json!({"type": "object"})), ("answers", list(reference("answer")))]);
    asked["allOf"] = OperationName::ALL.into_iter().map(one_operation).collect();
    asked
}

/// What the arguments and values of one operation are.
fn one_operation(operation: OperationName) -> Json {
    let Signature { parameters, value: kind, .. } = operation.signature();
    let arguments: Vec<(&str, Json)> = parameters.iter().map(|one| (one.name, argument(one.kind))).collect();
    let required = parameters.iter().filter(|one| one.presence != Presence::Optional);
    let required: Vec<&str> = required.map(|one| one.name).collect();
    let value = match kind {
        // The components stand for themselves.
        ValueKind::Components => {
            let mut components = value(kind);
            components["required"] = json!(IriComponents::NAMES);
            components
        }
        ValueKind::Decoded => all(&[("cri", value(kind)), ("full", json!({"type": "boolean"}))]),
        _ => all(&[(member(kind), value(kind))]),
    };
    let reading = || ("reading", json!({"type": "string"}));
    let rejected = object(&[("outcome", json!({"const": "reject"})), reading()], &["outcome"]);
    let valued =
        object(&[("outcome", json!({"const": "value"})), ("value", value), reading()], &["outcome", "value"]);
    let properties = json!({
        "arguments": object(&arguments, &required),
        "expect": list(json!({"oneOf": [rejected, valued]})),
    });
    where_operation_is("op", operation, json!({"properties": properties}))
}
