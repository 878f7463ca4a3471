//! `crivet lint`: are the vector files sound?

use anyhow::Result;
use crivet::corpus::{CorpusError, Draft};
use crivet_report::styled::Styled;

use crate::args::LintArguments;
use crate::{GREEN, UNABLE, output};

/// The most errors that are printed; whoever has more reads the first.
const SHOWN: usize = 200;

pub(crate) fn main(arguments: LintArguments) -> Result<u8> {
    let mut text = Styled::default();
    let status = match super::corpus(&arguments.paths) {
        Ok(corpus) => {
            let (vectors, graves) = (corpus.vectors.len(), corpus.tombstones.len());
            let mut counts = format!("{vectors} vectors");
            if graves > 0 {
                counts += &format!(", {graves} withdrawn");
            }
            let unreleasable: Vec<CorpusError> = corpus.drafts.iter().map(Draft::unreleasable).collect();
            if !unreleasable.is_empty() {
                counts += &format!(", {}", drafts(unreleasable.len()));
            }
            let mut errors = corpus.remarks;
            if arguments.release {
                errors.extend(unreleasable);
            } else {
                warn(&unreleasable);
            }
            if errors.is_empty() {
                text.line(&[&counts, &", no errors"]);
                GREEN
            } else {
                text.line(&[&counts]);
                list(&mut text, &errors);
                UNABLE
            }
        }
        Err(errors) => {
            list(&mut text, &errors.0);
            UNABLE
        }
    };
    output::styled(&text)?;
    Ok(status)
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

fn list(text: &mut Styled, errors: &[CorpusError]) {
    for error in errors.iter().take(SHOWN) {
        text.line(&[error]);
    }
    if errors.len() > SHOWN {
        text.line(&[&format!("… and {} more", errors.len() - SHOWN)]);
    }
    text.line(&[&format!("{} {}", errors.len(), if errors.len() == 1 { "error" } else { "errors" })]);
}
