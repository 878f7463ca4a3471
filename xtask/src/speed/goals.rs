//! The goals of the program, and what was reached beside each: the table `reports/speed.txt`.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::files;

#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Arguments {
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Also build the program and the tests from scratch, which takes minutes (dependencies are downloaded before)
    #[arg(long)]
    build: bool,
    /// The number of times to run each command; the median of its times counts
    #[arg(long, value_name = "N", default_value_t = 9)]
    turns: usize,
}

const HEADER: &str = "\
# The goals for the speed of crivet, and what was reached: `cargo xtask speed --build --write reports/speed.txt`.
#
# CPU: seconds of processor time of the command and all it starts, user and system, the middle of several runs. Wall:
# seconds on the clock. A virtual machine with two shared cores. What the oracles cost is in oracles.txt, what grows with
# the size of a question in growth.txt.
#
";

/// The example that measures the pipe: what takes the time is the testee.
const PYTHON: &str = "python3 harness/testees/python/testee.py";

/// What a command took.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Usage {
    /// Seconds of processor time.
    cpu: f64,
    /// Seconds on the clock.
    wall: f64,
    /// The most memory that one of its processes held, in MiB.
    memory: f64,
}

struct Table {
    text: String,
    turns: usize,
}

impl Table {
    fn row(&mut self, what: &str, unit: &str, goal: &str, reached: f64) {
        let _ = writeln!(self.text, "{what:58} {unit:8} {goal:>7} {reached:>9.3}");
    }

    /// What a command takes, the middle of several runs.
    fn usage(&self, command: &str, input: Option<&Path>) -> Result<Usage> {
        let mut turns = (0..self.turns).map(|_| once(command, input)).collect::<Result<Vec<_>>>()?;
        turns.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
        let middle = turns[turns.len() / 2];
        let fastest = turns.iter().map(|usage| usage.wall).fold(f64::INFINITY, f64::min);
        Ok(Usage { wall: fastest, ..middle })
    }
}

pub(super) fn main(arguments: &Arguments) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = files::root();
    shell("cargo build --release --locked --quiet --package crivet-cli")?;
    let crivet = root.join("target/release/crivet");
    ensure!(crivet.is_file(), "{} is not there: is CARGO_TARGET_DIR set?", crivet.display());
    let crivet = crivet.display().to_string();
    let mut table = Table { text: String::from(HEADER), turns: arguments.turns.max(1) };
    let _ = writeln!(table.text, "{:58} {:8} {:>7} {:>9}", "", "unit", "goal", "reached");

    start(&mut table, &crivet)?;
    reports(&mut table, &crivet, folder.path())?;
    pipe(&mut table, &crivet, folder.path())?;
    cores(&mut table, &crivet, folder.path())?;
    growth(&mut table, &crivet, folder.path())?;
    size(&mut table, &crivet, folder.path())?;
    if arguments.build {
        build(&mut table, folder.path())?;
    }
    super::give(arguments.write.as_ref(), &table.text)
}

fn start(table: &mut Table, crivet: &str) -> Result<()> {
    for (what, command, goal) in [
        ("show R40", "show R40", "0.015"),
        ("run --filter, one vector", "run --filter resolve-query-unsets-fragment", "0.015"),
        ("run --quick", "run --quick", "0.05"),
        ("run, every vector, in process", "run", "0.15"),
    ] {
        let usage = table.usage(&format!("{crivet} {command}"), None)?;
        table.row(what, "CPU s", goal, usage.cpu);
    }
    Ok(())
}

fn reports(table: &mut Table, crivet: &str, folder: &Path) -> Result<()> {
    let plain = table.usage(&format!("{crivet} run"), None)?;
    for format in ["html", "json", "junit"] {
        let file = folder.join(format);
        let usage = table.usage(&format!("{crivet} run --report {format}={}", file.display()), None)?;
        table.row(
            &format!("run, every vector: more for the report {format}"),
            "CPU s",
            "0.1",
            usage.cpu - plain.cpu,
        );
    }
    Ok(())
}

fn pipe(table: &mut Table, crivet: &str, folder: &Path) -> Result<()> {
    let requests = requests(&format!("{crivet} testee"), crivet, folder)?;
    let bare = table.usage(&format!("{crivet} testee"), Some(&requests))?;
    let run = table.usage(&format!("{crivet} run --jobs 1 --impl-cmd '{crivet} testee'"), None)?;
    table.row("run behind a pipe: the testee's requests, piped to it bare", "CPU s", "", bare.cpu);
    table.row("run behind a pipe: the run, in times of that", "times", "3", run.cpu / bare.cpu);
    table.row(
        "run behind a pipe: time on the clock less processor time",
        "s",
        "0",
        (run.wall - run.cpu).max(0.0),
    );
    Ok(())
}

fn cores(table: &mut Table, crivet: &str, folder: &Path) -> Result<()> {
    let requests = requests(PYTHON, crivet, folder)?;
    let text = fs::read_to_string(&requests)?;
    let bare = (0..3).map(|_| bare(PYTHON, &text)).collect::<Result<Vec<_>>>()?;
    let bare = bare.into_iter().min().unwrap_or_default().as_secs_f64();
    let run = |jobs| table.usage(&format!("{crivet} run --jobs {jobs} --impl-cmd '{PYTHON}'"), None);
    let (one, two) = (run(1)?, run(2)?);
    table.row("example in Python: speed of a bare loop, 64 in flight", "share", "0.9", bare / one.wall);
    table.row(
        "example in Python: two jobs, in times of the speed of one",
        "times",
        "1.9",
        one.wall / two.wall,
    );
    Ok(())
}

/// Vectors by the thousand: what time and memory grow with.
fn growth(table: &mut Table, crivet: &str, folder: &Path) -> Result<()> {
    let mut last: Option<(usize, Usage)> = None;
    for count in [1_000, 10_000, 100_000] {
        let file = folder.join("many.yaml");
        let mut text = String::new();
        for number in 0..count {
            writeln!(
                text,
                "- {{id: many-{number}, title: A segment, profiles: [href-13], op: decode,\n   \
                 cri: '[-1, [\"h\"], [\"s{number}\"]]', expect: '[-1, [\"h\"], [\"s{number}\"]]'}}"
            )?;
        }
        fs::write(&file, text)?;
        let usage = once(&format!("{crivet} run {}", file.display()), None)?;
        if let Some((before, smaller)) = last {
            let times = count as f64 / before as f64;
            let exponent = |more: f64, less: f64| (more / less).log(times);
            table.row(
                &format!("{count} vectors of a user: exponent of time"),
                "",
                "1.1",
                exponent(usage.cpu, smaller.cpu),
            );
            let each = (usage.memory - smaller.memory) * 1024.0 / (count - before) as f64;
            table.row(&format!("{count} vectors of a user: memory for each"), "KiB", "", each);
        }
        last = Some((count, usage));
    }
    Ok(())
}

fn size(table: &mut Table, crivet: &str, folder: &Path) -> Result<()> {
    let stripped = folder.join("stripped");
    shell(&format!("strip -o {} {crivet}", stripped.display()))?;
    table.row("the program, stripped", "MB", "12", fs::metadata(&stripped)?.len() as f64 / 1e6);
    Ok(())
}

fn build(table: &mut Table, folder: &Path) -> Result<()> {
    shell("cargo fetch --locked --quiet")?;
    let target = folder.join("target");
    for (what, command, goal) in [
        ("the program from nothing, wall", "cargo build --release --locked --package crivet-cli", "75"),
        ("the tests after that, built and run, wall", "cargo test --workspace --locked", "120"),
    ] {
        let command = format!("env CARGO_INCREMENTAL=0 CARGO_TARGET_DIR={} {command}", target.display());
        let usage = once(&command, None)?;
        table.row(what, "s", goal, usage.wall);
        table.row(&what.replace("wall", "processor time"), "CPU s", "", usage.cpu);
    }
    Ok(())
}

/// The requests of a run, one a line.
fn requests(testee: &str, crivet: &str, folder: &Path) -> Result<PathBuf> {
    #[derive(Deserialize)]
    struct Said {
        what: String,
        #[serde(default)]
        text: String,
    }
    let trace = folder.join("trace.jsonl");
    once(&format!("{crivet} run --jobs 1 --trace {} --impl-cmd '{testee}'", trace.display()), None)?;
    let mut requests = String::new();
    for line in fs::read_to_string(&trace)?.lines() {
        let said: Said = serde_json::from_str(line)?;
        if said.what == "asked" {
            requests.push_str(said.text.trim_end());
            requests.push('\n');
        }
    }
    let file = folder.join("requests.jsonl");
    fs::write(&file, requests)?;
    Ok(file)
}

/// How long a loop takes that keeps 64 requests in flight, and looks at no answer.
fn bare(testee: &str, requests: &str) -> Result<Duration> {
    let start = Instant::now();
    let words = shlex::split(testee).context("not a command")?;
    let (program, arguments) = words.split_first().context("no command")?;
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(files::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| testee.to_owned())?;
    let mut input = child.stdin.take().context("no pipe")?;
    let output = child.stdout.take().context("no pipe")?;
    let (more, fewer) = sync_channel::<()>(64);
    std::thread::scope(|scope| -> Result<()> {
        scope.spawn(move || {
            for _ in BufReader::new(output).split(b'\n') {
                if fewer.recv().is_err() {
                    break;
                }
            }
        });
        for request in requests.split_inclusive('\n') {
            more.send(()).context("the testee ended")?;
            input.write_all(request.as_bytes())?;
        }
        drop(input);
        child.wait()?;
        Ok(())
    })?;
    Ok(start.elapsed())
}

/// Run a command of the shell, at the top of the repository.
fn shell(command: &str) -> Result<()> {
    let status = Command::new("bash").args(["-c", command]).current_dir(files::root()).status()?;
    ensure!(status.success(), "{status}: {command}");
    Ok(())
}

/// What a command takes, once. A process of its own waits for it: what it takes is what its children took.
fn once(command: &str, input: Option<&Path>) -> Result<Usage> {
    let words = shlex::split(command).with_context(|| format!("not a command: {command}"))?;
    let output = Command::new(std::env::current_exe()?)
        .args(["speed", "usage"])
        .args(words)
        .current_dir(files::root())
        .stdin(match input {
            Some(file) => fs::File::open(file)?.into(),
            None => Stdio::null(),
        })
        .output()?;
    ensure!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Run a command with nowhere to write to, and print what it took. It may end with 1: a failed vector.
#[cfg(unix)]
pub(super) fn usage(command: &[String]) -> Result<()> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;

    let (program, arguments) = command.split_first().context("no command")?;
    let start = Instant::now();
    let status =
        Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let wall = start.elapsed().as_secs_f64();
    ensure!(matches!(status.code(), Some(0 | 1)), "{status}");
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let cpu = seconds(usage.user_time()) + seconds(usage.system_time());
    // On Linux in KiB; elsewhere the unit differs, and so does all else that is measured here.
    let memory = usage.max_rss() as f64 / 1024.0;
    println!("{}", serde_json::to_string(&Usage { cpu, wall, memory })?);
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn usage(_: &[String]) -> Result<()> {
    anyhow::bail!("what a process took is not known on this system")
}
