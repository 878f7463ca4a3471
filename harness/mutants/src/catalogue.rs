//! The catalogue: every fault.

use std::sync::LazyLock;

use crivet::edn;
use crivet::operation::{Operation, OperationName};
use crivet::profile::{Family, Profile};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_yaml::{Mapping, Value};

use crate::state::State;

/// A mistake that implementers make, or could.
#[derive(Clone, Debug, Deserialize)]
pub struct Fault {
    /// The id, in kebab case.
    pub id: String,
    /// The operations whose vectors have to notice it; at least one.
    pub operations: Vec<OperationName>,
    /// The profiles under which it is a fault.
    #[serde(default = "both")]
    pub profiles: Vec<Profile>,
    /// What is wrong, in a line.
    pub wrong: String,
    /// Is it one that any suite finds? A score where it lives is void.
    #[serde(default)]
    pub control: bool,
    /// The place in the catalogue, from one: what the switch goes by.
    #[serde(skip)]
    pub number: usize,
    /// What is kept from one request to the next, where the fault is in that.
    #[serde(default, deserialize_with = "state")]
    pub(crate) state: Option<State>,
    /// Where it changes the reference; the build script does so.
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(default)]
    before: Vec<Mapping>,
    witness: Mapping,
}

/// A place in the source of the reference.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Place {
    file: String,
    #[serde(rename = "in")]
    within: Option<String>,
    find: String,
}

/// What is wrong with the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// It does not have the form it should.
    #[error("{0}")]
    Form(String),
    /// It has no fault with this id.
    #[error("the catalogue has no fault {0}")]
    Unknown(String),
    /// There is no variant with this id.
    #[error("there is no variant {0}")]
    UnknownVariant(String),
    /// A witness is no question.
    #[error("the witness of {id}: {reason}")]
    Witness {
        /// The fault's id.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Read as JSON is, in which alternatives need no tag.
fn state<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<State>, D::Error> {
    let json = serde_json::Value::deserialize(deserializer)?;
    serde_json::from_value(json).map(Some).map_err(D::Error::custom)
}

fn both() -> Vec<Profile> {
    Family::Href.profiles().to_vec()
}

/// Every fault, in the order of the catalogue.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn catalogue() -> Result<&'static [Fault], CatalogueError> {
    static CATALOGUE: LazyLock<Result<Vec<Fault>, CatalogueError>> = LazyLock::new(|| {
        let mut faults: Vec<Fault> = serde_yaml::from_str(include_str!("../catalogue.yaml"))
            .map_err(|error| CatalogueError::Form(error.to_string()))?;
        for (fault, number) in faults.iter_mut().zip(1..) {
            fault.number = number;
        }
        Ok(faults)
    });
    CATALOGUE.as_deref().map_err(Clone::clone)
}

/// The fault with this id.
///
/// # Errors
///
/// [`CatalogueError`], where there is none.
pub fn find(id: &str) -> Result<&'static Fault, CatalogueError> {
    let found = catalogue()?.iter().find(|fault| fault.id == id);
    found.ok_or_else(|| CatalogueError::Unknown(id.to_owned()))
}

impl Fault {
    /// Can it be in one implementation with another one? Not where they change the same place, or have no profile in
    /// common; nor where both remember something in the place for one.
    pub fn goes_with(&self, other: &Fault) -> bool {
        let remembers = |fault: &Fault| fault.place.is_some() && !fault.before.is_empty();
        (self.place.is_none() || self.place != other.place)
            && self.profiles.iter().any(|profile| other.profiles.contains(profile))
            && !(remembers(self) && remembers(other))
    }

    /// Does it keep anything from one request to the next?
    pub fn remembers(&self) -> bool {
        self.state.is_some() || !self.before.is_empty()
    }

    /// How many requests it counts before it shows.
    pub fn counts_to(&self) -> u64 {
        match &self.state {
            Some(State::Counted(number, _)) => u64::from(*number),
            _ => 0,
        }
    }

    /// A question whose answer shows the fault, and what is to be asked before it.
    ///
    /// # Errors
    ///
    /// [`CatalogueError::Witness`]
    pub fn witness(&self) -> Result<(Vec<Operation>, Operation), CatalogueError> {
        let read = |arguments: &Mapping| {
            operation(arguments).map_err(|reason| CatalogueError::Witness { id: self.id.clone(), reason })
        };
        let mut before = Vec::new();
        for arguments in &self.before {
            let mut arguments = arguments.clone();
            let times = arguments.remove("times").and_then(|times| times.as_u64()).unwrap_or(1);
            let operation = read(&arguments)?;
            before.extend((0..times).map(|_| operation.clone()));
        }
        Ok((before, read(&self.witness)?))
    }
}

/// The arguments of an operation, written as in a vector: CRIs in diagnostic notation, options as text or in hex.
fn operation(arguments: &Mapping) -> Result<Operation, String> {
    let mut fields = Mapping::new();
    for (key, value) in arguments {
        let name = key.as_str().unwrap_or_default();
        let value = match (name, value) {
            ("cri" | "base" | "reference" | "target" | "a" | "b" | "sequence", Value::String(text)) => {
                Value::from(hex::encode(edn::read(text).map_err(|error| error.to_string())?))
            }
            ("options", Value::Sequence(options)) => {
                Value::Sequence(options.iter().map(option).collect::<Result<_, _>>()?)
            }
            (_, value) => value.clone(),
        };
        fields.insert(key.clone(), value);
    }
    if fields.get("op").and_then(Value::as_str) == Some("equivalent") {
        fields.entry("ignore-fragment".into()).or_insert(false.into());
    }
    serde_yaml::from_value(Value::Mapping(fields)).map_err(|error| error.to_string())
}

fn option(option: &Value) -> Result<Value, String> {
    let member = |name| option.get(name).and_then(Value::as_str);
    let value = match (member("text"), member("value")) {
        (Some(text), None) => hex::encode(text),
        (None, Some(digits)) => digits.to_owned(),
        _ => return Err("an option has either a text or a value in hex".to_owned()),
    };
    let number = option.get("number").cloned().unwrap_or_default();
    Ok(Value::Mapping([("number".into(), number), ("value".into(), value.into())].into_iter().collect()))
}
