//! What came of each mutant, kept from run to run.
//!
//! A result holds for the file as it is and the name that cargo-mutants gives the mutant in it. That a mutant
//! survived holds as long as what tests it is the same; what was noticed once counts as noticed.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// A mutant, as cargo-mutants lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mutant {
    /// What cargo-mutants calls it: file, line, column, and what is changed.
    pub(super) name: String,
    /// The file.
    pub(super) file: String,
    /// What is changed, in words.
    pub(super) change: String,
    /// Stands for the file.
    pub(super) fingerprint: String,
    /// The function that is changed.
    pub(super) function: Span,
    /// What is replaced in it.
    pub(super) span: Span,
    /// By what.
    pub(super) replacement: String,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Span {
    pub(super) start: Position,
    /// Behind the last character.
    pub(super) end: Position,
}

/// A place in a file, from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// What came of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Outcome {
    /// A test failed.
    Killed,
    /// A strict run alone fails: the answers are right, and not what is recommended.
    Strict,
    /// An answer took far too long, or the tests as a whole did.
    TimedOut,
    /// Nothing was noticed.
    Survived,
    /// It does not compile.
    Unviable,
}

/// A result, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) name: String,
    pub(super) fingerprint: String,
    pub(super) outcome: Outcome,
    /// Stands for what tested it.
    pub(super) tested_by: String,
    /// Ids of vectors that noticed it; none where it took the tests down.
    pub(super) noticed_by: Vec<String>,
}

/// All results there are.
pub(super) struct Results {
    records: BTreeMap<(String, String), Record>,
    tested_by: String,
}

impl Results {
    /// Reads those of every share.
    pub(super) fn read(folder: &Path, tested_by: String) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.sort();
        let mut results = Results { records: BTreeMap::new(), tested_by };
        for path in paths {
            for line in fs::read_to_string(&path)?.lines() {
                // A line that was cut short by an interruption is no result.
                if let Ok(record) = serde_json::from_str(line) {
                    results.insert(record);
                }
            }
        }
        Ok(results)
    }

    /// What is known of the mutant and still holds.
    pub(super) fn of(&self, mutant: &Mutant) -> Option<&Record> {
        let record = self.records.get(&(mutant.fingerprint.clone(), mutant.name.clone()))?;
        (record.outcome != Outcome::Survived || record.tested_by == self.tested_by).then_some(record)
    }

    /// Keeps one more.
    pub(super) fn add(
        &mut self,
        path: &Path,
        mutant: &Mutant,
        outcome: Outcome,
        noticed_by: Vec<String>,
    ) -> Result<()> {
        let record = Record {
            name: mutant.name.clone(),
            fingerprint: mutant.fingerprint.clone(),
            outcome,
            tested_by: self.tested_by.clone(),
            noticed_by,
        };
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| path.display().to_string())?;
        writeln!(file, "{}", serde_json::to_string(&record)?)?;
        self.insert(record);
        Ok(())
    }

    fn insert(&mut self, record: Record) {
        let key = (record.fingerprint.clone(), record.name.clone());
        // Of two, one that noticed something says more, and one for the tests as they are.
        let better = self
            .records
            .get(&key)
            .is_none_or(|known| known.outcome == Outcome::Survived && known.tested_by != self.tested_by);
        if better {
            self.records.insert(key, record);
        }
    }
}

/// Removes all results of a suite.
pub(super) fn forget(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
