//! One answer under two revisions: a vector that holds for both is judged in each by its own rules.

use super::*;

const PASS: &str = "pass";

/// Judges one answer under href-13 and under href-27, every feature claimed.
#[track_caller]
fn check_each(vector: &Vector, outcome: &Outcome, href_13: &str, href_27: &str) {
    check_under(Profile::Href13, vector, &Feature::ALL, outcome, href_13);
    check_under(Profile::Href27, vector, &Feature::ALL, outcome, href_27);
}

fn both(operation: Operation, expect: &[Expected], features: &[Feature]) -> Vector {
    let vector = vector(operation, Strength::Must, expect, features);
    Vector { profiles: vec![Profile::Href13, Profile::Href27], ..vector }
}

#[track_caller]
fn check_decode(expect: &str, came: &str, href_13: &str, href_27: &str) {
    let value = |text: &str| {
        let full = crate::cri::testing::cri(text).is_full();
        Value::Decoded(Decoded { full, cri: edn(text) })
    };
    let vector = both(Operation::Decode { cri: edn(expect) }, &[Expected::Value(value(expect))], &[]);
    check_each(&vector, &Outcome::Value(value(came)), href_13, href_27);
}

#[track_caller]
fn check_from_uri(expect: &str, came: &str, href_13: &str, href_27: &str) {
    let operation = Operation::UriToCri { uri: "u".into() };
    let vector = both(operation, &[Expected::Value(answer(expect))], &[]);
    check_each(&vector, &Outcome::Value(answer(came)), href_13, href_27);
}

fn form(expected: &str, came: &str) -> String {
    let (expected, came) = (hex::encode(edn(expected)), hex::encode(edn(came)));
    format!("pass; should: not in interchange form: that is {expected}, came {came}")
}

#[test]
fn trailing_defaults() {
    let (short, path, query) = (r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#, r#"[-1, ["h"], [], []]"#);
    check_decode(short, short, PASS, PASS);
    check_decode(path, short, PASS, PASS);
    let fail = "fail: no valid CRI: a default value at the end of a full CRI (R3)";
    check_decode(short, path, PASS, fail);
    check_decode(path, path, PASS, fail);
    check_decode(short, query, &form(short, query), fail);
    check_from_uri(short, path, PASS, fail);
    check_from_uri(short, query, &form(short, query), fail);
    let (null, empty) = (r#"[-1, ["h"], [], null, "f"]"#, r#"[-1, ["h"], [], [], "f"]"#);
    check_decode(empty, empty, &form(null, empty), PASS);
    check_decode(empty, null, PASS, &form(empty, null));
    // In a reference, `[]` is no default: it unsets what the base has.
    check_decode("[1, []]", "[1, []]", PASS, PASS);
    let fail = "fail: path: expected [], came null";
    check_decode("[1, []]", "[1]", fail, fail);
    let null = "fail: no valid CRI: a null at the end of the outer array";
    check_decode(short, r#"[-1, ["h"], null]"#, null, null);
    check_decode("[1]", "[1, null]", null, null);
}

#[test]
fn the_empty_reference() {
    for expect in ["[]", "[0]"] {
        check_decode(expect, "[]", PASS, PASS);
        check_decode(expect, "[0]", PASS, &form("[]", "[0]"));
        let fail = "fail: discard: expected 0, came 1";
        check_decode(expect, "[1]", fail, fail);
    }
}

#[test]
fn resolved_cris() {
    let operation =
        Operation::Resolve { base: edn(r#"[-1, ["h"], ["p"]]"#), reference: edn("[1]"), relation: None };
    let vector = both(operation, &[Expected::Value(answer(r#"[-1, ["h"]]"#))], &[]);
    let check = |came: &str, href_13: &str, href_27: &str| {
        check_each(&vector, &Outcome::Value(answer(came)), href_13, href_27);
    };
    check(r#"[-1, ["h"]]"#, PASS, PASS);
    let fail = "fail: no valid CRI: a default value at the end of a full CRI (R3)";
    check(r#"[-1, ["h"], []]"#, PASS, fail);
    let fail = "fail: no valid CRI: a reference, where a full CRI is the result";
    check("[]", fail, fail);
}

#[test]
fn a_default_at_the_end_that_was_given_is_passed_on() {
    let (short, long) = (r#"[-1, ["h"]]"#, r#"[-1, ["h"], []]"#);
    for (base, reference) in [(long, "[]"), (short, long)] {
        let operation = Operation::Resolve { base: edn(base), reference: edn(reference), relation: None };
        let vector = both(operation, &[Expected::Value(answer(short))], &[]);
        check_each(&vector, &Outcome::Value(answer(long)), PASS, &form(short, long));
    }
}

#[test]
fn what_is_inside_the_sections_is_passed_on() {
    let operation =
        Operation::Resolve { base: edn(r#"[-1, ["h"]]"#), reference: edn("[1, [1]]"), relation: None };
    let expect = [Expected::Reject, Expected::Value(answer(r#"[-1, ["h"], [1]]"#))];
    let vector = both(operation, &expect, &[]);
    check_each(&vector, &reject(), PASS, PASS);
    check_each(&vector, &Outcome::Value(answer(r#"[-1, ["h"], [1]]"#)), PASS, PASS);
    let fail =
        "fail: no valid CRI: path: expected a text, or an array in place of one, found an unsigned integer";
    check_each(&vector, &Outcome::Value(answer(r#"[-1, ["h"], [2]]"#)), fail, fail);
}

#[test]
fn scheme_numbers() {
    let named = "pass; should: the same URI, not the canonical form: the scheme has a number";
    let fail = |number: &str| format!(r#"fail: scheme: expected {number}, came "coap+ws""#);
    check_from_uri(r#"[-9, ["h"]]"#, r#"["coap+ws", ["h"]]"#, named, &fail("-9"));
    check_from_uri(r#"[-25, ["h"]]"#, r#"["coap+ws", ["h"]]"#, &fail("-25"), named);
    check_from_uri(r#"[-1, ["h"]]"#, r#"["coap", ["h"]]"#, named, named);
    let other = "fail: scheme: expected -9, came -25";
    check_from_uri(r#"[-9, ["h"]]"#, r#"[-25, ["h"]]"#, other, other);
    let slash =
        "pass; disputed: an empty path and a lone slash are the same to this scheme; CRIs tell them apart";
    let fail = r#"fail: path: expected none, came [""]"#;
    check_from_uri(r#"[-26, ["h"]]"#, r#"[-26, ["h"], [""]]"#, fail, slash);
    check_from_uri(r#"[-10, ["h"]]"#, r#"[-10, ["h"], [""]]"#, slash, fail);
}

#[test]
fn default_ports() {
    check_from_uri(r#"[-1, ["h", 5683]]"#, r#"[-1, ["h"]]"#, PASS, PASS);
    let fail = "fail: authority, port: expected none, came 443";
    check_from_uri(r#"[-26, ["h"]]"#, r#"[-26, ["h", 443]]"#, fail, fail);
}

#[test]
fn colons_in_user_information() {
    let (plain, bytes) = (r#"[-1, [false, "a:b", "h"]]"#, r#"[-1, [false, ["a", h'3a', "b"], "h"]]"#);
    let same = "pass; should: the same URI, not the canonical form: authority, userinfo: expected ";
    let fail = "fail: authority, userinfo: expected ";
    let words = [r#"["a", h'3a', "b"], came "a:b""#, r#""a:b", came ["a", h'3a', "b"]"#];
    check_from_uri(bytes, plain, &format!("{same}{}", words[0]), &format!("{fail}{}", words[0]));
    check_from_uri(plain, bytes, &format!("{same}{}", words[1]), &format!("{fail}{}", words[1]));
    check_from_uri(plain, plain, PASS, PASS);
}

#[test]
fn text_that_is_not_normalised() {
    let bytes = r#"[1, [["e", h'cc81']]]"#;
    let text = "[1, [\"e\u{301}\"]]";
    let invalid = "fail: no valid CRI: path, segment 1: ";
    let same = "pass; should: the same URI, not the canonical form: path, segment 1: expected ";
    check_from_uri(
        bytes,
        text,
        &format!("{invalid}it is not in Normalization Form C (R20)"),
        &format!("{same}[\"e\", h'cc81'], came \"e\\u{{301}}\""),
    );
    check_from_uri(
        text,
        bytes,
        &format!("{invalid}the bytes hold an unreserved or a non-ASCII character, which is text (R22)"),
        &format!("{same}\"e\\u{{301}}\", came [\"e\", h'cc81']"),
    );
    // The composed character is another URI, and bytes that evade nothing are no valid CRI anywhere.
    let other = r#"fail: path, segment 1: expected ["e", h'cc81'], came "é""#;
    check_from_uri(bytes, r#"[1, ["é"]]"#, other, other);
    let bare = format!("{invalid}the bytes hold an unreserved or a non-ASCII character, which is text (R22)");
    check_from_uri(r#"[1, ["ä"]]"#, "[1, [[h'c3a4']]]", &bare, &bare);
}

#[test]
fn zones() {
    let address = "fe800000000000000000000000000001";
    let zoned = format!("[-1, [h'{address}', \"z\"], [\"a b\"]]");
    let bytes = format!("[-1, [h'{address}', \"z\"], [[\"a\", h'20', \"b\"]]]");
    let same = r#"pass; should: the same URI, not the canonical form: path, segment 1: expected "a b", came ["a", h'20', "b"]"#;
    check_from_uri(&zoned, &bytes, same, same);
    let other = format!("[-1, [h'{address}'], [\"a b\"]]");
    let fail = r#"fail: authority, zone: expected "z", came none"#;
    check_from_uri(&zoned, &other, fail, fail);
    check_from_uri(
        r#"[-1, ["1", "2", "3", "4%z"]]"#,
        r#"[-1, [h'01020304', "z"]]"#,
        "fail: no valid CRI: authority, zone: only an address of 16 bytes can have one (R29)",
        r#"fail: authority, host: expected the labels ["1", "2", "3", "4%z"], came the address 1.2.3.4"#,
    );
}

#[test]
fn what_is_valid_in_neither() {
    let fail = "fail: no valid CRI: path: it is rootless and starts with an empty segment (R49)";
    check_from_uri(r#"["a", null, ["b"]]"#, r#"["a", true, ["", "b"]]"#, fail, fail);
    let fail = "fail: no valid CRI: authority, label 1: a label holds no dot (R18)";
    check_from_uri(r#"[-1, ["a", "b"]]"#, r#"[-1, ["a.b"]]"#, fail, fail);
}

#[test]
fn features_of_the_revision_are_asked_for() {
    let without = |missing: Feature| -> Vec<Feature> {
        Feature::ALL.into_iter().filter(|feature| *feature != missing).collect()
    };
    let expect = [Expected::Value(text("a:"))];
    for feature in [Feature::SchemeName, Feature::ZoneId] {
        let vector = both(to_uri(), &expect, &[feature]);
        let check = |profile, outcome: &Outcome, expected: &str| {
            check_under(profile, &vector, &without(feature), outcome, expected);
        };
        let refused = format!("pass; remark: refused: the input uses {feature}, which is not claimed");
        let worked = format!(
            "fail: a value where a rejection was expected: the input uses {feature}, which is not claimed"
        );
        let value = Outcome::Value(text("a:"));
        check(Profile::Href27, &reject(), &refused);
        check(Profile::Href27, &unsupported(), &refused);
        check(Profile::Href27, &value, &worked);
        check(Profile::Href13, &value, PASS);
        check(Profile::Href13, &reject(), "fail: a rejection where a value was expected: no");
        check(
            Profile::Href13,
            &unsupported(),
            "fail: unsupported, but the operation, the profile and every feature the input uses are claimed: not here",
        );
        check_under(Profile::Href27, &vector, &Feature::ALL, &value, PASS);
        check_under(
            Profile::Href27,
            &vector,
            &Feature::ALL,
            &reject(),
            "fail: a rejection where a value was expected: no",
        );
    }
}

#[test]
fn a_scan_goes_on_past_features_of_the_revision() {
    use Item::{Processable, Unprocessable};
    let sequence = edn(r#"[["coap", ["h"]], [-1, [h'01020304', "z"]], [-1, ["h"]], [128]]"#);
    let value = |items: &[Item]| Value::Items { items: items.to_vec() };
    let every = [Processable, Processable, Processable, Unprocessable];
    let vector = both(
        Operation::Scan { sequence },
        &[Expected::Value(value(&every))],
        &[Feature::SchemeName, Feature::ZoneId],
    );
    let check = |profile, claimed: &[Feature], items: &[Item], expected: &str| {
        check_under(profile, &vector, claimed, &Outcome::Value(value(items)), expected);
    };
    let worked = |item: usize| format!("fail: item {item}: expected unprocessable, came processable");
    let skipped = |item: usize| format!("fail: item {item}: expected processable, came unprocessable");
    let unnamed = [Unprocessable, Processable, Processable, Unprocessable];
    let plain = [Unprocessable, Unprocessable, Processable, Unprocessable];
    check(Profile::Href27, &Feature::ALL, &every, PASS);
    check(Profile::Href27, &Feature::ALL, &unnamed, &skipped(1));
    check(Profile::Href27, &CLAIMED, &plain, PASS);
    check(Profile::Href27, &CLAIMED, &every, &worked(1));
    check(Profile::Href27, &CLAIMED, &unnamed, &worked(2));
    check(Profile::Href27, &[Feature::ZoneId], &unnamed, PASS);
    check(Profile::Href27, &[Feature::ZoneId], &plain, &skipped(2));
    check(Profile::Href13, &CLAIMED, &every, PASS);
    check(Profile::Href13, &CLAIMED, &plain, &skipped(1));
}

#[test]
fn opaque_by_a_feature_of_the_revision() {
    let operation =
        |b: &str| Operation::Equivalent { a: edn(r#"["coap", ["h"]]"#), b: edn(b), ignore_fragment: false };
    let equal = Outcome::Value(Value::Equivalent { equivalent: true });
    let expect = [Expected::Value(Value::Equivalent { equivalent: true })];
    let feature = [Feature::SchemeName];
    let other = both(operation(r#"["coap", ["h"], []]"#), &expect, &feature);
    let worked =
        "fail: a value where a rejection was expected: the input uses scheme-name, which is not claimed";
    check_under(Profile::Href27, &other, &CLAIMED, &equal, worked);
    check_under(Profile::Href13, &other, &CLAIMED, &equal, PASS);
    let same = both(operation(r#"["coap", ["h"]]"#), &expect, &feature);
    let refused = "pass; remark: refused: the input uses scheme-name, which is not claimed";
    check_under(Profile::Href27, &same, &CLAIMED, &equal, refused);
}

#[test]
fn the_empty_reference_as_a_way_to_the_target() {
    let check = |target: &str, shortest: &str, came: &str, href_13: &str, href_27: &str| {
        let value = |text: &str| Value::Reference { reference: edn(text) };
        let operation =
            Operation::Relativize { base: edn(r#"[-1, ["h"], ["a"], ["q"], "f"]"#), target: edn(target) };
        let vector = both(operation, &[Expected::Value(value(shortest))], &[]);
        check_each(&vector, &Outcome::Value(value(came)), href_13, href_27);
    };
    let (kept, fragment, neither) =
        (r#"[-1, ["h"], ["a"], ["q"], "f"]"#, r#"[-1, ["h"], ["a"], ["q"]]"#, r#"[-1, ["h"], ["a"]]"#);
    check(kept, "[]", "[]", PASS, PASS);
    check(kept, "[]", "[0]", PASS, "pass; should: not in interchange form: that is 80, came 8100");
    let read =
        "pass; disputed: the reference is read to drop, or to keep, what its base has at the end (R7, R80)";
    let fail = r#"fail: resolved against the base, fragment: expected none, came "f""#;
    check(fragment, r#"[0, null, ["q"]]"#, "[]", fail, read);
    let fail = r#"fail: resolved against the base, query: expected none, came ["q"]"#;
    check(neither, "[0, null, []]", "[]", fail, read);
    check(neither, "[0, null, []]", "[0, null, []]", PASS, PASS);
    check(neither, "[0, null, []]", "[0, []]", PASS, PASS);
    let fail = r#"fail: resolved against the base, query: expected ["q"], came none"#;
    check(
        kept,
        "[]",
        "[0, []]",
        fail,
        &format!("{read}; remark: 2 bytes longer than the shortest reference"),
    );
    let fail = r#"fail: resolved against the base, path, segment 1: expected "b", came "a""#;
    check(r#"[-1, ["h"], ["b"]]"#, r#"[1, ["b"]]"#, "[]", fail, fail);
}
