//! Test vectors in the formats the CoRE working group publishes its own in, asked like those of the corpus.
//!
//! `tests.csv` has `;` between its cells and `|` around those that need quotes. Its first line names the columns:
//!
//! ```text
//! type               base (the first row), rt, red, or only-cri-ref
//! uri                a URI or URI reference
//! cri, cri_hex       the same as a CRI, in diagnostic notation and in hex
//! red                what the CRI is as a URI, where that is not the `uri`
//! resolved_cri, resolved_cri_hex, resolved_uri    the CRI resolved against the base, and that as a URI
//! comment            words
//! features_needed    the features the CRI uses, with white space or commas between them
//! ```
//!
//! `tests.json` is one object: `base-uri`, `base-cri` in hex, and `test-vectors`, a list of objects with `uri`,
//! `cri`, `uri-from-cri`, `resolved-cri`, `resolved-uri`, `description` and `invalid`.
//!
//! A row is asked as up to five vectors, as far as its cells go:
//!
//! ```text
//! decode                the CRI is valid
//! uri-to-cri            the URI gives the CRI; not asked of only-cri-ref
//! cri-to-uri            the CRI gives `red` in a row of that type, `uri-from-cri` in JSON, else the `uri`
//! resolve               against the base the CRI gives the resolved CRI
//! resolved-cri-to-uri   which gives the resolved URI
//! ```
//!
//! Of what is marked `invalid`, only that `decode` rejects it is asked: nobody says what else should come of it.
//!
//! A file does not say which revision it is for. Each vector is asked for href-13 and href-27, but for those
//! under which its own answer would be wrong; `--profile` chooses.
//!
//! The files hold rows that are known to be wrong. A row that its comment calls broken, or whose answer contradicts what
//! the drafts and the rulings say of its CRI, is charged to nobody: it is named in a remark, and not asked. Where
//! they let a CRI be rejected, a rejection is accepted as well.
//!
//! What is wrong with the file as a whole is an error, and nothing is run. What is wrong with a row (notation and
//! hex that are not the same bytes, cells that cannot be read, an answer that no revision allows) is a remark
//! with its line: what depends on the cell is not asked, everything else is.

mod known;
mod row;
mod tests_csv;
mod tests_json;

use std::path::Path;

use crate::vector::{Location, Vector};

/// The most rows a file may have; the working group's have some hundred.
const ROW_LIMIT: usize = 20_000;
/// The most bytes the base may have: every row gets a copy of it.
const BASE_LIMIT: usize = 4_096;

/// A format of the working group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `tests.csv`
    Csv,
    /// `tests.json`
    Json,
}

impl Format {
    /// The format that a file's name ends in, if it is one of these.
    pub fn of(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "csv" => Some(Format::Csv),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// What is asked.
    pub vectors: Vec<Vector>,
    /// What is not, and why.
    pub remarks: Vec<Remark>,
}

/// Why something is not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The row it is about.
    pub location: Location,
    /// Why.
    pub message: String,
}

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ImportError {
    /// The line, from one.
    pub line: usize,
    /// Why.
    pub message: String,
}

/// Reads a file's text; `name` is for ids and places.
///
/// # Errors
///
/// The text is not in that format, or has no base that could be asked.
pub fn read(format: Format, name: &str, text: &str) -> Result<Imported, ImportError> {
    match format {
        Format::Csv => tests_csv::read(name, text),
        Format::Json => tests_json::read(name, text),
    }
}
