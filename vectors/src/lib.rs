//! The corpus of crivet as data: every file below `vectors/`, embedded.
//!
//! This crate knows nothing of what the files say; the crate `crivet` reads them. It exists so that a
//! binary carries the corpus inside, and so that the corpus can be published with a version of its own.
//!
//! ```
//! let files = crivet_vectors::vector_files();
//! let invalid = files.iter().find(|file| file.path == "href/resolve/invalid.yaml").unwrap();
//! assert!(invalid.contents.starts_with(b"# `resolve`"));
//! assert!(crivet_vectors::scheme_table("href-27").is_some());
//! ```

use include_dir::{Dir, DirEntry, include_dir};

static ROOT: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR");

/// The corpus version: vectors say in `since` which version they came with.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version the corpus started with: vectors that name none came with it.
pub const FIRST_VERSION: &str = "0.1.0";

/// One embedded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct File {
    /// The path below `vectors/`, with `/` between its parts.
    pub path: &'static str,
    /// The bytes, as they are in the repository.
    pub contents: &'static [u8],
}

/// Every file that the corpus is made of, sorted by path: YAML, tables and lists, and not what goes with them.
pub fn data_files() -> Vec<File> {
    let endings = [".yaml", ".csv", ".txt"];
    files(|path| endings.iter().any(|ending| path.ends_with(ending)))
}

/// Every vector file, sorted by path: the YAML files in the folders of the profile families.
pub fn vector_files() -> Vec<File> {
    files(|path| path.ends_with(".yaml") && path.contains('/') && !path.starts_with("requirements/"))
}

/// The requirement inventories, one file a specification, sorted by path.
pub fn requirement_files() -> Vec<File> {
    files(|path| path.starts_with("requirements/") && path.ends_with(".yaml"))
}

/// The rulings: `rulings.yaml`.
pub fn rulings_file() -> File {
    named("rulings.yaml")
}

/// What each version of the corpus brought: `CHANGES.yaml`.
pub fn changes_file() -> File {
    named("CHANGES.yaml")
}

/// The permanent ids, one a line with the version it came with: `ids.txt`.
pub fn ids_file() -> File {
    named("ids.txt")
}

/// Ids of few vectors that notice what all of them do, one a line: `quick.txt`.
pub fn quick_file() -> File {
    named("quick.txt")
}

/// The mapping of scheme numbers to scheme names of a revision, as `number,name` lines (the draft's Table 1).
pub fn scheme_table(revision: &str) -> Option<File> {
    let path = format!("schemes/{revision}.csv");
    files(|candidate| candidate == path).into_iter().next()
}

fn named(path: &str) -> File {
    match files(|candidate| candidate == path).into_iter().next() {
        Some(file) => file,
        None => unreachable!("the file {path} is embedded at build time"),
    }
}

fn files(wanted: impl Fn(&str) -> bool) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![&ROOT];
    while let Some(folder) = folders.pop() {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(inner) => folders.push(inner),
                DirEntry::File(file) => {
                    if let Some(path) = file.path().to_str().filter(|path| wanted(path)) {
                        found.push(File { path, contents: file.contents() });
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found
}
