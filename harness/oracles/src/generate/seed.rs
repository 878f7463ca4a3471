//! Bytes from a seed, where no fuzzer hands any over.

/// The bytes that a seed stands for, the same for all time. Seeds next to each other give unlike bytes.
///
/// The numbers are those of splitmix64, which is short, and good enough to drive a generator.
pub fn seeded(seed: u64, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    fill(seed, &mut bytes);
    bytes
}

/// The same into a buffer that is there.
pub fn fill(seed: u64, bytes: &mut [u8]) {
    let mut state = mix(seed.wrapping_add(STEP));
    for chunk in bytes.chunks_mut(8) {
        state = state.wrapping_add(STEP);
        chunk.copy_from_slice(&mix(state).to_le_bytes()[..chunk.len()]);
    }
}

/// A seed of its own for each name under a seed.
pub fn derived(seed: u64, names: &[&str]) -> u64 {
    let mut state = mix(seed.wrapping_add(STEP));
    for byte in names.iter().flat_map(|name| name.bytes().chain([0])) {
        state = mix(state.wrapping_add(STEP) ^ u64::from(byte));
    }
    state
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_stands_for_the_same_bytes_for_all_time() {
        assert_eq!(
            seeded(0, 8),
            mix(mix(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15)).to_le_bytes()
        );
        assert_ne!(seeded(0, 16), seeded(1, 16));
        assert_ne!(seeded(0, 24)[8..], seeded(1, 24)[..16], "neighbours share a sequence");
        assert_eq!(seeded(7, 3), seeded(7, 100)[..3]);
    }
}
