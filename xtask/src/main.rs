//! What keeps this repository in order: `cargo xtask COMMAND`.

mod ci;
mod codegen;
mod documents;
mod files;
mod fuzz;
mod mutants;
mod release;
mod reports;
mod requirements;
mod revision;
mod site;
mod speed;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Tasks that keep this repository in order
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the steps that gate a change
    Ci(ci::Arguments),
    /// Make the generated files
    Codegen(codegen::Arguments),
    /// Make the numbers in README and guide
    Documents(documents::Arguments),
    /// Build and start the fuzz targets
    Fuzz(fuzz::Arguments),
    /// Measure the vectors, the oracles and the tests by faults: start crivet-mutants with these arguments
    Mutants(mutants::Arguments),
    /// Freeze the corpus for a version, or set the address at which crivet is published
    Release(release::Arguments),
    /// Make the published results under reports/
    Reports(reports::Arguments),
    /// Compare the requirement inventories with the text of the drafts
    Requirements(requirements::Arguments),
    /// Begin a new revision of the draft from an existing one
    Revision(revision::Arguments),
    /// Make the site of the corpus and the published results
    Site(site::Arguments),
    /// Measure the speed of crivet: its goals, each with the speed reached
    Speed(speed::Arguments),
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Ci(arguments) => ci::main(&arguments),
        Command::Codegen(arguments) => codegen::main(&arguments),
        Command::Documents(arguments) => documents::main(&arguments),
        Command::Fuzz(arguments) => fuzz::main(&arguments),
        Command::Mutants(arguments) => mutants::main(&arguments),
        Command::Release(arguments) => release::main(&arguments),
        Command::Reports(arguments) => reports::main(&arguments),
        Command::Requirements(arguments) => requirements::main(&arguments),
        Command::Revision(arguments) => revision::main(&arguments),
        Command::Site(arguments) => site::main(&arguments),
        Command::Speed(arguments) => speed::main(&arguments),
    }
}
