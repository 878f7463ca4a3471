//! What faults in the catalogue need that is too long to be written there.

use std::net::{Ipv4Addr, Ipv6Addr};

use ciborium::Value;
use ciborium_ll::Header;

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

/// A head with additional information that announces no argument, read as if that were the argument.
pub(crate) fn reserved_as_argument(input: &[u8], position: usize) -> Option<(Header, usize)> {
    let (major, information) = reserved(input, position)?;
    Some((header(major, information.into())?, 1))
}

/// The same, read as if the argument were 0.
pub(crate) fn reserved_as_zero(input: &[u8], position: usize) -> Option<(Header, usize)> {
    let (major, _) = reserved(input, position)?;
    Some((header(major, 0)?, 1))
}

/// The same, read as if the argument followed in the next power of two of bytes.
pub(crate) fn reserved_as_width(input: &[u8], position: usize) -> Option<(Header, usize)> {
    let (major, information) = reserved(input, position)?;
    let width = 1 << (information - 24);
    let argument = input.get(position + 1..)?.get(..width)?;
    let low = argument[width - 8..].iter().fold(0, |value: u64, byte| value << 8 | u64::from(*byte));
    Some((header(major, low)?, 1 + width))
}

/// Major type and additional information, where the latter announces no argument.
fn reserved(input: &[u8], position: usize) -> Option<(u8, u8)> {
    let (major, information) = (input.get(position)? >> 5, input.get(position)? & 31);
    (information > 27).then_some((major, information))
}

fn header(major: u8, argument: u64) -> Option<Header> {
    let count = || usize::try_from(argument).ok();
    Some(match major {
        0 => Header::Positive(argument),
        1 => Header::Negative(argument),
        2 => Header::Bytes(Some(count()?)),
        3 => Header::Text(Some(count()?)),
        4 => Header::Array(Some(count()?)),
        5 => Header::Map(Some(count()?)),
        _ => return None,
    })
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

/// The item with what is missing at the end of it left off: strings are cut, arrays end early.
pub(crate) fn completed(bytes: &[u8]) -> Vec<u8> {
    match ciborium::from_reader::<Value, _>(bytes) {
        Ok(_) => bytes.to_vec(),
        Err(_) => {
            let mut result = Vec::new();
            let mut rest = bytes;
            complete(&mut rest, &mut result, 0).map_or_else(|| bytes.to_vec(), |()| result)
        }
    }
}

/// Copies one item as far as there is input; none where there is none of it, or it is of a kind no CRI holds.
fn complete(rest: &mut &[u8], result: &mut Vec<u8>, depth: usize) -> Option<()> {
    let (&initial, behind) = rest.split_first().filter(|_| depth < 8)?;
    let (major, short) = (initial >> 5, initial & 0x1f);
    let more = if short < 24 { 0 } else { 1 << (short - 24).min(3) };
    let argument = behind.get(..more).unwrap_or(behind);
    let value = argument
        .iter()
        .fold(u64::from(if more == 0 { short } else { 0 }), |value, byte| value << 8 | u64::from(*byte));
    *rest = &behind[argument.len()..];
    match major {
        2 | 3 => {
            let length = usize::try_from(value).unwrap_or(usize::MAX).min(rest.len());
            head(major, length, result);
            result.extend_from_slice(&rest[..length]);
            *rest = &rest[length..];
        }
        4 => {
            let (mut items, mut count) = (Vec::new(), 0);
            while count < usize::try_from(value).unwrap_or(usize::MAX)
                && complete(rest, &mut items, depth + 1).is_some()
            {
                count += 1;
            }
            head(major, count, result);
            result.extend(items);
        }
        0 | 1 | 7 if more == argument.len() => {
            result.push(initial);
            result.extend_from_slice(argument);
        }
        _ => return None,
    }
    Some(())
}

fn head(major: u8, length: usize, result: &mut Vec<u8>) {
    match u8::try_from(length) {
        Ok(short @ 0..24) => result.push(major << 5 | short),
        Ok(byte) => result.extend([major << 5 | 24, byte]),
        Err(_) => {
            result.push(major << 5 | 26);
            result.extend((length as u32).to_be_bytes());
        }
    }
}

/// Does the CRI reference end in a default value of href-27 (table 2) that resolution does not need there?
pub(crate) fn ends_in_default(bytes: &[u8]) -> bool {
    let Ok(Value::Array(array)) = ciborium::from_reader::<Value, _>(bytes) else { return false };
    let empty = Value::Array(Vec::new());
    match array.as_slice() {
        [only] => *only == Value::from(0),
        // An example of 2.3: it unsets the query alone.
        [first, path, query] if *first == Value::from(0) && path.is_null() && *query == empty => false,
        [.., last] => *last == empty && array.len() > 2 || array.get(1) == Some(&empty) && array.len() == 2,
        [] => false,
    }
}

/// Would the algorithm of 7.1 leave these bytes in a byte string?
pub(crate) fn is_minimal(bytes: &[u8]) -> bool {
    let is_unreserved = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~".contains(byte);
    let starts_character = |rest: &[u8]| {
        (2..=rest.len().min(4))
            .any(|end| std::str::from_utf8(&rest[..end]).is_ok_and(|text| !text.is_ascii()))
    };
    !bytes.iter().any(is_unreserved) && !(0..bytes.len()).any(|start| starts_character(&bytes[start..]))
}

/// A head with its argument in four bytes, or in eight where it takes them.
pub(crate) fn long_head(header: Header) -> Vec<u8> {
    let (major, argument) = match header {
        Header::Positive(value) => (0, value),
        Header::Negative(value) => (1, value),
        Header::Bytes(Some(length)) => (2, length as u64),
        Header::Text(Some(length)) => (3, length as u64),
        Header::Array(Some(count)) => (4, count as u64),
        Header::Simple(value) => return vec![0xe0 | value],
        _ => return Vec::new(),
    };
    match u32::try_from(argument) {
        Ok(short) => [&[major << 5 | 26][..], &short.to_be_bytes()].concat(),
        Err(_) => [&[major << 5 | 27][..], &argument.to_be_bytes()].concat(),
    }
}

/// A percent-encoded name in lower case, its escapes included as far as they are UTF-8.
pub(crate) fn lower_cased(name: &str) -> String {
    let ascii = name.to_ascii_lowercase();
    let bytes = escaped_bytes(&ascii);
    match String::from_utf8(bytes) {
        Ok(text) if !ascii.contains("%2") && !text.is_ascii() => {
            let lower = text.to_lowercase();
            let escaped = |byte: u8| match byte.is_ascii() {
                true => char::from(byte).to_string(),
                false => format!("%{byte:02X}"),
            };
            lower.bytes().map(escaped).collect()
        }
        _ => ascii,
    }
}

/// The bytes that percent-encoded text stands for.
pub(crate) fn escaped_bytes(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, behind @ ..] = rest {
        let escape = (*first == b'%').then(|| behind.get(..2)).flatten();
        let byte = escape.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    bytes
}

/// An IPv6 address with four digits in each of its eight groups.
pub(crate) fn ipv6_in_full(addr: Ipv6Addr) -> String {
    addr.segments().map(|segment| format!("{segment:04x}")).join(":")
}

/// An IPv6 address that ends in dotted decimal.
pub(crate) fn ipv6_with_dotted_tail(addr: Ipv6Addr) -> String {
    let [.., a, b, c, d] = addr.octets();
    let head: Vec<String> = addr.segments()[..6].iter().map(|segment| format!("{segment:x}")).collect();
    format!("{}:{a}.{b}.{c}.{d}", head.join(":"))
}

/// A text with its numeric character references replaced.
pub(crate) fn without_character_references(text: &str) -> String {
    let (mut result, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("&#") {
        result.push_str(before);
        let character = behind.split_once(';').and_then(|(digits, after)| {
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            Some((char::from_u32(number.ok()?)?, after))
        });
        rest = match character {
            Some((character, after)) => {
                result.push(character);
                after
            }
            None => {
                result.push_str("&#");
                behind
            }
        };
    }
    result + rest
}

/// Scheme numbers that no table of ours has, for names that vectors are fond of.
pub(crate) const NEW_SCHEMES: [(i64, &str); 4] =
    [(-700_001, "a"), (-700_002, "foo"), (-700_003, "example"), (-700_004, "x")];
