//! What every summary says: the counts by profile and operation, why vectors were skipped, and the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crivet::baseline::{Deviation, Finding};
use crivet::corpus::Corpus;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::run::{Judged, Run, Tally};
use crivet::verdict::Status;

use crate::picture::Bar;

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

/// The counts of several rows; none where there are none.
pub(super) fn together(rows: &[Row]) -> Option<Tally> {
    let mut sum = Tally::default();
    for Row { tally, .. } in rows {
        sum.passed += tally.passed;
        sum.failed += tally.failed;
        sum.errors += tally.errors;
        sum.expected += tally.expected;
        sum.skipped += tally.skipped;
        sum.notes += tally.notes;
    }
    (!rows.is_empty()).then_some(sum)
}

/// Why vectors were skipped, and how many for each reason.
pub(super) fn skips(run: &Run<'_>) -> BTreeMap<String, usize> {
    let mut skips = BTreeMap::new();
    for judged in run.results.iter().filter(|judged| judged.status(run.strict) == Status::Skip) {
        *skips.entry(judged.verdict.explanation().unwrap_or_default()).or_default() += 1;
    }
    skips
}

/// For each specification, by the sections of its requirements and in their order, what passed and what did not.
/// A vector counts in every section that it exercises; what was not asked is left out.
pub(super) fn sections(run: &Run<'_>, corpus: &Corpus) -> Vec<(String, Vec<Bar>)> {
    let mut requirements: Vec<_> = corpus.requirements.values().collect();
    requirements.sort_by_key(|one| (one.profile().is_none(), one.profile(), &one.source));
    let mut places: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut found: Vec<(String, Vec<Bar>)> = Vec::new();
    for requirement in requirements {
        let document = requirement.profile().map_or(requirement.inventory(), |profile| profile.document());
        if found.last().is_none_or(|(name, _)| name != document) {
            found.push((document.to_owned(), Vec::new()));
        }
        let specification = found.len() - 1;
        let bars = &mut found[specification].1;
        let name = section(requirement.section());
        if bars.last().is_none_or(|bar| bar.name != name) {
            bars.push(Bar { name, passed: 0, failed: 0 });
        }
        places.insert(&requirement.id, (specification, bars.len() - 1));
    }
    for judged in &run.results {
        let concerns =
            |id: &&String| corpus.requirements.get(*id).is_some_and(|one| one.concerns(judged.case.profile));
        let ids = judged.case.vector.requirements.iter().filter(concerns);
        let touched: BTreeSet<_> = ids.filter_map(|id| places.get(id.as_str())).collect();
        for &&(specification, bar) in &touched {
            let bar = &mut found[specification].1[bar];
            match judged.status(run.strict) {
                Status::Pass => bar.passed += 1,
                Status::Fail | Status::Error | Status::Expected => bar.failed += 1,
                Status::Skip => {}
            }
        }
    }
    for (_, bars) in &mut found {
        bars.retain(|bar| bar.passed + bar.failed > 0);
    }
    found.retain(|(_, bars)| !bars.is_empty());
    found
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

/// The whole run in a sentence.
pub(super) struct Closing {
    /// The first words: `pass`, `fail`, `incomplete`, `nothing tested`.
    pub(super) verdict: &'static str,
    /// Is the run green?
    pub(super) green: bool,
    /// What follows the colon.
    pub(super) rest: String,
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.rest)
    }
}

/// The whole run in a sentence: `pass: 12 of 12 claimed passed, 5 not claimed`.
pub(super) fn closing(run: &Run<'_>) -> Closing {
    let tally = run.tally_where(|case| !run.is_late(case));
    let bad = |verdict, rest| Closing { verdict, green: false, rest };
    if !run.complete() {
        let asked = run.results.len();
        return bad("incomplete", format!("interrupted after {asked} of {} vectors", run.selected));
    }
    if run.tally().skipped == run.selected {
        return bad("nothing tested", format!("all {} vectors were skipped", run.selected));
    }
    let claimed = tally.total() - tally.skipped;
    let skipped = match tally.skipped {
        0 => String::new(),
        count => format!(", {count} not claimed"),
    };
    let of = if tally.skipped > 0 { " claimed" } else { "" };
    let passed = format!("{} of {claimed}{of} passed", tally.passed);
    let expected = match tally.expected {
        0 => String::new(),
        count => format!(", {count} failed as expected"),
    };
    if run.green() {
        return Closing { verdict: "pass", green: true, rest: format!("{passed}{expected}{skipped}") };
    }
    let baseline = match &run.comparison {
        Some(comparison) if !comparison.clean() => "; the baseline does not hold",
        _ => "",
    };
    let unattributed = match run.unattributed {
        0 => String::new(),
        1 => ", 1 failure that no vector is charged with".to_owned(),
        count => format!(", {count} failures that no vector is charged with"),
    };
    let (failed, errors) = (tally.failed, tally.errors);
    let rest = format!(
        "{passed}, {failed} failed, {errors} without an answer{expected}{skipped}{unattributed}{baseline}"
    );
    bad("fail", rest)
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
        Deviation::UnexpectedPass | Deviation::Stale => true,
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

/// What a section is called, from what ids have: `5.3`, `c1`, `b`.
pub(crate) fn section(name: &str) -> String {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(digit), _) if digit.is_ascii_digit() => format!("Section {name}"),
        (Some(letter), None) => format!("Appendix {}", letter.to_ascii_uppercase()),
        _ if name.ends_with(|last: char| last.is_ascii_digit()) => name.to_uppercase(),
        _ => name.to_owned(),
    }
}
