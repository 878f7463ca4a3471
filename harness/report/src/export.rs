//! The corpus as one JSON document, for whoever reads no YAML and no diagnostic notation.
//!
//! ```text
//! format        1; it changes when a reader would have to
//! corpus        version (null where the corpus does not say)
//! profiles      name, features
//! changes       what each version of the corpus brought, the newest first
//! requirements  id, anchor, level, text, and why it is untestable or unbreakable where it is
//! rulings       id, slug, profiles, question, ruling
//! vectors       id, title, profiles, requirements, rulings, features, since, strength, budget (memory in MiB,
//!               seconds), note, file, before, operation, arguments, times, expect
//! withdrawn     id, superseded-by, note
//! ```
//!
//! In `arguments` and in values a CBOR item is `{"hex": …, "edn": …}`: the bytes, and diagnostic notation where
//! it stands for exactly these bytes. Everything else is as in the testee protocol, the values of CoAP options
//! in hex among it. `expect` lists the accepted outcomes, the preferred one first: `{"outcome": "reject"}` or
//! `{"outcome": "value", "value": …}`, and `reading` where the vector says.
//!
//! A vector may be a sequence: what is in `before` is asked first, in order, of the same testee and with nothing in
//! between; each step has an `operation`, `arguments`, `times` (how often in a row) and `expect` of its own.
//!
//! The same corpus gives the same bytes. [`schema::bundle`](crate::schema::bundle()) describes the document.

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use crivet::corpus::{Corpus, Requirement, Ruling, Tombstone};
use crivet::edn;
use crivet::operation::Operation;
use crivet::profile::Profile;
use crivet::vector::{Accepted, Expected, Vector};

/// The members that hold CBOR, of arguments and of values.
pub(crate) const CBOR: [&str; 7] = ["a", "b", "base", "cri", "reference", "sequence", "target"];

/// The corpus as a JSON document.
pub fn bundle(corpus: &Corpus) -> String {
    let mut rulings: Vec<&Ruling> = corpus.rulings.values().collect();
    // R2 before R10.
    rulings.sort_by_key(|ruling| (ruling.id.len(), &ruling.id));
    let document = json!({
        "format": 1,
        "corpus": {"version": corpus.releases.first().map(|release| &release.version)},
        "profiles": Profile::ALL.map(|profile| json!({"name": profile, "features": profile.features()})),
        "changes": corpus.releases,
        "requirements": corpus.requirements.values().map(requirement).collect::<Vec<_>>(),
        "rulings": rulings.into_iter().map(ruling).collect::<Vec<_>>(),
        "vectors": corpus.vectors.iter().map(vector).collect::<Vec<_>>(),
        "withdrawn": corpus.tombstones.iter().map(tombstone).collect::<Vec<_>>(),
    });
    crate::schema::text(&document)
}

fn requirement(requirement: &Requirement) -> Json {
    let mut object = json!({
        "id": requirement.id,
        "anchor": requirement.anchor,
        "level": requirement.level.name(),
        "text": requirement.text,
    });
    for (name, why) in [("untestable", &requirement.untestable), ("unbreakable", &requirement.unbreakable)] {
        if let Some(why) = why {
            object[name] = json!(why);
        }
    }
    object
}

fn ruling(ruling: &Ruling) -> Json {
    json!({
        "id": ruling.id,
        "slug": ruling.slug,
        "profiles": ruling.profiles,
        "question": ruling.question.trim(),
        "ruling": ruling.ruling.trim(),
    })
}

fn tombstone(tombstone: &Tombstone) -> Json {
    json!({"id": tombstone.id, "superseded-by": tombstone.superseded_by, "note": tombstone.note})
}

fn vector(vector: &Vector) -> Json {
    let mut exported = asked(&vector.operation, vector.times, &vector.expect);
    let about = json!({
        "id": vector.id,
        "title": vector.title,
        "profiles": vector.profiles,
        "requirements": vector.requirements,
        "rulings": vector.rulings,
        "features": vector.features,
        "since": vector.since,
        "strength": vector.strength,
        "budget": vector.budget.map(|budget| json!({"memory": budget.memory, "seconds": budget.seconds})),
        "note": vector.note.as_deref().map(str::trim),
        "file": vector.source.file,
        "before": vector.before.iter().map(|step| asked(&step.operation, step.times, &step.expect)).collect::<Vec<_>>(),
    });
    exported.extend(object(about));
    Json::Object(exported)
}

/// What is asked, how often in a row, and what is accepted.
fn asked(operation: &Operation, times: u32, expect: &[Accepted]) -> Map<String, Json> {
    let mut arguments = object(json!(operation));
    arguments.remove("op");
    object(json!({
        "operation": operation.name(),
        "arguments": with_notation(arguments),
        "times": times,
        "expect": expect.iter().map(accepted).collect::<Vec<_>>(),
    }))
}

fn accepted(accepted: &Accepted) -> Json {
    let mut outcome = match &accepted.outcome {
        Expected::Reject => json!({"outcome": "reject"}),
        Expected::Value(value) => json!({"outcome": "value", "value": with_notation(object(json!(value)))}),
    };
    if let Some(reading) = &accepted.reading {
        outcome["reading"] = json!(reading);
    }
    outcome
}

fn object(json: Json) -> Map<String, Json> {
    match json {
        Json::Object(members) => members,
        _ => Map::new(),
    }
}

/// Puts the notation beside the hex of each member that holds CBOR.
fn with_notation(mut members: Map<String, Json>) -> Json {
    for name in CBOR {
        if let Some(Json::String(hex)) = members.get_mut(name) {
            let notation = notation(hex);
            members.insert(name.to_owned(), notation);
        }
    }
    Json::Object(members)
}

fn notation(hex: &str) -> Json {
    match edn::show(&hex::decode(hex).unwrap_or_default()) {
        Some(text) => json!({"hex": hex, "edn": text}),
        None => json!({"hex": hex}),
    }
}

/// The SHA-256 of the embedded corpus, `vectors/corpus.jsonl`, in hex.
pub fn digest() -> String {
    hex::encode(crivet_vectors::compiled().fold(Sha256::new(), Sha256::chain_update).finalize())
}
