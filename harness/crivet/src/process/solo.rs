//! Asking one thing alone, so that there is no doubt whose fault a failure is.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::failure::{Incident, Moment};
use super::start::answer;
use super::{Stop, Testee, start_anew};
use crate::operation::Operation;
use crate::outcome::{Failure, Outcome};
use crate::profile::Profile;
use crate::protocol::{describe_request, request};

/// What came of asking alone.
pub(super) struct Alone {
    pub(super) outcome: Outcome,
    /// A failure that nobody is charged with: it did not happen again.
    pub(super) unattributed: Option<String>,
    /// How long its process had to wait for a processor before its time was over, where the system tells.
    pub(super) waited: Option<Duration>,
}

/// One question with nothing else in flight. No incident means: cancelled.
pub(super) fn exchange(
    testee: &Testee,
    child: &mut Connection,
    question: &(Profile, Operation),
    cancel: &AtomicBool,
) -> Result<Outcome, Option<Incident>> {
    if let Some(outcome) = testee.too_long(question) {
        return Ok(outcome);
    }
    let id = child.id();
    child.fresh = false;
    child.send(id, request(id, question.0, &question.1));
    let answer = answer(child, id, Instant::now() + testee.limits.request, cancel, testee)?;
    Ok(testee.record.outcome(question, answer))
}

/// Asks one thing, and everything that comes of it is known when this returns.
///
/// The child that `slot` holds is used, if there is one; the one that is left there can be asked further. What
/// fails is charged: it was the only thing in flight. It is then tried again as the first of a fresh child, for
/// the message: whoever looks for the fault wants to know whether it takes what came before.
pub(super) fn ask(
    testee: &Testee,
    slot: &mut Option<Connection>,
    question: &(Profile, Operation),
    cancel: &AtomicBool,
) -> Result<Alone, Stop> {
    let (mut child, fresh) = match slot.take() {
        Some(child) => {
            let fresh = child.fresh;
            (child, fresh)
        }
        None => (start_anew(testee, cancel)?, true),
    };
    let mut failure = match attempt(testee, &mut child, question, cancel)? {
        Attempt::Clear(outcome) => {
            *slot = Some(child);
            return Ok(Alone { outcome, unattributed: None, waited: None });
        }
        Attempt::Gone(outcome, what) => {
            return Ok(Alone { outcome, unattributed: Some(what), waited: None });
        }
        Attempt::Failed(failure) => failure,
    };
    let waited = child.waited();
    if !fresh {
        let again =
            start_anew(testee, cancel).and_then(|mut child| attempt(testee, &mut child, question, cancel));
        match again {
            Ok(Attempt::Clear(_) | Attempt::Gone(..)) => failure.message.push_str(
                "; asked again as the first thing of a fresh process it answers, so what came before has a part in it",
            ),
            // It has failed, whether or not there is time to try it again.
            Ok(Attempt::Failed(_)) | Err(Stop::Cancelled) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(Alone { outcome: Outcome::Error(failure), unattributed: None, waited })
}

enum Attempt {
    /// Answered, and nothing else happened.
    Clear(Outcome),
    /// Answered; then the child went, in a way that is no fault of the answer.
    Gone(Outcome, String),
    /// Failed, or did something after the answer that it must not do.
    Failed(Failure),
}

/// A question and a barrier.
fn attempt(
    testee: &Testee,
    child: &mut Connection,
    question: &(Profile, Operation),
    cancel: &AtomicBool,
) -> Result<Attempt, Stop> {
    let outcome = match exchange(testee, child, question, cancel) {
        Ok(outcome) => outcome,
        Err(None) => return Err(Stop::Cancelled),
        Err(Some(incident)) => return Ok(Attempt::Failed(incident.failure(child, Moment::Owed))),
    };
    match barrier(testee, child, cancel) {
        Ok(()) => Ok(Attempt::Clear(outcome)),
        Err(None) => Err(Stop::Cancelled),
        Err(Some(incident)) if incident.is_breach() || incident.is_signal() => {
            Ok(Attempt::Failed(incident.failure(child, Moment::Answered)))
        }
        Err(Some(incident)) => Ok(Attempt::Gone(outcome, incident.failure(child, Moment::Answered).message)),
    }
}

/// A `describe` after which nothing of what came before is outstanding. Whatever it is answered will do.
pub(super) fn barrier(
    testee: &Testee,
    child: &mut Connection,
    cancel: &AtomicBool,
) -> Result<(), Option<Incident>> {
    let id = child.id();
    child.send(id, describe_request(id));
    answer(child, id, Instant::now() + testee.limits.request, cancel, testee).map(drop)
}
