//! `relativize`.

use super::*;

#[track_caller]
fn check_reference(base: &str, target: &str, expect: &str, came: &str, expected: &str) {
    let value = |text: &str| Value::Reference { reference: edn(text) };
    let operation = Operation::Relativize { base: edn(base), target: edn(target) };
    let vector = vector(operation, Strength::Must, &[Expected::Value(value(expect))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(value(came)), expected);
}

#[test]
fn a_reference_has_to_lead_to_the_target() {
    let (base, target) = (r#"[-1, ["h"], ["a", "b"]]"#, r#"[-1, ["h"], ["a", "c"]]"#);
    let shortest = r#"[1, ["c"]]"#;
    check_reference(base, target, shortest, shortest, "pass");
    check_reference(
        base,
        target,
        shortest,
        r#"[2, ["a", "c"]]"#,
        "pass; remark: 2 bytes longer than the shortest reference",
    );
    check_reference(
        base,
        target,
        shortest,
        r#"[true, ["a", "c"]]"#,
        "pass; remark: 2 bytes longer than the shortest reference",
    );
    check_reference(
        base,
        target,
        shortest,
        r#"[null, ["h"], ["a", "c"]]"#,
        "pass; remark: 5 bytes longer than the shortest reference",
    );
    check_reference(
        base,
        target,
        shortest,
        target,
        "pass; remark: 5 bytes longer than the shortest reference",
    );
    check_reference(base, target, r#"[2, ["a", "c"]]"#, shortest, "pass");
    check_reference(
        base,
        target,
        shortest,
        r#"[1, ["d"]]"#,
        r#"fail: resolved against the base, path, segment 2: expected "c", came "d""#,
    );
    check_reference(
        base,
        target,
        shortest,
        r#"[0, ["c"]]"#,
        r#"fail: resolved against the base, path, segment 2: expected "c", came "b""#,
    );
    check_reference(
        base,
        target,
        shortest,
        r#"["coap", ["h"], ["a", "c"]]"#,
        r#"fail: resolved against the base, scheme: expected -1, came "coap""#,
    );
    check_reference(
        base,
        target,
        shortest,
        r#"[1, ["c"], null]"#,
        "fail: no valid CRI: a null at the end of the outer array",
    );
    check_reference(
        base,
        target,
        shortest,
        r#"[128, ["a", "c"]]"#,
        "fail: no valid CRI: discard: it is above 127 (R36)",
    );
    check_reference(
        base,
        target,
        shortest,
        "1",
        "fail: no valid CRI: outer item: expected an array, found an unsigned integer",
    );
}

#[test]
fn what_is_wrong_with_the_target_is_not_the_fault_of_the_reference() {
    let (base, target) = (r#"[-1, ["g"], ["a"]]"#, r#"[-1, ["H"], ["b"]]"#);
    check_reference(base, target, r#"[null, ["H"], ["b"]]"#, r#"[null, ["H"], ["b"]]"#, "pass");
}

#[test]
fn a_reference_as_long_as_the_shortest_is_as_good() {
    let (base, target) = (r#"[-1, ["h"], ["a"]]"#, r#"[-1, ["h"], ["c"]]"#);
    check_reference(base, target, r#"[1, ["c"]]"#, r#"[true, ["c"]]"#, "pass");
}

#[test]
fn the_empty_reference_has_two_forms() {
    let base = r#"[-1, ["h"], ["a"]]"#;
    check_reference(base, base, "[]", "[0]", "pass");
    check_reference(base, base, "[0]", "[]", "pass");
    check_reference(
        base,
        r#"[-1, ["h"], ["a"], ["q"]]"#,
        r#"[0, null, ["q"]]"#,
        "[]",
        r#"fail: resolved against the base, query: expected ["q"], came none"#,
    );
}

#[test]
fn the_form_of_a_reference_is_recommended() {
    let base = r#"[-1, ["h"], ["a"]]"#;
    let value = |reference: Vec<u8>| Value::Reference { reference };
    let operation = Operation::Relativize { base: edn(base), target: edn(base) };
    let vector = vector(operation, Strength::Must, &[Expected::Value(value(edn("[0]")))], &[]);
    let long = Outcome::Value(value(vec![0x98, 1, 0]));
    check(&vector, &CLAIMED, &long, "pass; should: CBOR heads are longer than needed");
}

#[test]
fn a_rejection_is_accepted_where_it_is_listed_only() {
    let operation = Operation::Relativize { base: edn("[\"a\"]"), target: edn("[\"a\"]") };
    let rejecting = vector(operation.clone(), Strength::Must, &[Expected::Reject], &[]);
    let value = Value::Reference { reference: edn("[]") };
    check(&rejecting, &CLAIMED, &reject(), "pass");
    check(
        &rejecting,
        &CLAIMED,
        &Outcome::Value(value.clone()),
        "fail: a value where a rejection was expected",
    );
    let valued = vector(operation, Strength::Must, &[Expected::Value(value)], &[]);
    check(&valued, &CLAIMED, &reject(), "fail: a rejection where a value was expected: no");
}
