//! Encoded bytes as an input: whatever they are.

use serde::{Deserialize, Serialize};

use crate::generate::Simpler;

/// Bytes that are asked as they stand, written in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Encoded(#[serde(with = "crate::bytes")] pub Vec<u8>);

impl Simpler for Encoded {
    /// Without one item of the outer array, which then counts one less; then as any bytes, but for long ones, of
    /// which the ways to leave something out are too many to try.
    fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        if let Ok(items) = crivet::cri::split_array(&self.0) {
            for index in 0..items.len() {
                let mut kept = items.clone();
                kept.remove(index);
                simpler.push(Encoded(crate::generate::sequence::array_of(&kept)));
            }
        }
        if self.0.len() <= 256 {
            simpler.extend(self.0.simpler().into_iter().map(Encoded));
        }
        // No chain of steps is without end: each is shorter, or as long and smaller.
        let rank = |bytes: &[u8]| (bytes.len(), bytes.to_vec());
        simpler.retain(|one| rank(&one.0) < rank(&self.0));
        simpler
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_go_and_the_count_with_them() {
        let simpler = Encoded(hex::decode("83206161f5").unwrap_or_default()).simpler();
        for expected in ["826161f5", "8220f5", "82206161"] {
            assert!(simpler.iter().any(|one| hex::encode(&one.0) == expected), "{expected}");
        }
    }
}
