//! Files that are made and committed: written whole, or compared with what is committed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use crivet_report::file;
use similar::TextDiff;

/// Writes a file, or with `check` compares it with the committed one and shows the difference. False if that
/// one is not current.
pub(crate) fn publish(path: &Path, text: &str, check: bool) -> Result<bool> {
    if !check {
        write(path, text)?;
        return Ok(true);
    }
    let committed = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    if committed != text {
        print!(
            "{}",
            TextDiff::from_lines(committed.as_str(), text)
                .unified_diff()
                .context_radius(0)
                .header("committed", "now")
        );
    }
    Ok(committed == text)
}

/// Puts a file in place whole.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().context("a file stands in a folder")?;
    fs::create_dir_all(folder)?;
    Ok(file::write(path, text)?)
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
