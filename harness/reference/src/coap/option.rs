//! The CoAP options that make up a request's URI or CRI.
//!
//! | number | name | format | length | defined in |
//! |--------|------|--------|--------|------------|
//! | 3 | Uri-Host | string | 1 to 255 | RFC 7252, section 5.10 |
//! | 7 | Uri-Port | uint | 0 to 2 | |
//! | 11 | Uri-Path | string | 0 to 255 | |
//! | 15 | Uri-Query | string | 0 to 255 | |
//! | 35 | Proxy-Uri | string | 1 to 1034 | |
//! | 39 | Proxy-Scheme | string | 1 to 255 | |
//! | 235 | Proxy-Cri | opaque | 1 to 1023 | -27, anchor `coap-options` |
//! | 239 | Proxy-Scheme-Number | uint | 0 to 3 | |
//!
//! The last two numbers are those that the draft proposes, assigned since. Uri-Path and Uri-Query may be repeated, the others
//! may not.

use std::ops::RangeInclusive;

use crate::error::{CoapError, Error};

/// A CoAP option of a request. Lengths are in bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoapOption {
    /// Uri-Host: a registered name or IP address, 1 to 255 bytes.
    UriHost(String),
    /// Uri-Port.
    UriPort(u16),
    /// Uri-Path: a segment, up to 255 bytes.
    UriPath(String),
    /// Uri-Query: a parameter, up to 255 bytes.
    UriQuery(String),
    /// Proxy-Uri: an absolute URI, 1 to 1034 bytes.
    ProxyUri(String),
    /// Proxy-Scheme: the name of a scheme, 1 to 255 bytes.
    ProxyScheme(String),
    /// Proxy-Cri: a full CRI, encoded, 1 to 1023 bytes.
    ProxyCri(Vec<u8>),
    /// Proxy-Scheme-Number: a scheme number, up to 2^24 - 1.
    ProxySchemeNumber(u32),
    /// An option that says nothing of the URI.
    Other {
        /// Its number.
        number: u16,
        /// Its value.
        value: Vec<u8>,
    },
}

impl CoapOption {
    /// Reads the value of the option of this number.
    ///
    /// # Errors
    ///
    /// [`CoapError`] where the value has not got the format or the length of the option.
    pub fn read(number: u16, value: &[u8]) -> Result<Self, Error> {
        let option = match number {
            3 => CoapOption::UriHost(string(value, number)?),
            7 => CoapOption::UriPort(uint(value)),
            11 => CoapOption::UriPath(string(value, number)?),
            15 => CoapOption::UriQuery(string(value, number)?),
            35 => CoapOption::ProxyUri(string(value, number)?),
            39 => CoapOption::ProxyScheme(string(value, number)?),
            235 => CoapOption::ProxyCri(value.to_vec()),
            239 => CoapOption::ProxySchemeNumber(uint(value)),
            _ => CoapOption::Other { number, value: value.to_vec() },
        };
        option.check_length(value.len())?;
        Ok(option)
    }

    /// The option's number.
    pub fn number(&self) -> u16 {
        match self {
            CoapOption::UriHost(_) => 3,
            CoapOption::UriPort(_) => 7,
            CoapOption::UriPath(_) => 11,
            CoapOption::UriQuery(_) => 15,
            CoapOption::ProxyUri(_) => 35,
            CoapOption::ProxyScheme(_) => 39,
            CoapOption::ProxyCri(_) => 235,
            CoapOption::ProxySchemeNumber(_) => 239,
            CoapOption::Other { number, .. } => *number,
        }
    }

    /// The option's value.
    pub fn value(&self) -> Vec<u8> {
        match self {
            CoapOption::UriHost(text)
            | CoapOption::UriPath(text)
            | CoapOption::UriQuery(text)
            | CoapOption::ProxyUri(text)
            | CoapOption::ProxyScheme(text) => text.as_bytes().to_vec(),
            CoapOption::UriPort(port) => uint_bytes((*port).into()),
            CoapOption::ProxyCri(value) | CoapOption::Other { value, .. } => value.clone(),
            CoapOption::ProxySchemeNumber(number) => uint_bytes(*number),
        }
    }

    /// Checks that the value has a length that the option can have.
    ///
    /// # Errors
    ///
    /// [`CoapError::Length`]
    pub fn check(&self) -> Result<(), Error> {
        self.check_length(self.value().len())
    }

    /// May the option be there more than once?
    pub(super) fn is_repeatable(&self) -> bool {
        matches!(self, CoapOption::UriPath(_) | CoapOption::UriQuery(_) | CoapOption::Other { .. })
    }

    fn check_length(&self, found: usize) -> Result<(), Error> {
        let lengths = self.lengths();
        if lengths.contains(&found) {
            return Ok(());
        }
        let (min, max) = lengths.into_inner();
        Err(Error::in_option(CoapError::Length { min, max, found }, self.number()))
    }

    fn lengths(&self) -> RangeInclusive<usize> {
        match self {
            CoapOption::UriHost(_) | CoapOption::ProxyScheme(_) => 1..=255,
            CoapOption::UriPort(_) => 0..=2,
            CoapOption::UriPath(_) | CoapOption::UriQuery(_) => 0..=255,
            CoapOption::ProxyUri(_) => 1..=1034,
            CoapOption::ProxyCri(_) => 1..=1023,
            CoapOption::ProxySchemeNumber(_) => 0..=3,
            CoapOption::Other { .. } => 0..=usize::MAX,
        }
    }
}

/// RFC 7252, sections 5.4.1 and 5.4.6: is the option critical, and none of table 4?
pub(crate) fn is_unrecognised(number: u16) -> bool {
    number % 2 == 1 && !matches!(number, 1 | 3 | 5 | 7 | 11 | 15 | 17 | 35 | 39)
}

fn string(value: &[u8], number: u16) -> Result<String, Error> {
    match std::str::from_utf8(value) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(Error::in_option(CoapError::NotUtf8, number)),
    }
}

/// RFC 7252, section 3.2: an unsigned integer in network byte order; leading zero bytes are read. Of more bytes
/// than the number has, the length is refused.
fn uint<N: Default + TryFrom<u64>>(value: &[u8]) -> N {
    let number = value.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    N::try_from(number).unwrap_or_default()
}

/// Without leading zero bytes, so that zero is empty.
fn uint_bytes(number: u32) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;

    #[track_caller]
    fn check(option: CoapOption, number: u16, value: &[u8]) {
        assert_eq!(option.number(), number);
        assert_eq!(option.value(), value);
        assert_eq!(CoapOption::read(number, value), Ok(option));
    }

    #[test]
    fn both_ways() {
        check(CoapOption::UriHost("h".into()), 3, b"h");
        check(CoapOption::UriPort(0), 7, b"");
        check(CoapOption::UriPort(255), 7, b"\xff");
        check(CoapOption::UriPort(65535), 7, b"\xff\xff");
        check(CoapOption::UriPath(String::new()), 11, b"");
        check(CoapOption::UriQuery("\u{e9}".into()), 15, b"\xc3\xa9");
        check(CoapOption::ProxyUri("a:".into()), 35, b"a:");
        check(CoapOption::ProxyScheme("http".into()), 39, b"http");
        check(CoapOption::ProxyCri(vec![0x81]), 235, b"\x81");
        check(CoapOption::ProxySchemeNumber(0), 239, b"");
        check(CoapOption::ProxySchemeNumber(0xff_ffff), 239, b"\xff\xff\xff");
        check(CoapOption::Other { number: 17, value: vec![0, 0] }, 17, b"\0\0");
    }

    #[test]
    fn leading_zeros() {
        assert_eq!(CoapOption::read(7, b"\0\x50"), Ok(CoapOption::UriPort(80)));
        assert_eq!(CoapOption::read(239, b"\0\0\x01"), Ok(CoapOption::ProxySchemeNumber(1)));
    }

    #[test]
    fn refused() {
        let lengths = [(3, 0), (3, 256), (7, 3), (11, 256), (15, 256), (35, 1035), (39, 0), (235, 0)];
        for (number, length) in lengths.into_iter().chain([(235, 1024), (239, 4), (239, 100)]) {
            let error = CoapOption::read(number, &vec![b'a'; length]).unwrap_err();
            assert_eq!(error.place, Place::Option(number), "{error}");
        }
        assert!(CoapOption::read(11, b"\xff").is_err());
    }
}
