//! `cargo xtask revision prove`: how much of a revision comes back when it is taken away and made anew from another.
//!
//! All of it happens in memory, a step behind the other as the guide has them: with nothing written by hand; with the inventory, the table of schemes and
//! the profile that a person wrote; with the rulings that a person gave the revision; and with what `--same` says. A vector has come back where both revisions
//! were among its profiles and are again. It came back wrongly where the revision that was taken away was not among
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use anyhow::{Result, ensure};
use crivet::corpus::Corpus;
use crivet::profile::Profile;
use crivet::vector::Vector;

use super::data::{Data, Missing, inventory_path, is_vector_file};
use super::done::Left;
use super::vectors::{Entries, Entry};
use super::{Names, Origin};
use crate::files;
use crate::requirements::{self, Sentence};

pub(super) fn main(removed: Profile, origin: &Origin, list: bool) -> Result<()> {
    let said = super::names(removed.name(), origin)?;
    let names = Names { same: Vec::new(), from: said.from, new: said.new.clone(), take_back: true };
    let said = Names { take_back: true, ..said };
    let sentences = requirements::read(&origin.source, &origin.include)?;
    let whole = Data::read(&files::root().join("vectors"))?;
    let mut data = without(&whole, removed)?;
    let inventory = [inventory_path(removed.name()), format!("schemes/{removed}.csv")];
    let rulings = ["rulings.yaml".to_owned()];
    println!(
        "# {removed} taken away, and made anew from {}: see \"A revision\" in CONTRIBUTING.md.\n\
         # Made by `cargo xtask revision prove {removed} --from {} --source DRAFT.md`{}",
        names.from,
        names.from,
        if said.same.is_empty() { "." } else { " with" }
    );
    said.same.iter().for_each(|(old, new)| println!("#   --same {old}={new}"));
    let same = format!("With {} requirements that a person calls the same to the vectors:", said.same.len());
    let mut steps = vec![
        ("Nothing by hand:", &[][..], None, &names),
        (
            "The inventory, the table of schemes and the profile by hand:",
            &inventory[..],
            Some(removed),
            &names,
        ),
        ("The profiles of the rulings by hand as well:", &rulings[..], Some(removed), &names),
    ];
    if !said.same.is_empty() {
        steps.push((&same, &[][..], Some(removed), &said));
    }
    for (what, files, profile, names) in steps {
        for path in files {
            if let Some(text) = whole.texts.get(path) {
                data.texts.insert(path.clone(), text.clone());
            }
        }
        let found = Found::of(&whole, &mut data, names, &sentences, profile)?;
        println!("\n{what}\n{found}");
        // A few are named in any case.
        if list || found.wrongly.len() <= 10 {
            found.wrongly.iter().for_each(|(id, why)| println!("    {id}: {why}"));
        }
    }
    Ok(())
}

/// What became of the vectors.
struct Found {
    /// The vectors that both revisions have.
    both: usize,
    /// Those of them that came back.
    back: usize,
    /// Those of them that came back with other features than they had.
    other_features: usize,
    /// What the others lack, by kind; some lack several.
    lack: BTreeMap<&'static str, usize>,
    /// Those that came back and were not there, with what is there in their place.
    wrongly: Vec<(String, Instead)>,
}

/// What the revision that was taken away has in place of a vector that it does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Instead {
    /// A vector that asks the same and accepts the same.
    Same,
    /// A vector that asks the same and accepts something else.
    Otherwise,
    /// No vector that asks the same.
    Nothing,
}

impl Found {
    fn of(
        whole: &Data,
        data: &mut Data,
        names: &Names,
        sentences: &[Sentence],
        profile: Option<Profile>,
    ) -> Result<Found> {
        let done = data.carry_over(names, sentences, profile)?;
        let left: BTreeMap<&str, &Left> = done.left.iter().map(|left| (left.id.as_str(), left)).collect();
        let (before, after) = (entries(whole), entries(data));
        let embedded = Corpus::read(&[files::root().join("vectors")])?;
        let vectors: BTreeMap<&str, &Vector> =
            embedded.vectors.iter().map(|vector| (vector.id.as_str(), vector)).collect();
        let mut found =
            Found { both: 0, back: 0, other_features: 0, lack: BTreeMap::new(), wrongly: Vec::new() };
        for (id, was) in before {
            let profiles = was.list("profiles")?;
            let has = |profile: &str| profiles.iter().any(|one| one == profile);
            if !has(names.from.name()) {
                continue;
            }
            let is = after.get(&id);
            let is_back = match is {
                Some(entry) => entry.list("profiles")?.contains(&names.new),
                None => false,
            };
            if has(&names.new) {
                found.both += 1;
                found.back += usize::from(is_back);
                let same = is.is_some_and(|is| is.list("features").ok() == was.list("features").ok());
                found.other_features += usize::from(is_back && !same);
                let kinds = left.get(id.as_str()).map(|left| left.missing.iter().map(Missing::kind));
                for kind in kinds.into_iter().flatten().collect::<BTreeSet<_>>() {
                    *found.lack.entry(kind).or_default() += 1;
                }
            } else if is_back {
                found
                    .wrongly
                    .push((id.clone(), instead(vectors.get(id.as_str()).copied(), &embedded, names)));
            }
        }
        Ok(found)
    }
}

/// What the new revision has in place of a vector of the old one.
fn instead(vector: Option<&Vector>, corpus: &Corpus, names: &Names) -> Instead {
    let Some(vector) = vector else { return Instead::Nothing };
    let asked = |other: &&Vector| {
        other.operation == vector.operation
            && other.before == vector.before
            && other.times == vector.times
            && other.profiles.iter().any(|profile| profile.name() == names.new)
    };
    match corpus.vectors.iter().find(asked) {
        None => Instead::Nothing,
        Some(other) => {
            let outcomes = |vector: &Vector| -> Vec<_> {
                vector.expect.iter().map(|accepted| accepted.outcome.clone()).collect()
            };
            let same = outcomes(other) == outcomes(vector) && other.strength == vector.strength;
            if same { Instead::Same } else { Instead::Otherwise }
        }
    }
}

impl Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found { both, back, other_features, lack, wrongly } = self;
        writeln!(f, "  {back} of {both} vectors came back, {other_features} of them with other features")?;
        let lack: Vec<String> = lack.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "  {} did not; what they lack: {}", both - back, lack.join(", "))?;
        let count = |kind| wrongly.iter().filter(|(_, instead)| *instead == kind).count();
        let kinds = [Instead::Same, Instead::Otherwise, Instead::Nothing];
        let kinds = kinds.map(|kind| format!("{} where {kind}", count(kind)));
        write!(f, "  {} came back wrongly: {}", wrongly.len(), kinds.join(", "))
    }
}

impl Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Instead::Same => "another vector asks and accepts the same",
            Instead::Otherwise => "another vector asks the same and accepts something else",
            Instead::Nothing => "no vector asks the same",
        })
    }
}

/// The vectors by id.
fn entries(data: &Data) -> BTreeMap<String, Entry> {
    let files = data.texts.iter().filter(|(path, _)| is_vector_file(path));
    files.flat_map(|(_, text)| Entries::of(text).entries).map(|entry| (entry.id.clone(), entry)).collect()
}

/// The same without all that is of one revision alone.
fn without(whole: &Data, removed: Profile) -> Result<Data> {
    let name = removed.name();
    let prefix = name.replace('-', "") + "-";
    let others: BTreeSet<&str> = Profile::ALL
        .into_iter()
        .filter(|profile| *profile != removed)
        .flat_map(Profile::features)
        .map(|feature| feature.name())
        .collect();
    let mut data = whole.clone();
    let taken = data.texts.remove(&inventory_path(name));
    ensure!(taken.is_some(), "there is no inventory of {name}");
    data.texts.remove(&format!("schemes/{name}.csv"));
    for (path, text) in &mut data.texts {
        if !is_vector_file(path) && path != "rulings.yaml" {
            continue;
        }
        let mut file = Entries::of(text);
        let mut kept = Vec::new();
        for mut entry in std::mem::take(&mut file.entries) {
            let mut profiles = entry.list("profiles")?;
            profiles.retain(|profile| profile != name);
            if profiles.is_empty() {
                continue;
            }
            let mut ids = entry.list("requirements")?;
            ids.retain(|id| !id.starts_with(&prefix));
            let mut features = entry.list("features")?;
            features.retain(|feature| others.contains(feature.as_str()));
            for (key, list) in [("profiles", profiles), ("requirements", ids), ("features", features)] {
                if entry.list(key)? != list {
                    entry.set_list(key, &list, key);
                }
            }
            kept.push(entry);
        }
        file.entries = kept;
        *text = file.text();
    }
    Ok(data)
}
