//! Reports of a run with everything in it that a report can stumble over, each read by a real parser of its
//! format; snapshots of what people read; and the HTML in a real browser, where there is one.

#![expect(clippy::unwrap_used, reason = "helpers of tests, where a panic is how a test fails")]

mod bomb;
mod browser;
mod chromium;
mod comparison;
mod fixture;
mod formats;
mod page;
mod runner;
mod sinks;
mod snapshots;
mod widths;
