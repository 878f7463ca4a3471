//! One row of an imported file, whatever its format was, and the vectors it is asked as.

use std::collections::BTreeSet;
use std::path::Path;

use super::known::{contradiction, others};
use super::{BASE_LIMIT, ImportError, Imported, Remark};
use crate::corpus::files::expectation::{problems, starts_with_scheme};
use crate::corpus::first_version;
use crate::edn;
use crate::feature::Feature;
use crate::operation::Operation;
use crate::outcome::{Decoded, Value};
use crate::profile::{Family, Profile};
use crate::vector::{Accepted, Expected, Location, Strength, Vector};

/// The revisions a file may be for.
const PROFILES: &[Profile] = Family::Href.profiles();

/// What a row says; absent is what it leaves out, or what cannot be read.
#[derive(Default)]
pub(super) struct Row {
    /// What tells it from other rows: its line, or its place in the list.
    pub(super) number: usize,
    pub(super) line: usize,
    pub(super) uri: Option<String>,
    /// Does the URI give the CRI?
    pub(super) from_uri: bool,
    pub(super) cri: Option<Vec<u8>>,
    pub(super) uri_from_cri: Option<String>,
    pub(super) resolved_cri: Option<Vec<u8>>,
    pub(super) resolved_uri: Option<String>,
    pub(super) features: BTreeSet<Feature>,
    pub(super) note: Option<String>,
    pub(super) invalid: bool,
}

/// What has been read of a file so far.
pub(super) struct Rows {
    file: String,
    stem: String,
    base: Option<Vec<u8>>,
    imported: Imported,
}

impl Rows {
    pub(super) fn new(file: &str) -> Rows {
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let words = stem.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
        let stem: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let stem = if stem.is_empty() { "imported".to_owned() } else { stem.join("-") };
        Rows { file: file.to_owned(), stem, base: None, imported: Imported::default() }
    }

    pub(super) fn finish(self) -> Imported {
        self.imported
    }

    /// Says what is not asked, and why.
    pub(super) fn remark(&mut self, line: usize, message: impl Into<String>) {
        let location = Location { file: self.file.clone(), line, column: 1 };
        self.imported.remarks.push(Remark { location, message: message.into() });
    }

    /// Takes the row of the base.
    pub(super) fn base(&mut self, row: &Row) -> Result<(), ImportError> {
        if row.cri.as_ref().is_some_and(|cri| cri.len() > BASE_LIMIT) {
            let message = format!("the base has more than {BASE_LIMIT} bytes");
            return Err(ImportError { line: row.line, message });
        }
        self.base.clone_from(&row.cri);
        if self.base.is_none() {
            self.remark(row.line, "without the base's CRI, no row is asked to be resolved");
        }
        self.add(row);
        Ok(())
    }

    /// The bytes of a CRI that stands in one cell in notation, and in another in hex; `name` is for remarks.
    pub(super) fn bytes(&mut self, line: usize, name: &str, notation: &str, digits: &str) -> Option<Vec<u8>> {
        let from_hex = self.cell(line, name, digits, edn::read_hex(digits));
        let from_notation = self.cell(line, name, notation, edn::read(notation));
        match (from_notation, from_hex) {
            (Some(notation), Some(digits)) if notation != digits => {
                let (notation, digits) = (hex::encode(notation), hex::encode(digits));
                let message = format!(
                    "`{name}` is {notation} by its notation and {digits} in hex; what depends on it is not asked"
                );
                self.remark(line, message);
                None
            }
            (notation, digits) => digits.or(notation),
        }
    }

    fn cell(
        &mut self,
        line: usize,
        name: &str,
        text: &str,
        read: Result<Vec<u8>, edn::NotationError>,
    ) -> Option<Vec<u8>> {
        if text.trim().is_empty() {
            return None;
        }
        read.map_err(|error| self.remark(line, format!("`{name}` cannot be read: {error}"))).ok()
    }

    /// Asks what a row says.
    pub(super) fn add(&mut self, row: &Row) {
        let Some(cri) = &row.cri else { return };
        if let Some(note) = row.note.as_ref().filter(|note| note.to_lowercase().contains("broken")) {
            self.remark(
                row.line,
                format!("{}-{} is broken by its comment, and not asked: {note}", self.stem, row.number),
            );
            return;
        }
        if row.invalid {
            self.ask(row, "decode", Operation::Decode { cri: cri.clone() }, Expected::Reject);
            return;
        }
        let full = starts_with_scheme(cri, Profile::Href13);
        let decoded = Value::Decoded(Decoded { full, cri: cri.clone() });
        self.ask(row, "decode", Operation::Decode { cri: cri.clone() }, Expected::Value(decoded));
        if let Some(uri) = row.uri.as_ref().filter(|_| row.from_uri) {
            let value = Value::Cri { cri: cri.clone() };
            self.ask(row, "uri-to-cri", Operation::UriToCri { uri: uri.clone() }, Expected::Value(value));
        }
        if let Some(uri) = &row.uri_from_cri {
            let value = Value::Uri { uri: uri.clone() };
            self.ask(row, "cri-to-uri", Operation::CriToUri { cri: cri.clone() }, Expected::Value(value));
        }
        let Some(resolved) = &row.resolved_cri else { return };
        if let Some(base) = self.base.clone() {
            let operation = Operation::Resolve { base, reference: cri.clone(), relation: None };
            let value = Value::Cri { cri: resolved.clone() };
            self.ask(row, "resolve", operation, Expected::Value(value));
        }
        if let Some(uri) = &row.resolved_uri {
            let operation = Operation::CriToUri { cri: resolved.clone() };
            let value = Value::Uri { uri: uri.clone() };
            self.ask(row, "resolved-cri-to-uri", operation, Expected::Value(value));
        }
    }

    fn ask(&mut self, row: &Row, what: &str, operation: Operation, expected: Expected) {
        let mut vector = Vector {
            id: format!("{}-{}-{what}", self.stem, row.number),
            title: match &row.uri {
                Some(uri) => format!("Row {} of {}: {uri:?}", row.number, self.stem),
                None => format!("Row {} of {}", row.number, self.stem),
            },
            profiles: Vec::new(),
            requirements: Vec::new(),
            features: row.features.clone(),
            since: first_version(),
            before: Vec::new(),
            operation,
            times: 1,
            expect: vec![Accepted { outcome: expected, reading: None }],
            strength: Strength::Must,
            rulings: Vec::new(),
            note: row.note.clone(),
            budget: None,
            source: Location { file: self.file.clone(), line: row.line, column: 1 },
        };
        let expected = vector.expect[0].outcome.clone();
        let mut wrong = None;
        let mut allowed = Vec::new();
        for &profile in PROFILES {
            vector.profiles = vec![profile];
            let problem = problems(&vector).into_iter().next();
            let problem = problem.map(|problem| format!("an answer that can never hold: {problem}"));
            let contradicted = || contradiction(&vector.operation, &expected, profile);
            match problem
                .or_else(|| contradicted().map(|why| format!("which contradicts what is ruled: {why}")))
            {
                Some(problem) => wrong = Some(problem),
                None => allowed.push(profile),
            }
        }
        vector.profiles = allowed;
        for profile in &vector.profiles {
            for outcome in others(&vector.operation, &expected, *profile) {
                if vector.expect.iter().all(|accepted| accepted.outcome != outcome) {
                    vector.expect.push(Accepted { outcome, reading: None });
                    vector.strength = Strength::Disputed;
                }
            }
        }
        match wrong {
            Some(problem) if vector.profiles.is_empty() => {
                self.remark(row.line, format!("{} is not asked as {what}, {problem}", vector.title));
            }
            _ => self.imported.vectors.push(vector),
        }
    }
}
