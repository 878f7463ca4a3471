//! What can go wrong with a child, and the words for it.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::connection::{Connection, Ended};
use super::platform;
use crate::outcome::{Failure, FailureKind};
use crate::protocol::Breach;

/// What ended a child's usefulness.
#[derive(Debug)]
pub(super) enum Incident {
    /// It wrote what is no answer.
    Breach(Breach),
    /// Its output ended.
    Ended(Ended),
    /// It was more than it may be.
    Excess(Excess),
    /// Its supervisor could not start it.
    NotStarted(io::Error),
    /// It was silent for too long.
    TimeOut(Duration),
}

/// Where the child stood at an incident.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    /// Everything asked was answered.
    Answered,
    /// An answer was outstanding.
    Owed,
}

impl Incident {
    /// Did a signal end the child?
    pub(super) fn is_signal(&self) -> bool {
        matches!(self, Incident::Ended(Ended { status: Some(status), .. }) if platform::signal(*status).is_some())
    }

    /// Did the child write something?
    pub(super) fn is_breach(&self) -> bool {
        matches!(self, Incident::Breach(_))
    }

    /// Kills the child and says what happened.
    pub(super) fn failure(self, child: &mut Connection, moment: Moment) -> Failure {
        child.kill();
        let when = match moment {
            Moment::Answered => "right after it had answered",
            Moment::Owed => "while it owed the answer",
        };
        let (kind, what) = match self {
            Incident::Breach(breach) => (FailureKind::Protocol, format!("the testee {}", did(&breach))),
            Incident::Ended(Ended { status: Some(status), within }) => {
                (FailureKind::Crash, format!("the testee {} {when}{}", end(status), in_the_middle(within)))
            }
            Incident::Ended(Ended { status: None, within }) if child.is_line() => (
                FailureKind::Crash,
                format!("the line to the testee was closed {when}{}", in_the_middle(within)),
            ),
            Incident::Ended(Ended { status: None, .. }) => {
                (FailureKind::Protocol, format!("the testee closed its standard output {when}, and lived on"))
            }
            Incident::Excess(excess) => {
                (FailureKind::Crash, format!("the testee {excess} {when}, and was killed"))
            }
            Incident::NotStarted(reason) => (
                FailureKind::Protocol,
                format!("the testee said {when} that it could not be started: {reason}"),
            ),
            Incident::TimeOut(limit) => {
                let asked = match moment {
                    Moment::Answered => format!(" to the `describe` that came {when}"),
                    Moment::Owed => String::new(),
                };
                (FailureKind::TimeOut, format!("no answer within {}{asked}{}", seconds(limit), child.heard()))
            }
        };
        Failure { kind, message: with_stderr(what, &child.stderr()) }
    }
}

/// How a process ended, for a sentence.
pub(super) fn end(status: ExitStatus) -> String {
    match (platform::signal(status), status.code()) {
        (Some(signal), _) => format!("was killed by {signal}"),
        (None, Some(code)) => format!("exited with status {code}"),
        (None, None) => "ended".to_owned(),
    }
}

/// That it ended within a message of a kind, for the end of a sentence.
pub(super) fn in_the_middle(within: Option<&str>) -> String {
    within.map_or(String::new(), |unit| format!(", in the middle of a {unit}"))
}

/// A breach, for a sentence that starts with the testee.
pub(super) fn did(breach: &Breach) -> String {
    let message = breach.to_string();
    if message.starts_with("expected") { format!("breached the protocol: {message}") } else { message }
}

/// A failure of the protocol that no child has died of.
pub(super) fn breached(breach: &Breach) -> Failure {
    Failure { kind: FailureKind::Protocol, message: format!("the testee {}", did(breach)) }
}

/// Adds what was written to standard error, if anything was.
pub(super) fn with_stderr(what: String, stderr: &str) -> String {
    if stderr.is_empty() { what } else { format!("{what}; standard error ended: {stderr}") }
}

/// In which respect a testee and its children were more than they may be: for a sentence that starts with the testee.
/// How much more is chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excess {
    /// They held more memory, in bytes.
    #[error("held more than the {} MiB of memory that it is allowed", .0 >> 20)]
    Memory(u64),
    /// They were more processes.
    #[error("was more than the {0} processes that it is allowed")]
    Processes(usize),
}

/// A time for people.
pub(super) fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
