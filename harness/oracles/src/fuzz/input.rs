//! What the bytes of an engine from elsewhere stand for.
//!
//! ```text
//! first byte: 0 to 127    a case is drawn, by the oracle's generator, from the bytes that follow
//!             128 to 255  a case is stored, in CBOR, in the bytes that follow
//!             in both     modulo their number, which of the oracle's profiles
//! ```
//!
//! Every input is a case: one that should hold a case and does not has one drawn from the same bytes. Drawn cases are
//! what such an engine is good at changing; stored ones are how a vector becomes a seed, and are changed by their structure
//! ([`mutate`]).

use arbitrary::Unstructured;
use ciborium::Value;

use super::mutate;
use crate::generate::seeded;
use crate::oracle::{About, Oracle};
use crivet::profile::Profile;

/// How many bytes an input is made from; most need few of them.
pub const BYTES: usize = 512;

/// In the first byte: the case is stored.
const STORED: u8 = 0x80;

/// The case that bytes stand for; none where there are none.
pub(super) fn case<O: Oracle>(oracle: &O, bytes: &[u8]) -> Option<(Profile, O::Case)> {
    let (&first, rest) = bytes.split_first()?;
    let profiles = oracle.about().profiles;
    let profile = *profiles.get(usize::from(first & !STORED) % profiles.len().max(1))?;
    let stored = if first & STORED == 0 { None } else { ciborium::from_reader(rest).ok() };
    let case = match stored {
        Some(case) => case,
        None => oracle.case(profile, &mut Unstructured::new(rest)).ok()?,
    };
    Some((profile, case))
}

/// How many bytes the changes of a case are drawn from.
const CHANGES: usize = 256;
/// Of so many drawn cases one is changed by its structure, and is a stored one then.
const TURNED: u8 = 8;

/// A case that differs a little from the one that the bytes stand for, stored; none where the engine should change the
/// bytes: of most cases that are drawn.
pub(super) fn mutated<O: Oracle>(oracle: &O, bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    let random = seeded(seed, CHANGES);
    let mut u = Unstructured::new(&random);
    if bytes.first()? & STORED == 0 && !u.ratio(1, TURNED).ok()? {
        return None;
    }
    let (profile, case) = case(oracle, bytes)?;
    let profiles = oracle.about().profiles;
    let profile = if u.ratio(1, 16).ok()? { *u.choose(profiles).ok()? } else { profile };
    let mut written = Vec::new();
    ciborium::into_writer(&case, &mut written).ok()?;
    let tree: Value = ciborium::from_reader(written.as_slice()).ok()?;
    let read = |tree: &Value| {
        let mut written = Vec::new();
        ciborium::into_writer(tree, &mut written).ok()?;
        ciborium::from_reader::<O::Case, _>(written.as_slice()).ok()
    };
    let tree = mutate::changed(&tree, &mut u, |tree| read(tree).is_some())?;
    stored(&oracle.about(), profile, &read(&tree)?)
}

/// The bytes of a stored case; none where the oracle does not know the profile.
pub(super) fn stored<C: serde::Serialize>(about: &About, profile: Profile, case: &C) -> Option<Vec<u8>> {
    let number = about.profiles.iter().position(|known| *known == profile)?;
    let mut bytes = vec![STORED | u8::try_from(number).ok()?];
    ciborium::into_writer(case, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::resolution::Resolution;
    use crate::oracle::round_trip_uri::RoundTripUri;

    #[track_caller]
    fn check<O: Oracle>(oracle: &O) {
        let (mut changed, mut given) = (0, 0);
        for seed in 0..300 {
            let mut bytes = seeded(seed, 200);
            assert!(case(oracle, &bytes).is_some(), "every input is a case");
            bytes[0] &= !STORED;
            let (profile, drawn) = case(oracle, &bytes).unwrap();
            let kept = stored(&oracle.about(), profile, &drawn).unwrap();
            let Some(mutated) = mutated(oracle, &kept, seed) else { continue };
            given += 1;
            let (_, came) = case(oracle, &mutated).unwrap();
            assert!(ciborium::from_reader::<O::Case, _>(&mutated[1..]).is_ok(), "it is stored as it is");
            changed += u32::from(came != drawn);
        }
        assert!(given > 220 && changed * 10 > given * 9, "{changed} of {given} of 300");
    }

    #[test]
    fn a_case_becomes_another_case() {
        check(&Resolution);
        check(&RoundTripUri);
        check(&crate::oracle::pure::Pure);
        check(&crate::oracle::scan::Scan);
    }
}
