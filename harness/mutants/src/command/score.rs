//! `cargo xtask mutants score`: the mutation score of the vectors. Each fault of the catalogue is asked every vector.

mod arguments;
mod fuzz;
mod fuzzed;
mod gate;
mod page;
mod tables;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use crivet::implementation::Implementation as _;
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::{Case, Filter};
use crivet_mutants::measure::{LONG, Measurement, control_lives, measure, measure_causes};
use crivet_mutants::{Fault, Faulty, catalogue, catalogue::find, cover, waivers};
use crivet_report::specification::{Answers, ResultFile};

pub(crate) use self::arguments::Arguments;
use self::fuzzed::Fuzzed;
use crate::{GREEN, RED, files};

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    if let Some(limit) = arguments.fuzz {
        return fuzz::main(arguments, limit);
    }
    let drawn = page::Drawn::read(arguments)?;
    let implementations = implementations(arguments)?;
    let fuzzed = Fuzzed::find(arguments.fuzzed.as_deref(), arguments.write.as_deref())?;
    let corpus = super::corpus(&arguments.vectors)?;
    let cases = Filter { profiles: Profile::ALL.to_vec(), ..Filter::default() }.select(&corpus);
    let faults = faults(arguments)?;
    let causes = arguments.write_quick.is_some();
    let measurement =
        quietly(|| if causes { measure_causes(&faults, &cases) } else { measure(&faults, &cases) });

    if !measurement.false_alarms.is_empty() {
        let ids: BTreeSet<&str> =
            measurement.false_alarms.iter().map(|&index| id(&measurement, index)).collect();
        let ids: Vec<&str> = ids.into_iter().take(10).collect();
        note(&format!("void: without a fault it fails {}", ids.join(", ")));
        return Ok(RED);
    }
    if control_lives(&measurement) {
        note("void: the control lives, which any suite kills");
        return Ok(RED);
    }
    let waived = waivers::faults()?;
    let stale = measurement.stale(&waived);
    if !stale.is_empty() {
        note(&format!("waived, and yet noticed: {}", stale.join(", ")));
        return Ok(RED);
    }
    if !arguments.faults.is_empty() {
        if arguments.write.is_some() {
            bail!("--write needs the whole catalogue");
        }
        let text = tables::faults_in_full(&measurement) + &tables::survivors(&measurement, &waived);
        print(&text)?;
        let alive = !measurement.survivors(&waived).is_empty();
        return Ok(if alive { RED } else { GREEN });
    }
    let trivial = trivial_scores(&measurement, &cases)?;
    let score = tables::scores(&measurement, &waived, fuzzed.as_ref(), &trivial);
    let survivors = tables::survivors(&measurement, &waived);
    let text = score.clone() + &survivors;
    print(&text)?;
    if let Some(path) = &arguments.html {
        let page = page::mutation_score(&measurement, &waived, fuzzed.as_ref(), trivial, drawn);
        files::write(path, &page.html())?;
    }
    let gate = arguments.gate.as_deref().map(|path| below_the_gate(path, &score, &faults, &measurement));
    let below = gate.transpose()?.unwrap_or_default();
    below.iter().for_each(|one| note(one));
    if let Some(folder) = &arguments.write {
        let kills = cover::kills(&measurement);
        files::write(&folder.join("score.txt"), &text)?;
        files::write(&folder.join("faults.txt"), &tables::killed_by(&measurement))?;
        files::write(
            &folder.join("discrimination.txt"),
            &tables::discrimination(&measurement, &kills, &implementations),
        )?;
        files::write(&folder.join("nothing.txt"), &tables::nothing(&measurement, &waivers::vectors()?))?;
    }
    if let Some(path) = &arguments.write_killers {
        files::write(path, &tables::killers(&measurement))?;
    }
    if let Some(path) = &arguments.write_quick {
        let text = files::read(&files::published().join("generated.txt"))?;
        let noticed = noticed(&text);
        let ids: BTreeSet<&str> = quietly(|| cover::quick(&measurement, &noticed)).into_iter().collect();
        files::write(path, &tables::joined(ids.into_iter().map(ToOwned::to_owned)))?;
    }
    Ok(if survivors.is_empty() && below.is_empty() { GREEN } else { RED })
}

/// What keeps the gate shut.
fn below_the_gate(
    path: &Path,
    score: &str,
    faults: &[&Fault],
    measurement: &Measurement<'_>,
) -> Result<Vec<String>> {
    let committed = gate::Score::read(&files::read(path)?).with_context(|| path.display().to_string())?;
    let fallen = committed.fallen(&gate::Score::read(score)?);
    let waivers = waivers::vectors()?;
    let others = [
        ("noticed by all vectors, and not by --quick: ", missed_by_quick(faults, measurement).join(", ")),
        ("vectors that notice nothing, and have no waiver:\n", tables::without_waiver(measurement, &waivers)),
        ("waivers that no vector needs:\n", tables::needless(measurement, &waivers)),
    ];
    let others = others.into_iter().filter(|(_, which)| !which.is_empty());
    let fallen = fallen.into_iter().map(|one| format!("below the gate: {one}"));
    Ok(fallen.chain(others.map(|(what, which)| format!("{what}{which}"))).collect())
}

/// The faults that all vectors notice somewhere where those of `--quick`, asked alone, do not.
fn missed_by_quick(faults: &[&Fault], all: &Measurement<'_>) -> Vec<String> {
    let listed = crivet::select::quick();
    let few: Vec<Case<'_>> =
        all.cases.iter().filter(|case| listed.contains(case.vector.id.as_str())).copied().collect();
    let faults: Vec<&Fault> = faults.iter().filter(|fault| fault.counts_to() <= LONG).copied().collect();
    let few = quietly(|| measure(&faults, &few));
    let known: BTreeSet<String> = all.survivors(&[]).iter().map(ToString::to_string).collect();
    few.survivors(&[]).iter().map(ToString::to_string).filter(|one| !known.contains(one)).collect()
}

/// The faults to measure by.
fn faults(arguments: &Arguments) -> Result<Vec<&'static Fault>> {
    if arguments.faults.is_empty() {
        return Ok(catalogue()?.iter().collect());
    }
    let mut faults = arguments.faults.iter().map(|id| find(id)).collect::<Result<Vec<_>, _>>()?;
    faults.sort_unstable_by_key(|fault| fault.number);
    faults.dedup_by_key(|fault| fault.number);
    Ok(faults)
}

/// The results of implementations that were named, or those in the folder `results` beside the one that is written to.
fn implementations(arguments: &Arguments) -> Result<Vec<Answers>> {
    let beside = arguments.write.as_deref().filter(|_| arguments.results.is_empty());
    let mut found = Vec::new();
    if let Some(folder) = beside.and_then(Path::parent).map(|parent| parent.join("results"))
        && folder.is_dir()
    {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                found.push(ResultFile { name: None, path });
            }
        }
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    }
    found.iter().chain(&arguments.results).map(answers).collect()
}

fn answers(file: &ResultFile) -> Result<Answers> {
    file.answers(&files::read(&file.path)?).with_context(|| file.path.display().to_string())
}

/// Of each change by cargo-mutants that vectors noticed, by the lines of generated.txt, the ids of some of these.
fn noticed(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter_map(|line| line.split_once(" <- ")).map(|(_, ids)| ids.split(' ').collect()).collect()
}

/// A fault may panic; that is an answer, and nothing to show.
pub(crate) fn quietly<T>(measure: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = measure();
    std::panic::set_hook(hook);
    result
}

/// The id of a case's vector.
fn id<'a>(measurement: &Measurement<'a>, index: usize) -> &'a str {
    &measurement.cases[index].vector.id
}

/// What trivial implementations pass: those of the measurement, and the echo that every run has.
fn trivial_scores(measurement: &Measurement<'_>, cases: &[Case<'_>]) -> Result<Vec<(String, usize)>> {
    let options = Options { jobs: 1, strict: false, cancel: &false.into() };
    let unmutated = Faulty::unmutated();
    let run = run(Subject::InProcess(&unmutated), unmutated.describe(), cases, &options, &|_| {})?;
    let echo = run.trivial_scores.iter().filter(|score| score.name == "echo");
    let measured = measurement.trivial.iter().map(|one| (one.name.to_owned(), one.passed));
    Ok(measured.chain(echo.map(|score| (score.name.to_owned(), score.passed))).collect())
}

pub(crate) fn print(text: &str) -> Result<()> {
    std::io::stdout().lock().write_all(text.as_bytes()).context("standard output")
}

/// A remark on standard error.
pub(crate) fn note(text: &str) {
    eprintln!("note: {text}");
}
