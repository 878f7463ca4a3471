//! The corpus as one JSON document: all that a harness in any language needs, and more.
//!
//! ```text
//! format        2; it changes when a reader would have to
//! corpus        version (null where the corpus does not say)
//! harness       the steps of a harness, in words
//! comparisons   the ways in which answers are compared: name, what is the same, whether every answer that passes is listed
//! operations    op, asks, members (name, comparison): what each member of `ok` is compared by
//! profiles      name, features
//! changes       what each version of the corpus brought, the newest first
//! requirements  id, anchor, level, text, and why it is untestable or unbreakable where it is
//! rulings       id, slug, profiles, question, ruling
//! vectors       id, title, profiles, requirements, rulings, features, since, strength, budget (memory in MiB,
//!               seconds), note, file, before, op, request, answers, then, arguments, times, expect
//! samples       vector, profile, claims, answer, verdict: to test a harness by
//! withdrawn     id, superseded-by, note
//! ```
//!
//! `request` and `answers` are as they go over the pipe. A request lacks its `id` and `profile`. Of an answer one of `ok`,
//! `reject` and `unsupported` is there, and beside it when it passes: under `profiles` (all of the vector's, if left out),
//! of an implementation that claims each feature of `with` and none of `without`. `{"any": true}` stands for every `ok`:
//! more pass than can be listed. Options are sorted by number. The reason of a refusal is never compared.
//!
//! `then` is there for `relativize`: a `request` that wants the answer as its `reference`, and its `answers`. An answer
//! that is not listed passes where this one does.
//!
//! In `arguments` and in values a CBOR item is `{"hex": …, "edn": …}`: the bytes, and diagnostic notation where
//! it stands for exactly these bytes. Everything else is as in the testee protocol, the values of CoAP options
//! in hex among it. `expect` lists the accepted outcomes, the preferred one first: `{"outcome": "reject"}` or
//! `{"outcome": "value", "value": …}`, and `reading` where the vector says.
//!
//! A vector may be a sequence: what is in `before` is asked first, in order, of the same testee and with nothing in
//! between; each step has an `op`, `request`, `answers`, `arguments`, `times` (how often in a row) and `expect` of its own.
//!
//! The same corpus gives the same bytes. [`schema::bundle`](crate::schema::bundle()) describes the document.

mod answers;
mod comparison;
mod samples;
mod spelling;

use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};

use crivet::corpus::{Corpus, Requirement, Ruling, Tombstone};
use crivet::edn;

use crivet::profile::Profile;
use crivet::vector::{Accepted, Expected, Step, Vector};

/// The format of the document.
pub(crate) const FORMAT: u64 = 2;

/// The members that hold CBOR, of arguments and of values.
pub(crate) const CBOR: [&str; 7] = ["a", "b", "base", "cri", "reference", "sequence", "target"];

/// The corpus as a JSON document.
pub fn bundle(corpus: &Corpus) -> String {
    let mut rulings: Vec<&Ruling> = corpus.rulings.values().collect();
    // R2 before R10.
    rulings.sort_by_key(|ruling| (ruling.id.len(), &ruling.id));
    let document = json!({
        "format": FORMAT,
        "corpus": {"version": corpus.releases.first().map(|release| &release.version)},
        "harness": comparison::STEPS,
        "comparisons": comparison::comparisons(),
        "operations": comparison::operations(),
        "profiles": Profile::ALL.map(|profile| json!({"name": profile, "features": profile.features()})),
        "changes": corpus.releases,
        "requirements": corpus.requirements.values().map(requirement).collect::<Vec<_>>(),
        "rulings": rulings.into_iter().map(ruling).collect::<Vec<_>>(),
        "vectors": corpus.vectors.iter().map(vector).collect::<Vec<_>>(),
        "samples": samples::samples(corpus),
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
    let mut exported = asked(vector);
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
        "before": vector.before.iter().map(|step| asked(&alone(vector, step))).collect::<Vec<_>>(),
    });
    exported.extend(object(about));
    Json::Object(exported)
}

/// A step of a sequence as a vector of its own.
fn alone(vector: &Vector, step: &Step) -> Vector {
    let Step { operation, times, expect } = step.clone();
    Vector { operation, times, expect, before: Vec::new(), ..vector.clone() }
}

/// What is asked, how often in a row, and what is accepted.
fn asked(vector: &Vector) -> Map<String, Json> {
    let request = json!(vector.operation);
    let mut arguments = object(request.clone());
    arguments.remove("op");
    let mut asked = object(json!({
        "op": vector.operation.name(),
        "request": request,
        "answers": answers::passing(vector),
        "arguments": with_notation(arguments),
        "times": vector.times,
        "expect": vector.expect.iter().map(accepted).collect::<Vec<_>>(),
    }));
    if let Some(then) = answers::then(vector) {
        asked.insert("then".to_owned(), then);
    }
    asked
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
