//! `cargo xtask mutants`: builds and starts `crivet-mutants`, which is not part of this program so that this one builds
//! soon.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context, Result};

use crate::files;

/// Measure the vectors, the oracles and the tests by faults
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// A command of crivet-mutants, and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(crate) fn main(Arguments { arguments }: &Arguments) -> Result<()> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--locked", "--quiet", "--package", "crivet-mutants", "--manifest-path"])
        .arg(files::root().join("Cargo.toml"))
        .arg("--")
        .args(arguments)
        .status()
        .context("cargo")?;
    // What it has to say it said.
    std::process::exit(status.code().unwrap_or(2))
}
