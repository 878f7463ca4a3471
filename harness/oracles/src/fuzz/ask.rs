//! Whom the checks ask: at once in this process, in batches over a pipe.
//!
//! Over a pipe a case stays open until its check ends: the check is run, halts where an answer is missing, what it has
//! asked by then is asked together with the questions of other cases, and it is run again. An oracle that puts
//! independent questions together takes as many batches as its questions depend on each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::any::AnyCase;
use super::key::{CheckResult, Key};
use super::setting::{Setting, parties};
use crate::oracle::{Asker, Comparison, Failed, Memo, Parties, Question, Step};
use crivet::operation::Operation;
use crivet::outcome::{Failure, FailureKind, Outcome};
use crivet::process::{Crew, Pace};
use crivet::profile::Profile;
use crivet::run::Subject;

/// How long the search waits for an answer at first, and what a hang costs; what comes later is asked alone.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long a child may take to exit when nothing is asked any more: what it does then is no part of a finding.
const EXIT: Duration = Duration::from_millis(200);

/// The testee and the one it is held against, with a child of their own where they are in another process.
pub(super) struct Asked<'a> {
    parties: Parties<'a>,
    crews: [Option<Crew>; 2],
}

/// A case that was checked with nothing else in flight, and every step.
#[derive(Clone, Debug)]
pub(super) struct Examined {
    pub(super) result: CheckResult,
    pub(super) steps: Vec<Step>,
}

impl<'a> Asked<'a> {
    /// An answer is waited for as long as the user allows.
    pub(super) fn new(setting: &Setting<'a>) -> Self {
        Asked::by(setting, &|crew| crew)
    }

    /// The same in haste, as far as the testee keeps the pace.
    pub(super) fn in_haste(setting: &Setting<'a>, pace: &Arc<Pace>) -> Self {
        Asked::by(setting, &|crew| crew.in_haste(PATIENCE, Arc::clone(pace)))
    }

    fn by(setting: &Setting<'a>, crew_of: &dyn Fn(Crew) -> Crew) -> Self {
        let crew = |subject| match subject {
            Subject::InProcess(_) => None,
            Subject::Process(testee) => {
                let mut testee = testee.clone();
                testee.limits.exit = testee.limits.exit.min(EXIT);
                Some(crew_of(Crew::new(testee)))
            }
        };
        let other = setting.other.and_then(|(other, _)| crew(other));
        Asked { parties: parties(setting), crews: [crew(setting.subject), other] }
    }

    /// Is everyone in this process?
    pub(super) fn is_at_once(&self) -> bool {
        self.crews.iter().all(Option::is_none)
    }

    /// Starts the children; else says why that cannot be done.
    pub(super) fn start(&self, cancel: &AtomicBool) -> Result<(), String> {
        self.crews.iter().flatten().try_for_each(|crew| crew.start(cancel))
    }

    /// Checks a case in this process, where everyone is, and keeps no steps. How many questions that took comes with it.
    pub(super) fn check(&self, profile: Profile, case: &AnyCase<'_>) -> (Option<CheckResult>, usize) {
        let mut asker = Asker::at_once(profile, self.parties);
        let checked = case.check(&mut asker);
        let failed = asker.failed();
        (checked.map_or_else(|_| failed.map(Err), |checked| Some(Ok(checked))), asker.asked())
    }

    /// Runs the check of a case as far as there are answers; gives its result if that is to its end.
    pub(super) fn run(&self, profile: Profile, case: &AnyCase<'_>, memo: &mut Memo) -> Option<CheckResult> {
        let mut asker = Asker::in_batches(profile, self.parties, memo);
        let checked = case.check(&mut asker);
        let failed = asker.failed();
        checked.map_or_else(|_| failed.map(Err), |checked| Some(Ok(checked)))
    }

    /// Asks the first so many questions that have no answer. What is cut short gets none. What failed, and did not when
    /// the questions were asked alone, is told with the first that may have a part in it: by the place of its memo.
    pub(super) fn ask<'m>(
        &self,
        memos: impl Iterator<Item = &'m mut Memo>,
        most: usize,
        stop: &AtomicBool,
    ) -> Vec<(usize, Failed)> {
        let mut places: [Vec<Mutex<&mut Option<Outcome>>>; 2] = Default::default();
        let mut requests: [Vec<(Profile, Operation)>; 2] = Default::default();
        let mut asking: [Vec<usize>; 2] = Default::default();
        let all =
            memos.enumerate().flat_map(|(at, memo)| memo.places.iter_mut().map(move |place| (at, place)));
        for (at, (question, outcome)) in all.filter(|(_, (_, outcome))| outcome.is_none()).take(most) {
            let who = usize::from(question.other);
            requests[who].push((question.profile, question.operation.clone()));
            places[who].push(Mutex::new(outcome));
            asking[who].push(at);
        }
        let mut unattributed = Vec::new();
        for (who, places) in places.into_iter().enumerate() {
            let requests = &requests[who];
            let Some(crew) = self.crews[who].as_ref().filter(|_| !requests.is_empty()) else { continue };
            let performance = crew.perform_all(requests, 1, stop, &|index, outcome| {
                **places[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            });
            unattributed.extend(performance.unattributed.into_iter().map(|one| {
                let first = one.requests.first().copied().unwrap_or_default();
                let (profile, operation) = requests[first].clone();
                let failure = Failure { kind: kind(&one.message), message: one.message };
                (
                    asking[who][first],
                    Failed { question: Question { other: who == 1, profile, operation }, failure },
                )
            }));
        }
        unattributed
    }

    /// Checks a case with nothing else in flight; none where that was cut short.
    pub(super) fn examine(
        &self,
        profile: Profile,
        case: &AnyCase<'_>,
        stop: &AtomicBool,
    ) -> Option<Examined> {
        let mut memo = Memo::default();
        loop {
            if let Some(result) = self.run(profile, case, &mut memo) {
                let steps = memo.places.into_iter();
                let steps =
                    steps.filter_map(|(question, outcome)| Some(Step { question, outcome: outcome? }));
                return Some(Examined { result, steps: steps.collect() });
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // Nothing else was asked, so what the testee did is this case's.
            for (_, failed) in self.ask(std::iter::once(&mut memo), usize::MAX, stop) {
                let place = memo.places.iter_mut().find(|(question, _)| *question == failed.question);
                if let Some((_, outcome)) = place {
                    *outcome = Some(Outcome::Error(failed.failure));
                }
            }
        }
    }
}

/// Was an answer waited for in haste, and no longer? That alone is no failure.
pub(super) fn is_hasty(setting: &Setting<'_>, failure: &Failure) -> bool {
    let other = setting.other.map(|(other, _)| other);
    let mut subjects = [Some(setting.subject), other].into_iter().flatten();
    let words = format!("no answer within {} s", PATIENCE.as_secs_f64());
    failure.kind == FailureKind::TimeOut
        && failure.message.starts_with(&words)
        && subjects.any(|one| matches!(one, Subject::Process(testee) if testee.limits.request > PATIENCE))
}

/// How a testee failed, as the words say that tell it: a failure that no question is charged with has nothing else.
fn kind(message: &str) -> FailureKind {
    if message.starts_with("no answer") {
        FailureKind::TimeOut
    } else if ["the testee answered", "the testee breached", "the testee wrote", "the testee closed"]
        .iter()
        .any(|start| message.starts_with(start))
    {
        FailureKind::Protocol
    } else {
        FailureKind::Crash
    }
}

impl Examined {
    /// What kind of finding it is; none where the property holds.
    pub(super) fn key(&self) -> Option<Key> {
        Key::of(&self.result)
    }

    /// What would have been right, and what that rests on.
    pub(super) fn expected(&self) -> (String, Option<&'static str>) {
        match &self.result {
            Ok(checked) => match &checked.comparison {
                Comparison::Differ(difference) => (difference.expected.clone(), difference.rests_on),
                _ => (String::new(), None),
            },
            Err(_) => ("an answer".to_owned(), None),
        }
    }
}
