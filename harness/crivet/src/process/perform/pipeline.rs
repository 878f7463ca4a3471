//! One child of many: its window of requests, and what happens when it fails.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::connection::{Connection, Event};
use super::super::failure::{Incident, Moment, end, seconds, with_stderr};
use super::super::{Stop, WINDOW, platform, solo};
use super::Shared;
use super::pace::{Doubt, Haste};
use crate::outcome::{FailureKind, Outcome};
use crate::protocol::{Answer, Breach, request};

/// The most bytes of answers that are held back, in lines of the testee.
const HELD: usize = 16 << 20;

/// The work of one job. At any time each request it has taken is in exactly one of its four places.
pub(super) struct Pipeline<'a> {
    shared: &'a Shared<'a>,
    child: Option<Connection>,
    /// Taken and not sent.
    batch: VecDeque<usize>,
    /// Sent and not answered, the oldest first.
    in_flight: VecDeque<Sent>,
    /// Answered and not reported, the oldest first.
    held: VecDeque<Held>,
    /// How long their lines were together, in bytes.
    held_bytes: usize,
    /// Under suspicion and not asked alone yet.
    suspects: VecDeque<Suspect>,
    /// The last sign of progress.
    progress: Instant,
    /// Has the child answered nothing yet, but what it is?
    is_untried: bool,
    /// Held while it is open whether the child hangs.
    doubt: Option<Doubt<'a>>,
}

struct Sent {
    id: u64,
    index: usize,
}

struct Held {
    id: u64,
    /// How long the line was.
    length: usize,
    index: usize,
    outcome: Outcome,
}

struct Suspect {
    index: usize,
    /// What it had answered, if it had.
    outcome: Option<Outcome>,
}

impl<'a> Pipeline<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Pipeline {
            shared,
            child: None,
            batch: VecDeque::new(),
            in_flight: VecDeque::new(),
            held: VecDeque::new(),
            held_bytes: 0,
            suspects: VecDeque::new(),
            progress: Instant::now(),
            is_untried: false,
            doubt: None,
        }
    }

    /// Works until the queue is empty. What an early stop leaves goes back to the queue.
    pub(super) fn run(mut self) -> Result<(), Stop> {
        let result = self.work();
        if result.is_err() {
            if let Some(mut child) = self.child.take() {
                child.kill();
            }
            self.release();
            for suspect in std::mem::take(&mut self.suspects) {
                match suspect.outcome {
                    Some(outcome) => self.shared.report(suspect.index, outcome),
                    None => self.shared.queue.put_back([suspect.index]),
                }
            }
            self.shared.queue.put_back(self.in_flight.drain(..).map(|sent| sent.index));
            self.shared.queue.put_back(self.batch.drain(..));
        }
        result
    }

    fn work(&mut self) -> Result<(), Stop> {
        while !self.shared.cancel.load(Ordering::Relaxed) {
            if let Some(incident) = self.step()? {
                self.investigate(incident)?;
            } else if self.in_flight.is_empty() && self.child.is_none() {
                return Ok(());
            }
            self.shared.hear()?;
        }
        Err(Stop::Cancelled)
    }

    /// Fills the window and takes one answer; with nothing left to ask, parts from the child.
    fn step(&mut self) -> Result<Option<Incident>, Stop> {
        self.fill()?;
        let Some(child) = &mut self.child else {
            return Ok(None);
        };
        if self.in_flight.is_empty() {
            return self.part();
        }
        let limit = self.shared.in_time(false, self.is_untried).limits.request;
        let doubtful = self.shared.haste.filter(|haste| self.doubt.is_none() && haste.patience() < limit);
        let wait = doubtful.map_or(limit, Haste::patience);
        let breach = |breach| Ok(Some(Incident::Breach(breach)));
        match child.next(self.progress + wait, self.shared.cancel) {
            Event::Cancelled => Err(Stop::Cancelled),
            Event::End => Ok(Some(Incident::Ended(child.ended(self.shared.cancel)))),
            Event::TimeOut if wait < limit => {
                self.doubt = doubtful.map(|haste| haste.pace.doubt());
                Ok(None)
            }
            Event::TimeOut => Ok(Some(Incident::TimeOut(limit))),
            Event::Excess(excess) => Ok(Some(Incident::Excess(excess))),
            Event::Breach(error) => breach(error),
            Event::Line(line) => match Answer::parse(&line) {
                Ok(answer) => Ok(self.take(answer).map(Incident::Breach)),
                Err(error) => breach(error),
            },
        }
    }

    fn fill(&mut self) -> Result<(), Stop> {
        while self.in_flight.len() < self.child.as_ref().map_or(WINDOW, |child| child.window) {
            let Some(index) = self.shared.queue.next(&mut self.batch) else {
                return Ok(());
            };
            if self.shared.charge(index) {
                continue;
            }
            if let Some(outcome) = self.shared.testee.too_long(&self.shared.requests[index]) {
                self.shared.report(index, outcome);
                continue;
            }
            let child = match &mut self.child {
                Some(child) => child,
                none => match self.shared.child() {
                    Ok(child) => {
                        self.is_untried = child.fresh;
                        none.insert(child)
                    }
                    Err(stop) => {
                        self.batch.push_front(index);
                        return Err(stop);
                    }
                },
            };
            if self.in_flight.is_empty() {
                self.progress = Instant::now();
            }
            let (profile, operation) = &self.shared.requests[index];
            let id = child.id();
            child.fresh = false;
            child.send(id, request(id, *profile, operation));
            self.in_flight.push_back(Sent { id, index });
        }
        Ok(())
    }

    fn take(&mut self, answer: Answer) -> Option<Breach> {
        let id = answer.id();
        let Some(position) = self.in_flight.iter().position(|sent| sent.id == id) else {
            let asked = self.child.as_ref().is_some_and(|child| child.was_asked(id));
            return Some(if asked { Breach::Twice { id } } else { Breach::UnknownId { id } });
        };
        if let Some(haste) = self.shared.haste
            && self.is_untried
            && self.progress.elapsed() > haste.patience()
        {
            haste.pace.starts_slowly();
        }
        (self.is_untried, self.doubt) = (false, None);
        self.progress = Instant::now();
        if let Some(Sent { index, .. }) = self.in_flight.remove(position) {
            let length = answer.length();
            let outcome = self.shared.testee.record.outcome(&self.shared.requests[index], answer);
            self.held.push_back(Held { id, length, index, outcome });
            self.held_bytes += length;
        }
        while (self.held_bytes > HELD || self.held.len() > WINDOW && self.is_behind_nothing())
            && let Some(held) = self.held.pop_front()
        {
            self.held_bytes -= held.length;
            self.shared.settle(held.index, held.outcome, Duration::ZERO);
        }
        None
    }

    /// Has everything that was sent before the oldest answer an answer too? Else ids may be mixed up, and the answer may
    /// belong to another request.
    fn is_behind_nothing(&self) -> bool {
        let (Some(held), Some(sent)) = (self.held.front(), self.in_flight.front()) else { return true };
        held.id < sent.id
    }

    /// Reports what is held back.
    fn release(&mut self) {
        self.held_bytes = 0;
        for held in std::mem::take(&mut self.held) {
            self.shared.settle(held.index, held.outcome, Duration::ZERO);
        }
    }

    /// Everything is answered: makes sure that nothing else comes, and lets the child exit, or stay.
    fn part(&mut self) -> Result<Option<Incident>, Stop> {
        let Some(child) = &mut self.child else {
            return Ok(None);
        };
        match solo::barrier(self.shared.in_time(false, false), child, self.shared.cancel) {
            Ok(()) => {}
            Err(None) => return Err(Stop::Cancelled),
            Err(Some(incident)) => return Ok(Some(incident)),
        }
        if let (Some(idle), Some(child)) =
            (self.shared.idle, self.child.take_if(|_| self.shared.idle.is_some()))
        {
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(child);
            self.release();
            return Ok(None);
        }
        let Some(child) = &mut self.child else {
            return Ok(None);
        };
        let limit = self.shared.testee.limits.exit;
        match child.close(limit, self.shared.cancel) {
            Some(status) if platform::signal(status).is_some() => {
                let message = format!("the testee {} after the end of its input", end(status));
                self.shared.unattributed(Vec::new(), with_stderr(message, &child.stderr()));
            }
            // A leak checker speaks so, say; other programs see an end of input as an error.
            Some(status) if !status.success() => self.shared.exit(with_stderr(end(status), &child.stderr())),
            Some(_) => {}
            None if child.is_line() || self.shared.cancel.load(Ordering::Relaxed) => {}
            None => self.shared.exit(format!("did not exit within {}, and was killed", seconds(limit))),
        }
        self.child = None;
        self.release();
        Ok(None)
    }

    /// The child has failed: finds out by whose fault, by asking alone whoever can be suspected.
    fn investigate(&mut self, incident: Incident) -> Result<(), Stop> {
        self.shared.lose(self.progress.elapsed());
        let limit = self.shared.testee.limits.request;
        let is_hasty = matches!(&incident, Incident::TimeOut(waited) if *waited < limit);
        let pace = self.shared.haste.map(|haste| &haste.pace);
        if matches!(&incident, Incident::TimeOut(_)) && self.doubt.is_none() {
            self.doubt = pace.map(|pace| pace.doubt());
        }
        // In flight first, the oldest in front: most often that is the culprit, and costs no second trial.
        let moment = if self.in_flight.is_empty() { Moment::Answered } else { Moment::Owed };
        let in_flight = self.in_flight.drain(..);
        self.suspects.extend(in_flight.map(|sent| Suspect { index: sent.index, outcome: None }));
        let last = self.held.len().saturating_sub(1);
        let held = std::mem::take(&mut self.held).into_iter().enumerate();
        let (suspects, others): (Vec<_>, Vec<_>) = held.partition(|(at, held)| match &incident {
            // Where ids are mixed up any answer may belong to another request.
            Incident::Breach(Breach::UnknownId { .. }) => true,
            Incident::Breach(Breach::Twice { id }) => held.id == *id || *at == last,
            _ => *at == last,
        });
        self.held.extend(others.into_iter().map(|(_, held)| held));
        let suspects = suspects.into_iter().rev();
        self.suspects
            .extend(suspects.map(|(_, held)| Suspect { index: held.index, outcome: Some(held.outcome) }));
        let indices: Vec<usize> = self.suspects.iter().map(|suspect| suspect.index).collect();
        let message = self.child.take().map(|mut child| incident.failure(&mut child, moment).message);
        self.release();

        let mut explained = false;
        while let Some(suspect) = self.suspects.front() {
            if suspect.outcome.is_none() && self.shared.charge(suspect.index) {
                explained = true;
                self.suspects.pop_front();
                continue;
            }
            let question = &self.shared.requests[suspect.index];
            let asked = Instant::now();
            let is_first = self.child.as_ref().is_none_or(|child| child.fresh);
            let testee = self.shared.in_time(true, is_first);
            let alone = solo::ask(testee, &mut self.child, question, self.shared.cancel)?;
            let Some(suspect) = self.suspects.pop_front() else { break };
            let is_time_out =
                matches!(&alone.outcome, Outcome::Error(failure) if failure.kind == FailureKind::TimeOut);
            if let (true, Some(pace)) = (is_time_out && testee.limits.request == limit, pace) {
                pace.hung();
            }
            explained |= matches!(alone.outcome, Outcome::Error(_));
            if let Some(message) = alone.unattributed {
                explained = true;
                self.shared.unattributed(vec![suspect.index], message);
            }
            self.shared.settle(suspect.index, alone.outcome, asked.elapsed());
            self.shared.hear()?;
        }
        match (explained, message, pace.filter(|_| is_hasty)) {
            (true, ..) | (_, None, _) => {}
            (false, Some(_), Some(pace)) => pace.slow(),
            (false, Some(message), None) => self.shared.unattributed(indices, message),
        }
        (self.is_untried, self.doubt) = (self.child.as_ref().is_some_and(|child| child.fresh), None);
        self.progress = Instant::now();
        Ok(())
    }
}
