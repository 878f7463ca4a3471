//! The list of accepted outcomes: which is met, and what is noted.

use super::*;

#[track_caller]
fn check_list(strength: Strength, expect: &[Expected], outcome: Outcome, expected: &str) {
    check(&vector(to_uri(), strength, expect, &[]), &CLAIMED, &outcome, expected);
}

fn value(uri: &str) -> Expected {
    Expected::Value(text(uri))
}

fn came(uri: &str) -> Outcome {
    Outcome::Value(text(uri))
}

#[test]
fn no_answer_is_an_error() {
    let failure = Failure { kind: FailureKind::Crash, message: "signal 11".into() };
    check_list(Strength::Must, &[Expected::Reject], Outcome::Error(failure), "error: crash: signal 11");
}

#[test]
fn one_accepted_outcome() {
    use Strength::Must;
    check_list(Must, &[value("a:")], came("a:"), "pass");
    check_list(Must, &[value("a:")], came("b:"), "fail: character 1: expected \"a:\", came \"b:\"");
    check_list(Must, &[value("a:")], reject(), "fail: a rejection where a value was expected: no");
    check_list(Must, &[Expected::Reject], reject(), "pass");
    check_list(Must, &[Expected::Reject], came("a:"), "fail: a value where a rejection was expected");
    let words = "fail: unsupported, but the operation, the profile and every feature the input uses are claimed: not here";
    check_list(Must, &[value("a:")], unsupported(), words);
    check_list(Must, &[Expected::Reject], unsupported(), words);
    check_list(Strength::Disputed, &[Expected::Reject, value("a:")], unsupported(), words);
    check_list(Must, &[], reject(), "fail: a rejection where a value was expected: no");
}

#[test]
fn several_accepted_outcomes() {
    use Strength::{Disputed, Must, Should};
    let two = [value("a:"), Expected::Reject];
    check_list(Must, &two, came("a:"), "pass");
    check_list(Must, &two, reject(), "pass");
    check_list(Should, &two, came("a:"), "pass");
    check_list(Should, &two, reject(), "pass; should: recommended is `a:`");
    check_list(Disputed, &two, came("a:"), "pass; remark: reading 1 of 2: `a:`");
    check_list(Disputed, &two, reject(), "pass; disputed: reading 2 of 2: a rejection");
    check_list(
        Disputed,
        &[Expected::Reject, value("a:")],
        reject(),
        "pass; remark: reading 1 of 2: a rejection",
    );
    for strength in [Must, Should, Disputed] {
        check_list(strength, &two, came("b:"), "fail: character 1: expected \"a:\", came \"b:\"");
        let texts = [Expected::Reject, value("a:"), value("b:")];
        check_list(strength, &texts, came("c:"), "fail: character 1: expected \"a:\", came \"c:\"");
        check_list(strength, &texts[1..], reject(), "fail: a rejection where a value was expected: no");
    }
}

#[test]
fn a_reading_is_told_in_the_words_of_the_vector() {
    let mut vector = vector(to_uri(), Strength::Disputed, &[value("a:"), Expected::Reject], &[]);
    vector.expect[1].reading = Some("C9 forbids it".into());
    check(&vector, &CLAIMED, &reject(), "pass; disputed: reading 2 of 2: C9 forbids it");
    vector.expect[0].reading = Some("2.1 allows it".into());
    check(&vector, &CLAIMED, &came("a:"), "pass; remark: reading 1 of 2: 2.1 allows it");
}

#[test]
fn an_outcome_met_to_the_letter_counts_before_one_met_in_meaning() {
    let forms = [value("a://[::1]"), value("a://[0::1]")];
    check_list(Strength::Must, &forms, came("a://[0::1]"), "pass");
    check_list(
        Strength::Disputed,
        &forms,
        came("a://[0::1]"),
        "pass; disputed: reading 2 of 2: `a://[0::1]`",
    );
    check_list(
        Strength::Must,
        &forms,
        came("a://[0:0::1]"),
        "pass; should: the address is not in the form of RFC 5952: `0:0::1`",
    );
}

#[test]
fn the_first_of_those_met_counts() {
    let forms = [value("a://[::1]"), value("a://[0::1]")];
    let address = "should: the address is not in the form of RFC 5952: `0:0::1`";
    check_list(
        Strength::Disputed,
        &forms,
        came("a://[0:0::1]"),
        &format!("pass; {address}; remark: reading 1 of 2: `a://[::1]`"),
    );
    let twice = [Expected::Reject, Expected::Reject];
    check_list(Strength::Disputed, &twice, reject(), "pass; remark: reading 1 of 2: a rejection");
    check_list(Strength::Disputed, &twice[..1], reject(), "pass");
    check_list(Strength::Should, &twice[..1], reject(), "pass");
}

#[test]
fn the_mismatch_holds_what_was_accepted_and_what_came() {
    let vector = vector(to_uri(), Strength::Must, &[value("a:"), value("b:")], &[]);
    let verdict = judge(&vector, Profile::Href13, &BTreeSet::from(CLAIMED), &came("c:"));
    let Some(crate::verdict::Cause::Mismatch(mismatch)) = verdict.cause else {
        panic!("no mismatch");
    };
    assert_eq!(mismatch.accepted, vector.expect);
    assert_eq!(mismatch.came, came("c:"));
}

#[test]
fn a_value_of_another_kind_fails() {
    let came = Outcome::Value(Value::Equivalent { equivalent: true });
    check_list(
        Strength::Must,
        &[value("a:")],
        came,
        "fail: a value of the kind that `cri-to-uri` has was expected, another kind came",
    );
}

#[test]
fn outcomes_are_described() {
    let items = vec![Item::Processable, Item::Unprocessable];
    for (outcome, words) in [
        (Expected::Reject, "a rejection"),
        (value("a:"), "`a:`"),
        (Expected::Value(answer("[1]")), "[1]"),
        (Expected::Value(Value::Cri { cri: vec![0xff] }), "h'ff'"),
        (Expected::Value(Value::Reference { reference: edn("[]") }), "[0]"),
        (Expected::Value(Value::Iri { iri: "ä".into() }), "`ä`"),
        (Expected::Value(Value::Decoded(Decoded { full: true, cri: edn("[\"a\"]") })), "[\"a\"]"),
        (Expected::Value(Value::Equivalent { equivalent: true }), "true"),
        (Expected::Value(Value::Items { items }), "processable, unprocessable"),
    ] {
        assert_eq!(describe(&outcome, Profile::Href13), words);
    }
}

#[test]
fn sequences_of_options_are_described_as_they_are() {
    let decoded = |text: &str| Expected::Value(Value::Decoded(Decoded { full: false, cri: edn(text) }));
    // As a CRI reference the first would be written `[0]`.
    for text in ["[]", "[7, \"f\"]", "[0, \"coap\"]"] {
        assert_eq!(describe(&decoded(text), Profile::Href03), text);
    }
    let broken = Expected::Value(Value::Cri { cri: vec![0x82, 0x07] });
    assert_eq!(describe(&broken, Profile::Href03), "h'8207'");
}

/// What is wrong with the CRIs of a question.
#[track_caller]
fn check_defect(profile: Profile, operation: &Operation, expected: Option<&str>) {
    assert_eq!(defect::of(operation, profile).as_deref(), expected);
}

#[test]
fn whoever_answers_what_is_invalid_is_told_why() {
    let decode = |text: &str| Operation::Decode { cri: edn(text) };
    check_defect(Profile::Href13, &decode(r#"[-1, ["h"]]"#), None);
    check_defect(
        Profile::Href13,
        &decode(r#"[-1, ["h"], null]"#),
        Some("end: trailing nulls are left off (R2)"),
    );
    // What is remarkable and valid is no defect.
    check_defect(Profile::Href13, &decode("[-1, []]"), None);
    let no_item = Operation::Decode { cri: vec![0x82, 0x20] };
    assert!(defect::of(&no_item, Profile::Href13).is_some());
    // The sequences of options of the early drafts are of another form.
    check_defect(Profile::Href02, &no_item, None);
    let resolve = |base: &str, reference: &str| Operation::Resolve {
        base: edn(base),
        reference: edn(reference),
        relation: None,
    };
    let [good, bad] = [r#"[-1, ["h"]]"#, r#"[-1, ["h"], null]"#];
    let told = |name: &str| format!("{name}, end: trailing nulls are left off (R2)");
    check_defect(Profile::Href27, &resolve(bad, good), Some(&told("base")));
    check_defect(Profile::Href27, &resolve(good, bad), Some(&told("reference")));
    let relativize = Operation::Relativize { base: edn(good), target: edn(bad) };
    check_defect(Profile::Href27, &relativize, Some(&told("target")));
    let equivalent = Operation::Equivalent { a: edn(good), b: edn(bad), ignore_fragment: false };
    check_defect(Profile::Href27, &equivalent, Some(&told("b")));
}
