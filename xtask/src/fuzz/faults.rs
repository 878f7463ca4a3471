//! How soon libFuzzer finds what is wrong: the faults of the catalogue, one after the other.
//!
//! `cargo xtask mutants score --fuzz` tries every oracle on a fault. What one of them noticed there, without a comparison where it
//! can be, libFuzzer is to find with the same oracle: from nothing, for seeds that are made of vectors would find it
//! by themselves. A finding counts where the reference without the fault does not show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use crivet_fuzz::fuzz::oracles;

use super::engine::Run;
use super::{seeds, targets};
use crate::files;

/// Let libFuzzer look for every fault
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seconds for each fault
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u64,
    /// The number of processes at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder that keeps results until all are there
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz-faults")]
    folder: PathBuf,
    /// Only these faults (may be given again): then nothing is published
    #[arg(long = "fault", value_name = "ID")]
    faults: Vec<String>,
}

/// What `cargo xtask mutants score --fuzz` wrote, and what comes of this.
const FUZZED: &str = "reports/mutants/fuzz.txt";
const PUBLISHED: &str = "reports/mutants/libfuzzer.txt";

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let mut wanted = noticed(&fs::read_to_string(files::root().join(FUZZED)).context(FUZZED)?)?;
    if !arguments.faults.is_empty() {
        wanted.retain(|fault, _| arguments.faults.contains(fault));
    }
    ensure!(!wanted.is_empty(), "there is no such fault, or nothing noticed it");
    let folder = std::path::absolute(files::root().join(&arguments.folder))?;
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let head = format!("# {} s a fault, seed {}\n", arguments.seconds, arguments.seed);
    let kept = folder.join("results.txt");
    let mut lines = read(&kept, &head)?;
    lines.retain(|line| wanted.iter().any(|(fault, oracle)| line.starts_with(&format!("{fault} {oracle} "))));
    let is_done = |fault: &str| lines.iter().any(|line| line.split(' ').next() == Some(fault));
    let open: Vec<(&String, &String)> = wanted.iter().filter(|(fault, _)| !is_done(fault)).collect();
    println!("{} faults, {} of them without a result", wanted.len(), open.len());

    let program = targets::build_any(&["mutants"])?;
    let dictionary = folder.join("dictionary");
    seeds::write_dictionary(&dictionary)?;
    let search = Search { arguments, folder: &folder, program: &program, dictionary: &dictionary };
    let (queue, lines) = (Mutex::new(open.into_iter()), Mutex::new(lines));
    std::thread::scope(|scope| {
        let worker = || -> Result<()> {
            loop {
                let Some((fault, oracle)) = locked(&queue).next() else { return Ok(()) };
                let line = search.one(fault, oracle)?;
                print!("{line}");
                let mut lines = locked(&lines);
                lines.insert(line);
                files::write(&kept, &text(&head, &lines))?;
            }
        };
        let workers: Vec<_> = (0..arguments.jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(_) => bail!("a worker panicked"),
        })
    })?;
    let lines = lines.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let found = lines.iter().filter(|line| !line.ends_with(" -\n")).count();
    println!("{found} of {} faults found", lines.len());
    if arguments.faults.is_empty() {
        files::write(&files::root().join(PUBLISHED), &text(&head, &lines))?;
    }
    Ok(())
}

/// By fault the oracle to find it with: of those that noticed it the one that took the fewest cases, and one that
/// needs no other implementation before one that does.
fn noticed(text: &str) -> Result<BTreeMap<String, String>> {
    let oracles = oracles();
    let compares = |name: &str| oracles.iter().any(|one| one.facts().against && one.facts().name == name);
    let mut best: BTreeMap<String, (bool, u64, String)> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [fault, _, _, oracle, cases, _] = line.split(' ').collect::<Vec<_>>()[..] else {
            ensure!(line.ends_with(" -"), "{FUZZED}: expected a fault and what noticed it, found `{line}`");
            continue;
        };
        let this = (compares(oracle), cases.parse()?, oracle.to_owned());
        let entry = best.entry(fault.to_owned()).or_insert_with(|| this.clone());
        if this < *entry {
            *entry = this;
        }
    }
    Ok(best.into_iter().map(|(fault, (.., oracle))| (fault, oracle)).collect())
}

/// The results there are, if they were made the same way.
fn read(path: &Path, head: &str) -> Result<BTreeSet<String>> {
    if !path.exists() {
        return Ok(BTreeSet::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let lines = text.strip_prefix(head).unwrap_or_default().lines();
    Ok(lines.map(|line| format!("{line}\n")).collect())
}

fn text(head: &str, lines: &BTreeSet<String>) -> String {
    std::iter::once(head).chain(lines.iter().map(String::as_str)).collect()
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// What the search for all faults shares.
struct Search<'a> {
    arguments: &'a Arguments,
    folder: &'a Path,
    program: &'a Path,
    dictionary: &'a Path,
}

impl Search<'_> {
    /// Looks for one fault: `FAULT ORACLE EXECUTIONS SECONDS`, or a hyphen for the last two.
    fn one(&self, fault: &str, oracle: &str) -> Result<String> {
        let own = tempfile::tempdir_in(self.folder)?;
        let testee = format!("fault:{fault}");
        let artifacts = own.path().join("artifacts");
        let begun = Instant::now();
        let outcome = Run {
            program: self.program,
            oracle: Some(oracle),
            testee: Some(&testee),
            corpus: &own.path().join("corpus"),
            seeds: None,
            artifacts: &artifacts,
            dictionary: self.dictionary,
            seed: self.arguments.seed,
            time: Duration::from_secs(self.arguments.seconds),
        }
        .start()?;
        let seconds = begun.elapsed().as_secs_f64();
        if outcome.clean {
            return Ok(format!("{fault} {oracle} -\n"));
        }
        let artifact = fs::read_dir(&artifacts)?.next().transpose()?;
        let artifact = artifact.with_context(|| format!("{fault}: {}", outcome.last_words))?.path();
        let without = Command::new(self.program)
            .arg(&artifact)
            .env("CRIVET_ORACLE", oracle)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("the target")?;
        ensure!(without.success(), "{oracle} finds {} without a fault as well", artifact.display());
        Ok(format!("{fault} {oracle} {} {seconds:.2}\n", outcome.executions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_no_comparison_comes_first() {
        let text = "# 2 s\n\
            a href-13 decode agree-decode 1 0.01\na href-27 decode cddl 9 0.02\na href-27 scan scan 7 0.01\n\
            b href-13 decode agree-decode 4 0.01\nc href-13 decode -\n";
        let expected = [("a", "scan"), ("b", "agree-decode")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(noticed(text).unwrap_or_default(), expected.into());
        assert!(noticed("# 2 s\na href-13 decode cddl 9\n").is_err());
    }

    #[test]
    fn results_made_otherwise_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let (path, lines) = (folder.path().join("results.txt"), BTreeSet::from(["a cddl -\n".to_owned()]));
        assert_eq!(read(&path, "# 2 s\n").unwrap(), BTreeSet::new());
        files::write(&path, &text("# 2 s\n", &lines)).unwrap();
        assert_eq!(read(&path, "# 2 s\n").unwrap(), lines);
        assert_eq!(read(&path, "# 3 s\n").unwrap(), BTreeSet::new());
    }
}
