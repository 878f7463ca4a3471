//! A campaign: hours of both engines on the same oracles, what is reached kept from slice to slice.
//!
//! Time is dealt out in slices. libFuzzer gets half of them, a target at a time: first each target once, then the one
//! that found most in its last slice, and every fourth time the one that has waited longest. The other half goes to
//! `crivet fuzz`, all oracles at once, with another seed each time. After each slice the state is written, so that a
//! campaign that was killed goes on where it was. A testee of another language has no instrumentation: there all slices are
//! those of `crivet fuzz`.

mod merge;
mod report;
mod state;
mod triage;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use crivet::corpus::Corpus;
use crivet_fuzz::fuzz::oracles;

use self::state::{Choice, State};
use super::engine::{self, Run};
use super::targets::Target;
use super::{seeds, targets};
use crate::files;

/// Fuzz for hours, and keep the inputs reached
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The hours in all, by the clock; those of an interrupted campaign count
    #[arg(long, value_name = "N", default_value_t = 1.0)]
    hours: f64,
    /// The number of processes at a time
    #[arg(long, value_name = "N", default_value = "2")]
    jobs: NonZeroUsize,
    /// The folder for corpora, inputs of findings, state and reports
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz-campaign")]
    folder: PathBuf,
    /// The length of a slice, in seconds
    #[arg(long, value_name = "N", default_value_t = 60)]
    slice: u64,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only these targets (may be given again)
    #[arg(long = "target", value_name = "NAME")]
    targets: Vec<String>,
    /// A testee to fuzz in place of the reference: a program that speaks the testee protocol; `crivet fuzz` gets all of
    /// the time
    #[arg(long, value_name = "COMMAND")]
    impl_cmd: Option<String>,
    /// The implementation with which `agree-*` compare the testee: a built-in one or a command
    #[arg(long, value_name = "NAME|COMMAND", default_value = "reference", requires = "impl_cmd")]
    against: String,
    /// Merge the corpora and findings of this campaign's folder into a new one (may be given again)
    #[arg(long = "merge", value_name = "FOLDER", conflicts_with = "report")]
    merge: Vec<PathBuf>,
    /// Only write the report of the results so far
    #[arg(long)]
    report: bool,
}

/// Slices of a target from one merge of its corpus to the next.
const MERGE_EVERY: u64 = 12;

/// What all workers share.
struct Campaign<'a> {
    arguments: &'a Arguments,
    folder: &'a Path,
    /// The command line, which is the engine without instrumentation.
    crivet: PathBuf,
    dictionary: PathBuf,
    targets: &'a [Target],
    state: Mutex<State>,
    /// When this session began, and how much time the ones before it took.
    began: Instant,
    before: Duration,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    ensure!(arguments.hours > 0.0 && arguments.hours < 10_000.0, "expected hours above 0");
    let folder = std::path::absolute(files::root().join(&arguments.folder))?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    if !arguments.merge.is_empty() {
        merge::all(&arguments.merge, &folder)?;
    } else if !arguments.report {
        fuzz(arguments, &folder)?;
    }
    let state = match arguments.merge.as_slice() {
        [] => State::read(&folder, arguments.seed, arguments.impl_cmd.as_deref())?,
        _ => State::there(&folder)?.context("nothing was merged")?,
    };
    let markdown = report::write(&state, &folder)?;
    println!("{markdown}");
    let findings = state.findings();
    if findings > 0 {
        bail!("{findings} findings; see {}", folder.join("report.md").display());
    }
    Ok(())
}

/// Fuzzes until the time is up, and looks at what was found.
fn fuzz(arguments: &Arguments, folder: &Path) -> Result<()> {
    // Held against itself the reference agrees whatever it says; `agree-*` are for other implementations.
    let wanted = |name: &str| arguments.targets.is_empty() || arguments.targets.iter().any(|one| one == name);
    let mut chosen = oracles();
    chosen.retain(|oracle| !oracle.facts().against && wanted(oracle.facts().name));
    ensure!(!chosen.is_empty() || arguments.impl_cmd.is_some(), "there is no such target");
    let targets = if arguments.impl_cmd.is_none() { targets::build(chosen)? } else { Vec::new() };
    let state = State::read(folder, arguments.seed, arguments.impl_cmd.as_deref())?;
    let campaign = Campaign {
        arguments,
        folder,
        crivet: command_line()?,
        dictionary: folder.join("dictionary"),
        targets: &targets,
        before: Duration::from_secs(state.seconds),
        state: Mutex::new(state),
        began: Instant::now(),
    };
    campaign.prepare()?;
    campaign.work()?;
    triage::all(&targets, &mut campaign.locked(), folder)?;
    campaign.locked().write(folder)
}

/// Builds the command line.
fn command_line() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.current_dir(files::root());
    build.args([
        "build",
        "--release",
        "--locked",
        "--package=crivet-cli",
        "--message-format=json-render-diagnostics",
    ]);
    let output = build.stderr(Stdio::inherit()).output().context("cargo")?;
    ensure!(output.status.success(), "the command line does not build");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|built| Some(PathBuf::from(built.get("executable")?.as_str()?)))
        .context("cargo does not say where the command line is")
}

impl Campaign<'_> {
    /// Writes what the targets start from.
    fn prepare(&self) -> Result<()> {
        let corpus = Corpus::embedded()?;
        seeds::write_dictionary(&self.dictionary)?;
        for target in self.targets {
            seeds::write(&*target.oracle, &corpus, &self.folder.join("seeds").join(target.name()))?;
        }
        Ok(())
    }

    /// Deals out slices until the time is up.
    fn work(&self) -> Result<()> {
        let total = Duration::from_secs_f64(self.arguments.hours * 3600.0);
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.arguments.jobs.get())
                .map(|_| {
                    scope.spawn(|| -> Result<()> {
                        loop {
                            let left = total.saturating_sub(self.elapsed());
                            if left < Duration::from_secs(1) {
                                return Ok(());
                            }
                            let time = left.min(Duration::from_secs(self.arguments.slice.max(1)));
                            let choice = self.locked().choose(&self.names());
                            match choice {
                                Choice::Target { name, seed } => self.libfuzzer(&name, seed, time)?,
                                Choice::Crivet { seed } => self.crivet(seed, time)?,
                            }
                            let mut state = self.locked();
                            state.seconds = self.elapsed().as_secs();
                            state.write(self.folder)?;
                        }
                    })
                })
                .collect();
            workers.into_iter().try_for_each(|worker| match worker.join() {
                Ok(result) => result,
                Err(_) => bail!("a worker panicked"),
            })
        })?;
        for target in self.targets {
            engine::merge(&target.program, &self.corpus(target.name()))?;
        }
        Ok(())
    }

    fn libfuzzer(&self, name: &str, seed: u64, time: Duration) -> Result<()> {
        let target = self.targets.iter().find(|target| target.name() == name).context("a target")?;
        let begun = Instant::now();
        let outcome = Run {
            program: &target.program,
            oracle: None,
            testee: None,
            corpus: &self.corpus(name),
            seeds: Some(&self.folder.join("seeds").join(name)),
            artifacts: &self.folder.join("artifacts").join(name),
            dictionary: &self.dictionary,
            seed,
            time,
        }
        .start()?;
        println!(
            "{:>6} s  {name:28} {:>10} executions  coverage {:>6}  features {:>7}{}",
            self.elapsed().as_secs(),
            outcome.executions,
            outcome.coverage,
            outcome.features,
            if outcome.clean { "" } else { "  found something" },
        );
        let slices = self.locked().ran(name, begun.elapsed(), self.elapsed(), &outcome);
        if slices.is_multiple_of(MERGE_EVERY) {
            engine::merge(&target.program, &self.corpus(name))?;
        }
        Ok(())
    }

    fn crivet(&self, seed: u64, time: Duration) -> Result<()> {
        let path = self.folder.join(format!("crivet-{seed}.json"));
        let begun = Instant::now();
        let mut command = Command::new(&self.crivet);
        command.args(["fuzz", "--jobs", "1", "--seed", &seed.to_string()]);
        command.args(["--time", &time.as_secs().max(1).to_string()]);
        match &self.arguments.impl_cmd {
            Some(testee) => {
                command.args(["--impl-cmd", testee, "--against", &self.arguments.against]);
                command.args(self.arguments.targets.iter().flat_map(|name| ["--oracle", name]));
            }
            None => {
                command.args(self.targets.iter().flat_map(|target| ["--oracle", target.name()]));
            }
        }
        command.arg("--report").arg(format!("json={}", path.display()));
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).status();
        let status = status.context("crivet fuzz")?;
        // 2 with a report: an oracle had too few cases in this slice to say anything.
        let is_told = status.code() == Some(2) && path.exists();
        ensure!(is_told || matches!(status.code(), Some(0 | 1)), "crivet fuzz ended with {status}");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let cases = self.locked().fuzzed(begun.elapsed(), &text)?;
        println!("{:>6} s  {:28} {cases:>10} cases", self.elapsed().as_secs(), "crivet fuzz");
        std::fs::remove_file(&path).with_context(|| path.display().to_string())
    }

    fn corpus(&self, name: &str) -> PathBuf {
        self.folder.join("corpus").join(name)
    }

    fn names(&self) -> Vec<&'static str> {
        self.targets.iter().map(Target::name).collect()
    }

    fn elapsed(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
