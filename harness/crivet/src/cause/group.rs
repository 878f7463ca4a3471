//! Groups: the failures of a run that have one cause, in the order in which to mend them.

use std::collections::{BTreeMap, BTreeSet};

use super::foundation::{rank, stage};
use super::signature::Signature;
use super::{join, topic};
use crate::operation::OperationName;
use crate::profile::Profile;
use crate::run::{Judged, Run};
use crate::verdict::Status;

/// The failures of a run that have one cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What tells it from the others, the same from run to run: in JSON, and in whatever remembers groups.
    pub key: String,
    /// What is wrong, in a line: how, where, and of which operation.
    pub title: String,
    /// The failure to look at first, as an index of [`Run::results`].
    pub exemplar: usize,
    /// All of its failures, as indices of [`Run::results`], in the order of the run.
    pub cases: Vec<usize>,
    /// How many failures there are of each operation, the most fundamental first.
    pub operations: Vec<(OperationName, usize)>,
    /// The profiles it shows under.
    pub profiles: Vec<Profile>,
    /// What its inputs cover, where they differ in one thing: `417 scheme numbers`.
    pub covers: Option<String>,
    /// The requirement or ruling it breaks, by its id.
    pub rests_on: Option<String>,
    /// Where in a library such a fault mostly sits.
    pub sits: Option<&'static str>,
}

/// The groups of a run, the one to mend first in front. Every failure and error that counts is in one of them; known
/// failures of a baseline, and those of vectors newer than the version the run is pinned to, are in none.
pub fn groups(run: &Run<'_>) -> Vec<Group> {
    let mut failing = Vec::new();
    for (index, judged) in run.results.iter().enumerate() {
        if matches!(judged.status(run.strict), Status::Fail | Status::Error)
            && !run.is_late(&judged.case)
            && let Some(signature) = Signature::of(&judged.case, &judged.verdict)
        {
            failing.push((index, signature));
        }
    }
    let mut groups: Vec<Group> =
        join::join(run, &failing).into_iter().map(|members| group(run, &failing, &members)).collect();
    groups.sort_by_cached_key(|group| rank(&run.results[group.exemplar]));
    groups
}

/// A group of these failures.
fn group(run: &Run<'_>, failing: &[(usize, Signature)], members: &[usize]) -> Group {
    let judged = |member: &usize| &run.results[failing[*member].0];
    let exemplar = members.iter().min_by_key(|member| rank(judged(member))).copied().unwrap_or_default();
    let (index, signature) = &failing[exemplar];
    let vector = run.results[*index].case.vector;
    let mut operations: BTreeMap<(usize, OperationName), usize> = BTreeMap::new();
    for member in members {
        let operation = judged(member).case.vector.operation.name();
        *operations.entry((stage(operation), operation)).or_default() += 1;
    }
    let profiles: BTreeSet<Profile> = members.iter().map(|member| judged(member).case.profile).collect();
    let operation = vector.operation.name();
    Group {
        key: format!("{operation}/{}: {signature}", topic::topic(vector)),
        title: format!("{operation}: {signature}"),
        exemplar: *index,
        cases: members.iter().map(|member| failing[*member].0).collect(),
        operations: operations.into_iter().map(|((_, operation), count)| (operation, count)).collect(),
        profiles: profiles.into_iter().collect(),
        covers: None,
        rests_on: rests_on(judged(&exemplar)),
        sits: None,
    }
}

/// What the exemplar rests on: its first requirement under its profile, or its first ruling.
fn rests_on(judged: &Judged<'_>) -> Option<String> {
    let vector = judged.case.vector;
    vector.requirements.first().or(vector.rulings.first()).cloned()
}
