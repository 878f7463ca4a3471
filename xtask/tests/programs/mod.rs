//! The programs of the workspace, for tests that start them.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const XTASK: &str = env!("CARGO_BIN_EXE_xtask");

/// A program: built with this one by `cargo test --workspace`, and else now.
pub(crate) fn built(name: &str, package: &str) -> PathBuf {
    let program = Path::new(XTASK).with_file_name(format!("{name}{EXE_SUFFIX}"));
    if !program.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--package", package]);
        if !cfg!(debug_assertions) {
            cargo.arg("--release");
        }
        assert!(cargo.status().unwrap().success());
    }
    program
}
