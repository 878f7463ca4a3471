//! CRIs compared by their abstract forms: `resolve` and `decode`.

use super::*;

#[track_caller]
fn check_resolve(expect: &str, came: &str, expected: &str) {
    check_resolve_bytes(expect, edn(came), expected);
}

#[track_caller]
fn check_resolve_bytes(expect: &str, came: Vec<u8>, expected: &str) {
    let operation = Operation::Resolve { base: edn("[\"a\"]"), reference: edn("[0]"), relation: None };
    let vector = vector(operation, Strength::Must, &[Expected::Value(answer(expect))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(Value::Cri { cri: came }), expected);
}

#[track_caller]
fn check_decode(expect: (bool, &str), came: (bool, &str), expected: &str) {
    let value = |(full, cri): (bool, &str)| Value::Decoded(Decoded { full, cri: edn(cri) });
    let operation = Operation::Decode { cri: edn(expect.1) };
    let vector = vector(operation, Strength::Must, &[Expected::Value(value(expect))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(value(came)), expected);
}

#[test]
fn the_result_of_resolving() {
    let expect = r#"[-1, ["h"], ["pa"]]"#;
    check_resolve(expect, expect, "pass");
    check_resolve(expect, r#"[-1, ["h"], ["pb"]]"#, r#"fail: path, segment 1: expected "pa", came "pb""#);
    check_resolve(expect, r#"["coap", ["h"], ["pa"]]"#, r#"fail: scheme: expected -1, came "coap""#);
    check_resolve(expect, r#"[-1, ["h"], [["pa"]]]"#, r#"fail: path, segment 1: expected "pa", came ["pa"]"#);
    check_resolve(expect, r#"[-1, ["h", 5683], ["pa"]]"#, "fail: authority, port: expected none, came 5683");
    check_resolve(
        expect,
        r#"[-1, ["h"], ["pa"], null]"#,
        "fail: no valid CRI: a null at the end of the outer array",
    );
    check_resolve(
        expect,
        r#"[true, ["pa"]]"#,
        "fail: no valid CRI: a reference, where a full CRI is the result",
    );
    check_resolve(expect, "[]", "fail: no valid CRI: a reference, where a full CRI is the result");
    check_resolve(
        expect,
        "0",
        "fail: no valid CRI: outer item: expected an array, found an unsigned integer",
    );
    // Against a base that is a reference, a reference may result.
    check_resolve("[true]", "[true]", "pass");
    // An expected result that is valid in no detail is compared all the same.
    check_resolve(r#"["a", true, [""]]"#, r#"["a", true, [""]]"#, "pass");
    check_resolve(r#"["a", ["h", 65536]]"#, r#"["a", ["h", 65536]]"#, "pass");
}

#[test]
fn the_form_is_recommended() {
    check_resolve(r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#, "pass");
    check_resolve(r#"[-1, ["h"], []]"#, r#"[-1, ["h"]]"#, "pass");
    check_resolve(
        r#"[-1, ["h"], [], ["q"]]"#,
        r#"[-1, ["h"], null, ["q"]]"#,
        "pass; should: not in interchange form: that is 842081616880816171, came 8420816168f6816171",
    );
    check_resolve(
        r#"[-1, ["h"]]"#,
        r#"[-1, ["h"], [], []]"#,
        "pass; should: not in interchange form: that is 8220816168, came 84208161688080",
    );
    let long = vec![0x98, 2, 0x20, 0x81, 0x61, 0x68];
    check_resolve_bytes(r#"[-1, ["h"]]"#, long, "pass; should: CBOR heads are longer than needed");
}

#[test]
fn what_is_no_definite_item_fails() {
    for (hex, words) in [
        ("9f20816168ff", "byte 0: expected a definite length, found an indefinite one"),
        ("82209f6168ff", "byte 2: expected a definite length, found an indefinite one"),
        ("8220817f6168ff", "byte 3: expected a definite length, found an indefinite one"),
        ("8220816168f6", "byte 5: expected the end, found bytes after the item"),
        ("82208161", "byte 4: expected more bytes, found the end of the input"),
        ("", "byte 0: expected more bytes, found the end of the input"),
        ("d900638220816168", "byte 0: expected an item that a CRI can have, found a tag"),
        ("82208161ff", "byte 3: expected a text in UTF-8, found other bytes"),
    ] {
        let bytes = hex::decode(hex).unwrap();
        check_resolve_bytes(r#"[-1, ["h"]]"#, bytes, &format!("fail: no valid CRI: {words}"));
    }
}

#[test]
fn hostile_answers_only_fail() {
    let huge = [vec![0x9a, 0xff, 0xff, 0xff, 0xff], vec![0; 100_000]].concat();
    for bytes in [
        vec![0x81; 100_000],
        vec![0xff; 9],
        vec![0x5b; 9],
        huge,
        vec![0x9b, 255, 255, 255, 255, 255, 255, 255, 255],
    ] {
        let operation = Operation::Resolve { base: edn("[\"a\"]"), reference: edn("[0]"), relation: None };
        let vector = vector(operation, Strength::Must, &[Expected::Value(answer("[\"a\"]"))], &[]);
        let outcome = Outcome::Value(Value::Cri { cri: bytes });
        let verdict = judge(&vector, Profile::Href13, &BTreeSet::from(CLAIMED), &outcome);
        assert_eq!(verdict.status, crate::verdict::Status::Fail);
        assert!(line(&verdict).len() < 1000);
    }
}

#[test]
fn what_decode_answers() {
    let full = (true, r#"[-1, ["h"]]"#);
    check_decode(full, full, "pass");
    check_decode(full, (true, r#"[-1, ["h"], []]"#), "pass");
    check_decode(full, (false, r#"[-1, ["h"]]"#), "fail: full: expected true, came false");
    check_decode(full, (true, r#"[-1, ["g"]]"#), r#"fail: authority, label 1: expected "h", came "g""#);
    check_decode(full, (true, r#"[null, ["h"]]"#), "fail: scheme: expected -1, came none");
    check_decode((false, "[0]"), (true, "[0]"), "fail: full: expected false, came true");
    check_decode((false, "[0]"), (false, "[]"), "pass");
    check_decode((false, "[]"), (false, "[0]"), "pass");
    check_decode((false, "[0]"), (false, "[1]"), "fail: discard: expected 0, came 1");
    check_decode((false, "[1]"), (false, "[1, []]"), "fail: path: expected null, came []");
    check_decode((false, "[0, null, []]"), (false, "[0]"), "fail: query: expected [], came null");
    check_decode(
        (false, r#"[null, ["h"]]"#),
        (false, r#"[null, ["h"], []]"#),
        "fail: path: expected null, came []",
    );
    check_decode(
        (false, "[1]"),
        (false, "[1, null]"),
        "fail: no valid CRI: a null at the end of the outer array",
    );
}

#[test]
fn a_vector_that_holds_no_cri_is_told() {
    let operation = Operation::Resolve { base: vec![], reference: vec![], relation: None };
    let vector = vector(operation, Strength::Must, &[Expected::Value(answer("0"))], &[]);
    let words = "fail: the vector cannot be judged by: expected CRI: outer item: expected an array, found an unsigned integer";
    check(&vector, &CLAIMED, &Outcome::Value(answer("[\"a\"]")), words);
}
