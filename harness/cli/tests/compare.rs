//! `crivet compare`, as it is used: a gate, and a clear word on what is no result.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::{Command, Output};

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

fn crivet(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(CRIVET).current_dir(folder).args(arguments).output().unwrap()
}

fn run(folder: &Path, file: &str, more: &[&str]) {
    let report = format!("json={file}");
    let arguments =
        [&["run", "--profile", "href-13", "--filter", "resolve-*", "--report", &report], more].concat();
    assert_eq!(crivet(folder, &arguments).status.code(), Some(0));
}

#[track_caller]
fn says(output: &Output, status: i32, part: &str) {
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert!(text.contains(part), "{text}");
}

#[test]
fn the_gate_and_the_matrix() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "before.json", &[]);
    let testee = format!("{CRIVET:?} testee --without userinfo");
    run(folder, "after.json", &["--impl-cmd", &testee]);

    says(
        &crivet(folder, &["compare", "before.json", "before.json", "--fail-on-regression"]),
        0,
        "no worse: 0 broke",
    );
    says(
        &crivet(folder, &["compare", "before.json", "after.json"]),
        0,
        "the feature userinfo is no longer claimed",
    );
    says(
        &crivet(folder, &["compare", "before.json", "after.json", "--fail-on-regression"]),
        1,
        "worse: 0 broke",
    );
    let three = ["compare", "before.json", "after.json", "before.json"];
    says(&crivet(folder, &three), 0, "vectors are disagreed on");
    says(&crivet(folder, &[&three[..], &["--report", "html=m.html"]].concat()), 0, "disagreed");
    assert!(std::fs::read_to_string(folder.join("m.html")).unwrap().starts_with("<!doctype html>"));
    says(&crivet(folder, &[&three[..], &["--fail-on-regression"]].concat()), 2, "compares two results");
}

#[test]
fn what_is_no_result_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "good.json", &[]);
    std::fs::write(folder.join("bad.json"), "{\n  \"crivet\": 1}").unwrap();
    says(
        &crivet(folder, &["compare", "good.json", "bad.json"]),
        2,
        "bad.json: not what `crivet run --report json=FILE` writes",
    );
    says(&crivet(folder, &["compare", "good.json", "bad.json"]), 2, "line 2");
    says(&crivet(folder, &["compare", "good.json", "gone.json"]), 2, "gone.json: ");
    says(&crivet(folder, &["compare", "good.json"]), 2, "2 values required");
}
