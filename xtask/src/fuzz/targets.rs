//! The targets there are, as programs.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use crivet::fuzz::{AnyOracle, oracles};
use serde::Deserialize;

use crate::files;

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

/// Builds all targets, in the order of the oracles.
pub(crate) fn build() -> Result<Vec<Target>> {
    build_with(&[])
}

/// The same with features of the package `fuzz`.
pub(crate) fn build_with(features: &[&str]) -> Result<Vec<Target>> {
    // The folder's own configuration sets the instrumentation, so it has to be the working directory.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(files::root().join("fuzz"));
    cargo.args(["build", "--release", "--locked", "--bins", "--message-format=json-render-diagnostics"]);
    cargo.args(features.iter().map(|feature| format!("--features={feature}")));
    let output = cargo.env_remove("RUSTFLAGS").stderr(Stdio::inherit()).output().context("cargo")?;
    ensure!(output.status.success(), "the fuzz targets do not build");
    let built: Vec<(String, PathBuf)> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Built>(line).ok())
        .filter_map(|built| Some((built.target?.name, built.executable?)))
        .collect();
    oracles()
        .into_iter()
        .map(|oracle| {
            let name = oracle.facts().name;
            match built.iter().find(|(target, _)| target == name) {
                Some((_, program)) => Ok(Target { program: program.clone(), oracle }),
                None => bail!("there is no fuzz target {name}: fuzz/Cargo.toml wants one an oracle"),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The manifest and the folder have a target for each oracle, and no other.
    #[test]
    fn every_oracle_has_a_target() {
        let names: BTreeSet<String> = oracles().iter().map(|oracle| oracle.facts().name.to_owned()).collect();
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
