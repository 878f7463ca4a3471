//! Seeds and dictionaries, as files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use crivet::corpus::Corpus;
use crivet_fuzz::fuzz::{AnyOracle, dictionary, oracles, seeds};

/// Writes a folder of seeds and a dictionary for every target.
pub(crate) fn write_all(out: &Path) -> Result<()> {
    let corpus = Corpus::embedded()?;
    for oracle in oracles() {
        let name = oracle.facts().name;
        let count = write(&*oracle, &corpus, &out.join(name))?;
        write_dictionary(&out.join(format!("{name}.dict")))?;
        println!("{name}: {count} seeds");
    }
    Ok(())
}

/// Writes a target's seeds into a folder, and says how many there are.
pub(crate) fn write(oracle: &dyn AnyOracle, corpus: &Corpus, folder: &Path) -> Result<usize> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let seeds = seeds(oracle, corpus);
    for seed in &seeds {
        let path = folder.join(&seed.name);
        fs::write(&path, &seed.bytes).with_context(|| path.display().to_string())?;
    }
    Ok(seeds.len())
}

/// Writes the dictionary.
pub(crate) fn write_dictionary(path: &Path) -> Result<()> {
    fs::write(path, dictionary()).with_context(|| path.display().to_string())
}
