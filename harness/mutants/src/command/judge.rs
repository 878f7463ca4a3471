//! `cargo xtask mutants judge`: the judge is changed, and what else stands between vector files and verdicts. The
//! library's own tests are to notice.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::cargo_mutants::{self, Arguments, Built, Done, Outcome, Suite};

const PACKAGE: &str = "crivet";
const FOLDER: &str = "harness/crivet";
/// The fastest first: what one notices the next are not asked.
const TESTS: &[&str] =
    &["--lib", "--test=history", "--test=import", "--test=corpus", "--test=baseline", "--test=process"];
/// Tests of another module take long, and are to lend no help.
const SKIPPED: &[&str] = &["--skip=protocol::"];

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let suite = Suite {
        name: "judge",
        packages: &[PACKAGE],
        files: &[
            "harness/crivet/src/judge.rs",
            "harness/crivet/src/judge/**/*.rs",
            "harness/crivet/src/cri.rs",
            "harness/crivet/src/cri/**/*.rs",
            "harness/crivet/src/corpus.rs",
            "harness/crivet/src/corpus/**/*.rs",
            "harness/crivet/src/select.rs",
            "harness/crivet/src/verdict.rs",
            "harness/crivet/src/run.rs",
            "harness/crivet/src/run/**/*.rs",
        ],
        switch: FOLDER,
        reach: &[],
        tester: (PACKAGE, FOLDER),
        tests: TESTS,
        skipped: SKIPPED,
        tested_by: &["harness/crivet/", "vectors/"],
        ask: each_in_its_own,
        waivers: Vec::new(),
    };
    cargo_mutants::main(&suite, arguments)
}

/// When it is a program's turn: as the suite names them. The name ends in a hyphen and what tells builds apart.
fn turn(program: &str) -> usize {
    let stem = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = stem.rsplit_once('-').map_or(stem, |(name, _)| name);
    let wanted = if name == PACKAGE { "--lib".to_owned() } else { format!("--test={name}") };
    TESTS.iter().position(|test| *test == wanted).unwrap_or(usize::MAX)
}

/// How many seconds a program of tests may take.
const SECONDS: u64 = 120;

/// The programs of the tests, one after the other until one fails.
fn each_in_its_own(built: &Built<'_>, done: Done<'_>) -> Result<()> {
    let mut programs = built.programs.to_vec();
    programs.sort_by_key(|program| turn(program));
    let outcome_of = |number: usize, program: &str| -> Result<Outcome> {
        // coreutils know how to end a program in time.
        let status = Command::new("timeout")
            .arg(SECONDS.to_string())
            .arg(program)
            .args(SKIPPED)
            .env("CRIVET_MUTANT", number.to_string())
            .env("CARGO_MANIFEST_DIR", &built.folder)
            .current_dir(&built.folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("timeout")?;
        Ok(match status.code() {
            Some(0) => Outcome::Survived,
            Some(124) => Outcome::TimedOut,
            _ => Outcome::Killed,
        })
    };
    // Behind the first stand tests of processes and times: on a busy machine one may fail by itself, but not twice.
    let tested = |number: usize| -> Result<Outcome> {
        for (index, program) in programs.iter().enumerate() {
            let mut outcome = outcome_of(number, program)?;
            if index > 0 && outcome == Outcome::Killed {
                outcome = outcome_of(number, program)?;
            }
            if outcome != Outcome::Survived {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Survived)
    };
    for program in &programs {
        let outcome = outcome_of(0, program)?;
        ensure!(outcome == Outcome::Survived, "void: without a change, {program}: {outcome:?}");
    }
    for (index, &number) in built.viable.iter().enumerate() {
        done(number, tested(number)?, Vec::new())?;
        if index % 50 == 49 {
            println!("{} left", built.viable.len() - index - 1);
        }
    }
    Ok(())
}
