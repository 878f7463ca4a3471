//! What faults in the catalogue need that is too long to be written there.

use std::net::{Ipv4Addr, Ipv6Addr};

use ciborium::Value;

/// The item with definite lengths throughout, or the bytes as they are where they are no item.
pub(crate) fn definite(bytes: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    let mut rest = bytes;
    match ciborium::from_reader::<Value, _>(&mut rest) {
        Ok(value) if rest.is_empty() && ciborium::into_writer(&value, &mut result).is_ok() => result,
        _ => bytes.to_vec(),
    }
}

/// The same where only the array around everything has an indefinite length.
pub(crate) fn definite_outside(bytes: &[u8]) -> Vec<u8> {
    let mut result = definite(bytes);
    if bytes.first() != Some(&0x9f) || bytes.len() != result.len() + 1 {
        result = bytes.to_vec();
    }
    result
}

/// A text for ever, as if it were lent from the input.
pub(crate) fn lent(text: String) -> &'static str {
    text.leak()
}

/// The same for bytes.
pub(crate) fn lent_bytes(bytes: Vec<u8>) -> &'static [u8] {
    bytes.leak()
}

/// How many bytes the shortest head for this argument has.
pub(crate) fn head_size(argument: u64) -> usize {
    match argument {
        0..24 => 1,
        24..0x100 => 2,
        0x100..0x1_0000 => 3,
        0x1_0000..0x1_0000_0000 => 5,
        _ => 9,
    }
}

/// An IPv4 address whose numbers may start with zeros.
pub(crate) fn ipv4_with_zeros(text: &str) -> Option<Ipv4Addr> {
    let octets: Vec<u8> = text.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    <[u8; 4]>::try_from(octets).ok().map(Ipv4Addr::from)
}

/// An IPv4 address as the function `inet_aton` of old reads it: `127.1`.
pub(crate) fn ipv4_of_old(text: &str) -> Option<Ipv4Addr> {
    let numbers: Vec<u32> = text.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let (last, first) = numbers.split_last()?;
    if first.len() > 3 || first.iter().any(|number| *number > 255) {
        return None;
    }
    let mut address = *last;
    for (index, number) in first.iter().enumerate() {
        address |= number << (24 - 8 * index);
    }
    Some(Ipv4Addr::from(address))
}

/// An IPv6 address with every run of zeros left out, not only the longest.
pub(crate) fn ipv6_without_zeros(addr: Ipv6Addr) -> String {
    let mut text = String::new();
    for (index, segment) in addr.segments().into_iter().enumerate() {
        if segment != 0 {
            text.push_str(if index > 0 && !text.ends_with(':') { ":" } else { "" });
            text.push_str(&format!("{segment:x}"));
        } else if !text.ends_with("::") {
            text.push_str("::");
        }
    }
    text
}

/// The bytes of a character as if it were two surrogates of three bytes each.
pub(crate) fn surrogates(character: char) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in character.encode_utf16(&mut [0; 2]) {
        bytes.push(0xe0 | (*unit >> 12) as u8);
        bytes.push(0x80 | (*unit >> 6 & 0x3f) as u8);
        bytes.push(0x80 | (*unit & 0x3f) as u8);
    }
    bytes
}
