//! `cargo xtask reports`: the published results, one plain line a vector; and what is made of all of them, the matrix
//! and how each implementation stands to each requirement.

mod peers;

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crivet::corpus::Corpus;
use crivet::implementation::{Description, Implementation};
use crivet::process::Testee;
use crivet::run::{Options, Run, Subject, run};
use crivet::select::{Case, Filter};
use crivet_report::compare::{Matrix, Results};
use crivet_report::coverage::Coverage;
use crivet_report::specification::{Answers, View};
use crivet_report::{Invocation, json, lines};
use crivet_testee_reference::Reference;

use crate::files;

/// Make the published results under reports/
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail and show the difference if a committed result is out of date
    #[arg(long)]
    check: bool,
    /// Leave out the results that need a nightly toolchain
    #[arg(long)]
    stable: bool,
    /// Leave out the implementations that cannot be installed here
    #[arg(long)]
    installable: bool,
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
    let mut published = Vec::new();
    let reference = Reference::new();
    let cases = cases(&corpus, &reference.describe());
    let run = run_of(&cases, Subject::InProcess(&reference), reference.describe())?;
    // Which vectors some fault fails is measured elsewhere: `crivet coverage` has it.
    let coverage = Coverage::of(&corpus, &run, None);
    let wanted = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == name);
    if wanted("reference") {
        drift |= publish("reference", &run, &corpus, arguments.check, &mut published)?;
    }
    let mut testees = examples()?;
    for peer in peers::ALL.into_iter().filter(|peer| wanted(peer.name)) {
        if arguments.stable && peer.nightly {
            println!("{}: left out, and the matrix with it", peer.name);
            published.push(committed(peer.name)?);
            continue;
        }
        match peer.installed() {
            Ok(testee) => testees.push((peer.name, testee)),
            // What cannot be checked is no pass, unless that was asked for.
            Err(error) if arguments.check && !arguments.installable => return Err(error.context(peer.name)),
            Err(error) => {
                println!("{}: left out, and the matrix with it: {error:#}", peer.name);
                published.push(committed(peer.name)?);
            }
        }
    }
    for (name, testee) in testees.into_iter().filter(|(name, _)| wanted(name)) {
        let description = testee.describe()?.description;
        let cases = self::cases(&corpus, &description);
        let run = run_of(&cases, Subject::Process(&testee), description)?;
        drift |= publish(name, &run, &corpus, arguments.check, &mut published)?;
    }
    if arguments.only.is_empty() {
        drift |= tables(&corpus, &coverage, published, arguments.check)?;
    }
    ensure!(!drift, "the results under reports/ are not current; `cargo xtask reports` makes them anew");
    Ok(())
}

/// What is made of all results together. True if it differs from what is committed.
fn tables(corpus: &Corpus, coverage: &Coverage, mut published: Vec<Published>, check: bool) -> Result<bool> {
    // The reference comes first, and then by name.
    published[1..].sort_by_key(|one| one.name);
    let all = Filter::default().select(corpus);
    let answers: Vec<Answers> = published.iter().map(|one| one.answers.clone()).collect();
    let requirements = View::new(corpus, &all, coverage, &answers).lines();
    let drift = !file("requirements", &requirements, check)?;
    let columns = published.iter().map(|one| Some((one.name.to_owned(), one.results.as_ref()?)));
    // Not held against what is committed: some of what libcoap answers changes from run to run (findings/libcoap.md).
    if let Some(columns) = columns.collect::<Option<Vec<_>>>().filter(|_| !check) {
        file("matrix", &Matrix::of_named(columns).lines(), check)?;
    }
    Ok(drift)
}

/// What is committed of an implementation that is left out.
fn committed(name: &'static str) -> Result<Published> {
    let path = files::root().join(format!("reports/results/{name}.txt"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(Published { name, answers: Answers::parse(Some(name), &text)?, results: None })
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

/// The examples and peers that are on this machine, by name. What is not installed or built is left out, and so is
/// what is of another version than the published results.
pub(crate) fn at_hand() -> Vec<(&'static str, Testee)> {
    let examples = examples().unwrap_or_default();
    let peers = peers::ALL.into_iter().filter_map(|peer| Some((peer.name, peer.at_hand()?)));
    examples.into_iter().chain(peers).collect()
}

/// What an implementation does not claim is no result of it.
fn cases<'a>(corpus: &'a Corpus, description: &Description) -> Vec<Case<'a>> {
    let filter = Filter { profiles: description.profiles.iter().copied().collect(), ..Filter::default() };
    filter.select(corpus)
}

fn run_of<'a>(cases: &[Case<'a>], subject: Subject<'_>, description: Description) -> Result<Run<'a>> {
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: 2, strict: false, cancel: &cancel };
    let run = run(subject, description, cases, &options, &|_| {})?;
    ensure!(run.complete(), "{} of {} vectors judged", run.results.len(), cases.len());
    Ok(run)
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
        elsewhere: Vec::new(),
        builtin: None,
        vectors: Vec::new(),
        timeout: Duration::from_secs(10),
        strict: false,
        details: 0,
        notes: false,
        annotate: None,
    };
    let results = Results::parse(&json::run(run, corpus, &invocation))?;
    published.push(Published { name, answers: Answers::of(name, run), results: Some(results) });
    Ok(!file(&format!("results/{name}"), &lines::run(run), check)?)
}

/// Writes a file, or compares it with the committed one. False if they differ.
fn file(name: &str, text: &str, check: bool) -> Result<bool> {
    let path = files::root().join(format!("reports/{name}.txt"));
    let current = files::publish(&path, text, check)?;
    if current {
        println!("{name}: {} lines", text.lines().count());
    }
    Ok(current)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::files;

    /// Every vector that a page of findings names is one that the implementation's published results say it
    /// does not pass.
    #[test]
    fn findings_are_in_the_results() {
        let mut named = 0;
        for page in fs::read_dir(files::root().join("reports/findings")).unwrap() {
            let page = page.unwrap().path();
            let name = page.file_stem().unwrap().to_str().unwrap();
            let results = files::root().join(format!("reports/results/{name}.txt"));
            let Ok(results) = fs::read_to_string(results) else { continue };
            let text = fs::read_to_string(&page).unwrap();
            let rows = text.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |"));
            for row in rows {
                let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
                for id in cell.split('`').skip(1).step_by(2) {
                    let status = |line: &str| {
                        let mut words = line.split(' ').skip(1);
                        (words.next() == Some(id)).then(|| words.next().unwrap_or_default().to_owned())
                    };
                    let found: Vec<String> = results.lines().filter_map(status).collect();
                    assert!(
                        found.iter().any(|status| status == "fail" || status == "error"),
                        "{name}: {id}: {found:?}"
                    );
                    named += 1;
                }
            }
        }
        assert!(named > 40, "{named}");
    }
}
