//! cargo-mutants itself: the one that is installed, or one of our own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The program; installed below `base` where there is none on the path.
pub(super) fn find(base: &Path) -> Result<PathBuf> {
    let works = |program: &Path| {
        let asked = Command::new(program)
            .args(["mutants", "--version"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        asked.is_ok_and(|status| status.success())
    };
    let own = base.join("tools");
    let candidates = [PathBuf::from("cargo-mutants"), own.join("bin").join("cargo-mutants")];
    if let Some(program) = candidates.iter().find(|program| works(program)) {
        return Ok(program.clone());
    }
    println!("installing cargo-mutants into {}", own.display());
    let status = Command::new("cargo")
        .args(["install", "cargo-mutants", "--locked", "--root"])
        .arg(&own)
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .context("cargo")?;
    ensure!(status.success(), "cargo-mutants does not install: {status}");
    Ok(candidates[1].clone())
}
