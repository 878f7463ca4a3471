//! Groups: the failures of a run that have one cause, in the order in which to mend them.

use std::collections::{BTreeMap, BTreeSet};

use super::covers::covers;
use super::foundation::{rank, stage};
use super::join::{Asked, Failing};
use super::sits::sits;
use super::topic::topic;
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
    /// The requirement or ruling it rests on, by its id.
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
            && let Some(one) = Failing::new(index, &judged.case, &judged.verdict)
        {
            failing.push(one);
        }
    }
    if failing.is_empty() {
        return Vec::new();
    }
    let asked = Asked::new(run.results.iter().map(|judged| judged.case));
    let mut groups: Vec<Group> =
        asked.join(&failing).into_iter().map(|members| group(run, &failing, &members)).collect();
    groups.sort_by_cached_key(|group| rank(&run.results[group.exemplar]));
    groups
}

/// A group of these failures.
fn group(run: &Run<'_>, failing: &[Failing], members: &[usize]) -> Group {
    let judged = |member: &usize| &run.results[failing[*member].index];
    let exemplar = members.iter().min_by_key(|member| rank(judged(member))).copied().unwrap_or_default();
    let Failing { index, signature, .. } = &failing[exemplar];
    let vector = run.results[*index].case.vector;
    let mut operations: BTreeMap<(usize, OperationName), usize> = BTreeMap::new();
    for member in members {
        let operation = judged(member).case.vector.operation.name();
        *operations.entry((stage(operation), operation)).or_default() += 1;
    }
    let profiles: BTreeSet<Profile> = members.iter().map(|member| judged(member).case.profile).collect();
    let mut title = signature.to_string();
    if signature.place.is_empty() {
        title += &format!(", {}", topic(vector).replace('-', " "));
    }
    Group {
        key: signature.to_string(),
        title,
        exemplar: *index,
        cases: members.iter().map(|member| failing[*member].index).collect(),
        operations: operations.into_iter().map(|((_, operation), count)| (operation, count)).collect(),
        profiles: profiles.into_iter().collect(),
        covers: covers(members.iter().map(|member| judged(member).case.vector)),
        rests_on: rests_on(run, failing, members, judged(&exemplar)),
        sits: sits(signature, vector),
    }
}

/// What the failures rest on: of what the exemplar cites under its profile, the requirement that most of the failures cite
/// and few others do; else its first ruling.
fn rests_on(run: &Run<'_>, failing: &[Failing], members: &[usize], exemplar: &Judged<'_>) -> Option<String> {
    let vector = exemplar.case.vector;
    let of_profile: String = exemplar.case.profile.name().split('-').chain(["-"]).collect();
    let cites = |judged: &Judged<'_>, id: &String| judged.case.vector.requirements.contains(id);
    let part = |id: &String| {
        let here = members.iter().filter(|member| cites(&run.results[failing[**member].index], id)).count();
        let all = run.results.iter().filter(|judged| cites(judged, id)).count();
        here * here * 1000 / all.max(1)
    };
    let own = vector.requirements.iter().filter(|id| id.starts_with(&of_profile));
    // Of several that fare alike it is the first.
    own.rev().max_by_key(|id| part(id)).or(vector.requirements.first()).or(vector.rulings.first()).cloned()
}
