//! Full CRIs, CRI references, and pairs of a base and a reference.
//!
//! The revisions differ in what the numbers of schemes stand for, and in where a zone may stand. The same bytes
//! make the same CRI in both but for that.

use std::net::IpAddr;

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};
use super::number::{ipv4, ipv6, number};
use super::sections::{Sections, Start};
use super::text::{Component, text_or_pet};
use crivet::cri::{Authority, Discard, Given, Host, Scheme, Text};
use crivet::profile::Profile;

/// A full CRI of href-13.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn cri(u: &mut Unstructured<'_>) -> Result<Sections> {
    cri_in(u, Profile::Href13)
}

/// A full CRI of a revision.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn cri_in(u: &mut Unstructured<'_>, profile: Profile) -> Result<Sections> {
    let scheme = scheme(u, profile)?;
    let authority = authority(u, profile)?;
    let mut path = match pick(u, &[(15, true), (1, false)])? {
        true => Some(segments(u)?),
        false => None,
    };
    if !matches!(authority, Authority::Given(Given { .. })) && !chance(u, 8)? {
        make_unambiguous(&authority, path.get_or_insert_default());
    }
    let query = match pick(u, &[(14, 0), (9, 1), (1, 2)])? {
        0 => None,
        1 => Some(parameters(u)?),
        _ => Some(Vec::new()),
    };
    Ok(Sections { start: Start::Full(scheme, authority), path, query, fragment: fragment(u)? })
}

/// A CRI reference of any kind, for a base whose path has `base_length` segments: numbers of segments to
/// discard are drawn from around it.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn reference(u: &mut Unstructured<'_>, base_length: usize) -> Result<Sections> {
    reference_in(u, base_length, Profile::Href13)
}

/// As [`reference()`], in a revision.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn reference_in(u: &mut Unstructured<'_>, base_length: usize, profile: Profile) -> Result<Sections> {
    let start = match pick(u, &[(10, 0), (2, 1), (1, 2), (1, 3)])? {
        0 => Start::Discard(discard(u, base_length)?),
        1 => Start::Authority(present(u, profile)?),
        2 => return cri_in(u, profile),
        _ => match pick(u, &[(1, 0), (1, 1), (3, 2)])? {
            0 => Start::Authority(Authority::True),
            1 => Start::Full(scheme(u, profile)?, authority(u, profile)?),
            _ => Start::Authority(present(u, profile)?),
        },
    };
    // A reference that discards has a URI form only if it adds a segment, one that does not discard only if
    // it adds none; the others are resolvable all the same.
    let keeps_path = matches!(start, Start::Discard(Discard::Count(0)));
    let path_kinds: &[Weighted<u8>] =
        if keeps_path { &[(8, 0), (1, 1), (1, 2)] } else { &[(14, 2), (1, 1), (1, 0)] };
    let path = match pick(u, path_kinds)? {
        0 => None,
        1 => Some(Vec::new()),
        _ => {
            let mut path = segments(u)?;
            if path.is_empty() {
                path.push(text_or_pet(u, Component::Segment)?);
            }
            Some(path)
        }
    };
    let query = match pick(u, &[(6, 0), (4, 1), (1, 2)])? {
        0 => None,
        1 => Some(parameters(u)?),
        _ => Some(Vec::new()),
    };
    Ok(Sections { start, path, query, fragment: fragment(u)? })
}

/// A base, mostly a valid one, and a reference made for it.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn pair(u: &mut Unstructured<'_>) -> Result<(Sections, Sections)> {
    pair_in(u, Profile::Href13)
}

/// As [`pair`], in a revision.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn pair_in(u: &mut Unstructured<'_>, profile: Profile) -> Result<(Sections, Sections)> {
    let base = cri_in(u, profile)?;
    let reference = reference_in(u, base.segments().len(), profile)?;
    Ok((base, reference))
}

/// Schemes: registered numbers (zero is -1), names with and without a number, and rarely a number nobody
/// registered.
fn scheme(u: &mut Unstructured<'_>, profile: Profile) -> Result<Scheme> {
    const NUMBERS: &[Weighted<u16>] =
        &[(8, 0), (4, 1), (4, 2), (4, 3), (3, 4), (3, 5), (2, 6), (2, 8), (2, 1719), (2, 2263), (1, 29_999)];
    // From -27 on, the same places: coap+ws and coaps+ws, and two with numbers of three and five bytes, one of them odd in the
    // table; 26 is the first in front of them that is free.
    const NUMBERS_27: &[Weighted<u16>] =
        &[(8, 0), (4, 1), (4, 2), (4, 3), (3, 4), (3, 5), (2, 6), (2, 24), (2, 11_718), (2, 5477), (1, 26)];
    const NAMES: &[Weighted<&str>] =
        &[(8, "a"), (4, "coap"), (4, "foo"), (2, "x+y.z-0"), (2, "file"), (1, "urn"), (1, "tag")];
    Ok(if chance(u, 80)? {
        // Upper case is not well-formed.
        if chance(u, 2)? {
            Scheme::Name("Foo".to_owned())
        } else {
            Scheme::Name((*pick(u, NAMES)?).to_owned())
        }
    } else {
        let numbers = if profile.revision().schemes == Some("href-13") { NUMBERS } else { NUMBERS_27 };
        // What is in no table is open for the most part: few will do.
        let number = if chance(u, 8)? { number(u, numbers)? } else { *pick(u, numbers)? };
        Scheme::Number(number.into())
    })
}

fn authority(u: &mut Unstructured<'_>, profile: Profile) -> Result<Authority> {
    Ok(match pick(u, &[(8, 0), (3, 1), (3, 2)])? {
        0 => present(u, profile)?,
        1 => Authority::Null,
        _ => Authority::True,
    })
}

fn present(u: &mut Unstructured<'_>, profile: Profile) -> Result<Authority> {
    const PORTS: &[Weighted<u16>] =
        &[(6, 4711), (2, 1), (2, 0), (2, 23), (2, 24), (2, 255), (2, 256), (2, 65535), (1, 80), (1, 5683)];
    let userinfo = match chance(u, 24)? {
        true => Some(text_or_pet(u, Component::Userinfo)?),
        false => None,
    };
    let host = host(u, profile)?;
    let port = match chance(u, 64)? {
        true => Some(number(u, PORTS)?.into()),
        false => None,
    };
    Ok(Authority::Given(Given { userinfo, host, port }))
}

fn host(u: &mut Unstructured<'_>, profile: Profile) -> Result<Host> {
    const IPV4: &[Weighted<[u8; 4]>] =
        &[(3, [192, 0, 2, 1]), (1, [0; 4]), (1, [255; 4]), (1, [127, 0, 0, 1])];
    // The shapes RFC 5952 treats apart: all zeros, one run, two runs of one length, mapped, none.
    const IPV6: &[Weighted<[u16; 8]>] = &[
        (3, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]),
        (1, [0; 8]),
        (1, [0, 0, 0, 0, 0, 0, 0, 1]),
        (1, [0xfe80, 0, 0, 0, 1, 0, 0, 1]),
        (1, [0x2001, 0xdb8, 0, 0, 1, 0, 0, 1]),
        (1, [0x2001, 0xdb8, 0, 1, 1, 1, 1, 1]),
        (1, [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0201]),
        (1, [0xffff; 8]),
    ];
    Ok(match pick(u, &[(12, 0), (2, 1), (2, 2)])? {
        0 => {
            let count = *pick(u, &[(10, 1), (6, 2), (3, 3), (1, 4), (1, 0)])?;
            Host::Name((0..count).map(|_| text_or_pet(u, Component::Label)).collect::<Result<_>>()?)
        }
        1 => {
            let address = IpAddr::from(ipv4(u, IPV4)?);
            let zone = if profile.rules().zone_after_ipv4 { zone(u)? } else { None };
            Host::Address { address, zone }
        }
        _ => {
            let address = IpAddr::from(ipv6(u, IPV6)?);
            Host::Address { address, zone: zone(u)? }
        }
    })
}

fn zone(u: &mut Unstructured<'_>) -> Result<Option<String>> {
    const ZONES: &[Weighted<&str>] = &[(4, "eth0"), (1, "1"), (1, "")];
    Ok(match chance(u, 32)? {
        true => Some((*pick(u, ZONES)?).to_owned()),
        false => None,
    })
}

fn discard(u: &mut Unstructured<'_>, base_length: usize) -> Result<Discard> {
    let near = |offset: i8| {
        let length = u8::try_from(base_length).unwrap_or(u8::MAX).min(126);
        Discard::Count(length.saturating_add_signed(offset).into())
    };
    Ok(match pick(u, &[(8, 0), (12, 1), (6, 2), (4, 3), (4, 4), (4, 5), (8, 6), (2, 7), (2, 8), (1, 9)])? {
        0 => Discard::Count(0),
        1 => Discard::Count(1),
        2 => Discard::Count(2),
        3 => near(-1),
        4 => near(0),
        5 => near(1),
        6 => Discard::All,
        7 => Discard::Count(127),
        8 => Discard::Count(u64::from(u.arbitrary::<u8>()? & 0x7f)),
        // Beyond what is well-formed.
        _ => Discard::Count(128),
    })
}

fn segments(u: &mut Unstructured<'_>) -> Result<Vec<Text>> {
    // Long paths are a matter of heads and of what discard can count, and as costly as many short ones: few will do.
    const COUNTS: &[Weighted<usize>] =
        &[(30, 0), (50, 1), (50, 2), (40, 3), (25, 4), (15, 5), (10, 8), (2, 24), (1, 128)];
    let count = *pick(u, COUNTS)?;
    if count > 8 {
        return Ok(vec![text_or_pet(u, Component::Segment)?; count]);
    }
    (0..count).map(|_| text_or_pet(u, Component::Segment)).collect()
}

fn parameters(u: &mut Unstructured<'_>) -> Result<Vec<Text>> {
    let count = *pick(u, &[(8, 1), (4, 2), (1, 3)])?;
    (0..count).map(|_| text_or_pet(u, Component::Parameter)).collect()
}

fn fragment(u: &mut Unstructured<'_>) -> Result<Option<Text>> {
    Ok(match chance(u, 72)? {
        true => Some(text_or_pet(u, Component::Fragment)?),
        false => None,
    })
}

/// Without an authority a path must not start in a way that its URI says something else.
fn make_unambiguous(authority: &Authority, path: &mut Vec<Text>) {
    let starts_empty = path.first().is_some_and(Text::is_empty);
    match authority {
        Authority::True if path.is_empty() => path.push(Text::Plain("a".to_owned())),
        Authority::True if starts_empty => path[0] = Text::Plain("a".to_owned()),
        Authority::Null if starts_empty && path.len() > 1 => path[0] = Text::Plain("a".to_owned()),
        _ => {}
    }
}
