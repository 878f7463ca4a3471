//! The commands, one a file.

use std::hash::{BuildHasher, Hasher, RandomState};

pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fuzz;
pub(crate) mod interrupt;
pub(crate) mod lint;
pub(crate) mod list;
pub(crate) mod run;
pub(crate) mod shell;
pub(crate) mod show;
pub(crate) mod testee;

mod subject;

use std::path::PathBuf;

use crivet::corpus::{Corpus, CorpusErrors};

/// The corpus at the paths, or the embedded one where there are none.
pub(crate) fn corpus(paths: &[PathBuf]) -> Result<Corpus, CorpusErrors> {
    if paths.is_empty() { Corpus::embedded() } else { Corpus::read(paths) }
}

/// A seed that is another one each time.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// As many as the machine has.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}
