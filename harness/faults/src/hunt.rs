//! How sharp are the oracles? Each fault is fuzzed until one of them notices.
//!
//! The faults are fuzzed in parallel, each by one thread with all oracles in turn, so that for a seed the number of
//! cases it takes is the same every time.

use std::time::Duration;

use crivet::fuzz::{AnyOracle, First, Setting, first};
use crivet::implementation::Implementation;
use crivet::profile::Profile;
use crivet::run::Subject;
use rayon::prelude::*;

use crate::catalogue::Fault;
use crate::faulty::Faulty;
use crate::measure::STACK;

/// What came of hunting one fault.
#[derive(Clone, Debug)]
pub struct Hunted<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// What was found, and how soon.
    pub first: First,
}

/// The oracles that apply to the reference, under each of its profiles.
pub fn plan(oracles: &[Box<dyn AnyOracle>]) -> Vec<(&dyn AnyOracle, Profile)> {
    let unmutated = Faulty::unmutated();
    let description = unmutated.describe();
    let setting = Setting { subject: Subject::InProcess(&unmutated), description: &description, other: None };
    let all = oracles.iter().flat_map(|oracle| Profile::ALL.map(|profile| (&**oracle, profile)));
    all.filter(|(oracle, profile)| setting.applies(&oracle.facts(), *profile)).collect()
}

/// Those of a plan that find something where there is no fault: what they find elsewhere says nothing.
pub fn false_alarms(
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
) -> Vec<(&'static str, Profile)> {
    let each = limit / u32::try_from(plan.len()).unwrap_or(u32::MAX).max(1);
    let alarmed = |one: &(&dyn AnyOracle, Profile)| {
        let found = on(&Faulty::unmutated(), std::slice::from_ref(one), seed, each).found?;
        Some((found.about.name, found.profile))
    };
    in_pool(|| plan.par_iter().filter_map(alarmed).collect())
}

/// Fuzzes each fault until it is noticed, or the time for one is over.
pub fn hunt<'a>(
    faults: &[&'a Fault],
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
) -> Vec<Hunted<'a>> {
    let one = |fault: &&'a Fault| Hunted { fault, first: on(&Faulty::new(fault), plan, seed, limit) };
    in_pool(|| faults.par_iter().map(one).collect())
}

fn on(faulty: &Faulty, plan: &[(&dyn AnyOracle, Profile)], seed: u64, limit: Duration) -> First {
    let description = faulty.describe();
    first(
        &Setting { subject: Subject::InProcess(faulty), description: &description, other: None },
        plan,
        seed,
        limit,
    )
}

fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own it is slower, not wrong.
        Err(_) => work(),
    }
}
