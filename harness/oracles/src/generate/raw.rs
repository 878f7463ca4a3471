//! Raw bytes, a little more like CBOR than chance has it.

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, pick};

/// How many pieces the bytes are made of, behind the head.
const COUNTS: &[Weighted<usize>] = &[(4, 1), (8, 2), (8, 3), (6, 4), (4, 6), (3, 10), (2, 16), (1, 32)];

/// How the bytes start: mostly as an array of a few elements.
const HEADS: &[Weighted<&[u8]>] = &[
    (6, b"\x81"),
    (8, b"\x82"),
    (8, b"\x83"),
    (4, b"\x84"),
    (4, b"\x85"),
    (1, b"\x80"),
    (1, b"\x86"),
    (8, b""),
];

/// Pieces that CRIs are made of, whole and broken; an empty one stands for any byte.
const PIECES: &[Weighted<&[u8]>] = &[
    (12, b""),
    (10, b"\x80"),
    (10, b"\x81"),
    (8, b"\x82"),
    (4, b"\x83"),
    (2, b"\x84"),
    (2, b"\x9f"),
    (2, b"\xff"),
    (2, b"\x98\x02"),
    (1, b"\x9b\x00\x00\x00\x01\x00\x00\x00\x00"),
    (8, b"\x20"),
    (6, b"\x00"),
    (6, b"\x01"),
    (3, b"\x18\x7f"),
    (3, b"\x18\x80"),
    (3, b"\x19\x16\x33"),
    (1, b"\x1a\x00\x01\x00\x00"),
    (8, b"\xf6"),
    (8, b"\xf5"),
    (5, b"\xf4"),
    (2, b"\xf7"),
    (1, b"\xf9\x7e\x00"),
    (10, b"\x61a"),
    (5, b"\x60"),
    (4, b"\x61."),
    (3, b"\x62.."),
    (4, b"\x64coap"),
    (3, b"\x62\xc3\xa9"),
    (2, b"\x61\xff"),
    (2, b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff"),
    (4, b"\x44\xc0\x00\x02\x01"),
    (2, b"\x50\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"),
    (3, b"\x41/"),
    (2, b"\x41\xff"),
    (1, b"\xd8\x63"),
    (1, b"\xa0"),
];

/// Some bytes.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn raw(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let mut bytes = pick(u, HEADS)?.to_vec();
    for _ in 0..*pick(u, COUNTS)? {
        match *pick(u, PIECES)? {
            b"" => bytes.push(u.arbitrary::<u8>()?),
            piece => bytes.extend_from_slice(piece),
        }
    }
    Ok(bytes)
}
