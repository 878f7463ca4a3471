//! The files under vectors/ that a revision stands in, in memory: what is carried over, and what is not and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use crivet::corpus::{Corpus, Requirements};
use crivet::feature::Feature;
use crivet::profile::Profile;

use super::Names;
use super::done::{Done, Left};
use super::inventory::{self, Inventory};
use super::judged::Judged;
use super::vectors::{Entries, Entry};
use crate::codegen;
use crate::files;
use crate::requirements::Sentence;

const RULINGS: &str = "rulings.yaml";

/// The texts by their paths below vectors/.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) texts: BTreeMap<String, String>,
    changed: BTreeSet<String>,
}

/// Something that a vector or a ruling rests on and that the new revision does not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Missing {
    /// The requirement is not in the new inventory, or is there at another level or in other words.
    Requirement(String),
    /// The ruling does not hold, by its id.
    Ruling(String),
    /// The scheme-id stands for another scheme.
    SchemeId(u64),
    /// A CRI in it that the judge takes otherwise, by what its profile says.
    Cri,
}

impl Missing {
    /// What kind of thing it is.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Missing::Requirement(_) => "a requirement",
            Missing::Ruling(_) => "a ruling",
            Missing::SchemeId(_) => "a scheme-id",
            Missing::Cri => "a CRI that the judge takes the same",
        }
    }
}

impl Data {
    /// The inventories, the rulings, the tables of schemes and the vectors.
    pub(super) fn read(vectors: &Path) -> Result<Data> {
        let mut data = Data { texts: BTreeMap::new(), changed: BTreeSet::new() };
        let mut paths = codegen::vector_files(vectors, false)?;
        paths.extend(codegen::vector_files(vectors, true)?);
        for folder in ["requirements", "schemes"] {
            for entry in fs::read_dir(vectors.join(folder))? {
                paths.push(entry?.path());
            }
        }
        paths.push(vectors.join(RULINGS));
        for path in paths {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let below = path.strip_prefix(vectors)?.to_string_lossy().replace('\\', "/");
            data.texts.insert(below, text);
        }
        Ok(data)
    }

    /// Writes what has changed.
    pub(super) fn write(&self, vectors: &Path) -> Result<()> {
        self.changed.iter().try_for_each(|path| files::write(&vectors.join(path), &self.texts[path]))
    }

    /// Carries over to a new revision what an earlier one has and the new one leaves as it is. To do it again changes
    /// nothing. `profile` is the new revision's, where there is one yet.
    pub(super) fn carry_over(
        &mut self,
        names: &Names,
        sentences: &[Sentence],
        profile: Option<Profile>,
    ) -> Result<Done> {
        let old = self.requirements(names.from.name())?;
        let inventory = self.inventory(names, &old, sentences)?;
        let new = self.requirements(&names.new)?;
        let mut held = inventory::that_hold(&old, &new);
        for (before, now) in &names.same {
            ensure!(old.contains_key(before), "{before} is not in the inventory of {}", names.from);
            if new.contains_key(now) {
                held.insert(before.clone(), now.clone());
            }
        }
        let mut files: BTreeMap<String, Entries> = self
            .texts
            .iter()
            .filter(|(path, _)| is_vector_file(path))
            .map(|(path, text)| (path.clone(), Entries::of(text)))
            .collect();
        let mut rulings = Entries::of(self.text(RULINGS)?);
        let rulings_left = rulings_that_do_not_hold(&rulings, &files, names, &held)?;
        let moved = self.scheme_ids_that_changed(names);
        let judged = Judged::new(names.from, profile)?;

        let mut done = Done::new(names, inventory, old.len(), &held);
        let mut named = BTreeSet::new();
        for entry in files.values_mut().flat_map(|file| &mut file.entries) {
            let profiles = entry.list("profiles")?;
            let is_there = profiles.contains(&names.new);
            if profiles.iter().any(|profile| profile == names.from.name()) {
                let mut missing = missing(entry, names, &held, &rulings_left, &moved)?;
                if !judged.alike(&entry.id) {
                    missing.push(Missing::Cri);
                }
                if missing.is_empty() && !is_there {
                    entry.insert_behind("profiles", names.from.name(), &names.new)?;
                    done.widened.push(entry.id.clone());
                } else if !missing.is_empty() {
                    let left = Left { id: entry.id.clone(), missing };
                    if is_there && !names.take_back {
                        done.doubtful.push(left);
                    } else {
                        done.left.push(left);
                        if is_there {
                            take_back(entry, names)?;
                            done.taken_back += 1;
                        }
                        continue;
                    }
                }
                cite(entry, names, &held, &new)?;
            } else if !is_there {
                continue;
            }
            let mut features = entry.list("features")?;
            features.extend(judged.features_gained(&entry.id));
            features.sort();
            features.dedup();
            if features.len() != entry.list("features")?.len() {
                entry.set_list("features", &features, "requirements");
            }
            done.hold += 1;
            named.extend(entry.list("ruling")?);
        }
        for ruling in &mut rulings.entries {
            let profiles = ruling.list("profiles")?;
            if !profiles.contains(&names.new) && named.contains(&ruling.id) {
                ruling.insert_behind("profiles", names.from.name(), &names.new)?;
                done.rulings.push(ruling.id.clone());
            }
        }
        done.rulings_left = rulings_left;
        for (path, file) in files {
            self.set(path, file.text());
        }
        self.set(RULINGS.to_owned(), rulings.text());
        Ok(done)
    }

    /// Puts the new inventory in place, where there is none yet.
    fn inventory(
        &mut self,
        names: &Names,
        old: &Requirements,
        sentences: &[Sentence],
    ) -> Result<Option<Inventory>> {
        let path = inventory_path(&names.new);
        if self.texts.contains_key(&path) {
            return Ok(None);
        }
        let text = self.text(&inventory_path(names.from.name()))?;
        let inventory = inventory::begin(text, old, names, sentences)?;
        self.set(path, inventory.text.clone());
        Ok(Some(inventory))
    }

    pub(super) fn requirements(&self, profile: &str) -> Result<Requirements> {
        let path = inventory_path(profile);
        Ok(Corpus::parse_requirements(&path, self.text(&path)?)?)
    }

    /// The scheme-ids that stand for another scheme in the new revision, or for none, as CBOR arguments. None where it has
    /// no table of its own yet.
    fn scheme_ids_that_changed(&self, names: &Names) -> BTreeSet<u64> {
        let table = |profile: &str| Some(scheme_table(self.texts.get(&format!("schemes/{profile}.csv"))?));
        let (Some(old), Some(new)) = (table(names.from.name()), table(&names.new)) else {
            return BTreeSet::new();
        };
        old.keys().chain(new.keys()).filter(|id| old.get(*id) != new.get(*id)).copied().collect()
    }

    fn text(&self, path: &str) -> Result<&str> {
        self.texts.get(path).map(String::as_str).with_context(|| format!("there is no vectors/{path}"))
    }

    fn set(&mut self, path: String, text: String) {
        if self.texts.get(&path) != Some(&text) {
            self.changed.insert(path.clone());
            self.texts.insert(path, text);
        }
    }
}

pub(super) fn inventory_path(profile: &str) -> String {
    format!("requirements/{profile}.yaml")
}

pub(super) fn is_vector_file(path: &str) -> bool {
    path.ends_with(".yaml") && path.contains('/') && !path.starts_with("requirements/")
}

/// Rows `scheme-id,name`, by the CBOR argument of the scheme-id.
fn scheme_table(text: &str) -> BTreeMap<u64, String> {
    let row = |line: &str| {
        let (id, name) = line.split_once(',')?;
        let id: i64 = id.trim().parse().ok()?;
        Some((u64::try_from(-1 - id).ok()?, name.trim().to_owned()))
    };
    text.lines().filter_map(row).collect()
}

/// The rulings of the old revision that do not hold in the new one, each with what keeps it from that.
///
/// A ruling has no sentences of its own. It holds where a person has given it the new profile, or where every requirement
/// holds that is cited beside it.
fn rulings_that_do_not_hold(
    rulings: &Entries,
    files: &BTreeMap<String, Entries>,
    names: &Names,
    held: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (of_old, _) = names.prefixes();
    for entry in files.values().flat_map(|file| &file.entries) {
        if entry.list("profiles")?.iter().any(|profile| profile == names.from.name()) {
            let cited = entry.list("requirements")?;
            let gone: Vec<&String> =
                cited.iter().filter(|id| id.starts_with(&of_old) && !held.contains_key(*id)).collect();
            for ruling in entry.list("ruling")? {
                left.entry(ruling).or_default().extend(gone.iter().map(|id| (*id).clone()));
            }
        }
    }
    left.retain(|_, gone| !gone.is_empty());
    for ruling in &rulings.entries {
        if ruling.list("profiles")?.contains(&names.new) {
            left.remove(&ruling.id);
        }
    }
    Ok(left)
}

/// What a vector rests on and the new revision does not have.
fn missing(
    entry: &Entry,
    names: &Names,
    held: &BTreeMap<String, String>,
    rulings_left: &BTreeMap<String, BTreeSet<String>>,
    moved: &BTreeSet<u64>,
) -> Result<Vec<Missing>> {
    let (of_old, _) = names.prefixes();
    let cited = entry.list("requirements")?.into_iter().filter(|id| id.starts_with(&of_old));
    let requirements = cited.filter(|id| !held.contains_key(id)).map(Missing::Requirement);
    let rulings = entry.list("ruling")?.into_iter().filter(|id| rulings_left.contains_key(id));
    let ids = entry.scheme_ids().into_iter().filter(|id| moved.contains(id));
    Ok(requirements.chain(rulings.map(Missing::Ruling)).chain(ids.map(Missing::SchemeId)).collect())
}

/// Lets a vector cite the new requirements for the old ones, and none that is not in the new inventory.
fn cite(entry: &mut Entry, names: &Names, held: &BTreeMap<String, String>, new: &Requirements) -> Result<()> {
    let (_, of_new) = names.prefixes();
    let mut ids = entry.list("requirements")?;
    let before = ids.clone();
    ids.retain(|id| !id.starts_with(&of_new) || new.contains_key(id));
    for id in before.iter().filter_map(|id| held.get(id)) {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    if ids != before {
        entry.set_list("requirements", &ids, "profiles");
    }
    Ok(())
}

/// Lets a vector no longer hold for the new revision.
fn take_back(entry: &mut Entry, names: &Names) -> Result<()> {
    let (_, of_new) = names.prefixes();
    let mut profiles = entry.list("profiles")?;
    profiles.retain(|profile| *profile != names.new);
    let named: Vec<Feature> = profiles
        .iter()
        .filter_map(|name| name.parse::<Profile>().ok())
        .flat_map(Profile::features)
        .copied()
        .collect();
    let mut features = entry.list("features")?;
    features.retain(|name| named.iter().any(|feature| feature.name() == name));
    let mut ids = entry.list("requirements")?;
    ids.retain(|id| !id.starts_with(&of_new));
    for (key, list) in [("profiles", profiles), ("requirements", ids), ("features", features)] {
        if entry.list(key)? != list {
            entry.set_list(key, &list, key);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
