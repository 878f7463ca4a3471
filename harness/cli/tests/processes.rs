//! What becomes of a testee's processes, and of the time that they take.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// A testee in the language of the shell. It claims `decode` of href-13, and does what it is told at its start, for
/// each request, and at the end of its input. `pid NUMBER` takes note of a process that must not be left.
struct Testee {
    folder: TempDir,
}

impl Testee {
    fn new(start: &str, request: &str, end: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let description = r#"{"id":%s,"ok":{"name":"sh","version":"","language":"","protocol":1,"profiles":["href-13"],"features":[],"operations":["decode"]}}"#;
        let notes = folder.path().join("pids");
        fs::write(&notes, "").unwrap();
        let program = format!(
            r#"pid() {{ echo "$1" >> '{notes}'; }}
reject() {{ printf '{{"id":%s,"reject":"no"}}\n' "$id"; }}
pid $$
{start}
while read -r line; do
    id=${{line#*\"id\":}}; id=${{id%%,*}}; id=${{id%%\}}*}}
    case $line in
    *describe*) printf '{description}\n' "$id" ;;
    *) {request} ;;
    esac
done
{end}
"#,
            notes = notes.display()
        );
        fs::write(folder.path().join("testee.sh"), program).unwrap();
        // Few vectors are read at once.
        let vector = |n| {
            format!(
                "- {{id: decode-{n}, title: t, profiles: [href-13], requirements: [href13-5.3-5], op: decode, cri: '[{n}]', expect: '[0]'}}\n"
            )
        };
        fs::write(folder.path().join("few.yaml"), (0..8).map(vector).collect::<String>()).unwrap();
        Testee { folder }
    }

    /// `crivet run` on it, with eight vectors that it fails.
    fn run(&self, shell: &str, more: &[&str]) -> Child {
        let few = self.folder.path().join("few.yaml");
        self.run_all(shell, &[more, &[few.to_str().unwrap()]].concat())
    }

    /// `crivet run` on it, with all vectors that it claims.
    fn run_all(&self, shell: &str, more: &[&str]) -> Child {
        let script = self.folder.path().join("testee.sh");
        let mut command = Command::new(CRIVET);
        command.args(["run", "--op", "decode", "--profile", "href-13", "--impl-cmd"]);
        command.arg(format!("{shell} {}", script.display())).args(more);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn processes(&self) -> Vec<String> {
        let notes = fs::read_to_string(self.folder.path().join("pids")).unwrap();
        notes.split_whitespace().map(str::to_owned).collect()
    }

    /// Waits for so many processes.
    #[track_caller]
    fn wait_for(&self, processes: usize) {
        wait_until("the testee's processes have started", || self.processes().len() >= processes);
    }

    /// Every process that was noted has gone, a moment later.
    #[cfg(target_os = "linux")]
    #[track_caller]
    fn assert_gone(&self) {
        assert!(!self.processes().is_empty());
        for pid in self.processes() {
            wait_until(&format!("process {pid} has gone"), || !lives(&pid));
        }
    }
}

/// Is there such a process, and not only what is left of it to be waited for?
#[cfg(target_os = "linux")]
fn lives(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[track_caller]
fn wait_until(what: &str, done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(20), "within 20 seconds, {what}");
        sleep(Duration::from_millis(20));
    }
}

fn signal(child: &Child, signals: &[&str]) {
    for signal in signals {
        Command::new("kill").args([signal, child.id().to_string().as_str()]).status().unwrap();
    }
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

/// Ways out of a process group, each with the shell that has it; `$!` and `$$` are noted.
#[cfg(target_os = "linux")]
const ESCAPES: [(&str, &str, &str); 5] = [
    ("a child", "sh", "sleep 600 & pid $!"),
    ("a session of its own", "sh", "setsid sh -c 'echo $$ >> \"$0\"; exec sleep 600' \"$PIDS\" &"),
    (
        "a daemon",
        "sh",
        "(setsid sh -c '(echo $$ >> \"$0\"; sleep 600 & echo $! >> \"$0\") &' \"$PIDS\" &) ; sleep 0.1",
    ),
    ("job control", "bash", "set -m; sleep 600 & pid $!; disown"),
    (
        "deaf to signals",
        "sh",
        "setsid sh -c 'trap \"\" TERM INT HUP; echo $$ >> \"$0\"; while :; do sleep 1; done' \"$PIDS\" &",
    ),
];

#[cfg(target_os = "linux")]
fn escaping(escape: &str, request: &str) -> Testee {
    let testee = Testee::new("PIDS=${0%/*}/pids", &format!("{escape}\n{request}"), "");
    assert_eq!(testee.processes().len(), 0);
    testee
}

/// Who leaves its process group is ended all the same: at the end of the child, and when crivet ends, however that
/// comes.
#[cfg(target_os = "linux")]
#[test]
fn nobody_outlives_a_run() {
    for (name, shell, escape) in ESCAPES {
        // It comes to its end.
        let testee = escaping(escape, "reject");
        let output = testee.run(shell, &[]).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {}", words(&output));
        assert!(testee.processes().len() > 1, "{name}");
        testee.assert_gone();
        for end in [&["-KILL"][..], &["-INT", "-INT"], &["-TERM"]] {
            let testee = escaping(escape, "sleep 600");
            let mut child = testee.run(shell, &["--jobs", "1"]);
            // The first one was asked what it is.
            testee.wait_for(3);
            signal(&child, end);
            child.wait().unwrap();
            testee.assert_gone();
        }
    }
}

/// A testee that kills the process above it, or stops it, gains nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_testee_does_not_get_rid_of_its_supervisor() {
    for attack in ["kill -KILL $PPID", "kill -STOP $PPID; sleep 600"] {
        let testee = escaping(&format!("setsid sleep 600 & pid $!; {attack}"), "sleep 600");
        let start = Instant::now();
        let run = testee.run("sh", &["--jobs", "2", "--timeout", "0.5"]);
        let output = run.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", words(&output));
        assert!(start.elapsed() < Duration::from_secs(60));
        testee.assert_gone();
    }
}

/// Ctrl-C takes a second at most, whatever the testee does at the time.
#[test]
fn an_interrupt_takes_a_second_at_most() {
    let deaf = "trap '' TERM INT HUP";
    for (start, request, end) in [
        // It never describes itself.
        ("sleep 600", "reject", ""),
        ("sleep 600 & wait", "reject", ""),
        // It stops after its first answer, deaf to what it is told.
        (deaf, "reject; sleep 600", ""),
        ("", "exec sleep 600", ""),
        // It does not start again.
        ("[ $(wc -l < ${0%/*}/pids) -lt 3 ] || sleep 600", "exit 3", ""),
        // It does not come to its end.
        (deaf, "reject", "sleep 600"),
        // It writes without end.
        ("", "while :; do reject; done", ""),
        ("", "while :; do echo noise >&2; done", ""),
    ] {
        let testee = Testee::new(start, request, end);
        let child = testee.run("sh", &["--jobs", "2"]);
        testee.wait_for(1);
        sleep(Duration::from_millis(700));
        let interrupted = Instant::now();
        signal(&child, &["-INT"]);
        let output = child.wait_with_output().unwrap();
        let took = interrupted.elapsed();
        let case = format!("{start:?} {request:?} {end:?}: {}", words(&output));
        // It may just have come to its end.
        assert!(matches!(output.status.code(), Some(1 | 130)), "{case}");
        // Half of it is for a machine that does other things.
        assert!(took < Duration::from_millis(1500), "{took:?}, {case}");
    }
}

/// A testee that never answers costs some time limits, not one for each vector; each vector has its verdict.
#[test]
fn a_testee_that_never_answers_is_given_up() {
    let testee = Testee::new("", "sleep 600", "");
    let start = Instant::now();
    let output =
        testee.run_all("sh", &["--timeout", "0.3", "--report", "lines=-"]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    let lines = String::from_utf8(output.stdout).unwrap();
    // It claims to decode; a sequence asks other things as well.
    let decode = lines.lines().filter(|line| line.starts_with("href-13 decode-"));
    let statuses = decode.filter_map(|line| line.split(' ').nth(2)).filter(|status| *status != "skip");
    let others: Vec<&str> = statuses.clone().filter(|status| *status != "error").collect();
    assert!(statuses.count() > 100 && others.is_empty(), "{others:?}\n{lines}");
    let output = testee.run_all("sh", &["--timeout", "0.3"]).wait_with_output().unwrap();
    let words = words(&output);
    assert!(
        words.contains("systematic failure, so this was not asked: the request before had failed"),
        "{words}"
    );
    assert!(words.contains("are charged with a systematic failure"), "{words}");
}

/// A run ends when as many vectors have failed as may, and those that are expected to fail do not count.
#[test]
fn a_run_ends_after_so_many_failures() {
    let testee = Testee::new("", "printf '{\"id\":%s,\"ok\":{\"full\":true,\"cri\":\"80\"}}\\n' $id", "");
    for limit in [&["--fail-fast"][..], &["--max-fail", "3"]] {
        let output = testee
            .run_all("sh", &[limit, &["--jobs", "1", "--report", "json=-"]].concat())
            .wait_with_output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", words(&output));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["complete"], false);
        let asked = report["results"].as_array().unwrap().len();
        // What had been answered by then is judged.
        assert!((1..=80).contains(&asked), "{asked}");
        assert!(words(&output).contains("--max-fail"), "{}", words(&output));
    }
    let known = testee.folder.path().join("known.txt");
    fs::write(&known, "* fail all of them\n").unwrap();
    let expect = ["--fail-fast", "--expect", known.to_str().unwrap(), "--report", "json=-"];
    let output = testee.run("sh", &expect).wait_with_output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["complete"], true);
}

#[test]
fn a_start_has_a_time_limit_of_its_own() {
    let testee = Testee::new("sleep 600", "reject", "");
    let start = Instant::now();
    let output = testee.run("sh", &["--start-timeout", "0.3"]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("did not within 0.3 s"), "{}", words(&output));
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// What is no file is not waited for; a file that may not grow is an error that is told.
#[test]
fn pipes_and_limits_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let exits = |status, shell: &str, arguments: &[&str], part: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{shell} exec \"$0\" \"$@\""), CRIVET]).args(arguments);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", words(&output));
        assert!(words(&output).contains(part), "{arguments:?}: {}", words(&output));
    };
    fs::create_dir(path("vectors")).unwrap();
    for fifo in ["pipe", "vectors/pipe.yaml"] {
        assert!(Command::new("mkfifo").arg(path(fifo)).status().unwrap().success());
    }
    exits(2, "", &["run", "--expect", &path("pipe")], "expected a file, found a pipe");
    exits(2, "", &["run", &path("vectors")], "expected a file, found a pipe");
    exits(0, "", &["run", "--expect", "/dev/null", "--filter", "scan-*"], "passed");
    let tests = r#"{"base-uri": 1e999, "base-cri": "80", "test-vectors": []}"#;
    fs::write(path("tests.json"), tests).unwrap();
    exits(2, "", &["run", &path("tests.json")], "tests.json:1:1: ");
    // The unit is 512 or 1024 bytes.
    let report = format!("json={}", path("report.json"));
    exits(2, "ulimit -f 8;", &["run", "--filter", "scan-*", "--report", &report], "cannot be written");
}

/// Where there is not enough memory, that is told, with the status of what could not be done, and no signal.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_told() {
    let mut failed = 0;
    let mut room = 60_000;
    loop {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {room}; exec \"$0\" \"$@\""), CRIVET, "run", "--quick"]);
        // Few: with too little room every allocation is a system call.
        command.args(["--operation", "decode", "--profile", "href-13", "--jobs", "1"]);
        command.args(["--report", "html=/dev/null", "--report", "json=/dev/null"]);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(0) => break,
            Some(2) => {
                assert!(!told.is_empty());
                failed += usize::from(told.contains("memory allocation of "));
            }
            // The program did not fit in itself: that is for the loader to tell.
            status => assert!(failed == 0 && !told.contains("memory allocation"), "{status:?} {told}"),
        }
        room += room / 8;
        assert!(room < 8_000_000, "it never has enough: {told}");
    }
    assert!(failed > 0, "no allocation failed");
}

/// A trace has the whole conversation: what was asked, what was answered, and how each process ended.
#[test]
fn a_trace_has_the_whole_conversation() {
    let testee = Testee::new("echo hello >&2", "reject", "exit 4");
    let trace = testee.folder.path().join("trace.jsonl");
    let output =
        testee.run("sh", &["--jobs", "1", "--trace", trace.to_str().unwrap()]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    let text = fs::read_to_string(&trace).unwrap();
    let events: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |child: u64, what: &str, part: &str| {
        let is = |event: &&serde_json::Value| {
            event["child"] == child
                && event["what"] == what
                && event["text"].as_str().unwrap().contains(part)
                && event["ms"].is_u64()
        };
        events.iter().filter(is).count()
    };
    // The first says what it is, and the second does the work.
    assert_eq!((count(1, "asked", "describe"), count(1, "asked", "decode")), (2, 0), "{text}");
    for child in [1, 2] {
        assert_eq!(count(child, "start", "testee.sh"), 1, "{text}");
        assert_eq!(count(child, "stderr", "hello"), 1, "{text}");
        assert_eq!(count(child, "end", "exited with status 4"), 1, "{text}");
    }
    assert_eq!((count(2, "asked", "\"op\":\"decode\""), count(2, "answered", "reject")), (8, 8), "{text}");
    // It is told that the testee does not end with success, and that a trace has nowhere to go.
    assert!(words(&output).contains("after the end of its input the testee exited with status 4"));
    let output = testee.run("sh", &["--trace", "/no/such/folder/trace"]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("cannot be written"), "{}", words(&output));
    let output = testee.run("sh", &["--trace", "/dev/full"]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(if cfg!(target_os = "linux") { 2 } else { 1 }));
}

/// The command line of SECURITY.md that puts a testee in a sandbox, with bubblewrap.
#[cfg(target_os = "linux")]
#[test]
fn a_testee_in_a_sandbox_reaches_nothing() {
    let document =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../SECURITY.md")).unwrap();
    let line = document.lines().find(|line| line.contains("--impl-cmd 'bwrap ")).unwrap();
    let sandbox = line.split('\'').nth(1).unwrap().strip_suffix(" ./my-testee").unwrap();
    let mut bare = sandbox.split(' ');
    let tried = Command::new(bare.next().unwrap()).args(bare).arg("true").output();
    if !tried.as_ref().is_ok_and(|output| output.status.success()) {
        eprintln!("left out: there is no bubblewrap, or no namespaces for it: {tried:?}");
        return;
    }
    // The same answers come out of it.
    let lines = |command: &str| {
        let arguments = ["run", "--filter", "resolve-*", "--report", "lines=-", "--impl-cmd", command];
        Command::new(CRIVET).args(arguments).output().unwrap()
    };
    let (inside, outside) = (
        lines(&format!("{sandbox} --ro-bind {CRIVET} {CRIVET} {CRIVET} testee")),
        lines(&format!("{CRIVET} testee")),
    );
    assert_eq!(inside.status.code(), Some(0), "{}", words(&inside));
    assert_eq!(inside.stdout, outside.stdout);
    // Nothing can be written, nobody reached or seen; who stays behind is ended.
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let attack = format!(
        "{{ echo > \"${{0%/*}}/escaped\"; kill -9 {}; }} 2>/dev/null; setsid sleep 600 & reject",
        other.id()
    );
    let testee = Testee::new("", &attack, "");
    let script = testee.folder.path().join("testee.sh");
    let mut child = Command::new(CRIVET)
        .args(["run", "--op", "decode", "--profile", "href-13", "--filter", "decode-a*", "--impl-cmd"])
        .arg(format!("{sandbox} --ro-bind {0} {0} sh {1}", testee.folder.path().display(), script.display()))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    assert!(child.wait().unwrap().code().is_some());
    assert!(!testee.folder.path().join("escaped").exists());
    assert!(lives(&other.id().to_string()));
    other.kill().unwrap();
    other.wait().unwrap();
}

/// What a command is not is told: a script without its interpreter is there all the same.
#[test]
fn what_cannot_be_started_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    for (content, mode, part) in [
        ("#!/no/such/interpreter -x\n", 0o755, "its interpreter `/no/such/interpreter` is not"),
        ("#!/bin/sh\r\nexit\r\n", 0o755, "its lines end as those of Windows do"),
        ("#!/bin/sh\nexit 3\n", 0o644, "ermission denied"),
        ("#!/bin/sh\nexit 3\n", 0o755, "it exited with status 3"),
        ("\x7fELF", 0o755, "could not be started"),
    ] {
        let file = folder.path().join("testee");
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let output =
            Command::new(CRIVET).args(["run", "--impl-cmd", file.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(words(&output).contains(part), "{part}: {}", words(&output));
        fs::remove_file(&file).unwrap();
    }
    let output =
        Command::new(CRIVET).args(["run", "--impl-cmd", Path::new("/").to_str().unwrap()]).output().unwrap();
    assert!(words(&output).contains("could not be started"), "{}", words(&output));
    let output = Command::new(CRIVET).args(["run", "--jobs", "99999"]).output().unwrap();
    assert!(words(&output).contains("from 1 to 256"), "{}", words(&output));
}
