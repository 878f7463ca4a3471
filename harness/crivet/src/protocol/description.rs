//! The answer to `describe`.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use serde_json::{Map, Value as Json};

use super::VERSION;
use super::breach::{Breach, excerpt, list};
use super::json;
use crate::implementation::{Description, Operations};
use crate::outcome::cut;
use crate::profile::Profile;

/// What a testee says of itself, and the names in it that mean nothing to this harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// What is understood.
    pub description: Description,
    /// What is not: a newer testee can still be tested for all the rest.
    pub unknown: Unknown,
    /// How much of it can be asked at a time, and what it says of its answers.
    pub bounds: Bounds,
}

/// What a small testee can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The longest request, in bytes: of the line with its end, or of the CBOR item without its frame.
    pub max_request: Option<usize>,
    /// How many requests may be in flight, one at least.
    pub window: Option<usize>,
    /// Do answers say what they took?
    pub stats: bool,
}

/// Names in a description that this harness does not know, in the testee's order: the first hundred of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Members of the description.
    pub members: Vec<String>,
    /// Profiles.
    pub profiles: Vec<String>,
    /// Features.
    pub features: Vec<String>,
    /// Operations.
    pub operations: Vec<String>,
}

impl Unknown {
    /// Is everything known?
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
            && self.profiles.is_empty()
            && self.features.is_empty()
            && self.operations.is_empty()
    }
}

/// Why an answer describes no testee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptionError {
    /// The answer is no description.
    #[error(transparent)]
    Breach(#[from] Breach),
    /// The testee would not say.
    #[error("expected `ok` for `describe`, found a refusal: {reason}")]
    Refused {
        /// The testee's reason.
        reason: String,
    },
    /// The testee speaks another version of the protocol.
    #[error("expected version {VERSION} of the protocol, found version {found}")]
    Version {
        /// The version it speaks.
        found: u64,
    },
}

/// The most bytes of a name, version or language that are kept: each report repeats them.
const NAME: usize = 200;

/// The most unknown names that are told.
const UNKNOWN: usize = 100;

const MEMBERS: [&str; 10] = [
    "name",
    "version",
    "language",
    "protocol",
    "profiles",
    "features",
    "operations",
    "max-request",
    "window",
    "stats",
];

/// Reads the members of `ok`. The version comes first: in another one the rest may mean something else.
pub(super) fn read(members: Map<String, Json>) -> Result<Described, DescriptionError> {
    let protocol = member(&members, "protocol")?;
    match protocol.as_u64() {
        Some(VERSION) => {}
        Some(found) => return Err(DescriptionError::Version { found }),
        None => return Err(wrong("protocol", "the number of a version", protocol).into()),
    }
    let mut unknown = Unknown::default();
    let named = |name: &str| members.get(name).map_or(Ok(String::new()), |value| text(value, name));
    let description = Description {
        name: text(member(&members, "name")?, "name")?,
        version: named("version")?,
        language: named("language")?,
        profiles: names(member(&members, "profiles")?, "profiles", &mut unknown.profiles)?,
        features: match members.get("features") {
            Some(value) => names(value, "features", &mut unknown.features)?,
            None => BTreeSet::new(),
        },
        operations: operations(member(&members, "operations")?, &mut unknown)?,
    };
    let bounds = Bounds {
        max_request: count(&members, "max-request")?,
        window: count(&members, "window")?,
        stats: match members.get("stats") {
            Some(value) => value.as_bool().ok_or_else(|| wrong("stats", "true or false", value))?,
            None => false,
        },
    };
    let members = members.keys().filter(|name| !MEMBERS.contains(&name.as_str()));
    unknown.members = members.take(UNKNOWN).map(|name| excerpt(name)).collect();
    Ok(Described { description, unknown, bounds })
}

/// A whole number from 1, where there is one.
fn count(members: &Map<String, Json>, name: &str) -> Result<Option<usize>, Breach> {
    let Some(value) = members.get(name) else { return Ok(None) };
    let count = value.as_u64().and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0);
    count.map(Some).ok_or_else(|| wrong(name, "a whole number from 1", value))
}

fn member<'a>(members: &'a Map<String, Json>, name: &str) -> Result<&'a Json, Breach> {
    members.get(name).ok_or_else(|| Breach::Members {
        operation: "describe".to_owned(),
        expected: format!("`{name}`"),
        found: excerpt(&list(&members.keys().map(String::as_str).collect::<Vec<_>>())),
    })
}

fn text(value: &Json, name: &str) -> Result<String, Breach> {
    let text = value.as_str().ok_or_else(|| wrong(name, "a text", value))?;
    Ok(cut::text(text.to_owned(), NAME))
}

/// A set of names; those that no `T` has go to `unknown`.
fn names<T: FromStr + Ord>(
    value: &Json,
    name: &str,
    unknown: &mut Vec<String>,
) -> Result<BTreeSet<T>, Breach> {
    let Json::Array(items) = value else {
        return Err(wrong(name, "an array of names", value));
    };
    let mut known = BTreeSet::new();
    for item in items {
        let text = item.as_str().ok_or_else(|| wrong(name, "an array of names", item))?;
        match text.parse() {
            Ok(item) => {
                known.insert(item);
            }
            Err(_) if unknown.len() < UNKNOWN => unknown.push(excerpt(text)),
            Err(_) => {}
        }
    }
    Ok(known)
}

/// Names of operations, the same for all profiles or by the names of these.
fn operations(value: &Json, unknown: &mut Unknown) -> Result<Operations, Breach> {
    let Json::Object(profiles) = value else {
        return match value {
            Json::Array(_) => names(value, "operations", &mut unknown.operations).map(Operations::Alike),
            _ => Err(wrong("operations", "an array of names, or an object of such arrays", value)),
        };
    };
    let mut known = BTreeMap::new();
    for (profile, list) in profiles {
        let offered = names(list, "operations", &mut unknown.operations)?;
        match profile.parse::<Profile>() {
            Ok(profile) => {
                known.insert(profile, offered);
            }
            Err(_) => unknown.profiles.push(excerpt(profile)),
        }
    }
    for names in [&mut unknown.profiles, &mut unknown.operations] {
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
    }
    Ok(Operations::ByProfile(known))
}

fn wrong(member: &str, expected: &'static str, found: &Json) -> Breach {
    Breach::Type { member: member.to_owned(), expected, found: json::describe(found) }
}
