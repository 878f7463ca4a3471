//! `cargo xtask reports`: the published results, one plain line a vector.

use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::process::Testee;
use crivet::report::lines;
use crivet::run::{Options, Run, Subject, run};
use crivet::select::Filter;
use crivet_reference::testee::Reference;

use crate::files;

/// Make the published results under reports/
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail and show the difference where a committed result is not current
    #[arg(long)]
    check: bool,
    /// Leave out what needs a nightly toolchain
    #[arg(long)]
    stable: bool,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let corpus = Corpus::embedded()?;
    let mut drift = false;
    let reference = Reference::new();
    let results = results_of(&corpus, Subject::InProcess(&reference), reference.describe())?;
    drift |= publish("reference", &results, arguments.check)?;
    let mut testees = examples()?;
    if arguments.stable {
        println!("cri-ref: left out");
    } else {
        testees.push(("cri-ref", cri_ref()?));
    }
    for (name, testee) in testees {
        let description = testee.describe()?.description;
        let results = results_of(&corpus, Subject::Process(&testee), description)?;
        drift |= publish(name, &results, arguments.check)?;
    }
    ensure!(!drift, "the results under reports/ are not current; `cargo xtask reports` makes them anew");
    Ok(())
}

/// The examples for implementers: what they need is python3, node, and a C compiler with make.
fn examples() -> Result<Vec<(&'static str, Testee)>> {
    let folder = files::root().join("harness/testees");
    let status = Command::new("make").args(["-s", "-C"]).arg(folder.join("c")).status().context("make")?;
    ensure!(status.success(), "the example in C does not build: {status}");
    let path = |file: &str| folder.join(file).display().to_string();
    Ok(vec![
        ("example-c", Testee::from_words(path("c/testee"), [])),
        ("example-javascript", Testee::from_words("node", [path("javascript/testee.js")])),
        ("example-python", Testee::from_words("python3", [path("python/testee.py")])),
    ])
}

fn results_of(
    corpus: &Corpus,
    subject: Subject<'_>,
    description: crivet::implementation::Description,
) -> Result<String> {
    // What an implementation does not claim is no result of it.
    let filter = Filter { profiles: description.profiles.iter().copied().collect(), ..Filter::default() };
    let cases = filter.select(corpus)?;
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: 2, strict: false, cancel: &cancel };
    let run: Run<'_> = run(subject, description, &cases, &options, &|_| {})?;
    ensure!(run.complete(), "{} of {} vectors judged", run.results.len(), cases.len());
    Ok(lines::run(&run))
}

/// Builds the wrapper of the crate cri-ref, which needs a nightly toolchain.
fn cri_ref() -> Result<Testee> {
    let folder = files::root().join("harness/testees/cri-ref");
    // The folder's own toolchain file is to decide, not the toolchain this program was started by.
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked"])
        .current_dir(&folder)
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env_remove("RUSTC")
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .context("cargo")?;
    if !status.success() {
        bail!("the wrapper of cri-ref does not build: {status}");
    }
    let program = folder.join("target/release/crivet-testee-cri-ref");
    Ok(Testee::from_words(program.display().to_string(), []))
}

/// Writes a result, or compares it with the committed one. True if they differ.
fn publish(name: &str, text: &str, check: bool) -> Result<bool> {
    let path = files::root().join(format!("reports/results/{name}.txt"));
    let current = files::publish(&path, text, check)?;
    if current {
        println!("{name}: {} lines", text.lines().count());
    }
    Ok(!current)
}
