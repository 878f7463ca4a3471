//! Comparing results: what broke, what was fixed, who disagrees; and what is no result.

use crivet_report::compare::{Agreement, ChangeKind, Comparison, Results, ResultsError};
use crivet_report::json;

use super::fixture::{BAD, BETTER, Made, corpus, invocation, results, run_of};

/// The changes from one to the other, as `kind id`.
#[track_caller]
fn changes(before: &Results, after: &Results, expected: &[(ChangeKind, &str)], regressed: bool) {
    let inputs = [("before", before), ("after", after)];
    let comparison = Comparison::new(&inputs, true);
    let Comparison::Changes(changes) = &comparison else { panic!("{comparison:?}") };
    let found: Vec<_> =
        changes.changes.iter().map(|change| (change.kind, change.entry().unwrap().id.as_str())).collect();
    assert_eq!(found, expected);
    assert_eq!(comparison.regressed(), regressed);
}

#[test]
fn what_broke_comes_first() {
    let corpus = corpus();
    let (before, after) = (results(&BAD, &corpus), results(&BETTER, &corpus));
    changes(&before, &before, &[], false);
    changes(
        &before,
        &after,
        &[
            (ChangeKind::Broke, "uri-plain"),
            (ChangeKind::Fixed, "resolve-query"),
            (ChangeKind::Fixed, "decode-text"),
            (ChangeKind::OtherAnswer, "decode-empty"),
        ],
        true,
    );
}

#[test]
fn what_is_asked_no_longer_is_a_regression_if_it_passed() {
    let corpus = corpus();
    let before = results(&BAD, &corpus);
    let mut text: serde_json::Value =
        serde_json::from_str(&json::run(&run_of(&BAD, &corpus), &corpus, &invocation())).unwrap();
    let entry = text["results"].as_array_mut().unwrap().iter_mut().find(|entry| entry["id"] == "uri-plain");
    let entry = entry.unwrap();
    entry["status"] = "skip".into();
    entry["outcome"] = serde_json::Value::Null;
    text["summary"]["passed"] = (before.summary.passed - 1).into();
    text["summary"]["skipped"] = (before.summary.skipped + 1).into();
    let after = Results::parse(&text.to_string()).unwrap();
    changes(&before, &after, &[(ChangeKind::Dropped, "uri-plain")], true);
    changes(&after, &before, &[(ChangeKind::NewPass, "uri-plain")], false);
}

#[test]
fn a_feature_no_longer_claimed_is_a_regression() {
    let corpus = corpus();
    let before = results(&BAD, &corpus);
    let mut after = before.clone();
    assert!(after.implementation.features.pop_last().is_some());
    changes(&before, &after, &[], true);
    changes(&after, &before, &[], false);
}

#[test]
fn an_interrupted_run_shows_no_absence_of_regressions() {
    let corpus = corpus();
    let before = results(&BAD, &corpus);
    let mut run = run_of(&BAD, &corpus);
    run.results.pop();
    let after = Results::parse(&json::run(&run, &corpus, &invocation())).unwrap();
    // The last vector was not claimed: that it is not there changes nothing.
    changes(&before, &after, &[], true);
}

#[test]
fn the_matrix_says_who_disagrees() {
    let corpus = corpus();
    let other = Made { name: "other", ..BETTER };
    let (one, two, three) = (results(&BAD, &corpus), results(&other, &corpus), results(&BETTER, &corpus));
    let inputs = [("a", &one), ("b", &two), ("c", &three)];
    let comparison = Comparison::new(&inputs, false);
    let Comparison::Matrix(matrix) = &comparison else { panic!() };
    let ids = |kind| matrix.of(kind).map(|row| row.entry().unwrap().id.as_str()).collect::<Vec<_>>();
    assert_eq!(ids(Agreement::Split), ["resolve-query", "uri-plain", "decode-text"]);
    assert_eq!(ids(Agreement::AgainstTheSuite), ["uri-hostile"]);
    assert_eq!(ids(Agreement::NonePasses), ["resolve-panics"], "a panic is no answer to agree on");
    assert_eq!(ids(Agreement::Readings), ["decode-empty"]);
    assert_eq!(ids(Agreement::Agreed), ["from-uri"]);
    assert!(!comparison.regressed());
}

#[test]
fn namesakes_are_told_apart() {
    let corpus = corpus();
    let one = results(&BAD, &corpus);
    let other = results(&Made { name: "other", ..BAD }, &corpus);
    let inputs = [("a.json", &one), ("b.json", &one), ("c.json", &other)];
    let Comparison::Matrix(matrix) = Comparison::new(&inputs, false) else { panic!() };
    let labels: Vec<_> = matrix.columns.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["bad <b>& 1.0 (a.json)", "bad <b>& 1.0 (b.json)", "other 1.0"]);
}

/// The message for a report in which `from` stands for `to`.
#[track_caller]
fn refused(change: impl FnOnce(&mut serde_json::Value), expected: &str) {
    let corpus = corpus();
    let mut document: serde_json::Value =
        serde_json::from_str(&json::run(&run_of(&BAD, &corpus), &corpus, &invocation())).unwrap();
    change(&mut document);
    let error = Results::parse(&document.to_string()).unwrap_err().to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn other_shapes_are_refused() {
    refused(|d| d["surprise"] = 1.into(), "unknown field `surprise`");
    refused(|d| d["results"][0]["status"] = "fine".into(), "unknown variant `fine`");
    refused(|d| d["results"][0]["profile"] = "href-99".into(), "unknown profile `href-99`");
    refused(|d| d["results"][0]["outcome"] = serde_json::json!({}), "an outcome has `ok` with `shown`");
    refused(|d| d["results"][0]["source"]["line"] = (-1).into(), "invalid value: integer `-1`");
    refused(|d| d["results"][1] = d["results"][0].clone(), "two results for resolve-query in href-13");
    refused(|d| d["summary"]["passed"] = 7.into(), "passed is 7, counted are 2");
    refused(|d| *d = serde_json::json!([]), "not what `crivet run --report json=FILE` writes");
    let error = Results::parse("{\n  nothing").unwrap_err();
    assert!(matches!(&error, ResultsError::Shape(error) if error.line() == 2), "{error}");
    assert!(Results::parse(&"[".repeat(100_000)).is_err());
}
