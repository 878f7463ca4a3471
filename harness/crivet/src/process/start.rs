//! The start of a child: it has to describe itself, twice.
//!
//! The second `describe` is a barrier. What comes between the two answers (a banner, the first answer once
//! more) is a fault of the start, and would else be found only when the first vector is in flight.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::connection::{Connection, Event};
use super::failure::{Excess, Incident, did, in_the_middle, seconds, with_stderr};
use super::{Testee, WINDOW};
use crate::protocol::{Answer, Breach, Described, DescriptionError, VERSION, describe_request};

/// Why a testee cannot be asked anything.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It was given up, because whoever wanted it no longer does.
    #[error("the testee `{program}` was being started when the run was interrupted")]
    Cancelled {
        /// The command's first word.
        program: String,
    },
    /// It answered something that is no description.
    #[error("{}", with_stderr(
        format!("the testee `{program}` was asked to describe itself, and {}", did(breach)), stderr))]
    Breach {
        /// The command's first word.
        program: String,
        /// What it answered.
        breach: Breach,
        /// The end of its standard error.
        stderr: String,
    },
    /// It ended instead of answering.
    #[error("{}", with_stderr(format!("the testee `{program}` was asked to describe itself; {what}"), stderr))]
    Ended {
        /// The command's first word.
        program: String,
        /// How it ended.
        what: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// It was more than it may be before it had answered.
    #[error("{}", with_stderr(
        format!("the testee `{program}` was asked to describe itself, and {excess}"), stderr))]
    Excess {
        /// The command's first word.
        program: String,
        /// In which respect.
        excess: Excess,
        /// The end of its standard error.
        stderr: String,
    },
    /// It said that it would not describe itself.
    #[error("the testee `{program}` was asked to describe itself, and refused: {reason}")]
    Refused {
        /// The command's first word.
        program: String,
        /// Its reason.
        reason: String,
    },
    /// The command could not be started.
    #[error("the testee `{program}` could not be started: {reason}")]
    Start {
        /// The command's first word.
        program: String,
        /// The system's reason, and what may be behind it.
        reason: String,
    },
    /// No description came in time.
    #[error("{}", with_stderr(
        format!(
            "the testee `{program}` was asked to describe itself, and did not within {}{heard}; \
             it has to answer each request as it comes, and to flush",
            seconds(*limit)
        ),
        stderr
    ))]
    TimeOut {
        /// The command's first word.
        program: String,
        /// The limit.
        limit: Duration,
        /// What came instead, for the end of a sentence.
        heard: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// It speaks another version of the protocol.
    #[error(
        "the testee `{program}` speaks version {found} of the testee protocol, and version {VERSION} is expected"
    )]
    Version {
        /// The command's first word.
        program: String,
        /// The version it speaks.
        found: u64,
    },
}

pub(super) enum NoStart {
    Cancelled,
    Failed(StartError),
}

/// Starts a child, and has it describe itself.
pub(super) fn start(testee: &Testee, cancel: &AtomicBool) -> Result<(Connection, Described), NoStart> {
    let mut child = Connection::open(testee, cancel)
        .map_err(|reason| NoStart::Failed(no_command(&testee.program, &reason)))?;
    let deadline = Instant::now() + testee.limits.start;
    let mut described = None;
    for _ in 0..2 {
        let id = child.id();
        child.send(id, describe_request(id));
        let answer = match answer(&mut child, id, deadline, cancel, testee) {
            Ok(answer) => answer.description(),
            Err(None) => return Err(NoStart::Cancelled),
            Err(Some(incident)) => return Err(NoStart::Failed(failed(testee, &mut child, incident))),
        };
        match answer {
            Ok(answer) => described.get_or_insert(answer),
            Err(error) => return Err(NoStart::Failed(no_description(testee, &mut child, error))),
        };
    }
    match described {
        Some(described) => {
            child.window = described.bounds.window.map_or(WINDOW, |window| window.min(WINDOW));
            Ok((child, described))
        }
        None => Err(NoStart::Cancelled),
    }
}

/// Waits for the answer to the one request in flight. No incident means: cancelled.
pub(super) fn answer(
    child: &mut Connection,
    id: u64,
    deadline: Instant,
    cancel: &AtomicBool,
    testee: &Testee,
) -> Result<Answer, Option<Incident>> {
    let limit = testee.limits.request;
    let breach = |breach| Err(Some(Incident::Breach(breach)));
    match child.next(deadline, cancel) {
        Event::Cancelled => Err(None),
        Event::End => Err(Some(Incident::Ended(child.ended(cancel)))),
        Event::TimeOut => Err(Some(Incident::TimeOut(limit))),
        Event::Excess(excess) => Err(Some(Incident::Excess(excess))),
        Event::Breach(error) => breach(error),
        Event::Line(line) => match Answer::parse(&line) {
            Ok(answer) if answer.id() == id => Ok(answer),
            Ok(answer) if child.was_asked(answer.id()) => breach(Breach::Twice { id: answer.id() }),
            Ok(answer) => breach(Breach::UnknownId { id: answer.id() }),
            Err(error) => match not_started(&line) {
                Some(reason) => Err(Some(Incident::NotStarted(reason))),
                None => breach(error),
            },
        },
    }
}

#[cfg(target_os = "linux")]
use super::supervisor::not_started;

/// Without supervisors the start itself fails.
#[cfg(not(target_os = "linux"))]
fn not_started(_: &[u8]) -> Option<io::Error> {
    None
}

/// The command could not be started. A system that finds a script and not its interpreter says that there is no such
/// file; so it does of a program made for another system.
fn no_command(program: &str, reason: &io::Error) -> StartError {
    let name = Path::new(program);
    let found = match reason.kind() {
        io::ErrorKind::NotFound if name.components().count() > 1 => name.is_file().then(|| name.to_owned()),
        io::ErrorKind::NotFound => std::env::var_os("PATH").and_then(|path| {
            std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
        }),
        _ => None,
    };
    let hint = found.map(|file| {
        let mut start = Vec::new();
        // Who cannot read the file gets the general hint.
        let _ = File::open(&file).and_then(|file| file.take(256).read_to_end(&mut start));
        let line = start.split(|byte| *byte == b'\n').next().and_then(|line| line.strip_prefix(b"#!"));
        let file = file.display();
        match line.map(String::from_utf8_lossy) {
            Some(line) => {
                let lines = if line.ends_with('\r') { " (its lines end as those of Windows do)" } else { "" };
                let interpreter = line.split_whitespace().next().unwrap_or_default();
                format!("; the script {file} is there, its interpreter `{interpreter}` is not{lines}")
            }
            None => format!("; {file} is there, what it needs to be started is not"),
        }
    });
    StartError::Start { program: program.to_owned(), reason: format!("{reason}{}", hint.unwrap_or_default()) }
}

fn failed(testee: &Testee, child: &mut Connection, incident: Incident) -> StartError {
    let program = testee.program.clone();
    match incident {
        Incident::Breach(breach) => {
            child.kill();
            StartError::Breach { program, breach, stderr: child.stderr() }
        }
        Incident::Excess(excess) => {
            child.kill();
            StartError::Excess { program, excess, stderr: child.stderr() }
        }
        Incident::NotStarted(reason) => no_command(&program, &reason),
        Incident::TimeOut(_) => {
            child.kill();
            let heard = child.heard();
            StartError::TimeOut { program, limit: testee.limits.start, heard, stderr: child.stderr() }
        }
        Incident::Ended(ended) => {
            let what = match ended.status {
                Some(status) => format!("it {} before it had answered", super::failure::end(status)),
                None if child.is_line() => "the line was closed before it had answered".to_owned(),
                None => "it closed its standard output before it had answered, and lived on".to_owned(),
            };
            let what = format!("{what}{}", in_the_middle(ended.within));
            StartError::Ended { program, what, stderr: child.stderr() }
        }
    }
}

fn no_description(testee: &Testee, child: &mut Connection, error: DescriptionError) -> StartError {
    let program = testee.program.clone();
    match error {
        DescriptionError::Breach(breach) => {
            child.kill();
            StartError::Breach { program, breach, stderr: child.stderr() }
        }
        DescriptionError::Refused { reason } => StartError::Refused { program, reason },
        DescriptionError::Version { found } => StartError::Version { program, found },
    }
}
