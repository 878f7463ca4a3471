//! Before and after: each case that is not as it was.

use std::collections::BTreeMap;

use super::{Answer, Entry, Results};
use crivet::feature::Feature;
use crivet::profile::Profile;
use crivet::verdict::Status;

/// What became of a case. In the order in which someone wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// It passed, and does not any more.
    Broke,
    /// It was asked, and is skipped now: no longer claimed.
    Dropped,
    /// It was not asked, and does not pass.
    NewFailure,
    /// It did not pass, and does now.
    Fixed,
    /// It was not asked, and passes.
    NewPass,
    /// It does not pass, in another way than before.
    OtherFailure,
    /// It passes with another answer than before.
    OtherAnswer,
    /// It was asked, and is not in the later results at all.
    Missing,
}

/// One case that is not as it was.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// What became of it.
    pub kind: ChangeKind,
    /// The earlier result; none where there is none.
    pub before: Option<&'a Entry>,
    /// The later result; none where there is none.
    pub after: Option<&'a Entry>,
}

/// All that changed between two results.
#[derive(Clone, Debug)]
pub struct Changes<'a> {
    /// The earlier results, and what they are called.
    pub before: (String, &'a Results),
    /// The later results, and what they are called.
    pub after: (String, &'a Results),
    /// The changes, by kind, then in the order of the later results.
    pub changes: Vec<Change<'a>>,
}

impl ChangeKind {
    /// Every kind, in order.
    pub const ALL: [ChangeKind; 8] = [
        ChangeKind::Broke,
        ChangeKind::Dropped,
        ChangeKind::NewFailure,
        ChangeKind::Fixed,
        ChangeKind::NewPass,
        ChangeKind::OtherFailure,
        ChangeKind::OtherAnswer,
        ChangeKind::Missing,
    ];

    /// What reports call it.
    pub fn title(self) -> &'static str {
        match self {
            ChangeKind::Broke => "broke",
            ChangeKind::Dropped => "no longer claimed",
            ChangeKind::NewFailure => "fails, not asked before",
            ChangeKind::Fixed => "fixed",
            ChangeKind::NewPass => "passes, not asked before",
            ChangeKind::OtherFailure => "fails in another way",
            ChangeKind::OtherAnswer => "passes with another answer",
            ChangeKind::Missing => "not in the later results",
        }
    }
}

impl<'a> Change<'a> {
    /// The result that names the case: the later one where there is one.
    pub fn entry(&self) -> Option<&'a Entry> {
        self.after.or(self.before)
    }
}

impl<'a> Changes<'a> {
    pub(super) fn new(before: (String, &'a Results), after: (String, &'a Results)) -> Self {
        let earlier = by_case(before.1);
        let later = by_case(after.1);
        let after_entries =
            after.1.results.iter().map(|entry| (earlier.get(&key(entry)).copied(), Some(entry)));
        let gone = before
            .1
            .results
            .iter()
            .filter(|entry| !later.contains_key(&key(entry)))
            .map(|entry| (Some(entry), None));
        let mut changes: Vec<Change<'a>> = after_entries
            .chain(gone)
            .filter_map(|(before, after)| Some(Change { kind: kind(before, after)?, before, after }))
            .collect();
        changes.sort_by_key(|change| change.kind);
        Changes { before, after, changes }
    }

    /// The changes of one kind.
    pub fn of(&self, kind: ChangeKind) -> impl Iterator<Item = &Change<'a>> {
        self.changes.iter().filter(move |change| change.kind == kind)
    }

    /// The features that are no longer claimed: vectors that use them may be rejected now.
    pub fn lost_features(&self) -> Vec<Feature> {
        let features = |results: &'a Results| &results.implementation.features;
        features(self.before.1).difference(features(self.after.1)).copied().collect()
    }

    /// What should be known of the two runs as a whole.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (label, results) in [&self.before, &self.after] {
            if !results.complete {
                remarks.push(format!("the run of {label} was interrupted"));
            }
        }
        for feature in self.lost_features() {
            remarks.push(format!(
                "the feature {} is no longer claimed: rejecting what uses it passes now",
                feature.name()
            ));
        }
        if self.before.1.corpus.version != self.after.1.corpus.version {
            let (before, after) = (&self.before.1.corpus.version, &self.after.1.corpus.version);
            remarks.push(format!("the corpus is another: {before} before, {after} after"));
        }
        remarks
    }

    /// Did something that passed break, or stop being claimed? An interrupted run cannot deny it.
    pub fn regressed(&self) -> bool {
        let was_right = |change: &Change<'_>| change.before.is_some_and(|entry| entry.status == Status::Pass);
        !self.after.1.complete
            || !self.lost_features().is_empty()
            || self.of(ChangeKind::Broke).next().is_some()
            || self.of(ChangeKind::Dropped).any(was_right)
    }
}

fn key(entry: &Entry) -> (Profile, &str) {
    (entry.profile, entry.id.as_str())
}

fn by_case(results: &Results) -> BTreeMap<(Profile, &str), &Entry> {
    results.results.iter().map(|entry| (key(entry), entry)).collect()
}

fn kind(before: Option<&Entry>, after: Option<&Entry>) -> Option<ChangeKind> {
    // What was skipped, and what was not there, was not asked.
    let asked =
        |entry: Option<&Entry>| entry.map(|entry| entry.status).filter(|&status| status != Status::Skip);
    match (asked(before), asked(after)) {
        (None, None) => None,
        (Some(_), None) => Some(if after.is_some() { ChangeKind::Dropped } else { ChangeKind::Missing }),
        (None, Some(Status::Pass)) => Some(ChangeKind::NewPass),
        (None, Some(_)) => Some(ChangeKind::NewFailure),
        (Some(Status::Pass), Some(Status::Pass)) => differ(before, after).then_some(ChangeKind::OtherAnswer),
        (Some(Status::Pass), Some(_)) => Some(ChangeKind::Broke),
        (Some(_), Some(Status::Pass)) => Some(ChangeKind::Fixed),
        (Some(_), Some(_)) => differ(before, after).then_some(ChangeKind::OtherFailure),
    }
}

fn differ(one: Option<&Entry>, two: Option<&Entry>) -> bool {
    fn answer(entry: Option<&Entry>) -> Option<&Answer> {
        entry.and_then(|entry| entry.outcome.as_ref())
    }
    match (answer(one), answer(two)) {
        (Some(one), Some(two)) => !one.same(two),
        (one, two) => one.is_some() != two.is_some(),
    }
}
