//! One child and the pipes to it; or a device and the line to it.
//!
//! Three threads stand between the harness and the pipes, so that neither a full pipe nor an empty one can
//! block it. They are never joined: they end with their pipe, or when this end of their channel goes. What
//! the child writes waits in a channel of a few chunks, so a flood stops in the pipe and not in memory.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::failure::{Excess, end};
use super::port::{Port, Streams};
use super::trace::{ChildTrace, Trace};
use super::wire::Wire;
use super::{Testee, WINDOW};
use crate::protocol::Breach;

/// How often waiting looks up: for the cancel flag, and for a child that ended while another process holds
/// its pipe open.
const TICK: Duration = Duration::from_millis(50);

/// How long a pipe whose child has ended, and whose group is killed, is still read.
const DRAIN: Duration = Duration::from_millis(500);

/// How long a child that has closed its output may take to exit before it counts as living on.
const LINGER: Duration = Duration::from_secs(1);

/// How often the child's memory is looked at.
const LOOK: Duration = Duration::from_millis(100);

const CHUNK: usize = 64 << 10;
const CHUNKS: usize = 4;

pub(super) struct Connection {
    child: Port,
    /// Has the child been waited for?
    waited: bool,
    /// To the writer; its absence means end of input.
    requests: Option<Sender<Vec<u8>>>,
    output: Receiver<io::Result<Vec<u8>>>,
    wire: Wire,
    /// The most requests that are in flight.
    pub(super) window: usize,
    stderr: Stderr,
    next_id: u64,
    trace: Option<ChildTrace>,
    /// Since when the child is known to have ended, although its output goes on.
    ended: Option<Instant>,
    /// How much memory it may hold, how many processes it may be, and when that was looked at last.
    memory: Option<u64>,
    processes: Option<usize>,
    looked: Instant,
    /// How long it had waited for a processor when its time was over.
    queued: Option<Duration>,
    /// Has nothing been asked yet but `describe`?
    pub(super) fresh: bool,
}

/// What came of waiting for a line.
pub(super) enum Event {
    Cancelled,
    /// The output has ended.
    End,
    Line(Vec<u8>),
    TimeOut,
    /// What came is no answer.
    Breach(Breach),
    /// The child is more than it may be.
    Excess(Excess),
}

/// How a child ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// Its status; none where it closed its output and lived on.
    pub(super) status: Option<ExitStatus>,
    /// Was it in the middle of a message? Then of which kind.
    pub(super) within: Option<&'static str>,
}

struct Stderr {
    tail: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl Connection {
    pub(super) fn open(testee: &Testee, cancel: &AtomicBool) -> io::Result<Self> {
        let trace = testee.trace.as_ref().map(Trace::child);
        let command = || [&[testee.program.clone()][..], &testee.arguments].concat().join(" ");
        let event = |what, text: &str| trace.iter().for_each(|trace| trace.event(what, text.as_bytes()));
        event("start", &command());
        let (child, Streams { input, output: answers, errors }) =
            Port::open(testee, cancel).inspect_err(|error| event("end", &error.to_string()))?;
        event("kept", child.keeper());
        let (requests, to_write) = mpsc::channel();
        let (chunks, output) = mpsc::sync_channel(CHUNKS);
        let (finished, done) = mpsc::channel();
        let tail = Arc::new(Mutex::new(Vec::new()));
        // From here on the child is killed if anything fails.
        let connection = Connection {
            child,
            waited: false,
            requests: Some(requests),
            output,
            wire: Wire::new(testee),
            window: WINDOW,
            stderr: Stderr { tail: Arc::clone(&tail), done },
            next_id: 0,
            trace: trace.clone(),
            ended: None,
            memory: testee.limits.memory,
            processes: testee.limits.processes,
            looked: Instant::now(),
            queued: None,
            fresh: true,
        };
        let limit = testee.limits.stderr;
        spawn("testee input", move || write(input, &to_write))?;
        spawn("testee output", move || read(answers, &chunks))?;
        spawn("testee errors", move || {
            drain(errors, &tail, limit, trace.as_ref());
            drop(finished);
        })?;
        Ok(connection)
    }

    /// The most address space the child ever had, in bytes, where the system tells.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.child.peak_memory()
    }

    /// How long the child had waited for a processor when its time was over, where the system tells.
    pub(super) fn waited(&self) -> Option<Duration> {
        self.queued
    }

    /// A fresh id.
    pub(super) fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Has this id been given out?
    pub(super) fn was_asked(&self, id: u64) -> bool {
        id < self.next_id
    }

    /// Sends a line. A child that no longer reads shows in its output, or in its silence.
    pub(super) fn send(&mut self, id: u64, line: String) {
        self.event("asked", line.as_bytes());
        let bytes = self.wire.request(id, line);
        self.write(bytes);
    }

    fn write(&self, bytes: Vec<u8>) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(bytes);
        }
    }

    /// Waits for a line, for the end of the output, or until a point in time.
    pub(super) fn next(&mut self, deadline: Instant, cancel: &AtomicBool) -> Event {
        loop {
            if cancel.load(Ordering::Relaxed) {
                return Event::Cancelled;
            }
            match self.wire.next() {
                Ok(Some(line)) => {
                    self.event("answered", &line);
                    return Event::Line(line);
                }
                Ok(None) => {}
                Err(breach) => return Event::Breach(breach),
            }
            let now = Instant::now();
            #[cfg(feature = "device")]
            while let Some(bytes) = self.wire.again(now) {
                self.event("asked again", &[]);
                self.write(bytes);
            }
            if let Some(excess) = self.excess(now) {
                return Event::Excess(excess);
            }
            let deadline = match self.ended {
                Some(since) if now >= since + DRAIN => return self.end(),
                Some(since) => since + DRAIN,
                None => deadline,
            };
            // What is there counts even when the time is over: the harness itself may have been away.
            match self.output.recv_timeout(TICK.min(deadline.saturating_duration_since(now))) {
                Ok(Ok(chunk)) => self.wire.push(&chunk),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return self.end(),
                Err(RecvTimeoutError::Timeout) if now >= deadline => {
                    self.queued = self.child.waited();
                    return Event::TimeOut;
                }
                Err(RecvTimeoutError::Timeout) => self.look_for_end(),
            }
        }
    }

    fn excess(&mut self, now: Instant) -> Option<Excess> {
        if now < self.looked + LOOK {
            return None;
        }
        self.looked = now;
        let (memory, processes) = self.child.size()?;
        let too_much = self.memory.filter(|limit| memory > *limit).map(Excess::Memory);
        too_much.or(self.processes.filter(|limit| processes > *limit).map(Excess::Processes))
    }

    /// The output has ended: by itself, or since the kernel would not give the child what it wanted.
    fn end(&self) -> Event {
        let refused = self.child.refused();
        let too_much = self.memory.filter(|_| refused.memory).map(Excess::Memory);
        let excess = too_much.or(self.processes.filter(|_| refused.processes).map(Excess::Processes));
        excess.map_or(Event::End, Event::Excess)
    }

    /// A child can end while a child of its own holds its output open: that one has to go, then the output
    /// ends too.
    fn look_for_end(&mut self) {
        if self.ended.is_none() && self.child.exited() {
            self.child.kill();
            self.ended = Some(Instant::now());
        }
    }

    /// After the end of the output: how the child ended. Kills what is left of it.
    pub(super) fn ended(&mut self, cancel: &AtomicBool) -> Ended {
        let alone = !self.child.is_line() && self.wait_until(Instant::now() + LINGER, cancel);
        let status = self.kill();
        let within = (!self.wire.rest().is_empty()).then(|| self.wire.unit());
        Ended { status: status.filter(|_| alone), within }
    }

    /// Closes the child's input, gives it time to exit, and kills what is left. The status is that of a
    /// child that exited by itself.
    pub(super) fn close(&mut self, limit: Duration, cancel: &AtomicBool) -> Option<ExitStatus> {
        self.requests = None;
        if self.child.is_line() {
            // A device does not end with its input.
            return self.kill();
        }
        let deadline = Instant::now() + limit;
        // Reading on lets it write what it has left to write.
        while let Event::Line(_) = self.next(deadline, cancel)
            && Instant::now() < deadline
        {}
        let alone = self.wait_until(deadline, cancel);
        self.kill().filter(|_| alone)
    }

    /// Kills the child and its group, and waits for it.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        if !self.waited {
            self.child.kill();
        }
        let first = !std::mem::replace(&mut self.waited, true);
        let status = self.child.wait();
        if first {
            let end = status.map_or_else(String::new, end);
            self.event("end", end.as_bytes());
        }
        status
    }

    /// Is it a device at the end of a line, and no process?
    pub(super) fn is_line(&self) -> bool {
        self.child.is_line()
    }

    /// What has come beside answers, for the end of a sentence.
    pub(super) fn heard(&self) -> String {
        self.wire.heard()
    }

    fn event(&self, what: &str, text: &[u8]) {
        if let Some(trace) = &self.trace {
            trace.event(what, text);
        }
    }

    /// The end of what the child wrote to standard error.
    pub(super) fn stderr(&self) -> String {
        // The pipe ends with the group; only a process that left the group can hold it longer.
        let _ = self.stderr.done.recv_timeout(DRAIN);
        let tail = self.stderr.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail);
        let plain = |c: char| matches!(c, '\n' | '\t') || !c.is_control();
        text.trim().chars().filter(|c| plain(*c)).collect()
    }

    fn wait_until(&mut self, deadline: Instant, cancel: &AtomicBool) -> bool {
        let mut pause = Duration::from_millis(1);
        loop {
            if self.child.exited() {
                return true;
            }
            if Instant::now() >= deadline || cancel.load(Ordering::Relaxed) {
                return false;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn write(mut pipe: impl Write, lines: &Receiver<Vec<u8>>) {
    // A broken pipe ends the writing; why it broke is for the reader to find.
    while let Ok(line) = lines.recv() {
        if pipe.write_all(&line).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read(mut pipe: impl Read, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let chunk = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let last = chunk.is_err();
        if chunks.send(chunk).is_err() || last {
            return;
        }
    }
}

/// How much of standard error is traced, in bytes: nobody asks a testee for what it writes there.
const TRACED: usize = 1 << 20;

fn drain(mut pipe: impl Read, tail: &Mutex<Vec<u8>>, limit: usize, trace: Option<&ChildTrace>) {
    let mut traced = 0;
    let mut buffer = vec![0; CHUNK];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                if let Some(trace) = trace.filter(|_| traced < TRACED) {
                    trace.event("stderr", &buffer[..count]);
                    traced += count;
                }
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..count]);
                let surplus = tail.len().saturating_sub(limit);
                tail.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
