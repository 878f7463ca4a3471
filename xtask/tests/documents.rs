//! The documents are true: links lead somewhere, paths are there, commands can be typed as they stand.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

mod programs;

const DOCUMENTS: [&str; 16] = [
    "README.md",
    "SECURITY.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "vectors/README.md",
    "fuzz/README.md",
    "fuzz/oss-fuzz/README.md",
    "reports/README.md",
    "harness/testees/README.md",
    "harness/testees/ci.md",
    "harness/crivet/README.md",
    "harness/oracles/README.md",
    "harness/mutants/README.md",
    "harness/report/README.md",
    "harness/reference/README.md",
    "harness/cli/README.md",
];

/// What looks like a path and is none of this repository: files that a command makes, or that are the reader's own.
const ELSEWHERE: [&str; 8] = [
    "target/",
    "actions/cache",
    "projects/crivet",
    "artifacts/",
    "coverage.csv",
    "known-failures.txt",
    "report.md",
    "testee.py",
];

/// Endings of files; a word with one of them is a path even without a slash.
const ENDINGS: [&str; 9] = [".csv", ".js", ".md", ".py", ".rs", ".sh", ".toml", ".yaml", ".yml"];

/// Commands that are done in no time, and so are done.
const CHEAP: [&str; 3] = ["show", "list", "explain"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// What a document has that can be false.
#[derive(Default)]
struct Claims {
    links: Vec<String>,
    /// What stands in backticks, in a line.
    code: Vec<String>,
    /// The lines of blocks of code.
    lines: Vec<String>,
}

fn claims(document: &str) -> Claims {
    let mut claims = Claims::default();
    let mut block = None;
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => claims.links.push(dest_url.into_string()),
            Event::Code(code) => claims.code.push(code.into_string()),
            Event::Start(Tag::CodeBlock(_)) => block = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => {
                let text = block.take().unwrap_or_default().replace("\\\n", " ");
                claims.lines.extend(text.lines().map(|line| line.trim().to_owned()));
            }
            Event::Text(text) => {
                if let Some(block) = &mut block {
                    block.push_str(&text);
                }
            }
            _ => {}
        }
    }
    claims
}

/// Is it the name of a file or folder, with no part to be filled in?
fn is_path(code: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let to_fill_in = |part: &str| {
        part.len() > 1
            && !["README", "CHANGES"].contains(&part)
            && part.chars().all(|c| c.is_ascii_uppercase())
    };
    let named = code.contains('/') || ENDINGS.iter().any(|ending| code.ends_with(ending));
    named
        && code.starts_with(|c: char| c.is_ascii_lowercase() || c == '.')
        && !code.starts_with("./")
        && code.chars().all(plain)
        && !code.split(['/', '.', '-']).any(to_fill_in)
        && !ELSEWHERE.iter().any(|elsewhere| code.starts_with(elsewhere))
}

/// The arguments of a line that starts one of our programs, and which program that is.
fn command(line: &str) -> Option<(&'static str, Vec<String>)> {
    let line = format!("{} ", line.strip_prefix("$ ").unwrap_or(line));
    let starts = [
        ("crivet", "cargo run --release -- "),
        ("crivet", "cargo run --release --locked -- "),
        ("crivet", "crivet "),
        ("crivet-mutants", "cargo xtask mutants "),
        ("crivet-mutants", "crivet-mutants "),
        ("xtask", "cargo xtask "),
    ];
    let (program, rest) =
        starts.iter().find_map(|(program, start)| Some((*program, line.strip_prefix(start)?)))?;
    // A comment of the shell ends the line, and what is to be filled in is left out.
    Some((program, shlex::split(rest)?.into_iter().filter(|word| word != "…").collect()))
}

/// What the programs say of themselves, asked once for each command.
#[derive(Default)]
struct Programs {
    help: BTreeMap<Vec<String>, String>,
}

impl Programs {
    fn start(program: &str, arguments: &[String]) -> (bool, String) {
        let program = match program {
            "xtask" => programs::XTASK.into(),
            "crivet" => programs::built("crivet", "crivet-cli"),
            other => programs::built(other, other),
        };
        let mut command = Command::new(program);
        let output = command.args(arguments).current_dir(root()).stdin(Stdio::null()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn help(&mut self, path: &[String]) -> &str {
        self.help.entry(path.to_vec()).or_insert_with(|| {
            let mut arguments = path[1..].to_vec();
            arguments.push("--help".to_owned());
            Self::start(&path[0], &arguments).1
        })
    }

    /// What is wrong with a command, if anything is.
    fn complain(&mut self, program: &str, arguments: &[String]) -> Option<String> {
        let mut path = vec![program.to_owned()];
        let mut rest = arguments.iter().peekable();
        while let Some(commands) = listed(self.help(&path), "Commands:") {
            match rest.next() {
                Some(word) if commands.contains(word.as_str()) => path.push(word.clone()),
                // `crivet` alone, or `--version`.
                Some(word) if word.starts_with('-') => break,
                None => break,
                Some(word) => return Some(format!("there is no command `{word}`")),
            }
        }
        let help = self.help(&path);
        let known: BTreeSet<&str> = help
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .filter(|word| word.starts_with("--"))
            .collect();
        // Help does not show these: second names, and what is for scripts.
        let hidden = ["--replay", "--killers", "--version", "--help"];
        let unknown = arguments.iter().filter(|word| word.starts_with("--") && word.len() > 2).find(|word| {
            let name = word.split('=').next().unwrap_or(word);
            !known.contains(name) && !hidden.contains(&name)
        });
        if let Some(word) = unknown {
            return Some(format!("`{}` has no option {word}", path.join(" ")));
        }
        let named = path.get(1).is_some_and(|command| CHEAP.contains(&command.as_str()));
        let filled_in = |word: &String| word.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let is_cheap = named && arguments.len() > 1 && arguments[1..].iter().all(filled_in);
        (is_cheap && !Self::start(program, arguments).0).then(|| "the command fails".to_owned())
    }
}

/// The first words of the lines of a section of a help text; none where it has no such section.
fn listed<'a>(help: &'a str, section: &str) -> Option<BTreeSet<&'a str>> {
    let mut lines = help.lines().skip_while(|line| *line != section);
    lines.next()?;
    Some(
        lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()).collect(),
    )
}

/// All that is false in a document that stands in a folder.
fn complaints(document: &str, folder: &str, programs: &mut Programs) -> Vec<String> {
    let Claims { links, code, lines } = claims(document);
    let there = |path: &str| root().join(folder).join(path).exists();
    let mut complaints = Vec::new();
    for link in links.iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
        if !there(link.split('#').next().unwrap_or(link)) {
            complaints.push(format!("the link {link} leads nowhere"));
        }
    }
    for path in code.iter().filter(|code| is_path(code)) {
        if !there(path) && !root().join(path).exists() {
            complaints.push(format!("there is no `{path}`"));
        }
    }
    // Behind `#` there is a comment, where a blank stands before it.
    let lines = lines.iter().map(|line| line.split(" #").next().unwrap_or(line).trim());
    for line in lines.chain(code.iter().map(String::as_str)) {
        let Some((program, arguments)) = command(line) else { continue };
        if let Some(complaint) = programs.complain(program, &arguments) {
            complaints.push(format!("`{line}`: {complaint}"));
        }
    }
    complaints
}

#[test]
fn every_document_is_true() {
    let mut programs = Programs::default();
    let mut all = Vec::new();
    for path in DOCUMENTS {
        let document = std::fs::read_to_string(root().join(path)).unwrap();
        let folder = Path::new(path).parent().unwrap().to_str().unwrap();
        let complaints = complaints(&document, folder, &mut programs);
        all.extend(complaints.into_iter().map(|complaint| format!("{path}: {complaint}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The counts of a run in the README are those of the published result.
#[test]
fn the_numbers_of_the_readme_are_published() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let published = std::fs::read_to_string(root().join("reports/results/cri-ref.txt")).unwrap();
    let all: Vec<Vec<&str>> = published
        .lines()
        .filter(|line| line.starts_with("href-13 "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let row = |start: &str| {
        let of = all.iter().filter(|words| words[1].starts_with(start));
        let statuses: Vec<(&str, bool)> = of.map(|words| (words[2], words.len() > 3)).collect();
        let count = |wanted: &str| statuses.iter().filter(|(status, _)| *status == wanted).count();
        let notes = statuses.iter().filter(|status| **status == ("pass", true)).count();
        [count("pass"), count("fail"), count("error"), count("skip"), notes]
    };
    let rows: Vec<Vec<&str>> = readme
        .lines()
        .filter(|line| line.starts_with(" href-13  ") || line.starts_with(" all  "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows.len(), 5);
    for words in rows {
        let (name, cells) = words.split_at(words.len() - 5);
        let start = name.get(1).map_or(String::new(), |operation| format!("{operation}-"));
        let shown: Vec<usize> = cells.iter().map(|cell| cell.parse().unwrap_or(0)).collect();
        assert_eq!(shown, row(&start), "{name:?}");
    }
    let [passed, failed, errors, skipped, _] = row("");
    let claimed = passed + failed + errors;
    let last = format!(
        "fail: {passed} of {claimed} claimed passed, {failed} failed, {errors} without an answer, {skipped} not claimed"
    );
    assert!(readme.contains(&last), "{last}");
    assert!(readme.contains(&format!("The {errors} errors are")), "{errors}");
}

#[test]
fn a_document_that_is_not_true_is_noticed() {
    let document = "\
See [the guide](harness/testees/READYOU.md), [this](README.md#fuzz-it) and `harness/crivet/src/judge.rs`, not
`harness/crivet/src/judgement.rs` or `judgement.rs`; `FAMILY/OPERATION/TOPIC.yaml` is any. `crivet run --impl-cmd
X` runs, `crivet walk` does not.

    cargo run --release -- run --strikt   # a comment with --no-option
    cargo xtask codegen vectors --check
    cargo xtask codegen vektors
    cargo xtask mutants score --gait FILE

```console
$ crivet show no-such-vector
$ crivet show R7
```
";
    assert_eq!(
        complaints(document, "", &mut Programs::default()),
        [
            "the link harness/testees/READYOU.md leads nowhere",
            "there is no `harness/crivet/src/judgement.rs`",
            "there is no `judgement.rs`",
            "`cargo run --release -- run --strikt`: `crivet run` has no option --strikt",
            "`cargo xtask codegen vektors`: there is no command `vektors`",
            "`cargo xtask mutants score --gait FILE`: `crivet-mutants score` has no option --gait",
            "`$ crivet show no-such-vector`: the command fails",
            "`crivet walk`: there is no command `walk`",
        ]
    );
}
