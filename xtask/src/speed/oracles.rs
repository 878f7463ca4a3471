//! `cargo xtask speed oracles`: what the check of one input costs, by oracle, as ratios.
//!
//! Times are of a machine and a moment, ratios much less so. Each oracle's check is held against three loops of the
//! same run: one that only makes the bytes, one that makes the oracle's input of them as well, and one that makes two
//! URIs and has `fluent-uri` parse, resolve and normalise them, which is the least that any differential fuzzer of URI
//! resolution has to do. The loops take turns, and of each the fastest times count.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use arbitrary::Unstructured;
use crivet::implementation::{Description, Implementation};
use crivet::profile::Profile;
use crivet_fuzz::fuzz::{AnyOracle, BYTES, oracles};
use crivet_fuzz::generate::seed::fill;
use crivet_fuzz::generate::uri_pair;
use crivet_fuzz::oracle::{Asker, Parties};
use crivet_testee_reference::Reference;
use fluent_uri::normalize::Normalizer;
use fluent_uri::{Uri, UriRef};

/// How many inputs a turn has, and how many of them are timed together: what comes in between on a busy machine spoils
/// a few of these short times, and never the same ones in each turn.
const INPUTS: u64 = 512;
const TOGETHER: usize = 32;
/// How many turns each loop has at least.
const TURNS: u32 = 9;

/// The loops: what is done with the bytes of one input.
type Loop<'a> = &'a mut dyn FnMut(&[u8]);

/// The table: a line an oracle and profile.
pub(super) fn table(limit: Duration, only: Option<&str>) -> Result<String> {
    let reference = Reference::new();
    let description = reference.describe();
    let mut table = String::from(HEADER);
    for oracle in oracles() {
        let about = oracle.facts();
        for profile in Profile::ALL {
            if about.profiles.contains(&profile) && only.is_none_or(|only| about.name.contains(only)) {
                row(&mut table, &*oracle, profile, (&reference, &description), limit)?;
            }
        }
    }
    Ok(table)
}

const HEADER: &str = "\
# What the check of one input costs, as ratios of loops in one run: `cargo xtask speed oracles`.
#
# The reference in one thread, a release build without instrumentation, on a virtual machine with two cores of an AMD
# EPYC. How to read it: at `check/empty` 20 a check takes as long as making the bytes of 20 inputs (512 bytes each),
# at `check/input` 3 it takes three times as long as making the oracle's input, that included, and at `check/fluent` 2
# twice as long as making two URIs and having fluent-uri parse, resolve and normalise them.
#
# oracle                    profile             check/empty  check/input  check/fluent
";

fn row(
    table: &mut String,
    oracle: &dyn AnyOracle,
    profile: Profile,
    (reference, description): (&Reference, &Description),
    limit: Duration,
) -> Result<()> {
    let parties = Parties {
        implementation: Some(reference),
        // Where two are held against each other it is both.
        other: oracle.facts().against.then_some(reference as _),
        description,
        other_description: oracle.facts().against.then_some(description),
    };
    let [empty, input, fluent, check] = fastest(
        [
            &mut |bytes| {
                black_box(bytes);
            },
            &mut |bytes| timed(oracle, profile, None, bytes),
            &mut |bytes| {
                black_box(resolved(bytes));
            },
            &mut |bytes| timed(oracle, profile, Some(parties), bytes),
        ],
        limit,
    );
    let ratio = |other: Duration| check.as_secs_f64() / other.as_secs_f64();
    let name = oracle.facts().name;
    writeln!(
        table,
        "{name:27} {:19} {:11.1}  {:11.2}  {:12.2}",
        profile.name(),
        ratio(empty),
        ratio(input),
        ratio(fluent)
    )?;
    let each = |time: Duration| time.as_nanos() / u128::from(INPUTS);
    eprintln!("{name} {profile}: {} ns, of these {} for the input", each(check), each(input));
    Ok(())
}

/// The time of each loop for all inputs, put together of the fastest times.
fn fastest<const N: usize>(mut loops: [Loop<'_>; N], limit: Duration) -> [Duration; N] {
    let numbers: Vec<u64> = (0..INPUTS).collect();
    let mut fastest = [(); N].map(|()| vec![Duration::MAX; numbers.len().div_ceil(TOGETHER)]);
    let start = Instant::now();
    for turn in 0.. {
        if turn >= TURNS && start.elapsed() >= limit {
            break;
        }
        for (work, fastest) in loops.iter_mut().zip(&mut fastest) {
            let mut bytes = [0; BYTES];
            // The same inputs in each turn, or the fastest would be that of the shortest inputs.
            for (numbers, fastest) in numbers.chunks(TOGETHER).zip(fastest) {
                let before = Instant::now();
                for number in numbers {
                    fill(*number, &mut bytes);
                    work(black_box(&bytes));
                }
                *fastest = before.elapsed().min(*fastest);
            }
        }
    }
    fastest.map(|times| times.into_iter().sum())
}

/// Makes the case that bytes stand for and, where there is someone to ask, checks it.
fn timed(oracle: &dyn AnyOracle, profile: Profile, parties: Option<Parties<'_>>, bytes: &[u8]) {
    let case = black_box(oracle.draw(profile, bytes));
    if let (Some(case), Some(parties)) = (case, parties) {
        let _ = black_box(case.check(&mut Asker::at_once(profile, parties)));
    }
}

/// What `fluent-uri` resolves two generated URIs to, normalised.
fn resolved(bytes: &[u8]) -> Option<String> {
    let (base, reference) = uri_pair(&mut Unstructured::new(bytes)).ok()?;
    let base = Uri::parse(base.as_str()).ok()?;
    let reference = UriRef::parse(reference.as_str()).ok()?;
    let base = base.strip_fragment();
    let target = reference.resolve_against(&base).ok()?;
    let normalizer = Normalizer::new().default_port_with(|_| None);
    normalizer.normalize(&target).ok().map(Uri::into_string)
}
