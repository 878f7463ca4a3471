//! `cargo xtask reports`: the published results, one plain line a vector; and what is made of all of them, the matrix
//! and how each implementation stands to each requirement.

mod peers;

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crivet::corpus::Corpus;
use crivet::coverage::Coverage;
use crivet::implementation::{Description, Implementation};
use crivet::process::Testee;
use crivet::report::compare::{Matrix, Results};
use crivet::report::specification::{Answers, View};
use crivet::report::{Invocation, json, lines};
use crivet::run::{Options, Run, Subject, run};
use crivet::select::{Case, Filter};
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

/// What came of one implementation.
struct Published {
    /// What it is called, here and in the name of its file.
    name: &'static str,
    /// The verdicts.
    answers: Answers,
    /// The answers themselves; none where they are those committed.
    results: Option<Results>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let corpus = Corpus::embedded()?;
    let mut drift = false;
<<<<<<< HEAD
    let wanted = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    if wanted("reference") {
        let reference = Reference::new();
        let results = results_of(&corpus, Subject::InProcess(&reference), reference.describe())?;
        drift |= publish("reference", &results, arguments.check)?;
=======
    let mut published = Vec::new();
    let reference = Reference::new();
    let cases = cases(&corpus, &reference.describe())?;
    let run = run_of(&cases, Subject::InProcess(&reference), reference.describe())?;
    // Which vectors some fault fails is measured elsewhere: `crivet coverage` has it.
    let coverage = Coverage::of(&corpus, &run, None);
    drift |= publish("reference", &run, &corpus, arguments.check, &mut published)?;
    let mut testees = examples()?;
    if arguments.stable {
        println!("cri-ref: left out, and the matrix with it");
        let committed = std::fs::read_to_string(files::root().join("reports/results/cri-ref.txt"))?;
        let answers = Answers::parse(Some("cri-ref"), &committed)?;
        published.push(Published { name: "cri-ref", answers, results: None });
    } else {
        testees.push(("cri-ref", cri_ref()?));
>>>>>>> 670aec1 (Test what is shown, explained and drawn; say who reads the text which way)
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
        let cases = self::cases(&corpus, &description)?;
        let run = run_of(&cases, Subject::Process(&testee), description)?;
        drift |= publish(name, &run, &corpus, arguments.check, &mut published)?;
    }
    // The reference comes first, and then by name.
    published[1..].sort_by_key(|one| one.name);
    let all = Filter::default().select(&corpus)?;
    let answers: Vec<Answers> = published.iter().map(|one| one.answers.clone()).collect();
    let requirements = View::new(&corpus, &all, &coverage, &answers).lines();
    drift |= !file("requirements", &requirements, arguments.check)?;
    let columns = published.iter().map(|one| Some((one.name.to_owned(), one.results.as_ref()?)));
    if let Some(columns) = columns.collect::<Option<Vec<_>>>() {
        drift |= !file("matrix", &Matrix::of_named(columns).lines(), arguments.check)?;
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

/// What an implementation does not claim is no result of it.
fn cases<'a>(corpus: &'a Corpus, description: &Description) -> Result<Vec<Case<'a>>> {
    let filter = Filter { profiles: description.profiles.iter().copied().collect(), ..Filter::default() };
    Ok(filter.select(corpus)?)
}

fn run_of<'a>(cases: &[Case<'a>], subject: Subject<'_>, description: Description) -> Result<Run<'a>> {
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: 2, strict: false, cancel: &cancel };
    let run = run(subject, description, cases, &options, &|_| {})?;
    ensure!(run.complete(), "{} of {} vectors judged", run.results.len(), cases.len());
    Ok(run)
}

<<<<<<< HEAD
/// Writes a result, or compares it with the committed one. True if they differ.
fn publish(name: &str, text: &str, check: bool) -> Result<bool> {
    let path = files::root().join(format!("reports/results/{name}.txt"));
=======
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

/// Writes the result of a run, or compares it with the committed one; keeps what the tables are made of. True if
/// they differ.
fn publish(
    name: &'static str,
    run: &Run<'_>,
    corpus: &Corpus,
    check: bool,
    published: &mut Vec<Published>,
) -> Result<bool> {
    let invocation = Invocation {
        command: None,
        vectors: Vec::new(),
        timeout: Duration::from_secs(10),
        strict: false,
        details: 0,
        notes: false,
    };
    let results = Results::parse(&json::run(run, corpus, &invocation))?;
    published.push(Published { name, answers: Answers::of(name, run), results: Some(results) });
    Ok(!file(&format!("results/{name}"), &lines::run(run), check)?)
}

/// Writes a file, or compares it with the committed one. False if they differ.
fn file(name: &str, text: &str, check: bool) -> Result<bool> {
    let path = files::root().join(format!("reports/{name}.txt"));
>>>>>>> 670aec1 (Test what is shown, explained and drawn; say who reads the text which way)
    let current = files::publish(&path, text, check)?;
    if current {
        println!("{name}: {} lines", text.lines().count());
    }
    Ok(current)
}
