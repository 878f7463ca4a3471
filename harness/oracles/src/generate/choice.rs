//! Choices at the price of one byte each.

use arbitrary::{Result, Unstructured};

/// Something to choose, and how often: its weight in relation to the pool's sum, which is at most 256.
pub type Weighted<T> = (u8, T);

/// Chooses from a pool by weight. A byte of zero, or none left, chooses the first.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
#[inline]
pub fn pick<'pool, T>(u: &mut Unstructured<'_>, pool: &'pool [Weighted<T>]) -> Result<&'pool T> {
    let sum: u32 = pool.iter().map(|(weight, _)| u32::from(*weight)).sum();
    debug_assert!((1..=256).contains(&sum), "one byte reaches a sum of 1 to 256, this pool has {sum}");
    let mut left = u32::from(byte(u)) % sum.max(1);
    for (weight, item) in pool {
        match left.checked_sub(u32::from(*weight)) {
            Some(rest) => left = rest,
            None => return Ok(item),
        }
    }
    Err(arbitrary::Error::EmptyChoose)
}

/// True `times` in 256. A byte of zero, or none left, says no.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
#[inline]
pub fn chance(u: &mut Unstructured<'_>, times: u8) -> Result<bool> {
    Ok(byte(u) > 255 - times)
}

/// The next byte, as `u.arbitrary::<u8>()` has it, without going through a buffer: choices are made by the dozen.
#[inline]
fn byte(u: &mut Unstructured<'_>) -> u8 {
    u.bytes(1).map_or(0, |bytes| bytes[0])
}
