//! Near-valid encodings: each defect is reached, and the judge agrees on what it means.

use std::collections::BTreeMap;

use arbitrary::Unstructured;

use crate::generate::{Defect, Demand, near_valid, seeded};
use crivet::cri::{Grade, read, violations};
use crivet::profile::Profile;

const INPUTS: u64 = 20_000;

/// What the judge makes of an encoding.
fn demand(cbor: &[u8], profile: Profile) -> Demand {
    let Ok(reading) = read(cbor) else { return Demand::Refuse };
    match violations(&reading.cri, reading.form, profile).first() {
        None => Demand::Accept,
        Some(worst) if worst.grade == Grade::Invalid => Demand::Refuse,
        Some(_) => Demand::Disputed,
    }
}

#[test]
fn the_judge_agrees_on_each() {
    for profile in [Profile::Href13, Profile::Href27] {
        let mut counts: BTreeMap<Defect, u64> = BTreeMap::new();
        for seed in 0..INPUTS {
            let near = near_valid(&mut Unstructured::new(&seeded(seed, 256)), profile).unwrap();
            *counts.entry(near.defect).or_default() += 1;
            // The judge reads nothing with a tag.
            if near.defect == Defect::TagNinetyNine {
                continue;
            }
            assert_eq!(
                demand(&near.bytes, profile),
                near.defect.demand(profile),
                "{:?} in {profile}: {}",
                near.defect,
                hex::encode(&near.bytes)
            );
        }
        println!("{profile}: {counts:#?}");
        for defect in Defect::ALL {
            // In one of a thousand, at least.
            let count = counts.get(defect).copied().unwrap_or_default();
            assert!(count >= INPUTS / 1000, "{defect:?} came up {count} times in {INPUTS}, in {profile}");
        }
    }
}

#[test]
fn no_bytes_make_a_near_valid_one_too() {
    let near = near_valid(&mut Unstructured::new(&[]), Profile::Href13).unwrap();
    assert_eq!((near.defect, hex::encode(near.bytes).as_str()), (Defect::LongHead, "98032081616880"));
}
