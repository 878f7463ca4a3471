//! Sequences: items to scan, and references to resolve against one base.

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};
use super::cri::{cri_in, reference_in};
use super::defect::near_valid;
use super::item::Item;
use super::sections::Sections;
use crivet::cri::split_array;
use crivet::profile::Profile;

/// The items of an array to scan, each a single item of well-formed CBOR: CRIs and CRI references, some of them
/// with a defect, among items of other kinds. None is nested deeper than implementations must follow (R66).
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn scanned(u: &mut Unstructured<'_>, profile: Profile) -> Result<Vec<Vec<u8>>> {
    const COUNTS: &[Weighted<usize>] = &[(8, 2), (8, 3), (6, 4), (3, 6), (2, 1), (1, 24), (1, 0)];
    const OTHERS: &[Weighted<&[u8]>] = &[
        (6, b"\x00"),
        (4, b"\x20"),
        (4, b"\x61a"),
        (3, b"\x41\xff"),
        (4, b"\xf6"),
        (3, b"\xf5"),
        (3, b"\xf7"),
        (3, b"\xf9\x3c\x00"),
        (3, b"\xfb\x00\x00\x00\x00\x00\x00\x00\x00"),
        (3, b"\xf8\xff"),
        (4, b"\xa1\x61a\x81\x20"),
        (3, b"\xa2\x80\xa0\x01\xf4"),
        (3, b"\xc1\x1a\x00\x00\x00\x00"),
        (3, b"\xd8\x20\x63a:b"),
        (4, b"\x81\x81\x81\x81\x81\x81\x80"),
        (3, b"\x81\x82\x20\x81\x61h"),
        (3, b"\x9b\x00\x00\x00\x00\x00\x00\x00\x01\x20"),
        (2, b"\x86\x20\x81\x61h\x80\x80\x61f\x61g"),
        (2, b"\x82\x20\xf7"),
    ];
    let count = *pick(u, COUNTS)?;
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(match pick(u, &[(8, 0), (4, 1), (5, 2), (5, 3)])? {
            0 => cri_in(u, profile)?.to_cbor_in(profile),
            1 => reference_in(u, 3, profile)?.to_cbor_in(profile),
            2 => near_valid(u, profile)?.bytes,
            _ => (*pick(u, OTHERS)?).to_vec(),
        });
    }
    // What is no CBOR would be the end of the whole array and not of one item.
    items.retain(|item| is_one_item(item));
    Ok(items)
}

/// The array of definite length that holds the items.
pub fn array_of<T: AsRef<[u8]>>(items: &[T]) -> Vec<u8> {
    let mut bytes = Item::head(4, items.len() as u64);
    items.iter().for_each(|item| bytes.extend_from_slice(item.as_ref()));
    bytes
}

fn is_one_item(bytes: &[u8]) -> bool {
    split_array(&array_of(&[bytes])).is_ok_and(|items| items == [bytes])
}

/// A base and some references to resolve against it, in this order.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn resolutions(u: &mut Unstructured<'_>, profile: Profile) -> Result<(Sections, Vec<Sections>)> {
    let base = cri_in(u, profile)?;
    let count = *pick(u, &[(8, 2_usize), (6, 3), (3, 4), (1, 6)])?;
    let mut references: Vec<Sections> = Vec::new();
    for _ in 0..count {
        // One that came before shows what was left behind by those in between.
        let again = if chance(u, 32)? { references.first().cloned() } else { None };
        references.push(match again {
            Some(reference) => reference,
            None => reference_in(u, base.segments().len(), profile)?,
        });
    }
    Ok((base, references))
}
