//! `cargo xtask reports`: the published results, one plain line a vector.

mod peers;

use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
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
    /// Leave out what needs a nightly toolchain, and peers that cannot be installed here
    #[arg(long)]
    stable: bool,
    /// Only these: reference, example-c, aiocoap, … (may be given again)
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let corpus = Corpus::embedded()?;
    let mut drift = false;
    let wanted = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    if wanted("reference") {
        let reference = Reference::new();
        let results = results_of(&corpus, Subject::InProcess(&reference), reference.describe())?;
        drift |= publish("reference", &results, arguments.check)?;
    }
    let mut testees = examples()?;
    for peer in peers::ALL.into_iter().filter(|peer| wanted(peer.name)) {
        if arguments.stable && peer.nightly {
            println!("{}: left out", peer.name);
            continue;
        }
        match peer.installed() {
            Ok(testee) => testees.push((peer.name, testee)),
            // What cannot be checked is no pass, unless that was asked for.
            Err(error) if arguments.check && !arguments.stable => return Err(error.context(peer.name)),
            Err(error) => println!("{}: left out, as it cannot be installed: {error:#}", peer.name),
        }
    }
    for (name, testee) in testees.into_iter().filter(|(name, _)| wanted(name)) {
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

/// Writes a result, or compares it with the committed one. True if they differ.
fn publish(name: &str, text: &str, check: bool) -> Result<bool> {
    let path = files::root().join(format!("reports/results/{name}.txt"));
    let current = files::publish(&path, text, check)?;
    if current {
        println!("{name}: {} lines", text.lines().count());
    }
    Ok(!current)
}
