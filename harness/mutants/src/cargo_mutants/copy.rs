//! The copy of the repository that is changed, so that nobody works on a tree with a fault in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use super::with_slashes;

/// Makes the copy the same as the repository: every file that is tracked, or could be. A file that is the same
/// already keeps its time, so that cargo compiles little.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    let wanted = tracked(from)?;
    for path in &wanted {
        let contents = fs::read(from.join(path)).with_context(|| path.display().to_string())?;
        let copy = to.join(path);
        if fs::read(&copy).ok().as_ref() != Some(&contents) {
            fs::create_dir_all(copy.parent().context("a file stands in a folder")?)?;
            fs::write(&copy, contents).with_context(|| copy.display().to_string())?;
        }
    }
    for path in present(to)? {
        if !wanted.contains(&path) {
            fs::remove_file(to.join(&path)).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

fn tracked(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .context("git")?;
    ensure!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout)?;
    let paths = paths.split_terminator('\0').map(PathBuf::from);
    // What is deleted and not committed is tracked still.
    Ok(paths.filter(|path| root.join(path).is_file()).collect())
}

fn present(root: &Path) -> Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(root)?.to_owned());
            }
        }
    }
    Ok(found)
}

/// Stands for all files whose path starts so.
pub(super) fn fingerprint(root: &Path, starts: &[&str]) -> Result<String> {
    let mut hash = Sha256::new();
    for path in present(root)? {
        let name = with_slashes(&path);
        if starts.iter().any(|start| name.starts_with(start)) {
            hash.update(name.as_bytes());
            hash.update(fs::read(root.join(&path))?);
        }
    }
    Ok(short(hash))
}

/// Stands for one file.
pub(super) fn of_file(path: &Path) -> Result<String> {
    let contents = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(short(Sha256::new().chain_update(contents)))
}

fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
