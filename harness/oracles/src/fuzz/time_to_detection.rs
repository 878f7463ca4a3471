//! How long until something is found, in the order in which `crivet fuzz` goes about it.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::ask::Asked;
use super::key::Key;
use super::schedule::{End, Schedule};
use super::setting::Setting;
use super::settle::{Leg, drawn};
use crate::oracle::About;
use crivet::profile::Profile;

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

/// Looks for the first finding, on one thread and with one question at a time: for a seed, what is found and after how
/// many cases is the same every time, as far as the time suffices.
pub fn time_to_detection(
    setting: &Setting<'_>,
    plan: &[Leg<'_>],
    seed: u64,
    limit: Duration,
) -> TimeToDetection {
    let start = Instant::now();
    let never = AtomicBool::new(false);
    let schedule = Schedule::new(plan.len(), u64::MAX);
    let asked = Asked::new(setting);
    let mut executions = 0;
    while let Some((leg, numbers)) = schedule.next().filter(|_| start.elapsed() < limit) {
        let (oracle, profile) = plan[leg];
        for number in numbers {
            let Some(case) = drawn(plan[leg], seed, number) else { continue };
            executions += 1;
            let (result, questions) = match asked.is_at_once() {
                true => asked.check(profile, &case),
                false => match asked.examine(profile, &case, &never) {
                    Some(examined) => (Some(examined.result), examined.steps.len()),
                    None => (None, 0),
                },
            };
            schedule.done(leg, questions, End::Answered);
            if let Some(key) = result.and_then(|result| Key::of(&result)) {
                let found = Detected { about: oracle.facts(), profile, key };
                return TimeToDetection { found: Some(found), executions, time: start.elapsed() };
            }
        }
    }
    TimeToDetection { found: None, executions, time: start.elapsed() }
}
