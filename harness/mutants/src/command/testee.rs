//! `cargo xtask mutants testee`: the reference with a fault behind the testee protocol.

use std::io;

use anyhow::{Context, Result};
use crivet_mutants::{Faulty, catalogue::find};

use crate::GREEN;

/// Be a testee: the reference with a fault
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The fault, by its id in the catalogue
    #[arg(value_name = "ID")]
    fault: String,
}

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let fault = find(&arguments.fault)?;
    crivet::protocol::serve(&Faulty::new(fault), io::stdin().lock(), io::stdout().lock())
        .context("the protocol's streams broke off")?;
    Ok(GREEN)
}
