//! `cargo xtask speed`: what crivet costs, and what its answers cost.
//!
//! Without more it measures the goals of the program: processor time, memory and size of what a user runs. Times are of
//! one machine at one moment; where a ratio says as much, the ratio is what counts.

mod goals;
mod growth;
mod oracles;
mod shapes;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::files::publish;

/// Measure the speed of crivet: its goals, each with the speed reached
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    goals: goals::Arguments,
}

#[derive(clap::Subcommand)]
enum What {
    /// Instructions against size, for each operation of the reference and the judge (valgrind counts them)
    Growth {
        /// Write the table to this file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
        /// Print lines of `operation,bytes,nanoseconds` instead, which `cargo xtask mutants score --speed FILE` plots
        #[arg(long, conflicts_with = "write")]
        lines: bool,
    },
    /// The cost of checking one input, for each oracle, as ratios of loops in one run; see reports/README.md
    Oracles {
        /// The milliseconds for which each oracle is asked again and again
        #[arg(long, value_name = "N", default_value_t = 200)]
        milliseconds: u64,
        /// Measure only oracles whose name contains this text
        #[arg(long, value_name = "TEXT")]
        only: Option<String>,
        /// Write the table to this file
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
    /// Ask one question of this size so often, for valgrind
    #[command(hide = true)]
    Ask { part: growth::Part, shape: usize, size: usize, times: u64 },
    /// Run a command, and write what it took: for the goals
    #[command(hide = true)]
    Usage {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    match &arguments.what {
        None => goals::main(&arguments.goals),
        Some(What::Growth { lines: true, .. }) => {
            print!("{}", growth::lines(Duration::from_millis(50))?);
            Ok(())
        }
        Some(What::Growth { write, .. }) => {
            let (table, complaints) = growth::table()?;
            give(write.as_ref(), &table)?;
            if !complaints.is_empty() {
                bail!("not linear:\n{}", complaints.join("\n"));
            }
            Ok(())
        }
        Some(What::Oracles { milliseconds, only, write }) => {
            give(write.as_ref(), &oracles::table(Duration::from_millis(*milliseconds), only.as_deref())?)
        }
        Some(What::Ask { part, shape, size, times }) => growth::ask(*part, *shape, *size, *times),
        Some(What::Usage { command }) => goals::usage(command),
    }
}

/// Write a table where it belongs, or print it.
fn give(file: Option<&PathBuf>, table: &str) -> Result<()> {
    match file {
        Some(path) => publish(path, table, false).map(|_| ()),
        None => {
            print!("{table}");
            Ok(())
        }
    }
}
