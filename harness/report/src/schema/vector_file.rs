//! The schema of the vector files, which are YAML: for editors, that complete and check what is typed.

use serde_json::{Value as Json, json};

use super::{
    DIALECT, argument, destination, features, id, list, member, object, option_number, profile, reference,
    value, version, where_operation_is, whole,
};
use crivet::corpus::{COMMON_KEYS, Corpus};
use crivet::operation::{OperationName, Parameter, Presence, Signature};
use crivet::outcome::ValueKind;

/// The schema of a vector file; it offers the requirements and rulings of this corpus.
pub fn vector_file(corpus: &Corpus) -> Json {
    let requirements: Vec<&String> = corpus.requirements.keys().collect();
    let mut rulings: Vec<&String> = corpus.rulings.keys().collect();
    // R2 before R10.
    rulings.sort_by_key(|id| (id.len(), *id));
    json!({
        "$schema": DIALECT,
        "title": "A file of test vectors for crivet",
        "type": "array",
        "items": {
            "if": {"type": "object", "required": ["superseded-by"]},
            "then": reference("tombstone"),
            "else": {
                "if": {"type": "object", "required": ["steps"]},
                "then": reference("sequence"),
                "else": reference("vector"),
            },
        },
        "$defs": {
            "cbor": cbor(),
            "destination": destination(),
            "hex": {"type": "object", "properties": {"hex": digits()}, "required": ["hex"], "additionalProperties": false},
            "options": list(json!({"anyOf": [
                object(&[("number", option_number()), ("value", digits())], &["number", "value"]),
                object(&[("number", option_number()), ("text", json!({"type": "string"}))], &["number", "text"]),
            ]})),
            "requirement": {"enum": requirements},
            "ruling": {"enum": rulings},
            "sequence": sequence(),
            "step": step(),
            "tombstone": tombstone(),
            "vector": vector(),
        },
    })
}

/// Hex digits; to YAML, digits alone are a number.
fn digits() -> Json {
    json!({"type": ["string", "number"]})
}

fn cbor() -> Json {
    json!({
        "description": "CBOR in diagnostic notation, or `hex:` and digits",
        "anyOf": [{"type": "string"}, reference("hex")],
    })
}

/// One text alone stands for a list of one.
fn one_or_more(item: &Json) -> Json {
    json!({"anyOf": [item, {"type": "array", "items": item}]})
}

fn tombstone() -> Json {
    let text = || json!({"type": "string"});
    object(
        &[("id", id()), ("title", text()), ("superseded-by", one_or_more(&id())), ("note", text())],
        &["id", "superseded-by"],
    )
}

fn vector() -> Json {
    let described = |description: &str, mut schema: Json| {
        schema["description"] = json!(description);
        schema
    };
    let mut feature_names = features();
    feature_names.push("extended-cri");
    let mut members = vec![
        ("id", described("Permanent, in kebab case; says what is tested; never used again", id())),
        ("title", described("What is tested, in a line", json!({"type": "string"}))),
        (
            "draft",
            described(
                "It has no verdict yet, and is asked of nobody until this is taken out",
                json!({"const": true}),
            ),
        ),
        ("profiles", described("The specification revisions it holds for", one_or_more(&profile()))),
        ("requirements", described("What it exercises", one_or_more(&reference("requirement")))),
        ("features", described("What its input uses", one_or_more(&json!({"enum": feature_names})))),
        ("since", described("The corpus version it came with; the first one by default", version())),
        ("op", described("What is asked", json!({"enum": OperationName::ALL}))),
        ("expect", json!({"description": "A value, `reject`, or a list of them, the preferred one first"})),
        (
            "strength",
            described(
                "What a deviation from the first accepted outcome costs: `must` by default",
                json!({"enum": ["must", "should", "disputed"]}),
            ),
        ),
        ("ruling", described("The ruling it rests on, or a list", one_or_more(&reference("ruling")))),
        (
            "budget",
            described(
                "What an answer may cost at most: memory in MiB, time in seconds",
                json!({
                    "type": "object",
                    "properties": {"memory": whole(), "seconds": whole()},
                    "minProperties": 1,
                    "additionalProperties": false,
                }),
            ),
        ),
        ("note", described("Why, for whoever fails it", json!({"type": "string"}))),
    ];
    for parameter in parameters() {
        if !members.iter().any(|(known, _)| *known == parameter.name) {
            members.push((parameter.name, argument(parameter.kind)));
        }
    }
    let mut vector = object(&members, &["id", "title", "profiles", "op"]);
    let mut rules: Vec<Json> =
        OperationName::ALL.into_iter().map(|name| one_operation(name, &COMMON_KEYS)).collect();
    rules.push(json!({"if": {"not": {"required": ["draft"]}}, "then": {"required": ["expect"]}}));
    rules.push(json!({
        "if": {"properties": {"strength": {"enum": ["should", "disputed"]}}, "required": ["strength"]},
        "then": {"properties": {"expect": {"type": "array", "minItems": 2}}},
    }));
    vector["allOf"] = json!(rules);
    vector
}

/// The parameters of all operations.
fn parameters() -> impl Iterator<Item = &'static Parameter> {
    OperationName::ALL.into_iter().flat_map(|operation| operation.signature().parameters)
}

/// A vector of several requests. Its steps are asked in order, of one testee and with nothing in between.
fn sequence() -> Json {
    let text = || json!({"type": "string"});
    let members = [
        ("id", id()),
        ("title", text()),
        ("profiles", one_or_more(&profile())),
        ("requirements", one_or_more(&reference("requirement"))),
        ("since", version()),
        ("ruling", one_or_more(&reference("ruling"))),
        ("note", text()),
        ("steps", json!({"type": "array", "minItems": 1, "items": reference("step")})),
    ];
    object(&members, &["id", "title", "profiles", "steps"])
}

/// One step of a sequence.
fn step() -> Json {
    let mut members = vec![
        ("op", json!({"enum": OperationName::ALL})),
        ("expect", json!({"description": "A value, `reject`, or a list of them"})),
        (
            "times",
            json!({"description": "How many times in a row; once by default", "type": "integer", "minimum": 1, "maximum": 100_000}),
        ),
    ];
    for parameter in parameters() {
        if !members.iter().any(|(known, _)| *known == parameter.name) {
            members.push((parameter.name, argument(parameter.kind)));
        }
    }
    let mut step = object(&members, &["op", "expect"]);
    let rules = OperationName::ALL.into_iter().map(|name| one_operation(name, &["op", "expect", "times"]));
    step["allOf"] = rules.collect();
    step
}

/// Which arguments an operation has, and which values.
fn one_operation(operation: OperationName, common: &[&str]) -> Json {
    let Signature { parameters, value: kind, .. } = operation.signature();
    let required = parameters.iter().filter(|one| one.presence == Presence::Required);
    let required: Vec<&str> = required.map(|one| one.name).collect();
    let keys: Vec<&str> = common.iter().copied().chain(parameters.iter().map(|one| one.name)).collect();
    let (member, value) = (member(kind), value(kind));
    let mut shapes = vec![json!({"const": "reject"})];
    // A list of references is never written bare: it would be a list of accepted outcomes.
    if !matches!(kind, ValueKind::References) {
        shapes.push(value.clone());
    }
    if !matches!(kind, ValueKind::Components) {
        shapes.push(object(&[(member, value.clone())], &[member]));
    }
    if kind == ValueKind::Decoded {
        shapes.push(object(&[("full", json!({"type": "boolean"})), (member, value)], &["full", member]));
    }
    let outcome = json!({"anyOf": shapes});
    let read = object(&[("outcome", outcome.clone()), ("reading", json!({"type": "string"}))], &["outcome"]);
    let one = json!({"anyOf": [outcome, read]});
    let expect = json!({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]});
    let then = json!({
        "required": required,
        "propertyNames": {"enum": keys},
        "properties": {"expect": expect},
    });
    where_operation_is("op", operation, then)
}
