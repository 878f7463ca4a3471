//! Reading vectors from files.
//!
//! YAML text → raw members with their places → [`Vector`](crate::vector::Vector). Every error of every file is found
//! and told with its file, line, column and vector; a corpus with an error is not run. Whatever is pointed at, the
//! memory and time that reading takes are bounded.

mod source;
mod yaml;
mod fields;
mod coap;
mod inventory;
mod history;
mod expectation;
mod typed;
pub mod import;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

use super::{Corpus, CorpusError, CorpusErrors, ErrorKind, Requirements};
use crate::threads;
use crate::vector::Location;
use import::Imported;
use source::{Role, Source};
use typed::Entry;

impl Corpus {
    /// The vector files at the paths: files, or folders with all YAML files in them and below. A file whose name
    /// ends in `.csv` or `.json` is in a format of the working group: see [`import`].
    ///
    /// A folder can bring inventories of its own: `requirements/` and `rulings.yaml`. Where it brings none,
    /// its vectors refer to those embedded. What it says of its past (`ids.txt`, `CHANGES.yaml`) is held
    /// against its vectors.
    pub fn read(paths: &[PathBuf]) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let sources = sources(paths, &mut errors);
        let has = |role| sources.iter().any(|source| source.role == role);
        let inventories = match has(Role::Requirements) && has(Role::Rulings) {
            true => Corpus::default(),
            false => Corpus::embedded_where(|_, _| false)?,
        };
        inventories.extended(&sources, errors)
    }

    /// The same, where the vectors refer to the requirements and rulings of this corpus.
    pub fn read_with(&self, paths: &[PathBuf]) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let sources = sources(paths, &mut errors);
        self.extended(&sources, errors)
    }

    /// The requirements and rulings in a folder, and none of its vectors.
    pub fn read_inventories(folder: &Path) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let mut sources = Vec::new();
        for (name, role) in [("requirements", Role::Requirements), ("rulings.yaml", Role::Rulings)] {
            let found = source::at(&folder.join(name), &source::LIMITS, &mut errors);
            sources.extend(found.into_iter().map(|source| Source { role, ..source }));
        }
        Corpus::default().extended(&sources, errors)
    }

    /// One file's text as a corpus, its requirements and rulings those embedded; `name` is for the errors.
    pub fn parse(name: &str, text: &str) -> Result<Corpus, CorpusErrors> {
        Corpus::embedded_where(|_, _| false)?.parse_with(name, text)
    }

    /// One file's text as a corpus, its requirements and rulings those of this one; `name` is for the errors.
    pub fn parse_with(&self, name: &str, text: &str) -> Result<Corpus, CorpusErrors> {
        let source = Source { name: name.to_owned(), role: Role::Vectors, text: text.to_owned() };
        self.extended(&[source], Vec::new())
    }

    /// One inventory's text as requirements; `name` is for the errors.
    pub fn parse_requirements(name: &str, text: &str) -> Result<Requirements, CorpusErrors> {
        let mut errors = Vec::new();
        let source = Source { name: name.to_owned(), role: Role::Requirements, text: text.to_owned() };
        let requirements = inventory::requirements([&source].into_iter(), &mut errors);
        if errors.is_empty() { Ok(requirements) } else { Err(CorpusErrors(errors)) }
    }

    /// The corpus that the sources are, with the inventories of this one where they bring none.
    fn extended(&self, sources: &[Source], mut errors: Vec<CorpusError>) -> Result<Corpus, CorpusErrors> {
        let of = |role| sources.iter().filter(move |source| source.role == role);
        let requirements = match of(Role::Requirements).next() {
            Some(_) => inventory::requirements(of(Role::Requirements), &mut errors),
            None => self.requirements.clone(),
        };
        let rulings = match of(Role::Rulings).next() {
            Some(_) => inventory::rulings(of(Role::Rulings), &mut errors),
            None => self.rulings.clone(),
        };
        let releases = history::releases(of(Role::Changes), &mut errors);
        let mut corpus = Corpus { requirements, rulings, releases, ..Corpus::default() };
        let mut ids = BTreeMap::new();
        let files: Vec<&Source> = of(Role::Vectors).collect();
        let read: Vec<OnceLock<(Vec<Found>, Vec<CorpusError>)>> =
            files.iter().map(|_| OnceLock::new()).collect();
        let jobs = thread::available_parallelism().map_or(1, NonZero::get);
        threads::each(jobs, files.len(), &|index| {
            read[index].get_or_init(|| {
                let mut errors = Vec::new();
                let nodes = inventory::list(files[index], &mut errors);
                (nodes.into_iter().map(|node| Found::new(node, &corpus)).collect(), errors)
            });
        });
        for (entries, of_file) in read.into_iter().filter_map(OnceLock::into_inner) {
            errors.extend(of_file);
            for found in entries {
                corpus.add(found, &mut ids, &mut errors);
            }
        }
        for source in sources {
            if let Role::Imported(format) = source.role {
                match import::read(format, &source.name, &source.text) {
                    Ok(imported) => corpus.take_in(imported, &mut ids, &mut errors),
                    Err(kind) => {
                        let location = Location { file: source.name.clone(), line: kind.line, column: 1 };
                        let kind = ErrorKind::Import(kind.message);
                        errors.push(CorpusError { location, id: None, kind });
                    }
                }
            }
        }
        corpus.check_tombstones(&ids, &mut errors);
        // Where a vector could not be read, its absence proves nothing.
        if errors.is_empty() {
            let listed = history::listed(of(Role::Ids), &mut errors);
            if errors.is_empty() {
                history::check(&corpus, &listed, &mut errors);
            }
        }
        if errors.is_empty() { Ok(corpus) } else { Err(CorpusErrors(errors)) }
    }

    fn add(&mut self, found: Found, ids: &mut BTreeMap<String, Location>, errors: &mut Vec<CorpusError>) {
        if let Some((id, location)) = found.id {
            use_id(id, &location, ids, errors);
        }
        errors.extend(found.errors);
        match found.entry {
            Some(Entry::Vector(vector)) => self.vectors.push(*vector),
            Some(Entry::Draft(draft)) => self.drafts.push(*draft),
            Some(Entry::Tombstone(tombstone)) => self.tombstones.push(tombstone),
            None => {}
        }
    }

    fn take_in(
        &mut self,
        imported: Imported,
        ids: &mut BTreeMap<String, Location>,
        errors: &mut Vec<CorpusError>,
    ) {
        for vector in &imported.vectors {
            use_id(vector.id.clone(), &vector.source, ids, errors);
        }
        self.vectors.extend(imported.vectors);
        for remark in imported.remarks {
            let kind = ErrorKind::Import(remark.message);
            self.remarks.push(CorpusError { location: remark.location, id: None, kind });
        }
    }

    fn check_tombstones(&self, ids: &BTreeMap<String, Location>, errors: &mut Vec<CorpusError>) {
        for tombstone in &self.tombstones {
            for id in &tombstone.superseded_by {
                if !ids.contains_key(id) {
                    errors.push(CorpusError {
                        location: tombstone.source.clone(),
                        id: Some(tombstone.id.clone()),
                        kind: ErrorKind::UnknownName(format!(
                            "superseded by `{id}`, which no vector has as id"
                        )),
                    });
                }
            }
        }
    }
}

/// The files at the paths.
fn sources(paths: &[PathBuf], errors: &mut Vec<CorpusError>) -> Vec<Source> {
    paths.iter().flat_map(|path| source::at(path, &source::LIMITS, errors)).collect()
}

/// An entry of a vector file, before it is held against the others.
struct Found {
    /// Its id and its place. The id counts as used even where the rest is wrong.
    id: Option<(String, Location)>,
    entry: Option<Entry>,
    errors: Vec<CorpusError>,
}

impl Found {
    /// Reads an entry, which refers to the requirements and rulings of the corpus.
    fn new(node: yaml::Node, corpus: &Corpus) -> Found {
        let id = match &node.kind {
            yaml::Kind::Mapping(members) => members
                .iter()
                .find(|(key, ..)| key == "id")
                .and_then(|(_, _, id)| Some((id.text()?.to_owned(), node.location.clone()))),
            _ => None,
        };
        let mut errors = Vec::new();
        let entry = typed::entry(node, &corpus.requirements, &corpus.rulings, &mut errors);
        Found { id, entry, errors }
    }
}

/// Notes where an id is used; the second use is an error.
fn use_id(
    id: String,
    location: &Location,
    ids: &mut BTreeMap<String, Location>,
    errors: &mut Vec<CorpusError>,
) {
    match ids.entry(id) {
        Slot::Vacant(place) => {
            place.insert(location.clone());
        }
        Slot::Occupied(first) => errors.push(CorpusError {
            location: location.clone(),
            id: Some(first.key().clone()),
            kind: ErrorKind::DuplicateId(first.get().clone()),
        }),
    }
}
