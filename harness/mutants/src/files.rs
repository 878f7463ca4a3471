//! Files that are read and written.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use crivet_report::file;

pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    Ok(file::write(path, text)?)
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The published measurements.
pub(crate) fn published() -> PathBuf {
    root().join("reports/mutants")
}
