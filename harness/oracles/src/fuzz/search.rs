//! The engine: jobs side by side that go round all oracles and profiles, and settle what they find.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::any::AnyCase;
use super::ask::{Asked, Examined, is_hasty};
use super::campaign::{Campaign, Row};
use super::clusters::{Cause, Clusters, Waiting};
use super::finding::{Again, Finding, Group};
use super::key::{CheckResult, Key};
use super::schedule::{End, Schedule};
use super::setting::{Budget, Options, Setting};
use super::settle::{Effort, Leg, drawn, settle};
use crate::oracle::{Memo, Step, Tally};
use crivet::outcome::FailureKind;
use crivet::process::Pace;
use crivet::threads::side_by_side;

/// How many questions go into the pipe at a time: as many as take about `BATCH`, so that a slow testee comes to a result.
const QUESTIONS: RangeInclusive<usize> = 1..=512;
const FIRST_QUESTIONS: usize = 4;
const BATCH: Duration = Duration::from_millis(50);
/// The share of the time of all jobs that making findings simple may take, and one finding's share of the time. Beyond
/// that they are only asked again, for at most half as long.
const SETTLING: f64 = 0.3;
const ONE: f64 = 0.03;
/// How much longer it may take to ask again what was found last.
const GRACE: Duration = Duration::from_millis(500);
/// After so many cases in a row that failed the testee is given up. A time-out counts for several.
const FAILURES: u64 = 500;
const TIME_OUT: u64 = 25;
/// Why a case came to no judgement that was answered only later than the search waits.
const LATE: &str = "answered later than the search waits";
/// How often the watch looks up.
const TICK: Duration = Duration::from_millis(10);

/// What there is to tell while a campaign goes on.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many cases came in since the last call.
    Cases(u64),
    /// Something was found that was not before.
    Found(&'a Finding),
}

/// Puts each oracle to work under each profile. `progress` is called from several threads.
pub fn fuzz(
    setting: &Setting<'_>,
    plan: &[Leg<'_>],
    options: &Options<'_>,
    progress: &(dyn Fn(Progress<'_>) + Sync),
) -> Campaign {
    let runs = match options.budget {
        Budget::Runs(runs) => runs,
        Budget::Time(_) => u64::MAX,
    };
    let search = Search {
        setting,
        plan,
        options,
        progress,
        schedule: Schedule::new(plan.len(), runs),
        begun: OnceLock::new(),
        stop: AtomicBool::new(false),
        cut: AtomicBool::new(false),
        halt: AtomicBool::new(false),
        pace: Arc::default(),
        failures: AtomicU64::new(0),
        state: Mutex::new(State { tallies: vec![Tally::default(); plan.len()], ..State::default() }),
    };
    let done = AtomicBool::new(plan.is_empty());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                search.look_at_the_clock();
                std::thread::park_timeout(TICK);
            }
        });
        side_by_side(options.jobs, &|| search.work());
        search.stop.store(true, Ordering::Relaxed);
        let waiting = search.state().clusters.waiting();
        side_by_side(options.jobs.min(waiting), &|| while search.settle_one(None) {});
        done.store(true, Ordering::Relaxed);
    });
    search.campaign()
}

/// What the jobs share.
struct Search<'a> {
    setting: &'a Setting<'a>,
    plan: &'a [Leg<'a>],
    options: &'a Options<'a>,
    progress: &'a (dyn Fn(Progress<'_>) + Sync),
    schedule: Schedule,
    /// When the first job could ask.
    begun: OnceLock<Instant>,
    /// No further case is checked.
    stop: AtomicBool,
    /// The search asks nothing any more, not even what a silence means.
    cut: AtomicBool,
    /// Nothing is asked any more.
    halt: AtomicBool,
    /// Does the testee keep up with the search?
    pace: Arc<Pace>,
    /// How many cases have failed in a row.
    failures: AtomicU64,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tallies: Vec<Tally>,
    clusters: Clusters,
    unattributed: Vec<(String, u64)>,
    /// Cases that were answered after all when they were asked alone, by oracle and profile.
    late: Vec<(usize, u64)>,
    /// Why jobs had no testee from the start, and why one has none any more.
    unstarted: Vec<String>,
    lost: Option<String>,
    gave_up: bool,
    /// How many jobs are settling, and how long that took by now.
    settling: usize,
    settled: Duration,
}

/// What one job has counted, and why it has no testee any more.
struct Mine {
    tallies: Vec<Tally>,
    lost: Option<String>,
}

/// A case whose check has not ended.
struct Open<'a> {
    leg: usize,
    number: u64,
    case: AnyCase<'a>,
    memo: Memo,
}

impl<'a> Search<'a> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn time(&self) -> Option<Duration> {
        match self.options.budget {
            Budget::Runs(_) => None,
            Budget::Time(time) => Some(time),
        }
    }

    fn deadline(&self) -> Option<Instant> {
        Some(*self.begun.get()? + self.time()?)
    }

    fn look_at_the_clock(&self) {
        let now = Instant::now();
        let cancelled = self.options.cancel.load(Ordering::Relaxed);
        let over = |grace| self.deadline().is_some_and(|deadline| now >= deadline + grace);
        self.stop.fetch_or(cancelled || over(Duration::ZERO), Ordering::Relaxed);
        // A silence that began in time is heard to its end, which the testee's time limit sets.
        let is_cut = cancelled || self.stopped() && !self.pace.is_in_doubt();
        self.cut.fetch_or(is_cut, Ordering::Relaxed);
        self.halt.fetch_or(cancelled || over(GRACE), Ordering::Relaxed);
    }

    /// One job, until the search is over.
    fn work(&self) {
        let asked = Asked::in_haste(self.setting, &self.pace);
        if let Err(message) = asked.start(&self.halt) {
            self.state().unstarted.push(message);
            return;
        }
        self.begun.get_or_init(Instant::now);
        let mut mine = Mine { tallies: vec![Tally::default(); self.plan.len()], lost: None };
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut questions = FIRST_QUESTIONS;
        while !self.stopped() && mine.lost.is_none() {
            if self.time().is_some() && self.settle_one(self.deadline()) {
                continue;
            }
            let went_on = match asked.is_at_once() {
                true => self.at_once(&asked, &mut mine),
                false => self.in_batches(&asked, &mut mine, &mut open, &mut questions),
            };
            if !went_on {
                break;
            }
        }
        let mut state = self.state();
        for (whole, part) in state.tallies.iter_mut().zip(&mine.tallies) {
            whole.add(part);
        }
        state.lost = state.lost.take().or(mine.lost);
    }

    /// Checks the cases of one turn. False where there is none.
    fn at_once(&self, asked: &Asked<'a>, mine: &mut Mine) -> bool {
        let Some((leg, numbers)) = self.schedule.next() else { return false };
        let mut cases = 0;
        for number in numbers {
            if self.stopped() {
                break;
            }
            let Some(case) = drawn(self.plan[leg], self.options.seed, number) else { continue };
            if let (Some(result), questions) = asked.check(self.plan[leg].1, &case) {
                self.judged(mine, (leg, number), result, questions, Vec::new());
                cases += 1;
            }
        }
        (self.progress)(Progress::Cases(cases));
        true
    }

    /// Asks a batch of questions and takes up the cases whose checks have come to an end. False where nothing is open and
    /// there is no further case.
    fn in_batches(
        &self,
        asked: &Asked<'a>,
        mine: &mut Mine,
        open: &mut Vec<Open<'a>>,
        questions: &mut usize,
    ) -> bool {
        let unanswered =
            |one: &Open<'_>| one.memo.places.iter().filter(|(_, outcome)| outcome.is_none()).count();
        let mut waiting: usize = open.iter().map(unanswered).sum();
        let mut cases = 0;
        while waiting < *questions
            && let Some((leg, numbers)) = self.schedule.next()
        {
            for number in numbers {
                let Some(case) = drawn(self.plan[leg], self.options.seed, number) else { continue };
                let one = Open { leg, number, case, memo: Memo::default() };
                if let Some(one) = self.advance(asked, mine, one) {
                    waiting += unanswered(&one);
                    open.push(one);
                } else {
                    cases += 1;
                }
            }
        }
        let begun = Instant::now();
        let memos = open.iter_mut().map(|one| &mut one.memo);
        let unattributed = asked.ask(memos, *questions, &self.cut);
        // The next batch takes about as long as it should, as far as this one tells.
        let took = begun.elapsed().as_secs_f64() / (*questions).min(waiting).max(1) as f64;
        let right = (BATCH.as_secs_f64() / took.max(1e-6)) as usize;
        *questions = right.min(2 * *questions).clamp(*QUESTIONS.start(), *QUESTIONS.end());
        for (at, failed) in unattributed {
            self.found(open[at].leg, open[at].number, Err(failed), Vec::new(), false);
        }
        let before = open.len();
        *open = std::mem::take(open).into_iter().filter_map(|one| self.advance(asked, mine, one)).collect();
        cases += before - open.len();
        (self.progress)(Progress::Cases(cases as u64));
        waiting > 0
    }

    /// Runs a check as far as there are answers; what has come to its end is judged, else it stays open.
    fn advance(&self, asked: &Asked<'a>, mine: &mut Mine, mut one: Open<'a>) -> Option<Open<'a>> {
        let Some(result) = asked.run(self.plan[one.leg].1, &one.case, &mut one.memo) else {
            return Some(one);
        };
        let questions = one.memo.places.len();
        let steps = one.memo.places.into_iter();
        let steps =
            steps.filter_map(|(question, outcome)| Some(Step { question, outcome: outcome? })).collect();
        self.judged(mine, (one.leg, one.number), result, questions, steps);
        None
    }

    fn judged(
        &self,
        mine: &mut Mine,
        (leg, number): (usize, u64),
        result: CheckResult,
        questions: usize,
        steps: Vec<Step>,
    ) {
        let kind = result.as_ref().err().map(|failed| failed.failure.kind);
        if kind == Some(FailureKind::Unavailable) {
            mine.lost = result.err().map(|failed| failed.failure.message);
            return;
        }
        let end = match kind {
            None | Some(FailureKind::Panic) => End::Answered,
            Some(FailureKind::TimeOut) => End::TimeOut,
            Some(_) => End::Failure,
        };
        self.schedule.done(leg, questions, end);
        self.count_failures(end);
        match &result {
            Ok(checked) => mine.tallies[leg].count(checked),
            Err(_) => mine.tallies[leg].differ += 1,
        }
        let is_sure = result.as_ref().err().is_none_or(|failed| !is_hasty(self.setting, &failed.failure));
        self.found(leg, number, result, steps, is_sure);
    }

    /// Counts what was found, if that is something.
    fn found(&self, leg: usize, number: u64, result: CheckResult, steps: Vec<Step>, charged: bool) {
        let Some(key) = Key::of(&result) else { return };
        let about = self.plan[leg].0.facts();
        let cause = (result.is_ok().then_some(about.name), key);
        let group = Group { count: 1, charged, first: number, sample: Examined { result, steps } };
        let is_new = self.state().clusters.count(self.plan, cause, leg, group);
        if is_new {
            self.schedule.found(leg);
        }
    }

    fn count_failures(&self, end: End) {
        let weight = match end {
            End::Answered => return self.failures.store(0, Ordering::Relaxed),
            End::Failure => 1,
            End::TimeOut => TIME_OUT,
        };
        if self.failures.fetch_add(weight, Ordering::Relaxed) + weight >= FAILURES {
            self.state().gave_up = true;
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Settles what waits longest. False where nothing waits, or it would take more than its share.
    fn settle_one(&self, deadline: Option<Instant>) -> bool {
        let mut state = self.state();
        let share = |share: f64| self.time().map(|time| time.mul_f64(share));
        let all = SETTLING * self.options.jobs as f64;
        let is_spent = |all| share(all).is_some_and(|share| state.settled >= share);
        if deadline.is_some() && (state.settling >= self.options.jobs.div_ceil(2) || is_spent(1.5 * all)) {
            return false;
        }
        let is_spent = is_spent(all);
        let Some(Waiting { cause, leg, group }) = state.clusters.take(self.plan) else { return false };
        state.settling += 1;
        drop(state);
        let begun = Instant::now();
        let until = share(ONE).map(|one| match deadline.filter(|_| !is_spent) {
            Some(deadline) => deadline.min(begun + one),
            None => begun,
        });
        let effort = Effort::new(self.options.tries, until, &self.halt);
        let finding = settle(self.setting, self.plan[leg], self.options.seed, (&cause.1, &group), effort);
        let mut state = self.state();
        state.settling -= 1;
        state.settled += begun.elapsed();
        let Some(finding) = finding else { return true };
        if self.is_nobodys(&mut state, &cause, &group, finding.again) {
            return true;
        }
        let is_first = state.clusters.settled(&cause, leg, &finding);
        drop(state);
        if is_first {
            (self.progress)(Progress::Found(&finding));
        }
        true
    }

    /// A failure that did not show again is no finding where no case was charged with it. Then it is counted, and taken
    /// out.
    fn is_nobodys(&self, state: &mut State, cause: &Cause, group: &Group, again: Again) -> bool {
        let Some(failed) = group.sample.result.as_ref().err().filter(|_| again != Again::Shown) else {
            return false;
        };
        let is_hasty = is_hasty(self.setting, &failed.failure);
        if is_hasty && again == Again::NotShown {
            self.pace.slow();
        }
        if state.clusters.is_charged(cause) {
            return false;
        }
        let taken = state.clusters.remove(cause);
        if is_hasty {
            state.late.extend(taken);
        } else {
            let count = taken.iter().map(|(_, count)| count).sum();
            state.unattributed.push((failed.failure.message.clone(), count));
        }
        true
    }

    fn campaign(self) -> Campaign {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let rows = self.plan.iter().zip(state.tallies).enumerate();
        let mut rows: Vec<Row> = rows
            .map(|(leg, (&(oracle, profile), tally))| Row {
                about: oracle.facts(),
                profile,
                tally,
                gave_up: self.schedule.gave_up(leg),
            })
            .collect();
        for &(leg, count) in &state.late {
            let tally = &mut rows[leg].tally;
            tally.differ = tally.differ.saturating_sub(count);
            *tally.not_comparable.entry(LATE).or_default() += count;
        }
        Campaign {
            rows,
            beyond: state.clusters.beyond,
            findings: state.clusters.findings(self.plan),
            unattributed: state.unattributed,
            late: state.late.iter().map(|(_, count)| count).sum(),
            // Some programs run only once at a time: as long as one job has a testee the work is done.
            unavailable: state.lost.or_else(|| {
                let nobody = state.unstarted.len() >= self.options.jobs;
                state.unstarted.into_iter().next().filter(|_| nobody)
            }),
            gave_up: state.gave_up,
            interrupted: self.options.cancel.load(Ordering::Relaxed),
            time: self.begun.get().map(Instant::elapsed).unwrap_or_default(),
        }
    }
}
