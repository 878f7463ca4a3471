//! CBOR, plain or in frames; in frames a request is sent again until it is answered.
//!
//! A request is sent again when a frame comes that is none, when the testee says that a request came which it could not
//! read, and when nothing has come for a while. That hides no wrong answer: what comes whole counts, the first time it
//! comes; what comes once more has to be the same, or it is a second answer like any other.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::super::WINDOW;
use super::super::record::Record;
use crate::protocol::cbor::answer_to_json;
use crate::protocol::{Breach, Framing, Messages, Piece};

/// The least time between two sendings of one request.
const PAUSE: Duration = Duration::from_millis(20);

/// How many sendings the time limit of a request holds, where nothing is heard.
const SENDINGS: u32 = 20;

/// How much of the noise is kept for messages, in bytes.
const NOISE: usize = 200;

pub(in super::super) struct Device {
    framing: Framing,
    messages: Messages,
    /// The longest message, in bytes, and the most noise without one.
    limit: usize,
    /// After what time in silence a request is sent again.
    patience: Duration,
    /// Requests sent, the oldest first; those answered too, for a while.
    sent: VecDeque<Sent>,
    record: Record,
    /// The end of the noise since the last message, and how much there was.
    noise: Vec<u8>,
    noise_count: usize,
}

struct Sent {
    id: u64,
    frame: Vec<u8>,
    times: usize,
    last: Instant,
    /// Is it to be sent again at the next occasion?
    due: bool,
    /// Its answer, without costs, and how often that came.
    answer: Option<(String, usize)>,
}

impl Device {
    pub(super) fn new(framing: Framing, limit: usize, request: Duration, record: Record) -> Self {
        Device {
            framing,
            messages: Messages::new(framing),
            limit,
            patience: (request / SENDINGS).max(PAUSE),
            sent: VecDeque::new(),
            record,
            noise: Vec::new(),
            noise_count: 0,
        }
    }

    fn framed(&self) -> bool {
        self.framing == Framing::Frames
    }

    pub(super) fn request(&mut self, id: u64, line: String) -> Vec<u8> {
        let frame = self.framing.request(line);
        if self.framed() {
            let sent =
                Sent { id, frame: frame.clone(), times: 1, last: Instant::now(), due: false, answer: None };
            self.sent.push_back(sent);
            while self.sent.len() > 2 * WINDOW && self.sent.front().is_some_and(|sent| sent.answer.is_some())
            {
                self.sent.pop_front();
            }
        }
        frame
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        self.messages.push(chunk);
    }

    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, Breach> {
        loop {
            let piece = self
                .messages
                .next()
                .map_err(|_| Breach::cbor("it is not well-formed CBOR".to_owned(), self.messages.rest()))?;
            match piece {
                None if self.rest().len() > self.limit => {
                    return Err(Breach::endless(self.limit, "the end of a message"));
                }
                None => return Ok(None),
                Some(Piece::Noise(noise)) => self.hear(&noise)?,
                Some(Piece::Message(message)) if message.len() > self.limit => {
                    return Err(Breach::endless(self.limit, "the end of a message"));
                }
                Some(Piece::Message(message)) => {
                    let answer = answer_to_json(&message).map_err(|reason| Breach::cbor(reason, &message))?;
                    if self.framed() && answer.id.is_none() {
                        self.all_due();
                    } else if !self.is_repetition(answer.id, &answer.plain) {
                        return Ok(Some(answer.line.into_bytes()));
                    }
                }
            }
        }
    }

    /// Takes note of what is no frame.
    fn hear(&mut self, noise: &[u8]) -> Result<(), Breach> {
        self.record.on_line(|line| line.noise += noise.len());
        self.noise_count += noise.len();
        self.noise.extend_from_slice(noise);
        let surplus = self.noise.len().saturating_sub(NOISE);
        self.noise.drain(..surplus);
        self.all_due();
        if self.noise_count > self.limit { Err(Breach::endless(self.limit, "a frame")) } else { Ok(()) }
    }

    fn all_due(&mut self) {
        self.sent.iter_mut().filter(|sent| sent.answer.is_none()).for_each(|sent| sent.due = true);
    }

    /// Has this answer come before, to a request that was sent as often? What differs is no repetition.
    fn is_repetition(&mut self, id: Option<u64>, plain: &str) -> bool {
        let Some(sent) = self.sent.iter_mut().find(|sent| Some(sent.id) == id) else { return false };
        self.noise.clear();
        self.noise_count = 0;
        match &mut sent.answer {
            None => {
                sent.answer = Some((plain.to_owned(), 1));
                false
            }
            Some((answer, count)) => {
                *count += 1;
                *count <= sent.times && answer == plain
            }
        }
    }

    pub(super) fn again(&mut self, now: Instant) -> Option<Vec<u8>> {
        let patience = self.patience;
        let wait = |sent: &Sent| if sent.due { PAUSE } else { patience };
        let due = |sent: &&mut Sent| sent.answer.is_none() && now >= sent.last + wait(sent);
        let sent = self.sent.iter_mut().find(due)?;
        sent.times += 1;
        sent.last = now;
        sent.due = false;
        self.record.on_line(|line| line.resent += 1);
        Some(sent.frame.clone())
    }

    pub(super) fn rest(&self) -> &[u8] {
        self.messages.rest()
    }

    pub(super) fn unit(&self) -> &'static str {
        if self.framed() { "frame" } else { "message" }
    }

    pub(super) fn heard(&self) -> String {
        if !self.framed() {
            return String::new();
        }
        let asked = self.sent.iter().filter(|sent| sent.answer.is_none()).map(|sent| sent.times).max();
        let mut text =
            asked.filter(|times| *times > 1).map_or(String::new(), |times| format!("; sent {times} times"));
        // A text that never ends in a zero is noise as well.
        let noise: Vec<u8> = self.noise.iter().chain(self.rest()).copied().collect();
        let count = self.noise_count + self.rest().len();
        if count > 0 {
            let end = String::from_utf8_lossy(&noise[noise.len().saturating_sub(NOISE)..]);
            let end: String = end
                .chars()
                .flat_map(|c| if c == ' ' { vec![c] } else { c.escape_debug().collect() })
                .collect();
            text.push_str(&format!("; {count} bytes came that are no frame, at the end `{end}`"));
        }
        text
    }
}
