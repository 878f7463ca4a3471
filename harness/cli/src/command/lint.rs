//! `crivet lint`: are the vector files sound?

use std::io::Write;

use anyhow::Result;

use crate::args::LintArguments;
use crate::{GREEN, UNABLE};

/// The most errors that are printed; whoever has more reads the first.
const SHOWN: usize = 200;

pub(crate) fn main(arguments: LintArguments) -> Result<u8> {
    let mut out = anstream::stdout().lock();
    match super::corpus(&arguments.paths) {
        Ok(corpus) => {
            let (vectors, graves) = (corpus.vectors.len(), corpus.tombstones.len());
            write!(out, "{vectors} vectors")?;
            if graves > 0 {
                write!(out, ", {graves} withdrawn")?;
            }
            writeln!(out, ", no errors")?;
            Ok(GREEN)
        }
        Err(errors) => {
            for error in errors.0.iter().take(SHOWN) {
                writeln!(out, "{error}")?;
            }
            if errors.0.len() > SHOWN {
                writeln!(out, "… and {} more", errors.0.len() - SHOWN)?;
            }
            writeln!(out, "{} {}", errors.0.len(), if errors.0.len() == 1 { "error" } else { "errors" })?;
            Ok(UNABLE)
        }
    }
}
