//! The output in README and guide is what comes out: the README's failure of an answer like the one it shows, the guide's
//! of following it to the letter.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

mod programs;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// The blocks of a document in a language, in order.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let all = document.split("```").skip(1).step_by(2);
    all.filter_map(|block| Some(block.strip_prefix(language)?.strip_prefix('\n')?.to_owned())).collect()
}

/// The words of a text, whatever the lines are that it is wrapped in, and without the lines of vectors in their files.
fn words(text: &str) -> String {
    let without_line = |word: &str| match word.split_once(".yaml:") {
        Some((file, _)) => format!("{file}.yaml"),
        None => word.to_owned(),
    };
    text.split_whitespace().map(without_line).collect::<Vec<_>>().join(" ")
}

/// All that a block shows is in the output, in this order; what it leaves out is marked by dots.
#[track_caller]
fn shows(output: &str, block: &str) {
    let output = words(output);
    let mut rest = output.as_str();
    for part in block.replace("...", "…").split('…').map(words).filter(|part| !part.is_empty()) {
        let Some(at) = rest.find(&part) else {
            panic!("`{part}` is not in, or not behind what is before it:\n{output}")
        };
        rest = &rest[at + part.len()..];
    }
}

/// What `crivet run` says of a testee in a folder.
fn run(folder: &TempDir, arguments: &[&str]) -> String {
    let mut command = Command::new(programs::built("crivet", "crivet-cli"));
    command.arg("run").args(arguments).current_dir(folder.path());
    let output = command.output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// Is Python there? The tests need nothing but cargo, and say what they leave out.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("no python3: the output in README and guide is left out");
    }
    found
}

#[test]
fn the_failure_at_the_head_of_the_readme() {
    if !has_python() {
        return;
    }
    let readme = read("README.md");
    let block = blocks(&readme, "text").into_iter().next().unwrap();
    let id = block.split("\n  fail ").nth(1).unwrap().split_whitespace().next().unwrap();
    let came = block.split("  came ").nth(1).unwrap();
    let came = came.split("hex ").nth(1).unwrap().split_whitespace().next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let describe = r#""ok":{"name":"t","protocol":1,"profiles":["href-13"],"operations":["resolve"],"features":["no-authority","text-or-pet","userinfo"]}"#;
    let script = format!(
        "import json, sys\nfor line in sys.stdin:\n    r = json.loads(line)\n    body = '{describe}' if r['op'] == \
         'describe' else '\"ok\":{{\"cri\":\"{came}\"}}'\n    print('{{\"id\":%d,%s}}' % (r['id'], body), flush=True)\n"
    );
    fs::write(folder.path().join("testee.py"), script).unwrap();
    let output = run(&folder, &["--profile", "href-13", "--filter", id, "--impl-cmd", "python3 testee.py"]);
    shows(&output, &block);
}

/// Puts what the guide has of a function in place of what was there before.
fn with_decode(testee: &str, imports: &str, decode: &str) -> String {
    let refused = "    return {\"unsupported\": \"no such operation\"}\n";
    let (head, rest) = testee.split_once(refused).unwrap();
    let head = head.split("    if request[\"op\"] == \"decode\"").next().unwrap();
    let head = head.replace("\"operations\": []", "\"operations\": [\"decode\"]");
    let body: Vec<&str> = head.lines().filter(|line| !line.starts_with("from cri")).collect();
    format!("{imports}{}\n{decode}{refused}{rest}", body.join("\n"))
}

#[test]
fn the_guide_followed_to_the_letter() {
    if !has_python() {
        return;
    }
    let guide = read("harness/testees/README.md");
    let python = blocks(&guide, "python");
    let [described, import, mistaken, imports, right, ..] = python.as_slice() else { panic!("{python:?}") };
    let told = blocks(&guide, "text");
    let folder = tempfile::tempdir().unwrap();
    for name in ["cbor.py", "cri.py", "uri.py", "schemes.py"] {
        fs::write(folder.path().join(name), read(&format!("harness/testees/python/{name}"))).unwrap();
    }
    let testee = |text: &str| fs::write(folder.path().join("testee.py"), text).unwrap();
    let asked = ["--profile", "href-13", "--impl-cmd", "python3 testee.py"];
    let few = ["--filter", "decode-example-*"];

    testee(described);
    assert!(run(&folder, &asked).contains(" skipped"));
    let first = with_decode(described, import, mistaken);
    testee(&first);
    let output = run(&folder, &[&asked[..], &few].concat());
    shows(&output, &told[0]);
    shows(&output, &told[1]);
    testee(&with_decode(&first, imports, right));
    // The numbers of the table are those published: `cargo xtask documents`.
    shows(&run(&folder, &asked), &told[2]);
}
