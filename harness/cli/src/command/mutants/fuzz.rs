//! `crivet mutants --fuzz`: how sharp are the oracles? The catalogue of faults, each fuzzed until one notices.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet::fuzz::oracles;
use crivet_faults::equivalents;
use crivet_faults::hunt::{Hunted, false_alarms, hunt, plan};

use super::super::fuzz::matches;
use super::{faults, write};
use crate::args::MutantsArguments;
use crate::{GREEN, RED, output};

pub(super) fn main(arguments: &MutantsArguments, limit: Duration) -> Result<u8> {
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
    let lines = lines(&hunted);
    let summary = summary(&hunted, limit)?;
    anstream::stdout().lock().write_all((lines.clone() + &summary).as_bytes()).context("standard output")?;
    if let Some(folder) = &arguments.write {
        if !arguments.faults.is_empty() || !arguments.oracles.is_empty() {
            bail!("--write needs the whole catalogue and every oracle");
        }
        write(&folder.join("fuzz.txt"), &lines)?;
    }
    let control_lives = hunted.iter().any(|one| one.fault.control && one.first.found.is_none());
    if control_lives {
        output::warn("void: the control lives, which any oracle notices");
    }
    Ok(if alarms.is_empty() && !control_lives { GREEN } else { RED })
}

/// A line for each fault: its id, the oracle and profile that noticed it, and after how many cases.
fn lines(hunted: &[Hunted<'_>]) -> String {
    let mut lines: Vec<String> = hunted
        .iter()
        .map(|one| match &one.first.found {
            Some(found) => {
                format!("{} {} {} {}\n", one.fault.id, found.about.name, found.profile, one.first.executions)
            }
            None => format!("{} -\n", one.fault.id),
        })
        .collect();
    lines.sort();
    lines.concat()
}

/// How many were noticed how soon. The times are not the same every time, and so in no file.
fn summary(hunted: &[Hunted<'_>], limit: Duration) -> Result<String> {
    let equivalents = equivalents()?;
    let missed: Vec<&str> =
        hunted.iter().filter(|one| one.first.found.is_none()).map(|one| one.fault.id.as_str()).collect();
    let argued =
        missed.iter().filter(|id| equivalents.iter().any(|equivalent| equivalent.id == **id)).count();
    let found = hunted.len() - missed.len();
    let mut text = format!(
        "\n{found} of {} faults noticed within {} s each; of the others, {argued} are argued to make no difference \
         somewhere\n",
        hunted.len(),
        limit.as_secs_f64()
    );
    let mut executions: Vec<u64> =
        hunted.iter().filter(|one| one.first.found.is_some()).map(|one| one.first.executions).collect();
    executions.sort_unstable();
    if let (Some(median), Some(last)) = (executions.get(executions.len() / 2), executions.last()) {
        let slowest = hunted.iter().filter(|one| one.first.found.is_some()).map(|one| one.first.time).max();
        let _ = writeln!(
            text,
            "after {median} cases in the median, {last} at most, {:.1} s at most",
            slowest.unwrap_or_default().as_secs_f64()
        );
    }
    Ok(text)
}
