//! The waivers: faults that no vector can notice, vectors that need notice no fault, changes of the source that nothing
//! can notice, and rulings that no variant reads otherwise, each with its reason. A measurement fails where a waiver is not needed.

use crivet::glob::Glob;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::vector::{Expected, Vector};
use serde::Deserialize;

use crate::catalogue::CatalogueError;

/// A fault of the catalogue that no vector can notice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultWaiver {
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

/// Vectors that notice no fault of the catalogue, and are asked all the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorWaiver {
    /// Their ids; a glob.
    pub vectors: String,
    /// Is it about those alone that accept a rejection as well as a value?
    #[serde(default)]
    pub either: bool,
    /// Why.
    pub reason: String,
}

/// A change by cargo-mutants that nothing can notice.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangeWaiver {
    /// The change, as a line of the published results has it: `FILE: CHANGE`.
    pub mutant: String,
    /// Why.
    pub reason: String,
}

/// A ruling of which no variant takes another reading than the reference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingWaiver {
    /// The ruling's id.
    pub ruling: String,
    /// The profiles; all of the ruling's, where it is left out.
    #[serde(default)]
    pub profiles: Vec<Profile>,
    /// Why.
    pub reason: String,
}

/// The waivers of rulings.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn rulings() -> Result<Vec<RulingWaiver>, CatalogueError> {
    read(include_str!("../waivers/rulings.yaml"))
}

/// The waivers of faults.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn faults() -> Result<Vec<FaultWaiver>, CatalogueError> {
    read(include_str!("../waivers/faults.yaml"))
}

/// The waivers of vectors.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn vectors() -> Result<Vec<VectorWaiver>, CatalogueError> {
    read(include_str!("../waivers/vectors.yaml"))
}

/// The waivers of changes of the reference. Of the judge there are none.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn changes() -> Result<Vec<ChangeWaiver>, CatalogueError> {
    read(include_str!("../waivers/generated.yaml"))
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Result<Vec<T>, CatalogueError> {
    serde_yaml::from_str(text).map_err(|error| CatalogueError::Form(error.to_string()))
}

impl FaultWaiver {
    /// Is it for this fault, for this operation under this profile?
    pub fn covers(&self, id: &str, profile: Profile, operation: OperationName) -> bool {
        self.id == id
            && (self.profiles.is_empty() || self.profiles.contains(&profile))
            && (self.operations.is_empty() || self.operations.contains(&operation))
    }
}

impl VectorWaiver {
    /// Is it for this vector? A pattern that is not a glob is for none.
    pub fn covers(&self, vector: &Vector) -> bool {
        let accepts = |wanted: fn(&Expected) -> bool| vector.expect.iter().any(|one| wanted(&one.outcome));
        let either = accepts(|one| matches!(one, Expected::Reject))
            && accepts(|one| matches!(one, Expected::Value(_)));
        (either || !self.either) && self.vectors.parse().is_ok_and(|glob: Glob| glob.matches(&vector.id))
    }
}
