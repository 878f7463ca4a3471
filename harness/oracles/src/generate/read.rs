//! The way back from CBOR to sections, for what generators write: a stored input, or an answer.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

use super::sections::{Authority, Discard, Host, Part, Scheme, Sections, Start, Text};

impl Sections {
    /// Reads what [`Sections::to_cbor`] writes; `None` for most of anything else.
    pub fn from_cbor(cbor: &[u8]) -> Option<Sections> {
        read(cbor)
    }
}

impl Serialize for Sections {
    /// The encoded CRI or CRI reference: in hexadecimal digits, or as bytes where people do not read it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::bytes::serialize(&self.to_cbor(), serializer)
    }
}

impl<'de> Deserialize<'de> for Sections {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cbor = crate::bytes::deserialize(deserializer)?;
        read(&cbor).ok_or_else(|| D::Error::custom("expected a CRI as the generators write them"))
    }
}

fn read(cbor: &[u8]) -> Option<Sections> {
    let mut reader = Reader { left: cbor };
    let mut items = reader.array()?;
    if items == 0 {
        // What is left of two leading nulls.
        let start = Start::Authority(Authority::Rooted);
        return reader.left.is_empty().then_some(Sections { start, path: None, query: None, fragment: None });
    }
    let start = match reader.left.first()? {
        0xf5 => {
            reader.simple()?;
            Start::Discard(Discard::All)
        }
        0xf6 => {
            reader.simple()?;
            items = items.checked_sub(1)?;
            Start::Authority(reader.authority()?)
        }
        first if first >> 5 == 0 => Start::Discard(Discard::Some(u8::try_from(reader.head(0)?).ok()?)),
        _ => {
            let scheme = match reader.head(1) {
                Some(argument) => Scheme::Number(u16::try_from(argument).ok()?),
                None => Scheme::Name(reader.text()?),
            };
            items = items.checked_sub(1)?;
            Start::Full(scheme, if items > 0 { reader.authority()? } else { Authority::Rooted })
        }
    };
    let left = items.saturating_sub(1);
    let section = |reader: &mut Reader<'_>, at: u64| -> Option<Option<Vec<Text>>> {
        if at >= left {
            return Some(None);
        }
        if reader.left.first() == Some(&0xf6) {
            reader.simple()?;
            return Some(None);
        }
        Some(Some((0..reader.array()?).map(|_| reader.text_or_pet()).collect::<Option<_>>()?))
    };
    let path = section(&mut reader, 0)?;
    let query = section(&mut reader, 1)?;
    let fragment = if left > 2 { Some(reader.text_or_pet()?) } else { None };
    reader.left.is_empty().then_some(Sections { start, path, query, fragment })
}

struct Reader<'cbor> {
    left: &'cbor [u8],
}

impl Reader<'_> {
    /// The argument of a head of this major type.
    fn head(&mut self, major: u8) -> Option<u64> {
        let (first, rest) = self.left.split_first()?;
        if first >> 5 != major {
            return None;
        }
        let length = match first & 31 {
            0..=23 => 0,
            24 => 1,
            25 => 2,
            _ => return None,
        };
        let (argument, rest) = rest.split_at_checked(length)?;
        self.left = rest;
        Some(match length {
            0 => u64::from(first & 31),
            _ => argument.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
        })
    }

    fn simple(&mut self) -> Option<u8> {
        let (first, rest) = self.left.split_first()?;
        self.left = rest;
        Some(*first)
    }

    fn array(&mut self) -> Option<u64> {
        self.head(4)
    }

    fn bytes(&mut self, major: u8) -> Option<Vec<u8>> {
        let length = usize::try_from(self.head(major)?).ok()?;
        let (bytes, rest) = self.left.split_at_checked(length)?;
        self.left = rest;
        Some(bytes.to_vec())
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes(3)?).ok()
    }

    fn text_or_pet(&mut self) -> Option<Text> {
        match self.array() {
            None => Some(Text::Plain(self.text()?)),
            Some(parts) => (0..parts)
                .map(|_| match self.left.first()? >> 5 {
                    2 => Some(Part::Bytes(self.bytes(2)?)),
                    _ => Some(Part::Text(self.text()?)),
                })
                .collect::<Option<_>>()
                .map(Text::Pet),
        }
    }

    fn authority(&mut self) -> Option<Authority> {
        let Some(mut items) = self.array() else {
            return match self.simple()? {
                0xf5 => Some(Authority::Rootless),
                0xf6 => Some(Authority::Rooted),
                _ => None,
            };
        };
        let mut userinfo = None;
        if self.left.first() == Some(&0xf4) {
            self.simple()?;
            userinfo = Some(self.text_or_pet()?);
            items = items.checked_sub(2)?;
        }
        let host = if items > 0 && self.left.first()? >> 5 == 2 {
            items -= 1;
            let address = self.bytes(2)?;
            let has_zone = items > 0 && self.left.first()? >> 5 == 3;
            items -= u64::from(has_zone);
            let zone = if has_zone { Some(self.text()?) } else { None };
            match <[u8; 4]>::try_from(address.as_slice()) {
                Ok(address) => Host::Ipv4(address, zone),
                Err(_) => Host::Ipv6(address.try_into().ok()?, zone),
            }
        } else {
            let mut labels = Vec::new();
            while items > 0 && matches!(self.left.first()? >> 5, 3 | 4) {
                items -= 1;
                labels.push(self.text_or_pet()?);
            }
            Host::Name(labels)
        };
        let port = match items {
            0 => None,
            1 => Some(u16::try_from(self.head(0)?).ok()?),
            _ => return None,
        };
        Some(Authority::Present { userinfo, host, port })
    }
}
