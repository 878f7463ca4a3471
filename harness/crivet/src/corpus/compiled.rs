//! The compiled corpus: what `vectors/corpus.jsonl` says, a line of JSON each.
//!
//! ```text
//! {"corpus": …}                        the first line: the fingerprint of the files it was made of
//! {"file": {"path": …, "lines": […]}}  what follows stands in this file, each entry at its line
//! {"requirement": {…}} {"ruling": {…}} {"release": {…}} {"vector": {…}} {"withdrawn": {…}}
//! ```
//!
//! It says nothing that the YAML does not, and is read some thirty times as fast: nothing is checked any more.

use std::borrow::Cow;
use std::iter;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Corpus, CorpusError, CorpusErrors, ErrorKind, Release, Requirement, Ruling, Tombstone};
use crate::vector::{Location, Vector};

/// The column in which every entry of a YAML list stands.
const COLUMN: usize = 3;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line<'a> {
    #[serde(borrow)]
    Corpus(Cow<'a, str>),
    #[serde(borrow)]
    File(Entries<'a>),
    Release(Cow<'a, Release>),
    Requirement(Cow<'a, Requirement>),
    Ruling(Cow<'a, Ruling>),
    Vector(Box<Cow<'a, Vector>>),
    Withdrawn(Cow<'a, Tombstone>),
}

/// A file, and the lines at which its entries start.
#[derive(Default, Serialize, Deserialize)]
struct Entries<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
    lines: Vec<usize>,
}

impl Entries<'_> {
    fn place(&self, index: usize) -> Location {
        let line = self.lines.get(index).copied().unwrap_or_default();
        Location { file: self.path.clone().into_owned(), line, column: COLUMN }
    }
}

/// How a line with a vector starts.
const VECTOR: &str = r#"{"vector":{"id":""#;

/// Reads the embedded corpus, of its vectors those that are wanted by id and line.
pub(super) fn read(wanted: impl Fn(&str, &str) -> bool) -> Result<Corpus, CorpusErrors> {
    let mut reader = Reader::default();
    for piece in crivet_vectors::compiled() {
        for text in piece.lines() {
            reader.lines += 1;
            reader.read(text, &wanted).map_err(|kind| {
                let file = "vectors/corpus.jsonl".to_owned();
                let location = Location { file, line: reader.lines, column: 1 };
                CorpusErrors(vec![CorpusError { location, id: None, kind }])
            })?;
        }
    }
    Ok(reader.corpus)
}

#[derive(Default)]
struct Reader {
    corpus: Corpus,
    /// How many lines were read.
    lines: usize,
    /// Where the entries that follow stand, and which of them is next.
    file: Entries<'static>,
    next: usize,
}

impl Reader {
    fn read(&mut self, text: &str, wanted: impl Fn(&str, &str) -> bool) -> Result<(), ErrorKind> {
        if let Some((id, _)) = text.strip_prefix(VECTOR).and_then(|rest| rest.split_once('"'))
            && !wanted(id, text)
        {
            self.next += 1;
            return Ok(());
        }
        let line = serde_json::from_str(text).map_err(|error| ErrorKind::Compiled(error.to_string()))?;
        let (corpus, source) = (&mut self.corpus, self.file.place(self.next));
        self.next += 1;
        match line {
            Line::Corpus(fingerprint) if fingerprint == crivet_vectors::FINGERPRINT => {}
            Line::Corpus(_) => return Err(ErrorKind::Stale),
            Line::File(Entries { path, lines }) => {
                self.file = Entries { path: path.into_owned().into(), lines };
                self.next = 0;
            }
            Line::Release(release) => corpus.releases.push(Release { source, ..release.into_owned() }),
            Line::Requirement(requirement) => {
                let requirement = Requirement { source, ..requirement.into_owned() };
                corpus.requirements.insert(requirement.id.clone(), requirement);
            }
            Line::Ruling(ruling) => {
                let ruling = Ruling { source, ..ruling.into_owned() };
                corpus.rulings.insert(ruling.id.clone(), ruling);
            }
            Line::Vector(vector) => corpus.vectors.push(Vector { source, ..vector.into_owned() }),
            Line::Withdrawn(tombstone) => {
                corpus.tombstones.push(Tombstone { source, ..tombstone.into_owned() })
            }
        }
        Ok(())
    }
}

/// The text that [`read`] reads, made of a corpus that was read from the folder `root`.
pub(super) fn write(corpus: &Corpus, root: &Path, fingerprint: u64) -> Result<String, serde_json::Error> {
    let mut lines: Vec<(&Location, Line<'_>)> = Vec::new();
    lines.extend(corpus.releases.iter().map(|one| (&one.source, Line::Release(Cow::Borrowed(one)))));
    lines
        .extend(corpus.requirements.values().map(|one| (&one.source, Line::Requirement(Cow::Borrowed(one)))));
    lines.extend(corpus.rulings.values().map(|one| (&one.source, Line::Ruling(Cow::Borrowed(one)))));
    lines.extend(corpus.vectors.iter().map(|one| (&one.source, Line::Vector(Box::new(Cow::Borrowed(one))))));
    lines.extend(corpus.tombstones.iter().map(|one| (&one.source, Line::Withdrawn(Cow::Borrowed(one)))));
    lines.sort_by_key(|(source, _)| *source);
    let mut text = serde_json::to_string(&Line::Corpus(format!("{fingerprint:016x}").into()))? + "\n";
    for entries in lines.chunk_by(|(one, _), (next, _)| one.file == next.file) {
        let below = Path::new(&entries[0].0.file);
        let path = Path::new("vectors").join(below.strip_prefix(root).unwrap_or(below));
        let lines = entries.iter().map(|(source, _)| source.line).collect();
        let file = Line::File(Entries { path: path.display().to_string().into(), lines });
        for line in iter::once(&file).chain(entries.iter().map(|(_, line)| line)) {
            text.push_str(&serde_json::to_string(line)?);
            text.push('\n');
        }
    }
    Ok(text)
}
