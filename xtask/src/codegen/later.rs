//! Revisions that came after the rules: they are not in the rules, which are transcriptions of -13 and -27.
//!
//! `cargo xtask revision` says of each vector whether it holds for such a revision, of a generated one too. What it said in
//! the committed file is kept.

use anyhow::Result;
use crivet::profile::{Family, Profile};

use super::sketch::BOTH;
use crate::revision::vectors::Entries;

/// The text with the later revisions that the committed file has for the same vectors.
pub(super) fn kept(text: String, committed: &str) -> Result<String> {
    let later = Family::Href.profiles().iter().filter(|profile| !BOTH.contains(profile));
    let later: Vec<&str> = later.map(|profile| profile.name()).collect();
    if later.is_empty() {
        return Ok(text);
    }
    let prefixes: Vec<String> = later.iter().map(|name| name.replace('-', "") + "-").collect();
    let committed = Entries::of(committed);
    let mut file = Entries::of(&text);
    for entry in &mut file.entries {
        let Some(known) = committed.entries.iter().find(|known| known.id == entry.id) else { continue };
        let mut profiles = known.list("profiles")?;
        profiles.retain(|profile| later.contains(&profile.as_str()));
        if profiles.is_empty() {
            continue;
        }
        let mut ids = known.list("requirements")?;
        ids.retain(|id| prefixes.iter().any(|prefix| id.starts_with(prefix)));
        let mut features = known.list("features")?;
        features.retain(|feature| {
            let names = |profile: Profile| profile.features().iter().any(|one| one.name() == feature);
            !BOTH.into_iter().any(names)
        });
        for (key, more, after) in [
            ("profiles", profiles, "title"),
            ("requirements", ids, "profiles"),
            ("features", features, "requirements"),
        ] {
            let mut items = entry.list(key)?;
            items.extend(more);
            entry.set_list(key, &items, after);
        }
    }
    Ok(file.text())
}
