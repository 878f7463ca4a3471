//! What is made of each testee, by `crivet run` and by `crivet fuzz`.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// How a testee misbehaves, and what comes of it.
struct Row {
    fault: &'static str,
    /// What it is asked with, beside the rest.
    run: &'static str,
    fuzz: &'static str,
    verdict: Verdict,
}

#[derive(Clone, Copy)]
enum Verdict {
    /// It is right: status 0.
    Right,
    /// It is charged, status 1, with these words. So many findings there may be, of the fuzzer: one cause is few.
    Charged(&'static str, usize),
    /// It cannot be asked, status 2, for this reason.
    Unable(&'static str),
    /// The two differ: the status and the words of each.
    Apart((i32, &'static str), (i32, &'static str)),
}

use Verdict::{Apart, Charged, Right, Unable};

/// So many seconds, in which a testee that answers gets through every oracle a hundred times.
const TWO: &str = "--time 2";
/// For testees that are right in the end, however slow the machine is.
const FEW: &str = "--runs 12";
/// For testees that hang.
const SHORT: &str = "--timeout 1";

const fn right(fault: &'static str) -> Row {
    Row { fault, run: "", fuzz: FEW, verdict: Right }
}

const fn charged(fault: &'static str, says: &'static str) -> Row {
    Row { fault, run: "", fuzz: TWO, verdict: Charged(says, 8) }
}

/// Who hangs at everything, or says so much that it takes long.
const fn waited(fault: &'static str, says: &'static str) -> Row {
    Row { fault, run: SHORT, fuzz: TWO, verdict: Charged(says, 8) }
}

/// Who breaches the protocol in one way, which is one finding.
const fn breach(fault: &'static str, says: &'static str) -> Row {
    Row { fault, run: "", fuzz: TWO, verdict: Charged(says, 1) }
}

const fn unable(fault: &'static str, says: &'static str) -> Row {
    Row { fault, run: "", fuzz: TWO, verdict: Unable(says) }
}

const fn apart(
    fault: &'static str,
    fuzz: &'static str,
    run: (i32, &'static str),
    fuzzed: (i32, &'static str),
) -> Row {
    Row { fault, run: SHORT, fuzz, verdict: Apart(run, fuzzed) }
}

const JSON: &str = "expected a line of JSON";

const TABLE: &[Row] = &[
    // It never comes to a question.
    unable("dies-at-once", "it exited with status 3 before it had answered"),
    unable("aborts-at-once", "SIGABRT"),
    unable("banner", JSON),
    unable("empty-lines-at-start", JSON),
    unable("bom-at-start", JSON),
    unable("other-version", "version 2 of the testee protocol"),
    unable("refuses-to-describe", "refused: no"),
    unable("describes-null", "expected an object, found null"),
    unable("describes-an-array", "expected an object as `ok`"),
    unable("describes-itself-twice", " twice"),
    unable("describes-and-exits", "exited with status 0"),
    unable("describes-half", "in the middle of a line"),
    unable("claims-nothing", "nothing"),
    Row {
        fault: "never-describes-itself",
        run: "--start-timeout 1",
        fuzz: "--start-timeout 1 --time 2",
        verdict: Unable("did not within 1 s"),
    },
    apart("starts-once", TWO, (1, "could not be started"), (2, "could not be started")),
    // It ends.
    charged("dies", "exited with status 3"),
    charged("exits-with-success", "exited with status 0"),
    charged("aborts", "was killed by signal 6 (SIGABRT)"),
    charged("is-segmented", "was killed by signal 11 (SIGSEGV)"),
    charged("is-killed", "was killed by signal 9 (SIGKILL)"),
    charged("is-terminated", "was killed by signal 15 (SIGTERM)"),
    charged("overflows-its-stack", "overflowed its stack"),
    charged("dies-in-a-line", "in the middle of a line"),
    charged("dies-before-the-line-ends", "in the middle of a line"),
    charged("dies-at-every-second", "exited with status 3"),
    charged("dies-at-each-10th", "exited with status 3"),
    charged("ends-after-20", "exited with status 0"),
    Row {
        fault: "dies-after-the-answer",
        run: "",
        fuzz: "--time 6",
        verdict: Charged("exited with status 5", 8),
    },
    apart(
        "panics-here-and-there",
        TWO,
        (1, "exited with status 101"),
        (1, "crash: panicked at read.rs:12:5"),
    ),
    apart("raises-here-and-there", TWO, (1, "exited with status 1"), (1, "crash: ValueError at read.py:12")),
    charged("leaves-a-child-and-dies", "exited with status 3"),
    Row {
        fault: "eats-memory",
        run: "--memory 60",
        fuzz: "--time 10 --memory 60",
        verdict: Charged("held more than the 60 MiB", 8),
    },
    Row {
        fault: "eats-memory-in-a-child",
        run: "--memory 60",
        fuzz: "--time 10 --memory 60",
        verdict: Charged("held more than the 60 MiB", 8),
    },
    charged("kills-who-is-above", "was killed by signal 9 (SIGKILL)"),
    // It says nothing.
    apart("hangs", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart("never-rests", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart("stops", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart("stops-who-is-above", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart("hangs-in-a-line", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart("answers-on-stderr", TWO, (1, "no answer within 1 s"), (1, "no answer in time")),
    apart(
        "hangs-once",
        "--time 3",
        (1, "1 failure that no vector is charged with"),
        (2, "a way that no question can be charged with: no answer within"),
    ),
    apart("hangs-at-each-50th", "--time 9", (0, ""), (1, "no answer in time")),
    apart("hangs-at-one-in-400", "--time 4", (0, ""), (1, "no answer in time")),
    apart("slow-at-first-and-hangs", "--time 5", (1, "no answer within"), (1, "no answer in time")),
    waited("closes-its-output", "closed its standard output"),
    apart("very-slow", TWO, (0, ""), (2, "the time was over")),
    // It says what is no answer.
    breach("garbage", JSON),
    breach("garbage-here-and-there", JSON),
    breach("not-utf-8", "expected UTF-8"),
    breach("utf-16", JSON),
    breach("null", "expected an object"),
    breach("a-number", "expected an object"),
    breach("a-text", "expected an object"),
    breach("an-array", "expected an object"),
    breach("a-comment", JSON),
    breach("an-echo", "expected only `id`"),
    breach("empty-lines", JSON),
    breach("a-byte-order-mark", JSON),
    breach("nul-bytes", JSON),
    breach("single-quotes", JSON),
    breach("two-in-a-line", JSON),
    breach("a-comma-too-many", JSON),
    breach("a-member-twice", "stands twice"),
    breach("an-unknown-member", "found `time`"),
    breach("deep-nesting", JSON),
    breach("wrong-ids", "which was never asked"),
    breach("an-id-that-is-a-text", "expected a whole number as `id`"),
    breach("an-id-that-is-a-float", "expected a whole number as `id`"),
    breach("an-id-that-is-huge", JSON),
    breach("an-id-that-is-negative", "expected a whole number as `id`"),
    breach("no-id", "expected a whole number as `id`, found none"),
    breach("answers-twice", " twice"),
    charged("answers-again-later", " twice"),
    charged("answers-before-it-is-asked", "which was never asked"),
    apart("other-members", TWO, (1, "answered `x1` where"), (1, "answered otherwise than")),
    charged("no-members", "answered nothing where"),
    charged("a-value-that-is-a-text", "expected an object as `ok`"),
    breach("a-value-and-a-rejection", "expected"),
    breach("no-value", "found nothing"),
    breach("a-rejection-without-words", "expected a text, the reason, as `reject`"),
    breach("a-lone-surrogate", JSON),
    charged("upper-case-hex", "`AB`"),
    charged("odd-hex", "`abc`"),
    Row {
        fault: "floods-stdout",
        run: "",
        fuzz: "--time 10",
        verdict: Charged("wrote 16 MiB without a line end", 8),
    },
    waited("floods-stdout-with-lines", "expected a whole number as `id`, found none"),
    // It answers nothing, or for a while.
    Row { fault: "refuses-everything", run: "", fuzz: TWO, verdict: Charged("reject", 40) },
    Row { fault: "refuses-at-length", run: "", fuzz: TWO, verdict: Charged("reject", 40) },
    Row { fault: "refuses-with-orders", run: "", fuzz: TWO, verdict: Charged("\\u{1b}]0;owned", 40) },
    Row { fault: "supports-nothing", run: "", fuzz: TWO, verdict: Charged("unsupported", 10) },
    Row { fault: "knows-the-first-10", run: "", fuzz: TWO, verdict: Charged("enough", 40) },
    Row { fault: "answers-by-the-clock", run: "", fuzz: TWO, verdict: Charged("not now", 40) },
    apart("claims-less-later", FEW, (0, ""), (0, ": nothing found")),
    // It is right, and a nuisance.
    right("nothing"),
    right("starts-slowly"),
    right("slow"),
    // There is time to ask some oracles alone.
    Row { fault: "rather-slow", run: "", fuzz: "--time 5 --oracle decode-encode", verdict: Right },
    Row { fault: "slow-at-first", run: "", fuzz: "--time 5", verdict: Right },
    Row { fault: "pauses", run: "", fuzz: "--time 5", verdict: Right },
    right("out-of-order"),
    right("byte-by-byte"),
    right("in-halves"),
    right("windows-lines"),
    right("spaces"),
    right("floods-stderr"),
    right("floods-stderr-without-end"),
    right("has-a-hostile-name"),
    right("has-a-long-name"),
    right("has-few-files"),
    right("leaves-a-child"),
    right("leaves-a-session"),
    right("leaves-a-daemon"),
    right("leaves-its-group"),
    right("leaves-its-folder"),
    right("ignores-signals"),
    right("changes-the-terminal"),
    right("says-goodbye"),
    right("lives-on"),
    right("fails-at-its-end"),
    apart("aborts-at-its-end", FEW, (1, "after the end of its input"), (0, ": nothing found")),
];

pub(super) fn trials() -> Vec<Trial> {
    assert!(TABLE.len() > 80);
    let trial = |name: &str, check: fn(&Row), row: &'static Row| {
        Trial::test(format!("{name}::{}", row.fault), move || {
            check(row);
            Ok(())
        })
    };
    TABLE.iter().flat_map(|row| [trial("run", run, row), trial("fuzz", fuzz, row)]).collect()
}

/// How much longer than its time fuzzing may take, and how long a run: it starts the testee, and the machine may be busy.
const SLACK: Duration = Duration::from_secs(20);

/// A command on a testee, in its arguments but for the program; and what it said, in how long.
fn crivet(command: &str, row: &Row, more: &[&str]) -> (Output, String, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let program = std::env::current_exe().unwrap();
    let testee = format!("{} misbehave {} {}", program.display(), row.fault, folder.path().display());
    let begun = Instant::now();
    let mut program = Command::new(CRIVET);
    let command = program.arg(command).args(["--impl-cmd", &testee, "--jobs", "1"]).args(more);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
    // Whatever it says, it is shown.
    let acting = said.chars().find(|c| *c != '\n' && crivet::foreign::acts(*c));
    assert_eq!(acting, None, "{said}");
    assert!(!said.lines().any(|line| line.trim_start().starts_with("::")), "{said}");
    (output, said, begun.elapsed())
}

fn run(row: &Row) {
    let (status, says) = match row.verdict {
        Right => (0, ""),
        Charged(says, _) => (1, says),
        Unable(says) => (2, says),
        Apart(run, _) => run,
    };
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.json");
    let to = format!("json={}", report.display());
    let mut arguments =
        vec!["--filter", "resolve-b*", "--profile", "href-13", "--details=100", "--report", &to];
    arguments.extend(row.run.split_whitespace());
    let (output, said, took) = crivet("run", row, &arguments);
    assert_eq!(output.status.code(), Some(status), "{said}");
    // Words are wrapped.
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(says), "`{says}` is not in\n{said}");
    assert!(took < SLACK, "{took:?}\n{said}");
    if status < 2 {
        let report: serde_json::Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
        assert_eq!(report["complete"], true);
        // No vector is lost.
        let results = report["results"].as_array().unwrap();
        assert!(results.len() > 30 && results.iter().all(|result| result["status"] != "skip"), "{said}");
    }
}

fn fuzz(row: &Row) {
    let (status, says) = match row.verdict {
        Right => (0, ": nothing found"),
        Charged(says, _) => (1, says),
        Unable(says) => (2, says),
        Apart(_, fuzz) => fuzz,
    };
    let most = if let Charged(_, most) = row.verdict { most } else { 8 };
    let mut arguments = vec!["--seed", "1"];
    arguments.extend(row.fuzz.split_whitespace());
    let (output, said, took) = crivet("fuzz", row, &arguments);
    assert_eq!(output.status.code(), Some(status), "{said}");
    let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(says), "`{says}` is not in\n{said}");
    let findings = said.matches("\nfinding: ").count();
    assert!(findings <= most && (findings > 0) == (status == 1), "{findings} findings\n{said}");
    if let Some((_, time)) = row.fuzz.split_once("--time ") {
        let time: u64 = time.split(' ').next().unwrap().parse().unwrap();
        assert!(took < Duration::from_secs(time) + SLACK, "{took:?}\n{said}");
    }
    // The command that is told repeats it; but for what depends on the time, or on what came before.
    let depends = ["answers-again-later", "answers-by-the-clock", "knows-the-first-10"].contains(&row.fault);
    let repeat = said.lines().find_map(|line| line.strip_prefix("  repeat    crivet fuzz "));
    if let Some(repeat) = repeat.filter(|_| !depends) {
        let words = shlex::split(repeat).unwrap();
        let again = Command::new(CRIVET).arg("fuzz").args(&words).stdin(Stdio::null()).output().unwrap();
        assert_eq!(
            again.status.code(),
            Some(1),
            "{repeat}\n{}\n{said}",
            String::from_utf8_lossy(&again.stdout)
        );
    }
}
