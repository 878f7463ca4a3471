//! What the bytes of an engine from elsewhere stand for.
//!
//! ```text
//! first byte: 0 to 127    a case is drawn, by the oracle's generator, from the bytes that follow
//!             128 to 255  a case is stored, in CBOR, in the bytes that follow
//!             in both     modulo their number, which of the oracle's profiles
//! ```
//!
//! Drawn cases are what such an engine is good at changing; stored ones are how a vector becomes a seed.

use arbitrary::Unstructured;

use crate::oracle::{About, Oracle};
use crivet::profile::Profile;

/// How many bytes an input is made from; most need few of them.
pub const BYTES: usize = 512;

/// In the first byte: the case is stored.
const STORED: u8 = 0x80;

/// The case that bytes stand for; none where they stand for none.
pub(super) fn case<O: Oracle>(oracle: &O, bytes: &[u8]) -> Option<(Profile, O::Case)> {
    let (&first, rest) = bytes.split_first()?;
    let profiles = oracle.about().profiles;
    let profile = *profiles.get(usize::from(first & !STORED) % profiles.len().max(1))?;
    let case = match first & STORED {
        0 => oracle.case(profile, &mut Unstructured::new(rest)).ok()?,
        _ => ciborium::from_reader(rest).ok()?,
    };
    Some((profile, case))
}

/// The bytes of a stored case; none where the oracle does not know the profile.
pub(super) fn stored<C: serde::Serialize>(about: &About, profile: Profile, case: &C) -> Option<Vec<u8>> {
    let number = about.profiles.iter().position(|known| *known == profile)?;
    let mut bytes = vec![STORED | u8::try_from(number).ok()?];
    ciborium::into_writer(case, &mut bytes).ok()?;
    Some(bytes)
}
