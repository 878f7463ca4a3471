//! Finding and reading the files of a corpus, within bounds.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use walkdir::WalkDir;

use super::import::Format;
use crate::corpus::error::{CorpusError, ErrorKind};
use crate::vector::Location;

#[cfg(test)]
mod tests;

/// How much of what is pointed at is read.
pub(super) struct Limits {
    /// The most bytes a file may have.
    file: u64,
    /// The most bytes all files may have together.
    total: u64,
    /// The most vector files.
    files: usize,
    /// The most files and folders looked at on the search for them.
    entries: usize,
}

/// The limits for a corpus; the largest vector file anyone wrote is a hundredth of what a file may have.
pub(super) const LIMITS: Limits =
    Limits { file: 8_000_000, total: 64_000_000, files: 5_000, entries: 20_000 };

/// The text of one file.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The file as errors and reports name it.
    pub(super) name: String,
    /// What the file is, by its place in a corpus.
    pub(super) role: Role,
    /// What it says.
    pub(super) text: String,
}

/// What a file of a corpus holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Vectors.
    Vectors,
    /// A requirement inventory.
    Requirements,
    /// The rulings.
    Rulings,
    /// What each version of the corpus brought.
    Changes,
    /// The ids that are permanent.
    Ids,
    /// Vectors in a format of the working group.
    Imported(Format),
}

/// The files at a path: the file itself, or every YAML file in the folder and below, sorted by name.
pub(super) fn at(path: &Path, limits: &Limits, errors: &mut Vec<CorpusError>) -> Vec<Source> {
    let whole = |path: &Path, kind| CorpusError { location: start(path), id: None, kind };
    let mut found = Vec::new();
    let mut entries = 0_usize;
    let walk = WalkDir::new(path).follow_links(true).sort_by_file_name().max_open(16);
    let hidden = |name: &std::ffi::OsStr| name.to_str().is_some_and(|name| name.starts_with('.'));
    for entry in walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !hidden(entry.file_name())) {
        entries += 1;
        if entries > limits.entries {
            errors.push(whole(path, ErrorKind::TooManyEntries(limits.entries)));
            return Vec::new();
        }
        match entry {
            // What is no regular file (a pipe, a device) could be read without end; only what is named so is.
            Ok(entry) if entry.file_type().is_file() => {
                let is_ids = entry.depth() == 1 && entry.file_name() == "ids.txt";
                if entry.depth() == 0 || is_yaml(entry.path()) || is_ids {
                    found.push(entry.into_path());
                }
            }
            Ok(entry) if entry.depth() == 0 && !entry.file_type().is_dir() => {
                errors.push(whole(path, ErrorKind::Unreadable("expected a file or a folder".to_owned())));
                return Vec::new();
            }
            // What has the name of vectors is meant as such: left out, it would be missed by nobody.
            Ok(entry) if !entry.file_type().is_dir() && is_yaml(entry.path()) => {
                let reason = "expected a file, found a pipe, a socket or a device".to_owned();
                errors.push(whole(entry.path(), ErrorKind::Unreadable(reason)));
            }
            Ok(_) => {}
            Err(error) => {
                let place = error.path().unwrap_or(path).to_owned();
                let reason = match error.loop_ancestor() {
                    Some(ancestor) => format!("a link that leads back to {}", ancestor.display()),
                    None => error.io_error().map_or_else(|| error.to_string(), ToString::to_string),
                };
                errors.push(whole(&place, ErrorKind::Unreadable(reason)));
            }
        }
    }
    if found.len() > limits.files {
        errors.push(whole(path, ErrorKind::TooManyFiles(limits.files)));
        return Vec::new();
    }
    let mut sources = Vec::new();
    let mut total = 0;
    for file in &found {
        match read(file, limits.file) {
            Ok(bytes) => {
                total += bytes.len() as u64;
                if total > limits.total {
                    errors.push(whole(path, ErrorKind::TooMuch(limits.total)));
                    return Vec::new();
                }
                let name = file.display().to_string();
                // In a folder, CSV and JSON can be anything; what is named is meant.
                let imported = (file == path).then(|| Format::of(file)).flatten().map(Role::Imported);
                let role = imported.unwrap_or_else(|| role(file.strip_prefix(path).unwrap_or(file)));
                sources.extend(text(&name, bytes, errors).map(|text| Source { name, role, text }));
            }
            Err(kind) => errors.push(whole(file, kind)),
        }
    }
    let has_vectors = sources.iter().any(|source| matches!(source.role, Role::Vectors | Role::Imported(_)));
    if !has_vectors && errors.is_empty() {
        errors.push(whole(path, ErrorKind::NoFiles));
    }
    sources
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// What a file holds, by its path below the corpus's folder.
fn role(below: &Path) -> Role {
    let mut parts = below.iter().map(|part| part.to_string_lossy());
    match parts.next().as_deref() {
        Some("requirements") => Role::Requirements,
        Some("rulings.yaml") => Role::Rulings,
        Some("CHANGES.yaml") => Role::Changes,
        Some("ids.txt") => Role::Ids,
        _ => Role::Vectors,
    }
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ErrorKind> {
    let unreadable = |error: std::io::Error| ErrorKind::Unreadable(error.to_string());
    let file = File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    let mut bytes = Vec::new();
    // Whatever its size is said to be: it may grow while it is read, and a file of the system may say 0.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let read = bytes.len() as u64;
    if read > limit { Err(ErrorKind::TooLarge { found: size.max(read), limit }) } else { Ok(bytes) }
}

fn text(name: &str, bytes: Vec<u8>, errors: &mut Vec<CorpusError>) -> Option<String> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
            let location = Location { file: name.to_owned(), line, column };
            errors.push(CorpusError { location, id: None, kind: ErrorKind::NotUtf8(valid + 1) });
            None
        }
    }
}

fn start(path: &Path) -> Location {
    Location { file: path.display().to_string(), line: 1, column: 1 }
}
