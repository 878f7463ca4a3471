//! What was found, by cause: one cluster a cause, whoever saw it.

use std::collections::BTreeMap;

use super::finding::{Again, Finding, Group};
use super::key::Key;
use super::settle::Leg;

/// How many clusters are kept; what is beyond is counted.
const KEPT: usize = 500;

/// What cases share that show one cause: failures have it from whoever saw them, differences from their oracle.
pub(super) type Cause = (Option<&'static str>, Key);

#[derive(Default)]
pub(super) struct Clusters {
    by_cause: BTreeMap<Cause, Cluster>,
    /// How many cases found something for which there was no room.
    pub(super) beyond: u64,
}

struct Cluster {
    /// When it was found, as a number.
    place: usize,
    /// By oracle and profile.
    groups: BTreeMap<usize, Group>,
    /// Is it to be settled, and is nobody at it?
    waits: bool,
    /// What came of that, and for which oracle and profile.
    settled: Option<(usize, Finding)>,
}

/// A group that waits to be settled.
pub(super) struct Waiting {
    pub(super) cause: Cause,
    pub(super) leg: usize,
    pub(super) group: Group,
}

impl Clusters {
    /// Counts what an oracle found under a profile. True where no one had seen it.
    pub(super) fn count(&mut self, plan: &[Leg<'_>], cause: Cause, leg: usize, group: Group) -> bool {
        let place = self.by_cause.len();
        if place >= KEPT && !self.by_cause.contains_key(&cause) {
            self.beyond += 1;
            return false;
        }
        let cluster = self.by_cause.entry(cause).or_insert_with(|| Cluster {
            place,
            groups: BTreeMap::new(),
            waits: true,
            settled: None,
        });
        let is_new = cluster.groups.is_empty();
        match cluster.groups.get_mut(&leg) {
            Some(there) => {
                there.count += 1;
                if (!group.charged, group.first) < (!there.charged, there.first) {
                    *there = Group { count: there.count, ..group };
                }
            }
            None => {
                // Whoever asks less shows it more simply.
                let plainer = |(settled, _): &(usize, Finding)| weight(plan, leg) < weight(plan, *settled);
                cluster.waits |= cluster.settled.as_ref().is_some_and(plainer);
                cluster.groups.insert(leg, group);
            }
        }
        is_new
    }

    /// How many wait to be settled.
    pub(super) fn waiting(&self) -> usize {
        self.by_cause.values().filter(|cluster| cluster.waits).count()
    }

    /// The one that waits longest, by its group that shows it most simply.
    pub(super) fn take(&mut self, plan: &[Leg<'_>]) -> Option<Waiting> {
        let waiting = self.by_cause.iter_mut().filter(|(_, cluster)| cluster.waits);
        let (cause, cluster) = waiting.min_by_key(|(_, cluster)| cluster.place)?;
        cluster.waits = false;
        let (&leg, group) = cluster.groups.iter().min_by_key(|(leg, _)| (weight(plan, **leg), **leg))?;
        Some(Waiting { cause: cause.clone(), leg, group: group.clone() })
    }

    /// Keeps what came of settling: the simplest that showed again. True where it is the first.
    pub(super) fn settled(&mut self, cause: &Cause, leg: usize, finding: &Finding) -> bool {
        let Some(cluster) = self.by_cause.get_mut(cause) else { return false };
        let rank =
            |finding: &Finding| (finding.again != Again::Shown, finding.before.len(), finding.case.len());
        let is_first = cluster.settled.is_none();
        if cluster.settled.as_ref().is_none_or(|(_, there)| rank(finding) < rank(there)) {
            cluster.settled = Some((leg, finding.clone()));
        }
        is_first
    }

    /// Is some case charged with it, and not only suspected?
    pub(super) fn is_charged(&self, cause: &Cause) -> bool {
        self.by_cause.get(cause).is_some_and(|cluster| cluster.groups.values().any(|group| group.charged))
    }

    /// Takes a cause out: how many cases there were, by oracle and profile.
    pub(super) fn remove(&mut self, cause: &Cause) -> Vec<(usize, u64)> {
        let groups = self.by_cause.remove(cause).map(|cluster| cluster.groups).unwrap_or_default();
        groups.into_iter().map(|(leg, group)| (leg, group.count)).collect()
    }

    /// The findings, in the order of the plan.
    pub(super) fn findings(self, plan: &[Leg<'_>]) -> Vec<Finding> {
        let mut findings: Vec<(usize, Finding)> = Vec::new();
        for cluster in self.by_cause.into_values() {
            let Some((leg, mut finding)) = cluster.settled else { continue };
            finding.count = cluster.groups.values().map(|group| group.count).sum();
            finding.first = cluster.groups.get(&leg).map_or(0, |group| group.first);
            let seen = cluster.groups.iter();
            finding.seen =
                seen.map(|(leg, group)| (plan[*leg].0.facts().name, plan[*leg].1, group.count)).collect();
            findings.push((leg, finding));
        }
        findings.sort_by_key(|(leg, finding)| (*leg, finding.first));
        let mut causes: Vec<Finding> = Vec::new();
        for (_, finding) in findings {
            // Oracles that complain of the same answers to the same questions complain of one cause.
            let same = |there: &&mut Finding| {
                !finding.steps.is_empty()
                    && (there.profile, there.strength) == (finding.profile, finding.strength)
                    && there.steps == finding.steps
            };
            match causes.iter_mut().find(same) {
                Some(there) => {
                    there.count += finding.count;
                    there.seen.extend(finding.seen);
                }
                None => causes.push(finding),
            }
        }
        causes
    }
}

/// How much an oracle asks: of many that see the same the one that asks the fewest operations shows it best.
fn weight(plan: &[Leg<'_>], leg: usize) -> usize {
    let about = plan[leg].0.facts();
    about.operations.len() + about.beside.len()
}
