//! Running the mutants: those that can be in one program, then the others by cargo-mutants.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::results::{Mutant, Outcome, Results, Span};
use super::{Place, Suite, alone, copy, switched};

/// How many vectors are kept of those that notice a mutant.
const KEPT: usize = 200;

/// A mutant in what `cargo mutants --list --json` prints.
#[derive(Deserialize)]
struct Listed {
    name: String,
    file: String,
    function: Option<InFunction>,
    span: Span,
    replacement: String,
}

#[derive(Deserialize)]
struct InFunction {
    span: Span,
}

/// The mutants there are, in the order of the source.
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
    let listed: Vec<Listed> = serde_json::from_slice(&output.stdout)?;
    let mut fingerprints = BTreeMap::new();
    listed
        .into_iter()
        .map(|Listed { name, file, function, span, replacement }| {
            if !fingerprints.contains_key(&file) {
                fingerprints.insert(file.clone(), copy::of_file(&tree.join(&file))?);
            }
            // FILE:LINE:COLUMN: CHANGE
            let behind = name.strip_prefix(&file).context("a mutant's name starts with its file")?;
            let change = behind.split_once(": ").context("behind the place is what is changed")?.1.to_owned();
            let fingerprint = fingerprints[&file].clone();
            let function = function.map_or(span, |function| function.span);
            Ok(Mutant { name, file, change, fingerprint, function, span, replacement })
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
    let kept = place.results.join(format!("{}.jsonl", place.share));
    let mut build = Command::new("cargo");
    build
        .args(["test", "--no-run", "--quiet", "--message-format=json", "-p", suite.package()])
        .args(suite.cargo_arguments())
        .args(suite.tests())
        .current_dir(&place.tree)
        .env("CARGO_TARGET_DIR", &place.build);
    let switched = switched::switch(&place.tree, Path::new(suite.folder()), mutants, &mut build)?;
    println!("{} compile, {} do not", switched.viable.len(), switched.unviable.len());
    for &number in &switched.unviable {
        results.add(&kept, mutants[number - 1], Outcome::Unviable, Vec::new())?;
    }
    let viable: Vec<usize> = switched.viable.into_iter().collect();
    match suite {
        Suite::Reference => {
            in_one_process(place, &switched.programs, &viable, |number, outcome, noticed_by| {
                results.add(&kept, mutants[number - 1], outcome, noticed_by)
            })?
        }
        Suite::Judge => {
            let mut programs = switched.programs;
            programs.sort_by_key(|program| turn(program, suite));
            each_in_its_own(place, &programs, &viable, |number, outcome| {
                results.add(&kept, mutants[number - 1], outcome, Vec::new())
            })?;
        }
    }
    copy::copy(&crate::files::root(), &place.tree)?;
    let others: Vec<&Mutant> = switched.unknown.iter().map(|&number| mutants[number - 1]).collect();
    println!("{} are left to cargo-mutants", others.len());
    alone::all(program, place, suite, &others, |mutant, outcome, noticed_by| {
        results.add(&kept, mutant, outcome, noticed_by)
    })
}

/// The program of the vectors alone asks them of one mutant after the other. Where one takes it down, it is
/// started again behind that one.
fn in_one_process(
    place: &Place,
    programs: &[String],
    viable: &[usize],
    mut done: impl FnMut(usize, Outcome, Vec<String>) -> Result<()>,
) -> Result<()> {
    let [program] = programs else { anyhow::bail!("expected one program, found {}", programs.len()) };
    let (mut left, mut baseline) = (viable, false);
    while !left.is_empty() {
        // 0 is none of them: without a change nothing may be noticed.
        let numbers: Vec<String> = [0].iter().chain(left).map(ToString::to_string).collect();
        let mut child = Command::new(program)
            .env("CRIVET_MUTANTS", numbers.join(","))
            .current_dir(place.tree.join(Suite::Reference.folder()))
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

/// When it is a program's turn: as the suite names them. The name ends in a hyphen and what tells builds apart.
fn turn(program: &str, suite: Suite) -> usize {
    let stem = Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = stem.rsplit_once('-').map_or(stem, |(name, _)| name);
    let wanted = if name == suite.package() { "--lib".to_owned() } else { format!("--test={name}") };
    suite.tests().iter().position(|test| *test == wanted).unwrap_or(usize::MAX)
}

/// How many seconds a program of tests may take.
const SECONDS: u64 = 120;

/// The programs of the tests, one after the other until one fails.
fn each_in_its_own(
    place: &Place,
    programs: &[String],
    viable: &[usize],
    mut done: impl FnMut(usize, Outcome) -> Result<()>,
) -> Result<()> {
    let outcome_of = |number: usize, program: &str| -> Result<Outcome> {
        // coreutils know how to end a program in time.
        let status = Command::new("timeout")
            .arg(SECONDS.to_string())
            .arg(program)
            .args(Suite::Judge.skipped())
            .env("CRIVET_MUTANT", number.to_string())
            .env("CARGO_MANIFEST_DIR", place.tree.join(Suite::Judge.folder()))
            .current_dir(place.tree.join(Suite::Judge.folder()))
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
    for program in programs {
        let outcome = outcome_of(0, program)?;
        ensure!(outcome == Outcome::Survived, "void: without a change, {program}: {outcome:?}");
    }
    for (index, &number) in viable.iter().enumerate() {
        done(number, tested(number)?)?;
        if index % 50 == 49 {
            println!("{} left", viable.len() - index - 1);
        }
    }
    Ok(())
}
