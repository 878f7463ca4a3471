//! One trial a fault.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crivet::corpus::Corpus;
use crivet::operation::Operation;
use crivet::outcome::{Failure, FailureKind, KEPT, Outcome, Value};
use crivet::process::{Limits, Performance, StartError, Testee};
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::Case;
use crivet::verdict::Status;
use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::faults::{CHARGED, ESCAPES, NO_START};

use FailureKind::{Protocol, TimeOut, Unavailable};

/// How many requests a trial sends, more than a window's worth, and which are bad.
const COUNT: usize = 150;
const BAD: [usize; 3] = [0, 70, 149];

/// The ways to start a testee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    /// Below a supervisor, where the system has them.
    Supervised,
    /// Without.
    Plain,
}

pub(crate) fn all() -> Vec<Trial> {
    let trial = |name: &'static str, run: fn()| {
        Trial::test(name, move || {
            run();
            Ok(())
        })
    };
    let mut trials: Vec<Trial> = Vec::new();
    for transport in [Transport::Supervised, Transport::Plain] {
        let supervised = transport == Transport::Supervised;
        let word = if supervised { "" } else { "-plain" };
        let escapes = if supervised && cfg!(target_os = "linux") { ESCAPES } else { &[] };
        for &(fault, kind, message) in CHARGED.iter().chain(escapes) {
            trials.push(Trial::test(format!("{fault}{word}"), move || {
                charged(fault, transport, kind, message);
                Ok(())
            }));
        }
        for &(fault, message) in NO_START {
            trials.push(Trial::test(format!("{fault}{word}"), move || {
                no_start(fault, transport, message);
                Ok(())
            }));
        }
    }
    trials.extend([
        trial("good", || answered("good", COUNT, |unattributed| unattributed == 0)),
        trial("out-of-order", || answered("out-of-order", COUNT, |unattributed| unattributed == 0)),
        trial("close-input", close_input),
        trial("byte-by-byte", || answered("byte-by-byte", COUNT, |unattributed| unattributed == 0)),
        trial("windows-lines", || answered("windows-lines", COUNT, |unattributed| unattributed == 0)),
        trial("eighty-misbehave", || assert!(CHARGED.len() + NO_START.len() >= 80)),
        trial("goodbye", || answered("goodbye", COUNT, |unattributed| unattributed == 0)),
        trial("ignore-end", || answered("ignore-end", 3, |unattributed| unattributed == 0)),
        trial("linger-from-start", || answered("linger-from-start", 3, |unattributed| unattributed == 0)),
        trial("stderr-flood", || answered("stderr-flood", 20, |unattributed| unattributed == 0)),
        trial("abort-at-end", || answered("abort-at-end", 20, |unattributed| unattributed > 0)),
        trial("exit-with-leak", || {
            told_at_end("exit-with-leak", "exited with status 23; standard error ended: 1 leak")
        }),
        trial("ignore-end-is-told", || told_at_end("ignore-end", "did not exit within 1 s, and was killed")),
        trial("end-in-order", || assert_eq!(asked_to_the_end("good").exits, None)),
        trial("exit-on-every-second", every_second),
        trial("reserve", reserve),
        trial("budget", budget),
        trial("long-name", long_name),
        trial("long-reject", || long_answers("long-reject")),
        trial("long-value", || long_answers("long-value")),
        trial("leak", || answered("leak", 200, |unattributed| unattributed > 0)),
        trial("start-slow", || answered("start-slow", 3, |unattributed| unattributed == 0)),
        trial("slower", slower),
        trial("long-line-bound", long_line_bound),
        trial("exit-after-each", || answered("exit-after-each", 30, |unattributed| unattributed > 0)),
        trial("nothing-to-ask", || answered("good", 0, |unattributed| unattributed == 0)),
        trial("unsupported", unsupported),
        trial("deaf", || silent("deaf", "")),
        trial("stderr-only", || silent("stderr-only", "standard error ended: ")),
        trial("spent", spent),
        trial("cancelled", cancelled),
        trial("command-missing", command_missing),
        trial("command-lines", command_lines),
        trial("describe", describe),
        trial("session", session),
        trial("session-hang", session_hang),
    ]);
    trials.extend(super::breaker::trials());
    trials.extend(super::board::trials());
    trials
}

/// A folder that the processes of a trial leave their marks in.
pub(crate) struct Marks(pub(crate) TempDir);

impl Marks {
    pub(crate) fn new() -> Self {
        Marks(tempfile::tempdir().unwrap())
    }

    pub(crate) fn testee(&self, fault: &str) -> Testee {
        self.testee_by(fault, Transport::Supervised)
    }

    fn testee_by(&self, fault: &str, transport: Transport) -> Testee {
        let program = std::env::current_exe().unwrap().into_os_string().into_string().unwrap();
        let folder = self.0.path().to_str().unwrap().to_owned();
        // Short where the fault is to run into the limit, long where it is not to.
        let short = [
            "close-input",
            "deaf",
            "describe-never",
            "hang",
            "late",
            "signal-stop",
            "slower",
            "start-slow",
            "stderr-only",
        ]
        .contains(&fault);
        let limits = Limits {
            request: Duration::from_secs(if short { 1 } else { 20 }),
            start: Duration::from_secs(if fault == "describe-never" { 1 } else { 20 }),
            exit: Duration::from_secs(if fault == "ignore-end" { 1 } else { 5 }),
            line: 64 << 10,
            stderr: 1 << 10,
            memory: Some(256 << 20),
            processes: Some(100),
        };
        let words = ["misbehave".to_owned(), fault.to_owned(), folder];
        let testee = Testee::from_words(program, words).with_limits(limits);
        if transport == Transport::Supervised { testee.supervised(["supervise"]) } else { testee }
    }

    fn processes(&self) -> usize {
        fs::read_dir(self.0.path()).unwrap().count()
    }

    /// Nobody writes any more: every process has gone.
    #[track_caller]
    pub(crate) fn assert_quiet(&self) {
        let size = |path: &Path| -> u64 {
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
        };
        let before = size(self.0.path());
        thread::sleep(Duration::from_millis(150));
        assert_eq!(size(self.0.path()), before, "a process is left");
    }
}

pub(crate) fn uri(index: usize, bad: &[usize]) -> String {
    if bad.contains(&index) { "bad".to_owned() } else { format!("uri:{index}") }
}

pub(crate) fn requests(count: usize, bad: &[usize]) -> Vec<(Profile, Operation)> {
    (0..count).map(|index| (Profile::Href13, Operation::UriToCri { uri: uri(index, bad) })).collect()
}

pub(crate) fn right(uri: &str) -> Outcome {
    Outcome::Value(Value::Cri { cri: uri.as_bytes().to_vec() })
}

/// Asks, and gives each index its one outcome.
#[track_caller]
pub(crate) fn perform(
    testee: &Testee,
    requests: &[(Profile, Operation)],
    jobs: usize,
    cancel: &AtomicBool,
) -> (Vec<Option<Outcome>>, Performance) {
    let outcomes = Mutex::new(vec![None; requests.len()]);
    let performance = testee.perform_all(requests, jobs, cancel, &|index, outcome| {
        let before = outcomes.lock().unwrap()[index].replace(outcome);
        assert_eq!(before, None, "{index} has a second outcome");
    });
    let outcomes = outcomes.into_inner().unwrap();
    assert_eq!(outcomes.iter().flatten().count(), performance.outcomes);
    (outcomes, performance)
}

/// Each bad request is charged, nobody else, however many jobs there are.
#[track_caller]
fn charged(fault: &str, transport: Transport, kind: FailureKind, message: &str) {
    // What runs into a time limit is asked less often.
    let slow =
        ["close-input", "close-output", "eat", "eat-in-child", "hang", "late", "leave-many", "signal-stop"]
            .contains(&fault);
    for (jobs, bad) in if slow { vec![(1, vec![70])] } else { vec![(1, vec![70]), (3, BAD.to_vec())] } {
        let marks = Marks::new();
        let testee = marks.testee_by(fault, transport);
        let (outcomes, performance) = perform(&testee, &requests(COUNT, &bad), jobs, &AtomicBool::new(false));
        for (index, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Some(Outcome::Error(failure)) if bad.contains(&index) => {
                    assert_eq!(failure.kind, kind, "{}", failure.message);
                    assert!(failure.message.contains(message), "{}", failure.message);
                }
                other => {
                    assert!(!bad.contains(&index), "{index}: {other:?}");
                    assert_eq!(other, Some(right(&uri(index, &bad))), "{index}");
                }
            }
        }
        assert!(!performance.cancelled);
        assert_eq!(performance.unattributed, []);
        marks.assert_quiet();
    }
}

/// Everything is answered right; with so many unattributed failures.
#[track_caller]
fn answered(fault: &str, count: usize, unattributed: fn(usize) -> bool) {
    for jobs in [1, 2] {
        let marks = Marks::new();
        let requests = requests(count, &[]);
        let (outcomes, performance) = perform(&marks.testee(fault), &requests, jobs, &AtomicBool::new(false));
        for (index, outcome) in outcomes.into_iter().enumerate() {
            assert_eq!(outcome, Some(right(&uri(index, &[]))), "{index}");
        }
        assert!(unattributed(performance.unattributed_count), "{performance:?}");
        assert_eq!(performance.unattributed_count, performance.unattributed.len());
        marks.assert_quiet();
    }
}

/// What answers, and then nothing any more, is no failure of the answer.
fn close_input() {
    let marks = Marks::new();
    let requests = requests(COUNT, &[70]);
    let (outcomes, performance) =
        perform(&marks.testee("close-input"), &requests, 1, &AtomicBool::new(false));
    for (index, outcome) in outcomes.into_iter().enumerate() {
        assert_eq!(outcome, Some(right(&uri(index, &[70]))), "{index}");
    }
    let message = &performance.unattributed[0].message;
    assert!(message.contains("to the `describe` that came right after it had answered"), "{message}");
    marks.assert_quiet();
}

/// Everything is answered right.
#[track_caller]
fn asked_to_the_end(fault: &str) -> Performance {
    let marks = Marks::new();
    let (outcomes, performance) =
        perform(&marks.testee(fault), &requests(3, &[]), 1, &AtomicBool::new(false));
    assert_eq!(outcomes[2], Some(right(&uri(2, &[]))));
    assert_eq!(performance.unattributed_count, 0);
    performance
}

/// An end that is no success is told, and no failure: nobody knows what it means.
#[track_caller]
fn told_at_end(fault: &str, what: &str) {
    assert_eq!(asked_to_the_end(fault).exits, Some((1, what.to_owned())));
}

/// What is in flight alone when the testee ends is charged, even where it takes what came before; the
/// message says so, and no neighbour is charged with it.
fn every_second() {
    for jobs in [1, 2] {
        let marks = Marks::new();
        let requests = requests(30, &[]);
        let testee = marks.testee("exit-on-every-second");
        let (outcomes, _) = perform(&testee, &requests, jobs, &AtomicBool::new(false));
        let mut charged_before = false;
        let mut charged = 0;
        for (index, outcome) in outcomes.into_iter().enumerate() {
            if let Some(Outcome::Error(Failure { kind, message })) = outcome {
                assert_eq!(kind, FailureKind::Crash, "{message}");
                assert!(message.contains("fresh process it answers"), "{message}");
                // Neighbours of two jobs may both be.
                assert!(jobs > 1 || !charged_before, "{index}: two in a row");
                charged_before = true;
                charged += 1;
            } else {
                assert_eq!(outcome, Some(right(&uri(index, &[]))), "{index}");
                charged_before = false;
            }
        }
        assert!((10..=15).contains(&charged), "{charged}");
        marks.assert_quiet();
    }
}

/// Memory that is reserved counts, touched or not; what a plain answer takes is far less.
fn reserve() {
    let question = Operation::UriToCri { uri: "bad".to_owned() };
    let took = |fault: &str| {
        let marks = Marks::new();
        let mut session = marks.testee(fault).session();
        let (outcome, measure) = session.ask_measured(Profile::Href13, &question);
        assert!(!matches!(outcome, Outcome::Error(_)), "{outcome:?}");
        drop(session);
        marks.assert_quiet();
        measure.memory
    };
    // Only Linux tells.
    if let (Some(plain), Some(greedy)) = (took("good"), took("reserve")) {
        assert!(plain < 256 << 20, "{plain}");
        // The testee reserves 4 GiB; the peak before may hold what its start took for a moment.
        assert!(greedy >= 3 << 30, "{greedy}");
    }
}

/// What passed is asked again where it has a budget, and fails where it takes more. The testee reserves 4 GiB.
fn budget() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let vector = |id: &str, budget: &str| {
        let asked = "requirements: [href13-5.3-5], op: uri-to-cri, uri: bad";
        format!("- {{id: {id}, title: t, profiles: [href-13], {asked}, {budget}expect: reject}}\n")
    };
    let written = [
        vector("narrow", "budget: {memory: 1024, seconds: 60}, "),
        vector("wide", "budget: {memory: 100000, seconds: 60}, "),
        vector("none", ""),
    ];
    let corpus = Corpus::parse("t.yaml", &written.concat()).unwrap();
    let cases: Vec<Case<'_>> =
        corpus.vectors.iter().map(|vector| Case { vector, profile: Profile::Href13 }).collect();
    let marks = Marks::new();
    let testee = marks.testee("reserve");
    let options = Options { jobs: 1, strict: false, cancel: &AtomicBool::new(false) };
    let description = testee.describe().unwrap().description;
    let run = run(Subject::Process(&testee), description, &cases, &options, &|_| {}).unwrap();
    marks.assert_quiet();
    let statuses: Vec<Status> = run.results.iter().map(|judged| judged.verdict.status).collect();
    assert_eq!(statuses, [Status::Fail, Status::Pass, Status::Pass]);
}

/// The limits of the program, where a line may be long.
fn long_lines(testee: Testee) -> Testee {
    let limits = Limits { line: Limits::default().line, ..testee.limits.clone() };
    testee.with_limits(limits)
}

/// A name of 10 MiB would be in every report.
fn long_name() {
    let marks = Marks::new();
    let name = long_lines(marks.testee("long-name")).describe().unwrap().description.name;
    assert!(name.len() < 250 && name.ends_with("xxx… (cut: 10485560 bytes more)"), "{name}");
}

/// What a run keeps of answers of a megabyte each is little, and says that it was more.
fn long_answers(fault: &str) {
    let vector = |index| {
        format!(
            "- {{id: v-{index}, title: t, profiles: [href-13], requirements: [href13-5.3-5], op: uri-to-cri, uri: 'coap://{index}', expect: '[-1, [\"h\"]]'}}\n"
        )
    };
    let corpus = Corpus::parse("t.yaml", &(0..40).map(vector).collect::<String>()).unwrap();
    let cases: Vec<Case<'_>> =
        corpus.vectors.iter().map(|vector| Case { vector, profile: Profile::Href13 }).collect();
    let marks = Marks::new();
    let testee = long_lines(marks.testee(fault));
    let options = Options { jobs: 2, strict: false, cancel: &AtomicBool::new(false) };
    let description = testee.describe().unwrap().description;
    let run = run(Subject::Process(&testee), description, &cases, &options, &|_| {}).unwrap();
    marks.assert_quiet();
    assert_eq!(run.results.len(), 40);
    for judged in &run.results {
        assert_eq!(judged.verdict.status, Status::Fail);
        // Twice what is kept, the outcome and the verdict; as many digits of hex, and some words.
        let words = format!("{:?}", judged.outcome).len() + format!("{:?}", judged.verdict).len();
        assert!(words < 20 * KEPT, "{words}");
        match &judged.outcome {
            Some(Outcome::Reject(reason)) => assert!(reason.ends_with("bytes more)"), "{reason}"),
            _ => assert!(judged.verdict.notes[0].text.contains("258048 bytes of it are not kept")),
        }
    }
}

fn unsupported() {
    let marks = Marks::new();
    let (outcomes, _) = perform(&marks.testee("unsupported"), &requests(9, &[]), 1, &AtomicBool::new(false));
    assert!(outcomes.iter().all(|outcome| *outcome == Some(Outcome::Unsupported("not today".to_owned()))));
}

/// Who answers nothing on standard output, or stops reading while the pipe to it fills up, blocks nobody; what
/// it said elsewhere is told.
fn silent(fault: &str, part: &str) {
    let marks = Marks::new();
    let long = Operation::UriToCri { uri: "x".repeat(1 << 18) };
    let (outcomes, _) = perform(
        &marks.testee(fault),
        &[(Profile::Href13, long.clone()), (Profile::Href13, long)],
        1,
        &AtomicBool::new(false),
    );
    for outcome in outcomes {
        let Some(Outcome::Error(Failure { kind: TimeOut, message })) = &outcome else {
            panic!("{outcome:?}")
        };
        assert!(message.contains(part), "{message}");
    }
    marks.assert_quiet();
}

/// Whose answers take longer and longer is charged once they take too long, told that what came before has a
/// part in it, and asked on as a fresh process.
fn slower() {
    let marks = Marks::new();
    let requests = requests(40, &[]);
    let (outcomes, _) = perform(&marks.testee("slower"), &requests, 2, &AtomicBool::new(false));
    let mut late = 0;
    for (index, outcome) in outcomes.into_iter().enumerate() {
        if let Some(Outcome::Error(Failure { kind, message })) = outcome {
            assert_eq!(kind, TimeOut, "{message}");
            assert!(message.contains("fresh process it answers"), "{message}");
            late += 1;
        } else {
            assert_eq!(outcome, Some(right(&uri(index, &[]))), "{index}");
        }
    }
    assert!((1..=8).contains(&late), "{late}");
    marks.assert_quiet();
}

/// A line of 1 GiB costs no more than the longest line that is allowed, a few times over.
fn long_line_bound() {
    // Only Linux tells.
    let peak = || {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    let marks = Marks::new();
    let testee = marks.testee("long-line");
    let limits = Limits { line: Limits::default().line, ..testee.limits.clone() };
    let before = peak();
    let (outcomes, _) = perform(&testee.with_limits(limits), &requests(1, &[0]), 1, &AtomicBool::new(false));
    assert!(matches!(&outcomes[0], Some(Outcome::Error(Failure { kind: Protocol, .. }))), "{outcomes:?}");
    if let (Some(before), Some(after)) = (before, peak()) {
        // Other trials run beside this one.
        assert!(after - before < 128 << 10, "{before} KiB before, {after} KiB after");
    }
    marks.assert_quiet();
}

/// Who does not start again leaves the rest unavailable, and what was answered before stays.
fn spent() {
    let marks = Marks::new();
    let (outcomes, _) = perform(&marks.testee("spent"), &requests(COUNT, &[70]), 1, &AtomicBool::new(false));
    for (index, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Some(Outcome::Error(failure)) => {
                assert_eq!(failure.kind, Unavailable);
                assert!(index >= 70, "{index}");
                let message = "could not be started 3 times in a row: the testee";
                assert!(failure.message.contains(message), "{}", failure.message);
                assert!(failure.message.contains("exited with status 4"), "{}", failure.message);
            }
            other => {
                assert!(index < 70, "{index}");
                assert_eq!(other, Some(right(&uri(index, &[]))));
            }
        }
    }
    assert_eq!(marks.processes(), 4);
    marks.assert_quiet();
}

fn cancelled() {
    let marks = Marks::new();
    let testee = marks.testee("hang").with_limits(Limits::default());
    let cancel = AtomicBool::new(false);
    let (outcomes, performance) = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            cancel.store(true, Ordering::Relaxed);
        });
        let start = Instant::now();
        let result = perform(&testee, &requests(COUNT, &[70]), 1, &cancel);
        assert!(start.elapsed() < Duration::from_secs(5));
        result
    });
    assert!(performance.cancelled);
    assert_eq!(performance.outcomes, 70);
    assert!(outcomes[70..].iter().all(Option::is_none));
    marks.assert_quiet();
}

fn command_missing() {
    let testee = Testee::new("/nowhere/no-such-command --flag").unwrap();
    let error = testee.describe().unwrap_err();
    assert!(matches!(error, StartError::Start { .. }));
    let message = error.to_string();
    assert!(message.contains("`/nowhere/no-such-command` could not be started"), "{message}");
    let (outcomes, _) = perform(&testee, &requests(3, &[]), 2, &AtomicBool::new(false));
    for outcome in outcomes {
        assert!(matches!(outcome, Some(Outcome::Error(Failure { kind: Unavailable, .. }))), "{outcome:?}");
    }
}

fn command_lines() {
    assert_eq!(
        Testee::new(r#"'my testee' --a="b c" d\ e $HOME;"#).unwrap(),
        Testee::from_words("my testee", ["--a=b c", "d e", "$HOME;"].map(str::to_owned))
    );
    assert!(Testee::new("'open").unwrap_err().to_string().contains("`'open`"));
    assert!(Testee::new("  ").unwrap_err().to_string().contains("found nothing"));
}

fn describe() {
    let marks = Marks::new();
    let described = marks.testee("good").describe().unwrap();
    assert_eq!(described.description.name, "misbehave");
    assert_eq!(described.description.profiles, [Profile::Href13].into());
    assert_eq!(described.unknown.profiles, ["href-99"]);
    marks.assert_quiet();
}

#[track_caller]
fn no_start(fault: &str, transport: Transport, part: &str) {
    let marks = Marks::new();
    let message = marks.testee_by(fault, transport).describe().unwrap_err().to_string();
    assert!(message.contains(part), "{message}");
    marks.assert_quiet();
}

fn session() {
    let ask = |fault: &str, uris: &[&str]| -> (Vec<Outcome>, Vec<String>, usize) {
        let marks = Marks::new();
        let mut session = marks.testee(fault).session();
        let ask = |uri: &&str| session.ask(Profile::Href13, &Operation::UriToCri { uri: (*uri).to_owned() });
        let outcomes = uris.iter().map(ask).collect();
        let unattributed = session.take_unattributed();
        drop(session);
        marks.assert_quiet();
        (outcomes, unattributed, marks.processes())
    };
    let uris = ["a", "bad", "b", "bad", "bad", "c"];
    for fault in ["abort", "exit", "json", "shape", "wrong-id"] {
        let (outcomes, unattributed, processes) = ask(fault, &uris);
        for (uri, outcome) in uris.iter().zip(outcomes) {
            if *uri == "bad" {
                assert!(matches!(outcome, Outcome::Error(_)), "{fault}: {outcome:?}");
            } else {
                assert_eq!(outcome, right(uri), "{fault}");
            }
        }
        assert_eq!(unattributed, [""; 0]);
        assert!(processes <= 6, "{processes}");
    }
    let (outcomes, unattributed, _) = ask("exit-on-every-second", &["a", "b", "c"]);
    assert_eq!(outcomes, ["a", "b", "c"].map(right));
    assert_eq!(unattributed.len(), 2);
    // What comes after an answer is found with the next question, or at once by asking alone.
    let (outcomes, unattributed, _) = ask("twice", &["a", "bad", "c"]);
    assert_eq!(outcomes, ["a", "bad", "c"].map(right));
    assert!(unattributed[0].contains("twice"), "{unattributed:?}");
    let marks = Marks::new();
    let mut twice = marks.testee("twice").session();
    let outcome = twice.ask_alone(Profile::Href13, &Operation::UriToCri { uri: "bad".to_owned() });
    assert!(matches!(outcome, Outcome::Error(Failure { kind: Protocol, .. })));
    let (outcomes, _, processes) = ask("good", &["a", "bad", "c"]);
    assert_eq!(outcomes, ["a", "bad", "c"].map(right));
    assert_eq!(processes, 1);
    let (outcomes, _, processes) = ask("exit-at-start", &["a", "b"]);
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Error(Failure { kind: Unavailable, .. })))
    );
    assert_eq!(processes, 3);
}

fn session_hang() {
    let marks = Marks::new();
    let mut session = marks.testee("hang").session();
    let mut ask = |uri: &str| session.ask(Profile::Href13, &Operation::UriToCri { uri: uri.to_owned() });
    assert!(matches!(ask("bad"), Outcome::Error(Failure { kind: TimeOut, .. })));
    assert_eq!(ask("a"), right("a"));
    drop(session);
    marks.assert_quiet();
}
