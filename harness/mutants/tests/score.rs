//! `crivet-mutants score` where it has nothing to say, and `crivet-mutants testee`.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_crivet-mutants");

/// Runs it and checks the exit status; gives standard output and standard error.
#[track_caller]
fn exits(status: i32, arguments: &[&str]) -> (String, String) {
    let output = Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "crivet-mutants {arguments:?}\n{out}\n{err}");
    (out, err)
}

/// A vector of each operation that every control is to be noticed by, its arguments, and what is right.
const ONE_EACH: [(&str, &str, &str); 9] = [
    ("decode", r#"cri: '[-1, ["h"]]'"#, r#"'[-1, ["h"]]'"#),
    ("cri-to-uri", r#"cri: '[-1, ["h"]]'"#, "'coap://h'"),
    ("uri-to-cri", "uri: 'coap://h'", r#"'[-1, ["h"]]'"#),
    ("resolve", r#"{base: '[-1, ["h"]]', reference: '[true, ["a"]]'}"#, r#"'[-1, ["h"], ["a"]]'"#),
    ("relativize", r#"{base: '[-1, ["h"], ["a"]]', target: '[-1, ["h"], ["b"]]'}"#, r#"'[1, ["b"]]'"#),
    ("equivalent", r#"{a: '[-1, ["h"]]', b: '[-1, ["h"]]'}"#, "true"),
    ("cri-to-iri", r#"cri: '[-1, ["h"]]'"#, "'coap://h'"),
    ("iri-to-cri", "iri: 'coap://h'", r#"'[-1, ["h"]]'"#),
    ("scan", r#"sequence: '[[-1, ["h"]]]'"#, "[processable]"),
];

/// A folder with a file of these vectors.
fn file(vectors: &[(&str, &str, &str)]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.yaml");
    let vector = |(operation, arguments, expected): &(&str, &str, &str)| {
        let arguments = arguments.trim_start_matches('{').trim_end_matches('}');
        format!(
            "- {{id: one-{operation}, title: t, profiles: [href-13, href-27], requirements: [href13-5.3-5], op: {operation}, {arguments}, expect: {expected}}}\n"
        )
    };
    fs::write(&path, vectors.iter().map(vector).collect::<String>()).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// Measures one vector that expects a rejection.
#[track_caller]
fn is_void(cri: &str, expected: &str) {
    let (_folder, path) = file(&[("decode", &format!("cri: '{cri}'"), "reject")]);
    let (out, err) = exits(1, &["score", &path]);
    assert_eq!(out, "", "a void score is no score");
    assert!(err.contains(expected), "{err}");
}

#[test]
fn void_where_the_reference_fails() {
    is_void(r#"[-1, ["h"]]"#, "void: without a fault it fails one-decode");
}

#[test]
fn void_where_the_control_lives() {
    is_void("hex:", "void: the control lives");
}

#[test]
fn fuzzing_is_measured() {
    let fuzz = ["score", "--fuzz", "2", "--seed", "3", "--oracle", "decode-encode", "--fault", "control"];
    let (out, err) = exits(0, &fuzz);
    assert!(out.starts_with("# 2 s a fault and profile on one thread, seed 3\n"), "{out}");
    assert!(out.contains("\ncontrol href-13 decode decode-encode "), "{out}");
    assert!(out.contains("\ncontrol href-27 decode decode-encode "), "{out}");
    // The oracle does not ask it.
    assert!(out.contains("\ncontrol href-13 iri-to-cri -\n"), "{out}");
    assert!(out.contains(": 1 of 1 faults noticed; by profile and operation 2 of 18;"), "{out}");
    assert!(out.contains("without a comparison 1 of the faults, by profile and operation 2;"), "{out}");
    assert_eq!(err, "");
    // What no oracle sees by itself shows when two are compared.
    let compared = ["score", "--fuzz", "5", "--oracle", "agree-decode", "--fault", "early-trailing-bytes"];
    let (out, _) = exits(0, &compared);
    assert!(out.contains("\nearly-trailing-bytes href-03 decode agree-decode "), "{out}");
    assert!(out.contains("\nearly-trailing-bytes href-02 decode agree-decode "), "{out}");
    assert!(out.contains("without a comparison 0 of the faults, by profile and operation 0;"), "{out}");
    let (_, err) = exits(1, &["score", "--fuzz", "2", "--oracle", "scan", "--fault", "early-control"]);
    assert!(err.contains("void: the control lives"), "{err}");
    let (_, err) = exits(2, &[&fuzz[..], &["--write", "."]].concat());
    assert!(err.contains("--write needs the whole catalogue"), "{err}");
}

#[test]
fn fuzzing_stands_beside_the_vectors() {
    let (folder, path) = file(&ONE_EACH);
    let fuzzed = folder.path().join("fuzz.txt");
    let fuzzed = fuzzed.to_str().unwrap();
    let noticed =
        "control href-13 decode o 1 0.00\ntrailing-bytes-accepted href-13 decode agree-decode 4 0.01\n";
    fs::write(fuzzed, format!("# 2 s each\n{noticed}control href-27 decode -\n")).unwrap();
    let (out, _) = exits(1, &["score", "--fuzzed", fuzzed, &path]);
    let parts: Vec<&str> = out.split("\n\n").collect();
    assert!(parts[0].ends_with("killed by vectors alone, of those that can be:"), "{out}");
    assert_eq!(parts[2], "by fuzzing alone (2 s each; see fuzz.txt):");
    assert_eq!(parts[4], "by fuzzing, with as much time again to compare what is left with the reference:");
    assert_eq!(parts[6], "by both, the vectors and all of the fuzzing:");
    let counts = |table: &str| -> Vec<usize> {
        let line = table.lines().find(|line| line.starts_with("decode ")).unwrap();
        line.split_whitespace().skip(1).map(|cell| cell.split('/').next().unwrap().parse().unwrap()).collect()
    };
    let [vectors, alone, compared, both] = [1, 3, 5, 7].map(|part| counts(parts[part]));
    assert_eq!(alone[..2], [1, 0], "{out}");
    assert_eq!(compared[..2], [2, 0], "{out}");
    assert_eq!(both[0], vectors[0] + 1, "of the two the vectors notice the control: {out}");
    assert_eq!(both[1..], vectors[1..], "{out}");
    assert!(parts[8].starts_with(
        "noticed by fuzzing, and by no vector: trailing-bytes-accepted href-13 decode\nnot fuzzed, for they are younger: "
    ));
    fs::write(fuzzed, "nothing of the kind\n").unwrap();
    let (_, err) = exits(2, &["score", "--fuzzed", fuzzed, &path]);
    assert!(err.contains("expected `# BUDGET` in the first line"), "{err}");
}

#[test]
fn killers_are_listed_for_coverage() {
    let (folder, path) = file(&ONE_EACH);
    let killers = folder.path().join("killers.txt");
    exits(1, &["score", "--write-killers", killers.to_str().unwrap(), &path]);
    let text = fs::read_to_string(killers).unwrap();
    assert!(text.contains("href-13 one-decode\n") && text.contains("href-27 one-scan\n"), "{text}");
}

#[test]
fn a_fault_answers_as_a_testee() {
    let describe = "{\"id\":1,\"op\":\"describe\",\"protocol\":1}\n";
    let mut child = Command::new(PROGRAM)
        .args(["testee", "control"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(describe.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("crivet-reference"));
    let (_, err) = exits(2, &["testee", "nobody"]);
    assert!(err.contains("the catalogue has no fault nobody"), "{err}");
}
