//! `crivet mutants --fuzz`: how sharp are the oracles? The catalogue of faults, each fuzzed until one notices.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet::profile::Profile;
use crivet_faults::hunt::{Find, Hunted, false_alarms, hunt, plan};
use crivet_faults::{Equivalent, equivalents};
use crivet_fuzz::fuzz::oracles;

use super::super::fuzz::matches;
use super::{faults, fuzzed, write};
use crate::args::MutantsArguments;
use crate::{GREEN, RED, output};

pub(super) fn main(arguments: &MutantsArguments, limit: Duration) -> Result<u8> {
    if arguments.write.is_some() && !(arguments.faults.is_empty() && arguments.oracles.is_empty()) {
        bail!("--write needs the whole catalogue and every oracle");
    }
    let faults = faults(arguments)?;
    let oracles = oracles();
    let mut plan = plan(&oracles);
    plan.retain(|(oracle, _)| matches(&arguments.oracles, oracle.facts().name));
    if plan.is_empty() {
        bail!("no oracle matches; `crivet fuzz --list-oracles` lists them");
    }
    let alarms = false_alarms(&plan, arguments.seed, limit);
    plan.retain(|(oracle, profile)| !alarms.contains(&(oracle.facts().name, *profile)));
    for (name, profile) in &alarms {
        output::warn(&format!("left out: without a fault, {name} finds something under {profile}"));
    }
    let hunted = hunt(&faults, &plan, arguments.seed, limit);
    let budget = fuzzed::budget(limit, arguments.seed);
    let text = fuzzed::text(&hunted, &budget);
    let out = text.clone() + &summary(&hunted, &budget)?;
    anstream::stdout().lock().write_all(out.as_bytes()).context("standard output")?;
    let controls: BTreeSet<Profile> =
        hunted.iter().filter(|one| one.fault.control).map(|one| one.profile).collect();
    let control_lives = controls.into_iter().any(|profile| {
        let of_it = |one: &&Hunted<'_>| one.fault.control && one.profile == profile;
        hunted.iter().filter(of_it).all(|one| one.found.is_none())
    });
    if control_lives {
        output::warn("void: the control lives, which any oracle notices");
    }
    if control_lives || !alarms.is_empty() {
        return Ok(RED);
    }
    if let Some(folder) = &arguments.write {
        write(&folder.join("fuzz.txt"), &text)?;
    }
    Ok(GREEN)
}

/// How many were noticed how soon.
fn summary(hunted: &[Hunted<'_>], budget: &str) -> Result<String> {
    let equivalents = equivalents()?;
    let argued = |one: &&Hunted<'_>| {
        let covers = |equivalent: &Equivalent| equivalent.covers(&one.fault.id, one.profile, one.operation);
        one.found.is_none() && equivalents.iter().any(covers)
    };
    let alone: BTreeSet<&str> = hunted
        .iter()
        .filter(|one| one.found.as_ref().is_some_and(|find| !find.compared))
        .map(|one| one.fault.id.as_str())
        .collect();
    let mut finds: Vec<&Find> = hunted.iter().filter_map(|one| one.found.as_ref()).collect();
    finds.sort_unstable_by_key(|find| find.executions);
    let faults: BTreeSet<&str> = hunted.iter().map(|one| one.fault.id.as_str()).collect();
    let noticed: BTreeSet<&str> =
        hunted.iter().filter(|one| one.found.is_some()).map(|one| one.fault.id.as_str()).collect();
    let mut text = format!(
        "\n{budget}: {} of {} faults noticed; by profile and operation {} of {}; of the others, {} are argued to make no \
         difference\n",
        noticed.len(),
        faults.len(),
        finds.len(),
        hunted.len(),
        hunted.iter().filter(argued).count(),
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
