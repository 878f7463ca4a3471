//! A testee that is a device: where it is, and which framing it speaks.

use std::sync::atomic::AtomicBool;

use super::port::Place;
use super::start::{NoStart, start};
use super::{CommandError, StartError, Testee, words};
use crate::protocol::{Described, Framing};

/// The speed of a serial line that names none, in bits a second.
const BAUD: u32 = 115_200;

impl Testee {
    /// A device, or anything else that speaks the testee protocol, at a host and a port: `localhost:4321`.
    pub fn tcp(address: &str) -> Self {
        Testee::at(address, Place::Tcp(address.to_owned()))
    }

    /// A device at a serial port, by its path and its speed in bits a second; 115200 where there is none:
    /// `/dev/ttyACM0,9600`.
    pub fn serial(text: &str) -> Self {
        let (device, baud) = text
            .rsplit_once(',')
            .and_then(|(device, baud)| Some((device, baud.parse().ok()?)))
            .unwrap_or((text, BAUD));
        Testee::at(device, Place::Serial { device: device.to_owned(), baud })
    }

    fn at(name: &str, place: Place) -> Self {
        Testee { place: Some(place), ..Testee::from_words(name, []) }
    }

    /// The same, with a command that starts the device, or resets it: run before each connection, and waited for.
    pub fn reset_by(mut self, command: &str) -> Result<Self, CommandError> {
        let words = words(command)?;
        if words.is_empty() {
            return Err(CommandError::Empty);
        }
        self.reset = Some(words);
        Ok(self)
    }

    /// Finds out which framing the testee speaks, by asking it to describe itself in one after the other; each has its
    /// part of [`Limits::start`](super::Limits::start). On a line frames come first, for a command lines of JSON do.
    pub fn probe(self, cancel: &AtomicBool) -> Result<(Self, Described), StartError> {
        let order = match self.place {
            Some(_) => [Framing::Frames, Framing::Json, Framing::Cbor],
            None => [Framing::Json, Framing::Cbor, Framing::Frames],
        };
        let limits = self.limits.clone();
        let mut first = None;
        for framing in order {
            let mut testee = self.clone().framed(framing);
            testee.limits.start = limits.start / 3;
            testee.limits.request = limits.request.min(limits.start / 3);
            match start(&testee, cancel) {
                Ok((mut child, described)) => {
                    child.close(limits.exit, cancel);
                    testee.limits = limits;
                    return Ok((testee, described));
                }
                Err(NoStart::Cancelled) => return Err(StartError::Cancelled { program: self.program }),
                Err(NoStart::Failed(error)) => {
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or(StartError::Cancelled { program: self.program }))
    }
}
