//! `cargo xtask mutants testee`: the reference with faults, or as a permitted variant, behind the testee protocol.

use std::io;

use anyhow::{Context, Result};
use crivet::implementation::Implementation;
use crivet_mutants::variants::{self, Varied};
use crivet_mutants::{Faulty, catalogue};

use crate::GREEN;

/// Be a testee: the reference with faults, or as a permitted variant
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A fault, by its id in the catalogue, or `variant:` and the id of a variant; or several ids with commas between
    /// them
    #[arg(value_name = "ID")]
    id: String,
}

pub(crate) fn main(Arguments { id }: &Arguments) -> Result<u8> {
    let implementation: Box<dyn Implementation> = match id.strip_prefix("variant:") {
        Some(ids) => {
            let found = ids.split(',').map(variants::find).collect::<Result<Vec<_>, _>>()?;
            Box::new(Varied::new(&found))
        }
        None => {
            let found = id.split(',').map(catalogue::find).collect::<Result<Vec<_>, _>>()?;
            Box::new(Faulty::with(&found))
        }
    };
    crivet::protocol::serve(&*implementation, io::stdin().lock(), io::stdout().lock())
        .context("the protocol's streams broke off")?;
    Ok(GREEN)
}
