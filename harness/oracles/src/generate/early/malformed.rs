//! Sequences of options with one defect: in the order, in a number, in a value, in the encoding.
//!
//! What a defect makes of a sequence is not said here: some leave it valid, most do not.

use arbitrary::{Result, Unstructured};

use super::{OptionSequence, head};
use crate::generate::choice::{Weighted, pick};
use crivet::cri::split_array;
use crivet::profile::Profile;

/// An option number and its value, each as it is encoded.
type TwoSequences = (Vec<u8>, Vec<u8>);

/// What may be wrong.
#[derive(Clone, Copy, Debug)]
enum Malformation {
    Swapped,
    Dropped,
    Doubled,
    Number,
    Value,
    Port,
    PathType,
    Scheme,
    Host,
    Address,
    Segment,
    Text,
    FirstAlone,
    Length,
    Odd,
    Outside,
    Byte,
}

const DEFECTS: &[Weighted<Malformation>] = &[
    (3, Malformation::Swapped),
    (5, Malformation::Dropped),
    (4, Malformation::Doubled),
    (6, Malformation::Number),
    (10, Malformation::Value),
    (8, Malformation::Port),
    (8, Malformation::PathType),
    (6, Malformation::Scheme),
    (4, Malformation::Host),
    (4, Malformation::Address),
    (8, Malformation::Segment),
    (5, Malformation::Text),
    (3, Malformation::FirstAlone),
    (5, Malformation::Length),
    (5, Malformation::Odd),
    (4, Malformation::Outside),
    (4, Malformation::Byte),
];

/// Items of every kind, the odd ones among them.
const ITEMS: &[Weighted<&[u8]>] = &[
    (3, b"\x00"),
    (2, b"\x07"),
    (3, b"\x20"),
    (2, b"\x23"),
    (3, b"\x60"),
    (3, b"\x61a"),
    (2, b"\x40"),
    (3, b"\x41a"),
    (2, b"\x44\xc0\x00\x02\x01"),
    (3, b"\xf6"),
    (2, b"\xf5"),
    (2, b"\xf4"),
    (2, b"\xf7"),
    (2, b"\xf9\x3c\x00"),
    (2, b"\x80"),
    (2, b"\x81\x61a"),
    (2, b"\xa0"),
    (2, b"\xc1\x00"),
    (2, b"\x62\xc3\x28"),
    (2, b"\xf8\x20"),
];

/// Numbers around what a port, a path.type, and a head can hold.
const PORTS: &[Weighted<u64>] = &[
    (4, 65_535),
    (6, 65_536),
    (2, 65_536 + 5683),
    (3, 0),
    (2, 5683),
    (2, 5684),
    (2, 80),
    (1, 1 << 32),
    (1, u64::MAX),
];
const KINDS: &[Weighted<u64>] =
    &[(3, 0), (4, 1), (3, 2), (3, 3), (5, 127), (5, 128), (2, 255), (3, 256), (1, 258), (1, 1 << 32)];

const SCHEMES: &[Weighted<&str>] = &[
    (4, "COAP"),
    (2, "Coap"),
    (2, ""),
    (2, "1a"),
    (2, "a_b"),
    (2, "a b"),
    (1, "+a"),
    (2, "\u{e9}"),
    (3, "x+y.z-0"),
    (3, "https"),
    (3, "coaps"),
    (2, "ftp"),
];
const HOSTS: &[Weighted<&str>] =
    &[(3, "192.0.2.1"), (3, "Example.COM"), (3, "e\u{301}"), (2, "H"), (2, "::1"), (2, "h."), (2, "a%41")];
const LENGTHS: &[Weighted<usize>] = &[(2, 0), (3, 3), (3, 5), (2, 8), (3, 15), (3, 17), (1, 32)];
const SEGMENTS: &[Weighted<&str>] =
    &[(6, "."), (6, ".."), (8, ""), (4, "..."), (4, ".a"), (3, "..a"), (3, "a."), (2, "%2e")];

/// An encoding of the sequence with one defect.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn malformed(u: &mut Unstructured<'_>, options: &OptionSequence, profile: Profile) -> Result<Vec<u8>> {
    let bytes = options.to_cbor(profile);
    let mut pairs: Vec<TwoSequences> = split_array(&bytes)
        .unwrap_or_default()
        .chunks_exact(2)
        .map(|pair| (pair[0].to_vec(), pair[1].to_vec()))
        .collect();
    let first = u8::from(profile == Profile::Href02);
    let defect = *pick(u, DEFECTS)?;
    let site = usize::from(u.arbitrary::<u8>()?);
    let place = site.checked_rem(pairs.len());
    match defect {
        Malformation::Swapped => {
            if let Some(place) = place.filter(|place| *place > 0) {
                pairs.swap(place, place - 1);
            }
        }
        Malformation::Dropped => {
            if let Some(place) = place {
                pairs.remove(place);
            }
        }
        Malformation::Doubled => {
            if let Some(place) = place {
                pairs.insert(place, pairs[place].clone());
            }
        }
        Malformation::Number => {
            const NUMBERS: &[Weighted<u64>] =
                &[(2, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 7), (3, 8), (3, 9), (1, 256)];
            if let Some(place) = place {
                let given = u64::from(pairs[place].0[0]);
                pairs[place].0 = match *pick(u, &[(6, 0), (2, 1), (1, 2), (1, 3)])? {
                    0 => item(0, *pick(u, NUMBERS)?, &[]),
                    1 => pick(u, ITEMS)?.to_vec(),
                    // The same in its last byte.
                    2 => item(0, given + 0x100, &[]),
                    _ => item(0, given + (1 << 32), &[]),
                };
            }
        }
        Malformation::Value => {
            if let Some(place) = place {
                pairs[place].1 = pick(u, ITEMS)?.to_vec();
            }
        }
        Malformation::Port => put(&mut pairs, first + 3, item(0, *pick(u, PORTS)?, &[])),
        Malformation::PathType => put(&mut pairs, first + 4, item(0, *pick(u, KINDS)?, &[])),
        Malformation::Scheme => put(&mut pairs, first, text(pick(u, SCHEMES)?)),
        Malformation::Host => put(&mut pairs, first + 1, text(pick(u, HOSTS)?)),
        Malformation::Address => {
            let length = *pick(u, LENGTHS)?;
            pairs.retain(|(number, _)| *number != [first + 1]);
            put(&mut pairs, first + 2, item(2, length as u64, &vec![1; length]));
        }
        Malformation::Segment => {
            let segment = text(pick(u, SEGMENTS)?);
            match site % 3 {
                0 => pairs.retain(|(number, _)| *number != [first + 5]),
                1 => {}
                _ => pairs.truncate(site % 4),
            }
            let at = pairs.iter().position(|(number, _)| number[0] > first + 5).unwrap_or(pairs.len());
            pairs.insert(at, (vec![first + 5], segment));
        }
        Malformation::Text => {
            let other = match *pick(u, &[(2, 0_u16), (2, 1), (1, 255), (2, 256), (1, 1024)])? {
                0 => "e\u{301}".to_owned(),
                1 => "\u{1f600}\u{10ffff}".to_owned(),
                length => "x".repeat(length.into()),
            };
            if let Some(place) = place {
                pairs[place].1 = text(&other);
            }
        }
        // Without what goes before: a port or a path.type in front, a scheme alone.
        Malformation::FirstAlone => {
            if let Some(place) = place {
                match site & 0x40 {
                    0 => drop(pairs.drain(..place)),
                    _ => pairs.truncate(place + 1),
                }
            }
        }
        Malformation::Length | Malformation::Odd | Malformation::Outside | Malformation::Byte => {}
    }
    let mut bytes = array(&pairs);
    match defect {
        Malformation::Length => match site % 4 {
            // An array of indefinite length, and a head longer than it needs to be.
            0 => {
                bytes[0] = 0x9f;
                bytes.push(0xff);
            }
            1 => {
                let count = u8::try_from(pairs.len() * 2).unwrap_or(u8::MAX);
                bytes.splice(..1, [0x98, count]);
            }
            2 => drop(bytes.splice(..0, [0xd8, 0x20])),
            _ => {
                if let Some(place) = place {
                    let value = &mut pairs[place].1;
                    if (0x60..0x78).contains(&value[0]) {
                        *value = [vec![0x7f], value.clone(), vec![0xff]].concat();
                    }
                }
                bytes = array(&pairs);
            }
        },
        Malformation::Odd => {
            let items = 2 * pairs.len();
            let mut body: Vec<u8> = pairs.iter().flat_map(|(number, _)| number.clone()).collect();
            let mut odd = Vec::new();
            if site % 2 == 0 || items == 0 {
                // A number more, which has no value.
                body = pairs
                    .iter()
                    .flat_map(|(number, value)| [number.clone(), value.clone()].concat())
                    .collect();
                head(&mut odd, 4, items + 1);
                odd.extend(body);
                odd.push(first + u8::try_from(site % 8).unwrap_or_default());
            } else {
                body.clear();
                head(&mut odd, 4, items - 1);
                for (index, (number, value)) in pairs.iter().enumerate() {
                    body.extend_from_slice(number);
                    if index + 1 < pairs.len() {
                        body.extend_from_slice(value);
                    }
                }
                odd.extend(body);
            }
            bytes = odd;
        }
        Malformation::Outside => {
            bytes = match site % 5 {
                0 => [bytes, pick(u, ITEMS)?.to_vec()].concat(),
                1 => pick(u, ITEMS)?.to_vec(),
                // The pairs as a map, and nothing at all.
                2 => {
                    let mut map = Vec::new();
                    head(&mut map, 5, pairs.len());
                    map.extend(
                        pairs.iter().flat_map(|(number, value)| [number.clone(), value.clone()].concat()),
                    );
                    map
                }
                3 => [vec![0x81], bytes].concat(),
                _ => Vec::new(),
            };
        }
        Malformation::Byte => {
            let at = usize::from(u.arbitrary::<u8>()?) % bytes.len().max(1);
            match site % 4 {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, u.arbitrary()?),
                2 => drop(bytes.splice(at..(at + 1).min(bytes.len()), [])),
                _ => bytes[at] = u.arbitrary()?,
            }
        }
        _ => {}
    }
    Ok(bytes)
}

/// In place of the option of this number; where there is none, in front of those with a higher one.
fn put(pairs: &mut Vec<TwoSequences>, number: u8, value: Vec<u8>) {
    if let Some(pair) = pairs.iter_mut().find(|pair| pair.0 == [number]) {
        pair.1 = value;
    } else {
        let at = pairs.iter().position(|pair| pair.0[0] > number).unwrap_or(pairs.len());
        pairs.insert(at, (vec![number], value));
    }
}

fn item(major: u8, argument: u64, value: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    head(&mut bytes, major, usize::try_from(argument).unwrap_or(usize::MAX));
    bytes.extend_from_slice(value);
    bytes
}

fn text(text: &str) -> Vec<u8> {
    item(3, text.len() as u64, text.as_bytes())
}

fn array(pairs: &[TwoSequences]) -> Vec<u8> {
    let mut bytes = Vec::new();
    head(&mut bytes, 4, 2 * pairs.len());
    bytes.extend(pairs.iter().flat_map(|(number, value)| [number.clone(), value.clone()].concat()));
    bytes
}

/// The encodings that are a step simpler than a sequence: without an option, or with a simpler text.
pub fn simpler_sequence(bytes: &[u8]) -> Vec<Vec<u8>> {
    use crate::generate::simpler::Simpler;
    let Ok(items) = split_array(bytes) else { return Vec::new() };
    let pairs: Vec<TwoSequences> =
        items.chunks_exact(2).map(|pair| (pair[0].to_vec(), pair[1].to_vec())).collect();
    if items.len() % 2 != 0 {
        return Vec::new();
    }
    let mut simpler = Vec::new();
    for index in 0..pairs.len() {
        let mut kept = pairs.clone();
        kept.remove(index);
        simpler.push(array(&kept));
    }
    for (index, (_, value)) in pairs.iter().enumerate() {
        let [head @ 0x60..0x78, rest @ ..] = value.as_slice() else { continue };
        let Ok(found) = std::str::from_utf8(rest) else { continue };
        if found.len() != usize::from(head - 0x60) {
            continue;
        }
        for other in found.to_owned().simpler() {
            let mut changed = pairs.clone();
            changed[index].1 = text(&other);
            simpler.push(array(&changed));
        }
    }
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::early::{absolute, any};
    use crate::generate::seeded;
    use crivet::cri::early::read;

    #[test]
    fn a_fair_share_is_spoilt_and_every_defect_is_drawn() {
        for profile in [Profile::Href03, Profile::Href02] {
            let mut wrong = 0;
            for seed in 0..4000 {
                let bytes = seeded(seed, 256);
                let mut u = Unstructured::new(&bytes);
                let options = match seed % 2 {
                    0 => absolute(&mut u, profile).unwrap(),
                    _ => any(&mut u, profile).unwrap(),
                };
                let encoded = malformed(&mut u, &options, profile).unwrap();
                wrong += u32::from(read(&encoded, profile).is_err());
                assert!(simpler_sequence(&encoded).iter().all(|one| *one != encoded));
            }
            assert!((1200..3200).contains(&wrong), "{wrong} of 4000 under {profile}");
        }
    }
}
