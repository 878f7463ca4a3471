//! How long until something is found: the oracles in turn, a few cases each, until one differs.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::any::AnyOracle;
use super::key::Key;
use super::setting::Setting;
use super::worker::Worker;
use crate::oracle::About;
use crivet::profile::Profile;

/// How many cases an oracle gets before it is the next one's turn.
const TURN: u64 = 16;

/// What came of looking for the first finding.
#[derive(Clone, Debug)]
pub struct TimeToDetection {
    /// What was found; `None` where the time ran out.
    pub found: Option<Detected>,
    /// How many cases were checked, by all oracles together, up to the one that differs.
    pub executions: u64,
    /// How long it took.
    pub time: Duration,
}

/// The first finding.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The oracle.
    pub about: About,
    /// The profile.
    pub profile: Profile,
    /// What does not hold.
    pub key: Key,
}

/// Looks for the first finding, on one thread: for a seed, what is found and after how many cases is the same every
/// time, as far as the time suffices.
pub fn time_to_detection(
    setting: &Setting<'_>,
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
) -> TimeToDetection {
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
                let found = Detected { about: oracle.facts(), profile: *profile, key: key.clone() };
                return TimeToDetection { found: Some(found), executions, time: start.elapsed() };
            }
            executions += TURN;
        }
        turn += 1;
    }
    TimeToDetection { found: None, executions, time: start.elapsed() }
}
