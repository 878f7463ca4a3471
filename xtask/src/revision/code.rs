//! The few places where code names a revision: each gets a twin for the new one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::Names;
use crate::files;

const PROFILES: &str = "harness/crivet/src/profile.rs";
const OPERATIONS: &str = "harness/crivet/src/operation.rs";
const REFERENCE: &str = "harness/testees/reference/src/lib.rs";

/// The file of a profile, by the name of its module.
fn module_path(module: &str) -> String {
    format!("harness/crivet/src/profile/{module}.rs")
}

/// Names a new profile wherever the old one is named, and returns the files that this changed, with their texts. The new
/// profile is as the old one but for its names: a person changes its file.
pub(super) fn twins(root: &Path, names: &Names) -> Result<BTreeMap<String, String>> {
    let read = |path: &str| fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let old = Spellings::of(names.from.name());
    let new = Spellings::of(&names.new);
    let mut changed = BTreeMap::new();

    let path = module_path(&new.module);
    if !root.join(&path).exists() {
        // The tables stay those of the old revision until there are new ones.
        let text = read(&module_path(&old.module))?;
        let named =
            |line: &str| line.contains("name: ") || line.contains("document: ") || line.starts_with("//!");
        let lines = text.lines().map(|line| match named(line) {
            true => line.replace(&old.name, &new.name),
            false => line.to_owned(),
        });
        changed.insert(path, lines.map(|line| line + "\n").collect());
    }

    let profiles = read(PROFILES)?;
    if !profiles.contains(&format!(" {} = {},", new.variant, new.module)) {
        changed.insert(PROFILES.to_owned(), with_profile(&profiles, &old, &new)?);
    }

    let operations = read(OPERATIONS)?;
    let lists = |line: &str| line.trim_start().starts_with(") -> ") && !line.contains(&new.variant);
    let twin = |line: &str| match lists(line) {
        true => line.replace(&old.variant, &format!("{}, {}", old.variant, new.variant)),
        false => line.to_owned(),
    };
    let written: String = operations.split_inclusive('\n').map(twin).collect();
    if written != operations {
        changed.insert(OPERATIONS.to_owned(), written);
    }

    let reference = read(REFERENCE)?;
    if !reference.contains(&new.variant) {
        let arm = format!("Profile::{} => Revision::", old.variant);
        ensure!(reference.contains(&arm), "{REFERENCE}: no line has `{arm}`");
        let both = format!("Profile::{} | Profile::{} => Revision::", old.variant, new.variant);
        changed.insert(REFERENCE.to_owned(), reference.replacen(&arm, &both, 1));
    }
    Ok(changed)
}

/// Writes the files that [`twins`] changed.
pub(super) fn write(root: &Path, changed: &BTreeMap<String, String>) -> Result<()> {
    changed.iter().try_for_each(|(path, text)| files::write(&root.join(path), text))
}

/// How a profile is written.
struct Spellings {
    /// `href-27`
    name: String,
    /// `Href27`
    variant: String,
    /// `href_27`
    module: String,
}

impl Spellings {
    fn of(name: &str) -> Spellings {
        let variant = name.split('-').map(|part| {
            let (first, rest) = part.split_at(part.len().min(1));
            first.to_uppercase() + rest
        });
        Spellings { name: name.to_owned(), variant: variant.collect(), module: name.replace('-', "_") }
    }
}

/// The list of profiles with one more, behind the one it begins from.
fn with_profile(text: &str, old: &Spellings, new: &Spellings) -> Result<String> {
    let module = format!("mod {};\n", old.module);
    let entry = format!("        {} = {},\n", old.variant, old.module);
    ensure!(
        text.contains(&module) && text.contains(&entry),
        "{PROFILES}: {} is not declared as expected",
        old.name
    );
    let twin = format!(
        "{entry}        /// draft-ietf-core-{}, begun from -{}.\n        {} = {},\n",
        new.name,
        old.name.trim_start_matches("href-"),
        new.variant,
        new.module
    );
    Ok(text.replacen(&module, &format!("{module}mod {};\n", new.module), 1).replacen(&entry, &twin, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crivet::profile::Profile;

    #[test]
    fn each_place_names_the_new_profile_once() {
        let names =
            Names { from: Profile::Href27, new: "href-99".to_owned(), same: Vec::new(), take_back: false };
        let folder = tempfile::tempdir().unwrap();
        for path in [PROFILES, OPERATIONS, REFERENCE, &module_path("href_27")] {
            let text = fs::read_to_string(files::root().join(path)).unwrap();
            files::write(&folder.path().join(path), &text).unwrap();
        }
        let changed = twins(folder.path(), &names).unwrap();
        let has = |path: &str, text: &str| assert!(changed[path].contains(text), "{path}: {text}");
        has(PROFILES, "mod href_27;\nmod href_99;\n");
        has(PROFILES, "        /// draft-ietf-core-href-99, begun from -27.\n        Href99 = href_99,\n");
        has(OPERATIONS, "Cri in [Href27, Href99]");
        has(REFERENCE, "Profile::Href27 | Profile::Href99 => Revision::Href27");
        has(&module_path("href_99"), "document: \"draft-ietf-core-href-99\"");
        has(&module_path("href_99"), "schemes: Some(\"href-27\")");
        write(folder.path(), &changed).unwrap();
        assert_eq!(twins(folder.path(), &names).unwrap(), BTreeMap::new(), "a second time");
    }
}
