//! What every summary says: the counts by profile and operation, why vectors were skipped, and the whole.

use std::collections::{BTreeMap, BTreeSet};

use super::text;
use crate::baseline::{Deviation, Finding};
use crate::operation::OperationName;
use crate::profile::Profile;
use crate::run::{Judged, Run, Tally};
use crate::verdict::Status;

/// The counts of one operation in one profile.
pub(super) struct Row {
    pub(super) profile: Profile,
    pub(super) operation: OperationName,
    pub(super) tally: Tally,
}

/// One row for each profile and operation that has results, in that order.
pub(super) fn rows(run: &Run<'_>) -> Vec<Row> {
    let keys: BTreeSet<_> =
        run.results.iter().map(|judged| (judged.case.profile, judged.case.vector.operation.name())).collect();
    keys.into_iter()
        .map(|(profile, operation)| {
            let tally =
                run.tally_where(|case| case.profile == profile && case.vector.operation.name() == operation);
            Row { profile, operation, tally }
        })
        .collect()
}

/// Why vectors were skipped, and how many for each reason.
pub(super) fn skips(run: &Run<'_>) -> BTreeMap<String, usize> {
    let mut skips = BTreeMap::new();
    for judged in run.results.iter().filter(|judged| judged.status(run.strict) == Status::Skip) {
        *skips.entry(judged.verdict.explanation().unwrap_or_default()).or_default() += 1;
    }
    skips
}

/// Does it keep the run from being green?
pub(super) fn bad(run: &Run<'_>, judged: &Judged<'_>) -> bool {
    matches!(judged.status(run.strict), Status::Fail | Status::Error) && !run.is_late(&judged.case)
}

/// That a failure does not count, being of a vector newer than the version the run is pinned to.
pub(super) fn late(run: &Run<'_>, judged: &Judged<'_>) -> Option<String> {
    let failed = matches!(judged.status(run.strict), Status::Fail | Status::Error);
    let since = &judged.case.vector.since;
    (failed && run.is_late(&judged.case))
        .then(|| format!("came with corpus version {since}, newer than the one pinned"))
}

/// The last line of the text report, without styles: `pass: 12 of 12 passed`.
pub(super) fn closing(run: &Run<'_>) -> String {
    // What the terminal has above stands elsewhere in other reports.
    anstream::adapter::strip_str(text::closing(run).trim_end()).to_string().replace(", see above", "")
}

/// Which entry of the baseline a known failure is as expected by, in a sentence.
pub(super) fn expectation(judged: &Judged<'_>) -> Option<String> {
    let entry = judged.expected.as_ref()?;
    Some(format!("expected: {}: {} ({})", entry.state, entry.reason, entry.location))
}

/// What is not as the baseline says, and shows in no case's own failure.
pub(super) fn findings<'a>(run: &'a Run<'_>) -> impl Iterator<Item = &'a Finding> {
    let findings = run.comparison.iter().flat_map(|comparison| &comparison.findings);
    findings.filter(|finding| match finding.deviation {
        Deviation::Mended | Deviation::Stale => true,
        Deviation::Changed => finding.case.is_none(),
        Deviation::New | Deviation::Expired => false,
    })
}

/// Why a case is no pass. A pass that a strict run fails says what it did not do.
pub(super) fn why(run: &Run<'_>, judged: &Judged<'_>) -> String {
    if let Some(explanation) = judged.verdict.explanation() {
        return explanation;
    }
    if !matches!(judged.status(run.strict), Status::Fail | Status::Expected) {
        return String::new();
    }
    let notes: Vec<_> = judged.verdict.notes.iter().map(|note| note.text.as_str()).collect();
    format!("not as recommended: {}", notes.join("; "))
}
