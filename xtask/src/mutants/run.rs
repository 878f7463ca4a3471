//! Running cargo-mutants, batch by batch.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::results::{Mutant, Outcome, Results};
use super::{Place, Suite, copy};

/// How many mutants cargo-mutants is told of at a time: what an interruption costs at most.
const BATCH: usize = 50;
/// How many seconds the tests may take. The vectors alone end an answer without end themselves, well before.
const TEST_TIME: &str = "300";
/// How many vectors are kept of those that notice a mutant.
const KEPT: usize = 200;

/// A mutant in what `cargo mutants --list --json` prints.
#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
}

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
    Mutant(Listed),
}

/// The mutants there are: of the files with few first, those of a file in its order.
pub(super) fn list(program: &Path, tree: &Path, suite: Suite, files: &[String]) -> Result<Vec<Mutant>> {
    let mut command = Command::new(program);
    command.args(["mutants", "--list", "--json", "-d"]).arg(tree).args(["-p", suite.package()]);
    if files.is_empty() {
        command.args(suite.files().iter().flat_map(|glob| ["-f", glob]));
    } else {
        command.args(files.iter().flat_map(|glob| ["-f", glob]));
    }
    let output = command.output().context("cargo mutants --list")?;
    ensure!(output.status.success(), "cargo mutants --list: {}", String::from_utf8_lossy(&output.stderr));
    let mut listed: Vec<Listed> = serde_json::from_slice(&output.stdout)?;
    let mut fingerprints = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for one in &listed {
        *counts.entry(one.file.clone()).or_default() += 1;
    }
    listed.sort_by_key(|one| counts[&one.file]);
    listed
        .into_iter()
        .map(|Listed { name, file }| {
            if !fingerprints.contains_key(&file) {
                fingerprints.insert(file.clone(), copy::of_file(&tree.join(&file))?);
            }
            // FILE:LINE:COLUMN: CHANGE
            let behind = name.strip_prefix(&file).context("a mutant's name starts with its file")?;
            let change = behind.split_once(": ").context("behind the place is what is changed")?.1.to_owned();
            let fingerprint = fingerprints[&file].clone();
            Ok(Mutant { name, file, change, fingerprint })
        })
        .collect()
}

/// Runs these, keeping each result.
pub(super) fn all(
    program: &Path,
    place: &Place,
    suite: Suite,
    mutants: &[&Mutant],
    results: &mut Results,
) -> Result<()> {
    if mutants.is_empty() {
        return Ok(());
    }
    baseline(place, suite)?;
    let kept = place.results.join(format!("{}.jsonl", place.share));
    let mut done = 0;
    for batch in mutants.chunks(BATCH) {
        let mut command = cargo_mutants(program, place, suite);
        // The names are exact, and all others are left out.
        command.args(batch.iter().flat_map(|mutant| ["-F".to_owned(), exactly(&mutant.name)]));
        let mut files: Vec<&str> = batch.iter().map(|mutant| mutant.file.as_str()).collect();
        files.dedup();
        command.args(files.iter().flat_map(|file| ["-f", file]));
        command.arg("--").args(suite.tests());
        // The status only says that there are survivors, or that some timed out.
        command.output().context("cargo mutants")?;
        let text =
            fs::read_to_string(place.output.join("mutants.out/outcomes.json")).context("the outcomes")?;
        let outcomes: Outcomes = serde_json::from_str(&text)?;
        for one in outcomes.outcomes {
            let Scenario::Mutant(listed) = &one.scenario else { continue };
            let Some(mutant) = batch.iter().find(|mutant| mutant.name == listed.name) else { continue };
            let log = fs::read_to_string(place.output.join("mutants.out").join(&one.log_path))?;
            let (outcome, noticed_by) =
                read(&one.summary, &log).with_context(|| format!("{}: {}", mutant.name, one.summary))?;
            results.add(&kept, mutant, outcome, noticed_by)?;
        }
        done += batch.len();
        println!("{done} of {}", mutants.len());
        let unanswered = batch.iter().filter(|mutant| results.of(mutant).is_none()).count();
        ensure!(unanswered == 0, "{unanswered} of the batch have no result: see {}", place.output.display());
    }
    Ok(())
}

/// Without a change the tests pass; else nothing would mean anything.
fn baseline(place: &Place, suite: Suite) -> Result<()> {
    let status = Command::new("cargo")
        .args(["test", "--quiet", "-p", suite.package()])
        .args(suite.cargo_arguments())
        .args(suite.tests())
        .current_dir(&place.tree)
        .env("CARGO_TARGET_DIR", &place.build)
        .status()
        .context("cargo test")?;
    ensure!(status.success(), "void: the tests fail without any change");
    Ok(())
}

fn cargo_mutants(program: &Path, place: &Place, suite: Suite) -> Command {
    let mut command = Command::new(program);
    command
        .args(["mutants", "--in-place", "--baseline=skip", "--no-times", "--colors=never", "-d"])
        .arg(&place.tree)
        .arg("-o")
        .arg(&place.output)
        .args(["-p", suite.package(), "--timeout", TEST_TIME, "--build-timeout", "1200"])
        .args(suite.cargo_arguments())
        .env("CARGO_TARGET_DIR", &place.build);
    command
}

/// A regular expression for exactly this text.
fn exactly(text: &str) -> String {
    let mut pattern = "^".to_owned();
    for character in text.chars() {
        if character.is_ascii_punctuation() {
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
    let outcome = match summary {
        "CaughtMutant" if hangs.is_empty() => Outcome::Killed,
        "CaughtMutant" | "Timeout" => Outcome::TimedOut,
        "MissedMutant" => Outcome::Survived,
        "Unviable" => Outcome::Unviable,
        _ => return None,
    };
    let noticed_by = lines("noticed by ").map(ToOwned::to_owned).chain(hangs).take(KEPT).collect();
    Some((outcome, noticed_by))
}
