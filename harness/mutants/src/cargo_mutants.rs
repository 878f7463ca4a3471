//! cargo-mutants changes a part of the source bit by bit, and tests are to notice.
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
use crivet_mutants::waivers::ChangeWaiver;

use self::report::State;
pub(crate) use self::results::Outcome;
use self::results::Results;
use crate::{GREEN, RED, files};

/// Have cargo-mutants change the source, and see what notices
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only files that match (may be given again): then nothing is published
    #[arg(long = "file", value_name = "GLOB")]
    files: Vec<String>,
    /// Only this share of the work, from 1/N to N/N: shares can run side by side
    #[arg(long, value_name = "K/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Forget the results so far
    #[arg(long)]
    fresh: bool,
    /// Run nothing, and publish the results so far
    #[arg(long)]
    report: bool,
}

/// A part of the source, and what is to notice a change in it.
pub(crate) struct Suite {
    /// The name of the published files.
    pub(crate) name: &'static str,
    /// The packages that are changed.
    pub(crate) packages: &'static [&'static str],
    /// The files that are changed.
    pub(crate) files: &'static [&'static str],
    /// The folder of the package that the switch is a module of. It is among those that are changed.
    pub(crate) switch: &'static str,
    /// What is replaced in other files, so that they reach the switch: the file, what stands there, what is to.
    pub(crate) reach: &'static [(&'static str, &'static str, &'static str)],
    /// The package whose tests are to notice, and its folder.
    pub(crate) tester: (&'static str, &'static str),
    /// Which tests, as `cargo test` is told.
    pub(crate) tests: &'static [&'static str],
    /// Which of them are left out, as a program of tests is told.
    pub(crate) skipped: &'static [&'static str],
    /// What, as long as it stays the same, notices no more than it did: folders and files.
    pub(crate) tested_by: &'static [&'static str],
    /// Runs the programs of the tests with each of the changes, by its number, and tells what came of it.
    pub(crate) ask: fn(&Built<'_>, Done<'_>) -> Result<()>,
    /// The changes that nothing can notice.
    pub(crate) waivers: Vec<ChangeWaiver>,
}

/// The programs of the tests, with all changes in them.
pub(crate) struct Built<'a> {
    pub(crate) programs: &'a [String],
    /// The numbers of the changes that compile.
    pub(crate) viable: &'a [usize],
    /// The folder of the package whose tests they are, in the copy.
    pub(crate) folder: PathBuf,
}

/// Takes the number of a change, what came of it, and the ids of vectors that noticed it.
pub(crate) type Done<'a> = &'a mut dyn FnMut(usize, Outcome, Vec<String>) -> Result<()>;

/// How cargo builds what is changed.
const PROFILE: &str = "--profile=mutants";

pub(crate) fn main(suite: &Suite, arguments: &Arguments) -> Result<u8> {
    let place = Place::new(suite, arguments.shard)?;
    if arguments.fresh {
        results::forget(&place.results)?;
    }
    copy::copy(&files::root(), &place.tree)?;
    let program = tool::find(&place.base)?;
    let listed = run::list(&program, &place.tree, suite, &arguments.files)?;
    ensure!(!listed.is_empty(), "there is nothing to change");
    let strength = copy::fingerprint(&place.tree, suite.tested_by)?;
    let mut results = Results::read(&place.results, strength)?;
    if !arguments.report {
        let missing: Vec<_> = listed.iter().filter(|mutant| results.of(mutant).is_none()).collect();
        let (share, of) = arguments.shard;
        let here: Vec<_> = missing.iter().copied().skip(share - 1).step_by(of).collect();
        println!("{} mutants, {} without a result, {} of them here", listed.len(), missing.len(), here.len());
        run::all(&program, &place, suite, &here, &mut results)?;
    }
    let lines = report::lines(suite, &listed, &results)?;
    if arguments.files.is_empty() {
        report::publish(suite, &lines)?;
    }
    let alive: Vec<_> = lines.iter().filter(|line| line.state == State::Done(Outcome::Survived)).collect();
    let open = lines.iter().filter(|line| line.state == State::Open).count();
    for line in &alive {
        println!("{line}");
    }
    ensure!(open == 0, "{open} mutants are without a result");
    if !alive.is_empty() {
        println!("{} mutants are not noticed", alive.len());
    }
    Ok(if alive.is_empty() { GREEN } else { RED })
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
    fn new(suite: &Suite, (share, of): (usize, usize)) -> Result<Self> {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| files::root().join("target"), PathBuf::from);
        let base = std::path::absolute(target)?.join("generated-mutants");
        let share = format!("{share}-of-{of}");
        let own = base.join(format!("{}-{share}", suite.name));
        std::fs::create_dir_all(&own).with_context(|| own.display().to_string())?;
        Ok(Place {
            tree: own.join("tree"),
            build: base.join("build"),
            output: own,
            results: base.join("results").join(suite.name),
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
