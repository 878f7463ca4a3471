//! Schemes (C1, sections 5.1 and 10.1).
//!
//! ```cddl
//! scheme      = scheme-name / scheme-id           ; -27: scheme-name is a feature
//! scheme-name = text .regexp "[a-z][a-z0-9+.-]*"
//! scheme-id   = nint                              ; -27: -1 less the scheme number
//! ```

mod default_port;
pub mod registry;
mod table;

use std::fmt;

use crate::options::Revision;

pub use default_port::default_port;

/// The scheme of a CRI: a name, or a registered number that stands for one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// A scheme-name.
    Name(SchemeName),
    /// A scheme-id.
    Number(SchemeNumber),
}

impl Scheme {
    /// The scheme of this name: the number where one is registered, otherwise the name itself.
    ///
    /// None where the text is no scheme name in lower case.
    pub fn from_name(name: &str, revision: Revision) -> Option<Scheme> {
        match registry::number(name, revision) {
            Some(number) => Some(Scheme::Number(number)),
            None => SchemeName::new(name).map(Scheme::Name),
        }
    }

    /// The scheme's name. None for a number that is not registered.
    pub fn name(&self, revision: Revision) -> Option<&str> {
        match self {
            Scheme::Name(name) => Some(name.as_str()),
            Scheme::Number(number) => registry::name(*number, revision),
        }
    }
}

/// A scheme name in lower case: `[a-z][a-z0-9+.-]*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemeName(String);

impl SchemeName {
    /// The scheme name, where the text is one.
    pub fn new(name: impl Into<String>) -> Option<Self> {
        let name = name.into();
        is_scheme_name(&name).then_some(SchemeName(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SchemeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_scheme_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(is_scheme_start) && bytes.all(is_scheme_byte)
}

fn is_scheme_start(byte: u8) -> bool {
    byte.is_ascii_lowercase()
}

fn is_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'.' | b'-')
}

/// A scheme number as a CRI has it, which -27 calls the scheme-id: any negative integer that CBOR can write, -1
/// down to -2^64. The unsigned scheme number of -27 is its [`argument`](SchemeNumber::argument).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemeNumber {
    argument: u64,
}

impl SchemeNumber {
    /// The number `-1 - argument`, as CBOR writes it.
    pub const fn from_argument(argument: u64) -> Self {
        SchemeNumber { argument }
    }

    /// The scheme number of this value, where it is one.
    pub fn new(value: i128) -> Option<Self> {
        u64::try_from(-1 - value).ok().map(SchemeNumber::from_argument)
    }

    /// The argument of the CBOR integer: `-1 - value`.
    pub const fn argument(self) -> u64 {
        self.argument
    }

    /// The value, below zero.
    pub const fn value(self) -> i128 {
        -1 - self.argument as i128
    }
}

impl fmt::Display for SchemeNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["a", "coap+tcp", "z39.50", "a-b", "a1"] {
            assert!(SchemeName::new(name).is_some(), "{name}");
        }
        for name in ["", "1a", "A", "aB", "a b", "a:", "\u{e4}", "a\n", "+a"] {
            assert!(SchemeName::new(name).is_none(), "{name}");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(SchemeNumber::new(0), None);
        assert_eq!(SchemeNumber::new(-1), Some(SchemeNumber::from_argument(0)));
        assert_eq!(SchemeNumber::new(-(1 << 64)).map(SchemeNumber::argument), Some(u64::MAX));
        assert_eq!(SchemeNumber::new(-(1 << 64) - 1), None);
        assert_eq!(SchemeNumber::from_argument(u64::MAX).to_string(), "-18446744073709551616");
    }

    #[test]
    fn from_names() {
        let scheme = Scheme::from_name("coap", Revision::Href13).unwrap();
        assert_eq!(scheme, Scheme::Number(SchemeNumber::from_argument(0)));
        assert_eq!(scheme.name(Revision::Href13), Some("coap"));
        let scheme = Scheme::from_name("foo", Revision::Href13).unwrap();
        assert_eq!(scheme.name(Revision::Href13), Some("foo"));
        assert_eq!(Scheme::Number(SchemeNumber::from_argument(500)).name(Revision::Href13), None);
    }
}
