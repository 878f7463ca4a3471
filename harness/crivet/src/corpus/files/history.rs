//! What a corpus promises over time: `ids.txt`, the ids that are permanent, and `CHANGES.yaml`, what each
//! version of it brought.
//!
//! ```text
//! an id that is listed   has a vector or a tombstone, and came with the version it is listed with
//! a vector               came with a version that CHANGES.yaml has and that added it;
//!                        where that version is released, its id is listed
//! a tombstone            is among what some version withdrew, and the other way round
//! ```
//!
//! So nobody can take a vector away, or slip one into a version that others have pinned, without this check
//! finding it. A corpus without these files promises nothing, and nothing is checked.

use std::collections::{BTreeMap, BTreeSet};

use semver::Version;

use super::fields::Fields;
use super::inventory::entries;
use super::source::Source;
use super::yaml::{Kind, Node};
use crate::corpus::Corpus;
use crate::corpus::error::{CorpusError, ErrorKind};
use crate::corpus::release::{Change, Release};
use crate::glob::Glob;
use crate::vector::Location;

/// One line of the list of permanent ids.
pub(super) struct Listed {
    id: String,
    since: Version,
    source: Location,
}

/// Reads a version.
pub(super) fn version(fields: &mut Fields<'_>, node: &Node) -> Option<Version> {
    let text = fields.as_text(node)?;
    let version = Version::parse(&text).ok();
    if version.is_none() {
        fields.unexpected(node, "a version of three numbers, such as 0.1.0");
    }
    version
}

/// Reads `CHANGES.yaml`.
pub(super) fn releases<'a>(
    sources: impl Iterator<Item = &'a Source>,
    errors: &mut Vec<CorpusError>,
) -> Vec<Release> {
    let mut releases: Vec<Release> = Vec::new();
    for entry in entries(sources, errors) {
        let Some(release) = release(entry, errors) else { continue };
        if releases.last().is_some_and(|before| before.version <= release.version) {
            let message = format!("version {} stands below an older one, or twice", release.version);
            errors.push(error(&release.source, None, message));
        }
        releases.push(release);
    }
    releases
}

fn release(entry: Node, errors: &mut Vec<CorpusError>) -> Option<Release> {
    let mut fields = Fields::of(entry, "a version of the corpus", errors)?;
    let version = fields.require("version").and_then(|node| version(&mut fields, &node));
    let released = fields.truth("released").unwrap_or(true);
    let title = fields.required_text("title");
    let mut added = Vec::new();
    for (pattern, location) in fields.texts("added") {
        match pattern.parse::<Glob>() {
            Ok(_) => added.push(pattern),
            Err(bad) => fields.error(&location, ErrorKind::History(bad.to_string())),
        }
    }
    let (withdrawn, changed) = (fields.take("withdrawn"), fields.take("changed"));
    let source = fields.location().clone();
    fields.end(&["version", "released", "title", "added", "withdrawn", "changed"]);
    let (withdrawn, changed) = (changes(withdrawn, errors), changes(changed, errors));
    Some(Release { version: version?, released, title: title?, added, withdrawn, changed, source })
}

fn changes(node: Option<Node>, errors: &mut Vec<CorpusError>) -> Vec<Change> {
    let items = match node {
        None => return Vec::new(),
        Some(Node { kind: Kind::Sequence(items), .. }) => items,
        Some(node) => vec![node],
    };
    let change = |node| {
        let mut fields = Fields::of(node, "a change: {id: …, why: …}", errors)?;
        let (id, why) = (fields.take_id(), fields.required_text("why"));
        fields.end(&["id", "why"]);
        Some(Change { id: id?, why: why? })
    };
    items.into_iter().filter_map(change).collect()
}

/// Reads `ids.txt`: an id and a version a line; empty lines and those that start with `#` say nothing.
pub(super) fn listed<'a>(
    sources: impl Iterator<Item = &'a Source>,
    errors: &mut Vec<CorpusError>,
) -> Vec<Listed> {
    let mut listed = Vec::new();
    for source in sources {
        for (index, line) in source.text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = Location { file: source.name.clone(), line: index + 1, column: 1 };
            let words: Vec<&str> = line.split_whitespace().collect();
            match (words.as_slice(), words.get(1).and_then(|version| Version::parse(version).ok())) {
                ([id, _], Some(since)) => listed.push(Listed { id: (*id).to_owned(), since, source: place }),
                _ => errors.push(error(&place, None, "expected an id and a version".to_owned())),
            }
        }
    }
    listed
}

/// Holds a corpus against what it promised.
pub(super) fn check(corpus: &Corpus, listed: &[Listed], errors: &mut Vec<CorpusError>) {
    let since: BTreeMap<&str, &Version> =
        corpus.vectors.iter().map(|vector| (vector.id.as_str(), &vector.since)).collect();
    let graves: BTreeSet<&str> = corpus.tombstones.iter().map(|grave| grave.id.as_str()).collect();
    for line in listed {
        match since.get(line.id.as_str()) {
            None if !graves.contains(line.id.as_str()) => {
                let message = "the id is permanent, and no vector has it any more; a vector that was \
                               withdrawn leaves a tombstone";
                errors.push(error(&line.source, Some(&line.id), message.to_owned()));
            }
            Some(since) if **since != line.since => {
                let message = format!("the vector came with {}, and now says {since}", line.since);
                errors.push(error(&line.source, Some(&line.id), message));
            }
            _ => {}
        }
    }
    if corpus.releases.is_empty() {
        return;
    }
    let listed: BTreeSet<&str> = listed.iter().map(|line| line.id.as_str()).collect();
    let added: BTreeMap<&Version, (&Release, Vec<Glob>)> =
        corpus.releases.iter().map(|release| (&release.version, (release, globs(&release.added)))).collect();
    for vector in &corpus.vectors {
        let message = match added.get(&vector.since) {
            None => format!("`since: {}` names a version that CHANGES.yaml does not have", vector.since),
            Some((_, globs)) if !globs.iter().any(|glob| glob.matches(&vector.id)) => {
                format!("it is not among what CHANGES.yaml says {} added", vector.since)
            }
            Some((release, _)) if release.released && !listed.contains(vector.id.as_str()) => format!(
                "version {0} is released without it; a vector that comes later says `since` which version it \
                 comes with",
                vector.since
            ),
            Some(_) => continue,
        };
        errors.push(error(&vector.source, Some(&vector.id), message));
    }
    let withdrawn: BTreeSet<&str> =
        corpus.releases.iter().flat_map(|release| &release.withdrawn).map(|one| one.id.as_str()).collect();
    for grave in corpus.tombstones.iter().filter(|grave| !withdrawn.contains(grave.id.as_str())) {
        let message = "CHANGES.yaml does not say which version withdrew it, and why".to_owned();
        errors.push(error(&grave.source, Some(&grave.id), message));
    }
    for release in &corpus.releases {
        for change in &release.withdrawn {
            if !graves.contains(change.id.as_str()) {
                let message = "said to be withdrawn, and has no tombstone".to_owned();
                errors.push(error(&release.source, Some(&change.id), message));
            }
        }
        for change in &release.changed {
            if !since.contains_key(change.id.as_str()) && !graves.contains(change.id.as_str()) {
                let message = "said to be changed, and no vector has the id".to_owned();
                errors.push(error(&release.source, Some(&change.id), message));
            }
        }
    }
}

/// The patterns; each was tried when it was read.
fn globs(patterns: &[String]) -> Vec<Glob> {
    patterns.iter().filter_map(|pattern| pattern.parse().ok()).collect()
}

fn error(location: &Location, id: Option<&str>, message: String) -> CorpusError {
    CorpusError {
        location: location.clone(),
        id: id.map(ToOwned::to_owned),
        kind: ErrorKind::History(message),
    }
}
