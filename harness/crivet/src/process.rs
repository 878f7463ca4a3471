//! A testee in another process: started, asked by the testee protocol, and charged with what it does wrong.
//!
//! # How it is asked
//!
//! [`Testee::perform_all`] runs one child per job and keeps up to [`WINDOW`] requests in its pipe. A thread
//! writes, a thread reads, a thread drains standard error, so that no testee can block the harness. Each child
//! is asked to describe itself twice before its first request: a testee that dies at its start, prints a banner
//! or answers everything twice is then told from one that fails on a vector.
//!
//! # Who is charged
//!
//! A vector is charged with an error only where no other can be the cause:
//!
//! 1. An answer that carries the id of a request in flight, and is wrong in itself (another operation's
//!    member, say), is charged to that request. The child goes on.
//! 2. Anything else (an end, a time-out, a line that is no answer, an id never asked or answered already)
//!    may be the fault of any request in flight, or the late effect of the last one answered. The child is
//!    killed with its own children, and all of these are asked again *alone*: one at a time, each followed by a
//!    `describe` as a barrier, so that whatever comes before the barrier's answer belongs to that one request.
//! 3. What fails alone is charged. Where it was not the first of its child it is asked once more as the first
//!    of a fresh one, and the message says whether it answers there. What failed in company only, and cannot be
//!    charged to any one request, is an [`UnattributedFailure`], to be reported.
//!
//! Answers are held back until [`WINDOW`] later ones have come and nothing older is in flight, or 16 MiB of them have, or
//! a barrier has. So a request answered twice can still be charged; a repetition later than that is an unattributed failure.
//! With an id that was never asked, ids may be mixed up, so everything held back is asked again alone as well.
//!
//! The time limit runs from the last sign of progress: the last answer, or the first request after a pause.
//!
//! Ten times a second, while it is waited for, a child and its descendants are looked at for the memory they
//! hold and how many they are; with more than [`Limits::memory`] or [`Limits::processes`] it is killed, and this is told. It is memory in use that counts: a
//! limit of the address space would say nothing, would only make allocations fail, and would keep runtimes that
//! reserve far more than they use from starting.
//!
//! A child that cannot be started, or does not describe itself, is tried [`STARTS`] times; after that what is
//! left is [`Unavailable`](crate::outcome::FailureKind::Unavailable). A testee that starts, and then fails on
//! whatever it is asked, is not asked everything: what is left is charged with a *systematic failure*, see
//! [`Performance::systematic`].
//!
//! # How it ends
//!
//! The child's standard input is closed, it has [`Limits::exit`] to exit, then it is killed, and with it whoever it
//! has started. On Linux a *supervisor* sees to that, see [`Testee::supervised`]: nobody escapes it, not by a
//! session, a group or a daemon of its own, and when crivet itself ends, however that comes, everybody goes within
//! a second. Where a control group can be had, the testee's family has one: it is killed at once, and the kernel bounds
//! its memory and its processes as well; a trace tells. Elsewhere, and without a supervisor, the child's process group is killed. Who has left the group then
//! lives on, where it keeps a pipe open costs a thread, and never blocks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use self::failure::Excess;
pub use self::perform::{Crew, Pace, Performance, UnattributedFailure};
pub use self::record::{LineQuality, Record};
pub use self::session::{Measure, Session};
pub use self::start::StartError;
#[cfg(target_os = "linux")]
pub use self::supervisor::{adopt_orphans, supervise};
pub use self::trace::Trace;

use self::connection::Connection;
use self::start::{NoStart, start};
use crate::operation::Operation;
use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::protocol::{Bounds, Described, Framing, LINE_LIMIT, request};

mod connection;
#[cfg(feature = "device")]
mod device;
mod failure;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod family;
mod lines;
mod perform;
mod platform;
mod port;
mod queue;
mod record;
mod session;
mod solo;
mod start;
#[cfg(target_os = "linux")]
mod supervisor;
mod trace;
mod wire;

/// The most requests that are in flight to one child.
pub const WINDOW: usize = 64;

/// How often in a row a child is started in vain before the testee counts as unavailable.
pub const STARTS: usize = 3;

/// A command that speaks the testee protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Testee {
    program: String,
    arguments: Vec<String>,
    /// The arguments that make a supervisor of this program.
    supervisor: Option<Vec<String>>,
    trace: Option<Trace>,
    framing: Framing,
    /// What it said that it can take.
    bounds: Bounds,
    record: Record,
    /// Where it is, if it is a device and no command; `program` then names it.
    #[cfg(feature = "device")]
    place: Option<port::Place>,
    /// The command that starts or resets the device.
    #[cfg(feature = "device")]
    reset: Option<Vec<String>>,
    /// What it is allowed.
    pub limits: Limits,
}

/// What a testee is allowed. The defaults are wide: they are to end what hangs, not to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time without an answer while one is owed; 10 seconds.
    pub request: Duration,
    /// Time from the start of the command to its description; 30 seconds.
    pub start: Duration,
    /// Time from the end of the input to the exit; 2 seconds.
    pub exit: Duration,
    /// The longest line, in bytes; 16 MiB.
    pub line: usize,
    /// How much of the end of standard error is kept for messages, in bytes; 3 KiB.
    pub stderr: usize,
    /// How much memory the command and its children may hold at a time, in bytes; 4 GiB. Only Linux tells.
    pub memory: Option<u64>,
    /// How many processes the command and its children may be at a time; 2048. Only Linux tells. In a control group
    /// each thread counts.
    pub processes: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request: Duration::from_secs(10),
            start: Duration::from_secs(30),
            exit: Duration::from_secs(2),
            line: LINE_LIMIT,
            // What a message keeps, with room for the rest of it: see `outcome::KEPT`.
            stderr: 3 << 10,
            memory: Some(4 << 30),
            processes: Some(2048),
        }
    }
}

/// Why a text is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// It has no word.
    #[error("expected a command, found nothing")]
    Empty,
    /// A quote is not closed, or a backslash stands at the end.
    #[error("expected a command in the quoting of a shell, found an open quote or a last backslash: `{0}`")]
    Quoting(String),
}

impl Testee {
    /// A command in the quoting of a POSIX shell. No shell runs it: there are no variables, no pipes.
    pub fn new(command: &str) -> Result<Self, CommandError> {
        let mut words = words(command)?.into_iter();
        let program = words.next().ok_or(CommandError::Empty)?;
        Ok(Testee::from_words(program, words))
    }

    /// A command by its words.
    pub fn from_words(program: impl Into<String>, arguments: impl IntoIterator<Item = String>) -> Self {
        Testee {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
            supervisor: None,
            trace: None,
            framing: Framing::default(),
            bounds: Bounds::default(),
            record: Record::default(),
            #[cfg(feature = "device")]
            place: None,
            #[cfg(feature = "device")]
            reset: None,
            limits: Limits::default(),
        }
    }

    /// The same command with other limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same command, started by a supervisor that leaves nobody behind: this very program, which with these
    /// arguments calls `supervise`. Linux alone; elsewhere it changes nothing.
    pub fn supervised<'a>(mut self, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        self.supervisor = Some(arguments.into_iter().map(str::to_owned).collect());
        self
    }

    /// The same command, with everything that is said to it and by it traced.
    pub fn traced(mut self, trace: Trace) -> Self {
        self.trace = Some(trace);
        self
    }

    /// The same, asked in another framing.
    pub fn framed(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// The framing that it is asked in.
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// The same, asked nothing that it has said to be too much for it.
    pub fn bounded(mut self, bounds: Bounds) -> Self {
        self.bounds = bounds;
        self
    }

    /// What is noted while it is asked.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How long the request is, in bytes, if that is more than the testee takes, and how much it takes.
    pub fn exceeds(&self, profile: Profile, operation: &Operation) -> Option<(usize, usize)> {
        let most = self.bounds.max_request?;
        let length = self.length(profile, operation);
        (length > most).then_some((length, most))
    }

    /// How long the request is at most, in bytes: of the line with its end, or of the CBOR item without its frame.
    pub fn length(&self, profile: Profile, operation: &Operation) -> usize {
        // A device that is asked more often is a large one.
        self.framing.length(request(u32::MAX.into(), profile, operation))
    }

    fn too_long(&self, (profile, operation): &(Profile, Operation)) -> Option<Outcome> {
        let (length, most) = self.exceeds(*profile, operation)?;
        Some(Outcome::Unsupported(format!("the request has {length} bytes, and the testee takes {most}")))
    }

    /// How many at a time: of a device there is one.
    pub(crate) fn jobs(&self, jobs: usize) -> usize {
        #[cfg(feature = "device")]
        if self.place.is_some() {
            return 1;
        }
        jobs
    }

    /// Starts the command once to ask what it is.
    pub fn describe(&self) -> Result<Described, StartError> {
        self.describe_until(&NEVER)
    }

    /// The same, given up soon after `cancel` is set.
    pub fn describe_until(&self, cancel: &AtomicBool) -> Result<Described, StartError> {
        match start(self, cancel) {
            Ok((mut child, described)) => {
                child.close(self.limits.exit, cancel);
                Ok(described)
            }
            Err(NoStart::Failed(error)) => Err(error),
            Err(NoStart::Cancelled) => Err(StartError::Cancelled { program: self.program.clone() }),
        }
    }

    /// A session that asks one thing at a time.
    pub fn session(&self) -> Session<'static> {
        self.session_until(&NEVER)
    }

    /// A session that ends soon after `cancel` is set.
    pub fn session_until<'a>(&self, cancel: &'a AtomicBool) -> Session<'a> {
        Session::new(self.clone(), cancel)
    }
}

/// The words of a command in the quoting of a POSIX shell.
fn words(command: &str) -> Result<Vec<String>, CommandError> {
    shlex::split(command).ok_or_else(|| CommandError::Quoting(command.to_owned()))
}

/// A cancel flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Why there will be no further child.
enum Stop {
    Cancelled,
    Unavailable(String),
}

/// Starts a child, trying anew a few times.
fn start_anew(testee: &Testee, cancel: &AtomicBool) -> Result<Connection, Stop> {
    let mut last = String::new();
    for _ in 0..STARTS {
        if cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match start(testee, cancel) {
            Ok((child, _)) => return Ok(child),
            Err(NoStart::Cancelled) => return Err(Stop::Cancelled),
            Err(NoStart::Failed(error)) => last = error.to_string(),
        }
    }
    Err(Stop::Unavailable(format!("the testee could not be started {STARTS} times in a row: {last}")))
}
