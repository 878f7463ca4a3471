//! Failures that do not happen when their vector is asked alone.
//!
//! The answer to a request is a matter of its arguments alone. So what failed is asked again, of a process that was asked
//! nothing else; where it passes there, the report says so, and what has to be asked before, as little as it takes. In
//! this process nothing can be asked afresh: there it is asked once more, and that is told.
//!
//! All of it is bounded: what costs a start of the testee is done a few times, and none of it for longer than
//! [`TIME`].

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Judged, Options, Run, Subject, caught, sequences};
use crate::feature::Feature;
use crate::implementation::Implementation;
use crate::judge::judge;
use crate::outcome::{FailureKind, Outcome};
use crate::process::Testee;
use crate::profile::Profile;
use crate::select::Case;
use crate::sequence::{ask, fewest};
use crate::verdict::{Cause, Difference, Note, Status};

/// How long all of it may take.
const TIME: Duration = Duration::from_secs(10);
/// How many failures are asked alone, whether or not there is reason to suspect something.
const SAMPLE: usize = 8;
/// How many of those that pass elsewhere are asked alone.
const SUSPECTS: usize = 32;
/// For how many the shortest sequence is looked for.
const TOLD: usize = 3;
/// How many orders are tried for one of them.
const TRIES: usize = 60;

/// Looks at the failures of a run, whose cases at `asked` were asked in this order before the sequences; gives what is to
/// be said of the run.
pub(super) fn look(
    subject: Subject<'_>,
    run: &mut Run<'_>,
    asked: &[usize],
    options: &Options<'_>,
) -> Option<String> {
    if options.cancel.load(Ordering::Relaxed) || !run.complete() {
        return None;
    }
    let failed: Vec<usize> = (0..run.results.len()).filter(|&at| is_failure(&run.results[at])).collect();
    let found = match subject {
        Subject::InProcess(implementation) => again(implementation, run, &failed),
        Subject::Process(testee) => {
            let until = Instant::now() + TIME;
            Search { testee, asked, options, until, features: run.description.features.clone() }
                .look(run, &failed)
        }
    };
    let first = &run.results.get(*found.first()?)?.case.vector.id;
    let whose = match found.len() {
        1 => format!("{first} failed, and passes"),
        count => format!("{count} vectors failed, and pass, {first} first:"),
    };
    let how = match subject {
        Subject::InProcess(_) => "when asked once more",
        Subject::Process(_) => "when asked alone",
    };
    Some(format!("{whose} {how}: answers depend on what was asked before"))
}

/// Is it one that may come of what was asked before?
fn is_failure(judged: &Judged<'_>) -> bool {
    match (&judged.verdict.status, &judged.verdict.cause) {
        // What it took is measured alone in any case.
        (Status::Fail, Some(Cause::Mismatch(mismatch))) => {
            !matches!(mismatch.difference, Difference::Budget(_))
        }
        (Status::Error, Some(Cause::Failure(failure))) => {
            !matches!(failure.kind, FailureKind::TimeOut | FailureKind::Unavailable)
        }
        _ => false,
    }
}

/// Asks each once more; gives those that pass now.
fn again(implementation: &dyn Implementation, run: &mut Run<'_>, failed: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    for &at in failed {
        let case = run.results[at].case;
        let (_, verdict) = ask(&case, &run.description.features, &mut |operation| {
            caught(|| implementation.perform(case.profile, operation)).unwrap_or_else(Outcome::Error)
        });
        if verdict.status == Status::Pass {
            let note = "asked once more at the end of the run, it passes: its answer depends on what was asked before";
            run.results[at].verdict.notes.push(Note::remark(note));
            found.push(at);
        }
    }
    found
}

/// What is asked again, and how long.
struct Search<'s> {
    testee: &'s Testee,
    asked: &'s [usize],
    options: &'s Options<'s>,
    until: Instant,
    features: BTreeSet<Feature>,
}

impl Search<'_> {
    fn look(&self, run: &mut Run<'_>, failed: &[usize]) -> Vec<usize> {
        let suspects = self.suspects(run, failed);
        let mut found = Vec::new();
        for at in suspects {
            let case = run.results[at].case;
            if self.is_over() || self.fails_behind(&[], &case) != Some(false) {
                continue;
            }
            found.push(at);
            let before = if found.len() <= TOLD { self.before(run, at) } else { None };
            let judged = &mut run.results[at];
            judged.verdict.notes.push(Note::remark(told(before.as_deref())));
            judged.before = before.unwrap_or_default();
        }
        found
    }

    /// A few of those that failed, and those that pass in the opposite order.
    fn suspects(&self, run: &Run<'_>, failed: &[usize]) -> Vec<usize> {
        // Sequences have been asked alone where they failed.
        let single = |at: &usize| !run.results[*at].case.vector.is_sequence();
        let singles: Vec<usize> = failed.iter().copied().filter(single).collect();
        let step = singles.len().div_ceil(SAMPLE).max(1);
        let mut suspects: BTreeSet<usize> = singles.iter().step_by(step).copied().collect();
        let answered = |at: &usize| run.results[*at].verdict.status == Status::Fail;
        let opposite: Vec<usize> = singles.iter().rev().copied().filter(answered).collect();
        let requests: Vec<_> = opposite
            .iter()
            .map(|at| (run.results[*at].case.profile, run.results[*at].case.vector.operation.clone()))
            .collect();
        let passing = Mutex::new(Vec::new());
        self.testee.perform_all(&requests, 1, self.options.cancel, &|position, outcome| {
            let case = &run.results[opposite[position]].case;
            if judge(case.vector, case.profile, &self.features, &outcome).status == Status::Pass {
                passing.lock().unwrap_or_else(PoisonError::into_inner).push(opposite[position]);
            }
        });
        let mut passing = passing.into_inner().unwrap_or_else(PoisonError::into_inner);
        passing.sort_unstable();
        suspects.extend(passing.into_iter().take(SUSPECTS));
        suspects.into_iter().collect()
    }

    /// What has to be asked before for this one to fail: of what was asked of the same profile if that will do.
    fn before<'a>(&self, run: &Run<'a>, at: usize) -> Option<Vec<Case<'a>>> {
        let case = run.results[at].case;
        let earlier: Vec<Case<'a>> = match self.asked.iter().position(|one| *one == at) {
            Some(place) => self.asked[..place].iter().map(|one| run.results[*one].case).collect(),
            None => self.asked.iter().map(|one| run.results[*one].case).collect(),
        };
        let of = |profile: Option<Profile>, most: usize| {
            let wanted = earlier.iter().filter(|one| profile.is_none_or(|profile| one.profile == profile));
            let wanted: Vec<Case<'a>> = wanted.copied().collect();
            wanted[wanted.len().saturating_sub(most)..].to_vec()
        };
        let same = Some(case.profile);
        let histories = [of(same, 64), of(same, 1024), of(same, usize::MAX), of(None, usize::MAX)];
        let history =
            histories.into_iter().find(|history| self.fails_behind(history, &case) == Some(true))?;
        let mut tries = TRIES;
        // The case itself stands behind its history, whatever is left of that.
        let shows = |order: &[usize]| {
            let (last, before) = order.split_last()?;
            if *last != history.len() || tries == 0 || self.is_over() {
                return None;
            }
            tries -= 1;
            let before: Vec<Case<'a>> = before.iter().map(|one| history[*one]).collect();
            (self.fails_behind(&before, &case)?).then_some((order.len() - 1, ()))
        };
        let (mut order, ()) = fewest(((0..=history.len()).collect(), ()), shows);
        order.pop();
        Some(order.into_iter().map(|one| history[one]).collect())
    }

    /// Does a case fail behind these, asked of a fresh process? None where that cannot be told.
    fn fails_behind(&self, before: &[Case<'_>], case: &Case<'_>) -> Option<bool> {
        let mut session = self.testee.session_until(self.options.cancel);
        for one in before {
            if self.is_over() {
                return None;
            }
            session.ask_times(one.profile, &one.vector.operation, 1, &mut |_| true);
        }
        let (_, verdict) = sequences::ask(&mut session, case, &self.features)?;
        Some(verdict.status != Status::Pass)
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until || self.options.cancel.load(Ordering::Relaxed)
    }
}

/// A failure that does not happen alone, in words.
fn told(before: Option<&[Case<'_>]>) -> String {
    let alone = "asked alone, of a fresh process, it passes";
    match before {
        None => format!("{alone}: what was asked before has a part in it"),
        Some(before) => {
            let ids: Vec<&str> = before.iter().map(|case| case.vector.id.as_str()).collect();
            match ids.as_slice() {
                [] => format!("{alone}, and at another time it fails alone: it fails now and then"),
                [one] => format!("{alone}; it fails behind {one}"),
                [some @ .., last] if ids.len() <= 5 => {
                    format!("{alone}; it fails behind {} and {last}", some.join(", "))
                }
                [first, .., last] => {
                    format!("{alone}; it fails behind {} others, from {first} to {last}", ids.len())
                }
            }
        }
    }
}
