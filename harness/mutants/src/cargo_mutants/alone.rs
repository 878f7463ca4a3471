//! Running cargo-mutants itself, for mutants that cannot be in one program with others.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::results::{Mutant, Outcome};
use super::{PROFILE, Place, Suite};

/// How many mutants cargo-mutants is told of at a time: what an interruption costs at most.
const BATCH: usize = 20;
/// How many seconds the tests may take. The vectors alone end an answer without end themselves, well before.
const TEST_TIME: &str = "600";

/// What cargo-mutants writes of a batch, as far as it is needed.
#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<Done>,
}

#[derive(Deserialize)]
struct Done {
    scenario: Scenario,
    summary: String,
    log_path: String,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant(Named),
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Runs these one by one.
pub(super) fn all(
    program: &Path,
    place: &Place,
    suite: &Suite,
    mutants: &[&Mutant],
    mut done: impl FnMut(&Mutant, Outcome, Vec<String>) -> Result<()>,
) -> Result<()> {
    for batch in mutants.chunks(BATCH) {
        let mut command = cargo_mutants(program, place, suite);
        // The names are exact, and all others are left out.
        command.args(batch.iter().flat_map(|mutant| ["-F".to_owned(), exactly(&mutant.name)]));
        let mut files: Vec<&str> = batch.iter().map(|mutant| mutant.file.as_str()).collect();
        files.dedup();
        command.args(files.iter().flat_map(|file| ["-f", file]));
        command.arg("--").args(suite.tests).arg("--").args(suite.skipped);
        // The status only says that there are survivors, or that some timed out.
        command.output().context("cargo mutants")?;
        let text =
            fs::read_to_string(place.output.join("mutants.out/outcomes.json")).context("the outcomes")?;
        let outcomes: Outcomes = serde_json::from_str(&text)?;
        let mut count = 0;
        for one in outcomes.outcomes {
            let Scenario::Mutant(named) = &one.scenario else { continue };
            let Some(mutant) = batch.iter().find(|mutant| mutant.name == named.name) else { continue };
            let log = fs::read_to_string(place.output.join("mutants.out").join(&one.log_path))?;
            let (outcome, noticed_by) =
                read(&one.summary, &log).with_context(|| format!("{}: {}", mutant.name, one.summary))?;
            done(mutant, outcome, noticed_by)?;
            count += 1;
        }
        let missing = batch.len() - count;
        ensure!(missing == 0, "{missing} of the batch have no result: see {}", place.output.display());
    }
    Ok(())
}

fn cargo_mutants(program: &Path, place: &Place, suite: &Suite) -> Command {
    let mut command = Command::new(program);
    command
        .args(["mutants", "--in-place", "--baseline=skip", "--no-times", "--colors=never", "-d"])
        .arg(&place.tree)
        .arg("-o")
        .arg(&place.output)
        .args(suite.packages.iter().flat_map(|package| ["-p", package]))
        .args(["--test-package", suite.tester.0, "--timeout", TEST_TIME, "--build-timeout", "1200", PROFILE])
        .env("CARGO_TARGET_DIR", &place.build);
    command
}

/// A regular expression for exactly this text. Only what has a meaning is escaped: an escape gives `<` and `>` one.
fn exactly(text: &str) -> String {
    let mut pattern = "^".to_owned();
    for character in text.chars() {
        if "\\.+*?()|[]{}^$".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern + "$"
}

/// What a batch says of a mutant, and the vectors that its log says noticed it.
fn read(summary: &str, log: &str) -> Option<(Outcome, Vec<String>)> {
    let lines = |start: &'static str| log.lines().filter_map(move |line| line.strip_prefix(start));
    let hangs: Vec<String> = lines("hangs ").map(ToOwned::to_owned).collect();
    let mut noticed_by: Vec<String> = lines("noticed by ").map(ToOwned::to_owned).collect();
    let noted_by: Vec<String> = lines("noted by ").map(ToOwned::to_owned).collect();
    let outcome = match summary {
        "CaughtMutant" if hangs.is_empty() && noticed_by.is_empty() && !noted_by.is_empty() => {
            Outcome::Strict
        }
        "CaughtMutant" if hangs.is_empty() => Outcome::Killed,
        "CaughtMutant" | "Timeout" => Outcome::TimedOut,
        "MissedMutant" => Outcome::Survived,
        "Unviable" => Outcome::Unviable,
        _ => return None,
    };
    noticed_by.extend(hangs);
    noticed_by.extend(noted_by);
    Some((outcome, noticed_by))
}
