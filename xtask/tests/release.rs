//! A release, made in a copy of what it changes.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crivet::corpus::Corpus;
use tempfile::TempDir;
use walkdir::WalkDir;

const XTASK: &str = env!("CARGO_BIN_EXE_xtask");
const VERSION: &str = env!("CARGO_PKG_VERSION");
const ADDRESS: &str = "https://forge.test/someone/crivet";
/// What a release reads and changes.
const FILES: [&str; 9] = [
    "CHANGELOG.md",
    "Cargo.toml",
    "README.md",
    "fuzz/oss-fuzz/Dockerfile",
    "fuzz/oss-fuzz/project.yaml",
    "harness/testees/README.md",
    "harness/testees/ci.md",
    "pyproject.toml",
    "vectors",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn copy() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in FILES {
        for entry in WalkDir::new(root().join(name)) {
            let entry = entry.unwrap();
            let to = copy.path().join(entry.path().strip_prefix(root()).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir_all(to).unwrap(),
                false => {
                    fs::create_dir_all(to.parent().unwrap()).unwrap();
                    fs::copy(entry.path(), to).unwrap();
                }
            }
        }
    }
    copy
}

fn release(copy: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(XTASK);
    command.arg("release").args(arguments).arg("--root").arg(copy.path()).output().unwrap()
}

#[track_caller]
fn succeeds(output: &Output) {
    let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
}

#[test]
fn one_command_freezes_the_corpus_and_says_where_it_is_published() {
    let copy = copy();
    let read = |path: &str| fs::read_to_string(copy.path().join(path)).unwrap();
    let count = Corpus::embedded().unwrap().vectors.len();
    succeeds(&release(&copy, &[VERSION, "--address", ADDRESS]));
    let listed = |ids: &str| ids.lines().filter(|line| line.ends_with(&format!(" {VERSION}"))).count();
    assert_eq!(listed(&read("vectors/ids.txt")), count);
    assert!(read("vectors/CHANGES.yaml").contains(&format!("- version: {VERSION}\n  released: true\n")));
    assert!(!read("CHANGELOG.md").contains("not released yet"));
    assert!(read("harness/testees/ci.md").contains(&format!("uses: someone/crivet@v{VERSION}\n")));
    for path in &FILES[..8] {
        assert!(!read(path).contains("//example.org/crivet"), "{path}");
    }
    // What is frozen is a corpus that keeps its word, and the same once more.
    Corpus::read(&[copy.path().join("vectors")]).unwrap();
    succeeds(&release(&copy, &[VERSION, "--address", ADDRESS, "--check"]));
    // An id that goes is noticed from then on.
    let changes = read("vectors/quick.txt");
    let id = changes.lines().next().unwrap();
    let file = WalkDir::new(copy.path().join("vectors")).into_iter().map(Result::unwrap).find(|file| {
        let is_yaml = file.path().extension().is_some_and(|ending| ending == "yaml");
        is_yaml && fs::read_to_string(file.path()).unwrap().contains(&format!("- id: {id}\n"))
    });
    let path = file.unwrap().into_path();
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace(&format!("- id: {id}\n"), &format!("- id: {id}-renamed\n"));
    fs::write(&path, text).unwrap();
    let output = release(&copy, &[VERSION]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("the id is permanent"));
}

#[test]
fn what_is_not_frozen_is_not_released() {
    let copy = copy();
    let fails = |arguments: &[&str], says: &str| {
        let output = release(&copy, arguments);
        let told = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && told.contains(says), "{told}");
    };
    fails(&["99.0.0"], "the packages have version");
    fails(&[VERSION, "--address", "https://forge.test/crivet"], "expected https://HOST/OWNER/NAME");
    let ids = copy.path().join("vectors/ids.txt");
    fs::write(&ids, "# none\n").unwrap();
    fails(&[VERSION, "--check"], "is not as it is to be released");
    assert_eq!(fs::read_to_string(ids).unwrap(), "# none\n");
}
