//! `cargo xtask mutants score --fuzz`: the mutation score of the oracles. Each fault is fuzzed until one notices.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail};
use crivet::profile::Profile;
use crivet_fuzz::fuzz::oracles;
use crivet_mutants::Fault;
use crivet_mutants::fuzz_faults::{Find, FuzzedFault, false_alarms, fuzz_faults, plan};
use crivet_mutants::waivers::{self, FaultWaiver};

use super::{Arguments, faults, fuzzed, note, print};
use crate::{GREEN, RED, files};

pub(super) fn main(arguments: &Arguments, limit: Duration) -> Result<u8> {
    if arguments.write.is_some() && !(arguments.faults.is_empty() && arguments.oracles.is_empty()) {
        bail!("--write needs the whole catalogue and every oracle");
    }
    let faults = faults(arguments)?;
    let oracles = oracles();
    let mut plan = plan(&oracles);
    let matches = |name: &str| arguments.oracles.iter().any(|glob| glob.matches(name));
    plan.retain(|(oracle, _)| arguments.oracles.is_empty() || matches(oracle.facts().name));
    if plan.is_empty() {
        bail!("no oracle matches; `crivet fuzz --list-oracles` lists them");
    }
    let alarms = false_alarms(&plan, arguments.seed, limit);
    plan.retain(|(oracle, profile)| !alarms.contains(&(oracle.facts().name, *profile)));
    for (name, profile) in &alarms {
        note(&format!("left out: without a fault, {name} finds something under {profile}"));
    }
    let budget = fuzzed::budget(limit, arguments.seed);
    // What an interrupted measurement with the same budget has written counts.
    let partial = arguments.write.as_ref().map(|folder| folder.join("fuzz.partial.txt"));
    let before = partial.as_deref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let known = fuzzed::kept(&before, &budget, &faults, &oracles);
    let mut file = None;
    if let Some(path) = &partial {
        files::write(path, &fuzzed::text(&known, &budget))?;
        file = Some(std::fs::OpenOptions::new().append(true).open(path)?);
    }
    if !known.is_empty() {
        note(&format!("{} results were there already", known.len()));
    }
    let file = Mutex::new(file);
    let is_known = |fault: &Fault, profile: Profile| {
        known.iter().any(|one| one.fault.id == fault.id && one.profile == profile)
    };
    let tell = |fuzzed: &[FuzzedFault<'_>]| {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = file.as_mut() {
            // At once, so that what is cut off is whole lines. What cannot be written is measured again.
            let _ = file.write_all(fuzzed::lines(fuzzed).as_bytes());
        }
    };
    let mut fuzzed_faults = fuzz_faults(&faults, &plan, arguments.seed, limit, &is_known, &tell);
    fuzzed_faults.extend(known.iter().cloned());
    let text = fuzzed::text(&fuzzed_faults, &budget);
    print(&(text.clone() + &summary(&fuzzed_faults, &budget)?))?;
    let controls: BTreeSet<Profile> =
        fuzzed_faults.iter().filter(|one| one.fault.control).map(|one| one.profile).collect();
    let control_lives = controls.into_iter().any(|profile| {
        let of_it = |one: &&FuzzedFault<'_>| one.fault.control && one.profile == profile;
        fuzzed_faults.iter().filter(of_it).all(|one| one.found.is_none())
    });
    if control_lives {
        note("void: the control lives, which any oracle notices");
    }
    if control_lives || !alarms.is_empty() {
        return Ok(RED);
    }
    if let Some(folder) = &arguments.write {
        files::write(&folder.join("fuzz.txt"), &text)?;
        partial.as_deref().map_or(Ok(()), std::fs::remove_file)?;
    }
    Ok(GREEN)
}

/// How many were noticed how soon.
fn summary(fuzzed_faults: &[FuzzedFault<'_>], budget: &str) -> Result<String> {
    let waivers = waivers::faults()?;
    let waived = |one: &&FuzzedFault<'_>| {
        let covers = |waiver: &FaultWaiver| waiver.covers(&one.fault.id, one.profile, one.operation);
        one.found.is_none() && waivers.iter().any(covers)
    };
    let alone: BTreeSet<&str> = fuzzed_faults
        .iter()
        .filter(|one| one.found.as_ref().is_some_and(|find| !find.compared))
        .map(|one| one.fault.id.as_str())
        .collect();
    let mut finds: Vec<&Find> = fuzzed_faults.iter().filter_map(|one| one.found.as_ref()).collect();
    finds.sort_unstable_by_key(|find| find.executions);
    let faults: BTreeSet<&str> = fuzzed_faults.iter().map(|one| one.fault.id.as_str()).collect();
    let noticed: BTreeSet<&str> =
        fuzzed_faults.iter().filter(|one| one.found.is_some()).map(|one| one.fault.id.as_str()).collect();
    let mut text = format!(
        "\n{budget}: {} of {} faults noticed; by profile and operation {} of {}; of the others, {} are waived\n",
        noticed.len(),
        faults.len(),
        finds.len(),
        fuzzed_faults.len(),
        fuzzed_faults.iter().filter(waived).count(),
    );
    let _ = writeln!(
        text,
        "without a comparison {} of the faults, by profile and operation {}; the others by comparison with the reference",
        alone.len(),
        finds.iter().filter(|find| !find.compared).count(),
    );
    if let (Some(median), Some(last)) = (finds.get(finds.len() / 2), finds.last()) {
        let slowest = finds.iter().map(|find| find.time).max();
        let _ = writeln!(
            text,
            "after {} cases in the median, {} at most, {:.1} s at most",
            median.executions,
            last.executions,
            slowest.unwrap_or_default().as_secs_f64()
        );
    }
    Ok(text)
}
