//! `cargo xtask mutants`: cargo-mutants changes the source bit by bit, and tests are to notice.
//!
//! Of the reference the vectors alone are the test (`harness/reference/tests/vectors_alone.rs`): a mutant they do not
//! notice is a wrong implementation that would pass. Of the library its own tests are.
//!
//! cargo-mutants says what can be changed. All of it goes into one copy of the source, each change behind a switch, and
//! is compiled once; the few that cannot be switched cargo-mutants runs itself. A result is kept, so that a run can be
//! interrupted, taken up again, and shared out by `--shard` among processes; what is kept is what is published.

mod alone;
mod copy;
mod report;
mod results;
mod run;
mod switched;
mod tool;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use self::report::State;
use self::results::{Outcome, Results};
use crate::files;

/// Have cargo-mutants change the source, and see what notices
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What is changed
    #[arg(long, value_enum, default_value_t = Suite::Reference)]
    suite: Suite,
    /// Only files that match (may be given again): then nothing is published
    #[arg(long = "file", value_name = "GLOB")]
    files: Vec<String>,
    /// Only this share of what is to be done, from 1/N to N/N: shares can be run beside each other
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Forget the results there are
    #[arg(long)]
    fresh: bool,
    /// Run nothing, publish what there is
    #[arg(long)]
    report: bool,
}

/// A part of the source, and what is to notice a change in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// The reference implementation: the vectors alone are to notice.
    Reference,
    /// The judge, and what stands between vector files and verdicts: the library's tests are to notice.
    Judge,
}

impl Suite {
    fn package(self) -> &'static str {
        match self {
            Suite::Reference => "crivet-reference",
            Suite::Judge => "crivet",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Suite::Reference => "harness/reference",
            Suite::Judge => "harness/crivet",
        }
    }

    /// The name of the published file.
    fn name(self) -> &'static str {
        match self {
            Suite::Reference => "generated",
            Suite::Judge => "judge",
        }
    }

    /// The files that are changed.
    fn files(self) -> &'static [&'static str] {
        match self {
            Suite::Reference => &["harness/reference/src/**/*.rs"],
            Suite::Judge => &[
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
        }
    }

    /// What cargo is told besides.
    fn cargo_arguments(self) -> &'static [&'static str] {
        match self {
            Suite::Reference => &["--profile=mutants", "--features=testee"],
            Suite::Judge => &["--profile=mutants"],
        }
    }

    /// Which tests are to notice, as `cargo test` is told.
    fn tests(self) -> &'static [&'static str] {
        match self {
            Suite::Reference => &["--test=vectors_alone"],
            // The fastest first: what one notices the next are not asked.
            Suite::Judge => &[
                "--lib",
                "--test=history",
                "--test=import",
                "--test=corpus",
                "--test=baseline",
                "--test=process",
            ],
        }
    }

    /// Which of them are left out, as a program of tests is told: those of other modules. They take long, and are to
    /// lend no help.
    fn skipped(self) -> &'static [&'static str] {
        match self {
            Suite::Reference => &[],
            Suite::Judge => &[
                "--skip=oracle::",
                "--skip=generate::",
                "--skip=fuzz::",
                "--skip=report::",
                "--skip=protocol::",
            ],
        }
    }

    /// What, as long as it stays the same, notices no more than it did: folders and files.
    fn tested_by(self) -> &'static [&'static str] {
        match self {
            Suite::Reference => &["vectors/", "harness/reference/tests/vectors_alone.rs"],
            Suite::Judge => &["harness/crivet/", "vectors/"],
        }
    }
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let place = Place::new(arguments.suite, arguments.shard)?;
    if arguments.fresh {
        results::forget(&place.results)?;
    }
    copy::copy(&files::root(), &place.tree)?;
    let program = tool::find(&place.base)?;
    let listed = run::list(&program, &place.tree, arguments.suite, &arguments.files)?;
    ensure!(!listed.is_empty(), "there is nothing to change");
    let strength = copy::fingerprint(&place.tree, arguments.suite.tested_by())?;
    let mut results = Results::read(&place.results, strength)?;
    if !arguments.report {
        let missing: Vec<_> = listed.iter().filter(|mutant| results.of(mutant).is_none()).collect();
        let (share, of) = arguments.shard;
        let here: Vec<_> = missing.iter().copied().skip(share - 1).step_by(of).collect();
        println!("{} mutants, {} without a result, {} of them here", listed.len(), missing.len(), here.len());
        run::all(&program, &place, arguments.suite, &here, &mut results)?;
    }
    let lines = report::lines(arguments.suite, &listed, &results)?;
    if arguments.files.is_empty() {
        report::publish(arguments.suite, &lines)?;
    }
    let alive: Vec<_> = lines.iter().filter(|line| line.state == State::Done(Outcome::Survived)).collect();
    let open = lines.iter().filter(|line| line.state == State::Open).count();
    for line in &alive {
        println!("{line}");
    }
    ensure!(open == 0, "{open} mutants are without a result");
    ensure!(alive.is_empty(), "{} mutants are not noticed", alive.len());
    Ok(())
}

/// Where things are.
struct Place {
    /// What all runs share.
    base: PathBuf,
    /// The copy that is changed.
    tree: PathBuf,
    /// Where the copy is compiled. All runs share it, for what they need of others is the same.
    build: PathBuf,
    /// What cargo-mutants writes.
    output: PathBuf,
    /// The folder of results, a file for each share.
    results: PathBuf,
    /// The file in it that this run adds to.
    share: String,
}

impl Place {
    fn new(suite: Suite, (share, of): (usize, usize)) -> Result<Self> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| files::root().join("target"), PathBuf::from);
        let base = std::path::absolute(target)?.join("generated-mutants");
        let share = format!("{share}-of-{of}");
        let own = base.join(format!("{}-{share}", suite.name()));
        std::fs::create_dir_all(&own).with_context(|| own.display().to_string())?;
        Ok(Place {
            tree: own.join("tree"),
            build: base.join("build"),
            output: own,
            results: base.join("results").join(suite.name()),
            share,
            base,
        })
    }
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once('/').and_then(|(share, of)| Some((share.parse().ok()?, of.parse().ok()?)));
    parsed
        .filter(|&(share, of): &(usize, usize)| share >= 1 && share <= of)
        .ok_or_else(|| "expected a share such as 2/4".to_owned())
}

/// A path as it is written in results: with `/` between its parts.
fn with_slashes(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
