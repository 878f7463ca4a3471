//! CBOR items, as far as a CRI has them: strict and bounded.
//!
//! A CRI interchanged on its own has definite lengths only (href-13, anchor `cbor-representation`), and its
//! arrays nest three deep at most: the CRI, a section of it, a text-pet-sequence in that. Anything deeper is
//! rejected before it is followed, and no length is believed before the bytes are there, so depth and
//! memory are bounded by constants and by the input.

use super::head::{self, Head};

/// How deep the arrays of a CRI nest.
const DEEPEST: usize = 3;

/// Why bytes are not one CBOR item of the kind a CRI is made of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {kind}")]
pub struct CborError {
    /// Where the offending item or head starts, counted from zero.
    pub offset: usize,
    /// What is wrong there.
    pub kind: CborErrorKind,
}

/// What is wrong with a CBOR item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CborErrorKind {
    /// The head itself is ill-formed, reserved values and two-byte simple values below 32 among it.
    #[error("expected a CBOR item, found an ill-formed head")]
    IllFormed,
    /// An indefinite length.
    #[error("expected a definite length, found an indefinite one")]
    Indefinite,
    /// A kind of item that no CRI has.
    #[error("expected an item that a CRI can have, found {0}")]
    Kind(&'static str),
    /// A text that is not UTF-8.
    #[error("expected a text in UTF-8, found other bytes")]
    NotUtf8,
    /// Bytes after the end of the item.
    #[error("expected the end, found bytes after the item")]
    Trailing,
    /// The input ends within the item.
    #[error("expected more bytes, found the end of the input")]
    Truncated,
    /// Arrays nested deeper than in any CRI.
    #[error("expected arrays nested at most {DEEPEST} deep, found one more")]
    TooDeep,
}

/// A CBOR item of the kinds a CRI is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Array(Vec<Item>),
    Bytes(Vec<u8>),
    False,
    Negative(u64),
    Null,
    Text(String),
    True,
    Unsigned(u64),
}

impl Item {
    /// The kind of item, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Item::Array(_) => "an array",
            Item::Bytes(_) => "a byte string",
            Item::False => "false",
            Item::Negative(_) => "a negative integer",
            Item::Null => "null",
            Item::Text(_) => "a text",
            Item::True => "true",
            Item::Unsigned(_) => "an unsigned integer",
        }
    }
}

/// Reads one item that is all of `bytes`; true with it if a head was longer than needed.
pub(super) fn parse(bytes: &[u8]) -> Result<(Item, bool), CborError> {
    parse_with(bytes, false)
}

/// The same, where indefinite lengths are no error; true for one of these, too.
pub(super) fn parse_any_length(bytes: &[u8]) -> Result<(Item, bool), CborError> {
    parse_with(bytes, true)
}

fn parse_with(bytes: &[u8], any_length: bool) -> Result<(Item, bool), CborError> {
    let mut reader = Reader { bytes, offset: 0, any_length, long_heads: false };
    let item = reader.item(0)?;
    if reader.offset < bytes.len() {
        return Err(CborError { offset: reader.offset, kind: CborErrorKind::Trailing });
    }
    Ok((item, reader.long_heads))
}

/// The encodings of the items that one CBOR array holds, whatever they are.
///
/// # Errors
///
/// Where the bytes are not one array of well-formed items and nothing else.
pub fn split_array(bytes: &[u8]) -> Result<Vec<&[u8]>, CborError> {
    let mut reader = Reader { bytes, offset: 0, any_length: true, long_heads: false };
    let mut left = match reader.head()? {
        Head::Array(length) => length,
        _ => return Err(CborError { offset: 0, kind: CborErrorKind::Kind("no array") }),
    };
    let mut items = Vec::new();
    while left != Some(0) {
        let start = reader.offset;
        if !reader.skip(left.is_none())? {
            break;
        }
        items.push(&bytes[start..reader.offset]);
        left = left.map(|left| left - 1);
    }
    if reader.offset < bytes.len() {
        return Err(CborError { offset: reader.offset, kind: CborErrorKind::Trailing });
    }
    Ok(items)
}

/// What an item that is passed over still lacks, at one level (RFC 8949, appendix C).
enum Owed {
    /// So many items.
    Number(usize),
    /// Whatever comes before a break.
    Items,
    /// Keys and values up to a break; is a value next, for which no break may stand?
    Pairs { value: bool },
    /// Strings of this kind, of definite length, up to a break.
    Chunks { text: bool },
}

struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    /// Are indefinite lengths no error where items are read?
    any_length: bool,
    long_heads: bool,
}

impl<'a> Reader<'a> {
    fn head(&mut self) -> Result<Head, CborError> {
        let offset = self.offset;
        let written = head::read(&self.bytes[offset..]).map_err(|kind| CborError { offset, kind })?;
        self.offset += written.length;
        self.long_heads |= written.long;
        Ok(written.head)
    }

    fn body(&mut self, length: usize) -> Result<&'a [u8], CborError> {
        let end = self.offset.checked_add(length).filter(|end| *end <= self.bytes.len());
        let Some(end) = end else {
            return Err(CborError { offset: self.offset, kind: CborErrorKind::Truncated });
        };
        let body = &self.bytes[self.offset..end];
        self.offset = end;
        Ok(body)
    }

    fn item(&mut self, depth: usize) -> Result<Item, CborError> {
        let offset = self.offset;
        let fail = |kind| Err(CborError { offset, kind });
        match self.head()? {
            Head::Unsigned(value) => Ok(Item::Unsigned(value)),
            Head::Negative(value) => Ok(Item::Negative(value)),
            Head::Bytes(Some(length)) => Ok(Item::Bytes(self.body(length)?.to_vec())),
            Head::Text(Some(length)) => match str::from_utf8(self.body(length)?) {
                Ok(text) => Ok(Item::Text(text.to_owned())),
                Err(_) => fail(CborErrorKind::NotUtf8),
            },
            Head::Array(Some(_)) if depth == DEEPEST => fail(CborErrorKind::TooDeep),
            Head::Array(Some(length)) => {
                // The length is not reserved ahead: every element costs a byte of the input, a claim costs none.
                let mut items = Vec::new();
                for _ in 0..length {
                    items.push(self.item(depth + 1)?);
                }
                Ok(Item::Array(items))
            }
            Head::Array(None) if self.any_length && depth < DEEPEST => {
                let mut items = Vec::new();
                while !self.at_break() {
                    items.push(self.item(depth + 1)?);
                }
                Ok(Item::Array(items))
            }
            Head::Text(None) if self.any_length => {
                let mut text = String::new();
                while !self.at_break() {
                    match self.chunk()? {
                        Item::Text(chunk) => text += &chunk,
                        _ => return fail(CborErrorKind::IllFormed),
                    }
                }
                Ok(Item::Text(text))
            }
            Head::Bytes(None) if self.any_length => {
                let mut bytes = Vec::new();
                while !self.at_break() {
                    match self.chunk()? {
                        Item::Bytes(chunk) => bytes.extend(chunk),
                        _ => return fail(CborErrorKind::IllFormed),
                    }
                }
                Ok(Item::Bytes(bytes))
            }
            Head::Bytes(None) | Head::Text(None) | Head::Array(None) | Head::Map(None) => {
                fail(CborErrorKind::Indefinite)
            }
            Head::False => Ok(Item::False),
            Head::True => Ok(Item::True),
            Head::Null => Ok(Item::Null),
            Head::Undefined => fail(CborErrorKind::Kind("undefined")),
            Head::Simple => fail(CborErrorKind::Kind("a simple value")),
            Head::Float => fail(CborErrorKind::Kind("a floating-point number")),
            Head::Map(Some(_)) => fail(CborErrorKind::Kind("a map")),
            Head::Tag => fail(CborErrorKind::Kind("a tag")),
            Head::Break => fail(CborErrorKind::IllFormed),
        }
    }

    /// Passes over a break, if one comes next; that there is one at all makes a length indefinite.
    fn at_break(&mut self) -> bool {
        let found = self.bytes.get(self.offset) == Some(&0xff);
        self.offset += usize::from(found);
        self.long_heads |= found;
        found
    }

    /// A chunk of a string: a string of definite length.
    fn chunk(&mut self) -> Result<Item, CborError> {
        self.any_length = false;
        let chunk = self.item(DEEPEST);
        self.any_length = true;
        chunk
    }

    /// Skips one item of any kind and depth. False, where a break may stand, if one stands there.
    fn skip(&mut self, break_allowed: bool) -> Result<bool, CborError> {
        let mut owed: Vec<Owed> = Vec::new();
        loop {
            let offset = self.offset;
            let ill_formed = Err(CborError { offset, kind: CborErrorKind::IllFormed });
            let head = self.head()?;
            let fits = match owed.last() {
                Some(Owed::Chunks { text: true }) => matches!(head, Head::Text(Some(_)) | Head::Break),
                Some(Owed::Chunks { text: false }) => matches!(head, Head::Bytes(Some(_)) | Head::Break),
                _ => true,
            };
            if !fits {
                return ill_formed;
            }
            match head {
                Head::Bytes(Some(length)) | Head::Text(Some(length)) => {
                    self.body(length)?;
                }
                Head::Bytes(None) | Head::Text(None) => {
                    owed.push(Owed::Chunks { text: head == Head::Text(None) });
                    continue;
                }
                Head::Array(None) => {
                    owed.push(Owed::Items);
                    continue;
                }
                Head::Map(None) => {
                    owed.push(Owed::Pairs { value: false });
                    continue;
                }
                Head::Array(Some(length)) => owed.push(Owed::Number(length)),
                Head::Map(Some(length)) => owed.push(Owed::Number(length.saturating_mul(2))),
                Head::Tag => owed.push(Owed::Number(1)),
                Head::Break => match owed.last() {
                    None if break_allowed => return Ok(false),
                    Some(Owed::Items | Owed::Pairs { value: false } | Owed::Chunks { .. }) => {
                        owed.pop();
                    }
                    _ => return ill_formed,
                },
                Head::Unsigned(_)
                | Head::Negative(_)
                | Head::Float
                | Head::False
                | Head::True
                | Head::Null
                | Head::Undefined
                | Head::Simple => {}
            }
            // The innermost level that is owed anything pays for the item read next.
            loop {
                match owed.last_mut() {
                    None => return Ok(true),
                    Some(Owed::Number(0)) => {
                        owed.pop();
                    }
                    Some(Owed::Number(left)) => {
                        *left -= 1;
                        break;
                    }
                    Some(Owed::Pairs { value }) => {
                        *value = !*value;
                        break;
                    }
                    Some(Owed::Items | Owed::Chunks { .. }) => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hex: &str, expected: Result<(Item, bool), (usize, CborErrorKind)>) {
        let found = parse(&hex::decode(hex).unwrap());
        assert_eq!(found, expected.map_err(|(offset, kind)| CborError { offset, kind }), "{hex}");
    }

    #[test]
    fn items_of_a_cri_are_read() {
        let array = |items: &[Item]| Item::Array(items.to_vec());
        check("00", Ok((Item::Unsigned(0), false)));
        check("1b0000000100000000", Ok((Item::Unsigned(1 << 32), false)));
        check("20", Ok((Item::Negative(0), false)));
        check("3bffffffffffffffff", Ok((Item::Negative(u64::MAX), false)));
        check("40", Ok((Item::Bytes(vec![]), false)));
        check("42ff00", Ok((Item::Bytes(vec![0xff, 0]), false)));
        check("62c3a4", Ok((Item::Text("ä".into()), false)));
        check("f4", Ok((Item::False, false)));
        check("f5", Ok((Item::True, false)));
        check("f6", Ok((Item::Null, false)));
        check("80", Ok((array(&[]), false)));
        check("81818180", Err((3, CborErrorKind::TooDeep)));
        check("818180", Ok((array(&[array(&[array(&[])])]), false)));
        check("82f500", Ok((array(&[Item::True, Item::Unsigned(0)]), false)));
    }

    #[test]
    fn longer_heads_are_read_and_told() {
        for hex in
            ["1800", "1817", "190000", "1900ff", "1a00000000", "1a0000ffff", "1b00000000ffffffff", "3800"]
        {
            assert!(parse(&hex::decode(hex).unwrap()).unwrap().1, "{hex}");
        }
        for hex in
            ["17", "1818", "18ff", "190100", "19ffff", "1a00010000", "1affffffff", "1b0000000100000000"]
        {
            assert!(!parse(&hex::decode(hex).unwrap()).unwrap().1, "{hex}");
        }
        for hex in ["5800", "5801ff", "7800", "9800", "8178016100"] {
            let bytes = hex::decode(hex).unwrap();
            assert!(parse(&bytes[..bytes.len() - usize::from(hex.len() == 10)]).unwrap().1, "{hex}");
        }
    }

    #[test]
    fn anything_else_is_turned_down_where_it_stands() {
        use CborErrorKind::{IllFormed, Indefinite, Kind, NotUtf8, Trailing, Truncated};
        check("", Err((0, Truncated)));
        check("18", Err((0, Truncated)));
        check("8200", Err((2, Truncated)));
        check("4200", Err((1, Truncated)));
        check("62c3", Err((1, Truncated)));
        check("5bffffffffffffffff", Err((9, Truncated)));
        check("9bffffffffffffffff", Err((9, Truncated)));
        check("8100f6", Err((2, Trailing)));
        check("61ff", Err((0, NotUtf8)));
        check("8163eda080", Err((1, NotUtf8)));
        check("9fff", Err((0, Indefinite)));
        check("815fff", Err((1, Indefinite)));
        check("817f6161ff", Err((1, Indefinite)));
        check("bfff", Err((0, Indefinite)));
        check("a0", Err((0, Kind("a map"))));
        check("c100", Err((0, Kind("a tag"))));
        check("f7", Err((0, Kind("undefined"))));
        check("f0", Err((0, Kind("a simple value"))));
        check("f8ff", Err((0, Kind("a simple value"))));
        check("f90000", Err((0, Kind("a floating-point number"))));
        check("f814", Err((0, IllFormed)));
        check("f81f", Err((0, IllFormed)));
        check("f820", Err((0, Kind("a simple value"))));
        check("1c", Err((0, IllFormed)));
        check("1f", Err((0, IllFormed)));
        check("ff", Err((0, IllFormed)));
    }

    #[test]
    fn lengths_may_be_indefinite_where_they_are_asked_for() {
        let any = |hex: &str| parse_any_length(&hex::decode(hex).unwrap()).map(|(item, _)| item);
        assert_eq!(any("5f41ff420001ff"), Ok(Item::Bytes(vec![0xff, 0, 1])));
        assert_eq!(any("7f61616162ff"), Ok(Item::Text("ab".into())));
        assert_eq!(any("9f9f9fffffff"), Ok(Item::Array(vec![Item::Array(vec![Item::Array(vec![])])])));
        for hex in ["9f9f9f9fffffffff", "5f6161ff", "5f5f41ffffff", "7f41ffff", "5f01ff"] {
            assert!(any(hex).is_err(), "{hex}");
        }
    }

    #[test]
    fn depth_and_claims_do_not_hurt() {
        check(&"81".repeat(100_000), Err((3, CborErrorKind::TooDeep)));
        check("819affffffff00", Err((7, CborErrorKind::Truncated)));
        assert!(split_array(&[0x81; 100_000]).is_err());
        assert!(split_array(&hex::decode("bbffffffffffffffff").unwrap()).is_err());
    }

    #[track_caller]
    fn check_split(hex: &str, expected: Option<&[&str]>) {
        let bytes = hex::decode(hex).unwrap();
        let found =
            split_array(&bytes).ok().map(|items| items.into_iter().map(hex::encode).collect::<Vec<_>>());
        let expected = expected.map(|items| items.iter().map(|item| (*item).to_owned()).collect());
        assert_eq!(found, expected, "{hex}");
    }

    #[test]
    fn an_array_is_split_whatever_it_holds() {
        check_split("80", Some(&[]));
        check_split("9fff", Some(&[]));
        check_split("8100", Some(&["00"]));
        check_split("9f00f6ff", Some(&["00", "f6"]));
        check_split("8380820102a1018003", None);
        check_split("8480820102a1018003", Some(&["80", "820102", "a10180", "03"]));
        check_split("82c1c281000a", Some(&["c1c28100", "0a"]));
        check_split("829f01820203ff04", Some(&["9f01820203ff", "04"]));
        check_split("825f4101ff6161", Some(&["5f4101ff", "6161"]));
        check_split("82fb0000000000000000f8ff", Some(&["fb0000000000000000", "f8ff"]));
        check_split("82818180f6", Some(&["818180", "f6"]));
        check_split("8182000000", None);
        check_split("82f5", None);
        check_split("a10000", None);
        check_split("00", None);
        check_split("81ff", None);
        check_split("8181ff", None);
        check_split("9f00", None);
        check_split("81c1ff", None);
        check_split("816261", None);
        check_split("81f814", None);
    }

    #[test]
    fn items_are_split_where_they_are_well_formed() {
        // Strings in chunks of their own kind, pairs that are whole: RFC 8949, section 3.2.3 and appendix C.
        for (whole, items) in [
            ("827f61616162ff00", 2),
            ("815f4161ff", 1),
            ("817fff", 1),
            ("81bf0000ff", 1),
            ("81bf009f00ffff", 1),
            ("9f0000ff", 2),
            ("81c1a10000", 1),
        ] {
            assert_eq!(split_array(&hex::decode(whole).unwrap()).unwrap().len(), items, "{whole}");
        }
        for broken in
            ["817f4161ff", "815f6161ff", "817f00ff", "817f7f6161ffff", "81bf00ff", "81ff", "81c1ff", "8200ff"]
        {
            let bytes = hex::decode(broken).unwrap();
            assert!(split_array(&bytes).is_err(), "{broken}: {:?}", split_array(&bytes));
        }
    }
}
