//! One vector, requirement or ruling in full, for `crivet show`.

use std::fmt::Write;

use super::describe;
use crate::corpus::{Corpus, Requirement, Ruling};
use crate::vector::Vector;

/// The entry with that id, as text; `None` where there is none.
pub fn entry(corpus: &Corpus, id: &str) -> Option<String> {
    if let Some(found) = corpus.vectors.iter().find(|vector| vector.id == id) {
        return Some(vector(corpus, found));
    }
    if let Some(grave) = corpus.tombstones.iter().find(|grave| grave.id == id) {
        return Some(format!("{id}\n  withdrawn; see {}\n", grave.superseded_by.join(", ")));
    }
    if let Some(found) = corpus.requirements.get(id) {
        let vectors = corpus.vectors.iter().filter(|vector| vector.requirements.iter().any(|one| one == id));
        return Some(requirement(found) + &ids("vectors", vectors));
    }
    let found = corpus.rulings.get(id)?;
    let vectors = corpus.vectors.iter().filter(|vector| vector.rulings.iter().any(|one| one == id));
    Some(ruling(found) + &ids("vectors", vectors))
}

fn vector(corpus: &Corpus, vector: &Vector) -> String {
    let mut text = format!("{}\n  {}\n\n", vector.id, vector.title);
    let profiles: Vec<_> = vector.profiles.iter().map(|profile| profile.name()).collect();
    line(&mut text, "profiles", &profiles.join(", "));
    if !vector.features.is_empty() {
        let features: Vec<_> = vector.features.iter().map(|feature| feature.name()).collect();
        line(&mut text, "features", &features.join(", "));
    }
    line(&mut text, "strength", vector.strength.name());
    line(&mut text, "source", &vector.source.to_string());
    line(&mut text, "asks", vector.operation.name().name());
    for (name, shown) in describe::arguments(&vector.operation) {
        value(&mut text, name, &shown);
    }
    for accepted in &vector.expect {
        value(&mut text, "accepts", &describe::accepted(accepted));
    }
    if let Some(note) = &vector.note {
        line(&mut text, "note", note.trim());
    }
    for id in &vector.requirements {
        if let Some(found) = corpus.requirements.get(id) {
            text.push('\n');
            text.push_str(&requirement(found));
        }
    }
    for id in &vector.rulings {
        if let Some(found) = corpus.rulings.get(id) {
            text.push('\n');
            text.push_str(&ruling(found));
        }
    }
    text
}

fn requirement(requirement: &Requirement) -> String {
    let mut text = format!("{}\n", requirement.id);
    line(&mut text, "level", requirement.level.name());
    line(&mut text, "anchor", &requirement.anchor);
    line(&mut text, "asks", &requirement.text);
    text
}

fn ruling(ruling: &Ruling) -> String {
    let mut text = format!("{}\n", ruling.id);
    let profiles: Vec<_> = ruling.profiles.iter().map(|profile| profile.name()).collect();
    line(&mut text, "profiles", &profiles.join(", "));
    line(&mut text, "question", ruling.question.trim());
    line(&mut text, "ruling", ruling.ruling.trim());
    text
}

fn ids<'a>(name: &str, vectors: impl Iterator<Item = &'a Vector>) -> String {
    let mut text = String::new();
    for (index, vector) in vectors.enumerate() {
        line(&mut text, if index == 0 { name } else { "" }, &vector.id);
    }
    text
}

fn line(text: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {name:<15}  {}", value.replace('\n', "\n                   "));
}

fn value(text: &mut String, name: &str, shown: &describe::Shown) {
    line(text, name, &shown.text);
    if let Some(hex) = &shown.hex {
        line(text, "", &format!("hex {hex}"));
    }
}
