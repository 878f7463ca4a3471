//! Permitted variants: implementations that differ from the reference only in ways that some sentence, or the silence of
//! all of them, permits.
//!
//! Faults tell whether the suite is sharp, variants whether it is true: no vector may fail one, and no oracle may find
//! anything in one. `variants.yaml` is the catalogue. A variant changes the copy of the reference (as a fault does, behind
//! a switch), or its answers ([`answers`]), or what it claims; several of these, where it takes several.
//!
//! [`false_alarms`] counts what is held against them all the same.

pub mod answers;
pub mod false_alarms;
pub(crate) mod switch;
mod unchecked;
mod varied;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crivet::feature::Feature;
use crivet::implementation::Operations;
use crivet::profile::Profile;
use serde::Deserialize;

use self::answers::Alteration;
use crate::catalogue::CatalogueError;

pub use self::varied::Varied;

/// An implementation that nothing forbids.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variant {
    /// The id, in kebab case.
    pub id: String,
    /// How it differs, in a line.
    pub title: String,
    /// The profiles under which it is permitted; it claims no others.
    pub profiles: Vec<Profile>,
    /// The rulings and requirements that permit it, by their ids.
    #[serde(default)]
    pub permitted_by: Vec<String>,
    /// The sentence that permits it, or who is silent about it.
    pub because: String,
    /// What it claims, where that is not all.
    #[serde(default)]
    pub claims: Claims,
    /// What becomes of its answers.
    #[serde(default)]
    pub answers: Vec<Alteration>,
    /// The variants that it cannot be combined with: the two together are not permitted.
    #[serde(default)]
    pub not_with: Vec<String>,
    /// Where it changes the reference.
    #[serde(default)]
    changes: Vec<Change>,
    /// The place in the catalogue, from one: what the switch goes by.
    #[serde(skip)]
    number: usize,
}

/// What a variant claims; all of it, where nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The features.
    #[serde(default)]
    pub features: Option<BTreeSet<Feature>>,
    /// The operations.
    #[serde(default)]
    pub operations: Option<Operations>,
}

/// Of a change, what is needed to tell whether two are at the same place. The build script makes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Change {
    file: String,
    #[serde(rename = "in")]
    within: Option<String>,
    find: String,
    #[serde(rename = "replace")]
    _replace: String,
}

/// Every variant, in the order of the catalogue.
///
/// # Errors
///
/// [`CatalogueError::Form`]
pub fn variants() -> Result<&'static [Variant], CatalogueError> {
    static VARIANTS: LazyLock<Result<Vec<Variant>, CatalogueError>> = LazyLock::new(|| {
        let mut variants: Vec<Variant> = serde_yaml::from_str(include_str!("../variants.yaml"))
            .map_err(|error| CatalogueError::Form(error.to_string()))?;
        for (variant, number) in variants.iter_mut().zip(1..) {
            variant.number = number;
        }
        Ok(variants)
    });
    VARIANTS.as_deref().map_err(Clone::clone)
}

/// The variant with this id.
///
/// # Errors
///
/// [`CatalogueError`], where there is none.
pub fn find(id: &str) -> Result<&'static Variant, CatalogueError> {
    let found = variants()?.iter().find(|variant| variant.id == id);
    found.ok_or_else(|| CatalogueError::UnknownVariant(id.to_owned()))
}

impl Variant {
    /// Can one implementation be both? Not where they change the same place, have no profile in common, or are said
    /// not to go together.
    pub fn goes_with(&self, other: &Variant) -> bool {
        let place = |change: &Change| (change.file.clone(), change.within.clone(), change.find.clone());
        let places: BTreeSet<_> = self.changes.iter().map(place).collect();
        !other.changes.iter().any(|change| places.contains(&place(change)))
            && other.profiles.iter().any(|profile| self.profiles.contains(profile))
            && !self.not_with.contains(&other.id)
            && !other.not_with.contains(&self.id)
    }
}
