//! The inventory of a new revision: the requirements of an earlier one whose sentences are still there.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use crivet::corpus::{Requirement, Requirements};

use super::Names;
use crate::requirements::Sentence;

/// The new inventory, and how it came about.
#[derive(Debug)]
pub(super) struct Inventory {
    /// The file. What no longer stands in the source is a comment in its place, with the reason before it.
    pub(super) text: String,
    /// How many requirements stand on the same sentences under the same anchor.
    pub(super) same: usize,
    /// Those whose sentences stand elsewhere now: the new id, the old anchor, the new one.
    pub(super) moved: Vec<(String, String, String)>,
    /// Those of which a sentence is not in the source.
    pub(super) changed: Vec<String>,
}

/// Lays an inventory beside the source of another revision.
pub(super) fn begin(
    text: &str,
    requirements: &Requirements,
    names: &Names,
    sentences: &[Sentence],
) -> Result<Inventory> {
    let by_line: BTreeMap<usize, &Requirement> =
        requirements.values().map(|requirement| (requirement.source.line, requirement)).collect();
    let (old_prefix, new_prefix) = names.prefixes();
    let mut inventory = Inventory { text: String::new(), same: 0, moved: Vec::new(), changed: Vec::new() };
    let mut in_head = true;
    for (index, line) in text.lines().enumerate() {
        in_head &= line.starts_with('#');
        let written = match by_line.get(&(index + 1)) {
            None if in_head => line.replace(names.from.name(), &names.new),
            None => line.to_owned(),
            Some(requirement) => {
                let start = format!("- {{id: {}, anchor: {},", requirement.id, requirement.anchor);
                let rest = line.strip_prefix(&start).with_context(|| {
                    format!("{}: the entry does not begin with id and anchor on one line", requirement.id)
                })?;
                let name = requirement.id.strip_prefix(&old_prefix);
                let name =
                    name.with_context(|| format!("{} does not begin with {old_prefix}", requirement.id))?;
                let id = format!("{new_prefix}{name}");
                let entry = |anchor: &str| format!("- {{id: {id}, anchor: {anchor},{rest}");
                match place(requirement, sentences) {
                    Ok(anchor) if anchor == requirement.anchor => {
                        inventory.same += 1;
                        entry(&anchor)
                    }
                    Ok(anchor) => {
                        inventory.moved.push((id.clone(), requirement.anchor.clone(), anchor.clone()));
                        entry(&anchor)
                    }
                    Err(missing) => {
                        inventory.changed.push(id.clone());
                        format!(
                            "# Not in the source: {}\n# {}",
                            missing.join(", "),
                            entry(&requirement.anchor)
                        )
                    }
                }
            }
        };
        inventory.text += &written;
        inventory.text.push('\n');
    }
    let carried = inventory.same + inventory.moved.len();
    ensure!(
        carried * 10 >= requirements.len(),
        "only {carried} of {} requirements stand in the source: is it a revision of the same draft, in kramdown?",
        requirements.len()
    );
    Ok(inventory)
}

/// The anchor under which all the sentences of a requirement stand, its own where that is one; or the fingerprints that
/// stand under no common one.
fn place(requirement: &Requirement, sentences: &[Sentence]) -> Result<String, Vec<String>> {
    let fingerprints = &requirement.fingerprints;
    // The anchors over each sentence, those of every place where it stands.
    let anchors: Vec<Vec<&str>> = fingerprints
        .iter()
        .map(|fingerprint| {
            let found = sentences.iter().filter(|one| one.fingerprint == *fingerprint);
            found.flat_map(|one| one.anchors.iter().map(String::as_str)).collect()
        })
        .collect();
    let missing: Vec<String> = fingerprints
        .iter()
        .zip(&anchors)
        .filter(|(_, over)| over.is_empty())
        .map(|(one, _)| one.clone())
        .collect();
    let Some(first) = anchors.first().filter(|_| missing.is_empty()) else { return Err(missing) };
    let is_common = |anchor: &str| anchors.iter().all(|over| over.contains(&anchor));
    if is_common(&requirement.anchor) {
        return Ok(requirement.anchor.clone());
    }
    let innermost = first.iter().rev().find(|anchor| is_common(anchor));
    innermost.map(|anchor| (*anchor).to_owned()).ok_or_else(|| fingerprints.clone())
}

/// The requirements of one revision that another has at the same level and in the same words: the old id and the new.
pub(super) fn that_hold(old: &Requirements, new: &Requirements) -> BTreeMap<String, String> {
    let mut by_words: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
    for requirement in new.values() {
        by_words.entry((requirement.level, requirement.text.as_str())).or_default().insert(&requirement.id);
    }
    let held = |requirement: &Requirement| {
        let ids = by_words.get(&(requirement.level, requirement.text.as_str()))?;
        let namesake = ids.iter().find(|id| name(id) == name(&requirement.id));
        namesake.or_else(|| ids.first()).map(|id| (*id).to_owned())
    };
    old.values().filter_map(|requirement| Some((requirement.id.clone(), held(requirement)?))).collect()
}

/// The id without its specification.
fn name(id: &str) -> &str {
    id.split_once('-').map_or(id, |(_, name)| name)
}
