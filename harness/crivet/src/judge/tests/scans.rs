//! `scan`.

use super::*;
use Item::{Processable, Unprocessable};

const SEQUENCE: &str = r#"[[-1, ["h"]], ["a"], [1, [["a", h'2f']]], [-1, [false, "u", "h"]], 7]"#;
const ALL: [Item; 5] = [Processable, Processable, Processable, Processable, Unprocessable];

#[track_caller]
fn check_scan(missing: &[Feature], outcome: Outcome, expected: &str) {
    let claimed: Vec<Feature> = CLAIMED.into_iter().filter(|feature| !missing.contains(feature)).collect();
    let operation = Operation::Scan { sequence: edn(SEQUENCE) };
    let expect = Expected::Value(Value::Items { items: ALL.to_vec() });
    check(&vector(operation, Strength::Must, &[expect], &CLAIMED), &claimed, &outcome, expected);
}

fn came(items: &[Item]) -> Outcome {
    Outcome::Value(Value::Items { items: items.to_vec() })
}

#[test]
fn items_are_compared_one_by_one() {
    check_scan(&[], came(&ALL), "pass");
    let fail = "fail: item 5: expected unprocessable, came processable";
    check_scan(&[], came(&[Processable; 5]), fail);
    let fail = "fail: item 1: expected processable, came unprocessable";
    check_scan(&[], came(&[Unprocessable; 5]), fail);
    check_scan(&[], came(&ALL[..4]), "fail: number of items: expected 5, came 4");
    check_scan(&[], came(&[]), "fail: number of items: expected 5, came 0");
    check_scan(&[], reject(), "fail: a rejection where a value was expected: no");
    let words = "fail: unsupported, but the operation, the profile and every feature the input uses are claimed: not here";
    check_scan(&[], unsupported(), words);
}

#[test]
fn an_item_that_uses_a_missing_feature_is_unprocessable() {
    let without = |index: usize| {
        let mut items = ALL;
        items[index] = Unprocessable;
        items
    };
    for (feature, index) in [(Feature::NoAuthority, 1), (Feature::TextOrPet, 2), (Feature::Userinfo, 3)] {
        check_scan(&[feature], came(&without(index)), "pass");
        let fail = format!("fail: item {}: expected unprocessable, came processable", index + 1);
        check_scan(&[feature], came(&ALL), &fail);
        check_scan(&[feature], came(&without(0)), "fail: item 1: expected processable, came unprocessable");
        check_scan(&[feature], reject(), "fail: a rejection where a value was expected: no");
        let refused = format!("pass; remark: refused: the input uses {feature}, which is not claimed");
        check_scan(&[feature], unsupported(), &refused);
    }
    let bare = [Processable, Unprocessable, Unprocessable, Unprocessable, Unprocessable];
    check_scan(&CLAIMED, came(&bare), "pass");
}

#[test]
fn a_sequence_that_is_none() {
    let operation = Operation::Scan { sequence: vec![0xff] };
    let vector = vector(operation, Strength::Must, &[Expected::Reject], &[]);
    check(&vector, &[], &reject(), "pass");
    check(&vector, &[], &came(&[]), "fail: a value where a rejection was expected");
}
