//! What becomes of the first case of a group: it is asked again alone, and made as simple as can be.
//!
//! What does not show alone is asked behind the cases next to it, and of these the fewest that it takes are kept. What is
//! shown in the end has shown with the first process after a start, so the command that repeats it does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::any::{AnyCase, AnyOracle};
use super::ask::{Asked, Examined, is_hasty};
use super::finding::{Again, Finding, Group};
use super::input::BYTES;
use super::key::Key;
use super::setting::Setting;
use crate::generate::seed::{derived, fill};
use crate::oracle::About;
use crivet::outcome::FailureKind;
use crivet::profile::Profile;
use crivet::sequence::fewest;

/// How many time-outs one finding may cost: each takes what the user allows an answer.
const TIME_OUTS: u32 = 5;
/// How many cases on either side are tried where a case does not show alone.
const NEIGHBOURS: u64 = 64;

/// An oracle under a profile.
pub(super) type Leg<'o> = (&'o dyn AnyOracle, Profile);

/// The case of this number.
pub(super) fn drawn<'o>((oracle, profile): Leg<'o>, seed: u64, number: u64) -> Option<AnyCase<'o>> {
    let mut bytes = [0; BYTES];
    let seed = derived(seed, &[oracle.facts().name, profile.name()]);
    fill(seed.wrapping_add(number), &mut bytes);
    oracle.draw(profile, &bytes)
}

/// What one finding may cost.
pub(super) struct Effort<'a> {
    tries: u32,
    time_outs: u32,
    until: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Effort<'a> {
    pub(super) fn new(tries: u32, until: Option<Instant>, stop: &'a AtomicBool) -> Self {
        Effort { tries, time_outs: TIME_OUTS, until, stop }
    }

    fn is_spent(&self) -> bool {
        self.tries == 0 || self.is_over() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Can nothing be asked any more, not even what a finding needs to be one?
    fn is_over(&self) -> bool {
        self.time_outs == 0 || self.stop.load(Ordering::Relaxed)
    }

    fn examine(&mut self, asked: &Asked<'_>, profile: Profile, case: &AnyCase<'_>) -> Option<Examined> {
        let examined = asked.examine(profile, case, self.stop)?;
        let failed = examined.result.as_ref().err();
        self.time_outs -= u32::from(failed.is_some_and(|failed| failed.failure.kind == FailureKind::TimeOut));
        Some(examined)
    }
}

/// The finding that a group makes.
pub(super) fn settle(
    setting: &Setting<'_>,
    leg: Leg<'_>,
    seed: u64,
    (key, group): (&Key, &Group),
    mut effort: Effort<'_>,
) -> Option<Finding> {
    let (about, profile) = (leg.0.facts(), leg.1);
    let case = drawn(leg, seed, group.first)?;
    let as_found = |again| Finding {
        again,
        ..Finding::new((&about, profile), key.clone(), &case, group.sample.clone())
    };
    let asked = Asked::new(setting);
    Some(match effort.examine(&asked, profile, &case) {
        None => as_found(Again::NotAsked),
        Some(examined) if examined.key().as_ref() == Some(key) => {
            minimal(setting, &asked, (&about, profile), (&case, examined), key, &mut effort)
        }
        // It was answered when there was no haste.
        Some(_)
            if group
                .sample
                .result
                .as_ref()
                .err()
                .is_some_and(|failed| is_hasty(setting, &failed.failure)) =>
        {
            as_found(Again::NotShown)
        }
        Some(_) => match history(setting, leg, seed, (key, group), &mut effort) {
            Some(finding) => finding,
            None if effort.stop.load(Ordering::Relaxed) => as_found(Again::NotAsked),
            None => as_found(Again::NotShown),
        },
    })
}

/// The same made as simple as can be: the first simpler case that shows the same takes the place of the case, until none
/// does.
pub(super) fn minimal<'o>(
    setting: &Setting<'_>,
    asked: &Asked<'_>,
    (about, profile): (&About, Profile),
    (case, examined): (&AnyCase<'o>, Examined),
    key: &Key,
    effort: &mut Effort<'_>,
) -> Finding {
    let mut simplest: Option<AnyCase<'o>> = None;
    let mut shown = examined.clone();
    let mut tries = 0;
    'simpler: loop {
        for simpler in simplest.as_ref().unwrap_or(case).simpler() {
            if effort.is_spent() {
                break 'simpler;
            }
            effort.tries -= 1;
            tries += 1;
            let Some(examined) = effort.examine(asked, profile, &simpler) else { break 'simpler };
            if examined.key().as_ref() == Some(key) {
                (simplest, shown) = (Some(simpler), examined);
                continue 'simpler;
            }
        }
        break;
    }
    let finding = |case, examined| Finding::new((about, profile), key.clone(), case, examined);
    let Some(simplest) = simplest else { return Finding { tries, ..finding(case, shown) } };
    // Many were asked before it by now, and whoever repeats it asks nothing before.
    let afresh = match asked.is_at_once() {
        true => Some(shown),
        false => Asked::new(setting).examine(profile, &simplest, effort.stop),
    };
    match afresh {
        Some(afresh) if afresh.key().as_ref() == Some(key) => Finding { tries, ..finding(&simplest, afresh) },
        _ => finding(case, examined),
    }
}

/// The case that shows it behind others of the same oracle, and of these as few as it takes; none where it does not
/// show there either. What this process keeps from one case to the next cannot be asked afresh.
fn history(
    setting: &Setting<'_>,
    leg: Leg<'_>,
    seed: u64,
    (key, group): (&Key, &Group),
    effort: &mut Effort<'_>,
) -> Option<Finding> {
    let (about, profile) = (leg.0.facts(), leg.1);
    let numbers = group.first.saturating_sub(NEIGHBOURS)..group.first.saturating_add(NEIGHBOURS);
    let cases: Vec<AnyCase<'_>> = numbers.filter_map(|number| drawn(leg, seed, number)).collect();
    let is_failure = group.sample.result.is_err();
    // Where in this order it shows for the first time.
    let shows = |order: &[usize], effort: &mut Effort<'_>| {
        let asked = Asked::new(setting);
        if asked.is_at_once() {
            return None;
        }
        order.iter().enumerate().find_map(|(at, &number)| {
            if effort.is_over() {
                return None;
            }
            let examined = effort.examine(&asked, profile, &cases[number])?;
            // What fails for what came before can do so at any question.
            let shows =
                examined.key().is_some_and(|came| came == *key || is_failure && came.kind == key.kind);
            shows.then_some((at, examined))
        })
    };
    let mut order: Vec<usize> = (0..cases.len()).collect();
    let (at, shown) = shows(&order, effort)?;
    order.truncate(at + 1);
    let (order, shown) =
        fewest((order, shown), |shorter| if effort.is_spent() { None } else { shows(shorter, effort) });
    let (last, before) = order.split_last()?;
    let before = before.iter().map(|number| cases[*number].json()).collect();
    let key = shown.key()?;
    Some(Finding { before, ..Finding::new((&about, profile), key, &cases[*last], shown) })
}
