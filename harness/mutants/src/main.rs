//! `crivet-mutants`, which `cargo xtask mutants` starts: the measurements of the laboratory.

mod cargo_mutants;
mod command;
mod files;
mod splice;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::command::{causes, generated, judge, pairs, score, testee, variants};

/// Everything is noticed.
const GREEN: u8 = 0;
/// Something is not noticed, or the score is void.
const RED: u8 = 1;
/// Nothing could be measured.
const UNABLE: u8 = 2;

/// Measure the vectors, the oracles and the tests by faults
#[derive(Parser)]
#[command(name = "crivet-mutants", bin_name = "cargo xtask mutants", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The catalogue of faults: which of them do the vectors or the oracles notice?
    Score(Box<score::Arguments>),
    /// Two faults at a time: does one hide the other?
    Pairs(pairs::Arguments),
    /// Into how many causes does a run group the failures of a fault, and those of several at a time?
    Causes(causes::Arguments),
    /// Let cargo-mutants change the reference, and see which vectors notice
    Generated(cargo_mutants::Arguments),
    /// Let cargo-mutants change the judge, the loader and the runner, and see which changes crivet's own tests notice
    Judge(cargo_mutants::Arguments),
    /// The catalogue of permitted variants: does any of them cause a false alarm?
    Variants(variants::Arguments),
    /// Be a testee: the reference with faults, or as a variant, answers the testee protocol on standard input and output
    Testee(testee::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Score(arguments) => score::main(&arguments),
        Command::Pairs(arguments) => pairs::main(&arguments),
        Command::Causes(arguments) => causes::main(&arguments),
        Command::Generated(arguments) => generated::main(&arguments),
        Command::Judge(arguments) => judge::main(&arguments),
        Command::Variants(arguments) => variants::main(&arguments),
        Command::Testee(arguments) => testee::main(&arguments),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(UNABLE)
        }
    }
}
