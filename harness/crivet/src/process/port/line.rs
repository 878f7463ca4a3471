//! A line to a device: TCP, or a serial port.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::Streams;
#[cfg(unix)]
use super::serial::Guarded;
use crate::process::Testee;
use crate::process::failure::{end, seconds};

/// How often a port that nobody listens at is tried.
const PAUSE: Duration = Duration::from_millis(50);

/// How long closing waits until the reader lets go of the line.
const RELEASE: Duration = Duration::from_secs(1);

/// The other end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::process) enum Place {
    /// A host and a port.
    Tcp(String),
    /// A serial device, and its speed in bits a second.
    Serial { device: String, baud: u32 },
}

/// A line that is open.
pub(in crate::process) struct Line {
    closed: Arc<AtomicBool>,
    socket: Option<TcpStream>,
    #[cfg(unix)]
    port: Option<std::fs::File>,
    /// Ends when the reader has let go.
    released: Receiver<()>,
}

impl Line {
    /// Resets the device, if there is a command that does, and opens the line.
    pub(super) fn open(place: &Place, testee: &Testee, cancel: &AtomicBool) -> io::Result<(Self, Streams)> {
        let deadline = Instant::now() + testee.limits.start;
        let closed = Arc::new(AtomicBool::new(false));
        let (holds, released) = mpsc::channel();
        let mut line = Line {
            closed: Arc::clone(&closed),
            socket: None,
            #[cfg(unix)]
            port: None,
            released,
        };
        reset(testee, deadline, cancel)?;
        let (input, output): (Box<dyn Write + Send>, Box<dyn Read + Send>) = match place {
            Place::Tcp(address) => {
                let socket = patiently(deadline, cancel, || connect(address, deadline))?;
                line.socket = Some(socket.try_clone()?);
                (Box::new(socket.try_clone()?), Box::new(socket))
            }
            #[cfg(unix)]
            Place::Serial { device, baud } => {
                let port = patiently(deadline, cancel, || super::serial::open(device, *baud))?;
                line.port = Some(port.try_clone()?);
                let output = Guarded { port: port.try_clone()?, closed: Arc::clone(&closed) };
                (Box::new(Guarded { port, closed }), Box::new(output))
            }
            #[cfg(not(unix))]
            Place::Serial { .. } => return Err(io::Error::other("serial devices are known on Unix alone")),
        };
        let output = Box::new(Held { output, _holds: holds });
        Ok((line, Streams { input, output, errors: Box::new(io::empty()) }))
    }

    pub(super) fn close(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(socket) = &self.socket {
            // An error means that it is closed.
            let _ = socket.shutdown(Shutdown::Both);
        }
        #[cfg(unix)]
        if let Some(port) = &self.port {
            super::serial::discard(port);
        }
    }

    /// Waits until the line can be opened again.
    pub(super) fn wait(&mut self) {
        let _ = self.released.recv_timeout(RELEASE);
    }
}

/// What is read, and the sign that it is let go.
struct Held {
    output: Box<dyn Read + Send>,
    _holds: Sender<()>,
}

impl Read for Held {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.read(buffer)
    }
}

/// Runs the command that starts or resets the device, to its end.
fn reset(testee: &Testee, deadline: Instant, cancel: &AtomicBool) -> io::Result<()> {
    let Some((program, arguments)) = testee.reset.as_ref().and_then(|words| words.split_first()) else {
        return Ok(());
    };
    let failed = |what: String| io::Error::other(format!("the reset command `{program}` {what}"));
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("could not be started: {error}")))?;
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(failed(end(status))),
            None if Instant::now() >= deadline || cancel.load(Ordering::Relaxed) => {
                // An error means that it has ended after all.
                let _ = child.kill();
                let _ = child.wait();
                return Err(failed(format!("did not end within {}", seconds(testee.limits.start))));
            }
            None => thread::sleep(PAUSE),
        }
    }
}

/// Tries again while there is nothing to open: a device takes a moment to start, and a port on USB goes and comes.
fn patiently<T>(deadline: Instant, cancel: &AtomicBool, open: impl Fn() -> io::Result<T>) -> io::Result<T> {
    loop {
        let opened = open();
        if opened.is_ok() || Instant::now() + PAUSE >= deadline || cancel.load(Ordering::Relaxed) {
            return opened;
        }
        thread::sleep(PAUSE);
    }
}

fn connect(address: &str, deadline: Instant) -> io::Result<TcpStream> {
    let left = deadline.saturating_duration_since(Instant::now()).max(PAUSE);
    let mut last = io::Error::other("the name has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left) {
            Ok(socket) => {
                // Requests are short, and each is waited for.
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
