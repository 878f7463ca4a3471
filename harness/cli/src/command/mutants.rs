//! `crivet mutants`: how sharp are the vectors? The catalogue of faults, each asked every vector.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::Filter;
use crivet_faults::measure::{Measurement, control_lives, measure};
use crivet_faults::{Equivalent, Fault, Faulty, catalogue, cover, equivalents};
use crivet_reference::testee::Reference;

use crate::args::MutantsArguments;
use crate::{GREEN, RED, output};

/// The profiles that the reference follows.
const PROFILES: [Profile; 2] = [Profile::Href13, Profile::Href27];
/// How many of the vectors that kill a fault are named.
const NAMED: usize = 3;

pub(crate) fn main(arguments: MutantsArguments) -> Result<u8> {
    let corpus =
        super::corpus(&arguments.vectors).context("the vectors have errors; nothing was measured")?;
    let cases = Filter { profiles: PROFILES.to_vec(), ..Filter::default() }.select(&corpus)?;
    let faults: Vec<&Fault> = catalogue()?.iter().filter(|fault| wanted(fault, &arguments.faults)).collect();
    if let Some(id) = arguments.faults.iter().find(|id| !faults.iter().any(|fault| fault.id == **id)) {
        bail!("the catalogue has no fault {id}");
    }
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
    let text = if arguments.faults.is_empty() {
        let floors = floors(&measurement, &cases)?;
        scores(&measurement, &equivalents, &floors)
    } else {
        faults_in_full(&measurement)
    };
    let survivors = survivors(&measurement, &equivalents);
    anstream::stdout().lock().write_all((text.clone() + &survivors).as_bytes()).context("standard output")?;
    if let Some(folder) = &arguments.write {
        if !arguments.faults.is_empty() {
            bail!("--write needs the whole catalogue");
        }
        let kills = cover::kills(&measurement);
        write(folder, "score.txt", &(text + &survivors))?;
        write(folder, "faults.txt", &killed_by(&measurement))?;
        write(folder, "discrimination.txt", &discrimination(&kills))?;
        write(folder, "nothing.txt", &nothing(&kills))?;
        write(folder, "quick.txt", &quick(&measurement))?;
    }
    Ok(if survivors.is_empty() { GREEN } else { RED })
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

fn id<'a>(measurement: &Measurement<'a>, index: usize) -> &'a str {
    &measurement.cases[index].vector.id
}

/// The floors that every run has, then those of the measurement.
fn floors(measurement: &Measurement<'_>, cases: &[crivet::select::Case<'_>]) -> Result<Vec<(String, usize)>> {
    let reference = Reference::new();
    let description = crivet::implementation::Implementation::describe(&reference);
    let options = Options { jobs: 1, strict: false, cancel: &false.into() };
    let faulty = Faulty::unmutated();
    let run = run(Subject::InProcess(&faulty), description, cases, &options, &|_| {})?;
    let echo = run.floors.iter().filter(|floor| floor.name == "echo");
    let measured = measurement.floors.iter().map(|floor| (floor.name.to_owned(), floor.passed));
    Ok(measured.chain(echo.map(|floor| (floor.name.to_owned(), floor.passed))).collect())
}

fn scores(measurement: &Measurement<'_>, equivalents: &[Equivalent], floors: &[(String, usize)]) -> String {
    let vectors: BTreeSet<&str> = measurement.cases.iter().map(|case| case.vector.id.as_str()).collect();
    let mut text = format!(
        "{} faults, {} vectors asked {} times; killed of those that can be:\n\n{:20}",
        measurement.faults.len(),
        vectors.len(),
        measurement.cases.len(),
        ""
    );
    for profile in PROFILES {
        let _ = write!(text, "{profile:>12}");
    }
    text.push('\n');
    let rows = OperationName::ALL.into_iter().map(Some).chain([None]);
    for operation in rows {
        let counts = PROFILES.map(|profile| measurement.score(profile, operation, equivalents));
        if counts.iter().all(|(_, killable)| *killable == 0) {
            continue;
        }
        let name = operation.map_or("all".to_owned(), |operation| operation.to_string());
        let _ = write!(text, "{name:20}");
        for (killed, killable) in counts {
            let _ = write!(text, "{:>12}", format!("{killed}/{killable}"));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "\nof {} answers, floors pass:", measurement.cases.len());
    for (name, passed) in floors {
        let _ = writeln!(text, "{passed:6} {name}");
    }
    let argued: BTreeSet<&str> = equivalents.iter().map(|equivalent| equivalent.id.as_str()).collect();
    if !argued.is_empty() {
        let _ = writeln!(text, "\n{} argued to make no difference, see equivalent.yaml", argued.len());
    }
    text
}

fn faults_in_full(measurement: &Measurement<'_>) -> String {
    let mut text = String::new();
    for measured in &measurement.faults {
        let fault = measured.fault;
        let _ = writeln!(text, "{}: {}", fault.id, fault.wrong);
        for &index in &measured.kills {
            let case = &measurement.cases[index];
            let _ = writeln!(text, "  killed by {} {}", case.profile, case.vector.id);
        }
    }
    text
}

fn survivors(measurement: &Measurement<'_>, equivalents: &[Equivalent]) -> String {
    let mut text = String::new();
    let survivors = measurement.survivors(equivalents);
    if !survivors.is_empty() {
        let _ = writeln!(text, "\nnot noticed:");
    }
    for survivor in survivors {
        let fault = survivor.fault;
        let _ = writeln!(text, "{} {} {}: {}", fault.id, survivor.profile, survivor.operation, fault.wrong);
    }
    text
}

/// A line for each fault and profile: its id, how many vectors kill it, the first of them.
fn killed_by(measurement: &Measurement<'_>) -> String {
    let mut lines = BTreeSet::new();
    for measured in &measurement.faults {
        let fault = measured.fault;
        for &profile in &fault.profiles {
            let kills: Vec<&str> = measured
                .kills
                .iter()
                .filter(|&&index| measurement.cases[index].profile == profile)
                .map(|&index| id(measurement, index))
                .collect();
            let first = kills.iter().take(NAMED).copied().collect::<Vec<_>>().join(" ");
            lines.insert(format!("{} {profile} {} {first}", fault.id, kills.len()).trim_end().to_owned());
        }
    }
    joined(lines)
}

fn discrimination(kills: &cover::Kills<'_>) -> String {
    joined(kills.iter().map(|(id, faults)| format!("{id} {}", faults.len())))
}

fn nothing(kills: &cover::Kills<'_>) -> String {
    joined(kills.iter().filter(|(_, faults)| faults.is_empty()).map(|(id, _)| (*id).to_owned()))
}

/// The smallest set, sorted.
fn quick(measurement: &Measurement<'_>) -> String {
    let ids: BTreeSet<&str> = quietly(|| cover::quick(measurement)).into_iter().collect();
    joined(ids.into_iter().map(ToOwned::to_owned))
}

fn joined(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    let path = folder.join(name);
    std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
}
