//! Framings: how messages are written, and told from one another.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "device")]
use super::{cbor, frame};

/// How requests and answers are written. They say the same in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// JSON Lines.
    #[default]
    Json,
    /// A CBOR sequence (RFC 8742).
    #[cfg(feature = "device")]
    Cbor,
    /// The same messages, each in a frame: for a line that can lose or garble bytes.
    #[cfg(feature = "device")]
    Frames,
}

impl Framing {
    /// All of them.
    pub const ALL: &[Framing] = &[
        Framing::Json,
        #[cfg(feature = "device")]
        Framing::Cbor,
        #[cfg(feature = "device")]
        Framing::Frames,
    ];

    /// The name that the command line uses.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Json => "json",
            #[cfg(feature = "device")]
            Framing::Cbor => "cbor",
            #[cfg(feature = "device")]
            Framing::Frames => "cbor-frames",
        }
    }

    /// A request in this framing, from a line of JSON with its end.
    #[cfg(feature = "device")]
    pub(crate) fn request(self, line: String) -> Vec<u8> {
        match self {
            Framing::Json => line.into_bytes(),
            #[cfg(feature = "device")]
            Framing::Cbor => cbor::request_from_json(&line).unwrap_or_default(),
            #[cfg(feature = "device")]
            Framing::Frames => frame::frame(&cbor::request_from_json(&line).unwrap_or_default()),
        }
    }

    /// How long a request is, in bytes: the line with its end, or the CBOR item without its frame.
    pub(crate) fn length(self, line: String) -> usize {
        match self {
            Framing::Json => line.len(),
            #[cfg(feature = "device")]
            Framing::Cbor | Framing::Frames => Framing::Cbor.request(line).len(),
        }
    }
}

impl fmt::Display for Framing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Framing {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Framing::ALL.iter().copied().find(|framing| framing.name() == name).ok_or_else(|| {
            let known: Vec<_> = Framing::ALL.iter().map(|framing| framing.name()).collect();
            format!("expected one of {}", known.join(", "))
        })
    }
}

/// Bytes that have come and not been taken as messages; not of lines, which are text.
#[cfg(feature = "device")]
#[derive(Debug)]
pub(crate) struct Messages {
    framed: bool,
    bytes: Vec<u8>,
    /// Where the next message starts.
    start: usize,
}

/// What stands between two places where a message may start.
#[cfg(feature = "device")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A message without its frame.
    Message(Vec<u8>),
    /// What is no frame.
    Noise(Vec<u8>),
}

#[cfg(feature = "device")]
impl Messages {
    pub(crate) fn new(framing: Framing) -> Self {
        Messages { framed: framing == Framing::Frames, bytes: Vec::new(), start: 0 }
    }

    pub(crate) fn push(&mut self, chunk: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(chunk);
    }

    /// The next piece, if it is complete.
    pub(crate) fn next(&mut self) -> Result<Option<Piece>, cbor::Malformed> {
        if self.rest().is_empty() {
            return Ok(None);
        }
        if !self.framed {
            let Some(length) = cbor::length(self.rest())? else { return Ok(None) };
            let message = self.rest()[..length].to_vec();
            self.start += length;
            return Ok(Some(Piece::Message(message)));
        }
        while let Some(end) = self.rest().iter().position(|byte| *byte == 0) {
            let between = self.rest()[..end].to_vec();
            self.start += end + 1;
            if !between.is_empty() {
                let message = frame::unframe(&between);
                return Ok(Some(message.map_or(Piece::Noise(between), Piece::Message)));
            }
        }
        Ok(None)
    }

    /// What has come after the last complete piece.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

#[cfg(all(test, feature = "device"))]
mod tests {
    use super::{Framing, Messages, Piece, frame};

    #[test]
    fn noise_and_frames_come_apart_however_they_came_in() {
        let mut bytes = b"U-Boot 2026.01\r\n".to_vec();
        bytes.extend(frame::frame(b"\x80"));
        bytes.extend(frame::frame(b"\x81\x00"));
        bytes.extend(b"half");
        for size in 1..20 {
            let mut messages = Messages::new(Framing::Frames);
            let mut pieces = Vec::new();
            for chunk in bytes.chunks(size) {
                messages.push(chunk);
                while let Some(piece) = messages.next().unwrap() {
                    pieces.push(piece);
                }
            }
            let noise = Piece::Noise(b"U-Boot 2026.01\r\n".to_vec());
            assert_eq!(pieces, [noise, Piece::Message(b"\x80".to_vec()), Piece::Message(b"\x81\0".to_vec())]);
            assert_eq!(messages.rest(), b"half");
        }
    }
}
