//! The corpus: the only reader of vector files.
//!
//! YAML text → raw members with their places → [`Vector`]. Every error of every file is found and told with
//! its file, line, column and vector; a corpus with an error is not run. Whatever is pointed at, the memory
//! and time that reading takes are bounded.

mod coap;
mod draft;
mod error;
mod expectation;
mod fields;
mod history;
pub mod import;
mod inventory;
mod source;
mod typed;
mod yaml;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::path::PathBuf;

pub use draft::Draft;
pub use error::{CorpusError, ErrorKind};
pub(crate) use expectation::{problems, starts_with_scheme};
pub use history::{Change, Release, current_version, first_version};
pub use inventory::{Level, Requirement, Requirements, Ruling, Rulings};
pub use typed::COMMON_KEYS;
pub use typed::Tombstone;

use rayon::prelude::*;

use crate::vector::{Location, Vector};
use import::Imported;
use source::{Role, Source};
use typed::Entry;

/// A corpus without errors.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The vectors, sorted by file and by their place in it.
    pub vectors: Vec<Vector>,
    /// What has no verdict yet, in the same order. Nobody is asked these.
    pub drafts: Vec<Draft>,
    /// The withdrawn vectors.
    pub tombstones: Vec<Tombstone>,
    /// The requirements that vectors name.
    pub requirements: Requirements,
    /// The rulings that vectors name.
    pub rulings: Rulings,
    /// What each version of the corpus brought, the newest first; empty where the corpus does not say.
    pub releases: Vec<Release>,
    /// What of an imported file is not asked, because it says two things or nothing: see [`import`].
    pub remarks: Vec<CorpusError>,
}

/// Everything that is wrong with a corpus, in the order of the files; never empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct CorpusErrors(pub Vec<CorpusError>);

impl Corpus {
    /// The ruling with this id, `R7`, or slug, `empty-reference-keeps-fragment`.
    pub fn ruling(&self, name: &str) -> Option<&Ruling> {
        self.rulings.get(name).or_else(|| self.rulings.values().find(|ruling| ruling.slug == name))
    }

    /// The corpus that is embedded in this library.
    pub fn embedded() -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let sources = source::embedded(&mut errors);
        Corpus::from_sources(sources, errors)
    }

    /// Of the embedded corpus the files that name an id, with the requirements and the rulings: read in a
    /// fraction of the time where one vector alone is wanted.
    pub fn embedded_with(id: &str) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let mut sources = source::embedded(&mut errors);
        sources.retain(|source| match source.role {
            Role::Requirements | Role::Rulings => true,
            Role::Vectors => source.text.contains(id),
            Role::Changes | Role::Ids | Role::Imported(_) => false,
        });
        // What a withdrawn vector was superseded by may stand in a file that is left out, so it is not looked for.
        let Part { corpus, errors, .. } = Part::new(&sources, errors);
        if errors.is_empty() { Ok(corpus) } else { Err(CorpusErrors(errors)) }
    }

    /// The vector files at the paths: files, or folders with all YAML files in them and below. A file whose name
    /// ends in `.csv` or `.json` is in a format of the working group: see [`import`].
    ///
    /// A folder can bring inventories of its own: `requirements/` and `rulings.yaml`. Where it brings none,
    /// its vectors refer to those embedded. What it says of its past (`ids.txt`, `CHANGES.yaml`) is held
    /// against its vectors.
    pub fn read(paths: &[PathBuf]) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let mut sources = Vec::new();
        for path in paths {
            sources.extend(source::at(path, &source::LIMITS, &mut errors));
        }
        for role in [Role::Requirements, Role::Rulings] {
            if !sources.iter().any(|source| source.role == role) {
                sources.extend(source::embedded_role(role, &mut errors));
            }
        }
        Corpus::from_sources(sources, errors)
    }

    /// One file's text as a corpus, its requirements and rulings those embedded; `name` is for the errors.
    pub fn parse(name: &str, text: &str) -> Result<Corpus, CorpusErrors> {
        let mut errors = Vec::new();
        let mut sources = vec![Source { name: name.to_owned(), role: Role::Vectors, text: text.to_owned() }];
        for role in [Role::Requirements, Role::Rulings] {
            sources.extend(source::embedded_role(role, &mut errors));
        }
        Corpus::from_sources(sources, errors)
    }

    /// One inventory's text as requirements; `name` is for the errors.
    pub fn parse_requirements(name: &str, text: &str) -> Result<Requirements, CorpusErrors> {
        let mut errors = Vec::new();
        let source = Source { name: name.to_owned(), role: Role::Requirements, text: text.to_owned() };
        let requirements = inventory::requirements([&source].into_iter(), &mut errors);
        if errors.is_empty() { Ok(requirements) } else { Err(CorpusErrors(errors)) }
    }

    fn from_sources(sources: Vec<Source>, errors: Vec<CorpusError>) -> Result<Corpus, CorpusErrors> {
        let Part { corpus, ids, mut errors } = Part::new(&sources, errors);
        corpus.check_tombstones(&ids, &mut errors);
        // Where a vector could not be read, its absence proves nothing.
        if errors.is_empty() {
            let of = |role| sources.iter().filter(move |source| source.role == role);
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

/// What there is in some files, before it is held against what is in others.
struct Part {
    corpus: Corpus,
    ids: BTreeMap<String, Location>,
    errors: Vec<CorpusError>,
}

impl Part {
    fn new(sources: &[Source], mut errors: Vec<CorpusError>) -> Part {
        let of = |role| sources.iter().filter(move |source| source.role == role);
        let mut corpus = Corpus {
            requirements: inventory::requirements(of(Role::Requirements), &mut errors),
            rulings: inventory::rulings(of(Role::Rulings), &mut errors),
            releases: history::releases(of(Role::Changes), &mut errors),
            ..Corpus::default()
        };
        let mut ids = BTreeMap::new();
        let files: Vec<&Source> = of(Role::Vectors).collect();
        let files: Vec<(Vec<Found>, Vec<CorpusError>)> = files
            .into_par_iter()
            .map(|source| {
                let mut errors = Vec::new();
                let nodes = inventory::list(source, &mut errors);
                (nodes.into_iter().map(|node| Found::new(node, &corpus)).collect(), errors)
            })
            .collect();
        for (entries, of_file) in files {
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
        Part { corpus, ids, errors }
    }
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
