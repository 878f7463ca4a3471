//! Reading the requirement inventories and the rulings.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::fields::{Fields, is_kebab_case};
use super::source::Source;
use super::yaml::{self, Kind, Node};
use crate::corpus::error::{CorpusError, ErrorKind};
use crate::corpus::inventory::{Level, Requirement, Requirements, Ruling, Rulings};
use crate::profile::Profile;
use crate::vector::Location;

pub(super) fn requirements<'a>(
    sources: impl Iterator<Item = &'a Source>,
    errors: &mut Vec<CorpusError>,
) -> Requirements {
    let mut found = Requirements::new();
    for entry in entries(sources, errors) {
        if let Some(requirement) = requirement(entry, errors) {
            insert(&mut found, requirement.id.clone(), requirement, |r| &r.source, errors);
        }
    }
    found
}

pub(super) fn rulings<'a>(
    sources: impl Iterator<Item = &'a Source>,
    errors: &mut Vec<CorpusError>,
) -> Rulings {
    let mut found = Rulings::new();
    for entry in entries(sources, errors) {
        if let Some(ruling) = ruling(entry, errors) {
            if let Some(first) = found.values().find(|one| one.slug == ruling.slug && one.id != ruling.id) {
                let kind = ErrorKind::DuplicateSlug(ruling.slug.clone(), first.source.clone());
                let location = ruling.source.clone();
                errors.push(CorpusError { location, id: Some(ruling.id.clone()), kind });
            }
            insert(&mut found, ruling.id.clone(), ruling, |r| &r.source, errors);
        }
    }
    found
}

/// The entries of all the files, each of which is a list.
pub(super) fn entries<'a>(
    sources: impl Iterator<Item = &'a Source>,
    errors: &mut Vec<CorpusError>,
) -> Vec<Node> {
    sources.flat_map(|source| list(source, errors)).collect()
}

/// The items of a file that is a list.
pub(super) fn list(source: &Source, errors: &mut Vec<CorpusError>) -> Vec<Node> {
    let Some(root) = yaml::read(source, errors) else { return Vec::new() };
    let found = root.describe();
    match root.kind {
        Kind::Sequence(items) => items,
        _ => {
            let kind = ErrorKind::Expected { expected: "a list".to_owned(), found };
            errors.push(CorpusError { location: root.location, id: None, kind });
            Vec::new()
        }
    }
}

fn insert<T>(
    all: &mut BTreeMap<String, T>,
    id: String,
    one: T,
    source: impl Fn(&T) -> &Location,
    errors: &mut Vec<CorpusError>,
) {
    match all.entry(id) {
        Entry::Vacant(place) => {
            place.insert(one);
        }
        Entry::Occupied(first) => {
            let kind = ErrorKind::DuplicateId(source(first.get()).clone());
            errors.push(CorpusError { location: source(&one).clone(), id: Some(first.key().clone()), kind });
        }
    }
}

fn requirement(entry: Node, errors: &mut Vec<CorpusError>) -> Option<Requirement> {
    let mut fields = Fields::of(entry, "a requirement", errors)?;
    let id = fields.take_id();
    let anchor = fields.required_text("anchor");
    let level = fields.require("level").and_then(|node| {
        let found =
            [Level::Must, Level::Should, Level::May].into_iter().find(|l| node.text() == Some(l.name()));
        if found.is_none() {
            fields.unexpected(&node, "one of must, should, may");
        }
        found
    });
    let text = fields.required_text("text");
    let (untestable, unbreakable) = (fields.text("untestable"), fields.text("unbreakable"));
    let fingerprints = fingerprints(&mut fields);
    let source = fields.location().clone();
    fields.end(&["id", "anchor", "level", "text", "untestable", "unbreakable", "fingerprint"]);
    let (id, anchor, level, text) = (id?, anchor?, level?, text?);
    Some(Requirement { id, anchor, level, text, untestable, unbreakable, fingerprints, source })
}

/// Takes the member `fingerprint`: none, one, or a list, each of 12 hexadecimal digits.
fn fingerprints(fields: &mut Fields<'_>) -> Vec<String> {
    let is_hex =
        |text: &str| text.len() == 12 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let (fine, odd): (Vec<_>, Vec<_>) =
        fields.texts("fingerprint").into_iter().partition(|(text, _)| is_hex(text));
    for (text, location) in odd {
        let expected = "a fingerprint, 12 lower-case hexadecimal digits in quotes".to_owned();
        fields.error(&location, ErrorKind::Expected { expected, found: format!("`{text}`") });
    }
    fine.into_iter().map(|(text, _)| text).collect()
}

fn ruling(entry: Node, errors: &mut Vec<CorpusError>) -> Option<Ruling> {
    let mut fields = Fields::of(entry, "a ruling", errors)?;
    let id = fields.require("id").and_then(|node| {
        let id = fields.as_text(&node)?;
        let digits = id.strip_prefix('R').unwrap_or_default();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            fields.unexpected(&node, "the id of a ruling, `R` and a number");
            return None;
        }
        fields.id = Some(id.clone());
        Some(id)
    });
    let slug = fields.require("slug").and_then(|node| {
        let slug = fields.as_text(&node)?;
        if !is_kebab_case(&slug) {
            fields.unexpected(&node, "words in kebab-case");
            return None;
        }
        Some(slug)
    });
    let profiles = profiles(&mut fields);
    let question = fields.required_text("question");
    let ruling = fields.required_text("ruling");
    let source = fields.location().clone();
    fields.end(&["id", "slug", "profiles", "question", "ruling"]);
    Some(Ruling { id: id?, slug: slug?, profiles, question: question?, ruling: ruling?, source })
}

/// Takes the member `profiles`: at least one, each known, none twice.
pub(super) fn profiles(fields: &mut Fields<'_>) -> Vec<Profile> {
    if !fields.has("profiles") {
        fields.require("profiles");
        return Vec::new();
    }
    let before = fields.errors();
    let mut profiles = Vec::new();
    for (name, location) in fields.texts("profiles") {
        match name.parse::<Profile>() {
            Ok(profile) if profiles.contains(&profile) => {
                fields
                    .error(&location, ErrorKind::UnknownName(format!("the profile `{name}` is named twice")));
            }
            Ok(profile) => profiles.push(profile),
            Err(error) => fields.error(&location, ErrorKind::UnknownName(error.to_string())),
        }
    }
    if profiles.is_empty() && fields.errors() == before {
        let location = fields.location().clone();
        fields.error(&location, ErrorKind::Missing("profiles".to_owned()));
    }
    profiles
}
