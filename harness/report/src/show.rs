//! One vector, requirement or ruling in full, for `crivet show`.

use super::block::Block;
use crate::styled::{BOLD, Styled};
use crivet::corpus::{Corpus, Requirement, Ruling};
use crivet::describe;
use crivet::vector::Vector;

/// The entry with that id, as styled text; `None` where there is none. `width` is how
/// many characters fit a line.
pub fn entry(corpus: &Corpus, id: &str, width: Option<usize>) -> Option<Styled> {
    let mut block = Block::new(width);
    if let Some(found) = corpus.vectors.iter().find(|vector| vector.id == id) {
        vector(&mut block, corpus, found);
    } else if let Some(grave) = corpus.tombstones.iter().find(|grave| grave.id == id) {
        block.raw(&[&BOLD.of(id)]);
        block.line("withdrawn", &format!("see {}", grave.superseded_by.join(", ")));
    } else if let Some(found) = corpus.requirements.get(id) {
        requirement(&mut block, found);
        let vectors = corpus.vectors.iter().filter(|vector| vector.requirements.iter().any(|one| one == id));
        ids(&mut block, vectors, &format!("crivet list --requirement {id}"));
    } else {
        let found = corpus.ruling(id)?;
        ruling(&mut block, found);
        let vectors = corpus.vectors.iter().filter(|vector| vector.rulings.contains(&found.id));
        ids(&mut block, vectors, &format!("crivet list --ruling {}", found.id));
    }
    Some(block.finish())
}

fn vector(block: &mut Block, corpus: &Corpus, vector: &Vector) {
    block.raw(&[&BOLD.of(&vector.id)]);
    block.line("", &vector.title);
    block.raw(&[]);
    block.line("profiles", &joined(vector.profiles.iter().map(|profile| profile.name())));
    if !vector.features.is_empty() {
        block.line("features", &joined(vector.features.iter().map(|feature| feature.name())));
    }
    block.line("strength", vector.strength.name());
    block.line("source", &vector.source.to_string());
    block.line("asks", vector.operation.name().name());
    for (name, shown) in describe::asked(vector) {
        block.value(&format!("  {name}"), &shown);
    }
    for (index, accepted) in vector.expect.iter().enumerate() {
        block.value(if index == 0 { "accepts" } else { "or" }, &describe::accepted(accepted));
    }
    if let Some(budget) = vector.budget {
        block.line("budget", &describe::budget(budget));
    }
    if let Some(note) = &vector.note {
        block.line("note", note.trim());
    }
    for found in vector.requirements.iter().filter_map(|id| corpus.requirements.get(id)) {
        block.raw(&[]);
        requirement(block, found);
    }
    for found in vector.rulings.iter().filter_map(|id| corpus.rulings.get(id)) {
        block.raw(&[]);
        ruling(block, found);
    }
}

pub(super) fn requirement(block: &mut Block, requirement: &Requirement) {
    block.raw(&[&BOLD.of(&requirement.id)]);
    block.line("level", requirement.level.name());
    let document = requirement.profile().map_or(requirement.inventory(), |profile| profile.document());
    block.line("anchor", &format!("{} in {document}", requirement.anchor));
    block.line("asks", &requirement.text);
    if let Some(reason) = &requirement.untestable {
        block.line("untestable", reason);
    }
    if let Some(reason) = &requirement.unbreakable {
        block.line("unbreakable", reason);
    }
}

pub(super) fn ruling(block: &mut Block, ruling: &Ruling) {
    block.raw(&[&BOLD.of(ruling.name())]);
    block.line("profiles", &joined(ruling.profiles.iter().map(|profile| profile.name())));
    block.line("question", ruling.question.trim());
    block.line("ruling", ruling.ruling.trim());
}

/// How many vectors of a requirement or ruling are named.
const NAMED: usize = 12;

/// The first of them, and how many there are; the command has them all.
fn ids<'a>(block: &mut Block, vectors: impl Iterator<Item = &'a Vector>, command: &str) {
    let ids: Vec<&str> = vectors.map(|vector| vector.id.as_str()).collect();
    for (index, id) in ids.iter().take(NAMED).enumerate() {
        block.line(if index == 0 { "vectors" } else { "" }, id);
    }
    if ids.len() > NAMED {
        block.line("", &format!("and {} more, {} in all", ids.len() - NAMED, ids.len()));
        block.command("list them", command);
    }
}

pub(super) fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
