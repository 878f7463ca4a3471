//! Few vectors that kill as much as all of them do: greedy set cover.

use std::collections::{BTreeMap, BTreeSet};

use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::select::Case;

use crate::catalogue::Fault;
use crate::measure::{LONG, Measurement, measure};

/// What a vector kills: numbers of faults.
pub type Kills<'a> = BTreeMap<&'a str, BTreeSet<usize>>;

/// Of every vector, under any of its profiles, the faults it kills.
pub fn kills<'a>(measurement: &Measurement<'a>) -> Kills<'a> {
    let mut kills: Kills<'a> =
        measurement.cases.iter().map(|case| (case.vector.id.as_str(), BTreeSet::new())).collect();
    for measured in &measurement.faults {
        for &index in &measured.kills {
            if let Some(killed) = kills.get_mut(measurement.cases[index].vector.id.as_str()) {
                killed.insert(measured.fault.number);
            }
        }
    }
    kills
}

/// Vectors that together, asked alone, kill for each profile and operation what all vectors of these kill, and show of
/// every cause that all vectors show under a profile a failure at least, in the order of the corpus. Of each list of `noticed` one is among them, as far as it names any that there is.
pub fn quick<'a>(measurement: &Measurement<'a>, noticed: &[Vec<&str>]) -> Vec<&'a str> {
    let wanted = gains(measurement);
    let faults: Vec<&Fault> = measurement.faults.iter().map(|measured| measured.fault).collect();
    let mut chosen = smallest(seen(measurement, &wanted));
    // What shows only in a second call may need the call before. Each round adds a vector at least, or ends.
    loop {
        let killed: BTreeSet<Killed> =
            gains(&measure(&faults, &cases(measurement, &chosen))).into_values().flatten().collect();
        let before = chosen.len();
        for (&id, gain) in &wanted {
            if gain.iter().any(|one| !killed.contains(one) && first(&wanted, one) == Some(id)) {
                chosen.insert(id);
                chosen.extend(predecessor(measurement, id));
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen.extend(also(measurement, noticed, &chosen));
    let mut ids: Vec<&'a str> =
        cases(measurement, &chosen).iter().map(|case| case.vector.id.as_str()).collect();
    ids.dedup();
    ids
}

/// How many faults are killed behind the most useful vector, behind it and the one that adds most to it, and so on.
/// A fault counts for each profile and operation under which it is killed.
pub fn effort(measurement: &Measurement<'_>) -> Vec<usize> {
    let mut gains = gains(measurement);
    let mut killed = 0;
    let mut curve = Vec::new();
    while let Some((_, best)) = take_most_useful(&mut gains) {
        killed += best;
        curve.push(killed);
    }
    curve
}

/// A fault that is killed, by its number, under a profile by a vector of an operation.
type Killed = (usize, Profile, OperationName);

/// What a vector can show of a fault: that it is killed, or one of its causes under a profile, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Killed(Killed),
    Cause(usize, usize),
}

/// Does the vector ask so often that it takes too long for every save? Then it is not one of the few, and a fault that
/// shows only there does not count for them.
fn takes_long(case: &Case<'_>) -> bool {
    case.vector.requests() > LONG
}

/// What each vector shows, of these kills and of all causes.
fn seen<'a>(
    measurement: &Measurement<'a>,
    wanted: &BTreeMap<&'a str, BTreeSet<Killed>>,
) -> BTreeMap<&'a str, BTreeSet<Seen>> {
    let mut seen: BTreeMap<&'a str, BTreeSet<Seen>> = BTreeMap::new();
    for (&id, killed) in wanted {
        seen.entry(id).or_default().extend(killed.iter().copied().map(Seen::Killed));
    }
    for measured in &measurement.faults {
        for (number, cases) in measured.causes.iter().enumerate() {
            for &index in cases.iter().filter(|index| !takes_long(&measurement.cases[**index])) {
                let id = measurement.cases[index].vector.id.as_str();
                seen.entry(id).or_default().insert(Seen::Cause(measured.fault.number, number));
            }
        }
    }
    seen
}

/// What each vector kills of what it is there to kill: what a fault does elsewhere is no gain.
fn gains<'a>(measurement: &Measurement<'a>) -> BTreeMap<&'a str, BTreeSet<Killed>> {
    let mut gains: BTreeMap<&'a str, BTreeSet<Killed>> = BTreeMap::new();
    for measured in &measurement.faults {
        let fault = measured.fault;
        for &index in &measured.kills {
            let case = &measurement.cases[index];
            let operation = case.vector.operation.name();
            let is_meant = fault.profiles.contains(&case.profile) && fault.operations.contains(&operation);
            if is_meant && !takes_long(case) {
                gains.entry(case.vector.id.as_str()).or_default().insert((
                    fault.number,
                    case.profile,
                    operation,
                ));
            }
        }
    }
    gains
}

/// The most useful vector, then the one that adds most to it, and so on.
fn smallest<K: Clone + Ord>(mut gains: BTreeMap<&str, BTreeSet<K>>) -> BTreeSet<&str> {
    let mut chosen = BTreeSet::new();
    while let Some((id, _)) = take_most_useful(&mut gains) {
        chosen.insert(id);
    }
    chosen
}

/// Few vectors that make one chosen of each list.
fn also<'a>(
    measurement: &Measurement<'a>,
    noticed: &[Vec<&str>],
    chosen: &BTreeSet<&str>,
) -> BTreeSet<&'a str> {
    let known: BTreeSet<&'a str> = measurement.cases.iter().map(|case| case.vector.id.as_str()).collect();
    let mut open: BTreeMap<&'a str, BTreeSet<usize>> = BTreeMap::new();
    for (number, ids) in noticed.iter().enumerate() {
        if !ids.iter().any(|id| chosen.contains(id)) {
            for id in known.iter().filter(|id| ids.contains(id)) {
                open.entry(id).or_default().insert(number);
            }
        }
    }
    smallest(open)
}

/// Takes the vector that gains most, of equals the first by id, and what it gains from all the others. None where
/// none gains anything.
fn take_most_useful<'a, K: Clone + Ord>(
    gains: &mut BTreeMap<&'a str, BTreeSet<K>>,
) -> Option<(&'a str, usize)> {
    let (&id, best) = gains.iter().rev().max_by_key(|(_, gain)| gain.len())?;
    if best.is_empty() {
        return None;
    }
    let best = best.clone();
    gains.values_mut().for_each(|gain| gain.retain(|killed| !best.contains(killed)));
    Some((id, best.len()))
}

fn first<'a>(gains: &BTreeMap<&'a str, BTreeSet<Killed>>, killed: &Killed) -> Option<&'a str> {
    gains.iter().find(|(_, gain)| gain.contains(killed)).map(|(id, _)| *id)
}

fn cases<'a>(measurement: &Measurement<'a>, ids: &BTreeSet<&str>) -> Vec<Case<'a>> {
    measurement.cases.iter().filter(|case| ids.contains(case.vector.id.as_str())).copied().collect()
}

/// The vector of the same operation that is asked before this one.
fn predecessor<'a>(measurement: &Measurement<'a>, id: &str) -> Option<&'a str> {
    let at = measurement.cases.iter().position(|case| case.vector.id == id)?;
    let operation = measurement.cases[at].vector.operation.name();
    let before = measurement.cases[..at].iter().rev();
    before
        .map(|case| case.vector)
        .find(|vector| vector.operation.name() == operation)
        .map(|vector| vector.id.as_str())
}
