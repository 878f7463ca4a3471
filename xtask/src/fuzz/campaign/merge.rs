//! The campaigns of several machines, brought together: inputs by their names, which libFuzzer makes of what they hold,
//! and the states.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::state::State;

/// Brings campaigns together in a folder that has none yet; one that is named twice counts once.
pub(crate) fn all(campaigns: &[PathBuf], folder: &Path) -> Result<()> {
    ensure!(State::there(folder)?.is_none(), "{} has a campaign of its own", folder.display());
    let named: Vec<PathBuf> = campaigns
        .iter()
        .map(|one| fs::canonicalize(one).with_context(|| one.display().to_string()))
        .collect::<Result<_>>()?;
    let mut state = State::default();
    for one in named.into_iter().collect::<BTreeSet<PathBuf>>() {
        let there = State::there(&one)?.with_context(|| format!("{} has no campaign", one.display()))?;
        state.add(there);
        for part in ["corpus", "artifacts"] {
            copy(&one.join(part), &folder.join(part))?;
        }
    }
    state.write(folder)
}

/// Copies the files of a folder, and of those in it, that are not there yet.
fn copy(from: &Path, into: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
    fs::create_dir_all(into).with_context(|| into.display().to_string())?;
    for entry in entries {
        let path = entry.with_context(|| from.display().to_string())?.path();
        let to = into.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &to)?;
        } else if !to.exists() {
            fs::copy(&path, &to).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_several_come_together_once() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        for (campaign, inputs) in [("a", ["1", "2"]), ("b", ["2", "3"])] {
            fs::create_dir_all(at(campaign).join("corpus/pet"))?;
            for input in inputs {
                fs::write(at(campaign).join("corpus/pet").join(input), input)?;
            }
            State::default().write(&at(campaign))?;
        }
        fs::create_dir(at("c"))?;
        all(&[at("b"), at("a"), at("b")], &at("c"))?;
        assert_eq!(fs::read_dir(at("c/corpus/pet"))?.count(), 3);
        assert!(all(&[at("a")], &at("c")).is_err(), "it would be counted again");
        assert!(all(&[at("none")], &at("d")).is_err());
        Ok(())
    }
}
