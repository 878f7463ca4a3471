//! Every oracle for a moment: do they start, take their seeds, and find nothing?
//!
//! In one program: four dozen take minutes and gigabytes to link, and differ in a line each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crivet::corpus::Corpus;
use crivet_fuzz::fuzz::oracles;

use super::engine::{Outcome, Run};
use super::{seeds, targets};
use crate::files;

/// Start every oracle for a short time
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seconds for all oracles together
    #[arg(long, value_name = "N", default_value_t = 30)]
    seconds: u64,
    /// The number of processes at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
}

/// The seed of random choices.
const SEED: u64 = 1;

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    // Held against itself the reference agrees whatever it says; `agree-*` are for other implementations.
    let (against, alone): (Vec<_>, Vec<_>) = oracles().into_iter().partition(|oracle| oracle.facts().against);
    let program = targets::build_any(&[])?;
    let corpus = Corpus::embedded()?;
    let base = files::root().join("fuzz");
    let folder = tempfile::tempdir().context("a folder for the seeds")?;
    let dictionary = folder.path().join("dictionary");
    seeds::write_dictionary(&dictionary)?;
    let jobs = arguments.jobs.max(1);
    let share = arguments.seconds * jobs as u64 / (alone.len() as u64).max(1);
    let time = Duration::from_secs(share.max(1));

    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(oracle) = alone.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = oracle.facts().name;
                    let own = folder.path().join(name);
                    let started = seeds::write(&**oracle, &corpus, &own.join("seeds")).and_then(|seeds| {
                        let run = Run {
                            program: &program,
                            oracle: Some(name),
                            testee: None,
                            corpus: &own.join("corpus"),
                            seeds: Some(&own.join("seeds")),
                            artifacts: &base.join("artifacts").join(name),
                            dictionary: &dictionary,
                            seed: SEED,
                            time,
                        };
                        Ok((seeds, run.start()?))
                    });
                    results.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((name, started));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(name, _)| alone.iter().position(|oracle| oracle.facts().name == *name));
    let mut found = 0;
    println!("{:28} {:>6} {:>10} {:>8} {:>8}", "oracle", "seeds", "executions", "coverage", "features");
    for (name, result) in results {
        let (seeds, outcome) = result?;
        let Outcome { executions, coverage, features, clean, last_words, .. } = outcome;
        println!("{name:28} {seeds:>6} {executions:>10} {coverage:>8} {features:>8}");
        if !clean {
            found += 1;
            println!("{last_words}\n");
        }
        ensure!(executions > 0 || !clean, "{name} did not try a single input");
    }
    println!("{} more, agree-*, hold an implementation against another one: not started", against.len());
    ensure!(found == 0, "{found} oracles found something; the inputs are in fuzz/artifacts");
    Ok(())
}
