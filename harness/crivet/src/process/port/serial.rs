//! A serial port: raw, eight bits, no parity, one stop bit, no flow control.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Mode, OFlags};
use rustix::termios::{
    ControlModes, OptionalActions, QueueSelector, SpecialCodeIndex, tcflush, tcgetattr, tcsetattr,
};

/// Opens a device. What waits there is thrown away.
pub(super) fn open(device: &str, baud: u32) -> io::Result<File> {
    // Without NONBLOCK a modem line that is not ready holds up the opening.
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let port = rustix::fs::open(device, flags, Mode::empty())?;
    let mut settings = tcgetattr(&port)?;
    settings.make_raw();
    settings.control_modes |= ControlModes::CLOCAL | ControlModes::CREAD;
    settings.control_modes &= !(ControlModes::CRTSCTS | ControlModes::CSTOPB);
    settings.set_speed(baud)?;
    // A read comes back after a tenth of a second, with nothing perhaps.
    settings.special_codes[SpecialCodeIndex::VMIN] = 0;
    settings.special_codes[SpecialCodeIndex::VTIME] = 1;
    tcsetattr(&port, OptionalActions::Now, &settings)?;
    tcflush(&port, QueueSelector::IOFlush)?;
    let flags = rustix::fs::fcntl_getfl(&port)?;
    rustix::fs::fcntl_setfl(&port, flags - OFlags::NONBLOCK)?;
    Ok(File::from(port))
}

/// One end of an open port, for as long as the line is not closed.
pub(super) struct Guarded {
    pub(super) port: File,
    pub(super) closed: Arc<AtomicBool>,
}

/// Reads on through silence.
impl Read for Guarded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.closed.load(Ordering::Relaxed) {
            match self.port.read(buffer)? {
                0 => {}
                count => return Ok(count),
            }
        }
        Ok(0)
    }
}

/// What waits to be written goes to nobody once the line is closed: the next who opens it is not to hear of it.
impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.port.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.port.flush()
    }
}

/// Throws away what waits in both directions, so that nobody waits to write it.
pub(super) fn discard(port: &File) {
    // An error means that the device has gone.
    let _ = tcflush(port, QueueSelector::IOFlush);
}
