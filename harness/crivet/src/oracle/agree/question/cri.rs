//! Questions about CRIs of href-13 and href-27, and URIs and IRIs for them.

use arbitrary::{Result, Unstructured};

use super::{ASCII, altered, garbled, seldom};
use crate::canonical::{read, to_uri};
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::sequence::array_of;
use crate::generate::{
    self, cri_in, near_valid, pair_in, raw, reference_in, scanned, target_near, three_near,
};
use crate::operation::{Operation, OperationName};
use crate::oracle::decode_encode::encoded;
use crate::profile::Profile;

pub(super) fn draw(name: OperationName, profile: Profile, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::CriToUri => Operation::CriToUri { cri: one(u, profile)? },
        OperationName::CriToIri => Operation::CriToIri { cri: one(u, profile)? },
        OperationName::UriToCri => Operation::UriToCri { uri: uri(u, profile)? },
        OperationName::IriToCri => Operation::IriToCri { iri: iri(u, profile)? },
        OperationName::Resolve => {
            let (base, reference) = pair_in(u, profile)?;
            let (mut base, mut reference) = (base.to_cbor_in(profile), reference.to_cbor_in(profile));
            if seldom(u)? {
                match pick(u, &[(4, 0), (3, 1), (1, 2)])? {
                    0 => reference = spoilt(u, profile)?,
                    1 => base = spoilt(u, profile)?,
                    _ => base = reference_in(u, 2, profile)?.to_cbor_in(profile),
                }
            }
            Operation::Resolve { base, reference, relation: None }
        }
        OperationName::Relativize => {
            let (base, target) = target_near(u, profile)?;
            let (mut base, mut target) = (base.to_cbor_in(profile), target.to_cbor_in(profile));
            if seldom(u)? {
                match pick(u, &[(2, 0), (2, 1), (1, 2), (1, 3)])? {
                    0 => target = spoilt(u, profile)?,
                    1 => base = spoilt(u, profile)?,
                    2 => base = reference_in(u, 2, profile)?.to_cbor_in(profile),
                    _ => target = reference_in(u, 2, profile)?.to_cbor_in(profile),
                }
            }
            Operation::Relativize { base, target }
        }
        OperationName::Equivalent => {
            let [first, second, third] = three_near(u, profile)?;
            let ignore_fragment = chance(u, 64)?;
            let mut a = first.to_cbor_in(profile);
            let mut b = pick(u, &[(2, &second), (1, &third)])?.to_cbor_in(profile);
            if chance(u, 24)? {
                (a, b) = (
                    reference_in(u, 2, profile)?.to_cbor_in(profile),
                    reference_in(u, 2, profile)?.to_cbor_in(profile),
                );
            }
            if seldom(u)? {
                a = spoilt(u, profile)?;
                if chance(u, 96)? {
                    b.clone_from(&a);
                }
            }
            Operation::Equivalent { a, b, ignore_fragment }
        }
        OperationName::Scan => Operation::Scan { sequence: sequence(u, profile)? },
        _ => {
            let cri = encoded(profile, u)?.0;
            Operation::Decode { cri: if seldom(u)? { altered(u, cri)? } else { cri } }
        }
    })
}

/// A CRI or CRI reference, mostly a valid one.
fn one(u: &mut Unstructured<'_>, profile: Profile) -> Result<Vec<u8>> {
    Ok(match pick(u, &[(7, 0), (5, 1), (4, 2)])? {
        0 => cri_in(u, profile)?.to_cbor_in(profile),
        1 => reference_in(u, 3, profile)?.to_cbor_in(profile),
        _ => spoilt(u, profile)?,
    })
}

/// What is no CRI, most often for one reason.
fn spoilt(u: &mut Unstructured<'_>, profile: Profile) -> Result<Vec<u8>> {
    /// Single items that are no arrays, and arrays that hold little.
    const ITEMS: &[Weighted<&[u8]>] = &[
        (2, b""),
        (2, b"\x00"),
        (1, b"\x20"),
        (1, b"\xf6"),
        (1, b"\x61a"),
        (2, b"\x81\xf6"),
        (2, b"\x82\xf6\xf6"),
        (1, b"\x83\xf6\xf6\xf6"),
        (2, b"\x81\x80"),
        (2, b"\x81\x40"),
        (2, b"\x82\x40\x81\x61a"),
        (2, b"\x82\xf4\x81\x61a"),
        (1, b"\xa0"),
        (1, b"\x80\x00"),
    ];
    Ok(match pick(u, &[(8, 0), (3, 1), (3, 2), (1, 3)])? {
        0 => near_valid(u, profile)?.bytes,
        1 => {
            let cri = cri_in(u, profile)?.to_cbor_in(profile);
            altered(u, cri)?
        }
        2 => pick(u, ITEMS)?.to_vec(),
        _ => raw(u)?,
    })
}

/// An array of items; seldom one of indefinite length, with bytes behind it, or none at all.
fn sequence(u: &mut Unstructured<'_>, profile: Profile) -> Result<Vec<u8>> {
    /// Items that are hard to pass over: nested, in chunks, of every kind.
    const NEIGHBOURS: &[Weighted<&[u8]>] = &[
        (2, b"\x5f\x41a\x41b\xff"),
        (2, b"\x7f\x61a\xff"),
        (2, b"\x5f\xff"),
        (2, b"\x5f\x61a\xff"),
        (2, b"\x5f\x5f\x41a\xff\xff"),
        (2, b"\x7f\x41a\xff"),
        (2, b"\x9f\x20\xff"),
        (2, b"\x9f\x9f\x00\xff\xff"),
        (2, b"\xbf\x00\x01\xff"),
        (2, b"\xbf\x00\xff"),
        (1, b"\xff"),
        (1, b"\x1c"),
        (2, b"\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x81\x00"),
        (1, b"\x9b\x00\x00\x00\x00\xff\xff\xff\xff"),
        (1, b"\x1a\x00\x00"),
    ];
    let mut items = scanned(u, profile)?;
    if chance(u, 64)? {
        let at = usize::from(u.arbitrary::<u8>()?) % (items.len() + 1);
        items.insert(at, pick(u, NEIGHBOURS)?.to_vec());
    }
    let mut bytes = array_of(&items);
    if seldom(u)? {
        match pick(u, &[(3, 0), (3, 1), (2, 2), (3, 3), (1, 4)])? {
            0 if items.len() < 24 => {
                bytes[0] = 0x9f;
                bytes.push(0xff);
            }
            1 => bytes.push(u.arbitrary()?),
            2 => bytes.truncate(usize::from(u.arbitrary::<u8>()?) % (bytes.len() + 1)),
            3 => bytes = cri_in(u, profile)?.to_cbor_in(profile).split_off(1),
            _ => bytes = altered(u, bytes)?,
        }
    }
    Ok(bytes)
}

/// A URI or URI reference: by the grammar, or that of a CRI; seldom with a character too many or too few.
fn uri(u: &mut Unstructured<'_>, profile: Profile) -> Result<String> {
    let uri = match pick(u, &[(6, 0), (4, 1), (3, 2)])? {
        0 => generate::uri(u)?,
        1 => generate::uri_reference(u)?,
        _ => of_cri(u, profile)?,
    };
    if seldom(u)? { garbled(u, uri, ASCII) } else { Ok(uri) }
}

/// The URI (reference) of a CRI; an empty one where it has none.
fn of_cri(u: &mut Unstructured<'_>, profile: Profile) -> Result<String> {
    let sections = if chance(u, 96)? { reference_in(u, 2, profile)? } else { cri_in(u, profile)? };
    let uri = read(&sections.to_cbor_in(profile)).ok().and_then(|reading| to_uri(&reading.cri, profile).ok());
    Ok(uri.unwrap_or_default())
}

/// Characters at the ends of the ranges of RFC 3987 (section 2.2), and what its section 4.1 excludes.
const BEYOND_ASCII: &[Weighted<char>] = &[
    (2, '\u{80}'),
    (2, '\u{9f}'),
    (3, '\u{a0}'),
    (3, '\u{e9}'),
    (3, '\u{d7ff}'),
    (3, '\u{e000}'),
    (2, '\u{f8ff}'),
    (3, '\u{f900}'),
    (3, '\u{fdcf}'),
    (3, '\u{fdd0}'),
    (2, '\u{fdef}'),
    (3, '\u{fdf0}'),
    (3, '\u{ffcf}'),
    (3, '\u{ffef}'),
    (2, '\u{fff0}'),
    (2, '\u{fffd}'),
    (2, '\u{ffff}'),
    (3, '\u{10000}'),
    (2, '\u{1fffd}'),
    (2, '\u{1ffff}'),
    (2, '\u{2fffd}'),
    (2, '\u{e0000}'),
    (2, '\u{e1000}'),
    (2, '\u{efffd}'),
    (3, '\u{f0000}'),
    (2, '\u{100000}'),
    (3, '\u{10fffd}'),
    (3, '\u{200e}'),
    (3, '\u{200f}'),
    (3, '\u{202a}'),
    (3, '\u{202e}'),
    (1, '\u{301}'),
];

/// Of the same kinds, with characters beyond ASCII; the share with one put in is greater.
fn iri(u: &mut Unstructured<'_>, profile: Profile) -> Result<String> {
    let iri = match pick(u, &[(6, 0), (5, 1), (2, 2)])? {
        0 => generate::iri(u)?,
        1 => generate::iri_reference(u)?,
        _ => of_cri(u, profile)?,
    };
    match pick(u, &[(7, 0), (4, 1), (1, 2)])? {
        0 => Ok(iri),
        1 => garbled(u, iri, BEYOND_ASCII),
        _ => garbled(u, iri, ASCII),
    }
}
