//! The options of a request, as bytes.
//!
//! | number | name | length | repeatable |
//! |--------|------|--------|------------|
//! | 3 | Uri-Host | 1 to 255 | |
//! | 7 | Uri-Port | 0 to 2 | |
//! | 11 | Uri-Path | 0 to 255 | yes |
//! | 15 | Uri-Query | 0 to 255 | yes |
//! | 35 | Proxy-Uri | 1 to 1034 | |
//! | 39 | Proxy-Scheme | 1 to 255 | |
//! | 1 | If-Match | 0 to 8 | yes |
//! | 5 | If-None-Match | 0 | |
//! | 17 | Accept | 0 to 2 | |
//!
//! These are the critical options of RFC 7252, table 4. Any other critical option is not recognised. An elective option
//! is passed over whether or not it is recognised (section 5.4.1), so nothing of it is checked.

use std::ops::RangeInclusive;

use crate::coap::is_unrecognised;
use crate::error::{CoapError, Error};

const IF_MATCH: u16 = 1;
const IF_NONE_MATCH: u16 = 5;
const ACCEPT: u16 = 17;

/// An option of a request: its number and its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UriOption {
    /// The number.
    pub number: u16,
    /// The value.
    pub value: Vec<u8>,
}

impl UriOption {
    /// The number of Uri-Host.
    pub const HOST: u16 = 3;
    /// The number of Uri-Port.
    pub const PORT: u16 = 7;
    /// The number of Uri-Path.
    pub const PATH: u16 = 11;
    /// The number of Uri-Query.
    pub const QUERY: u16 = 15;
    /// The number of Proxy-Uri.
    pub const PROXY_URI: u16 = 35;
    /// The number of Proxy-Scheme.
    pub const PROXY_SCHEME: u16 = 39;

    /// An option of any number.
    pub fn new(number: u16, value: impl Into<Vec<u8>>) -> Self {
        UriOption { number, value: value.into() }
    }

    /// Uri-Host.
    pub fn host(value: impl Into<Vec<u8>>) -> Self {
        UriOption::new(UriOption::HOST, value)
    }

    /// Uri-Port: without leading zero bytes, so that zero is empty (section 3.2).
    pub fn port(port: u16) -> Self {
        let bytes: Vec<u8> = port.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
        UriOption::new(UriOption::PORT, bytes)
    }

    /// Uri-Path: a segment.
    pub fn path(value: impl Into<Vec<u8>>) -> Self {
        UriOption::new(UriOption::PATH, value)
    }

    /// Uri-Query: a parameter.
    pub fn query(value: impl Into<Vec<u8>>) -> Self {
        UriOption::new(UriOption::QUERY, value)
    }

    /// The value as a number in network byte order; leading zero bytes mean nothing. Of a value that was checked,
    /// no more than two bytes.
    pub(super) fn number_value(&self) -> u16 {
        self.value.iter().fold(0, |number, byte| number << 8 | u16::from(*byte))
    }

    /// Checks that the value has a length that the option can have.
    ///
    /// # Errors
    ///
    /// [`CoapError::Length`], [`CoapError::UnknownCritical`]
    pub fn check(&self) -> Result<(), Error> {
        if is_unrecognised(self.number) {
            return Err(Error::in_option(CoapError::UnknownCritical, self.number));
        }
        let (lengths, found) = (self.lengths(), self.value.len());
        if lengths.contains(&found) {
            return Ok(());
        }
        let (min, max) = lengths.into_inner();
        Err(Error::in_option(CoapError::Length { min, max, found }, self.number))
    }

    /// May the option be there more than once? Any elective one may, as the others of its number are passed over.
    pub(super) fn is_repeatable(&self) -> bool {
        !matches!(
            self.number,
            UriOption::HOST
                | UriOption::PORT
                | UriOption::PROXY_URI
                | UriOption::PROXY_SCHEME
                | IF_NONE_MATCH
                | ACCEPT
        )
    }

    fn lengths(&self) -> RangeInclusive<usize> {
        match self.number {
            UriOption::HOST | UriOption::PROXY_SCHEME => 1..=255,
            UriOption::PORT => 0..=2,
            UriOption::PATH | UriOption::QUERY => 0..=255,
            UriOption::PROXY_URI => 1..=1034,
            IF_MATCH => 0..=8,
            IF_NONE_MATCH => 0..=0,
            ACCEPT => 0..=2,
            _ => 0..=usize::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports() {
        for (port, value) in [(0, &b""[..]), (80, b"\x50"), (256, b"\x01\0"), (65535, b"\xff\xff")] {
            assert_eq!(UriOption::port(port).value, value);
            assert_eq!(UriOption::port(port).number_value(), port);
        }
        assert_eq!(UriOption::new(UriOption::PORT, b"\0\x50").number_value(), 80);
    }

    #[test]
    fn lengths() {
        for (number, least, most) in [(3, 1, 255), (7, 0, 2), (11, 0, 255), (15, 0, 255), (35, 1, 1034)] {
            let fits = |length| UriOption::new(number, vec![b'a'; length]).check().is_ok();
            assert!(fits(least) && fits(most) && !fits(most + 1), "{number}");
            assert!(least == 0 || !fits(least - 1), "{number}");
        }
        assert!(UriOption::new(60, vec![0; 5000]).check().is_ok());
    }
}
