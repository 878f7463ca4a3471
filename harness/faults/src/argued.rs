//! What is argued in writing, and checked for being so: faults that no vector can notice, and vectors that notice no
//! fault.

use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::vector::{Expected, Vector};
use globset::Glob;
use serde::Deserialize;

use crate::catalogue::CatalogueError;

/// A fault that no vector can notice, and why.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// The fault's id.
    pub id: String,
    /// The operations whose vectors cannot notice it; all of the fault's, where it is left out.
    #[serde(default)]
    pub operations: Vec<OperationName>,
    /// The profiles under which they cannot; all of the fault's, where it is left out.
    #[serde(default)]
    pub profiles: Vec<Profile>,
    /// Why.
    pub reason: String,
}

/// Vectors that notice no fault of the catalogue, and why they are there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Justified {
    /// Their ids; a glob.
    pub vectors: String,
    /// Is it about those alone that accept a rejection as well as a value?
    #[serde(default)]
    pub either: bool,
    /// Why.
    pub reason: String,
}

/// The faults that are argued to be none (`reports/mutants/equivalent.yaml`).
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn equivalents() -> Result<Vec<Equivalent>, CatalogueError> {
    serde_yaml::from_str(include_str!(concat!(env!("KNOWN"), "/equivalent.yaml")))
        .map_err(|error| CatalogueError::Form(error.to_string()))
}

/// The vectors that are argued to be worth asking all the same (`reports/mutants/nothing.yaml`).
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn justified() -> Result<Vec<Justified>, CatalogueError> {
    serde_yaml::from_str(include_str!(concat!(env!("KNOWN"), "/nothing.yaml")))
        .map_err(|error| CatalogueError::Form(error.to_string()))
}

impl Equivalent {
    /// Does it say so of this fault, for this operation under this profile?
    pub fn covers(&self, id: &str, profile: Profile, operation: OperationName) -> bool {
        self.id == id
            && (self.profiles.is_empty() || self.profiles.contains(&profile))
            && (self.operations.is_empty() || self.operations.contains(&operation))
    }
}

impl Justified {
    /// Does it say so of this vector? A pattern that is none says so of none.
    pub fn covers(&self, vector: &Vector) -> bool {
        let accepts = |wanted: fn(&Expected) -> bool| vector.expect.iter().any(|one| wanted(&one.outcome));
        let either = accepts(|one| matches!(one, Expected::Reject))
            && accepts(|one| matches!(one, Expected::Value(_)));
        (either || !self.either)
            && Glob::new(&self.vectors).is_ok_and(|glob| glob.compile_matcher().is_match(&vector.id))
    }
}
