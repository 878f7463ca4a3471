//! A session: one child, asked one thing at a time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::connection::{Connection, Event};
use super::failure::{Incident, Moment};
use super::solo::{self, exchange};
use super::{Stop, Testee, start_anew};
use crate::operation::Operation;
use crate::outcome::{Failure, FailureKind, Outcome};
use crate::profile::Profile;
use crate::protocol::{Answer, Breach, request};
use crate::sequence::Each;

/// Asks a testee one thing at a time, and starts it anew by itself whenever it fails.
///
/// A question that fails, and was not the first of its child, is asked once more in a fresh one: the outcome
/// of that counts. Something wrong that comes only after an answer shows with the next question, and is an
/// unattributed failure; [`ask_alone`](Session::ask_alone) charges it. Once it is cancelled everything is unavailable.
/// Dropping a session closes the child's input, and kills it if it does not exit in time.
pub struct Session<'a> {
    cancel: &'a AtomicBool,
    testee: Testee,
    child: Option<Connection>,
    unattributed: Vec<String>,
    unavailable: Option<String>,
}

/// How long the same is asked again and again, however many times are left.
const LONG: Duration = Duration::from_secs(5);

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// From the question to the answer.
    pub time: Duration,
    /// By how many bytes the most address space that the command's own process ever had grew; none where the
    /// system does not tell, or the process was gone.
    pub memory: Option<u64>,
}

impl<'a> Session<'a> {
    pub(super) fn new(testee: Testee, cancel: &'a AtomicBool) -> Self {
        Session { cancel, testee, child: None, unattributed: Vec::new(), unavailable: None }
    }

    /// Asks one thing.
    pub fn ask(&mut self, profile: Profile, operation: &Operation) -> Outcome {
        self.unless_unavailable(|session| session.try_ask(&(profile, operation.clone())))
    }

    /// Asks one thing as the first of a fresh child, and makes sure that nothing but its answer comes: the
    /// surest outcome there is, for a finding that is to be confirmed.
    pub fn ask_alone(&mut self, profile: Profile, operation: &Operation) -> Outcome {
        self.unless_unavailable(|session| {
            session.part();
            let question = (profile, operation.clone());
            Ok(solo::ask(&session.testee, &mut session.child, &question, session.cancel)?.outcome)
        })
    }

    /// Asks one thing as the first of a fresh child, and measures what the answer took.
    pub fn ask_measured(&mut self, profile: Profile, operation: &Operation) -> (Outcome, Measure) {
        let mut measure = Measure::default();
        let outcome = self.unless_unavailable(|session| {
            session.part();
            let mut child = start_anew(&session.testee, session.cancel)?;
            let (before, start) = (child.peak_memory(), Instant::now());
            let exchanged =
                exchange(&session.testee, &mut child, &(profile, operation.clone()), session.cancel);
            measure.time = start.elapsed();
            measure.memory =
                child.peak_memory().zip(before).map(|(after, before)| after.saturating_sub(before));
            match exchanged {
                Ok(outcome) => {
                    session.child = Some(child);
                    Ok(outcome)
                }
                Err(None) => Err(Stop::Cancelled),
                Err(Some(incident)) => Ok(Outcome::Error(incident.failure(&mut child, Moment::Owed))),
            }
        });
        (outcome, measure)
    }

    /// Asks the same so many times in a row, and tells each answer, until `each` wants no more. What fails is told
    /// and not asked again; the next question goes to a fresh child. Tells nothing more once it is cancelled, and asks
    /// no more after five seconds.
    pub fn ask_times(&mut self, profile: Profile, operation: &Operation, times: u32, each: Each<'_>) {
        if let Some(message) = &self.unavailable {
            each(unavailable(message.clone()));
            return;
        }
        match self.try_times(profile, operation, times, each) {
            Ok(()) | Err(Stop::Cancelled) => {}
            Err(Stop::Unavailable(message)) => {
                each(unavailable(message.clone()));
                self.unavailable = Some(message);
            }
        }
    }

    fn try_times(
        &mut self,
        profile: Profile,
        operation: &Operation,
        times: u32,
        each: Each<'_>,
    ) -> Result<(), Stop> {
        let mut child = match self.child.take() {
            Some(child) => child,
            None => start_anew(&self.testee, self.cancel)?,
        };
        child.fresh = false;
        let limit = self.testee.limits.request;
        let question = (profile, operation.clone());
        let (mut left, mut in_flight, mut wanted) = (times, Vec::new(), true);
        let begun = Instant::now();
        let mut progress = begun;
        loop {
            let more = wanted && (left == times || begun.elapsed() < LONG);
            while more && left > 0 && in_flight.len() < child.window {
                let id = child.id();
                child.send(id, request(id, profile, operation));
                in_flight.push(id);
                left -= 1;
            }
            if in_flight.is_empty() {
                self.child = Some(child);
                return Ok(());
            }
            let incident = match child.next(progress + limit, self.cancel) {
                Event::Cancelled => return Err(Stop::Cancelled),
                Event::End => Incident::Ended(child.ended(self.cancel)),
                Event::TimeOut => Incident::TimeOut(limit),
                Event::Excess(excess) => Incident::Excess(excess),
                Event::Breach(breach) => Incident::Breach(breach),
                Event::Line(line) => match Answer::parse(&line) {
                    Ok(answer) => match in_flight.iter().position(|id| *id == answer.id()) {
                        Some(at) => {
                            in_flight.remove(at);
                            progress = Instant::now();
                            let outcome = self.testee.record.outcome(&question, answer);
                            wanted = wanted && each(outcome);
                            continue;
                        }
                        None if child.was_asked(answer.id()) => {
                            Incident::Breach(Breach::Twice { id: answer.id() })
                        }
                        None => Incident::Breach(Breach::UnknownId { id: answer.id() }),
                    },
                    Err(breach) => Incident::Breach(breach),
                },
            };
            if wanted {
                each(Outcome::Error(incident.failure(&mut child, Moment::Owed)));
            }
            return Ok(());
        }
    }

    /// Makes sure that nothing more comes than what was told. What does is a failure, and the next question goes to a
    /// fresh child.
    pub fn clear(&mut self) -> Option<Failure> {
        let mut child = self.child.take()?;
        match solo::barrier(&self.testee, &mut child, self.cancel) {
            Ok(()) => {
                self.child = Some(child);
                None
            }
            Err(None) => None,
            Err(Some(incident)) => Some(incident.failure(&mut child, Moment::Answered)),
        }
    }

    /// Will the next question go to a child that was asked nothing yet?
    pub fn is_fresh(&self) -> bool {
        self.child.as_ref().is_none_or(|child| child.fresh)
    }

    /// Lets the child exit: the next question goes to a fresh one.
    pub fn renew(&mut self) {
        self.part();
    }

    fn unless_unavailable(&mut self, ask: impl FnOnce(&mut Self) -> Result<Outcome, Stop>) -> Outcome {
        if let Some(message) = &self.unavailable {
            return unavailable(message.clone());
        }
        match ask(self) {
            Ok(outcome) => outcome,
            Err(Stop::Unavailable(message)) => {
                self.unavailable = Some(message.clone());
                unavailable(message)
            }
            Err(Stop::Cancelled) => unavailable("the session was cancelled".to_owned()),
        }
    }

    /// Takes the failures so far that did not happen again when the question was asked alone.
    pub fn take_unattributed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unattributed)
    }

    /// Lets the child exit.
    fn part(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.close(self.testee.limits.exit, self.cancel);
        }
    }

    fn try_ask(&mut self, question: &(Profile, Operation)) -> Result<Outcome, Stop> {
        let mut child = match self.child.take() {
            Some(child) => child,
            None => start_anew(&self.testee, self.cancel)?,
        };
        let fresh = child.fresh;
        match exchange(&self.testee, &mut child, question, self.cancel) {
            Ok(outcome) => {
                self.child = Some(child);
                Ok(outcome)
            }
            Err(None) => Err(Stop::Cancelled),
            Err(Some(incident)) => {
                let failure = incident.failure(&mut child, Moment::Owed);
                if fresh {
                    return Ok(Outcome::Error(failure));
                }
                let alone = solo::ask(&self.testee, &mut self.child, question, self.cancel)?;
                if !matches!(alone.outcome, Outcome::Error(_))
                    && self.unattributed.len() < super::perform::KEPT
                {
                    self.unattributed.push(failure.message);
                }
                Ok(alone.outcome)
            }
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.part();
    }
}

fn unavailable(message: String) -> Outcome {
    Outcome::Error(Failure { kind: FailureKind::Unavailable, message })
}
