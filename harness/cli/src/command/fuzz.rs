//! `crivet fuzz`: test an implementation by properties, on random inputs.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet::glob::Glob;
use crivet::process::Limits;
use crivet::profile::Profile;
use crivet_fuzz::fuzz::{AnyOracle, Budget, Campaign, Options, Progress, Replay, Setting, fuzz, oracles};
use crivet_fuzz::oracle::Comparison;
use crivet_report::fuzz::{self as report, Invocation};
use crivet_report::styled::Styled;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::interrupt::interrupt;
use super::subject::Chosen;
use crate::args::{ElsewhereArguments, FuzzArguments, FuzzFormat};
use crate::results::Report;
use crate::{GREEN, INTERRUPTED, RED, UNABLE, output, results};

/// How long it takes where nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
/// However short the time is, an answer may take as long as this.
const LEAST_WAIT: Duration = Duration::from_secs(1);
/// The share of the time that it may take beyond that.
const SHARE: f64 = 0.4;
/// The time limit of an answer where nobody says, as the arguments have it.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) fn main(arguments: FuzzArguments) -> Result<u8> {
    let all = oracles();
    let selected: Vec<&dyn AnyOracle> = all
        .iter()
        .map(|oracle| &**oracle)
        .filter(|oracle| matches(&arguments.oracles, oracle.facts().name))
        .collect();
    if selected.is_empty() {
        bail!("no oracle matches; --list-oracles lists them");
    }
    if arguments.list_oracles {
        return list(&selected);
    }
    let commands = [&arguments.command, &arguments.against];
    let inputs: Vec<_> =
        commands.into_iter().flat_map(|command| results::testee(command.as_deref())).collect();
    let reports = results::reports(&arguments.reports, &inputs)?;
    let limits = Limits { request: wait(&arguments), ..arguments.limits.limits() };
    let cancel = interrupt()?;
    let elsewhere = ElsewhereArguments { command: arguments.command.clone(), ..Default::default() };
    let chosen = Chosen::new(arguments.name, &elsewhere, &limits, cancel, None)?;
    let other = arguments.against.as_deref().map(|text| Chosen::named(text, &limits, cancel));
    let other = other.transpose().context("--against")?;
    let setting = Setting {
        subject: chosen.subject(),
        description: &chosen.description,
        other: other.as_ref().map(|other| (other.subject(), &other.description)),
    };
    let plan = plan(&setting, &selected, &arguments.profiles);
    if plan.is_empty() {
        bail!(
            "nothing to do: no oracle selected asks only what the implementation offers, under a profile it follows{}",
            if other.is_some() { ", and the other one too" } else { "" }
        );
    }
    if !arguments.replay.is_empty() {
        return replay(&setting, &plan, &arguments);
    }
    run(&setting, &plan, arguments, reports)
}

/// How long an answer may take: a share of the time at most, where that is limited, lest all of it goes into waiting.
fn wait(arguments: &FuzzArguments) -> Duration {
    let share = match (arguments.runs, arguments.replay.is_empty()) {
        (None, true) => LEAST_WAIT.max(arguments.time.unwrap_or(DEFAULT_TIME).mul_f64(SHARE)),
        _ => Duration::MAX,
    };
    arguments.limits.timeout.min(share)
}

pub(super) fn matches(globs: &[Glob], name: &str) -> bool {
    globs.is_empty() || globs.iter().any(|glob| glob.matches(name))
}

fn list(oracles: &[&dyn AnyOracle]) -> Result<u8> {
    let mut text = Styled::default();
    for oracle in oracles {
        let about = oracle.facts();
        let operations: Vec<_> = about.operations.iter().map(|operation| operation.name()).collect();
        let profiles: Vec<_> = about.profiles.iter().map(|profile| profile.name()).collect();
        text.line(&[&about.name]);
        text.line(&[&"  ", &about.equation]);
        text.line(&[&"  asks ", &operations.join(", "), &"; ", &profiles.join(", ")]);
        for (profile, operation) in about.beside {
            text.line(&[&"  asks ", operation, &" under ", profile, &" as well"]);
        }
        for known in about.known {
            text.line(&[&"  known difference ", &known.name, &" (", &known.ruling, &"): ", &known.what]);
        }
    }
    output::styled(&text)?;
    Ok(GREEN)
}

/// The oracles that apply, under each profile that they apply to.
fn plan<'a>(
    setting: &Setting<'_>,
    oracles: &[&'a dyn AnyOracle],
    profiles: &[Profile],
) -> Vec<(&'a dyn AnyOracle, Profile)> {
    let wanted = |profile: &Profile| profiles.is_empty() || profiles.contains(profile);
    oracles
        .iter()
        .flat_map(|&oracle| Profile::ALL.into_iter().map(move |profile| (oracle, profile)))
        .filter(|(oracle, profile)| wanted(profile) && setting.applies(&oracle.facts(), *profile))
        .collect()
}

fn run(
    setting: &Setting<'_>,
    plan: &[(&dyn AnyOracle, Profile)],
    arguments: FuzzArguments,
    reports: Vec<Report<FuzzFormat>>,
) -> Result<u8> {
    let seed = arguments.seed.unwrap_or_else(super::fresh_seed);
    let budget = match (arguments.runs, arguments.time) {
        (Some(runs), _) => Budget::Runs(runs),
        (None, time) => Budget::Time(time.unwrap_or(DEFAULT_TIME)),
    };
    let options = Options {
        seed,
        budget,
        jobs: arguments.jobs.map_or_else(super::processors, Into::into),
        tries: arguments.tries,
        cancel: interrupt()?,
    };
    let bar = bar();
    let campaign = fuzz(setting, plan, &options, &|progress| tell(&bar, progress));
    bar.finish_and_clear();

    let invocation = invocation(&arguments, seed, budget);
    write(&campaign, setting, &invocation, reports)?;
    let incomplete = campaign.incomplete();
    if let Some(message) = incomplete.as_ref().filter(|_| !campaign.interrupted) {
        output::warn(&format!("the result is incomplete: {message}"));
    }
    Ok(match incomplete {
        _ if campaign.interrupted => INTERRUPTED,
        _ if campaign.is_red() => RED,
        Some(_) => UNABLE,
        None => GREEN,
    })
}

fn invocation(arguments: &FuzzArguments, seed: u64, budget: Budget) -> Invocation {
    Invocation {
        subject: match &arguments.command {
            Some(command) => vec!["--impl-cmd".to_owned(), command.clone()],
            None => vec!["--impl".to_owned(), arguments.name.to_string()],
        },
        against: arguments
            .against
            .iter()
            .flat_map(|against| ["--against".to_owned(), against.clone()])
            .collect(),
        timeout: (arguments.limits.timeout != DEFAULT_TIMEOUT).then_some(arguments.limits.timeout),
        wait: wait(arguments),
        seed,
        budget,
    }
}

fn replay(
    setting: &Setting<'_>,
    plan: &[(&dyn AnyOracle, Profile)],
    arguments: &FuzzArguments,
) -> Result<u8> {
    let [(oracle, profile)] = plan else {
        bail!("--replay needs one oracle and one profile, given by --oracle and --profile");
    };
    let (text, status) = match oracle.replay(setting, *profile, &arguments.replay).context("--replay")? {
        Replay::Found(mut finding) => {
            let invocation = invocation(arguments, 0, Budget::Runs(1));
            finding.before.clone_from(&arguments.replay);
            finding.before.pop();
            let status = if finding.is_must() { RED } else { GREEN };
            (report::finding(&finding, Some(&invocation.repeat(&finding))), status)
        }
        Replay::Holds(checked) => {
            let what = match checked.comparison {
                Comparison::NotComparable(reason) => format!("not comparable: {reason}"),
                _ => "holds".to_owned(),
            };
            let known: Vec<&str> = checked.known.iter().map(|known| known.name).collect();
            let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
            let mut text = Styled::default();
            text.line(&[&oracle.facts().name, &" (", profile, &"): ", &what, &known]);
            (text, GREEN)
        }
    };
    output::styled(&text)?;
    Ok(status)
}

/// Each report asked for, and the text on standard output unless another report goes there.
fn write(
    campaign: &Campaign,
    setting: &Setting<'_>,
    invocation: &Invocation,
    reports: Vec<Report<FuzzFormat>>,
) -> Result<()> {
    let text = || report::campaign(campaign, setting.description, invocation);
    let render = |format| match format {
        FuzzFormat::Json => report::json::campaign(campaign, setting.description, invocation),
        FuzzFormat::Text => text().plain(),
    };
    results::write(reports, render, text)
}

/// Progress on a terminal, nothing in a pipe.
fn bar() -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} cases, {per_sec}, {elapsed}") {
        bar.set_style(style);
    }
    bar
}

/// Counts, and tells in a line what is found, as it is found.
fn tell(bar: &ProgressBar, progress: Progress<'_>) {
    match progress {
        Progress::Cases(cases) => bar.inc(cases),
        Progress::Found(finding) => bar.suspend(|| output::found(finding.is_must(), &finding.title())),
    }
}
