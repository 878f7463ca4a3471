//! Numbers and addresses: those that matter come from lists, and now and then any, so that no list is what is tested.

use std::net::{Ipv4Addr, Ipv6Addr};

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};

/// A number of two bytes: of a list, or any of as many bits as come up.
pub(super) fn number(u: &mut Unstructured<'_>, listed: &[Weighted<u16>]) -> Result<u16> {
    if !chance(u, 48)? {
        return pick(u, listed).copied();
    }
    // Numbers of few bits are rare among all, and their encodings are others.
    let bits = u.arbitrary::<u8>()? % 16;
    Ok(u.arbitrary::<u16>()? >> bits)
}

/// An IPv4 address: of a list, or any.
pub(super) fn ipv4(u: &mut Unstructured<'_>, listed: &[Weighted<[u8; 4]>]) -> Result<Ipv4Addr> {
    Ok(match chance(u, 48)? {
        true => u.arbitrary::<[u8; 4]>()?.into(),
        false => (*pick(u, listed)?).into(),
    })
}

/// An IPv6 address: of a list, or with zeros in any of its groups, which is what the text of one depends on.
pub(super) fn ipv6(u: &mut Unstructured<'_>, listed: &[Weighted<[u16; 8]>]) -> Result<Ipv6Addr> {
    if !chance(u, 64)? {
        return Ok((*pick(u, listed)?).into());
    }
    let zeros = u.arbitrary::<u8>()?;
    let mut groups = [0; 8];
    for (at, group) in groups.iter_mut().enumerate().filter(|(at, _)| zeros >> at & 1 == 0) {
        // The first is never that of a prefix in which the last four bytes are an IPv4 address.
        *group = match at {
            0 => 0x2001,
            _ => number(u, &[(4, 1), (2, 0xdb8), (2, 0xa), (1, 0xffff), (1, 0x100)])?.max(1),
        };
    }
    if groups[..6].iter().all(|group| *group == 0) {
        groups[0] = 0x2001;
    }
    Ok(groups.into())
}

/// The text of an IPv6 address as nobody has to write it: in upper case, with zeros in front, none or any of the runs
/// of zeros left out.
pub(super) fn ipv6_text(u: &mut Unstructured<'_>, address: Ipv6Addr) -> Result<String> {
    let groups = address.segments();
    let style = u.arbitrary::<u8>()?;
    let text = |group: &u16| match style & 3 {
        0 => format!("{group:x}"),
        1 => format!("{group:X}"),
        2 => format!("{group:04x}"),
        _ => format!("{group:02X}"),
    };
    let joined = |groups: &[u16]| groups.iter().map(text).collect::<Vec<_>>().join(":");
    let at = usize::from(style >> 2) % groups.len();
    let length = groups[at..].iter().take_while(|group| **group == 0).count();
    Ok(match length {
        0 => joined(&groups),
        _ => format!("{}::{}", joined(&groups[..at]), joined(&groups[at + length..])),
    })
}
