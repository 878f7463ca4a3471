//! A trial a vector: which there are, how they come out, and what a list of known failures makes of them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;

use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::trials::Suite;
use libtest_mimic::{Arguments, Conclusion, FormatSetting};

/// It knows one reference, panics on another, and rejects everything else.
struct Small;

impl Implementation for Small {
    fn describe(&self) -> Description {
        Description {
            name: "small".to_owned(),
            version: String::new(),
            language: "Rust".to_owned(),
            profiles: [Profile::Href13].into(),
            features: [].into(),
            operations: [OperationName::CriToUri].into(),
        }
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        match hex::encode(cri).as_str() {
            "82018163666f6f" => Ok("foo".to_owned()),
            "82f58163666f6f" => panic!("no idea"),
            _ => Err(Refusal::reject("not the one\u{1b}]0;owned\u{7}\n::error::no")),
        }
    }
}

const PASSES: &str = "href-13::cri-to-uri-example-discard-one";
const FAILS: &str = "href-13::cri-to-uri-example-discard-two";
const PANICS: &str = "href-13::cri-to-uri-example-discard-all";
const NOT_CLAIMED: &str = "href-13::decode-example-sibling";

fn alone(name: &str) -> Arguments {
    Arguments { filter: Some(name.to_owned()), exact: true, ..Arguments::default() }
}

/// Runs what is selected, with or without a list of known failures; and what was printed.
#[track_caller]
fn run(mut arguments: Arguments, known: Option<&str>) -> (Conclusion, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut suite = Suite::new(Small);
    if let Some(known) = known {
        let path = folder.path().join("known.txt");
        fs::write(&path, known).unwrap();
        suite = suite.expect(path);
    }
    let log = folder.path().join("log");
    arguments.logfile = Some(log.display().to_string());
    arguments.format = Some(FormatSetting::Pretty);
    let trials = suite.trials(&arguments).unwrap();
    let conclusion = libtest_mimic::run(&arguments, trials);
    (conclusion, fs::read_to_string(log).unwrap())
}

#[track_caller]
fn comes_out(name: &str, known: Option<&str>, passed: u64, failed: u64, parts: &[&str]) {
    let (conclusion, text) = run(alone(name), known);
    assert_eq!((conclusion.num_passed, conclusion.num_failed), (passed, failed), "{text}");
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn one_trial_alone() {
    comes_out(PASSES, None, 1, 0, &[PASSES]);
    // What it said is shown, and acts on nobody.
    let said = run(alone(FAILS), None).1;
    assert!(said.contains("not the one\\u{1b}]0;owned\\u{7}"), "{said}");
    assert!(said.chars().all(|c| c == '\n' || !crivet::foreign::acts(c)), "{said}");
    assert!(!said.lines().any(|line| line.trim_start().starts_with("::")), "{said}");
    let asked = "[2, [\"foo\"]]";
    let accepted = "\"../foo\"";
    comes_out(FAILS, None, 0, 1, &[asked, accepted, "not the one", "text says", "vectors/href/"]);
    comes_out(PANICS, None, 0, 1, &["panicked: no idea"]);
    // Ignored, unless it is insisted on.
    comes_out(NOT_CLAIMED, None, 0, 0, &["ignored"]);
    let arguments = Arguments { include_ignored: true, ..alone(NOT_CLAIMED) };
    let (conclusion, text) = run(arguments, None);
    assert_eq!(conclusion.num_failed, 1, "{text}");
    assert!(text.contains("operation `decode` is not claimed"), "{text}");
}

#[test]
fn the_whole_has_a_trial_for_each_vector_of_the_profile() {
    let trials = Suite::new(Small).trials(&Arguments::default()).unwrap();
    assert!(trials.len() > 2000, "{}", trials.len());
    assert!(trials.iter().all(|trial| trial.name().starts_with("href-13::")));
    let flag =
        |name: &str| trials.iter().find(|trial| trial.name() == name).map(|one| one.has_ignored_flag());
    assert_eq!([PASSES, FAILS, NOT_CLAIMED].map(flag), [Some(false), Some(false), Some(true)]);
}

#[test]
fn a_part_of_the_name_selects() {
    let arguments =
        Arguments { filter: Some("cri-to-uri-example-discard-".to_owned()), ..Arguments::default() };
    let (conclusion, text) = run(arguments, None);
    assert!(conclusion.num_passed >= 1 && conclusion.num_failed >= 2, "{text}");
    assert!(conclusion.num_filtered_out > 2000);
}

#[test]
fn known_failures_pass_and_only_they() {
    let known = "cri-to-uri-example-discard-* fail rejects it\nhref-13/cri-to-uri-example-discard-all error:panic our issue 7\n";
    comes_out(FAILS, Some(known), 1, 0, &[]);
    comes_out(PANICS, Some(known), 1, 0, &[]);
    comes_out(PASSES, Some(known), 0, 1, &["unexpected-pass", "passes, listed as fail"]);
    comes_out(
        PANICS,
        Some("cri-to-uri-example-discard-all fail it is rejected\n"),
        0,
        1,
        &["changed", "panicked"],
    );
    comes_out(FAILS, Some("cri-to-uri-example-discard-all error:panic our issue 7\n"), 0, 1, &["new"]);
}

#[test]
fn the_list_itself_is_looked_at() {
    comes_out("baseline", Some("cri-to-uri-example-discard-two fail rejects it\n"), 1, 0, &[]);
    comes_out(
        "baseline",
        Some("cri-to-uri-no-such fail gone\n"),
        0,
        1,
        &["stale", "known.txt:1:1", "no-such"],
    );
    let unasked = "decode-example-sibling fail not claimed any more\n";
    comes_out("baseline", Some(unasked), 0, 1, &["nothing of it was asked", "`decode` is not claimed"]);
    let path = tempfile::tempdir().unwrap().path().join("no-such-file");
    assert!(Suite::new(Small).expect(path).trials(&Arguments::default()).is_err());
}
