//! How long until something is found: the oracles in turn, a few cases each, until one differs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::Setting;
use super::any::AnyOracle;
use super::finding::Key;
use super::worker::Worker;
use crate::oracle::About;
use crivet::profile::Profile;

/// How many cases an oracle gets before it is the next one's turn.
const TURN: u64 = 16;

/// What came of looking for the first finding.
#[derive(Clone, Debug)]
pub struct First {
    /// What was found; `None` where the time ran out.
    pub found: Option<Found>,
    /// How many cases were checked, by all oracles together, up to the one that differs.
    pub executions: u64,
    /// How long it took.
    pub time: Duration,
}

/// The first finding.
#[derive(Clone, Debug)]
pub struct Found {
    /// The oracle.
    pub about: About,
    /// The profile.
    pub profile: Profile,
    /// What does not hold.
    pub key: Key,
}

/// Looks for the first finding, on one thread: for a seed, what is found and after how many cases is the same every
/// time, as far as the time suffices.
pub fn first(setting: &Setting<'_>, plan: &[(&dyn AnyOracle, Profile)], seed: u64, limit: Duration) -> First {
    let start = Instant::now();
    let stop = AtomicBool::new(false);
    let mut workers: Vec<Worker<'_>> =
        plan.iter().map(|(_, profile)| Worker::new(setting, *profile, seed, &stop)).collect();
    let mut executions = 0;
    let mut turn = 0;
    while !plan.is_empty() && start.elapsed() < limit {
        for ((oracle, profile), worker) in plan.iter().zip(&mut workers) {
            oracle.chunk(worker, turn * TURN..(turn + 1) * TURN);
            if let Some((key, number)) = worker.leg.groups.first() {
                executions += number % TURN + 1;
                let found = Found { about: oracle.facts(), profile: *profile, key: key.clone() };
                return First { found: Some(found), executions, time: start.elapsed() };
            }
            executions += TURN;
        }
        turn += 1;
    }
    First { found: None, executions, time: start.elapsed() }
}
