//! What a generated input is an example of: alternatives of the CDDL, and rows of the table of resolution.
//!
//! Both are for measuring generators: what they never reach, no campaign tests.

use std::collections::BTreeSet;

use super::sections::{Sections, Start};
use crivet::cri::{Authority, Discard, Given, Host, Part, Scheme, Text};

/// Every alternative of the CDDL of href-13, as [`Sections::alternatives`] names them. That of href-27 has one
/// more, [`ONLY_IN_27`].
pub const ALTERNATIVES: [&str; 38] = [
    "authority",
    "discard 0",
    "discard 127",
    "discard all",
    "discard some",
    "fragment null",
    "fragment pet",
    "fragment text",
    "host-ip 4",
    "host-ip 16",
    "host-name 0",
    "host-name 1",
    "host-name more",
    "host-name pet",
    "no-authority null",
    "no-authority true",
    "path []",
    "path more",
    "path null",
    "path one",
    "path pet",
    "pet bytes first",
    "pet bytes last",
    "pet lone bytes",
    "pet more parts",
    "pet text first",
    "pet text last",
    "port",
    "query []",
    "query more",
    "query null",
    "query one",
    "query pet",
    "scheme-id",
    "scheme-name",
    "userinfo pet",
    "userinfo text",
    "zone-id",
];

/// What the CDDL of href-27 has and that of href-13 has not: a zone after an address of four bytes.
pub const ONLY_IN_27: &str = "zone-id after 4 bytes";

impl Sections {
    /// The alternatives of the CDDL that it takes, out of [`ALTERNATIVES`] and [`ONLY_IN_27`].
    pub fn alternatives(&self) -> BTreeSet<&'static str> {
        let mut taken = BTreeSet::new();
        if let Start::Full(scheme, _) = &self.start {
            taken.insert(match scheme {
                Scheme::Name(_) => "scheme-name",
                Scheme::Number(_) => "scheme-id",
            });
        }
        match &self.start {
            Start::Discard(discard) => {
                taken.insert(match discard {
                    Discard::All => "discard all",
                    Discard::Count(0) => "discard 0",
                    Discard::Count(127) => "discard 127",
                    Discard::Count(_) => "discard some",
                });
            }
            Start::Full(_, authority) | Start::Authority(authority) => of_authority(&mut taken, authority),
        }
        taken.insert(match self.path.as_deref() {
            None => "path null",
            Some([]) => "path []",
            Some([_]) => "path one",
            Some(_) => "path more",
        });
        taken.insert(match self.query.as_deref() {
            None => "query null",
            Some([]) => "query []",
            Some([_]) => "query one",
            Some(_) => "query more",
        });
        taken.insert(match &self.fragment {
            None => "fragment null",
            Some(Text::Plain(_)) => "fragment text",
            Some(Text::Sequence(_)) => "fragment pet",
        });
        if self.segments().iter().any(is_pet) {
            taken.insert("path pet");
        }
        if self.query.iter().flatten().any(is_pet) {
            taken.insert("query pet");
        }
        self.texts().for_each(|text| of_sequence(&mut taken, text));
        taken
    }
}

fn of_authority(taken: &mut BTreeSet<&'static str>, authority: &Authority) {
    let (userinfo, host, port) = match authority {
        Authority::Null => {
            taken.insert("no-authority null");
            return;
        }
        Authority::True => {
            taken.insert("no-authority true");
            return;
        }
        Authority::Given(Given { userinfo, host, port }) => (userinfo, host, port),
    };
    taken.insert("authority");
    match userinfo {
        None => {}
        Some(Text::Plain(_)) => {
            taken.insert("userinfo text");
        }
        Some(Text::Sequence(_)) => {
            taken.insert("userinfo pet");
        }
    }
    match host {
        Host::Address { address, zone } if address.is_ipv4() => {
            taken.insert("host-ip 4");
            taken.extend(zone.as_ref().map(|_| ONLY_IN_27));
        }
        Host::Address { zone, .. } => {
            taken.insert("host-ip 16");
            taken.extend(zone.as_ref().map(|_| "zone-id"));
        }
        Host::Name(labels) => {
            taken.insert(match labels.len() {
                0 => "host-name 0",
                1 => "host-name 1",
                _ => "host-name more",
            });
            if labels.iter().any(is_pet) {
                taken.insert("host-name pet");
            }
        }
    }
    if port.is_some() {
        taken.insert("port");
    }
}

fn of_sequence(taken: &mut BTreeSet<&'static str>, text: &Text) {
    let Text::Sequence(parts) = text else { return };
    match parts.as_slice() {
        [Part::Bytes(_)] => {
            taken.insert("pet lone bytes");
        }
        [first, .., last] => {
            taken.insert(match first {
                Part::Text(_) => "pet text first",
                Part::Bytes(_) => "pet bytes first",
            });
            taken.insert(match last {
                Part::Text(_) => "pet text last",
                Part::Bytes(_) => "pet bytes last",
            });
            if parts.len() > 2 {
                taken.insert("pet more parts");
            }
        }
        _ => {}
    }
}

fn is_pet(text: &Text) -> bool {
    matches!(text, Text::Sequence(_))
}

/// A row of the table of resolution: what decides how a reference resolves (href-13, anchor
/// `reference-resolution`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableRow {
    /// The kind of discard.
    pub discard: &'static str,
    /// The kind of path.
    pub path: &'static str,
    /// The kind of query.
    pub query: &'static str,
    /// The kind of fragment.
    pub fragment: &'static str,
}

impl TableRow {
    /// The kinds of discard: those after the first are implied by a scheme or an authority.
    pub const DISCARDS: [&'static str; 7] = ["0", "1", "2 to 126", "127", "all", "scheme", "authority"];
    /// The kinds of path.
    pub const PATHS: [&'static str; 4] = ["null", "[]", "one", "more"];
    /// The kinds of query.
    pub const QUERIES: [&'static str; 3] = ["null", "[]", "set"];
    /// The kinds of fragment.
    pub const FRAGMENTS: [&'static str; 2] = ["null", "set"];

    /// Every row.
    pub fn all() -> impl Iterator<Item = TableRow> {
        Self::DISCARDS.into_iter().flat_map(|discard| {
            Self::PATHS.into_iter().flat_map(move |path| {
                Self::QUERIES.into_iter().flat_map(move |query| {
                    Self::FRAGMENTS.into_iter().map(move |fragment| TableRow {
                        discard,
                        path,
                        query,
                        fragment,
                    })
                })
            })
        })
    }

    /// The row of a reference; `None` where its discard is not well-formed.
    pub fn of(reference: &Sections) -> Option<TableRow> {
        Some(TableRow {
            discard: match reference.start {
                Start::Full(..) => "scheme",
                Start::Authority(_) => "authority",
                Start::Discard(Discard::All) => "all",
                Start::Discard(Discard::Count(0)) => "0",
                Start::Discard(Discard::Count(1)) => "1",
                Start::Discard(Discard::Count(2..=126)) => "2 to 126",
                Start::Discard(Discard::Count(127)) => "127",
                Start::Discard(Discard::Count(_)) => return None,
            },
            path: match reference.path.as_deref() {
                None => "null",
                Some([]) => "[]",
                Some([_]) => "one",
                Some(_) => "more",
            },
            query: match reference.query.as_deref() {
                None => "null",
                Some([]) => "[]",
                Some(_) => "set",
            },
            fragment: if reference.fragment.is_some() { "set" } else { "null" },
        })
    }
}
