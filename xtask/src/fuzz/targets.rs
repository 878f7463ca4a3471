//! The targets there are, as programs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use crivet_fuzz::fuzz::AnyOracle;
use serde::Deserialize;

use crate::files;

/// The target that has every oracle.
const ANY: &str = "any";

/// One target.
pub(crate) struct Target {
    /// The oracle, whose name is the target's.
    pub(crate) oracle: Box<dyn AnyOracle>,
    /// The program.
    pub(crate) program: PathBuf,
}

impl Target {
    pub(crate) fn name(&self) -> &'static str {
        self.oracle.facts().name
    }
}

/// What cargo says of a program it has built.
#[derive(Deserialize)]
struct Built {
    target: Option<Named>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Builds the targets of oracles, in their order.
pub(crate) fn build(oracles: Vec<Box<dyn AnyOracle>>) -> Result<Vec<Target>> {
    let names: Vec<&str> = oracles.iter().map(|oracle| oracle.facts().name).collect();
    let programs = programs(&names, &[])?;
    Ok(oracles.into_iter().zip(programs).map(|(oracle, program)| Target { oracle, program }).collect())
}

/// Builds the target that has every oracle, with features of its package.
pub(crate) fn build_any(features: &[&str]) -> Result<PathBuf> {
    programs(&[ANY], features)?.pop().context("no program was built")
}

/// Builds targets; the programs in the order of their names.
fn programs(names: &[&str], features: &[&str]) -> Result<Vec<PathBuf>> {
    // The folder's own configuration sets the instrumentation, so it has to be the working directory.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(files::root().join("fuzz"));
    cargo.args(["build", "--release", "--locked", "--message-format=json-render-diagnostics"]);
    cargo.args(names.iter().map(|name| format!("--bin={name}")));
    cargo.args(features.iter().map(|feature| format!("--features={feature}")));
    let output = cargo.env_remove("RUSTFLAGS").stderr(Stdio::inherit()).output().context("cargo")?;
    ensure!(output.status.success(), "the fuzz targets do not build");
    let built: BTreeMap<String, PathBuf> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Built>(line).ok())
        .filter_map(|built| Some((built.target?.name, built.executable?)))
        .collect();
    let program = |name: &&str| built.get(*name).cloned().with_context(|| format!("{name} was not built"));
    names.iter().map(program).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crivet_fuzz::fuzz::oracles;

    use super::*;

    /// The manifest and the folder have a target for each oracle but `agree-*`, one for all, and no other.
    #[test]
    fn every_oracle_has_a_target() {
        let oracles = oracles();
        let alone = oracles.iter().map(|oracle| oracle.facts()).filter(|about| !about.against);
        let names: BTreeSet<String> = alone.map(|about| about.name).chain([ANY]).map(str::to_owned).collect();
        let manifest = std::fs::read_to_string(files::root().join("fuzz/Cargo.toml")).unwrap_or_default();
        let (_, bins) = manifest.split_once("[[bin]]").unwrap_or_default();
        let listed: BTreeSet<String> = bins
            .lines()
            .filter_map(|line| Some(line.strip_prefix("name = \"")?.strip_suffix('"')?.to_owned()))
            .collect();
        assert_eq!(listed, names);
        let folder = std::fs::read_dir(files::root().join("fuzz/fuzz_targets"));
        let there: BTreeSet<String> = folder
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_owned()))
            .collect();
        assert_eq!(there, names);
    }
}
