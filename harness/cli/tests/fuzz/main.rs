//! `crivet fuzz` as a person or a CI job uses it.
//!
//! This program is its own testee: started with the argument `testee` it is an implementation with a fault.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::process::{Command, ExitCode, Output, Stdio};

use crivet::implementation::{Answer, Description, Implementation};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet_testee_reference::Reference;
use libtest_mimic::Trial;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// A trial for each of these functions.
macro_rules! trials {
    ($($test:path),* $(,)?) => {
        vec![$(Trial::test(stringify!($test), || { $test(); Ok(()) })),*]
    };
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("testee") {
        crivet::protocol::serve(&Faulty, std::io::stdin().lock(), std::io::stdout().lock()).unwrap();
        return ExitCode::SUCCESS;
    }
    let trials = trials![
        the_reference_is_clean,
        a_seed_is_printed_and_gives_the_same_again_over_the_pipe_too,
        a_finding_ends_with_the_command_that_repeats_it,
        a_report_has_everything_for_scripts,
        two_implementations_are_held_against_each_other,
        what_cannot_be_done_says_why,
    ];
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit_code()
}

/// The reference with a fault that the oracle of resolution sees soon.
struct Faulty;

impl Implementation for Faulty {
    fn describe(&self) -> Description {
        let operations = [OperationName::CriToUri, OperationName::UriToCri, OperationName::Resolve];
        Description { operations: operations.into(), ..Reference::new().describe() }
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        Reference::new().cri_to_uri(profile, cri)
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        Reference::new().uri_to_cri(profile, uri)
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        let target = Reference::new().resolve(profile, base, reference)?;
        // A reference that starts with a scheme-id resolves to the base.
        Ok(if reference.get(1).is_some_and(|byte| (0x20..0x40).contains(byte)) {
            base.to_vec()
        } else {
            target
        })
    }
}

/// This program as a testee.
fn faulty() -> String {
    format!("{} testee", std::env::current_exe().unwrap().display())
}

fn crivet(arguments: &[&str]) -> Output {
    Command::new(CRIVET).arg("fuzz").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs it and checks the exit status; gives standard output and standard error.
#[track_caller]
fn exits(status: i32, arguments: &[&str]) -> (String, String) {
    let output = crivet(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "crivet fuzz {arguments:?}\n{out}\n{err}");
    (out, err)
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

const RESOLUTION: [&str; 8] =
    ["--oracle", "resolution-commutes", "--profile", "href-13", "--seed", "1", "--runs", "1500"];

fn the_reference_is_clean() {
    let (out, err) = exits(0, &["--runs", "300", "--seed", "1"]);
    holds(&out, "nothing found");
    holds(&out, "resolution-commutes");
    assert_eq!(err, "");
    assert!(!out.contains('\x1b'), "styles in a pipe");
}

fn a_seed_is_printed_and_gives_the_same_again_over_the_pipe_too() {
    let (out, _) = exits(0, &["--oracle", "resolution-*", "--profile", "href-13", "--runs", "50"]);
    let seed = out.split_once("seed ").unwrap().1.split_once(',').unwrap().0.to_owned();
    let arguments = ["--oracle", "resolution-*", "--profile", "href-13", "--runs", "50", "--seed", &seed];
    assert_eq!(exits(0, &arguments).0, out);

    let testee = faulty();
    let faulty = [&["--impl-cmd", &testee][..], &RESOLUTION].concat();
    let (here, _) = exits(1, &[&faulty[..], &["--jobs", "1"]].concat());
    let (many, _) = exits(1, &[&faulty[..], &["--jobs", "3"]].concat());
    assert_eq!(here, many);
    let (built_in, _) = exits(0, &RESOLUTION);
    let reference = format!("{CRIVET} testee");
    let (there, _) = exits(0, &[&["--impl-cmd", &reference][..], &RESOLUTION].concat());
    assert_eq!(built_in, there);
}

fn a_finding_ends_with_the_command_that_repeats_it() {
    let (out, _) = exits(1, &[&["--impl-cmd", &faulty()][..], &RESOLUTION].concat());
    holds(&out, "finding: resolution-commutes (href-13): ");
    holds(&out, "hex 82");
    holds(&out, "expected");
    let first = out.split("\nfinding: ").nth(1).unwrap();
    let command = first.lines().find_map(|line| line.strip_prefix("  repeat    crivet ")).unwrap();
    // As a shell reads it: the case alone is quoted.
    let (words, case) = command.split_once("--replay '").unwrap();
    let (before, behind) = words.split_once(" --oracle ").unwrap();
    assert!(before.starts_with("fuzz --impl-cmd "), "{command}");
    let words: Vec<&str> = ["--oracle"]
        .into_iter()
        .chain(behind.split_whitespace())
        .chain(["--replay", case.trim_end_matches('\'')])
        .collect();
    let (again, _) = exits(1, &[&["--impl-cmd", &faulty()][..], &words].concat());
    let kind = first.lines().next().unwrap();
    holds(&again, kind);
    holds(&again, first.lines().find(|line| line.starts_with("  expected")).unwrap());

    let (right, _) = exits(0, &words);
    holds(&right, "resolution-commutes (href-13): holds");
}

fn a_report_has_everything_for_scripts() {
    let (out, _) = exits(1, &[&["--impl-cmd", &faulty(), "--report", "json=-"][..], &RESOLUTION].concat());
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["seed"], 1);
    assert_eq!(json["oracles"][0]["cases"], 1500);
    let finding = &json["findings"][0];
    assert_eq!(finding["oracle"], "resolution-commutes");
    assert_eq!(finding["steps"][0]["question"]["op"], "cri-to-uri");
    assert!(finding["inputs"]["base"]["hex"].is_string(), "{finding}");
    assert!(finding["repeat"].as_str().unwrap().starts_with("crivet fuzz --impl-cmd "), "{finding}");
}

fn two_implementations_are_held_against_each_other() {
    let agree = ["--oracle", "agree-resolve", "--runs", "600", "--seed", "1", "--profile", "href-13"];
    let (out, _) = exits(0, &[&["--against", "reference"][..], &agree].concat());
    holds(&out, "agree-resolve");
    let testee = faulty();
    for pair in
        [["--impl-cmd", &testee, "--against", "reference"], ["--impl", "reference", "--against", &testee]]
    {
        let (out, _) = exits(1, &[&pair[..], &agree].concat());
        holds(&out, "finding: agree-resolve (href-13)");
        holds(&out, "the other one, resolve");
        holds(&out, "--against");
    }
    let (_, err) = exits(2, &agree);
    holds(&err, "nothing to do");
}

fn what_cannot_be_done_says_why() {
    holds(&exits(2, &["--oracle", "no-such"]).1, "no oracle matches");
    holds(&exits(2, &["--impl", "nobody"]).1, "the built-in implementation is `reference`");
    holds(&exits(2, &["--impl-cmd", "/nonexistent/testee"]).1, "nothing was run");
    let elsewhere = ["--profile", "href-02", "--oracle", "resolution-commutes"];
    holds(&exits(2, &elsewhere).1, "nothing to do");
    holds(&exits(2, &["--replay", "{}"]).1, "needs one oracle and one profile");
    let one = ["--oracle", "resolution-commutes", "--profile", "href-13"];
    holds(&exits(2, &[&one[..], &["--replay", "{}"]].concat()).1, "missing field `base`");
    holds(&exits(0, &["--list-oracles"]).0, "known difference K1 (R7)");
}
