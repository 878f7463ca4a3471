//! `crivet mutants` where it has nothing to say, and `crivet run --quick`.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::process::{Command, Stdio};

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// Runs it and checks the exit status; gives standard output and standard error.
#[track_caller]
fn exits(status: i32, arguments: &[&str]) -> (String, String) {
    let output = Command::new(CRIVET).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "crivet {arguments:?}\n{out}\n{err}");
    (out, err)
}

/// Measures one vector that expects a rejection.
#[track_caller]
fn is_void(cri: &str, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.yaml");
    let vector = format!(
        "- id: one\n  title: t\n  profiles: [href-13, href-27]\n  requirements: [href13-5.3-5]\n  op: decode\n  cri: '{cri}'\n  expect: reject\n"
    );
    fs::write(&path, vector).unwrap();
    let (out, err) = exits(1, &["mutants", path.to_str().unwrap()]);
    assert_eq!(out, "", "a void score is no score");
    assert!(err.contains(expected), "{err}");
}

#[test]
fn void_where_the_reference_fails() {
    is_void(r#"[-1, ["h"]]"#, "void: without a fault it fails one");
}

#[test]
fn void_where_the_control_lives() {
    is_void("hex:", "void: the control lives");
}

#[test]
fn quick_asks_few_and_says_so() {
    let (here, _) = exits(0, &["run", "--quick"]);
    assert!(here.contains("a selection, --quick: "), "{here}");
    let lines = ["run", "--quick", "--report", "lines=-"];
    let (here, _) = exits(0, &lines);
    let piped = format!("{CRIVET} testee");
    let (there, _) = exits(0, &[&lines[..], &["--impl-cmd", &piped]].concat());
    assert_eq!(here, there);
    let (all, _) = exits(0, &["run", "--report", "lines=-"]);
    assert!(here.lines().count() * 5 < all.lines().count());
    assert!(here.lines().all(|line| all.contains(line)));
}
