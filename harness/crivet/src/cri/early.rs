//! Option sequences: a CRI (reference) of href-03 and href-02 as the judge understands it.
//!
//! The two early drafts write a CRI as one CBOR array in which option numbers and option values alternate. The
//! drafts number the options differently, and have other path types:
//!
//! | option      | -03 | -02 | value                                                           |
//! |-------------|-----|-----|-----------------------------------------------------------------|
//! | `scheme`    | 0   | 1   | text                                                            |
//! | `host.name` | 1   | 2   | text                                                            |
//! | `host.ip`   | 2   | 3   | 4 or 16 bytes                                                   |
//! | `port`      | 3   | 4   | unsigned                                                        |
//! | `path.type` | 4   | 5   | unsigned; -03: 0 absolute, n removes n - 1 segments; -02: 0 absolute, 1 appends a relation, n removes n - 2 |
//! | `path`      | 5   | 6   | text, may be repeated                                           |
//! | `query`     | 6   | 7   | text, may be repeated                                           |
//! | `fragment`  | 7   | 8   | text                                                            |
//!
//! This is a reading of its own, small and made to compare: it knows the order of options and the types of values
//! ([`read()`]), and resolution ([`resolve()`]). Values out of range are read as they stand.

use std::fmt;

use super::ComponentDifference;
use super::display::{clipped, quoted};
use super::item::{self, CborError, Item};
use super::validity::is_scheme_name;
use crate::profile::Profile;

mod resolve;

pub use resolve::resolve;

/// An option of a sequence. The order is that of the option numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opt {
    /// The scheme's name.
    Scheme(String),
    /// The host, as a name.
    HostName(String),
    /// The host, as the bytes of an address.
    HostIp(Vec<u8>),
    /// The port.
    Port(u64),
    /// How much of a base's path is kept, numbered as the draft has it.
    PathType(u64),
    /// A path segment.
    Path(String),
    /// A query parameter.
    Query(String),
    /// The fragment.
    Fragment(String),
}

/// A sequence of options in the order that its draft asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The options.
    pub options: Vec<Opt>,
}

/// Why bytes are no sequence of options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// Not one CBOR item of the kind a sequence is made of.
    #[error(transparent)]
    Cbor(#[from] CborError),
    /// Something other than an option at its place.
    #[error("option {place}: expected {expected}, found {found}")]
    Option {
        /// Which option, from one; none stands for the array.
        place: usize,
        /// What could have stood there.
        expected: &'static str,
        /// What was there.
        found: &'static str,
    },
    /// No array.
    #[error("expected an array, found {0}")]
    NoArray(&'static str),
    /// An option that may not follow the one before it.
    #[error("option {place}: {option} may not stand {behind}")]
    Order {
        /// Which option, from one.
        place: usize,
        /// Its name.
        option: &'static str,
        /// What it stands behind.
        behind: String,
    },
}

/// Reads a sequence that is all of `bytes`; true with it if lengths are not written in the shortest form.
///
/// # Errors
///
/// Where the bytes are not one CBOR array of options in the order of the draft.
pub fn read(bytes: &[u8], profile: Profile) -> Result<(Sequence, bool), SequenceError> {
    let (item, odd_lengths) = item::parse_any_length(bytes)?;
    let items = match item {
        Item::Array(items) => items,
        other => return Err(SequenceError::NoArray(other.kind())),
    };
    let mut options: Vec<Opt> = Vec::new();
    let mut items = items.into_iter();
    while let Some(number) = items.next() {
        let place = options.len() + 1;
        let option = option(place, &number, items.next(), profile)?;
        if !may_follow(options.last(), &option, profile) {
            let behind = options.last().map_or("first".to_owned(), |last| format!("behind {}", last.name()));
            return Err(SequenceError::Order { place, option: option.name(), behind });
        }
        options.push(option);
    }
    match options.last() {
        Some(last) if !may_end(last, profile) => {
            let behind = format!("without what has to follow {}", last.name());
            Err(SequenceError::Order { place: options.len(), option: last.name(), behind })
        }
        _ => Ok((Sequence { options }, odd_lengths)),
    }
}

fn option(place: usize, number: &Item, value: Option<Item>, profile: Profile) -> Result<Opt, SequenceError> {
    let unexpected = |expected, found: Option<&Item>| SequenceError::Option {
        place,
        expected,
        found: found.map_or("the end", Item::kind),
    };
    let Item::Unsigned(given) = number else { return Err(unexpected("an option number", Some(number))) };
    // The names are those of -03's numbers; -02 counts from one.
    let number = if profile == Profile::Href02 { given.checked_sub(1) } else { Some(*given) };
    let text = |make: fn(String) -> Opt, value: Option<Item>| match value {
        Some(Item::Text(text)) => Ok(make(text)),
        other => Err(unexpected("a text", other.as_ref())),
    };
    let unsigned = |make: fn(u64) -> Opt, value: Option<Item>| match value {
        Some(Item::Unsigned(value)) => Ok(make(value)),
        other => Err(unexpected("an unsigned integer", other.as_ref())),
    };
    match number {
        Some(0) => text(Opt::Scheme, value),
        Some(1) => text(Opt::HostName, value),
        Some(2) => match value {
            Some(Item::Bytes(address)) if [4, 16].contains(&address.len()) => Ok(Opt::HostIp(address)),
            other => Err(unexpected("4 or 16 bytes", other.as_ref())),
        },
        Some(3) => unsigned(Opt::Port, value),
        Some(4) => unsigned(Opt::PathType, value),
        Some(5) => text(Opt::Path, value),
        Some(6) => text(Opt::Query, value),
        Some(7) => text(Opt::Fragment, value),
        _ => {
            Err(SequenceError::Option { place, expected: "the number of an option", found: "another number" })
        }
    }
}

/// May the option stand behind the other, or first where there is none?
fn may_follow(last: Option<&Opt>, next: &Opt, profile: Profile) -> bool {
    let local = matches!(next, Opt::Path(_) | Opt::Query(_) | Opt::Fragment(_));
    let host = matches!(next, Opt::HostName(_) | Opt::HostIp(_));
    match (last, profile) {
        (None, Profile::Href02) => true,
        (None, _) => !matches!(next, Opt::Port(_)),
        (Some(Opt::Scheme(_)), Profile::Href02) => host,
        (Some(Opt::Scheme(_)), _) => host || local,
        (Some(Opt::HostName(_) | Opt::HostIp(_)), Profile::Href02) => matches!(next, Opt::Port(_)),
        (Some(Opt::HostName(_) | Opt::HostIp(_)), _) => matches!(next, Opt::Port(_)) || local,
        (Some(Opt::Port(_) | Opt::PathType(_) | Opt::Path(_)), _) => local,
        (Some(Opt::Query(_)), _) => matches!(next, Opt::Query(_) | Opt::Fragment(_)),
        (Some(Opt::Fragment(_)), _) => false,
    }
}

/// May a sequence end with this? In -02 a scheme wants a host, and a host a port.
fn may_end(last: &Opt, profile: Profile) -> bool {
    profile != Profile::Href02 || !matches!(last, Opt::Scheme(_) | Opt::HostName(_) | Opt::HostIp(_))
}

impl Opt {
    /// The draft's name for the option.
    pub fn name(&self) -> &'static str {
        match self {
            Opt::Scheme(_) => "scheme",
            Opt::HostName(_) => "host.name",
            Opt::HostIp(_) => "host.ip",
            Opt::Port(_) => "port",
            Opt::PathType(_) => "path.type",
            Opt::Path(_) => "path",
            Opt::Query(_) => "query",
            Opt::Fragment(_) => "fragment",
        }
    }

    /// Is the value in its range: a port to 65535, a path.type to 127, a scheme name in lower case (R146)?
    pub fn is_in_range(&self) -> bool {
        match self {
            Opt::Scheme(name) => is_scheme_name(name),
            Opt::Port(port) => *port <= 65_535,
            Opt::PathType(kind) => *kind <= 127,
            _ => true,
        }
    }

    /// Is it a segment `.` or `..`?
    pub fn is_dot_segment(&self) -> bool {
        matches!(self, Opt::Path(segment) if segment == "." || segment == "..")
    }
}

impl fmt::Display for Opt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match self {
            Opt::HostIp(address) => format!("h'{}'", hex::encode(address)),
            Opt::Port(value) | Opt::PathType(value) => value.to_string(),
            Opt::Scheme(text)
            | Opt::HostName(text)
            | Opt::Path(text)
            | Opt::Query(text)
            | Opt::Fragment(text) => quoted(text),
        };
        write!(f, "{} {value}", self.name())
    }
}

impl Sequence {
    /// Does it start with a scheme?
    pub fn is_absolute(&self) -> bool {
        matches!(self.options.first(), Some(Opt::Scheme(_)))
    }

    /// The same without what makes no difference: a path.type that a path alone implies.
    #[must_use]
    pub fn comparable(mut self, profile: Profile) -> Sequence {
        if let [Opt::PathType(kind), Opt::Path(_), ..] = self.options.as_slice()
            && *kind == implied_path_type(profile)
        {
            self.options.remove(0);
        }
        self
    }

    /// The same without a path that is a single empty segment.
    #[must_use]
    pub fn without_lone_segment(mut self) -> Sequence {
        let mut segments = self.options.iter().filter(|option| matches!(option, Opt::Path(_)));
        if let (Some(Opt::Path(first)), None) = (segments.next(), segments.next())
            && first.is_empty()
        {
            self.options.retain(|option| !matches!(option, Opt::Path(_)));
        }
        self
    }
}

/// The path.type that a sequence has which starts with a path.
fn implied_path_type(profile: Profile) -> u64 {
    if profile == Profile::Href02 { 3 } else { 2 }
}

/// The first option in which the sequences differ.
pub fn first_option_difference(expected: &Sequence, came: &Sequence) -> Option<ComponentDifference> {
    let longer = expected.options.len().max(came.options.len());
    let index = (0..longer).find(|&index| expected.options.get(index) != came.options.get(index))?;
    let shown = |sequence: &Sequence| {
        clipped(sequence.options.get(index).map_or_else(|| "the end".to_owned(), Opt::to_string))
    };
    let place = format!("option {}", index + 1);
    Some(ComponentDifference { place, expected: shown(expected), came: shown(came) })
}

#[cfg(test)]
mod tests;
