//! Questions about CRIs of href-13 and href-27, and URIs and IRIs for them.

use std::net::IpAddr;

use arbitrary::{Result, Unstructured};

use super::{ASCII, altered, garbled, seldom};
use crate::generate::Start;
use crate::generate::choice::{Weighted, chance, pick};
use crate::generate::sequence::array_of;
use crate::generate::{
    self, cri_in, near_valid, pair_in, raw, reference_in, scanned, similar_target, three_similar,
};
use crate::oracle::decode_encode::encoded;
use crivet::cri::{Authority, Given, Host, Part, Scheme, Text};
use crivet::cri::{read, schemes, to_uri};
use crivet::operation::{Operation, OperationName};
use crivet::profile::Profile;

pub(super) fn draw(name: OperationName, profile: Profile, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::CriToUri => Operation::CriToUri { cri: one(u, profile, ASCII)? },
        OperationName::CriToIri => Operation::CriToIri { cri: one(u, profile, BEYOND_ASCII)? },
        OperationName::UriToCri => Operation::UriToCri { uri: uri(u, profile)? },
        OperationName::IriToCri => Operation::IriToCri { iri: iri(u, profile)? },
        OperationName::Resolve => {
            let (base, reference) = pair_in(u, profile)?;
            let (mut base, mut reference) = (base.to_cbor_in(profile), reference.to_cbor_in(profile));
            if seldom(u)? {
                match pick(u, &[(4, 0), (3, 1), (1, 2)])? {
                    0 => reference = malformed(u, profile)?,
                    1 => base = malformed(u, profile)?,
                    _ => base = reference_in(u, 2, profile)?.to_cbor_in(profile),
                }
            }
            Operation::Resolve { base, reference, relation: None }
        }
        OperationName::Relativize => {
            let (base, target) = similar_target(u, profile)?;
            let (mut base, mut target) = (base.to_cbor_in(profile), target.to_cbor_in(profile));
            if seldom(u)? {
                match pick(u, &[(2, 0), (2, 1), (1, 2), (1, 3)])? {
                    0 => target = malformed(u, profile)?,
                    1 => base = malformed(u, profile)?,
                    2 => base = reference_in(u, 2, profile)?.to_cbor_in(profile),
                    _ => target = reference_in(u, 2, profile)?.to_cbor_in(profile),
                }
            }
            Operation::Relativize { base, target }
        }
        OperationName::Equivalent => {
            let [first, second, third] = three_similar(u, profile)?;
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
                a = malformed(u, profile)?;
                if chance(u, 96)? {
                    b.clone_from(&a);
                }
            }
            Operation::Equivalent { a, b, ignore_fragment }
        }
        OperationName::Scan => Operation::Scan { sequence: sequence(u, profile)? },
        _ => {
            let cri = match pick(u, &[(16, 0), (3, 1), (1, 2)])? {
                0 => encoded(profile, u)?.0,
                1 => rarer(u, profile, BEYOND_ASCII)?,
                _ => malformed(u, profile)?,
            };
            Operation::Decode { cri: if seldom(u)? { altered(u, cri)? } else { cri } }
        }
    })
}

/// A CRI or CRI reference, mostly a valid one.
fn one(u: &mut Unstructured<'_>, profile: Profile, odd: &[Weighted<char>]) -> Result<Vec<u8>> {
    Ok(match pick(u, &[(7, 0), (5, 1), (4, 2), (6, 3)])? {
        3 => rarer(u, profile, odd)?,
        0 => cri_in(u, profile)?.to_cbor_in(profile),
        1 => reference_in(u, 3, profile)?.to_cbor_in(profile),
        _ => malformed(u, profile)?,
    })
}

/// What the generators write seldom, or never: another row of the table of schemes, odd names, many labels and
/// parameters, long texts, zones, and odd characters and bytes.
fn rarer(u: &mut Unstructured<'_>, profile: Profile, odd: &[Weighted<char>]) -> Result<Vec<u8>> {
    const NAMES: &[Weighted<&str>] = &[
        (3, "a9"),
        (2, "z0"),
        (2, "a,b"),
        (2, "a/"),
        (2, "a\n"),
        (2, "a-+."),
        (2, "a{"),
        (2, "a_"),
        (1, "coap "),
    ];
    const ZONES: &[Weighted<&str>] = &[
        (2, "ETH0"),
        (2, "a b"),
        (2, "eth/0"),
        (2, "%"),
        (2, "eth0"),
        (2, "a!b"),
        (2, "a:b"),
        (1, "\u{e9}"),
    ];
    const BYTES: &[Weighted<&[u8]>] = &[
        (3, b"\xf4\x90\x80\x80"),
        (3, b"\xff\xc3\xa9"),
        (3, b"\xc3"),
        (2, b"/\xff"),
        (2, b"\xed\xa0\x80"),
        (2, b"\xffa"),
        (2, b"/:/"),
    ];
    let mut sections = cri_in(u, profile)?;
    let path = sections.path.get_or_insert_default();
    let site = u.arbitrary::<u8>()?;
    let kind = *pick(u, &[(5, 0), (3, 1), (3, 2), (3, 3), (4, 4), (3, 5), (8, 6), (4, 7)])?;
    match (kind, &mut sections.start) {
        (0, Start::Full(scheme, _)) => {
            let rows: Vec<u64> = schemes(profile).keys().copied().collect();
            let row = usize::from(u.arbitrary::<u16>()?).checked_rem(rows.len()).unwrap_or_default();
            // The first and the last rows, and those around the sizes of heads, as often as all others.
            let row = match site % 4 {
                0 => rows.len().saturating_sub(1 + usize::from(site) / 64),
                1 => usize::from(site) / 8,
                _ => row,
            };
            if let Some(number) = rows.get(row).filter(|number| **number <= 0xffff) {
                *scheme = Scheme::Number(*number);
            }
        }
        (1, Start::Full(scheme, _)) => *scheme = Scheme::Name((*pick(u, NAMES)?).to_owned()),
        (2, Start::Full(_, authority)) => {
            let count = usize::from(3 + site % 8);
            let host = Host::Name(vec![Text::Plain("h".to_owned()); count]);
            *authority = Authority::Given(Given { userinfo: None, host, port: None });
        }
        (3, Start::Full(_, authority)) => {
            let zone = Some((*pick(u, ZONES)?).to_owned());
            let host = match site % 3 {
                0 => Host::Address { address: IpAddr::from([192, 0, 2, 1]), zone },
                _ => Host::Address { address: IpAddr::from([0xfe80, 0, 0, 0, 0, 0, 0, 1_u16]), zone },
            };
            *authority = Authority::Given(Given { userinfo: None, host, port: None });
        }
        (4, _) => {
            let parameter = |index: u8| Text::Plain(char::from(b'a' + index).to_string());
            sections.query = Some((0..3 + site % 4).map(parameter).collect());
        }
        (5, _) => {
            let length = *pick(u, &[(2, 23), (2, 24), (3, 127), (3, 128), (2, 255), (2, 256), (1, 700)])?;
            path.push(Text::Plain("a".repeat(length)));
        }
        (6, _) => {
            let text = Text::Plain(format!("{}a", pick(u, odd)?));
            match site % 3 {
                0 => path.push(text),
                1 => sections.query.get_or_insert_default().push(text),
                _ => sections.fragment = Some(text),
            }
        }
        _ => {
            let bytes = Part::Bytes(pick(u, BYTES)?.to_vec());
            let text = || Part::Text("a".to_owned());
            path.push(Text::Sequence(match site % 3 {
                0 => vec![bytes],
                1 => vec![text(), bytes],
                _ => vec![text(), Part::Bytes(b"/".to_vec()), text(), bytes, text()],
            }));
        }
    }
    Ok(sections.to_cbor_in(profile))
}

/// What is no CRI, most often for one reason.
fn malformed(u: &mut Unstructured<'_>, profile: Profile) -> Result<Vec<u8>> {
    /// Single items that are no arrays, arrays that hold little, and what one revision has and another has not.
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
        (2, b"\x82\x20\x82\x61h\xf6"),
        (2, b"\x83\x20\x81\x61h\x61p"),
        (2, b"\x84\x20\x81\x61h\x80\x61q"),
        (2, b"\x84\x20\x83\xf5\x61u\x61h\x80\x80"),
        (2, b"\x83\x20\x81\x61h\x81\x85\x61a\x41/\x61b\x61c\x41/"),
        (2, b"\x83\x20\x81\x61h\x81\x81\x61a"),
        (2, b"\x83\x20\x81\x61h\x81\x82\x41\xff\x80"),
        (2, b"\x82\xf6\x82\x44\xc0\x00\x02\x01\x64eth0"),
        (1, b"\x82\x3b\x7f\xff\xff\xff\xff\xff\xff\xff\x81\x61h"),
        (2, b"\x82\x3b\xff\xff\xff\xff\xff\xff\xff\xff\x81\x61h"),
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
        (2, b"\x7f\x7f\xff\xff"),
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
        if chance(u, 96)? {
            items.truncate(1);
        }
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
    let uri = match pick(u, &[(24, 0), (16, 1), (12, 2), (2, 3), (1, 4)])? {
        0 => generate::uri(u)?,
        1 => generate::uri_reference(u)?,
        3 => format!("coap://{}/", std::net::Ipv4Addr::from(u.arbitrary::<[u8; 4]>()?)),
        4 => {
            format!("?{}", ["a", "", "b=c", "d"].repeat(1 + usize::from(u.arbitrary::<u8>()? % 8)).join("&"))
        }
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
