//! What the generators reach in href-27, and how much of it is valid.

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;

use super::INPUTS;
use crate::generate::grammar_coverage::{ALTERNATIVES, ONLY_IN_27, TableRow};
use crate::generate::{Sections, pair_in, seeded};
use crivet::cri::{Grade, read, violations};
use crivet::profile::Profile;

fn seeded_pair(seed: u64, profile: Profile) -> (Sections, Sections) {
    pair_in(&mut Unstructured::new(&seeded(seed, 128)), profile).unwrap()
}

/// The worst that the judge finds, if anything.
fn worst(sections: &Sections, profile: Profile) -> Option<(Grade, String)> {
    let reading = match read(&sections.to_cbor_in(profile)) {
        Ok(reading) => reading,
        Err(error) => return Some((Grade::Invalid, error.to_string())),
    };
    let worst = violations(&reading.cri, reading.form, profile).into_iter().next();
    worst.map(|worst| (worst.grade, worst.to_string()))
}

#[test]
fn the_plainest_pair() {
    let (base, reference) = pair_in(&mut Unstructured::new(&[]), Profile::Href27).unwrap();
    assert_eq!(hex::encode(base.to_cbor_in(Profile::Href27)), "8220816168");
    assert_eq!(hex::encode(reference.to_cbor_in(Profile::Href27)), "80");
}

#[test]
fn every_alternative_and_row_is_reached_in_27() {
    let mut alternatives: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rows: BTreeSet<TableRow> = BTreeSet::new();
    for seed in 0..INPUTS {
        let (base, reference) = seeded_pair(seed, Profile::Href27);
        for sections in [&base, &reference] {
            for alternative in sections.alternatives() {
                *alternatives.entry(alternative).or_default() += 1;
            }
        }
        rows.extend(TableRow::of(&reference));
    }
    println!("{alternatives:#?}");
    let mut known = BTreeSet::from(ALTERNATIVES);
    known.insert(ONLY_IN_27);
    assert_eq!(alternatives.keys().copied().collect::<BTreeSet<_>>(), known, "left: reached, right: known");
    assert_eq!(TableRow::all().filter(|row| !rows.contains(row)).count(), 0);
}

#[test]
fn most_inputs_are_valid() {
    for profile in [Profile::Href13, Profile::Href27] {
        let inputs = INPUTS / 10;
        let mut counts: BTreeMap<(&str, Option<Grade>), u64> = BTreeMap::new();
        for seed in 0..inputs {
            let (base, reference) = seeded_pair(seed, profile);
            for (role, sections) in [("base", base), ("reference", reference)] {
                let grade = worst(&sections, profile).map(|(grade, _)| grade);
                *counts.entry((role, grade)).or_default() += 1;
            }
        }
        println!("{counts:#?}");
        for role in ["base", "reference"] {
            let valid = counts[&(role, None)] * 100 / inputs;
            assert!((60..=95).contains(&valid), "{valid} in 100 are valid as {role}");
            assert!(counts[&(role, Some(Grade::Invalid))] > 0, "none is invalid as {role}");
        }
    }
}

/// What is written reads back as it was: the abstract form knows no difference.
#[test]
fn what_is_written_in_27_reads_back() {
    for seed in 0..INPUTS / 10 {
        let (base, reference) = seeded_pair(seed, Profile::Href27);
        for sections in [base, reference] {
            if worst(&sections, Profile::Href27).is_some() {
                continue;
            }
            let of = |cbor: Vec<u8>| read(&cbor).unwrap().cri.comparable();
            assert_eq!(of(sections.to_cbor_in(Profile::Href27)), of(sections.to_cbor()));
        }
    }
}
