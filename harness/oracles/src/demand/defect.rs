//! What each defect of a near-valid encoding demands: an opinion of its own, which a test holds against the judge's.

use super::Demand;
use crate::generate::Defect;
use crivet::profile::Profile;

impl Defect {
    /// What a revision demands of who meets it in an otherwise valid CRI or CRI reference.
    pub fn demand(self, profile: Profile) -> Demand {
        let rules = profile.rules();
        match self {
            // No draft forbids it (R34).
            Defect::LongHead => Demand::Accept,
            Defect::TagNinetyNine if rules.has_tag => Demand::Open,
            Defect::TrailingEmptyPath if rules.empty_is_default => Demand::Open,
            Defect::TrailingEmptyPath => Demand::Accept,
            _ => Demand::Reject,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use arbitrary::Unstructured;

    use super::*;
    use crate::generate::{near_valid, seeded};
    use crivet::cri::{Grade, read, violations};

    const INPUTS: u64 = 20_000;

    /// What the judge makes of an encoding.
    fn demand(cbor: &[u8], profile: Profile) -> Demand {
        let Ok(reading) = read(cbor) else { return Demand::Reject };
        match violations(&reading.cri, reading.form, profile).first() {
            None => Demand::Accept,
            Some(worst) if worst.grade == Grade::Invalid => Demand::Reject,
            Some(_) => Demand::Open,
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
}
