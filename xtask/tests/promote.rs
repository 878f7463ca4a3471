//! From a finding to a vector: what the fuzzer finds on the reference with a fault becomes a draft, and with a verdict
//! a vector that notices the fault.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use crivet::profile::Profile;
use crivet_fuzz::fuzz::oracles;
use serde_json::Value as Json;

mod programs;

use programs::built;

const XTASK: &str = programs::XTASK;

/// It keeps the scheme's authority where a reference has a scheme and none.
const FAULT: &str = "scheme-keeps-authority";

static CRIVET: LazyLock<PathBuf> = LazyLock::new(|| built("crivet", "crivet-cli"));

/// The reference with the fault, as a testee.
static FAULTY: LazyLock<String> =
    LazyLock::new(|| format!("{} testee {FAULT}", built("crivet-mutants", "crivet-mutants").display()));

fn run(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs it and checks the exit status; gives standard output and standard error.
#[track_caller]
fn exits(status: i32, program: &Path, arguments: &[&str]) -> (String, String) {
    let output = run(program, arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{out}\n{err}");
    (out, err)
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

/// A copy of a part of the corpus, to write into: all that says what is true, and of vectors those nearby.
fn corpus() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let wanted = ["rulings.yaml", "requirements/", "href/resolve/"];
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors");
    for file in walkdir::WalkDir::new(&vectors) {
        let file = file.unwrap();
        let below = file.path().strip_prefix(&vectors).unwrap();
        if file.file_type().is_file() && wanted.iter().any(|start| below.starts_with(start)) {
            let path = folder.path().join(below);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::copy(file.path(), path).unwrap();
        }
    }
    folder
}

/// What `crivet fuzz` finds on the fault.
fn findings(oracle: &str) -> Vec<Json> {
    let arguments =
        ["fuzz", "--impl-cmd", &FAULTY, "--oracle", oracle, "--profile", "href-13", "--seed", "1"];
    let (out, _) = exits(1, &CRIVET, &[&arguments[..], &["--runs", "1500", "--report", "json=-"]].concat());
    serde_json::from_str::<Json>(&out).unwrap()["findings"].as_array().unwrap().clone()
}

fn promote(corpus: &Path, more: &[&str]) -> (String, String) {
    let corpus = corpus.to_str().unwrap();
    exits(0, Path::new(XTASK), &[&["fuzz", "promote", "--vectors", corpus][..], more].concat())
}

#[test]
fn a_finding_becomes_a_draft_and_with_a_verdict_a_vector_that_notices_it() {
    let oracle = "resolution-commutes";
    let finding = &findings(oracle)[0];
    let folder = corpus();
    // Drafts of the repository would be found again: only what is new is promoted.
    let file = folder.path().join("href/resolve/found-by-fuzzing.yaml");
    let before = fs::read_to_string(&file).unwrap_or_default();
    let case = finding["case"].as_str().unwrap();
    let words = ["--impl-cmd", &FAULTY, "--oracle", oracle, "--profile", "href-13", "--replay", case];
    let (out, _) = promote(folder.path(), &words);
    holds(&out, ": draft resolve-found-");

    // It says what was asked and answered, and nothing of this machine.
    let draft = fs::read_to_string(&file).unwrap().split_off(before.len());
    for part in ["draft: true", "op: resolve", "# reference  ", "crivet fuzz --oracle", "profiles: [href-13]"]
    {
        holds(&draft, part);
    }
    assert!(!draft.contains("expect:"), "{draft}");
    assert!(!draft.contains(folder.path().to_str().unwrap()) && !draft.contains(XTASK), "{draft}");

    // The same again adds nothing.
    let (out, _) = promote(folder.path(), &words);
    holds(&out, ": asked already by resolve-found-");
    assert_eq!(fs::read_to_string(&file).unwrap(), before.clone() + &draft);

    // What libFuzzer writes is the same finding: its input stands for the same case.
    let oracles = oracles();
    let target = oracles.iter().find(|one| one.facts().name == oracle).unwrap();
    let input = target.input_of_case(Profile::Href13, case).unwrap().unwrap();
    let artifact = folder.path().join("artifacts").join(oracle).join("crash-1");
    fs::create_dir_all(artifact.parent().unwrap()).unwrap();
    fs::write(&artifact, input).unwrap();
    let (out, _) = promote(folder.path(), &["--impl-cmd", &FAULTY, artifact.to_str().unwrap()]);
    holds(&out, "crash-1: asked already by resolve-found-");
    fs::remove_dir_all(folder.path().join("artifacts")).unwrap();

    // A draft asks nobody, and is no part of a release.
    let drafts = file.to_str().unwrap();
    let (_, err) = exits(0, &CRIVET, &["lint", drafts]);
    holds(&err, ": a draft;");
    exits(2, &CRIVET, &["lint", "--release", drafts]);

    // The verdict, which a person writes: here from the text of the oracle's equation, by the table of answers.
    let answer = draft.lines().find_map(|line| line.strip_prefix("# reference  ")).unwrap();
    let answer = answer.trim();
    let judged = draft.replace("  draft: true\n", "  requirements: [href13-5.3-5]\n")
        + &format!("  expect: '{answer}'\n");
    fs::write(&file, before + &judged).unwrap();
    exits(0, &CRIVET, &["lint", "--release", drafts]);
    let vectors = folder.path().to_str().unwrap();
    let arguments = ["run", "--profile", "href-13", "--filter", "resolve-found-*", vectors];
    exits(0, &CRIVET, &arguments);
    let (out, _) = exits(1, &CRIVET, &[&arguments[..], &["--impl-cmd", &FAULTY]].concat());
    holds(&out, "\n  fail              resolve-found-");
}

#[test]
fn what_holds_is_not_promoted() {
    let folder = corpus();
    let case = findings("resolution-commutes")[0]["case"].as_str().unwrap().to_owned();
    let vectors = folder.path().to_str().unwrap();
    let common = ["fuzz", "promote", "--vectors", vectors, "--profile", "href-13"];
    let right = [&common[..], &["--oracle", "resolution-commutes", "--case", &case]].concat();
    let (_, err) = exits(1, Path::new(XTASK), &right);
    holds(&err, "resolution-commutes holds on reference");
    let odd = [&common[..], &["--oracle", "no-such", "--case", &case]].concat();
    let (_, err) = exits(1, Path::new(XTASK), &odd);
    holds(&err, "no oracle is named no-such");
    let artifact = folder.path().join("missing/crash-1");
    let (_, err) = exits(1, Path::new(XTASK), &["fuzz", "promote", artifact.to_str().unwrap()]);
    holds(&err, "no oracle is named missing");
}
