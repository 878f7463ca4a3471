//! Messages out of bytes and into them, by the framing of the testee.
//!
//! Whatever the framing, what is handed on are lines of JSON: nobody above needs to know of another.

#[cfg(feature = "device")]
use std::time::Instant;

use super::Testee;
use super::lines::{Lines, TooLong};
use crate::protocol::{Breach, Framing};

#[cfg(feature = "device")]
use self::device::Device;

#[cfg(feature = "device")]
mod device;

/// One direction each, of one connection.
pub(super) enum Wire {
    Lines(Lines, usize),
    #[cfg(feature = "device")]
    Device(Device),
}

impl Wire {
    pub(super) fn new(testee: &Testee) -> Self {
        let limit = testee.limits.line;
        match testee.framing {
            Framing::Json => Wire::Lines(Lines::new(limit), limit),
            #[cfg(feature = "device")]
            framing => {
                Wire::Device(Device::new(framing, limit, testee.limits.request, testee.record.clone()))
            }
        }
    }

    /// The bytes of a request.
    #[cfg_attr(not(feature = "device"), expect(unused_variables, reason = "the line has the id"))]
    pub(super) fn request(&mut self, id: u64, line: String) -> Vec<u8> {
        match self {
            Wire::Lines(..) => line.into_bytes(),
            #[cfg(feature = "device")]
            Wire::Device(device) => device.request(id, line),
        }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        match self {
            Wire::Lines(lines, _) => lines.push(chunk),
            #[cfg(feature = "device")]
            Wire::Device(device) => device.push(chunk),
        }
    }

    /// The next answer, as a line of JSON.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u8>>, Breach> {
        match self {
            Wire::Lines(lines, limit) => lines.next().map_err(|TooLong| Breach::too_long(*limit)),
            #[cfg(feature = "device")]
            Wire::Device(device) => device.next(),
        }
    }

    /// What is to be sent again by now.
    #[cfg(feature = "device")]
    pub(super) fn again(&mut self, now: Instant) -> Option<Vec<u8>> {
        match self {
            Wire::Lines(..) => None,
            Wire::Device(device) => device.again(now),
        }
    }

    /// Is there the start of an answer?
    pub(super) fn rest(&self) -> &[u8] {
        match self {
            Wire::Lines(lines, _) => lines.rest(),
            #[cfg(feature = "device")]
            Wire::Device(device) => device.rest(),
        }
    }

    /// One message, for a sentence.
    pub(super) fn unit(&self) -> &'static str {
        match self {
            Wire::Lines(..) => "line",
            #[cfg(feature = "device")]
            Wire::Device(device) => device.unit(),
        }
    }

    /// What has come beside answers, and how often was asked, for the end of a sentence; empty where there is nothing
    /// to tell.
    pub(super) fn heard(&self) -> String {
        match self {
            Wire::Lines(..) => String::new(),
            #[cfg(feature = "device")]
            Wire::Device(device) => device.heard(),
        }
    }
}
