//! What a run says of its baseline, as a person reads it: what is expected, and what to change.

use crate::styled::{BOLD, DIM, RED, Styled, YELLOW};
use crivet::baseline::{Deviation, Finding, Remedy};
use crivet::run::Run;
use crivet::verdict::Status;

/// The section of the text report, at most `limit` lines for what is expected and as many findings; empty
/// without a baseline.
pub(super) fn section(text: &mut Styled, run: &Run<'_>, limit: usize) {
    let Some(comparison) = &run.comparison else {
        return;
    };
    let expected: Vec<_> =
        run.results.iter().filter(|judged| judged.status(run.strict) == Status::Expected).collect();
    let mut counts = format!(": {} expected", expected.len());
    for deviation in Deviation::ALL {
        match comparison.count(deviation) {
            0 => {}
            count => counts += &format!(", {count} {}", deviation.name()),
        }
    }
    text.line(&[&BOLD.of(format!("baseline {}", comparison.baseline)), &counts]);
    for judged in expected.iter().take(limit) {
        let id = &judged.case.vector.id;
        if let Some(entry) = &judged.expected {
            let (profile, state, reason) = (judged.case.profile, entry.state, &entry.reason);
            let rest = DIM.of(format!("({profile}) {state}: {reason}"));
            text.line(&[&DIM.of("expected"), &" ", id, &" ", &rest]);
        }
    }
    if expected.len() > limit {
        text.line(&[&DIM.of(format!("… and {} more, as expected", expected.len() - limit))]);
    }
    for finding in comparison.findings.iter().take(limit) {
        let style = if finding.deviation == Deviation::Expired { YELLOW } else { RED };
        let name = style.of(format!("{:<8}", finding.deviation.name()));
        text.line(&[&name, &" ", &subject(finding), &" ", &DIM.of(&finding.why)]);
        for line in change(finding) {
            text.line(&[&"         ", &line]);
        }
    }
    if comparison.findings.len() > limit {
        let more = comparison.findings.len() - limit;
        text.line(&[&format!("… and {more} more; --write-baseline makes all of these changes")]);
    }
    text.line(&[]);
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
