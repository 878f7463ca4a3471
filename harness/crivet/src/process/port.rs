//! Where a testee is: a child process, or a device at the other end of a line.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::Testee;
use super::platform::{Process, Refused};

#[cfg(feature = "device")]
pub(super) use self::line::{Line, Place};

#[cfg(feature = "device")]
mod line;
#[cfg(all(feature = "device", unix))]
mod serial;

/// What is read from and written to.
pub(super) struct Streams {
    pub(super) input: Box<dyn Write + Send>,
    pub(super) output: Box<dyn Read + Send>,
    pub(super) errors: Box<dyn Read + Send>,
}

/// The testee as something that starts and ends.
pub(super) enum Port {
    Process(Process),
    #[cfg(feature = "device")]
    Line(Line),
}

impl Port {
    /// Starts the command, or resets the device and opens the line to it.
    #[cfg_attr(not(feature = "device"), expect(unused_variables, reason = "a process starts at once"))]
    pub(super) fn open(testee: &Testee, cancel: &AtomicBool) -> io::Result<(Self, Streams)> {
        #[cfg(feature = "device")]
        if let Some(place) = &testee.place {
            return Line::open(place, testee, cancel).map(|(line, streams)| (Port::Line(line), streams));
        }
        let mut process = Process::spawn(testee)?;
        let child = &mut process.child;
        match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(input), Some(output), Some(errors)) => {
                let streams =
                    Streams { input: Box::new(input), output: Box::new(output), errors: Box::new(errors) };
                Ok((Port::Process(process), streams))
            }
            _ => Err(io::Error::other("the process has no pipes")),
        }
    }

    /// Is there a line, and no process?
    pub(super) fn is_line(&self) -> bool {
        !matches!(self, Port::Process(_))
    }

    /// Has the process ended? A line has no end but the one that is read.
    pub(super) fn exited(&mut self) -> bool {
        match self {
            Port::Process(process) => process.exited(),
            #[cfg(feature = "device")]
            Port::Line(_) => false,
        }
    }

    /// Kills the process, or closes the line.
    pub(super) fn kill(&mut self) {
        match self {
            Port::Process(process) => process.kill(),
            #[cfg(feature = "device")]
            Port::Line(line) => line.close(),
        }
    }

    /// Waits for the process, or for the line to be free again.
    pub(super) fn wait(&mut self) -> Option<ExitStatus> {
        match self {
            Port::Process(process) => process.wait(),
            #[cfg(feature = "device")]
            Port::Line(line) => {
                line.wait();
                None
            }
        }
    }

    /// See [`Process::size`].
    pub(super) fn size(&self) -> Option<(u64, usize)> {
        match self {
            Port::Process(process) => process.size(),
            #[cfg(feature = "device")]
            Port::Line(_) => None,
        }
    }

    /// See [`Process::refused`].
    pub(super) fn refused(&self) -> Refused {
        match self {
            Port::Process(process) => process.refused(),
            #[cfg(feature = "device")]
            Port::Line(_) => Refused::default(),
        }
    }

    /// See [`Process::waited`].
    pub(super) fn waited(&self) -> Option<Duration> {
        match self {
            Port::Process(process) => process.waited(),
            #[cfg(feature = "device")]
            Port::Line(_) => None,
        }
    }

    /// See [`Process::keeper`].
    pub(super) fn keeper(&self) -> &'static str {
        match self {
            Port::Process(process) => process.keeper(),
            #[cfg(feature = "device")]
            Port::Line(_) => "nothing: a device",
        }
    }

    /// See [`Process::peak_memory`].
    pub(super) fn peak_memory(&self) -> Option<u64> {
        match self {
            Port::Process(process) => process.peak_memory(),
            #[cfg(feature = "device")]
            Port::Line(_) => None,
        }
    }
}
