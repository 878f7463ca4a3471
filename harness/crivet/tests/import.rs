//! The file formats of the working group, on small files of our own: what each row is asked as, and what is said
//! of rows that say two things.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;

use crivet::corpus::{Corpus, CorpusErrors};
use crivet::feature::Feature;
use crivet::operation::Operation;
use crivet::vector::{Expected, Vector};

const HEADER: &str =
    "type;uri;cri;red;resolved_uri;resolved_cri;cri_hex;resolved_cri_hex;comment;features_needed\n";
const BASE: &str = r#"base;coap://h/a/b?q;[-1, ["h"], ["a", "b"], ["q"]];;;;84208161688261616162816171;;the base;
"#;

fn import(name: &str, text: &str) -> Result<Corpus, CorpusErrors> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    Corpus::read(&[path])
}

fn csv(rows: &str) -> Corpus {
    import("tests.csv", &format!("{HEADER}{BASE}{rows}")).unwrap()
}

/// The ids of what is asked beyond the base, which stands on line 2 in all of these.
fn ids(corpus: &Corpus) -> Vec<&str> {
    let asked = corpus.vectors.iter().filter(|vector| vector.source.line != 2);
    asked.map(|vector| vector.id.as_str()).collect()
}

/// Every remark as `line: text`.
fn remarks(corpus: &Corpus) -> Vec<String> {
    corpus.remarks.iter().map(|remark| format!("{}: {}", remark.location.line, remark.kind)).collect()
}

#[track_caller]
fn vector<'a>(corpus: &'a Corpus, id: &str) -> &'a Vector {
    corpus.vectors.iter().find(|vector| vector.id == id).unwrap()
}

#[track_caller]
fn expects(corpus: &Corpus, id: &str, json: &str) {
    let Some(accepted) = vector(corpus, id).expect.first() else { panic!("{id}") };
    let Expected::Value(value) = &accepted.outcome else { panic!("{id}") };
    assert_eq!(serde_json::to_string(value).unwrap(), json, "{id}");
}

#[test]
fn a_row_is_asked_as_five_vectors() {
    let corpus =
        csv(r#"rt;../c;[2, ["c"]];;coap://h/c;[-1, ["h"], ["c"]];8202816163;8320816168816163;up and down;
"#);
    let asked = ["decode", "uri-to-cri", "cri-to-uri", "resolve", "resolved-cri-to-uri"];
    assert_eq!(ids(&corpus), asked.map(|what| format!("tests-3-{what}")));
    assert_eq!(remarks(&corpus), [""; 0]);
    expects(&corpus, "tests-3-decode", r#"{"full":false,"cri":"8202816163"}"#);
    expects(&corpus, "tests-3-uri-to-cri", r#"{"cri":"8202816163"}"#);
    expects(&corpus, "tests-3-cri-to-uri", r#"{"uri":"../c"}"#);
    expects(&corpus, "tests-3-resolve", r#"{"cri":"8320816168816163"}"#);
    expects(&corpus, "tests-3-resolved-cri-to-uri", r#"{"uri":"coap://h/c"}"#);
    let resolve = vector(&corpus, "tests-3-resolve");
    let Operation::Resolve { base, .. } = &resolve.operation else { panic!() };
    assert_eq!(hex::encode(base), "84208161688261616162816171");
    assert_eq!((resolve.source.line, resolve.note.as_deref()), (3, Some("up and down")));
    assert_eq!(resolve.profiles.len(), 2);
}

#[test]
fn the_type_says_what_comes_back() {
    let corpus = csv(concat!(
        "red;../x/../c;[2, [\"c\"]];../c;;;8202816163;;;\n",
        "red;./.;[1];.;;;8101;;;\n",
        "only-cri-ref;;[3];;coap://h;[-1, [\"h\"]];8103;8220816168;;\n",
        "rt;;[0];;coap://h/a/b?q;[-1, [\"h\"], [\"a\", \"b\"], [\"q\"]];8100;;|a quoted; comment|;\n",
    ));
    expects(&corpus, "tests-3-uri-to-cri", r#"{"cri":"8202816163"}"#);
    expects(&corpus, "tests-3-cri-to-uri", r#"{"uri":"../c"}"#);
    let only = ["tests-5-decode", "tests-5-resolve", "tests-5-resolved-cri-to-uri"];
    assert_eq!(ids(&corpus).into_iter().filter(|id| id.contains("-5-")).collect::<Vec<_>>(), only);
    // Without a URI in the cell the row of type rt means the empty reference.
    expects(&corpus, "tests-6-cri-to-uri", r#"{"uri":""}"#);
    assert_eq!(vector(&corpus, "tests-6-decode").note.as_deref(), Some("a quoted; comment"));
}

#[test]
fn notation_and_hex_that_disagree_are_reported_and_not_asked() {
    let corpus = csv(concat!(
        "rt;c;[1, [\"c\"]];;coap://h/a/c;[-1, [\"h\"], [\"a\", \"c\"]];8201816164;83208161688261616163;;\n",
        "rt;d;[1, [\"d\"]];;coap://h/a/d;[-1, [\"h\"], [\"a\", \"d\"]];8201816164;83208161688261616163;;\n",
        "rt;e;[1, [\"e\"];;;;8201816165;;;\n",
    ));
    assert_eq!(
        remarks(&corpus),
        [
            "3: `cri` is 8201816163 by its notation and 8201816164 in hex; what depends on it is not asked",
            "4: `resolved_cri` is 83208161688261616164 by its notation and 83208161688261616163 in hex; what \
             depends on it is not asked",
            "5: `cri` cannot be read: no CBOR diagnostic notation at line 1, column 10 of the text: expected \
             \",\" or \"]\", found the end",
        ]
    );
    let asked = ["decode", "uri-to-cri", "cri-to-uri"];
    let expected: Vec<String> =
        ["4", "5"].iter().flat_map(|line| asked.map(|what| format!("tests-{line}-{what}"))).collect();
    assert_eq!(ids(&corpus), expected);
}

#[test]
fn rows_that_cannot_be_asked_are_reported() {
    let corpus = csv(concat!(
        "roundtrip;a;[1, [\"a\"]];;;;;;;\n",
        "rt;a;[1, [\"a\"]];;;;;;;;;;\n",
        "rt;a;[1, [\"a\"]];;;;;;;userinfo, pets\n",
        "rt;a;[1, 2];;;;;;;\n",
    ));
    let remarks = remarks(&corpus);
    assert_eq!(remarks[0], "3: unknown type `roundtrip`; the row is not asked");
    assert_eq!(remarks[1], "4: 13 cells under 10 columns; the row is not asked");
    assert!(remarks[2].starts_with("5: unknown feature `pets`"), "{remarks:?}");
    let expected = r#"6: Row 6 of tests: "a" is not asked as decode, an answer that can never hold"#;
    assert!(remarks[3].starts_with(expected), "{remarks:?}");
    assert!(vector(&corpus, "tests-5-decode").features.contains(&Feature::Userinfo));
}

#[test]
fn rows_that_are_known_to_be_wrong_are_named_and_charged_to_nobody() {
    let corpus = csv(concat!(
        "rt;a;[1, [\"a\"]];;coap://h/a/x;[-1, [\"h\"], [\"a\", \"x\"]];;;;\n",
        "rt;a;[1, [\"a\"]];;;;;;this one is BROKEN;\n",
        "rt;//a/b;[null, [[\"a\"]]];;;;;;;\n",
        "rt;b;[1, [\"a\"]];;;;;;;\n",
        "only-cri-ref;;[null, [\"a.b\"]];;;;;;;\n",
    ));
    let remarks = remarks(&corpus);
    let expected = [
        r#"3: Row 3 of tests: "a" is not asked as resolve, which contradicts what is ruled: by the steps of 5.3, path"#,
        "4: tests-4 is broken by its comment, and not asked: this one is BROKEN",
        r#"5: Row 5 of tests: "//a/b" is not asked as decode, which contradicts what is ruled: authority, label 1"#,
        r#"5: Row 5 of tests: "//a/b" is not asked as uri-to-cri"#,
        r#"5: Row 5 of tests: "//a/b" is not asked as cri-to-uri"#,
        r#"6: Row 6 of tests: "b" is not asked as cri-to-uri, which contradicts what is ruled: by the steps of 6.1"#,
    ];
    assert_eq!(remarks.len(), expected.len(), "{remarks:#?}");
    for (remark, expected) in remarks.iter().zip(expected) {
        assert!(remark.starts_with(expected), "{remark}");
    }
    // Where a ruling leaves it open, a rejection will do.
    let open = vector(&corpus, "tests-7-decode");
    assert_eq!(open.expect.last().map(|accepted| &accepted.outcome), Some(&Expected::Reject));
}

#[track_caller]
fn fails(name: &str, text: &str, expected: &str) {
    let errors = import(name, text).unwrap_err();
    assert!(errors.0.len() == 1 && errors.to_string().contains(expected), "{errors}");
}

#[test]
fn what_is_no_such_file_is_an_error() {
    fails("tests.csv", "a;b\n", "tests.csv:1:1: no column `type`");
    fails("tests.csv", "", "no column `type`");
    fails("tests.csv", HEADER, "no rows");
    fails(
        "tests.csv",
        &format!("{HEADER}rt;a;[1, [\"a\"]]\n"),
        ":2:1: the first row is of type `base`, and here of `rt`",
    );
    fails("tests.json", "{\n \"test-vectors\": []\n}", ":3:1: no tests.json: missing field `base-cri`");
    fails("tests.json", "[", "no tests.json");
    let long = format!("base;a;;;;;82018179{:04x}{};;;\n", 8192, "61".repeat(8192));
    fails("tests.csv", &(HEADER.to_owned() + &long), "the base has more than 4096 bytes");
    // In a folder such files are passed over.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tests.csv"), HEADER.to_owned() + BASE).unwrap();
    assert!(Corpus::read(&[folder.path().to_owned()]).is_err());
}

#[test]
fn the_other_spelling_and_other_orders_of_columns_are_read() {
    let text = "cri;uri;type;features_neeeded\n[-1, [\"h\"]];coap://h;base;\n[1, [\"a\"]];a;rt;text_or_pet\n";
    let corpus = import("Tests 2.csv", text).unwrap();
    let vector = vector(&corpus, "tests-2-3-decode");
    assert!(vector.features.contains(&Feature::TextOrPet));
}

const JSON: &str = r#"{
  "base-uri": "coap://h/a/b?q",
  "base-cri": "84208161688261616162816171",
  "test-vectors": [
    {"uri": "x/../c", "cri": "8201816163", "uri-from-cri": "c",
     "resolved-cri": "83208161688261616163", "resolved-uri": "coap://h/a/c", "description": "reduced"},
    {"uri": "//a.", "cri": "82208163612e61", "uri-from-cri": "//a%2Ea", "resolved-cri": "8220816361",
     "invalid": "a dot in a label"},
    {"uri": 1},
    {"uri": "d", "cri": "[1, [\"d\"]]"}
  ]
}
"#;

#[test]
fn json_is_asked_likewise() {
    let corpus = import("tests.json", JSON).unwrap();
    let base = corpus.vectors.iter().filter(|vector| vector.id.starts_with("tests-0-")).count();
    assert_eq!(base, 3);
    assert_eq!(
        ids(&corpus),
        [
            "tests-1-decode",
            "tests-1-uri-to-cri",
            "tests-1-cri-to-uri",
            "tests-1-resolve",
            "tests-1-resolved-cri-to-uri",
            "tests-2-decode",
            "tests-4-decode",
            "tests-4-uri-to-cri",
        ]
    );
    expects(&corpus, "tests-1-cri-to-uri", r#"{"uri":"c"}"#);
    let invalid = vector(&corpus, "tests-2-decode");
    assert_eq!(invalid.expect[0].outcome, Expected::Reject);
    assert_eq!((invalid.source.line, invalid.note.as_deref()), (7, Some("a dot in a label")));
    assert_eq!(vector(&corpus, "tests-4-decode").source.line, 10);
    assert_eq!(remarks(&corpus), ["9: no test, and not asked: invalid type: integer `1`, expected a string"]);
}
