//! What the generators reach, measured.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;

use super::grammar_coverage::{ALTERNATIVES, TableRow};
use super::{Sections, Start, pair, seeded};

mod others;
mod revisions;
mod uris;

/// How many seeded inputs each test draws.
const INPUTS: u64 = 100_000;

pub(crate) fn seeded_pair(seed: u64) -> (Sections, Sections) {
    pair(&mut Unstructured::new(&seeded(seed, 128))).expect("bytes that run out read as zero")
}

#[test]
fn no_bytes_make_the_plainest_pair() {
    let (base, reference) = pair(&mut Unstructured::new(&[])).unwrap();
    assert_eq!(hex::encode(base.to_cbor()), "832081616880");
    assert_eq!(hex::encode(reference.to_cbor()), "8100");
}

#[test]
fn same_bytes_same_pair() {
    for seed in 0..100 {
        assert_eq!(seeded_pair(seed), seeded_pair(seed));
    }
}

#[test]
fn every_alternative_and_row_is_reached() {
    let mut alternatives: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rows: BTreeMap<TableRow, u64> = BTreeMap::new();
    for seed in 0..INPUTS {
        let (base, reference) = seeded_pair(seed);
        for sections in [&base, &reference] {
            for alternative in sections.alternatives() {
                *alternatives.entry(alternative).or_default() += 1;
            }
        }
        if let Some(row) = TableRow::of(&reference) {
            *rows.entry(row).or_default() += 1;
        }
    }
    println!("{alternatives:#?}");
    let known = BTreeSet::from(ALTERNATIVES);
    let reached: BTreeSet<_> = alternatives.keys().copied().collect();
    assert_eq!(reached, known, "left: reached, right: known");
    let missed: Vec<_> = TableRow::all().filter(|row| !rows.contains_key(row)).collect();
    assert!(missed.is_empty(), "never reached: {missed:#?}");
}

#[test]
fn paths_are_deep_and_discards_go_around_their_length() {
    let (mut segments, mut exact, mut beyond) = (0, 0, 0);
    for seed in 0..INPUTS {
        let (base, reference) = seeded_pair(seed);
        segments += base.segments().len();
        if let Start::Discard(crivet::cri::Discard::Count(n @ 1..)) = reference.start {
            exact += usize::from(n == base.segments().len() as u64);
            beyond += usize::from(n > base.segments().len() as u64);
        }
    }
    let inputs = usize::try_from(INPUTS).unwrap();
    assert!(segments >= 2 * inputs, "a base has {segments} / {INPUTS} segments in the mean");
    assert!(exact >= inputs / 20 && beyond >= inputs / 20, "{exact} exact, {beyond} beyond");
}
