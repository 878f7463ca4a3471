//! How what is expected is written, and what can never hold.

use crivet::corpus::CorpusErrors;
use crivet::outcome::{Decoded, Value};
use crivet::vector::Expected;

use super::{decode, errors, parse};

#[test]
fn outcomes_are_written_in_several_ways() {
    let outcomes = |lines: &str| -> Vec<Expected> {
        parse(&decode(lines)).unwrap().vectors[0].expect.iter().map(|a| a.outcome.clone()).collect()
    };
    let full =
        |cri: &str| Expected::Value(Value::Decoded(Decoded { full: true, cri: hex::decode(cri).unwrap() }));
    assert_eq!(outcomes("  expect: reject"), [Expected::Reject]);
    assert_eq!(outcomes("  expect: '[-1, [\"h\"]]'"), [full("82208161 68".replace(' ', "").as_str())]);
    assert_eq!(outcomes("  expect: hex:8220816168"), [full("8220816168")]);
    assert_eq!(outcomes("  expect: {hex: 8220816168}"), [full("8220816168")]);
    assert_eq!(outcomes("  expect: {full: true, cri: '[-1, [\"h\"]]'}"), [full("8220816168")]);
    assert_eq!(
        outcomes("  expect: [reject, {outcome: '[-1, [\"h\"]]', reading: lenient}]\n  strength: disputed"),
        [Expected::Reject, full("8220816168")]
    );
}

#[test]
fn a_value_may_be_written_by_its_name() {
    let asked = |operation: &str, expect: &str| {
        let text = format!("- {{id: v, title: t, profiles: [href-13], op: {operation}, expect: {expect}}}\n");
        parse(&text).map(|corpus| corpus.vectors[0].expect[0].outcome.clone())
    };
    let (uri, cri) = ("cri-to-uri, cri: '[-1, [\"h\"]]'", "uri-to-cri, uri: 'coap://h'");
    let [written, read] = [("coap://h", uri), ("hex:8220816168", cri)].map(|(value, operation)| {
        let member = if operation == uri { "uri" } else { "cri" };
        (asked(operation, value).unwrap(), asked(operation, &format!("{{{member}: '{value}'}}")).unwrap())
    });
    assert_eq!((written.0, read.0), (written.1, read.1.clone()));
    assert_eq!(asked(cri, "{hex: 8220816168}"), Ok(read.1));
    let decode = "decode, cri: '[-1, [\"h\"]]'";
    assert_eq!(asked(decode, "{cri: '[-1, [\"h\"]]'}"), asked(decode, "'[-1, [\"h\"]]'"));
    for (operation, wrong, told) in [
        (
            uri,
            "{cri: 'coap://h'}",
            "a value, `reject`, or a mapping with the one member `uri`, found a mapping",
        ),
        (uri, "{uri: 'coap://h', cri: ''}", "a value, `reject`, or a mapping with the one member `uri`"),
        (
            "scan, sequence: '[[0], 1]'",
            "{items: [processable, perhaps]}",
            "a list of `processable` and `unprocessable`, found a list",
        ),
    ] {
        let CorpusErrors(errors) = asked(operation, wrong).unwrap_err();
        assert!(errors[0].kind.to_string().starts_with(&format!("expected {told}")), "{}", errors[0]);
    }
}

#[test]
fn expectations_that_can_never_hold_are_errors() {
    errors(
        &decode("  expect: {full: false, cri: '[-1, [\"h\"]]'}"),
        &[
            "6:11 v an expectation that can never hold: `full` is false, but the CRI expected starts with a scheme",
        ],
    );
    // What cannot hold is looked for in what is otherwise sound.
    errors(
        &decode("  expect: {full: false, cri: '[-1, [\"h\"]]'}\n  ruling: R999"),
        &["7:11 v unknown ruling `R999`"],
    );
    errors(
        &decode("  expect: reject\n  strength: disputed"),
        &["6:11 v strength `disputed` wants at least two accepted outcomes, the preferred one first"],
    );
    errors(
        &decode("  expect: [reject, reject]\n  strength: disputed"),
        &["6:11 v an expectation that can never hold: an accepted outcome stands in the list twice"],
    );
    errors(
        &decode("  expect: []"),
        &[
            "6:11 v expected at least one accepted outcome, found a list (quote it if diagnostic notation is meant)",
        ],
    );
    // Each is held against itself, not against those before it.
    errors(
        &decode("  expect: ['[-1, [\"h\"]]', '[-1, [\"h\"], [1]]']\n  strength: disputed\n  ruling: R1"),
        &[
            "6:11 v an expectation that can never hold: as an answer for href-13 it would fail: the vector cannot be judged by: expected CRI: path: expected a text, or an array in place of one, found an unsigned integer",
        ],
    );
    errors(&decode("  expect: rejekt"), &["6:11 v unknown outcome `rejekt`; did you mean `reject`?"]);
    errors(&decode("  expect: Reject"), &["6:11 v unknown outcome `Reject`; did you mean `reject`?"]);
    errors(
        "- id: v\n  title: t\n  profiles: [href-13]\n  op: cri-to-uri\n  cri: '[0]'\n  expect: 'a b'\n",
        &["6:11 v an expectation that can never hold: no URI holds the character ' '"],
    );
    errors(
        "- id: v\n  title: t\n  profiles: [href-13]\n  op: resolve\n  base: '[-1, [\"h\"]]'\n  reference: '[0]'\n  expect: '[0]'\n",
        &[
            "7:11 v an expectation that can never hold: resolving gives a full CRI, which starts with a scheme",
        ],
    );
}

#[test]
fn a_scheme_in_front_is_found_behind_every_head() {
    for head in ["82", "9802", "990002", "9a00000002", "9b0000000000000002"] {
        let full = |full: bool| {
            parse(&decode(&format!("  expect: {{full: {full}, cri: 'hex: {head} 20 81 61 68'}}")))
        };
        assert!(full(true).is_ok(), "{head}");
        let CorpusErrors(errors) = full(false).unwrap_err();
        assert!(errors[0].to_string().contains("the CRI expected starts with a scheme"), "{}", errors[0]);
    }
}

#[test]
fn items_of_a_sequence_are_counted() {
    let scan =
        "- {id: v, title: t, profiles: [href-13], op: scan, sequence: '[[0], 1]', expect: [processable]}\n";
    errors(scan, &["1:82 v an expectation that can never hold: the sequence holds 2 items, not 1"]);
}
