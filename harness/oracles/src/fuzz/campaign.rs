//! The engine: every oracle under every profile, on many cases, by many workers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::any::AnyOracle;
use super::finding::Finding;
use super::setting::{Budget, Options, Setting};
use super::worker::{Leg, Worker, locked};
use crate::oracle::{About, Tally};
use crivet::profile::Profile;
use crivet::run::in_pool;

/// How many cases are worked on at a time: few at first, so that a slow testee comes to a result in a short time; then
/// enough to fill a pipe many times over.
const CHUNKS: std::ops::RangeInclusive<u64> = 16..=512;

/// After so many time-outs an oracle goes no further: each costs what the user allows an answer.
const TIME_OUTS: u64 = 10;

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// One row per oracle and profile, in the order they were worked on.
    pub rows: Vec<Row>,
    /// What was found, in the same order, and by the first case within each.
    pub findings: Vec<Finding>,
    /// Failures that could be charged to no question, in words; only some of many.
    pub unattributed: Vec<String>,
    /// Why the testee could be asked no more.
    pub unavailable: Option<String>,
    /// Was it cut short from elsewhere?
    pub interrupted: bool,
}

/// What came of one oracle under one profile.
#[derive(Clone, Debug)]
pub struct Row {
    /// The oracle.
    pub about: About,
    /// The profile.
    pub profile: Profile,
    /// The counts.
    pub tally: Tally,
    /// How long it took, shrinking apart.
    pub time: Duration,
    /// Did it stop early because of time-outs?
    pub gave_up: bool,
}

impl Row {
    /// Does the oracle say too little: are more inputs not comparable than it states?
    pub fn says_too_little(&self) -> bool {
        self.tally.not_compared() * 100 > self.tally.total() * u64::from(self.about.not_comparable)
    }
}

impl Campaign {
    /// Was everything done, and nothing found?
    pub fn clean(&self) -> bool {
        self.findings.is_empty() && self.unavailable.is_none() && !self.interrupted
    }
}

/// How far a campaign is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The oracle at work.
    pub oracle: &'static str,
    /// The profile.
    pub profile: Profile,
    /// Which of how many oracles and profiles this is, from one.
    pub position: (usize, usize),
    /// How many cases came in since the last call.
    pub cases: u64,
    /// How many of these differ.
    pub differ: u64,
}

/// Puts each oracle to work under each profile. `progress` is called from several threads.
pub fn fuzz(
    setting: &Setting<'_>,
    plan: &[(&dyn AnyOracle, Profile)],
    options: &Options<'_>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Campaign {
    let mut campaign = Campaign {
        rows: Vec::new(),
        findings: Vec::new(),
        unattributed: Vec::new(),
        unavailable: None,
        interrupted: false,
    };
    let start = Instant::now();
    // Time spent on shrinking is not the next oracle's loss.
    let mut shrinking = Duration::ZERO;
    for (index, &(oracle, profile)) in plan.iter().enumerate() {
        if options.cancel.load(Ordering::Relaxed) || campaign.unavailable.is_some() {
            break;
        }
        let deadline = match options.budget {
            Budget::Runs(_) => None,
            Budget::Time(time) => {
                let left = time.saturating_sub(start.elapsed().saturating_sub(shrinking));
                let share = left / u32::try_from(plan.len() - index).unwrap_or(u32::MAX);
                Some(Instant::now() + share)
            }
        };
        let about = oracle.facts();
        let position = (index + 1, plan.len());
        let tell = |cases, differ| {
            progress(Progress { oracle: about.name, profile, position, cases, differ });
        };
        let begun = Instant::now();
        let leg = leg(setting, oracle, profile, options, deadline, &tell);
        let time = begun.elapsed();
        campaign.rows.push(Row { about, profile, tally: leg.tally, time, gave_up: leg.gave_up });
        campaign.unattributed.extend(leg.unattributed);
        campaign.unavailable = campaign.unavailable.or(leg.unavailable);

        let begun = Instant::now();
        let groups = leg.groups.in_order();
        let settle = |(key, group)| oracle.settle(setting, profile, options, key, group);
        let settled: Vec<Mutex<Option<Finding>>> = groups.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicU64::new(0);
        let groups: Vec<_> = groups.into_iter().map(|group| Mutex::new(Some(group))).collect();
        side_by_side(options.jobs.min(groups.len()), &|| {
            while let Ok(at) = usize::try_from(next.fetch_add(1, Ordering::Relaxed)) {
                let Some(group) = groups.get(at).and_then(|slot| locked(slot).take()) else { break };
                *locked(&settled[at]) = Some(settle(group));
            }
        });
        let found =
            settled.into_iter().filter_map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
        campaign.findings.extend(found);
        shrinking += begun.elapsed();
    }
    campaign.interrupted = options.cancel.load(Ordering::Relaxed);
    campaign
}

fn leg(
    setting: &Setting<'_>,
    oracle: &dyn AnyOracle,
    profile: Profile,
    options: &Options<'_>,
    deadline: Option<Instant>,
    tell: &(dyn Fn(u64, u64) + Sync),
) -> Leg {
    let end = match options.budget {
        Budget::Runs(runs) => runs,
        Budget::Time(_) => u64::MAX,
    };
    let next = AtomicU64::new(0);
    let time_outs = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let whole = Mutex::new(Leg::default());
    let work = || {
        let mut worker = Worker::new(setting, profile, options.seed, &stop);
        let mut size = *CHUNKS.start();
        loop {
            let chunk_start = next.fetch_add(size, Ordering::Relaxed);
            let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if chunk_start >= end || is_over || stop.load(Ordering::Relaxed) {
                break;
            }
            let before = (worker.leg.tally.total(), worker.leg.tally.differ);
            let timed_out = oracle.chunk(&mut worker, chunk_start..end.min(chunk_start.saturating_add(size)));
            size = (2 * size).min(*CHUNKS.end());
            tell(worker.leg.tally.total() - before.0, worker.leg.tally.differ - before.1);
            if worker.leg.unavailable.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
            if time_outs.fetch_add(timed_out, Ordering::Relaxed) + timed_out >= TIME_OUTS {
                worker.leg.gave_up = true;
                stop.store(true, Ordering::Relaxed);
            }
        }
        let done = worker.leg;
        let mut whole = locked(&whole);
        whole.tally.add(&done.tally);
        whole.groups.add(done.groups);
        whole.unattributed.extend(done.unattributed);
        whole.gave_up |= done.gave_up;
        whole.unavailable = whole.unavailable.take().or(done.unavailable);
    };
    watched(options.cancel, deadline, &stop, || side_by_side(options.jobs, &work));
    whole.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// How often the watch looks up.
const TICK: Duration = Duration::from_millis(10);

/// Does the work while a thread watches the clock and the user, and says when to stop.
fn watched(cancel: &AtomicBool, deadline: Option<Instant>, stop: &AtomicBool, work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if is_over || cancel.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
                std::thread::park_timeout(TICK);
            }
        });
        work();
        done.store(true, Ordering::Relaxed);
    });
}

/// Does the same work on so many threads.
fn side_by_side(jobs: usize, work: &(dyn Fn() + Sync)) {
    in_pool(jobs, || {
        rayon::broadcast(|_| work());
    });
}
