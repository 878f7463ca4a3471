//! One head: the major type of an item with its argument, as RFC 8949 has it in appendix C.
//!
//! It is transcribed here, and not left to the library that the reference reads heads with: a slip that judge and
//! reference share is one that nothing shows.

use super::item::CborErrorKind;

/// A head. A length is none where it is indefinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Array(Option<usize>),
    Break,
    Bytes(Option<usize>),
    False,
    Float,
    Map(Option<usize>),
    Negative(u64),
    Null,
    Simple,
    Tag,
    Text(Option<usize>),
    True,
    Undefined,
    Unsigned(u64),
}

/// A head as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) head: Head,
    /// How many bytes it takes.
    pub(crate) length: usize,
    /// Could it be written in fewer bytes? A float counts as short: no CRI has one.
    pub(crate) long: bool,
}

/// Reads the head at the start of `bytes`.
pub(crate) fn read(bytes: &[u8]) -> Result<Written, CborErrorKind> {
    let (initial, rest) = bytes.split_first().ok_or(CborErrorKind::Truncated)?;
    let (major, information) = (initial >> 5, initial & 0x1f);
    let (argument, least, size) = match information {
        0..=23 => (u64::from(information), 0, 0),
        24 => (u64::from_be_bytes(low::<1>(rest)?), 24, 1),
        25 => (u64::from_be_bytes(low::<2>(rest)?), 0x100, 2),
        26 => (u64::from_be_bytes(low::<4>(rest)?), 0x1_0000, 4),
        27 => (u64::from_be_bytes(low::<8>(rest)?), 0x1_0000_0000, 8),
        31 => return indefinite(major).map(|head| Written { head, length: 1, long: false }),
        _ => return Err(CborErrorKind::IllFormed),
    };
    // A count that no machine can hold is of more bytes than there are.
    let count = || usize::try_from(argument).map(Some).map_err(|_| CborErrorKind::Truncated);
    let head = match (major, information) {
        (0, _) => Head::Unsigned(argument),
        (1, _) => Head::Negative(argument),
        (2, _) => Head::Bytes(count()?),
        (3, _) => Head::Text(count()?),
        (4, _) => Head::Array(count()?),
        (5, _) => Head::Map(count()?),
        (6, _) => Head::Tag,
        (_, 20) => Head::False,
        (_, 21) => Head::True,
        (_, 22) => Head::Null,
        (_, 23) => Head::Undefined,
        (_, 24) if argument < 32 => return Err(CborErrorKind::IllFormed),
        (_, ..=24) => Head::Simple,
        (_, _) => Head::Float,
    };
    let long = argument < least && head != Head::Float;
    Ok(Written { head, length: 1 + size, long })
}

/// Additional information 31: an indefinite length, or a break.
fn indefinite(major: u8) -> Result<Head, CborErrorKind> {
    match major {
        2 => Ok(Head::Bytes(None)),
        3 => Ok(Head::Text(None)),
        4 => Ok(Head::Array(None)),
        5 => Ok(Head::Map(None)),
        7 => Ok(Head::Break),
        _ => Err(CborErrorKind::IllFormed),
    }
}

/// The first `SIZE` bytes, as the low ones of eight.
fn low<const SIZE: usize>(bytes: &[u8]) -> Result<[u8; 8], CborErrorKind> {
    let argument = bytes.get(..SIZE).ok_or(CborErrorKind::Truncated)?;
    let mut low = [0; 8];
    low[8 - SIZE..].copy_from_slice(argument);
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(hex: &str, head: Head, long: bool) {
        let bytes = hex::decode(hex).unwrap();
        let length = bytes.len();
        assert_eq!(read(&bytes), Ok(Written { head, length, long }), "{hex}");
        // What follows makes no difference, and less is not a head.
        assert_eq!(read(&[&bytes[..], &[0xff; 9]].concat()), Ok(Written { head, length, long }), "{hex}");
        for cut in 0..length {
            assert_eq!(read(&bytes[..cut]), Err(CborErrorKind::Truncated), "{hex}, {cut} bytes of it");
        }
    }

    #[test]
    fn every_major_type_with_every_size_of_argument() {
        type Kind = fn(u64) -> Head;
        let kinds: [Kind; 6] = [
            Head::Unsigned,
            Head::Negative,
            |length| Head::Bytes(Some(length as usize)),
            |length| Head::Text(Some(length as usize)),
            |length| Head::Array(Some(length as usize)),
            |length| Head::Map(Some(length as usize)),
        ];
        for (major, kind) in kinds.into_iter().enumerate() {
            let initial = |information: usize| format!("{:02x}", major << 5 | information);
            is(&initial(0), kind(0), false);
            is(&initial(23), kind(23), false);
            for (information, size, least) in
                [(24, 1, 24), (25, 2, 0x100), (26, 4, 0x1_0000), (27, 8, 0x1_0000_0000_u64)]
            {
                let most = if size == 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
                for argument in [0, 23, least - 1, least, most] {
                    let hex = format!("{}{argument:0digits$x}", initial(information), digits = 2 * size);
                    is(&hex, kind(argument), argument < least);
                }
            }
        }
    }

    #[test]
    fn tags_simple_values_and_floats() {
        is("c0", Head::Tag, false);
        is("d818", Head::Tag, false);
        is("d817", Head::Tag, true);
        is("f4", Head::False, false);
        is("f5", Head::True, false);
        is("f6", Head::Null, false);
        is("f7", Head::Undefined, false);
        is("e0", Head::Simple, false);
        is("f3", Head::Simple, false);
        is("f820", Head::Simple, false);
        is("f8ff", Head::Simple, false);
        is("f90000", Head::Float, false);
        is("fa00000000", Head::Float, false);
        is("fb0000000000000000", Head::Float, false);
    }

    #[test]
    fn indefinite_lengths_and_what_is_reserved() {
        is("5f", Head::Bytes(None), false);
        is("7f", Head::Text(None), false);
        is("9f", Head::Array(None), false);
        is("bf", Head::Map(None), false);
        is("ff", Head::Break, false);
        for initial in 0..=0xff_u8 {
            let information = initial & 0x1f;
            let reserved = matches!(information, 28..=30) || matches!(initial, 0x1f | 0x3f | 0xdf);
            let found = read(&[&[initial][..], &[0xff; 8]].concat());
            assert_eq!(found == Err(CborErrorKind::IllFormed), reserved, "{initial:02x}");
        }
        for value in 0..32 {
            assert_eq!(read(&[0xf8, value]), Err(CborErrorKind::IllFormed), "{value}");
        }
    }
}
