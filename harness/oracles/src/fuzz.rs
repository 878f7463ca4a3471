//! Fuzzing: every oracle on many inputs, against any implementation.
//!
//! ```text
//! seed, oracle, profile, number of the case -> bytes -> case -> check -> agree, not comparable, differ
//! differ -> grouped by kind and cause -> the first of each group, shrunk -> finding
//! ```
//!
//! The same seed and number of cases give the same findings, however many jobs share the work. In this process an
//! answer comes at once, and a panic is caught; over a pipe the questions of many cases are in flight at a time,
//! see `batch`, and whatever fails is asked alone. A finding is confirmed and shrunk with nothing else in flight.

mod setting;
mod key;
mod input;
mod replayer;
mod finding;
mod shrink;
mod replay;
mod target;
mod worker;
mod batch;
mod any;
mod registry;
mod seeds;
mod time_to_detection;
mod campaign;

pub use any::AnyOracle;
pub use campaign::{Campaign, Progress, Row, fuzz};
pub use finding::Finding;
pub use input::BYTES;
pub use key::Key;
pub use registry::oracles;
pub use replay::{Replay, ReplayError};
pub use seeds::{Seed, dictionary, seeds};
pub use setting::{Budget, Options, Setting};
pub use target::{Check, Target};
pub use time_to_detection::{Detected, TimeToDetection, time_to_detection};
