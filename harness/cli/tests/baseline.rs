//! Baselines as a person or a CI job uses them: the gate, the file, and the exit status.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder with vectors of which the reference passes one and fails another.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        let vector = |id: &str, uri: &str| {
            format!(
                "- id: {id}\n  title: t\n  profiles: [href-13]\n  requirements: [href13-5.3-5]\n  op: cri-to-uri\n  cri: '[-1, [\"h\"], [\"a\"]]'\n  expect: {uri}\n"
            )
        };
        let text = vector("my-right", "coap://h/a") + &vector("my-wrong", "coap://h/b");
        fs::write(place.path("vectors.yaml"), text).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs in the folder and checks the exit status; gives what was printed, errors last.
    #[track_caller]
    fn run(&self, status: i32, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_crivet"))
            .args(["run", "vectors.yaml"])
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}\n{text}");
        text
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }
}

#[test]
fn the_gate_is_green_as_long_as_nothing_changes() {
    let place = Place::new();
    let text = place.run(1, &["--write-baseline", "known.txt"]);
    assert!(text.contains("known.txt: 1 entries written, 1 of them new or changed"), "{text}");
    let known = place.read("known.txt");
    assert!(known.lines().any(|line| line.starts_with("my-wrong fail ")), "{known}");
    let text = place.run(0, &["--expect", "known.txt"]);
    assert!(text.contains("pass: 1 of 2 passed, 1 failed as expected"), "{text}");
    assert!(!text.contains("note:"), "{text}");
    // Written over itself it is the same.
    place.run(0, &["--expect", "known.txt", "--write-baseline", "known.txt"]);
    assert_eq!(place.read("known.txt"), known);
}

#[test]
fn the_gate_is_red_otherwise() {
    let place = Place::new();
    for (baseline, told) in [
        ("", "add      my-wrong fail "),
        ("my-* fail r\n", "narrow   known.txt:1:1: my-* fail r"),
        ("my-wrong error r\n", "with     my-wrong fail "),
        ("my-wrong fail r\nmy-worng fail r\n", "did you mean `my-wrong`?"),
        ("my-wrong fail until=1970-01-01 r\n", "held until 1970-01-01"),
    ] {
        place.write("known.txt", baseline);
        let text = place.run(1, &["--expect", "known.txt"]);
        assert!(text.contains(told), "{baseline}\n{text}");
    }
    // A vector of the corpus inside the program is known, and not selected.
    place.write("known.txt", "my-wrong fail r\nresolve-query-unsets-fragment fail r\n");
    place.run(0, &["--expect", "known.txt"]);
    place.run(0, &["--expect", "known.txt", "--filter", "my-right"]);
}

#[test]
fn a_file_with_errors_runs_nothing_and_is_not_written() {
    let place = Place::new();
    let bad = "my-wrong failed r\nmy-right\n";
    place.write("known.txt", bad);
    for option in ["--expect", "--write-baseline"] {
        let text = place.run(2, &[option, "known.txt"]);
        for part in ["nothing was run", "known.txt:1:10: expected `fail`", "known.txt:2:9: expected a state"]
        {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("passed"), "{text}");
    }
    assert_eq!(place.read("known.txt"), bad);
    place.run(2, &["--expect", "missing.txt"]);
    place.run(2, &["--write-baseline", "no/such/folder.txt"]);
    assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 2, "nothing is left lying about");
}
