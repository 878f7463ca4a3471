//! The corpus: the only reader of vectors.
//!
//! The one embedded in this library is read as `cargo xtask codegen corpus` compiled it, a line of JSON a vector.
//! With the feature `files`, vectors are read from YAML files as well, and everything that is wrong with them is told.

mod compiled;
mod draft;
mod error;
#[cfg(feature = "files")]
mod files;
mod inventory;
mod release;

pub use draft::Draft;
pub use error::{CorpusError, CorpusErrors, ErrorKind};
#[cfg(feature = "files")]
pub use files::import;
pub use inventory::{Level, Requirement, Requirements, Ruling, Rulings};
pub use release::{Change, Release, current_version, first_version};

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::vector::{Location, Vector};

/// A corpus without errors.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The vectors, sorted by file and by their place in it.
    pub vectors: Vec<Vector>,
    /// What has no verdict yet, in the same order. Nobody is asked these.
    pub drafts: Vec<Draft>,
    /// The withdrawn vectors.
    pub tombstones: Vec<Tombstone>,
    /// The requirements that vectors name.
    pub requirements: Requirements,
    /// The rulings that vectors name.
    pub rulings: Rulings,
    /// What each version of the corpus brought, the newest first; empty where the corpus does not say.
    pub releases: Vec<Release>,
    /// What of an imported file is not asked, because it says two things or nothing: see [`import`].
    pub remarks: Vec<CorpusError>,
}

/// A withdrawn vector: its id stays taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Tombstone {
    /// The id it had.
    pub id: String,
    /// The vectors that took its place.
    pub superseded_by: Vec<String>,
    /// Why it was withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where the tombstone stands.
    #[serde(skip)]
    pub source: Location,
}

/// The keys that any vector can have, in the order they are written.
pub const COMMON_KEYS: [&str; 13] = [
    "id",
    "title",
    "draft",
    "profiles",
    "requirements",
    "features",
    "since",
    "op",
    "expect",
    "strength",
    "ruling",
    "budget",
    "note",
];

impl Corpus {
    /// The ruling with this id, `R7`, or slug, `empty-reference-keeps-fragment`.
    pub fn ruling(&self, name: &str) -> Option<&Ruling> {
        self.rulings.get(name).or_else(|| self.rulings.values().find(|ruling| ruling.slug == name))
    }

    /// The corpus that is embedded in this library.
    ///
    /// # Errors
    ///
    /// The files of the corpus were changed in this repository, and it was not compiled since.
    pub fn embedded() -> Result<Corpus, CorpusErrors> {
        compiled::read(|_, _| true)
    }

    /// Of the embedded corpus the vectors that are wanted, with all requirements and rulings: read in a fraction of
    /// the time. The question is put with a vector's id, and with its line of the compiled corpus, where ids that it
    /// names stand in double quotes.
    ///
    /// # Errors
    ///
    /// As of [`embedded`](Corpus::embedded).
    pub fn embedded_where(wanted: impl Fn(&str, &str) -> bool) -> Result<Corpus, CorpusErrors> {
        compiled::read(wanted)
    }

    /// The text that [`embedded`](Corpus::embedded) reads, made of a corpus that was read from the folder `root`; the
    /// fingerprint is that of the folder's files.
    ///
    /// # Errors
    ///
    /// None: every entry has a form in JSON.
    pub fn compile(&self, root: &Path, fingerprint: u64) -> Result<String, serde_json::Error> {
        compiled::write(self, root, fingerprint)
    }
}
