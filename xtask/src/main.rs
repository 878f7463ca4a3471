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

/// What keeps this repository in order
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run what has to pass before a change lands, a step at a time
    Ci(ci::Arguments),
    /// Make the generated files
    Codegen(codegen::Arguments),
    /// Make the numbers in README and guide
    Documents(documents::Arguments),
    /// Build and start the fuzz targets
    Fuzz(fuzz::Arguments),
    /// Measure the vectors, the oracles and the tests by faults: starts crivet-mutants with these arguments
    Mutants(mutants::Arguments),
    /// Freeze the corpus for a version, or say where crivet is published
    Release(release::Arguments),
    /// Make the published results under reports/
    Reports(reports::Arguments),
    /// Lay the requirement inventories beside the text of the drafts
    Requirements(requirements::Arguments),
    /// Begin a new revision of the draft from one that is here
    Revision(revision::Arguments),
    /// Make the site of the corpus and the published results
    Site(site::Arguments),
    /// Measure how fast crivet is: its goals, and what was reached beside each
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
