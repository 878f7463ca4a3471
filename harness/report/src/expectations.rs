//! What a run says of its baseline, as a person reads it: what is expected, and what to change.

use std::fmt::Write;

use crate::style::{BOLD, DIM, RED, YELLOW};
use crivet::baseline::{Deviation, Finding, Remedy};
use crivet::run::Run;
use crivet::verdict::Status;

/// The section of the text report, at most `limit` lines for what is expected and as many findings; empty
/// without a baseline.
pub(super) fn section(run: &Run<'_>, limit: usize) -> String {
    let Some(comparison) = &run.comparison else {
        return String::new();
    };
    let mut text = String::new();
    let expected: Vec<_> =
        run.results.iter().filter(|judged| judged.status(run.strict) == Status::Expected).collect();
    let mut push = |arguments: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(arguments);
    };
    push(format_args!("{BOLD}baseline {}{BOLD:#}: {} expected", comparison.baseline, expected.len()));
    for deviation in Deviation::ALL {
        match comparison.count(deviation) {
            0 => {}
            count => push(format_args!(", {count} {}", deviation.name())),
        }
    }
    push(format_args!("\n"));
    for judged in expected.iter().take(limit) {
        let id = &judged.case.vector.id;
        if let Some(entry) = &judged.expected {
            let (profile, state, reason) = (judged.case.profile, entry.state, &entry.reason);
            push(format_args!("{DIM}expected{DIM:#} {id} {DIM}({profile}) {state}: {reason}{DIM:#}\n"));
        }
    }
    if expected.len() > limit {
        push(format_args!("{DIM}… and {} more, as expected{DIM:#}\n", expected.len() - limit));
    }
    for finding in comparison.findings.iter().take(limit) {
        let style = if finding.deviation == Deviation::Expired { YELLOW } else { RED };
        let (name, subject, why) = (finding.deviation.name(), subject(finding), &finding.why);
        push(format_args!("{style}{name:<8}{style:#} {subject} {DIM}{why}{DIM:#}\n"));
        for line in change(finding) {
            push(format_args!("         {line}\n"));
        }
    }
    if comparison.findings.len() > limit {
        push(format_args!(
            "… and {} more; --write-baseline makes all of these changes\n",
            comparison.findings.len() - limit
        ));
    }
    push(format_args!("\n"));
    text
}

/// What a finding is about, in a word or two.
pub(super) fn subject(finding: &Finding) -> String {
    match (&finding.case, &finding.entry) {
        (Some((id, profile)), _) => format!("{id} ({profile})"),
        (None, Some(entry)) => entry.vectors.clone(),
        (None, None) => String::new(),
    }
}

/// The lines of the baseline to change, and how.
pub(super) fn change(finding: &Finding) -> Vec<String> {
    let stands = finding.entry.as_ref().map(|entry| {
        let text = entry.text.trim();
        format!("{}: {text}", entry.location)
    });
    let stands = stands.unwrap_or_default();
    match &finding.remedy {
        Remedy::Add(line) => vec![format!("add      {line}")],
        Remedy::Narrow => vec![format!("narrow   {stands}")],
        Remedy::Remove => vec![format!("remove   {stands}")],
        Remedy::Renew => vec![format!("remove or renew {stands}")],
        Remedy::Replace(line) => vec![format!("replace  {stands}"), format!("with     {line}")],
    }
}
