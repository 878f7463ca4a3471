//! The commands, one a file.

use std::path::PathBuf;

use anyhow::{Context, Result};
use crivet::corpus::Corpus;

pub(crate) mod causes;
pub(crate) mod generated;
pub(crate) mod judge;
pub(crate) mod pairs;
pub(crate) mod score;
pub(crate) mod testee;
pub(crate) mod variants;

/// The vectors in these files and folders, or those inside the program.
fn corpus(paths: &[PathBuf]) -> Result<Corpus> {
    let corpus = match paths {
        [] => Corpus::embedded(),
        paths => Corpus::read(paths),
    };
    corpus.context("the vectors have errors; nothing was measured")
}
