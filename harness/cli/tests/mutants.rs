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

/// A folder with a file of one vector.
fn one(cri: &str, expected: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.yaml");
    let vector = format!(
        "- id: one\n  title: t\n  profiles: [href-13, href-27]\n  requirements: [href13-5.3-5]\n  op: decode\n  cri: '{cri}'\n  expect: {expected}\n"
    );
    fs::write(&path, vector).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Measures one vector that expects a rejection.
#[track_caller]
fn is_void(cri: &str, expected: &str) {
    let (_folder, path) = one(cri, "reject");
    let (out, err) = exits(1, &["mutants", &path]);
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
fn fuzzing_is_measured() {
    let fuzz = ["mutants", "--fuzz", "5", "--seed", "3", "--oracle", "decode-encode"];
    let faults = ["--fault", "control", "--fault", "early-control"];
    let (out, err) = exits(0, &[&fuzz[..], &faults].concat());
    assert!(out.starts_with("# 5 s a fault and profile on one thread, seed 3\n"), "{out}");
    assert!(out.contains("control href-13 decode decode-encode "), "{out}");
    assert!(out.contains("control href-27 decode decode-encode "), "{out}");
    assert!(out.contains("early-control href-02 decode decode-encode "), "{out}");
    // What no oracle of these asks is not noticed.
    assert!(out.contains("control href-13 iri-to-cri -\n"), "{out}");
    assert!(out.contains(": 2 of 2 faults noticed"), "{out}");
    assert_eq!(err, "");
    // No time, nothing found: the control lives.
    let (_, err) = exits(1, &["mutants", "--fuzz", "0.000001", "--fault", "control"]);
    assert!(err.contains("void: the control lives"), "{err}");
    let (_, err) = exits(2, &[&fuzz[..], &faults, &["--write", "."]].concat());
    assert!(err.contains("--write needs the whole catalogue"), "{err}");
}

#[test]
fn fuzzing_stands_beside_the_vectors() {
    let (folder, path) = one(r#"[-1, ["h"]]"#, r#"{full: true, cri: '[-1, ["h"]]'}"#);
    let fuzzed = folder.path().join("fuzz.txt");
    let fuzzed = fuzzed.to_str().unwrap();
    let measured =
        "control href-13 decode o 1\ncontrol href-27 decode -\ntrailing-bytes-accepted href-13 decode o 4\n";
    fs::write(fuzzed, format!("# 2 s each\n{measured}")).unwrap();
    let (out, _) = exits(1, &["mutants", "--fuzzed", fuzzed, &path]);
    let tables: Vec<&str> = out.split("\n\n").collect();
    assert!(tables[0].ends_with("killed by vectors alone, of those that can be:"), "{out}");
    assert_eq!(tables[2], "by fuzzing alone (2 s each; see fuzz.txt):");
    assert_eq!(tables[4], "by both:");
    let counts = |table: &str| -> Vec<usize> {
        let line = table.lines().find(|line| line.starts_with("decode ")).unwrap();
        line.split_whitespace().skip(1).map(|cell| cell.split('/').next().unwrap().parse().unwrap()).collect()
    };
    let (vectors, alone, both) = (counts(tables[1]), counts(tables[3]), counts(tables[5]));
    assert_eq!(alone[..2], [1, 0], "{out}");
    assert_eq!(both[0], vectors[0] + alone[0] - 1, "the control is noticed by both: {out}");
    assert_eq!(both[1..], vectors[1..], "{out}");
    fs::write(fuzzed, "nothing of the kind\n").unwrap();
    let (_, err) = exits(2, &["mutants", "--fuzzed", fuzzed, &path]);
    assert!(err.contains("expected `# BUDGET` in the first line"), "{err}");
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
