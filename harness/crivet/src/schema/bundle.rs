//! The schema of the exported corpus: see [`export`](crate::export).

use serde_json::{Value as Json, json};

use super::{
    DIALECT, Kind, components, destination, features, id, kind, list, object, option_number, profile,
    reference, spaces, value, version, where_operation_is, whole,
};
use crate::corpus::argument_names;
use crate::operation::OperationName;
use crate::outcome::IriComponents;

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
    let members = [
        ("format", json!({"const": 1})),
        ("corpus", object(&[("version", json!({"anyOf": [version(), {"type": "null"}]}))], &["version"])),
        ("profiles", list(known)),
        ("changes", list(all(&release))),
        ("requirements", list(object(&requirement, &["id", "anchor", "level", "text"]))),
        ("rulings", list(all(&ruling))),
        ("vectors", list(reference("vector"))),
        ("withdrawn", list(all(&withdrawn))),
    ];
    let mut schema = all(&members);
    schema["$schema"] = json!(DIALECT);
    schema["title"] = json!("The corpus of crivet");
    schema["$defs"] = json!({
        "cbor": cbor(),
        "change": change,
        "destination": destination(),
        "hex": {"type": "string", "pattern": "^([0-9a-f]{2})*$", "description": "Bytes as hex digits"},
        "options": list(object(&[("number", option_number()), ("value", reference("hex"))], &["number", "value"])),
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
        ("operation", json!({"enum": OperationName::ALL})),
        ("arguments", json!({"type": "object"})),
        ("expect", json!({"type": "array", "minItems": 1})),
    ];
    let mut vector = all(&members);
    vector["allOf"] = OperationName::ALL.into_iter().map(one_operation).collect();
    vector
}

/// Arguments that only some questions of their operation have.
const MAY_BE_MISSING: [&str; 2] = ["relation", "to-proxy"];

/// What the arguments and values of one operation are.
fn one_operation(operation: OperationName) -> Json {
    let arguments: Vec<(&str, Json)> =
        argument_names(operation).iter().map(|name| (*name, of_kind(kind(name)))).collect();
    let required: Vec<&str> =
        argument_names(operation).iter().copied().filter(|name| !MAY_BE_MISSING.contains(name)).collect();
    let (member, kind) = value(operation);
    let mut members = vec![(member, of_kind(kind))];
    if operation == OperationName::Decode {
        members.push(("full", json!({"type": "boolean"})));
    }
    let value = match kind {
        // The components stand for themselves.
        Kind::Components => of_kind(kind),
        _ => all(&members),
    };
    let reading = || ("reading", json!({"type": "string"}));
    let rejected = object(&[("outcome", json!({"const": "reject"})), reading()], &["outcome"]);
    let valued =
        object(&[("outcome", json!({"const": "value"})), ("value", value), reading()], &["outcome", "value"]);
    let properties = json!({
        "arguments": object(&arguments, &required),
        "expect": list(json!({"oneOf": [rejected, valued]})),
    });
    where_operation_is("operation", operation, json!({"properties": properties}))
}

fn of_kind(kind: Kind) -> Json {
    match kind {
        Kind::Cbor => reference("cbor"),
        Kind::Text => json!({"type": "string"}),
        Kind::Truth => json!({"type": "boolean"}),
        Kind::Options => reference("options"),
        Kind::Destination => reference("destination"),
        Kind::Items => list(json!({"enum": ["processable", "unprocessable"]})),
        Kind::Number => json!({"type": "integer"}),
        Kind::References => list(json!({"type": "string"})),
        Kind::Components => {
            let mut components = components(&[json!({"type": "null"})]);
            components["required"] = json!(IriComponents::NAMES);
            components
        }
        Kind::Spaces => spaces(),
    }
}
