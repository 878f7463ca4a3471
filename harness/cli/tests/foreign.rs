//! Nothing foreign acts: not on a terminal (a pseudo-terminal, by `script`), and not on a runner of GitHub that reads
//! standard output and error line by line.
//!
//! This program is its own testee: started with the argument `testee` it says what is hostile wherever it can.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../../report/tests/reports/runner.rs"]
mod runner;

use std::fs;
use std::process::{Command, ExitCode, Stdio};

use crivet::foreign;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use libtest_mimic::Trial;
use runner::obeyed;
use tempfile::TempDir;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// Colours, titles, links, bells, directions, and commands.
const HOSTILE: &str = "::error::A\n::error::B\r::add-mask::C\n  ::stop-commands::D ##[error]E ###[group]F \
    \u{1b}[35mG\u{1b}]0;H\u{7}\u{1b}]8;;http://h\u{1b}\\\u{1b}P1\u{1b}\\\u{9b}35mI\u{9d}0;J\u{9c}\u{8}\u{8}\u{7f}\
    \u{202e}K\u{2066}L\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}::error::M\u{85}::error::N\u{fffe}\u{10ffff}\u{c}\u{b}\u{1b}[2J";

/// What this program itself sends to a terminal: its styles, those of the arguments' errors, and its progress bar.
const OWN: [&str; 12] = [
    "\x1b[0m",
    "\x1b[1m",
    "\x1b[2m",
    "\x1b[4m",
    "\x1b[31m",
    "\x1b[32m",
    "\x1b[33m",
    "\x1b[36m",
    "\x1b[2K",
    "\x1b[1A",
    "\x1b[?25l",
    "\x1b[?25h",
];

/// A trial for each of these functions.
macro_rules! trials {
    ($($test:path),* $(,)?) => {
        vec![$(Trial::test(stringify!($test), || { $test(); Ok(()) })),*]
    };
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("testee") {
        crivet::protocol::serve(&Hostile, std::io::stdin().lock(), std::io::stdout().lock()).unwrap();
        return ExitCode::SUCCESS;
    }
    let mut trials = trials![a_runner_obeys_nothing];
    #[cfg(unix)]
    trials.extend(trials![a_terminal_obeys_nothing]);
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit_code()
}

struct Hostile;

impl Implementation for Hostile {
    fn describe(&self) -> Description {
        let mut description: Description = serde_json::from_str(
            r#"{"name": "", "profiles": ["href-13"], "operations": ["cri-to-uri", "uri-to-cri", "resolve"]}"#,
        )
        .unwrap();
        for place in [&mut description.name, &mut description.version, &mut description.language] {
            HOSTILE.clone_into(place);
        }
        assert!(description.operations.names().contains(&OperationName::Resolve));
        description
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        // One half of them is a value.
        if cri.len().is_multiple_of(2) {
            Err(Refusal::reject(HOSTILE))
        } else {
            Ok(format!("coap://{HOSTILE}"))
        }
    }

    fn uri_to_cri(&self, _: Profile, _: &str) -> Answer<Vec<u8>> {
        Err(Refusal::reject(HOSTILE))
    }
}

/// Files with what is hostile in every place.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        let quoted = quoted(HOSTILE);
        let vectors = format!(
            "- id: mine-one\n  title: {quoted}\n  profiles: [href-13]\n  op: cri-to-uri\n  cri: '[-1, [\"h\"]]'\n  \
             expect:\n    - {{outcome: coap://h, reading: {quoted}}}\n    - {{outcome: coap://H, reading: {quoted}}}\n  \
             strength: disputed\n  ruling: R1\n  note: {quoted}\n"
        );
        place.write("vectors.yaml", &vectors);
        place.write(&format!("{HOSTILE}.yaml").replace('/', ""), &vectors);
        place.write("bad-id.yaml", &vectors.replace("mine-one", &quoted));
        place.write("bad-key.yaml", &vectors.replace("  note", &format!("  {quoted}")));
        place.write("bad-profile.yaml", &vectors.replace("href-13", &quoted));
        place.write("bad-cri.yaml", &vectors.replace("'[-1, [\"h\"]]'", &quoted));
        place.write("bad.yaml", HOSTILE);
        let described = serde_json::to_string(HOSTILE).unwrap();
        place.write(
            "tests.json",
            &format!(
                r#"{{"base-uri": "coap://h/a/b?q", "base-cri": "84208161688261616162816171", "test-vectors": [
                {{"uri": "x/../c", "cri": "8201816163", "uri-from-cri": "c", "resolved-cri": "83208161688261616163",
                  "resolved-uri": "coap://h/a/c", "description": {described}, {described}: 1}}, {{"uri": {described}}}]}}"#
            ),
        );
        place.write("known.txt", &format!("mine-one fail {}\n", HOSTILE.replace(['\n', '\r'], " ")));
        place.write("bad-known.txt", HOSTILE);
        place.write("dies.sh", "cat stderr >&2; exit 3");
        place.write("babbles.sh", "cat stderr; exit 3");
        place.write("stderr", HOSTILE);
        place.write("hostile", HOSTILE);
        let testee = format!("{} testee", std::env::current_exe().unwrap().display());
        place.write("testee", &testee);
        for (name, vectors) in [("one.json", "vectors.yaml"), ("two.json", "vectors.yaml")] {
            let report = format!("json={name}");
            place.crivet(&["run", "--impl-cmd", &testee, "--report", &report, vectors], &[]);
        }
        let two = fs::read_to_string(place.0.path().join("two.json")).unwrap();
        place.write("two.json", &two.replacen("reject", "unsupported", 1).replace("\"fail\"", "\"pass\""));
        place
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// What comes on standard output and on standard error.
    fn crivet(&self, words: &[&str], environment: &[(&str, &str)]) -> (String, String) {
        let mut command = self.command(CRIVET);
        let output = command.args(words).envs(environment.iter().copied()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }
}

/// A text as YAML takes it.
fn quoted(text: &str) -> String {
    let escaped: String = text.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect();
    format!("\"{escaped}\"")
}

/// Every way that something foreign takes to standard output or error.
fn commands() -> Vec<Vec<&'static str>> {
    let mut commands: Vec<Vec<&str>> = [
        "run --impl-cmd TESTEE vectors.yaml",
        "run --impl-cmd TESTEE --details=0 --notes --strict vectors.yaml",
        "run --impl-cmd TESTEE --expect known.txt vectors.yaml",
        "run --impl-cmd TESTEE --expect bad-known.txt vectors.yaml",
        "run --impl-cmd TESTEE --filter uri-to-cri-example-* --profile href-13",
        "run --impl-cmd TESTEE tests.json",
        "run --impl-cmd TESTEE HOSTILE.yaml",
        "run vectors.yaml HOSTILE",
        "run --HOSTILE",
        "run --profile HOSTILE",
        "run --filter [HOSTILE",
        "run --filter HOSTILE vectors.yaml",
        "run --ruling HOSTILE vectors.yaml",
        "run --report HOSTILE=x",
        "run --report json=HOSTILE/x vectors.yaml",
        "run --impl-cmd HOSTILE",
        "run --impl-cmd 'HOSTILE vectors.yaml",
        "run --impl-cmd dies vectors.yaml",
        "run --impl-cmd babbles vectors.yaml",
        "run --expect HOSTILE",
        "run --corpus-version HOSTILE",
        "HOSTILE",
        "fuzz --impl-cmd TESTEE --runs 20 --seed 1",
        "fuzz --impl-cmd TESTEE --runs 20 --seed 1 --report json=-",
        "fuzz --against TESTEE --runs 20 --seed 1",
        "fuzz --impl-cmd dies --runs 20",
        "fuzz --impl-cmd babbles --runs 20",
        "fuzz --replay HOSTILE --oracle pet --profile href-13",
        "fuzz --replay \"HOSTILE\" --oracle pet --profile href-13",
        "fuzz --oracle HOSTILE",
        "list vectors.yaml",
        "list --json vectors.yaml",
        "list HOSTILE.yaml",
        "list HOSTILE",
        "show mine-one --vectors vectors.yaml",
        "show HOSTILE --vectors vectors.yaml",
        "explain mine-one --vectors vectors.yaml",
        "explain HOSTILE",
        "lint bad-id.yaml",
        "lint bad-key.yaml",
        "lint bad-profile.yaml",
        "lint bad-cri.yaml",
        "lint bad.yaml",
        "lint HOSTILE.yaml HOSTILE",
        "export --vectors vectors.yaml",
        "export --vectors HOSTILE",
        "coverage --result one.json vectors.yaml",
        "coverage --result HOSTILE=one.json vectors.yaml --report lines=-",
        "coverage --result hostile vectors.yaml",
        "coverage --killers hostile vectors.yaml",
        "coverage --report html=- --result one.json vectors.yaml",
        "compare one.json two.json",
        "compare one.json one.json two.json",
        "compare one.json two.json --report markdown=-",
        "compare one.json two.json --report html=-",
        "compare one.json hostile",
        "compare one.json HOSTILE",
    ]
    .map(|words| words.split(' ').collect())
    .to_vec();
    for format in ["html", "json", "junit", "lines", "markdown", "sarif", "tap", "text"] {
        commands.push(vec!["run", "--impl-cmd", "TESTEE", "vectors.yaml", "--notes", "--report", format]);
    }
    commands
}

/// The words as they are given to the program.
fn filled(place: &Place, words: &[&str]) -> Vec<String> {
    let testee = fs::read_to_string(place.0.path().join("testee")).unwrap();
    let mut filled: Vec<String> = words
        .iter()
        .map(|word| match *word {
            "TESTEE" => testee.clone(),
            "dies" => "sh dies.sh".to_owned(),
            "babbles" => "sh babbles.sh".to_owned(),
            "HOSTILE.yaml" => format!("{HOSTILE}.yaml").replace('/', ""),
            word => word.replace("HOSTILE", HOSTILE),
        })
        .collect();
    if words.len() > 1 && words[words.len() - 2] == "--report" && !words[words.len() - 1].contains('=') {
        filled.last_mut().unwrap().push_str("=-");
    }
    filled
}

fn a_runner_obeys_nothing() {
    let place = Place::new();
    let runner = [("GITHUB_ACTIONS", "true"), ("CI", "true")];
    let mut told = 0;
    for words in commands() {
        let words = filled(&place, &words);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for environment in [&[][..], &runner, &[("CLICOLOR_FORCE", "1")]] {
            let (out, err) = place.crivet(&words, environment);
            for line in (out.clone() + "\n" + &err).split(['\n', '\r']) {
                assert_eq!(obeyed(line), None, "{words:?}: {line:?}");
                let plain = OWN.iter().fold(line.to_owned(), |line, own| line.replace(own, ""));
                let acting = plain.chars().find(|c| foreign::acts(*c) && *c != '\t');
                assert_eq!(acting, None, "{words:?}: {line:?}");
            }
            told += usize::from((out + &err).contains("{202e}"));
        }
    }
    // What is foreign is shown.
    assert!(told > 100, "{told}");
    // Its own commands, and no others.
    let testee = fs::read_to_string(place.0.path().join("testee")).unwrap();
    let (out, _) =
        place.crivet(&["run", "--impl-cmd", &testee, "vectors.yaml", "--report", "github=-"], &runner);
    for line in out.lines() {
        assert!(line.starts_with("::error title=crivet "), "{line}");
        assert!(!line.contains("##["), "{line}");
    }
    assert_eq!(out.lines().count(), 2, "{out}");
}

#[cfg(unix)]
fn a_terminal_obeys_nothing() {
    if Command::new("script").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
        eprintln!("no script(1) here: the test is skipped");
        return;
    }
    let place = Place::new();
    let mut styled = 0;
    for words in commands() {
        let mut script = format!("exec '{CRIVET}'");
        for word in filled(&place, &words) {
            script += &format!(" '{}'", word.replace('\'', r"'\''"));
        }
        place.write("command.sh", &script);
        let mut command = place.command("script");
        command
            .args(["-qec", "sh ./command.sh", "/dev/null"])
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR");
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        styled += usize::from(text.contains('\x1b'));
        let plain = OWN.iter().fold(text.clone(), |text, own| text.replace(own, ""));
        let acting = plain.chars().find(|c| foreign::acts(*c) && !['\n', '\r', '\t'].contains(c));
        assert_eq!(acting, None, "{words:?}: {text:?}");
        for line in plain.split(['\n', '\r']) {
            assert_eq!(obeyed(line), None, "{words:?}: {line:?}");
        }
    }
    assert!(styled > 20, "it is a terminal");
}
