//! `cargo xtask fuzz run`: one target under libFuzzer, with all that it should have.

use std::process::Command;

use anyhow::{Context, Result};
use crivet::corpus::Corpus;
use crivet_fuzz::fuzz::oracles;

use super::{seeds, targets};
use crate::files;

/// Start one target, from its seeds and with the dictionary
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The target: the name of an oracle
    #[arg(value_name = "TARGET")]
    name: String,

    /// More arguments for libFuzzer
    #[arg(last = true, value_name = "FLAG")]
    flags: Vec<String>,
}

pub(crate) fn main(Arguments { name, flags }: &Arguments) -> Result<()> {
    let mut wanted = oracles();
    wanted.retain(|oracle| oracle.facts().name == name && !oracle.facts().against);
    let target = targets::build(wanted)?.pop().with_context(|| format!("there is no target {name:?}"))?;
    let folder = files::root().join("target/fuzz-run").join(name);
    let [corpus, seeds, artifacts] = ["corpus", "seeds", "artifacts"].map(|part| folder.join(part));
    for part in [&corpus, &artifacts] {
        std::fs::create_dir_all(part).with_context(|| part.display().to_string())?;
    }
    let count = seeds::write(&*target.oracle, &Corpus::embedded()?, &seeds)?;
    let dictionary = folder.join("dictionary");
    seeds::write_dictionary(&dictionary)?;
    eprintln!("{count} seeds; the corpus is {}", corpus.display());
    let status = Command::new(&target.program)
        .args(["-max_len=1024", "-timeout=25", "-len_control=0"])
        .arg(format!("-dict={}", dictionary.display()))
        .arg(format!("-artifact_prefix={}{}", artifacts.display(), std::path::MAIN_SEPARATOR))
        .args(flags)
        .args([&corpus, &seeds])
        .status()
        .with_context(|| target.program.display().to_string())?;
    // What it has to say it said.
    std::process::exit(status.code().unwrap_or(2))
}
