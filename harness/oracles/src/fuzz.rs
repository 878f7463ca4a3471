//! Fuzzing: every oracle on many inputs, against any implementation.
//!
//! ```text
//! seed, oracle, profile, number of the case -> bytes -> case -> check -> agree, not comparable, differ
//! differ -> one cluster a cause -> its first case, asked again and shrunk -> finding
//! ```
//!
//! The jobs side by side take turns of a few cases, each time of the oracle and profile that had least so far; over a
//! pipe the questions of many cases are in flight at a time, and whatever fails is asked alone. While one job makes a
//! finding simple the others search on. The same seed and number of cases give the same findings, however many jobs share
//! the work.

mod setting;
mod key;
mod input;
mod mutate;
mod any;
mod ask;
mod finding;
mod schedule;
mod settle;
mod clusters;
mod campaign;
mod search;
mod replay;
mod target;
mod registry;
mod seeds;
mod time_to_detection;

pub use any::{AnyCase, AnyOracle, CaseOf};
pub use campaign::{Campaign, Row};
pub use finding::{Again, Finding};
pub use input::BYTES;
pub use key::Key;
pub use registry::oracles;
pub use replay::{Replay, ReplayError};
pub use search::{Progress, fuzz};
pub use seeds::{Seed, dictionary, seeds};
pub use setting::{Budget, Options, Setting};
pub use target::{AnyTarget, Target};
pub use time_to_detection::{Detected, TimeToDetection, time_to_detection};
