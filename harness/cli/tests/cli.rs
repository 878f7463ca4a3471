//! The program as a person or a CI job uses it: what it prints where, and the exit status.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

fn crivet(arguments: &[&str]) -> Output {
    Command::new(CRIVET).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Runs it and checks the exit status; gives standard output and standard error.
#[track_caller]
fn exits(status: i32, arguments: &[&str]) -> (String, String) {
    let output = crivet(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "crivet {arguments:?}\n{out}\n{err}");
    (out, err)
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

/// The reference, asked through the pipe.
fn piped() -> String {
    format!("{CRIVET} testee")
}

#[test]
fn the_main_job_passes_on_one_screen() {
    let (out, err) = exits(0, &["run"]);
    assert!(out.lines().count() < 60, "{out}");
    holds(&out, "trivial scores: reject-all");
    holds(&out, " passed\n");
    assert_eq!(err, "");
    assert!(!out.contains('\x1b'), "styles in a pipe");
}

#[test]
fn the_pipe_gives_what_the_process_gives() {
    let arguments = ["run", "--filter", "resolve-*", "--report", "lines=-"];
    let (here, _) = exits(0, &arguments);
    let (there, _) = exits(0, &[&arguments[..], &["--impl-cmd", &piped()]].concat());
    assert_eq!(here, there);
    assert!(here.lines().count() > 300);
}

#[test]
fn a_testee_without_a_feature_is_judged_by_what_it_claims() {
    let testee = format!("{CRIVET} testee --without text-or-pet --without userinfo --without no-authority");
    exits(0, &["run", "--profile", "href-13", "--impl-cmd", &testee]);
}

#[test]
fn a_failure_says_what_was_asked_and_how_to_repeat_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.yaml");
    let wrong = "- id: wrong\n  title: An expectation that is wrong\n  profiles: [href-13]\n  requirements: [href13-5.3-5]\n  op: cri-to-uri\n  cri: '[-1, [\"h\"], [\"a\"]]'\n  expect: coap://h/b\n  ruling: R7\n  note: It is wrong on purpose.\n";
    fs::write(&file, wrong).unwrap();
    let path = file.to_str().unwrap();
    let (out, _) = exits(1, &["run", "--details", path]);
    for part in [
        "fail wrong (href-13)",
        "An expectation that is wrong",
        "[-1, [\"h\"], [\"a\"]]",
        "hex 832081616881",
        "\"coap://h/b\"",
        "\"coap://h/a\"",
        "character 10",
        "href13-5.3-5",
        "R7",
        "It is wrong on purpose.",
        &format!("{path}:1:3"),
        &format!("crivet run --profile href-13 --filter wrong {path}"),
    ] {
        holds(&out, part);
    }
    // The command that the report names repeats just this vector.
    let (again, _) = exits(1, &["run", "--profile", "href-13", "--filter", "wrong", path]);
    holds(&again, "0 of 1 passed");
}

#[test]
fn what_cannot_be_run_exits_with_2() {
    let err = |arguments: &[&str]| exits(2, arguments).1;
    holds(&err(&["run", "--filter", "no-such-*"]), "no vector matches");
    holds(&err(&["run", "/no/such/folder"]), "cannot be read");
    holds(&err(&["run", "--report", "json=/no/such/folder/x.json"]), "cannot be written");
    holds(&err(&["run", "--report", "excel=x"]), "unknown format `excel`");
    holds(&err(&["run", "--impl-cmd", "/no/such/program"]), "could not be started");
    holds(&err(&["run", "--impl-cmd", "cat"]), "asked to describe itself");
    holds(&err(&["run", "--impl-cmd", "sh -c 'echo oh no >&2; exit 4'"]), "oh no");
    holds(&err(&["run", "--impl-cmd", "'open"]), "open quote");
    holds(&err(&["run", "--impl", "nobody"]), "the built-in implementation is `reference`");
    holds(&err(&["run", "--jobs", "0"]), "--jobs");
    holds(&err(&["run", "--timeout", "0"]), "--timeout");
    holds(&err(&["run", "--profile", "href-99"]), "the profiles are href-13");
    holds(&err(&["show", "no-such-id"]), "nothing has the id no-such-id");
    holds(&err(&["show", "decode-segmnt-true"]), "did you mean decode-segment-true");
    holds(
        &err(&["run", "--profile", "href-27", "--filter", "cri-to-uri-*", "--impl-cmd", &only_decode()]),
        "nothing was tested",
    );
}

/// A testee that claims `decode` alone, and answers nothing else.
fn only_decode() -> String {
    let answer = r#"{"id":%d,"ok":{"name":"d","version":"","language":"","protocol":1,"profiles":["href-13"],"features":[],"operations":["decode"]}}"#;
    format!("sh -c 'i=0; while read -r line; do printf '\"'\"'{answer}\\n'\"'\"' \"$i\"; i=$((i+1)); done'")
}

#[test]
fn ten_broken_files_are_told_by_their_lines() {
    let vector = |lines: &str| format!("# a comment\n- id: v\n  title: t\n  profiles: [href-13]\n{lines}");
    let files: [(String, usize, &str); 10] = [
        (vector("  op: decode\n  cri: '[0'\n  expect: reject\n"), 6, "no CBOR diagnostic notation"),
        (vector("  op: decode\n  cri: hex:8g\n  expect: reject\n"), 6, "is no hex digit"),
        (
            vector("  op: decode\n  cri: '[0]'\n  expct: reject\n"),
            7,
            "unknown key `expct`; did you mean `expect`?",
        ),
        (vector("  op: decod\n  cri: '[0]'\n  expect: reject\n"), 5, "unknown operation `decod`"),
        (
            vector(
                "  requirements:\n    - href13-c1-syntax\n    - nope\n  op: decode\n  cri: '[0]'\n  expect: reject\n",
            ),
            7,
            "unknown requirement `nope`",
        ),
        (
            vector("  ruling: R9999\n  op: decode\n  cri: '[0]'\n  expect: reject\n"),
            5,
            "unknown ruling `R9999`",
        ),
        (
            vector("  features: [wings]\n  op: decode\n  cri: '[0]'\n  expect: reject\n"),
            5,
            "unknown feature `wings`",
        ),
        (
            vector("  op: decode\n  cri: '[0]'\n  expect: reject\n  strength: disputed\n"),
            7,
            "at least two accepted outcomes",
        ),
        (
            vector("  op: resolve\n  base: '[-1, [\"h\"]]'\n  reference: '[0]'\n  expect: '[0]'\n"),
            8,
            "resolving gives a full CRI",
        ),
        (vector("  op: decode\n  cri: '[0]'\n  expect: reject\n- id: v\n"), 8, "the id was used before"),
    ];
    for (text, line, part) in files {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("broken.yaml");
        fs::write(&file, &text).unwrap();
        let (out, _) = exits(2, &["lint", folder.path().to_str().unwrap()]);
        let place = format!("broken.yaml:{line}:");
        let told = out.lines().any(|told| told.contains(&place) && told.contains(part));
        assert!(told, "expected {place} … {part} for\n{text}\nin\n{out}");
    }
}

#[test]
fn drafts_are_left_out_counted_and_no_part_of_a_release() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.yaml");
    let head =
        "- id: drafted\n  title: t\n  draft: true\n  profiles: [href-13]\n  op: decode\n  cri: '[0]'\n";
    fs::write(&file, head).unwrap();
    let path = file.to_str().unwrap();
    let (_, err) = exits(2, &["run", path]);
    holds(&err, "1 draft left out");
    let good = head.replace("drafted", "judged").replace("  draft: true\n", "") + "  expect: '[0]'\n";
    fs::write(&file, format!("{head}{good}{}", head.replace("drafted", "another"))).unwrap();
    let (out, _) = exits(0, &["run", path]);
    holds(&out, "note: 2 drafts left out");
    holds(&out, "1 of 1 passed");
    let (out, err) = exits(0, &["lint", path]);
    assert_eq!(out, "1 vectors, 2 drafts, no errors\n");
    holds(&err, &format!("{path}:1:3: drafted: a draft;"));
    let (out, _) = exits(2, &["lint", "--release", path]);
    holds(&out, &format!("{path}:1:3: drafted: a draft;"));
    holds(&out, &format!("{path}:13:3: another: a draft;"));
    holds(&out, "2 errors");
    let (_, err) = exits(2, &["show", "drafted", "--vectors", path]);
    holds(&err, "drafted is a draft, without a verdict");
}

#[test]
fn lists_and_shows() {
    let (out, _) = exits(0, &["list"]);
    assert!(out.lines().count() > 2000);
    let (out, _) = exits(0, &["list", "--filter", "resolve-query-unsets-fragment", "--profile", "href-13"]);
    holds(&out, "resolve-query-unsets-fragment\thref-13\tresolve\tmust\t");
    let (out, _) = exits(0, &["list", "--json", "--filter", "resolve-query-unsets-fragment"]);
    holds(&out, r#""op":"resolve""#);
    holds(&exits(0, &["list", "--requirements"]).0, "href13-5.3-5\tmust\t");
    holds(&exits(0, &["list", "--rulings"]).0, "R7\tempty-reference-keeps-fragment\t");
    assert_eq!(exits(0, &["show", "R7"]).0, exits(0, &["show", "empty-reference-keeps-fragment"]).0);
    let (out, _) = exits(0, &["show", "resolve-query-unsets-fragment", "R7", "href13-5.3-5"]);
    for part in ["[0, null, [\"a\"]]", "Step 5", "R7", "vectors"] {
        holds(&out, part);
    }
}

#[test]
fn reports_go_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let junit = format!("junit={}", path("a.xml").display());
    let json = format!("json={}", path("a.json").display());
    exits(0, &["run", "--filter", "scan-*", "--report", &junit, "--report", &json]);
    holds(&fs::read_to_string(path("a.xml")).unwrap(), "<testsuites");
    holds(&fs::read_to_string(path("a.json")).unwrap(), "\"complete\": true");
    let names = || fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names(), 2, "nothing else is left behind");
    // The old one would read as that of a run that does not take place.
    exits(2, &["run", "--filter", "none", "--report", &json]);
    assert!(path("a.xml").exists() && !path("a.json").exists());
}

#[test]
fn the_version_names_the_corpus_and_its_digest() {
    let (long, _) = exits(0, &["--version"]);
    let (short, _) = exits(0, &["-V"]);
    assert_eq!(long.lines().next(), short.lines().next());
    let corpus = long.lines().nth(1).unwrap();
    let (version, digest) = corpus.strip_prefix("corpus ").unwrap().split_once(", sha256 ").unwrap();
    assert_eq!(version.split('.').count(), 3);
    assert_eq!(digest, crivet_report::export::digest());
    assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest}");
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    let (help, _) = exits(0, &["--help"]);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 8, "{commands:?}");
    let folder = tempfile::tempdir().unwrap();
    exits(0, &["man", folder.path().to_str().unwrap()]);
    let (page, _) = exits(0, &["man"]);
    holds(&page, ".TH crivet 1");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, _) = exits(0, &["completions", shell]);
        commands.iter().for_each(|command| holds(&script, command));
    }
    for command in commands.iter().filter(|command| **command != "help") {
        holds(&page, &format!("crivet\\-{command}(1)"));
        let page = fs::read_to_string(folder.path().join(format!("crivet-{command}.1"))).unwrap();
        holds(&page, "SYNOPSIS");
    }
    exits(2, &["completions", "tcsh"]);
    exits(2, &["man", "/no/such/folder"]);
}

/// A reader that goes early is no error, whatever is printed, and a run's status stays its verdict.
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for (status, arguments) in [
        (0, &["list"][..]),
        (0, &["list", "--json"]),
        (0, &["list", "--requirements"]),
        (0, &["export"]),
        (0, &["run", "--filter", "resolve-*", "--report", "lines=-"]),
        (2, &["lint", "/no/such/folder"]),
    ] {
        let mut command = Command::new(CRIVET);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The reader is gone before the first byte.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "crivet {arguments:?}");
        assert_eq!(output.status.code(), Some(status), "crivet {arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_testee_that_holds_too_much_memory_is_killed_and_told() {
    let (_, err) = exits(2, &["run", "--memory", "1", "--impl-cmd", "sh -c 'sleep 5 & wait'"]);
    holds(&err, "held more than the 1 MiB of memory that it is allowed");
}

#[cfg(unix)]
#[test]
fn a_run_ends_at_its_time_limit() {
    let describe = r#"{"id":0,"ok":{"name":"mute","version":"","language":"","protocol":1,"profiles":["href-13"],"features":[],"operations":["decode"]}}"#;
    let second = describe.replacen("\"id\":0", "\"id\":1", 1);
    let testee = format!(
        "sh -c 'read -r l; echo '\"'\"'{describe}'\"'\"'; read -r l; echo '\"'\"'{second}'\"'\"'; exec sleep 60'"
    );
    let (out, err) = exits(
        1,
        &["run", "--op", "decode", "--profile", "href-13", "--max-time", "2", "--impl-cmd", &testee],
    );
    holds(&out, "incomplete");
    holds(&err, "--max-time");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("slow.sh");
    let describe = r#"{"id":ID,"ok":{"name":"slow","version":"","language":"","protocol":1,"profiles":["href-13"],"features":[],"operations":["decode"]}}"#;
    let program = format!(
        "while read -r line; do id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}; id=${{id%%\\}}*}};\n case $line in *describe*) echo '{describe}' | sed s/ID/$id/;; *) echo $$ >> {0}; exec sleep 60;; esac; done",
        folder.path().join("pids").display()
    );
    fs::write(&script, program).unwrap();
    let child = Command::new(CRIVET)
        .args(["run", "--jobs", "1", "--timeout", "100", "--operation", "decode", "--profile", "href-13"])
        .args(["--impl-cmd", &format!("sh {}", script.display())])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pids = folder.path().join("pids");
    wait_until(|| pids.exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    holds(&String::from_utf8(output.stdout).unwrap(), "incomplete");
    let asleep = fs::read_to_string(pids).unwrap();
    for pid in asleep.split_whitespace() {
        wait_until(|| !Path::new(&format!("/proc/{pid}")).exists());
    }
}

#[cfg(unix)]
#[track_caller]
fn wait_until(done: impl Fn() -> bool) {
    for _ in 0..600 {
        if done() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("it did not come about within 30 seconds");
}

#[test]
fn newer_vectors_do_not_turn_a_pinned_run_red() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.yaml");
    let vector = |id: &str, more: &str, expect: &str| {
        format!(
            "- id: {id}\n  title: t\n  profiles: [href-13]\n{more}  op: cri-to-uri\n  cri: '[-1, [\"h\"]]'\n  expect: {expect}\n"
        )
    };
    fs::write(&file, vector("old", "", "coap://h") + &vector("new", "  since: 0.2.0\n", "coap://i")).unwrap();
    let path = file.to_str().unwrap();
    exits(1, &["run", path]);
    exits(1, &["run", "--corpus-version", "0.2.0", path]);
    let (out, _) = exits(0, &["run", "--corpus-version", "0.1.0", "--details", path]);
    holds(&out, "fail new (href-13) (late)");
    holds(&out, "late: 1 vectors newer than corpus 0.1.0 do not count: 1 failed, 0 without an answer");
    holds(&out, "pass: 1 of 1 passed");
    let (out, _) = exits(0, &["run", "--corpus-version", "0.1.0", "--report", "junit=-", path]);
    holds(&out, "came with corpus version 0.2.0, newer than the one pinned");
    let (out, _) = exits(0, &["run", "--corpus-version", "0.1.0", "--report", "tap=-", path]);
    holds(&out, "# TODO came with corpus version 0.2.0");
    let (out, _) = exits(0, &["run", "--corpus-version", "0.1.0", "--report", "github=-", path]);
    assert!(!out.contains("::error"), "{out}");
    let (out, _) = exits(0, &["run", "--corpus-version", "0.1.0", "--report", "json=-", path]);
    holds(&out, "\"pinned\": \"0.1.0\"");
    let (_, err) = exits(2, &["run", "--corpus-version", "0.0.1", path]);
    holds(&err, "nothing would count");
    let (_, err) = exits(2, &["run", "--corpus-version", "99.0.0"]);
    holds(&err, "newer than the corpus inside this program");
}

#[test]
fn the_corpus_is_exported_to_a_file_or_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("corpus.json");
    exits(0, &["export", path.to_str().unwrap()]);
    let (out, _) = exits(0, &["export"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), out);
    holds(&out, "\"format\": 2");
    let (schema, _) = exits(0, &["export", "--schema"]);
    assert_eq!(
        schema,
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/export.schema.json"))
            .unwrap()
    );
    exits(2, &["export", "/nowhere/corpus.json"]);
}

#[test]
fn a_file_of_the_working_group_is_run_and_its_slips_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tests.csv");
    let text = "type;uri;cri;cri_hex\nbase;coap://h;[-1, [\"h\"]];8220816168\nrt;a;[1, [\"a\"]];8201816162\n";
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (out, _) = exits(0, &["run", path]);
    holds(&out, "tests.csv:3:1: `cri` is 8201816161 by its notation and 8201816162 in hex");
    holds(&out, "6 of 6 passed");
    let (out, _) = exits(2, &["lint", path]);
    holds(&out, "1 error\n");
}

#[test]
fn words_are_explained_and_others_offered() {
    let (out, _) = exits(0, &["explain", "resolve-query-unsets-fragment", "disputed"]);
    for part in
        ["It asks `resolve`", "Because the text says", "To ask it alone", "can be read in several ways"]
    {
        holds(&out, part);
    }
    holds(&exits(0, &["explain"]).0, "  unprocessable\n");
    let (_, err) = exits(2, &["explain", "resolve-query-unset-fragment"]);
    holds(&err, "did you mean resolve-query-unsets-fragment");
}

#[test]
fn the_specification_is_a_page_a_table_and_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let select = ["--profile", "href-13", "--filter", "resolve-*"];
    let reports = [format!("json={}", path("mine.json")), format!("lines={}", path("again.txt"))];
    exits(0, &[&["run"], &select[..], &["--report", &reports[0], "--report", &reports[1]]].concat());
    let page = format!("html={}", path("page.html"));
    let named = format!("by lines={}", path("again.txt"));
    let ask = ["coverage", "--profile", "href-13", "--result", &path("mine.json"), "--result", &named];
    let (out, _) = exits(0, &[&ask[..], &["--report", &page, "--report", "lines=-"]].concat());
    holds(&out, "href13-5.3-5 must: crivet-reference holds ");
    holds(&out, ", by lines holds ");
    assert!(!out.contains("href27"), "another profile's: {out}");
    holds(&fs::read_to_string(path("page.html")).unwrap(), "id=\"href13-5.3-5\"");
    holds(&exits(0, &ask).0, "draft-ietf-core-href-13 (href-13)");
    let killers = path("killers.txt");
    fs::write(&killers, "href-13 resolve-query-unsets-fragment\n").unwrap();
    let killed = [&ask[..], &["--killers", &killers]].concat();
    holds(&exits(1, &killed).0, "gaps\n");
    fs::write(&killers, "nothing\n").unwrap();
    holds(&exits(2, &killed).1, "expected `PROFILE ID`, found `nothing`");
    fs::write(path("odd.txt"), "href-13 decode-x passed\n").unwrap();
    let (_, err) = exits(2, &["coverage", "--result", &path("odd.txt")]);
    holds(&err, "line 1: ");
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

/// Help is broken where the terminal ends, at words and not in the middle of a sentence that had room.
#[test]
fn help_fits_the_terminal() {
    let commands =
        ["run", "fuzz", "list", "show", "explain", "export", "lint", "coverage", "compare", "testee"];
    for width in ["60", "80", "120"] {
        for command in commands {
            let mut asked = Command::new(CRIVET);
            let output = asked.args([command, "--help"]).env("COLUMNS", width).output().unwrap();
            let help = String::from_utf8(output.stdout).unwrap();
            for line in help.lines() {
                let columns = width.parse::<usize>().unwrap();
                let words = line.split_whitespace().count();
                assert!(line.chars().count() <= columns || words < 2, "{command} at {width}: {line}");
            }
        }
    }
}
