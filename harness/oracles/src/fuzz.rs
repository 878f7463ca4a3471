//! Fuzzing: every oracle on many inputs, against any implementation.
//!
//! ```text
//! seed, oracle, profile, number of the case -> bytes -> case -> check -> agree, not comparable, differ
//! differ -> grouped by kind and cause -> the first of each group, shrunk -> finding
//! ```
//!
//! The same seed and number of cases give the same findings, however many jobs share the work. In this process an
//! answer comes at once, and a panic is caught; over a pipe the questions of many cases are in flight at a time,
//! see `rounds`, and whatever fails is asked alone. A finding is confirmed and shrunk with nothing else in flight.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::oracle::{About, Tally};
use crivet::implementation::Description;
use crivet::profile::Profile;
use crivet::run::{Subject, in_pool};

mod any;
mod finding;
mod first;
mod input;
mod registry;
mod rounds;
mod seeds;
mod shrink;
mod solo;
mod target;
mod worker;

pub use any::{AnyOracle, Replay, ReplayError};
pub use finding::{Finding, Key};
pub use first::{First, Found, first};
pub use registry::oracles;
pub use seeds::{Seed, dictionary, seeds};
pub use target::{Check, Target};

use self::finding::Groups;
use self::worker::Worker;

/// How many bytes an input is made from; most need few of them.
pub const BYTES: usize = 512;

/// How many cases are worked on at a time: few at first, so that a slow testee comes to a result in a short time; then
/// enough to fill a pipe many times over.
const CHUNKS: std::ops::RangeInclusive<u64> = 16..=512;

/// After so many time-outs an oracle goes no further: each costs what the user allows an answer.
const TIME_OUTS: u64 = 10;

/// Who is tested, and who it is held against.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// What is tested.
    pub subject: Subject<'a>,
    /// What it says of itself.
    pub description: &'a Description,
    /// What it is held against, with its description, for the oracles that want one.
    pub other: Option<(Subject<'a>, &'a Description)>,
}

impl Setting<'_> {
    /// Does an oracle apply under a profile? Both implementations have to offer what it asks.
    pub fn applies(&self, about: &About, profile: Profile) -> bool {
        let offers = |description: &Description| {
            description.profiles.contains(&profile)
                && about.operations.iter().all(|operation| description.operations.contains(operation))
                && about.beside.iter().all(|(profile, operation)| {
                    description.profiles.contains(profile) && description.operations.contains(operation)
                })
        };
        about.profiles.contains(&profile)
            && offers(self.description)
            && (!about.against || self.other.is_some_and(|(_, description)| offers(description)))
    }
}

/// How to fuzz.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The seed of every random choice.
    pub seed: u64,
    /// When it is enough.
    pub budget: Budget,
    /// How many threads, and testee processes, side by side. At least one.
    pub jobs: usize,
    /// How many simpler inputs are tried for a finding.
    pub tries: u32,
    /// Set from elsewhere, ends the campaign soon; what was found by then is kept.
    pub cancel: &'a AtomicBool,
}

/// When it is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many cases for each oracle and profile.
    Runs(u64),
    /// So long in all, shared evenly. Shrinking what was found comes on top.
    Time(Duration),
}

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// One row per oracle and profile, in the order they were worked on.
    pub rows: Vec<Row>,
    /// What was found, in the same order, and by the first case within each.
    pub findings: Vec<Finding>,
    /// Failures that could be charged to no question, in words; only some of many.
    pub disturbances: Vec<String>,
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
        disturbances: Vec::new(),
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
        campaign.disturbances.extend(leg.disturbances);
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

/// What came of one oracle under one profile, before anything is shrunk.
#[derive(Default)]
struct Leg {
    tally: Tally,
    groups: Groups,
    disturbances: Vec<String>,
    unavailable: Option<String>,
    gave_up: bool,
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
        whole.disturbances.extend(done.disturbances);
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

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
