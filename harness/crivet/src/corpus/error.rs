//! What can be wrong with a corpus, and where.

use std::fmt;

#[cfg(feature = "files")]
use crate::edn::NotationError;
use crate::vector::Location;

/// One error in one file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CorpusError {
    /// Where it is; line and column 1 where the whole file is meant.
    pub location: Location,
    /// The vector, requirement or ruling it is in, once its id is known.
    pub id: Option<String>,
    /// What is wrong.
    pub kind: ErrorKind,
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.location)?;
        if let Some(id) = &self.id {
            write!(f, "{id}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

/// Everything that is wrong with a corpus, in the order of the files; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct CorpusErrors(pub Vec<CorpusError>);

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// The file or folder could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// A folder that holds no vector file.
    #[error("no vector file here; expected files that end in .yaml")]
    NoFiles,
    /// More files than are read.
    #[error("more than {0} vector files; is this the right folder?")]
    TooManyFiles(usize),
    /// More folders and files than are looked at.
    #[error("more than {0} files and folders; is this the right folder?")]
    TooManyEntries(usize),
    /// A larger file than is read.
    #[error("the file has {found} bytes; a vector file has at most {limit}")]
    TooLarge {
        /// Its size in bytes.
        found: u64,
        /// The most bytes a file may have.
        limit: u64,
    },
    /// All files together are larger than is read.
    #[error("the vector files have more than {0} bytes in all")]
    TooMuch(u64),
    /// Bytes that are no text.
    #[error("the file is not UTF-8: byte {0} is no part of a character")]
    NotUtf8(usize),
    /// The text is no YAML.
    #[error("no YAML: {0}")]
    Yaml(String),
    /// An anchor or alias; vector files have none, so that a small file stays small when it is read.
    #[error("vector files have no YAML anchors or aliases")]
    Alias,
    /// YAML that nests deeper than any vector.
    #[error("YAML that nests deeper than {0} levels")]
    TooDeep(usize),
    /// More YAML nodes than a file may have.
    #[error("more than {0} YAML nodes in a file")]
    TooManyNodes(usize),
    /// A key that stands twice in a mapping.
    #[error("the key `{0}` stands here for the second time")]
    DuplicateKey(String),
    /// Something of another kind than expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A key that nothing reads.
    #[error("unknown key `{key}`{}", hint(known, key))]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that could stand here.
        known: Vec<&'static str>,
    },
    /// A key that has to be there.
    #[error("`{0}` is missing")]
    Missing(String),
    /// An id that is not written as ids are.
    #[error("`{0}` is no id: expected lower-case letters and digits in words joined by single hyphens")]
    BadId(String),
    /// An id used before.
    #[error("the id was used before, at {0}")]
    DuplicateId(Location),
    /// A slug that two rulings have.
    #[error("the slug `{0}` was used before, at {1}")]
    DuplicateSlug(String, Location),
    /// A name that does not exist.
    #[error("{0}")]
    UnknownName(String),
    /// EDN or hex that cannot be read.
    #[cfg(feature = "files")]
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// An expectation that no answer can meet, or that says nothing.
    #[error("an expectation that can never hold: {0}")]
    Expectation(String),
    /// A list of accepted outcomes that does not fit the strength.
    #[error("{0}")]
    Strength(String),
    /// A draft where there may be none.
    #[error(
        "a draft; before a release it needs a verdict: write `expect`, and take `draft` out, or take all of it out"
    )]
    Draft,
    /// A promise of the corpus that is broken: a permanent id, or what a version is said to have brought.
    #[error("{0}")]
    History(String),
    /// The compiled corpus is of other files than those there are.
    #[error("the corpus was changed since it was compiled; `cargo xtask codegen corpus` compiles it")]
    Stale,
    /// A line of the compiled corpus that cannot be read.
    #[error("not a line of a compiled corpus: {0}")]
    Compiled(String),
    /// A file in a format of the working group that cannot be read, or a row of it that cannot be asked.
    #[error("{0}")]
    Import(String),
}

/// Names the nearest known key, or else all of them.
fn hint(known: &[&'static str], key: &str) -> String {
    match known.iter().find(|name| near(name, key)) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => format!("; expected one of {}", known.join(", ")),
    }
}

/// Is one name the other with a single slip: one letter more, less, other, or two swapped; `_` for `-`, or case?
pub(super) fn near(a: &str, b: &str) -> bool {
    // The distance takes time in the product of the lengths; no name is long.
    let alike_long = a.chars().count().abs_diff(b.chars().count()) <= 1;
    let fold = |s: &str| s.to_lowercase().replace('_', "-");
    alike_long && b.len() > 2 && strsim::damerau_levenshtein(&fold(a), &fold(b)) <= 1
}
