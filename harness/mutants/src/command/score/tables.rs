//! What is printed and written of a measurement.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::vector::Vector;
use crivet::verdict::Status;
use crivet_mutants::cover;
use crivet_mutants::measure::{Measurement, Survivor};
use crivet_mutants::waivers::{FaultWaiver, VectorWaiver};
use crivet_report::specification::Answers;

use super::fuzzed::Fuzzed;
use super::id;

/// How many of the vectors that kill a fault are named.
const NAMED: usize = 3;

pub(super) fn scores(
    measurement: &Measurement<'_>,
    waivers: &[FaultWaiver],
    fuzzed: Option<&Fuzzed>,
    trivial: &[(String, usize)],
) -> String {
    let vectors: BTreeSet<&str> = measurement.cases.iter().map(|case| case.vector.id.as_str()).collect();
    let mut text = format!(
        "{} faults, {} vectors asked {} times; killed by vectors alone, of those that can be:\n\n",
        measurement.faults.len(),
        vectors.len(),
        measurement.cases.len(),
    );
    text += &grid(|profile, operation| measurement.score(profile, operation, waivers));
    if let Some(fuzzed) = fuzzed {
        let score = |notices: &dyn Fn(&Survivor<'_>, bool) -> bool| {
            grid(|profile, operation| measurement.score_by(profile, operation, waivers, notices))
        };
        let alone = score(&|one, _| fuzzed.notices_alone(one));
        let compared = score(&|one, _| fuzzed.notices(one) == Some(true));
        let both = score(&|one, killed| killed || fuzzed.notices(one) == Some(true));
        let _ = write!(text, "\nby fuzzing alone ({}; see fuzz.txt):\n\n{alone}", fuzzed.budget);
        let _ = write!(
            text,
            "\nby fuzzing, with as much time again to compare what is left with the reference:\n\n{compared}"
        );
        let _ = write!(text, "\nby both, the vectors and all of the fuzzing:\n\n{both}");
        let _ = writeln!(text, "\n{}", beside(measurement, fuzzed));
    }
    let _ = writeln!(text, "\nof {} answers, trivial implementations pass:", measurement.cases.len());
    for (name, passed) in trivial {
        let _ = writeln!(text, "{passed:6} {name}");
    }
    let waived: BTreeSet<&str> = waivers.iter().map(|waiver| waiver.id.as_str()).collect();
    if !waived.is_empty() {
        let _ = writeln!(text, "\n{} waived, see harness/mutants/waivers/faults.yaml", waived.len());
    }
    text
}

/// Operations by profiles: killed of those that can be. Without operations and profiles that have none.
fn grid(score: impl Fn(Profile, Option<OperationName>) -> (usize, usize)) -> String {
    let mut text = format!("{:20}", "");
    let profiles: Vec<Profile> =
        Profile::ALL.into_iter().filter(|profile| score(*profile, None).1 > 0).collect();
    for profile in &profiles {
        let _ = write!(text, "{profile:>width$}", width = width(*profile));
    }
    text.push('\n');
    let rows = OperationName::ALL.into_iter().map(Some).chain([None]);
    for operation in rows {
        let counts: Vec<(Profile, (usize, usize))> =
            profiles.iter().map(|&profile| (profile, score(profile, operation))).collect();
        if counts.iter().all(|(_, (_, killable))| *killable == 0) {
            continue;
        }
        let name = operation.map_or("all".to_owned(), |operation| operation.to_string());
        let _ = write!(text, "{name:20}");
        for (profile, (killed, killable)) in counts {
            let _ = write!(text, "{:>width$}", format!("{killed}/{killable}"), width = width(profile));
        }
        text.push('\n');
    }
    text
}

/// What fuzzing notices and vectors do not, which is to get a vector; and what was not fuzzed.
fn beside(measurement: &Measurement<'_>, fuzzed: &Fuzzed) -> String {
    let only: Vec<String> = measurement
        .survivors(&[])
        .iter()
        .filter(|one| fuzzed.notices(one) == Some(true))
        .map(ToString::to_string)
        .collect();
    let only = if only.is_empty() { "nothing".to_owned() } else { only.join(", ") };
    let text = format!("noticed by fuzzing, and by no vector: {only}");
    match measurement.all().filter(|(one, _)| fuzzed.notices(one).is_none()).count() {
        0 => text,
        younger => format!("{text}\nnot fuzzed, for they are younger: {younger}"),
    }
}

/// The width of a profile's column.
fn width(profile: Profile) -> usize {
    12.max(profile.name().len() + 2)
}

pub(super) fn faults_in_full(measurement: &Measurement<'_>) -> String {
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

pub(super) fn survivors(measurement: &Measurement<'_>, waivers: &[FaultWaiver]) -> String {
    let mut text = String::new();
    let survivors = measurement.survivors(waivers);
    if !survivors.is_empty() {
        let _ = writeln!(text, "\nnot noticed:");
    }
    for survivor in survivors {
        let _ = writeln!(text, "{survivor}: {}", survivor.fault.wrong);
    }
    text
}

/// A line for each fault and profile: its id, how many vectors kill it, the first of them.
pub(super) fn killed_by(measurement: &Measurement<'_>) -> String {
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

/// A line for each vector that kills some fault, under each profile: the profile and its id.
pub(super) fn killers(measurement: &Measurement<'_>) -> String {
    let kills = measurement.faults.iter().flat_map(|measured| &measured.kills);
    let lines: BTreeSet<String> = kills
        .map(|&index| format!("{} {}", measurement.cases[index].profile, id(measurement, index)))
        .collect();
    joined(lines)
}

/// A line for each vector: its id, how many faults it kills, the implementations that fail it.
pub(super) fn discrimination(
    measurement: &Measurement<'_>,
    kills: &cover::Kills<'_>,
    implementations: &[Answers],
) -> String {
    let mut separated: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for case in &measurement.cases {
        let id = case.vector.id.as_str();
        let fails = |answers: &&Answers| {
            answers
                .given(case.profile, id)
                .is_some_and(|given| matches!(given.status, Status::Fail | Status::Error | Status::Expected))
        };
        let names = implementations.iter().filter(fails).map(|answers| answers.name.as_str());
        separated.entry(id).or_default().extend(names);
    }
    joined(kills.iter().map(|(id, faults)| {
        let names = separated.get(id).into_iter().flatten().map(|name| format!(" {name}"));
        format!("{id} {}{}", faults.len(), names.collect::<String>())
    }))
}

/// The vectors that kill no fault, each with its waiver.
pub(super) fn nothing(measurement: &Measurement<'_>, waivers: &[VectorWaiver]) -> String {
    joined(idle(measurement).map(|vector| match waivers.iter().find(|one| one.covers(vector)) {
        Some(VectorWaiver { vectors, either: true, .. }) => format!("{} <- {vectors} (either)", vector.id),
        Some(VectorWaiver { vectors, .. }) => format!("{} <- {vectors}", vector.id),
        None => format!("{} WITHOUT WAIVER", vector.id),
    }))
}

/// Those of them that have no waiver.
pub(super) fn without_waiver(measurement: &Measurement<'_>, waivers: &[VectorWaiver]) -> String {
    let open = |vector: &&Vector| !waivers.iter().any(|one| one.covers(vector));
    joined(idle(measurement).filter(open).map(|vector| vector.id.clone()))
}

/// The waivers that no vector needs.
pub(super) fn needless(measurement: &Measurement<'_>, waivers: &[VectorWaiver]) -> String {
    let idle: Vec<&Vector> = idle(measurement).collect();
    let needless = |one: &&VectorWaiver| !idle.iter().any(|vector| one.covers(vector));
    joined(waivers.iter().filter(needless).map(|one| one.vectors.clone()))
}

/// The vectors that kill no fault, by id.
fn idle<'a>(measurement: &Measurement<'a>) -> impl Iterator<Item = &'a Vector> {
    let kills = cover::kills(measurement);
    let idle: BTreeMap<&str, &'a Vector> = measurement
        .cases
        .iter()
        .map(|case| (case.vector.id.as_str(), case.vector))
        .filter(|(id, _)| kills.get(id).is_some_and(BTreeSet::is_empty))
        .collect();
    idle.into_values()
}

/// The lines as a text.
pub(super) fn joined(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}
