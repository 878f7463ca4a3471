//! Baselines: what makes a run red, what is expected, what is told, and what is written.

#![expect(clippy::unwrap_used, reason = "a test")]

mod compare;
mod read;
mod rewrite;
mod setting;
