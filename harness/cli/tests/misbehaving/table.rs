//! What is made of testees that misbehave: never green by accident, and never a word too many.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use super::{crivet, holds};

/// How a testee misbehaves, what it is fuzzed with, and what comes of it.
struct Row {
    fault: &'static str,
    arguments: &'static str,
    status: i32,
    /// What is said, on standard output or standard error.
    says: &'static str,
    /// How many findings there may be: one cause is few.
    most: usize,
}

const fn row(
    fault: &'static str,
    arguments: &'static str,
    status: i32,
    says: &'static str,
    most: usize,
) -> Row {
    Row { fault, arguments, status, says, most }
}

/// So many seconds, in which a testee that answers gets through every oracle a hundred times.
const TWO: &str = "--time 2";
/// For testees that are right in the end, however slow the machine is.
const FEW: &str = "--runs 12";

const TABLE: &[Row] = &[
    row("nothing", FEW, 0, ": nothing found", 0),
    // It never comes to a question.
    row("dies-at-once", TWO, 2, "it exited with status 3 before it had answered", 0),
    row("banner", TWO, 2, "expected a line of JSON", 0),
    row("other-version", TWO, 2, "version 2 of the testee protocol", 0),
    row("refuses-to-describe", TWO, 2, "refused: no", 0),
    row("starts-once", TWO, 2, "could not be started", 0),
    // It ends.
    row("dies", TWO, 1, "crash: ", 8),
    row("aborts", TWO, 1, "was killed by signal 6 (SIGABRT)", 8),
    row("dies-in-a-line", TWO, 1, "crash: ", 8),
    row("dies-at-each-10th", TWO, 1, "crash: ", 8),
    row("ends-after-20", TWO, 1, "exited with status 0", 8),
    row("dies-after-the-answer", TWO, 1, "exited with status 5", 8),
    row("panics-here-and-there", TWO, 1, "crash: panicked at read.rs:12:5", 1),
    row("raises-here-and-there", TWO, 1, "crash: ValueError at read.py:12", 1),
    row("leaves-a-child-and-dies", TWO, 1, "crash: ", 8),
    row("eats-memory", "--time 2 --memory 100", 1, "held more than the 100 MiB", 8),
    // It says nothing.
    row("hangs", TWO, 1, "no answer in time", 8),
    row("hangs-once", "--time 3", 0, ": nothing found", 0),
    row("hangs-at-each-50th", "--time 9", 1, "no answer in time", 8),
    row("hangs-at-one-in-400", "--time 4", 1, "no answer in time", 8),
    row("closes-its-output", TWO, 1, "closed its standard output", 8),
    row("very-slow", TWO, 2, "the time was over", 0),
    // It says what is no answer.
    row("garbage", TWO, 1, "protocol: the testee breached the protocol: expected a line of JSON", 1),
    row(
        "garbage-here-and-there",
        TWO,
        1,
        "protocol: the testee breached the protocol: expected a line of JSON",
        1,
    ),
    row("not-utf-8", TWO, 1, "protocol: the testee breached the protocol: expected UTF-8", 1),
    row("null", TWO, 1, "protocol: the testee breached the protocol: expected an object", 1),
    row("empty-lines", TWO, 1, "expected a line of JSON", 1),
    row("wrong-ids", TWO, 1, "protocol: the testee answered id # which was never asked", 1),
    row("answers-twice", TWO, 1, "protocol: the testee answered id # twice", 1),
    row("other-members", TWO, 1, "protocol: the testee answered otherwise than `decode` answers", 4),
    row("floods-stdout", TWO, 1, "wrote 16 MiB without a line end", 4),
    // It answers nothing.
    row("refuses-everything", TWO, 1, "rejected", 40),
    row("supports-nothing", TWO, 1, "unsupported, though all of it is claimed", 10),
    // It is right.
    row("starts-slowly", "--time 3", 0, ": nothing found", 0),
    row("slow", "--time 5", 0, ": nothing found", 0),
    row("floods-stderr", FEW, 0, ": nothing found", 0),
    row("out-of-order", FEW, 0, ": nothing found", 0),
    row("lives-on", FEW, 0, ": nothing found", 0),
    row("leaves-a-child", FEW, 0, ": nothing found", 0),
];

pub(super) fn trials() -> Vec<Trial> {
    let trial = |row: &'static Row| {
        Trial::test(format!("misbehaving::{}", row.fault), || {
            check(row);
            Ok(())
        })
    };
    if cfg!(unix) { TABLE.iter().map(trial).collect() } else { Vec::new() }
}

/// How much longer than its time it may take: it starts the testee, and the machine may be busy.
const SLACK: Duration = Duration::from_secs(8);

fn check(row: &Row) {
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let command = format!("{} misbehave {} {}", program.display(), row.fault, folder.path().display());
    let arguments: Vec<&str> = ["--impl-cmd", &command, "--seed", "1", "--jobs", "1"]
        .into_iter()
        .chain(row.arguments.split(' '))
        .collect();
    let begun = Instant::now();
    let output = crivet(&arguments);
    let took = begun.elapsed();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let said = format!("{out}{err}");
    assert_eq!(output.status.code(), Some(row.status), "crivet fuzz {arguments:?}\n{said}");
    holds(&said, row.says);
    let findings = out.matches("\nfinding: ").count();
    assert!(findings <= row.most && (findings > 0) == (row.status == 1), "{findings} findings\n{said}");
    if let Some((_, time)) = row.arguments.split_once("--time ") {
        let time: u64 = time.split(' ').next().unwrap().parse().unwrap();
        assert!(took < Duration::from_secs(time) + SLACK, "{took:?}\n{said}");
    }
    if let Some(repeat) = out.lines().find_map(|line| line.strip_prefix("  repeat    crivet fuzz ")) {
        let words = shlex::split(repeat).unwrap();
        let again = crivet(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(again.status.code(), Some(1), "{repeat}\n{}\n{said}", text(&again.stdout));
    }
}
