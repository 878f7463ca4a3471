//! Whom the checks ask: at once in this process, in batches over a pipe.
//!
//! Over a pipe a case stays open until its check ends: the check is run, halts where an answer is missing, what it has
//! asked by then is asked together with the questions of other cases, and it is run again. An oracle that puts
//! independent questions together takes as many batches as its questions depend on each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::any::AnyCase;
use super::key::{CheckResult, Key};
use super::setting::{Setting, parties};
use crate::oracle::{Asker, Comparison, Memo, Parties, Step};
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::process::Crew;
use crivet::profile::Profile;
use crivet::run::Subject;

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
    /// An answer is waited for no longer than `patience`, nor than the user allows.
    pub(super) fn new(setting: &Setting<'a>, patience: Duration) -> Self {
        let crew = |subject| match subject {
            Subject::InProcess(_) => None,
            Subject::Process(testee) => {
                let mut testee = testee.clone();
                testee.limits.request = testee.limits.request.min(patience);
                testee.limits.exit = testee.limits.exit.min(EXIT);
                Some(Crew::new(testee))
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

    /// Asks the first so many questions that have no answer. What is cut short gets none; what failed by no question's
    /// fault is told.
    pub(super) fn ask<'m>(
        &self,
        memos: impl Iterator<Item = &'m mut Memo>,
        most: usize,
        stop: &AtomicBool,
    ) -> Vec<String> {
        let mut places: [Vec<Mutex<&mut Option<Outcome>>>; 2] = Default::default();
        let mut requests: [Vec<(Profile, Operation)>; 2] = Default::default();
        let open = memos.flat_map(|memo| &mut memo.places).filter(|(_, outcome)| outcome.is_none());
        for (question, outcome) in open.take(most) {
            let who = usize::from(question.other);
            requests[who].push((question.profile, question.operation.clone()));
            places[who].push(Mutex::new(outcome));
        }
        let mut unattributed = Vec::new();
        for ((crew, places), requests) in self.crews.iter().zip(places).zip(requests) {
            let Some(crew) = crew.as_ref().filter(|_| !requests.is_empty()) else { continue };
            let performance = crew.perform_all(&requests, 1, stop, &|index, outcome| {
                **places[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            });
            unattributed.extend(performance.unattributed.into_iter().map(|one| one.message));
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
            self.ask(std::iter::once(&mut memo), usize::MAX, stop);
        }
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
