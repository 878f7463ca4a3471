//! `cargo xtask mutants generated`: the reference and its adapter are changed.
//!
//! The vectors alone are the test (`harness/testees/reference/tests/vectors_alone.rs`): a change that they do not notice
//! is a wrong implementation that would pass.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use crivet_mutants::waivers;

use crate::cargo_mutants::{self, Arguments, Built, Done, Outcome, Suite};

/// How many vectors are kept of those that notice a change.
const KEPT: usize = 200;

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let suite = Suite {
        name: "generated",
        packages: &["crivet-reference", "crivet-testee-reference"],
        files: &["harness/reference/src/**/*.rs", "harness/testees/reference/src/**/*.rs"],
        switch: "harness/reference",
        reach: &[
            (
                "harness/testees/reference/src/lib.rs",
                "pub use crivet_reference::options::Features;",
                "pub use crivet_reference::{mutant, options::Features};",
            ),
            (
                "harness/testees/reference/tests/vectors_alone.rs",
                "fn switch_on(_number: usize) {}",
                "fn switch_on(number: usize) {\n    crivet_testee_reference::mutant::switch_on(number);\n}",
            ),
        ],
        tester: ("crivet-testee-reference", "harness/testees/reference"),
        tests: &["--test=vectors_alone"],
        skipped: &[],
        tested_by: &["vectors/", "harness/testees/reference/tests/vectors_alone.rs"],
        ask: in_one_process,
        waivers: waivers::changes()?,
    };
    cargo_mutants::main(&suite, arguments)
}

/// The program of the vectors alone asks them of one mutant after the other. Where one takes it down, it is
/// started again behind that one.
fn in_one_process(built: &Built<'_>, done: Done<'_>) -> Result<()> {
    let [program] = built.programs else { bail!("expected one program, found {}", built.programs.len()) };
    let (mut left, mut baseline) = (built.viable, false);
    while !left.is_empty() {
        // 0 is none of them: without a change nothing may be noticed.
        let numbers: Vec<String> = [0].iter().chain(left).map(ToString::to_string).collect();
        let mut child = Command::new(program)
            .env("CRIVET_MUTANTS", numbers.join(","))
            .current_dir(&built.folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("the vectors alone")?;
        let output = BufReader::new(child.stdout.take().context("standard output is piped")?);
        let (mut current, mut noticed_by, mut noted_by, mut hangs) = (None, Vec::new(), Vec::new(), false);
        for line in output.lines() {
            let line = line?;
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("mutant", number) => current = Some(number.parse::<usize>()?),
                ("noticed", id) => noticed_by.push(id.trim_start_matches("by ").to_owned()),
                ("noted", id) => noted_by.push(id.trim_start_matches("by ").to_owned()),
                ("hangs", id) => {
                    noticed_by.push(id.to_owned());
                    hangs = true;
                }
                ("done", _) => {
                    let number = current.take().context("a mutant is done that was not begun")?;
                    let (noticed_by, noted_by) =
                        (std::mem::take(&mut noticed_by), std::mem::take(&mut noted_by));
                    let (outcome, ids) = match (noticed_by.is_empty(), noted_by.is_empty()) {
                        (false, _) => (Outcome::Killed, noticed_by),
                        (true, false) => (Outcome::Strict, noted_by),
                        (true, true) => (Outcome::Survived, Vec::new()),
                    };
                    if number == 0 {
                        ensure!(ids.is_empty(), "void: noticed without a change: {}", ids.join(" "));
                        baseline = true;
                        continue;
                    }
                    done(number, outcome, ids.into_iter().take(KEPT).collect())?;
                    left = &left[1..];
                }
                _ => {}
            }
        }
        child.wait()?;
        ensure!(baseline, "void: the vectors do not get through without a change");
        if let Some(number) = current {
            ensure!(left.first() == Some(&number), "mutant {number} out of turn");
            done(number, if hangs { Outcome::TimedOut } else { Outcome::Killed }, noticed_by)?;
            left = &left[1..];
        }
        println!("{} left", left.len());
    }
    Ok(())
}
