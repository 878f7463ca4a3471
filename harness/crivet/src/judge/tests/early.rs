//! Sequences of options: what must fail, and what is the same.

use super::*;

fn cri(text: &str) -> Value {
    Value::Cri { cri: edn(text) }
}

#[track_caller]
fn check_early(profile: Profile, operation: Operation, expected: Value, came: Value, line: &str) {
    let vector = vector(operation, Strength::Must, &[Expected::Value(expected)], &[]);
    check_under(profile, &vector, &[], &Outcome::Value(came), line);
}

#[track_caller]
fn check_decoded(profile: Profile, expected: &str, came: &str, full: bool, line: &str) {
    let decoded = |text: &str, full| Value::Decoded(Decoded { full, cri: edn(text) });
    let operation = Operation::Decode { cri: edn(expected) };
    check_early(profile, operation, decoded(expected, full), decoded(came, full), line);
}

#[test]
fn options_are_compared_one_by_one() {
    let early = Profile::Href03;
    check_decoded(early, "[5, \"a\"]", "[5, \"a\"]", false, "pass");
    check_decoded(early, "[4, 2, 5, \"a\"]", "[5, \"a\"]", false, "pass");
    let differ = "fail: option 1: expected path \"a\", came path \"b\"";
    check_decoded(early, "[5, \"a\"]", "[5, \"b\"]", false, differ);
    let more = "fail: option 2: expected the end, came path \"\"";
    check_decoded(early, "[5, \"a\"]", "[5, \"a\", 5, \"\"]", false, more);
    let order = "fail: no valid CRI: option 2: path may not stand behind query";
    check_decoded(early, "[5, \"a\", 6, \"q\"]", "[6, \"q\", 5, \"a\"]", false, order);
    let other = "fail: no valid CRI: option 1: expected an unsigned integer, found a text";
    check_decoded(Profile::Href02, "[6, \"a\"]", "[5, \"a\"]", false, other);
    let lone = "fail: option 3: expected the end, came path \"\"";
    check_decoded(early, "[0, \"a\", 1, \"h\"]", "[0, \"a\", 1, \"h\", 5, \"\"]", true, lone);
}

#[test]
fn odd_lengths_are_noted() {
    let decoded = |hex: &str| Value::Decoded(Decoded { full: false, cri: hex::decode(hex).unwrap() });
    let note = "pass; should: CBOR lengths are not written in the shortest form";
    for came in ["9f066161ff", "9802066161"] {
        let operation = Operation::Decode { cri: edn("[6, \"a\"]") };
        check_early(Profile::Href03, operation, decoded("82066161"), decoded(came), note);
    }
}

#[test]
fn a_resolution_is_absolute() {
    let operation = || Operation::Resolve { base: edn("[0, \"a\"]"), reference: edn("[]"), relation: None };
    let relative = "fail: no valid CRI: a relative sequence, where an absolute one is the result";
    check_early(Profile::Href03, operation(), cri("[0, \"a\"]"), cri("[6, \"a\"]"), relative);
    check_early(Profile::Href03, operation(), cri("[0, \"a\"]"), cri("[0, \"a\"]"), "pass");
}

#[track_caller]
fn check_uri(profile: Profile, expected: &str, came: &str, line: &str) {
    let operation = Operation::UriToCri { uri: "a:".to_owned() };
    check_early(profile, operation, cri(expected), cri(came), line);
}

#[test]
fn one_uri_is_one_sequence_but_for_little() {
    let (bare, ported) = ("[0, \"coap\", 1, \"h\"]", "[0, \"coap\", 1, \"h\", 3, 5683]");
    check_uri(Profile::Href03, ported, bare, "pass");
    let lone = "fail: option 3: expected the end, came path \"\"";
    check_uri(Profile::Href03, bare, "[0, \"coap\", 1, \"h\", 5, \"\"]", lone);
    let (bare, lone) = ("[1, \"a\", 2, \"h\", 4, 1]", "[1, \"a\", 2, \"h\", 4, 1, 6, \"\"]");
    let note = "pass; remark: the same URI, not normalized: a lone empty segment is none";
    check_uri(Profile::Href02, bare, lone, note);
    let upper = "fail: option 2: expected host.name \"h\", came host.name \"H\"";
    check_uri(Profile::Href02, bare, "[1, \"a\", 2, \"H\", 4, 1]", upper);
    let reference = "fail: option 1: expected query \"a\", came path \"a\"";
    check_uri(Profile::Href03, "[6, \"a\"]", "[5, \"a\"]", reference);
    // In a reference a lone empty segment is one.
    let relative = "fail: option 1: expected query \"q\", came path \"\"";
    check_uri(Profile::Href02, "[7, \"q\"]", "[6, \"\", 7, \"q\"]", relative);
}

#[track_caller]
fn check_relative(profile: Profile, base: &str, target: &str, came: &str, line: &str) {
    let operation = Operation::Relativize { base: edn(base), target: edn(target) };
    let reference = |text: &str| Value::Reference { reference: edn(text) };
    let shortest = if profile == Profile::Href02 { "[6, \"x\"]" } else { "[5, \"x\"]" };
    check_early(profile, operation, reference(shortest), reference(came), line);
}

#[test]
fn a_reference_has_to_lead_to_the_target() {
    let (base, target) = ("[0, \"a\", 1, \"h\", 5, \"b\"]", "[0, \"a\", 1, \"h\", 5, \"x\"]");
    check_relative(Profile::Href03, base, target, "[5, \"x\"]", "pass");
    check_relative(Profile::Href03, base, target, "[4, 2, 5, \"x\"]", "pass");
    let longer = "pass; remark: 2 bytes longer than the shortest reference";
    check_relative(Profile::Href03, base, target, "[4, 0, 5, \"x\"]", longer);
    let astray = "fail: resolved against the base, option 3: expected path \"x\", came path \"b\"";
    check_relative(Profile::Href03, base, target, "[4, 1, 5, \"x\"]", astray);
    let (base, target) = ("[1, \"a\", 2, \"h\", 4, 1, 6, \"b\"]", "[1, \"a\", 2, \"h\", 4, 1, 6, \"x\"]");
    check_relative(Profile::Href02, base, target, "[6, \"x\"]", "pass");
    let astray = "fail: resolved against the base, option 4: expected path \"x\", came path \"b\"";
    check_relative(Profile::Href02, base, target, "[5, 2, 6, \"x\"]", astray);
}
