//! `cargo xtask fuzz`: the coverage-guided fuzz targets, built, started and kept.
//!
//! A target is one of the programs of the folder `fuzz`: an oracle under libFuzzer. They are built on the toolchain at
//! hand, without sanitizers.

mod campaign;
mod engine;
mod faults;
mod promote;
mod run;
mod seeds;
mod smoke;
mod targets;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

/// Build and start the fuzz targets
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the targets, and print their paths
    Build,
    /// Write the seeds of each target, made from the vectors, and its dictionary
    Seeds {
        /// The folder to write to: `TARGET/` with a file for each seed, and `TARGET.dict`
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Start one target, from its seeds and with the dictionary
    Run(run::Arguments),
    /// Start every oracle for a short time, from the seeds and a fixed seed of random choices
    Smoke(smoke::Arguments),
    /// Fuzz for hours, and keep the inputs reached; an interrupted campaign goes on where it was
    Campaign(campaign::Arguments),
    /// Let libFuzzer look for every fault that `cargo xtask mutants score --fuzz` noticed; an interrupted search goes on
    /// where it was
    Faults(faults::Arguments),
    /// Make draft vectors of findings
    Promote(Box<promote::Arguments>),
    /// The reference behind the testee protocol
    #[command(hide = true)]
    Testee,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Build => {
            let mut oracles = crivet_fuzz::fuzz::oracles();
            oracles.retain(|oracle| !oracle.facts().against);
            for target in targets::build(oracles)? {
                println!("{}", target.program.display());
            }
            println!("{}", targets::build_any(&[])?.display());
            Ok(())
        }
        Command::Seeds { out } => seeds::write_all(out),
        Command::Run(arguments) => run::main(arguments),
        Command::Smoke(arguments) => smoke::main(arguments),
        Command::Campaign(arguments) => campaign::main(arguments),
        Command::Faults(arguments) => faults::main(arguments),
        Command::Promote(arguments) => promote::main(arguments),
        Command::Testee => promote::serve(),
    }
}
