//! What each version of the corpus brought.

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::vector::Location;

/// What one version of the corpus brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The version.
    pub version: Version,
    /// Is it released? Until then its vectors can still come and go.
    pub released: bool,
    /// What it is about, in a line.
    pub title: String,
    /// The vectors it added: ids, or globs over the ids of vectors with that `since`.
    pub added: Vec<String>,
    /// The vectors it withdrew, and why.
    pub withdrawn: Vec<Change>,
    /// The vectors of which it changed what is asked or accepted, and why.
    pub changed: Vec<Change>,
    /// Where it stands.
    #[serde(skip)]
    pub source: Location,
}

/// A change to one vector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The vector's id.
    pub id: String,
    /// Why.
    pub why: String,
}

/// The version that a vector came with that names none.
pub fn first_version() -> Version {
    parsed(crivet_vectors::FIRST_VERSION)
}

/// The version of the embedded corpus.
pub fn current_version() -> Version {
    parsed(crivet_vectors::VERSION)
}

/// A version that a constant gives, and that is one.
fn parsed(text: &str) -> Version {
    Version::parse(text).unwrap_or(Version::new(0, 0, 0))
}
