//! The schemas say what the reader says, as far as a schema can, of every vector file and of the export.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crivet::corpus::Corpus;
use crivet_report::{export, schema};
use jsonschema::Validator;
use serde_json::{Value as Json, json};

fn validator(schema: &Json) -> Validator {
    assert!(jsonschema::meta::is_valid(schema));
    jsonschema::draft202012::new(schema).unwrap()
}

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| Corpus::embedded().unwrap());

fn vector_files() -> &'static Validator {
    static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| validator(&schema::vector_file(&CORPUS)));
    &VALIDATOR
}

/// What is wrong, as paths into the document; empty where nothing is.
fn errors(validator: &Validator, document: &Json) -> Vec<String> {
    validator.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect()
}

#[test]
fn every_vector_file_is_as_the_schema_says() {
    let validator = vector_files();
    let files: BTreeSet<&str> = CORPUS.vectors.iter().map(|vector| vector.source.file.as_str()).collect();
    assert!(files.len() > 40);
    for file in files {
        let text =
            fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).unwrap();
        let document: Json = serde_yaml::from_str(&text).unwrap();
        assert_eq!(errors(validator, &document), Vec::<String>::new(), "{file}");
    }
}

/// The given vector, with a member put in its place, or taken away by `null`.
#[track_caller]
fn turns_down(member: &str, value: Json) {
    let mut vector = json!({
        "id": "resolve-a",
        "title": "t",
        "profiles": ["href-13"],
        "requirements": ["href13-5.3-5"],
        "op": "resolve",
        "base": "[-1, [\"h\"]]",
        "reference": "[]",
        "expect": [{"outcome": "[-1, [\"h\"]]", "reading": "r"}, "reject"],
        "strength": "disputed",
        "ruling": "R1",
    });
    let validator = vector_files();
    assert_eq!(errors(validator, &json!([vector])), Vec::<String>::new());
    match value {
        Json::Null => vector.as_object_mut().unwrap().remove(member),
        value => vector.as_object_mut().unwrap().insert(member.to_owned(), value),
    };
    assert!(!validator.is_valid(&json!([vector])), "{vector}");
}

#[test]
fn slips_in_vectors_are_turned_down() {
    for member in ["id", "title", "profiles", "op", "expect", "base", "reference"] {
        turns_down(member, Json::Null);
    }
    turns_down("id", json!("Resolve-A"));
    turns_down("id", json!("resolve_a"));
    turns_down("profiles", json!(["href-14"]));
    turns_down("requirements", json!(["href13-99"]));
    turns_down("ruling", json!("R9999"));
    turns_down("features", json!(["pet"]));
    turns_down("since", json!("first"));
    turns_down("op", json!("resolves"));
    turns_down("strength", json!("may"));
    // A single outcome leaves nothing to dispute.
    turns_down("expect", json!("reject"));
    turns_down("expect", json!([{"outcome": "reject", "why": "r"}, "reject"]));
    turns_down("expect", json!({"uri": "a"}));
    // An argument of another operation.
    turns_down("cri", json!("[]"));
    turns_down("base", json!([1]));
    turns_down("notes", json!("n"));
    turns_down("budget", json!({"minutes": 1}));
}

#[test]
fn a_draft_may_lack_the_verdict_alone() {
    let validator = vector_files();
    let draft =
        json!({"id": "a", "title": "t", "draft": true, "profiles": ["href-13"], "op": "decode", "cri": "[]"});
    assert_eq!(errors(validator, &json!([draft])), Vec::<String>::new());
    for (member, value) in [("draft", json!(false)), ("cri", Json::Null), ("draft", Json::Null)] {
        let mut other = draft.clone();
        match value {
            Json::Null => other.as_object_mut().unwrap().remove(member),
            value => other.as_object_mut().unwrap().insert(member.to_owned(), value),
        };
        assert!(!validator.is_valid(&json!([other])), "{other}");
    }
}

#[test]
fn a_tombstone_is_as_the_schema_says() {
    let validator = vector_files();
    assert!(validator.is_valid(&json!([{"id": "a", "superseded-by": ["b"], "note": "n"}])));
    assert!(!validator.is_valid(&json!([{"id": "a", "superseded-by": "b", "op": "decode"}])));
}

#[test]
fn the_export_is_as_its_schema_says_and_always_the_same() {
    let corpus = &*CORPUS;
    let text = export::bundle(corpus);
    assert_eq!(text, export::bundle(corpus));
    let document: Json = serde_json::from_str(&text).unwrap();
    let validator = validator(&schema::bundle());
    assert_eq!(errors(&validator, &document), Vec::<String>::new());
    assert_eq!(document["vectors"].as_array().unwrap().len(), corpus.vectors.len());
    assert_eq!(document["rulings"].as_array().unwrap().len(), corpus.rulings.len());
    assert_eq!(document["requirements"].as_array().unwrap().len(), corpus.requirements.len());
    assert_eq!(document["corpus"]["version"], crivet_vectors::VERSION);
    let decodes = |vector: &Json| vector["op"] == "decode";
    let decode = document["vectors"].as_array().unwrap().iter().find(|vector| decodes(vector)).unwrap();
    for (path, value) in [
        ("/vectors/0/op", json!("scan")),
        ("/vectors/0/expect", json!([])),
        ("/vectors/0/arguments/cri/hex", json!("8")),
        ("/vectors/0/since", Json::Null),
        ("/vectors/0/answers", json!([{"ok": {}, "reject": ""}])),
        ("/samples/0/verdict", json!("skip")),
        ("/format", json!(1)),
    ] {
        let mut wrong = document.clone();
        wrong["vectors"] = json!([decode]);
        assert!(validator.is_valid(&wrong));
        *wrong.pointer_mut(path).unwrap() = value;
        assert!(!validator.is_valid(&wrong), "{path}");
    }
}

#[test]
fn an_exported_vector_has_the_bytes_and_their_notation() {
    let vectors = "
- id: decode-a
  title: t
  profiles: [href-13]
  op: decode
  cri: '[-1, [\"h\"]]'
  expect: [{outcome: '[-1, [\"h\"]]', reading: r}, reject]
- id: decode-odd-head
  title: t
  profiles: [href-13]
  op: decode
  cri: 'hex: 82 20'
  expect: reject
";
    let document: Json =
        serde_json::from_str(&export::bundle(&Corpus::parse("t", vectors).unwrap())).unwrap();
    let cri = json!({"hex": "8220816168", "edn": "[-1, [\"h\"]]"});
    let [first, second] = document["vectors"].as_array().unwrap().as_slice() else { panic!("{document}") };
    assert_eq!(first["arguments"], json!({"cri": cri}));
    assert_eq!(
        first["expect"],
        json!([
            {"outcome": "value", "value": {"full": true, "cri": cri}, "reading": "r"},
            {"outcome": "reject"},
        ])
    );
    // What is no CBOR item has no notation.
    assert_eq!(second["arguments"], json!({"cri": {"hex": "8220"}}));
}
