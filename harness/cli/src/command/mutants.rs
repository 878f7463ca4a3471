//! `crivet mutants`: how sharp are the vectors? The catalogue of faults, each asked every vector.

mod fuzz;
mod fuzzed;
mod gate;
mod page;
mod tables;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::{Case, Filter};
use crivet_faults::measure::{Measurement, control_lives, measure};
use crivet_faults::{Fault, Faulty, catalogue, cover, equivalents, justified, noticed};
use crivet_reference::testee::Reference;
use crivet_report::specification::Answers;

use self::fuzzed::Fuzzed;
use crate::args::{MutantsArguments, MutantsFormat, ResultArgument};
use crate::{GREEN, RED, output, results};

/// The profiles that the reference follows.
const PROFILES: [Profile; 6] = Profile::ALL;

pub(crate) fn main(arguments: MutantsArguments) -> Result<u8> {
    if let Some(limit) = arguments.fuzz {
        return fuzz::main(&arguments, limit);
    }
    let reports = results::pending(&arguments.reports)?;
    let drawn = page::Drawn::read(&arguments)?;
    let implementations = implementations(&arguments)?;
    let fuzzed = Fuzzed::find(arguments.fuzzed.as_deref(), arguments.write.as_deref())?;
    let corpus =
        super::corpus(&arguments.vectors).context("the vectors have errors; nothing was measured")?;
    let cases = Filter { profiles: PROFILES.to_vec(), ..Filter::default() }.select(&corpus)?;
    let faults = faults(&arguments)?;
    let measurement = quietly(|| measure(&faults, &cases));

    if !measurement.false_alarms.is_empty() {
        let ids: BTreeSet<&str> =
            measurement.false_alarms.iter().map(|&index| id(&measurement, index)).collect();
        let ids: Vec<&str> = ids.into_iter().take(10).collect();
        output::warn(&format!("void: without a fault it fails {}", ids.join(", ")));
        return Ok(RED);
    }
    if control_lives(&measurement) {
        output::warn("void: the control lives, which any suite kills");
        return Ok(RED);
    }
    let equivalents = equivalents()?;
    let stale = measurement.stale(&equivalents);
    if !stale.is_empty() {
        output::warn(&format!("argued to make no difference, and yet noticed: {}", stale.join(", ")));
        return Ok(RED);
    }
    if !arguments.faults.is_empty() {
        if arguments.write.is_some() {
            bail!("--write needs the whole catalogue");
        }
        let text = tables::faults_in_full(&measurement) + &tables::survivors(&measurement, &equivalents);
        output::stdout().write_all(text.as_bytes()).context("standard output")?;
        let alive = !measurement.survivors(&equivalents).is_empty();
        return Ok(if alive { RED } else { GREEN });
    }
    let floors = floors(&measurement, &cases)?;
    let score = tables::scores(&measurement, &equivalents, fuzzed.as_ref(), &floors);
    let survivors = tables::survivors(&measurement, &equivalents);
    let text = score.clone() + &survivors;
    output::stdout().write_all(text.as_bytes()).context("standard output")?;
    if !reports.is_empty() {
        let sharpness = page::sharpness(&measurement, &equivalents, fuzzed.as_ref(), floors, drawn);
        results::write(reports, |MutantsFormat::Html| sharpness.html())?;
    }
    let mut green = survivors.is_empty();
    if let Some(path) = &arguments.gate {
        let committed =
            std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let committed = gate::Score::read(&committed).with_context(|| path.display().to_string())?;
        for fallen in committed.fallen(&gate::Score::read(&score)?) {
            green = false;
            output::warn(&format!("below the gate: {fallen}"));
        }
        let missed = missed_by_quick(&faults, &cases, &measurement);
        if !missed.is_empty() {
            green = false;
            output::warn(&format!("noticed by all vectors, and not by --quick: {}", missed.join(", ")));
        }
        let justified = justified()?;
        let idle = tables::unjustified(&measurement, &justified);
        if !idle.is_empty() {
            green = false;
            output::warn(&format!("vectors that notice nothing, and nobody says why:\n{idle}"));
        }
        let needless = tables::needless(&measurement, &justified);
        if !needless.is_empty() {
            green = false;
            output::warn(&format!("entries of nothing.yaml that no vector needs:\n{needless}"));
        }
    }
    if let Some(folder) = &arguments.write {
        let kills = cover::kills(&measurement);
        write(&folder.join("score.txt"), &text)?;
        write(&folder.join("faults.txt"), &tables::killed_by(&measurement))?;
        write(
            &folder.join("discrimination.txt"),
            &tables::discrimination(&measurement, &kills, &implementations),
        )?;
        write(&folder.join("nothing.txt"), &tables::nothing(&measurement, &justified()?))?;
    }
    if let Some(path) = &arguments.write_quick {
        let ids: BTreeSet<&str> = quietly(|| cover::quick(&measurement, &noticed())).into_iter().collect();
        write(path, &tables::joined(ids.into_iter().map(ToOwned::to_owned)))?;
    }
    Ok(if green { GREEN } else { RED })
}

/// The faults that all vectors notice somewhere where those of `--quick`, asked alone, do not.
fn missed_by_quick(faults: &[&Fault], cases: &[Case<'_>], all: &Measurement<'_>) -> Vec<String> {
    let listed = crivet::select::quick();
    let few: Vec<Case<'_>> =
        cases.iter().filter(|case| listed.contains(case.vector.id.as_str())).copied().collect();
    let few = quietly(|| measure(faults, &few));
    let known: BTreeSet<String> = all.survivors(&[]).iter().map(ToString::to_string).collect();
    few.survivors(&[]).iter().map(ToString::to_string).filter(|one| !known.contains(one)).collect()
}

/// The faults to measure by.
fn faults(arguments: &MutantsArguments) -> Result<Vec<&'static Fault>> {
    let faults: Vec<&Fault> = catalogue()?.iter().filter(|fault| wanted(fault, &arguments.faults)).collect();
    if let Some(id) = arguments.faults.iter().find(|id| !faults.iter().any(|fault| fault.id == **id)) {
        bail!("the catalogue has no fault {id}");
    }
    Ok(faults)
}

/// The results of implementations that were named, or those in the folder `results` beside the one that is written to.
fn implementations(arguments: &MutantsArguments) -> Result<Vec<Answers>> {
    let beside = arguments.write.as_deref().filter(|_| arguments.results.is_empty());
    let mut found = Vec::new();
    if let Some(folder) = beside.and_then(Path::parent).map(|parent| parent.join("results"))
        && folder.is_dir()
    {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                found.push(ResultArgument { name: None, path });
            }
        }
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    }
    found.iter().chain(&arguments.results).map(results::answers).collect()
}

/// A fault may panic; that is an answer, and nothing to show.
pub(super) fn quietly<T>(measure: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = measure();
    std::panic::set_hook(hook);
    result
}

fn wanted(fault: &Fault, ids: &[String]) -> bool {
    ids.is_empty() || ids.contains(&fault.id)
}

/// The id of a case's vector.
fn id<'a>(measurement: &Measurement<'a>, index: usize) -> &'a str {
    &measurement.cases[index].vector.id
}

/// The floors that every run has, then those of the measurement.
fn floors(measurement: &Measurement<'_>, cases: &[Case<'_>]) -> Result<Vec<(String, usize)>> {
    let reference = Reference::new();
    let description = crivet::implementation::Implementation::describe(&reference);
    let options = Options { jobs: 1, strict: false, cancel: &false.into() };
    let faulty = Faulty::unmutated();
    let run = run(Subject::InProcess(&faulty), description, cases, &options, &|_| {})?;
    let echo = run.floors.iter().filter(|floor| floor.name == "echo");
    let measured = measurement.floors.iter().map(|floor| (floor.name.to_owned(), floor.passed));
    Ok(measured.chain(echo.map(|floor| (floor.name.to_owned(), floor.passed))).collect())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
