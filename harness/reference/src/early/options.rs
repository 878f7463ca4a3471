//! Options, and the CBOR they are written in (-02, sections 2.1 and 3; -03, section 5.1).
//!
//! ```cddl
//! sequence = [* (number, value)]     ; immediate elements of one array
//! ```

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::error::SequenceError;
use crate::cbor::reader::{Reader, Token};
use crate::cbor::writer::Writer;

/// Which of the two early drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draft {
    /// draft-ietf-core-href-02.
    Href02,
    /// draft-ietf-core-href-03.
    Href03,
}

impl Draft {
    /// The number of the first option, the scheme.
    fn first_number(self) -> u64 {
        match self {
            Draft::Href02 => 1,
            Draft::Href03 => 0,
        }
    }

    /// The path.type of a sequence that starts with a path: it takes the place of the last segment.
    pub(crate) fn relative_path(self) -> u64 {
        match self {
            Draft::Href02 => 3,
            Draft::Href03 => 2,
        }
    }
}

/// An option: its number by name, its value as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CriOption {
    /// The scheme's name.
    Scheme(String),
    /// The host, as a name.
    HostName(String),
    /// The host, as an address.
    HostIp(IpAddr),
    /// The port.
    Port(u64),
    /// How a base's path goes on.
    PathType(u64),
    /// A path segment.
    Path(String),
    /// A query parameter.
    Query(String),
    /// The fragment.
    Fragment(String),
}

/// The options by name, in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionName {
    /// scheme
    Scheme,
    /// host.name
    HostName,
    /// host.ip
    HostIp,
    /// port
    Port,
    /// path.type
    PathType,
    /// path
    Path,
    /// query
    Query,
    /// fragment
    Fragment,
}

impl CriOption {
    /// Which option it is.
    pub fn name(&self) -> OptionName {
        match self {
            CriOption::Scheme(_) => OptionName::Scheme,
            CriOption::HostName(_) => OptionName::HostName,
            CriOption::HostIp(_) => OptionName::HostIp,
            CriOption::Port(_) => OptionName::Port,
            CriOption::PathType(_) => OptionName::PathType,
            CriOption::Path(_) => OptionName::Path,
            CriOption::Query(_) => OptionName::Query,
            CriOption::Fragment(_) => OptionName::Fragment,
        }
    }
}

/// Options in a row, well-formed or not.
pub type Sequence = Vec<CriOption>;

/// Is it one that starts with a scheme?
pub fn starts_with_scheme(sequence: &[CriOption]) -> bool {
    matches!(sequence.first(), Some(CriOption::Scheme(_)))
}

/// Reads options. Their order is not looked at, nor are values, but for their type.
///
/// # Errors
///
/// The bytes are not one array of definite length in which the numbers of options and values of their types alternate.
pub fn decode(bytes: &[u8], draft: Draft) -> Result<Sequence, SequenceError> {
    let mut reader = Reader::new(bytes);
    let count = match reader.next()? {
        Token::Array(count) => count,
        other => return Err(unexpected("an array", other, 0)),
    };
    let mut sequence = Sequence::new();
    for place in 1..=count / 2 {
        let number = unsigned(&mut reader, "an option number")?;
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        sequence.push(match number.checked_sub(draft.first_number()) {
            Some(0) => CriOption::Scheme(text(&mut reader)?),
            Some(1) => CriOption::HostName(text(&mut reader)?),
            Some(2) => CriOption::HostIp(address(&mut reader)?),
            Some(3) => CriOption::Port(unsigned(&mut reader, "a port")?),
            Some(4) => CriOption::PathType(unsigned(&mut reader, "a path type")?),
            Some(5) => CriOption::Path(text(&mut reader)?),
            Some(6) => CriOption::Query(text(&mut reader)?),
            Some(7) => CriOption::Fragment(text(&mut reader)?),
            _ => return Err(SequenceError::Number { place, number }),
        });
    }
    if count % 2 == 1 {
        let offset = reader.position();
        return Err(SequenceError::Item { expected: "an option", found: "a number without a value", offset });
    }
    reader.finish()?;
    Ok(sequence)
}

/// Writes options.
pub fn encode(sequence: &[CriOption], draft: Draft) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.array(2 * sequence.len());
    for option in sequence {
        writer.unsigned(draft.first_number() + option.name() as u64);
        match option {
            CriOption::HostIp(IpAddr::V4(address)) => writer.bytes(&address.octets()),
            CriOption::HostIp(IpAddr::V6(address)) => writer.bytes(&address.octets()),
            CriOption::Port(value) | CriOption::PathType(value) => writer.unsigned(*value),
            CriOption::Scheme(text)
            | CriOption::HostName(text)
            | CriOption::Path(text)
            | CriOption::Query(text)
            | CriOption::Fragment(text) => writer.text(text),
        }
    }
    writer.into_bytes()
}

fn unexpected(expected: &'static str, found: Token<'_>, offset: usize) -> SequenceError {
    SequenceError::Item { expected, found: found.description(), offset }
}

fn unsigned(reader: &mut Reader<'_>, expected: &'static str) -> Result<u64, SequenceError> {
    let offset = reader.position();
    match reader.next()? {
        Token::Unsigned(value) => Ok(value),
        other => Err(unexpected(expected, other, offset)),
    }
}

fn text(reader: &mut Reader<'_>) -> Result<String, SequenceError> {
    let offset = reader.position();
    match reader.next()? {
        Token::Text(text) => Ok(text.to_owned()),
        other => Err(unexpected("a text", other, offset)),
    }
}

fn address(reader: &mut Reader<'_>) -> Result<IpAddr, SequenceError> {
    let offset = reader.position();
    let found = reader.next()?;
    let address = match found {
        Token::Bytes(bytes) => {
            let four = <[u8; 4]>::try_from(bytes).map(|bytes| Ipv4Addr::from(bytes).into()).ok();
            four.or_else(|| <[u8; 16]>::try_from(bytes).map(|bytes| Ipv6Addr::from(bytes).into()).ok())
        }
        _ => None,
    };
    address.ok_or_else(|| unexpected("4 or 16 bytes", found, offset))
}
