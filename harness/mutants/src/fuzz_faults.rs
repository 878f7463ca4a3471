//! The score of the oracles: each fault is fuzzed, under each of its profiles, until they notice.
//!
//! A fault is noticed for an operation where an oracle that asks this operation finds something. So the oracles that
//! ask one of the fault's operations take turns; what one of them finds settles the operations it asks, and those
//! that ask what is left go on, within the same time.
//!
//! There are two stages. First come the oracles that need no other implementation. What they leave open is held against
//! the reference without a fault, by the oracles that compare two, within the same limit again: what somebody notices who
//! has a second implementation at hand.
//!
//! The faults are fuzzed in parallel, each by one thread, so that for a seed the number of cases it takes is the same
//! every time, as far as the time suffices.

use std::time::{Duration, Instant};

use crivet::implementation::Implementation;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_fuzz::fuzz::{AnyOracle, Setting, TimeToDetection, time_to_detection};
use rayon::prelude::*;

use crate::catalogue::Fault;
use crate::faulty::Faulty;
use crate::measure::STACK;

/// What came of fuzzing one fault under one profile, for one of its operations.
#[derive(Clone, Debug)]
pub struct FuzzedFault<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// The profile.
    pub profile: Profile,
    /// The operation.
    pub operation: OperationName,
    /// What noticed it; `None` where the time ran out.
    pub found: Option<Find>,
}

/// How a fault was noticed.
#[derive(Clone, Debug)]
pub struct Find {
    /// The name of the oracle.
    pub oracle: &'static str,
    /// How many cases were checked up to the one that shows it, by all oracles together.
    pub executions: u64,
    /// How long it took.
    pub time: Duration,
    /// Did it take the comparison with the reference?
    pub compared: bool,
}

/// The oracles that apply to the reference, under each of its profiles; those that compare two implementations as well.
pub fn plan(oracles: &[Box<dyn AnyOracle>]) -> Vec<(&dyn AnyOracle, Profile)> {
    let (unmutated, other) = (Faulty::unmutated(), Faulty::unmutated());
    let description = unmutated.describe();
    let setting = Setting {
        subject: Subject::InProcess(&unmutated),
        description: &description,
        other: Some((Subject::InProcess(&other), &description)),
    };
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

/// Fuzzes each fault under each of its profiles until it is noticed for every operation, or the time for the two is
/// over: once for the oracles that need no other implementation, once more for those that do. In the order of the
/// catalogue, of the profiles and of the operations. What `is_known` is left out, and what is new told to `tell` at once, so
/// that who is interrupted can go on.
pub fn fuzz_faults<'a>(
    faults: &[&'a Fault],
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
    is_known: &dyn Fn(&Fault, Profile) -> bool,
    tell: &(dyn Fn(&[FuzzedFault<'a>]) + Sync),
) -> Vec<FuzzedFault<'a>> {
    let pairs: Vec<(&'a Fault, Profile)> = faults
        .iter()
        .flat_map(|&fault| fault.profiles.iter().map(move |&profile| (fault, profile)))
        .filter(|(fault, profile)| !is_known(fault, *profile))
        .collect();
    let one = |&(fault, profile): &(&'a Fault, Profile)| {
        let fuzzed = under(fault, profile, plan, seed, limit);
        tell(&fuzzed);
        fuzzed
    };
    in_pool(|| pairs.par_iter().flat_map_iter(one).collect())
}

fn under<'a>(
    fault: &'a Fault,
    profile: Profile,
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
) -> Vec<FuzzedFault<'a>> {
    let start = Instant::now();
    let mut fuzzed: Vec<FuzzedFault<'a>> = fault
        .operations
        .iter()
        .map(|&operation| FuzzedFault { fault, profile, operation, found: None })
        .collect();
    let mut executions = 0;
    for compared in [false, true] {
        stage(&mut fuzzed, &mut executions, start, plan, seed, limit, compared);
    }
    fuzzed
}

/// The oracles that compare two implementations, or the others.
fn stage(
    fuzzed: &mut [FuzzedFault<'_>],
    executions: &mut u64,
    start: Instant,
    plan: &[(&dyn AnyOracle, Profile)],
    seed: u64,
    limit: Duration,
    compared: bool,
) {
    let began = Instant::now();
    let Some((fault, profile)) = fuzzed.first().map(|one| (one.fault, one.profile)) else { return };
    loop {
        let open = |operations: &[OperationName]| {
            fuzzed.iter().any(|one| one.found.is_none() && operations.contains(&one.operation))
        };
        let asking: Vec<(&dyn AnyOracle, Profile)> = plan
            .iter()
            .filter(|(oracle, under)| {
                let about = oracle.facts();
                *under == profile && about.against == compared && open(about.operations)
            })
            .copied()
            .collect();
        let left = limit.saturating_sub(began.elapsed());
        if asking.is_empty() || left.is_zero() {
            return;
        }
        let TimeToDetection { found, executions: more, .. } = on(&Faulty::new(fault), &asking, seed, left);
        *executions += more;
        let Some(found) = found else { return };
        let find =
            Find { oracle: found.about.name, executions: *executions, time: start.elapsed(), compared };
        for one in fuzzed.iter_mut() {
            if one.found.is_none() && found.about.operations.contains(&one.operation) {
                one.found = Some(find.clone());
            }
        }
    }
}

fn on(faulty: &Faulty, plan: &[(&dyn AnyOracle, Profile)], seed: u64, limit: Duration) -> TimeToDetection {
    let unmutated = Faulty::unmutated();
    let description = faulty.describe();
    let setting = Setting {
        subject: Subject::InProcess(faulty),
        description: &description,
        other: Some((Subject::InProcess(&unmutated), &description)),
    };
    time_to_detection(&setting, plan, seed, limit)
}

fn in_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().stack_size(STACK).build() {
        Ok(pool) => pool.install(work),
        // Without threads of its own it is slower, not wrong.
        Err(_) => work(),
    }
}
