//! `cargo xtask speed`: how long the reference takes for an answer, by how long the question is.
//!
//! Lines of `operation,bytes,nanoseconds` on standard output, which `cargo xtask mutants score --speed FILE` draws. They are of
//! this machine at this moment, and no part of what is committed. What is: how oracles compare, see [`oracles`].

mod oracles;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crivet::implementation::Implementation as _;
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet_testee_reference::Reference;

use crate::files::publish;

/// Measure the reference: one line of comma-separated values an operation and size
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many milliseconds each of them is asked again and again
    #[arg(long, value_name = "N", default_value_t = 200)]
    milliseconds: u64,
    /// Measure the oracles instead, and write their ratios to this file; see reports/README.md
    #[arg(long, value_name = "FILE")]
    oracles: Option<PathBuf>,
    /// Of the oracles, measure those alone whose name has this in it
    #[arg(long, value_name = "TEXT", requires = "oracles")]
    only: Option<String>,
}

/// How many path segments a question has.
const SEGMENTS: [usize; 7] = [1, 4, 16, 64, 256, 1024, 4096];

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let limit = Duration::from_millis(arguments.milliseconds);
    if let Some(path) = &arguments.oracles {
        let table = oracles::table(limit, arguments.only.as_deref())?;
        publish(path, &table, false)?;
        return Ok(());
    }
    let reference = Reference::new();
    println!("operation,bytes,nanoseconds");
    for operation in
        [OperationName::Decode, OperationName::CriToUri, OperationName::UriToCri, OperationName::Resolve]
    {
        for segments in SEGMENTS {
            let (question, bytes) = question(operation, segments);
            let time = median(&reference, &question, limit)
                .with_context(|| format!("{operation} of {segments} segments"))?;
            println!("{operation},{bytes},{}", time.as_nanos());
        }
    }
    Ok(())
}

/// `coap://h/seg/seg/…`, and how many bytes it has as this operation takes it.
fn question(operation: OperationName, segments: usize) -> (Operation, usize) {
    // An array of a scheme, an authority and a path: the head of the path says how many segments follow.
    let mut cri = vec![0x83, 0x20, 0x81, 0x61, b'h', 0x99];
    cri.extend_from_slice(&u16::try_from(segments).unwrap_or(u16::MAX).to_be_bytes());
    for _ in 0..segments {
        cri.extend_from_slice(b"\x63seg");
    }
    let uri = format!("coap://h{}", "/seg".repeat(segments));
    // `../x`: of the base all but the last segment is copied.
    let reference = vec![0x82, 0x02, 0x81, 0x61, b'x'];
    match operation {
        OperationName::CriToUri => (Operation::CriToUri { cri: cri.clone() }, cri.len()),
        OperationName::UriToCri => (Operation::UriToCri { uri: uri.clone() }, uri.len()),
        OperationName::Resolve => {
            let bytes = cri.len() + reference.len();
            (Operation::Resolve { base: cri, reference, relation: None }, bytes)
        }
        _ => (Operation::Decode { cri: cri.clone() }, cri.len()),
    }
}

/// The time of one answer, in the middle of as many as fit the time, and of no fewer than eleven.
fn median(reference: &Reference, question: &Operation, limit: Duration) -> Result<Duration> {
    let outcome = reference.perform(Profile::Href27, question);
    anyhow::ensure!(matches!(outcome, Outcome::Value(_)), "the answer is no value");
    let mut times = Vec::new();
    let start = Instant::now();
    while start.elapsed() < limit || times.len() < 11 {
        let before = Instant::now();
        black_box(reference.perform(Profile::Href27, black_box(question)));
        times.push(before.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}
