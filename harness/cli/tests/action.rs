//! crivet in continuous integration: the steps of `action.yml`, run in a shell as GitHub runs them, and the
//! snippets of `harness/testees/ci.md`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_yaml::Value;
use tempfile::TempDir;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");
const CASES: &str = "cri-to-uri-example-*";
/// What the testee of the failing runs gets wrong: it has no user information, and does not say so.
const KNOWN: &str = "href-13/cri-to-uri-example-discard-two fail two for one";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn action() -> Value {
    serde_yaml::from_str(&fs::read_to_string(repository().join("action.yml")).unwrap()).unwrap()
}

/// A runner: what GitHub Actions sets, and a checkout with a testee in it.
struct Runner {
    folder: TempDir,
    inputs: BTreeMap<String, String>,
}

/// What a step left behind.
struct Left {
    status: Option<i32>,
    out: String,
    summary: String,
    outputs: BTreeMap<String, String>,
}

impl Runner {
    fn new(inputs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["temp", "workspace", "workspace/sub folder"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let mut all: BTreeMap<String, String> = BTreeMap::new();
        for (name, input) in action()["inputs"].as_mapping().unwrap() {
            let default = input.get("default").map_or("", |default| default.as_str().unwrap());
            all.insert(name.as_str().unwrap().to_owned(), default.to_owned());
        }
        for (name, value) in inputs {
            assert!(
                all.insert((*name).to_owned(), (*value).to_owned()).is_some(),
                "there is no input {name}"
            );
        }
        testee(&folder.path().join("workspace/my-testee"), "");
        // What a wrong answer looks like: one URI in place of another.
        testee(&folder.path().join("workspace/wrong-testee"), r#"sed -u 's|"uri":"../foo"|"uri":"foo"|'"#);
        Runner { folder, inputs: all }
    }

    /// The value of an expression, of the kinds that the action has.
    fn evaluate(&self, expression: &str) -> String {
        let expression = expression.trim();
        if let Some((left, right)) = expression.split_once("==") {
            return (self.evaluate(left) == self.evaluate(right)).to_string();
        }
        match expression.split_once('.') {
            Some(("inputs", name)) => self.inputs[name].clone(),
            Some(("github", "action_path")) => repository().display().to_string(),
            _ if expression == "''" => String::new(),
            _ => panic!("an expression of another kind: {expression}"),
        }
    }

    fn fill_in(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once("${{") {
            let (expression, after) = behind.split_once("}}").unwrap();
            filled += before;
            filled += &self.evaluate(expression);
            rest = after;
        }
        filled + rest
    }

    fn step(&self, step: &Value) -> Left {
        let at = |name: &str| self.folder.path().join(name);
        let script = step["run"].as_str().unwrap();
        assert!(!script.contains("${{"), "an input would be a part of the script");
        fs::write(at("script.sh"), script).unwrap();
        for file in ["summary", "output"] {
            fs::write(at(file), "").unwrap();
        }
        let folder =
            step.get("working-directory").map_or(String::new(), |it| self.fill_in(it.as_str().unwrap()));
        // As GitHub starts `shell: bash`.
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-e", "-o", "pipefail"]).arg(at("script.sh"));
        command.current_dir(at("workspace").join(folder));
        command.env("CI", "true").env("GITHUB_ACTIONS", "true");
        command
            .env("GITHUB_WORKSPACE", at("workspace"))
            .env("RUNNER_TEMP", at("temp"))
            .env("RUNNER_OS", "Linux");
        command.env("GITHUB_STEP_SUMMARY", at("summary")).env("GITHUB_OUTPUT", at("output"));
        for (name, value) in step.get("env").into_iter().flat_map(|env| env.as_mapping().unwrap()) {
            command.env(name.as_str().unwrap(), self.fill_in(value.as_str().unwrap()));
        }
        let output: Output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        let outputs = fs::read_to_string(at("output")).unwrap();
        let outputs = outputs.lines().map(|line| line.split_once('=').unwrap());
        Left {
            status: output.status.code(),
            out: text,
            summary: fs::read_to_string(at("summary")).unwrap(),
            outputs: outputs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        }
    }

    /// Runs the steps whose condition holds; gives what the last one left.
    #[track_caller]
    fn run(&self, status: i32) -> Left {
        let action = action();
        let mut last = None;
        for step in action["runs"]["steps"].as_sequence().unwrap() {
            let condition = step.get("if").map_or("true".to_owned(), |it| self.fill_in(it.as_str().unwrap()));
            if condition == "true" {
                assert_eq!(step["shell"].as_str(), Some("bash"));
                last = Some(self.step(step));
            }
        }
        let last = last.unwrap();
        assert_eq!(last.status, Some(status), "{}", last.out);
        last
    }
}

/// The reference behind the pipe; its answers go through a filter.
fn testee(path: &Path, filter: &str) {
    let filter = if filter.is_empty() { String::new() } else { format!(" | {filter}") };
    fs::write(path, format!("#!/bin/sh\n'{CRIVET}' testee{filter}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

#[test]
fn a_green_run_leaves_a_summary_and_reports() {
    let runner = Runner::new(&[
        ("command", "./my-testee"),
        ("profiles", "href-13 href-27"),
        ("filter", CASES),
        ("program", CRIVET),
    ]);
    let left = runner.run(0);
    holds(&left.out, "::notice title=crivet");
    holds(&left.summary, "## crivet: crivet-reference");
    holds(&left.summary, "href-27");
    assert_eq!(left.outputs["status"], "0");
    let report = |name: &str| fs::read_to_string(Path::new(&left.outputs["reports"]).join(name)).unwrap();
    holds(&report("crivet.xml"), "<testsuites");
    holds(&report("crivet.sarif"), "\"version\": \"2.1.0\"");
    holds(&report("crivet.json"), "\"complete\": true");
    holds(&report("crivet.html"), "<html");
    // Every output that is declared is one that the step writes.
    for (name, output) in action()["outputs"].as_mapping().unwrap() {
        let value = format!("${{{{ steps.run.outputs.{} }}}}", name.as_str().unwrap());
        assert_eq!(output["value"].as_str(), Some(value.as_str()));
        assert!(left.outputs.contains_key(name.as_str().unwrap()));
    }
}

/// What a testee says is no command to the runner, in whichever way it comes out.
#[test]
fn a_testee_gives_the_runner_no_orders() {
    let runner = Runner::new(&[("command", "./my-testee"), ("filter", CASES), ("program", CRIVET)]);
    let orders =
        r"::error::x\\n  ::add-mask::y\\n::stop-commands::z ##[error]w \\u001b[31m \\u0085::debug::v";
    let filter = format!(
        r#"sed -u -e 's|"name":"[^"]*"|"name":"{orders}"|' -e 's|"ok":{{"uri":"[^"]*"}}|"reject":"{orders}"|'"#
    );
    testee(
        &runner.folder.path().join("workspace/my-testee"),
        &format!("{filter}; echo '::error::stderr' >&2"),
    );
    let left = runner.run(1);
    holds(&left.out, "\\u{1b}");
    for line in left.out.split(['\n', '\r', '\u{85}', '\u{2028}']) {
        let own = ["::error title=crivet ", "::warning title=crivet::"];
        let orders = line.trim_start().starts_with("::") || line.contains("##[");
        assert!(!orders || own.iter().any(|own| line.starts_with(own)), "{line}");
        assert!(!line.contains("##["), "{line}");
    }
    assert_eq!(left.outputs.keys().collect::<Vec<_>>(), ["reports", "status"]);
}

#[test]
fn a_red_run_is_red_and_says_why() {
    let inputs =
        [("command", "./wrong-testee"), ("filter", CASES), ("profiles", "href-13"), ("program", CRIVET)];
    let left = Runner::new(&inputs).run(1);
    holds(&left.out, "::error title=crivet cause 1 of ");
    assert!(!left.out.contains("file="), "{}", left.out);
    holds(&left.summary, "cri-to-uri-example-discard-two");
    assert_eq!(left.outputs["status"], "1");
    let annotated = Runner::new(&[&inputs[..], &[("annotate", "my-testee")]].concat()).run(1);
    holds(&annotated.out, "::error file=my-testee,title=crivet cause 1 of ");
    // Known, it is green; in another folder just as well.
    let runner = Runner::new(&[&inputs[..], &[("expect", "known failures.txt")]].concat());
    fs::write(runner.folder.path().join("workspace/known failures.txt"), KNOWN).unwrap();
    holds(&runner.run(0).summary, "expected");
    let below =
        [("command", "../wrong-testee"), ("working-directory", "sub folder"), ("expect", "known.txt")];
    let runner = Runner::new(&[&inputs[1..], &below[..]].concat());
    fs::write(runner.folder.path().join("workspace/sub folder/known.txt"), KNOWN).unwrap();
    runner.run(0);
}

#[test]
fn what_cannot_be_run_has_status_2_and_no_summary() {
    let left = Runner::new(&[("command", "./no-such-testee"), ("program", CRIVET)]).run(2);
    holds(&left.out, "could not be started");
    assert_eq!((left.outputs["status"].as_str(), left.summary.as_str()), ("2", ""));
}

#[test]
fn inputs_are_never_run() {
    let left = Runner::new(&[
        ("command", "./my-testee"),
        ("filter", "$(touch$IFS'owned') `touch owned` \"; touch owned"),
        ("program", CRIVET),
    ]);
    left.run(2);
    assert!(!left.folder.path().join("workspace/owned").exists());
}

#[test]
fn strict_and_a_version_are_passed_on() {
    let inputs = [("command", "./my-testee"), ("filter", CASES), ("program", CRIVET)];
    let left = Runner::new(&[&inputs[..], &[("corpus-version", "99.0.0")]].concat()).run(2);
    holds(&left.out, "newer than the corpus inside this program");
    let runner = Runner::new(&[&inputs[..], &[("strict", "true")]].concat());
    let left = runner.run(0);
    let json = Path::new(&left.outputs["reports"]).join("crivet.json");
    holds(&fs::read_to_string(json).unwrap(), "\"strict\": true");
}

/// The whole of it, with the step that builds crivet; in `.ci/run`.
#[test]
#[ignore = "it builds crivet, which takes minutes"]
fn built_from_the_action_s_own_checkout() {
    let runner = Runner::new(&[("command", "./my-testee"), ("filter", CASES)]);
    runner.run(0);
    let built = runner.folder.path().join("temp/crivet/bin/crivet");
    // It has the corpus inside: no file of the repository is within its reach.
    let output = Command::new("env")
        .args(["-i", "-C", "/"])
        .arg(&built)
        .args(["run", "--filter", CASES])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    // A second job with the folder from a cache builds nothing.
    let before = fs::metadata(&built).unwrap().modified().unwrap();
    runner.run(0);
    assert_eq!(fs::metadata(&built).unwrap().modified().unwrap(), before);
}

/// The snippets of the page, by their language.
fn snippets(language: &str) -> Vec<String> {
    let page = fs::read_to_string(repository().join("harness/testees/ci.md")).unwrap();
    let blocks = page.split("```").skip(1).step_by(2);
    blocks
        .filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n').map(ToOwned::to_owned))
        .collect()
}

#[test]
fn the_snippets_in_yaml_fit_the_action_and_the_program() {
    let [github, gitlab] = snippets("yaml").try_into().unwrap();
    let github: Value = serde_yaml::from_str(&github).unwrap();
    let steps = github["jobs"]["cri"]["steps"].as_sequence().unwrap();
    let uses = |part: &str| steps.iter().find(|step| step["uses"].as_str().unwrap().contains(part)).unwrap();
    let action = action();
    let ours = uses("crivet@");
    for name in ours["with"].as_mapping().unwrap().keys() {
        assert!(action["inputs"].get(name).is_some(), "there is no input {name:?}");
    }
    let id = ours["id"].as_str().unwrap();
    let sarif = uses("upload-sarif")["with"]["sarif_file"].as_str().unwrap();
    assert_eq!(sarif, format!("${{{{ steps.{id}.outputs.reports }}}}/crivet.sarif"));
    let cached = uses("actions/cache@")["with"]["path"].as_str().unwrap();
    assert_eq!(cached, "${{ runner.temp }}/crivet");

    let gitlab: Value = serde_yaml::from_str(&gitlab).unwrap();
    let script = gitlab["cri"]["script"].as_sequence().unwrap();
    let run = script.last().unwrap().as_str().unwrap();
    let junit = gitlab["cri"]["artifacts"]["reports"]["junit"].as_str().unwrap();
    holds(run, &format!("--report junit={junit} "));
    // The line runs as it stands.
    let folder = tempfile::tempdir().unwrap();
    testee(&folder.path().join("my-testee"), "");
    fs::write(folder.path().join("known-failures.txt"), "").unwrap();
    fs::create_dir_all(folder.path().join(".crivet/bin")).unwrap();
    std::os::unix::fs::symlink(CRIVET, folder.path().join(".crivet/bin/crivet")).unwrap();
    let status = Command::new("sh").args(["-ec", run]).current_dir(folder.path()).output().unwrap().status;
    assert!(status.success());
    assert!(folder.path().join(junit).exists());
}

#[test]
fn the_makefile_is_a_gate() {
    let [makefile] = snippets("make").try_into().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("Makefile"), makefile).unwrap();
    fs::create_dir(at("bin")).unwrap();
    std::os::unix::fs::symlink(CRIVET, at("bin/crivet")).unwrap();
    let path = format!("{}:{}", at("bin").display(), std::env::var("PATH").unwrap());
    let make = |goal: &str| {
        let output =
            Command::new("make").arg(goal).env("PATH", &path).current_dir(folder.path()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    testee(&at("my-testee"), "");
    assert!(make("check-cri").0);
    assert!(at("crivet.xml").exists());
    let wrong = at("wrong-testee");
    testee(&wrong, r#"sed -u 's|"uri":"../foo"|"uri":"foo"|'"#);
    fs::rename(wrong, at("my-testee")).unwrap();
    assert!(!make("check-cri").0, "red");
    let (accepted, told) = make("accept-cri");
    assert!(accepted, "{told}");
    holds(&fs::read_to_string(at("known-failures.txt")).unwrap(), "cri-to-uri-example-discard-two");
    assert!(make("check-cri").0, "green again");
}
