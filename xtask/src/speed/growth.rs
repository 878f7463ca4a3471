//! `cargo xtask speed growth`: instructions against size, and the lines of time that a picture draws.
//!
//! Instructions are counted by valgrind: the same at each run of the same program, however busy the machine is. Times
//! of long questions say more of the caches and the allocator than of the algorithm.

use std::fmt::Write;
use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use crivet::implementation::Implementation as _;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet_testee_reference::Reference;

use super::shapes::{SHAPES, Shape};

/// How often the part that repeats is there.
const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

/// Above this exponent something is not linear.
const LINEAR: f64 = 1.1;

const HEADER: &str = "\
# Instructions against size: `cargo xtask speed growth --write reports/growth.txt`.
#
# Instructions for each part that is repeated, at 10, 100, 1,000 and 10,000 of them, as valgrind counts them; exponent:
# that of the last step, where 1 is linear and 2 quadratic. The judge compares the answer of the reference with itself. A
# question that is rejected as soon as it is too long takes nothing for each part.
#
";

/// What is asked, so that its instructions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    Reference,
    Judge,
}

/// The table, and the lines of it that are not linear.
pub(super) fn table() -> Result<(String, Vec<String>)> {
    let mut table = String::from(HEADER);
    let mut complaints = Vec::new();
    write!(table, "{:10} {:14} {:26}", "of", "operation", "repeated")?;
    for size in SIZES {
        write!(table, " {size:>7}")?;
    }
    writeln!(table, "  exponent")?;
    for (part, name) in [(Part::Reference, "reference"), (Part::Judge, "judge")] {
        for (place, shape) in SHAPES.iter().enumerate() {
            let mut line = format!("{name:10} {:14} {:26}", (shape.question)(1).name().name(), shape.name);
            let counts =
                SIZES.map(|size| counted(part, place, size)).into_iter().collect::<Result<Vec<_>>>()?;
            for (count, size) in counts.iter().zip(SIZES) {
                write!(line, " {:>7.0}", *count as f64 / size as f64)?;
            }
            let exponent = (counts[3] as f64 / counts[2] as f64).log10();
            // What takes no time at any size is neither linear nor not.
            let exponent = exponent.max(0.0);
            write!(line, " {exponent:>9.2}")?;
            writeln!(table, "{line}")?;
            if exponent > LINEAR {
                complaints.push(line);
            }
        }
    }
    Ok((table, complaints))
}

/// The instructions of one question: the start of the program and the making of the question fall away between two runs.
fn counted(part: Part, shape: usize, size: usize) -> Result<u64> {
    let more = if size < 1_000 { 100 } else { 1 };
    let count = |times| instructions(part, shape, size, times);
    // The first may fill what the others find filled.
    Ok(count(1 + more)?.saturating_sub(count(1)?) / more)
}

/// The instructions of this program, if it asks this shape's question so often.
fn instructions(part: Part, shape: usize, size: usize, times: u64) -> Result<u64> {
    let part = if part == Part::Judge { "judge" } else { "reference" };
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["speed", "ask", part, &shape.to_string(), &size.to_string(), &times.to_string()])
        .output()
        .context("valgrind, which counts the instructions")?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "valgrind: {text}");
    let count = text.lines().find_map(|line| line.split_once("refs:")).context("no count from valgrind")?.1;
    Ok(count.trim().replace(',', "").parse()?)
}

/// Ask one shape's question so often.
pub(super) fn ask(part: Part, shape: usize, size: usize, times: u64) -> Result<()> {
    let shape = SHAPES.get(shape).with_context(|| format!("there are {} shapes", SHAPES.len()))?;
    let reference = Reference::new();
    let question = (shape.question)(size);
    let answer = reference.perform(shape.profile, &question);
    for _ in 0..times {
        match (part, &answer) {
            (Part::Reference, _) => {
                black_box(reference.perform(shape.profile, black_box(&question)));
            }
            (Part::Judge, Outcome::Value(value)) => {
                let verdict = crivet::judge::compare(&question, shape.profile, black_box(value), value);
                ensure!(verdict.is_ok(), "the judge fails an answer held against itself");
            }
            (Part::Judge, Outcome::Reject(_)) => {}
            (Part::Judge, other) => bail!("{other:?}"),
        }
    }
    Ok(())
}

/// The lines of `operation,bytes,nanoseconds` that the page of the mutation score draws.
pub(super) fn lines(limit: Duration) -> Result<String> {
    let mut lines = String::from("operation,bytes,nanoseconds\n");
    for operation in
        [OperationName::Decode, OperationName::CriToUri, OperationName::UriToCri, OperationName::Resolve]
    {
        let drawn =
            |shape: &&Shape| shape.profile == Profile::Href27 && (shape.question)(1).name() == operation;
        let shape = SHAPES.iter().find(drawn).with_context(|| format!("no shape of {operation}"))?;
        let reference = Reference::new();
        for size in [1, 4, 16, 64, 256, 1024, 4096] {
            let question = (shape.question)(size);
            let time = fastest(limit, || {
                black_box(reference.perform(shape.profile, black_box(&question)));
            });
            writeln!(lines, "{operation},{},{}", bytes(&question), time.as_nanos())?;
        }
    }
    Ok(lines)
}

/// The fastest of as many as fit the time, and of no fewer than five: a busy machine only ever adds.
fn fastest(limit: Duration, mut once: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut fastest = Duration::MAX;
    let mut turns = 0;
    while turns < 5 || start.elapsed() < limit {
        let before = Instant::now();
        once();
        fastest = fastest.min(before.elapsed());
        turns += 1;
    }
    fastest
}

/// How many bytes a question has as its operation takes it.
fn bytes(question: &Operation) -> usize {
    match question {
        Operation::Resolve { base, reference, .. } => base.len() + reference.len(),
        Operation::UriToCri { uri } => uri.len(),
        Operation::Decode { cri } | Operation::CriToUri { cri } => cri.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_an_answer_that_the_judge_takes() {
        for (place, shape) in SHAPES.iter().enumerate() {
            for part in [Part::Reference, Part::Judge] {
                for size in [1, 300] {
                    ask(part, place, size, 1)
                        .unwrap_or_else(|error| panic!("{}, {size}: {error}", shape.name));
                }
            }
        }
    }
}
