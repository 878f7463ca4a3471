//! Running the mutants: those that can be in one program, then the others by cargo-mutants.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::results::{Mutant, Outcome, Results, Span};
use super::{Built, PROFILE, Place, Suite, alone, copy, switched};
use crate::files;

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
pub(super) fn list(program: &Path, tree: &Path, suite: &Suite, globs: &[String]) -> Result<Vec<Mutant>> {
    let mut command = Command::new(program);
    command.args(["mutants", "--list", "--json", "-d"]).arg(tree);
    command.args(suite.packages.iter().flat_map(|package| ["-p", package]));
    if globs.is_empty() {
        command.args(suite.files.iter().flat_map(|glob| ["-f", glob]));
    } else {
        command.args(globs.iter().flat_map(|glob| ["-f", glob]));
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
    suite: &Suite,
    mutants: &[&Mutant],
    results: &mut Results,
) -> Result<()> {
    if mutants.is_empty() {
        return Ok(());
    }
    let kept = place.results.join(format!("{}.jsonl", place.share));
    let mut build = Command::new("cargo");
    build
        .args(["test", "--no-run", "--quiet", "--message-format=json", "-p", suite.tester.0, PROFILE])
        .args(suite.tests)
        .current_dir(&place.tree)
        .env("CARGO_TARGET_DIR", &place.build);
    let switched = switched::switch(&place.tree, suite, mutants, &mut build)?;
    println!("{} compile, {} do not", switched.viable.len(), switched.unviable.len());
    for &number in &switched.unviable {
        results.add(&kept, mutants[number - 1], Outcome::Unviable, Vec::new())?;
    }
    let viable: Vec<usize> = switched.viable.into_iter().collect();
    let folder = place.tree.join(suite.tester.1);
    let built = Built { programs: &switched.programs, viable: &viable, folder };
    (suite.ask)(&built, &mut |number, outcome, noticed_by| {
        results.add(&kept, mutants[number - 1], outcome, noticed_by)
    })?;
    copy::copy(&files::root(), &place.tree)?;
    let others: Vec<&Mutant> = switched.unknown.iter().map(|&number| mutants[number - 1]).collect();
    println!("{} are left to cargo-mutants", others.len());
    alone::all(program, place, suite, &others, |mutant, outcome, noticed_by| {
        results.add(&kept, mutant, outcome, noticed_by)
    })
}
