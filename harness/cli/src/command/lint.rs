//! `crivet lint`: are the vector files sound?

use std::io::Write;

use anyhow::Result;
use crivet::corpus::{CorpusError, Draft};

use crate::args::LintArguments;
use crate::{GREEN, UNABLE, output};

/// The most errors that are printed; whoever has more reads the first.
const SHOWN: usize = 200;

pub(crate) fn main(arguments: LintArguments) -> Result<u8> {
    let mut out = output::stdout();
    match super::corpus(&arguments.paths) {
        Ok(corpus) => {
            let (vectors, graves) = (corpus.vectors.len(), corpus.tombstones.len());
            write!(out, "{vectors} vectors")?;
            if graves > 0 {
                write!(out, ", {graves} withdrawn")?;
            }
            let unreleasable: Vec<CorpusError> = corpus.drafts.iter().map(Draft::unreleasable).collect();
            if !unreleasable.is_empty() {
                write!(out, ", {}", drafts(unreleasable.len()))?;
            }
            let mut errors = corpus.remarks;
            if arguments.release {
                errors.extend(unreleasable);
            } else {
                warn(&unreleasable);
            }
            if errors.is_empty() {
                writeln!(out, ", no errors")?;
                return Ok(GREEN);
            }
            writeln!(out)?;
            print(&mut out, &errors)?;
            Ok(UNABLE)
        }
        Err(errors) => {
            print(&mut out, &errors.0)?;
            Ok(UNABLE)
        }
    }
}

/// So many drafts, in words.
pub(super) fn drafts(count: usize) -> String {
    format!("{count} {}", if count == 1 { "draft" } else { "drafts" })
}

fn warn(errors: &[CorpusError]) {
    for error in errors.iter().take(SHOWN) {
        output::warn(&error.to_string());
    }
}

fn print(out: &mut impl Write, errors: &[CorpusError]) -> Result<()> {
    for error in errors.iter().take(SHOWN) {
        writeln!(out, "{error}")?;
    }
    if errors.len() > SHOWN {
        writeln!(out, "… and {} more", errors.len() - SHOWN)?;
    }
    writeln!(out, "{} {}", errors.len(), if errors.len() == 1 { "error" } else { "errors" })?;
    Ok(())
}
