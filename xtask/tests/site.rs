//! The site: every page is well formed, of a size that opens at once, and every link of it leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The most elements of a page.
const ELEMENTS: usize = 8_000;

fn normal(path: &Path) -> PathBuf {
    let mut made = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(made.pop(), "{} leaves the site", path.display()),
            part => made.push(part),
        }
    }
    made
}

#[test]
fn every_page_is_well_formed_and_every_link_leads_somewhere() {
    let out = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("site").arg(out.path()).status().unwrap();
    assert!(status.success());
    let mut anchors: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    let mut links: BTreeSet<(PathBuf, String)> = BTreeSet::new();
    let mut outside: BTreeSet<String> = BTreeSet::new();
    for entry in walkdir::WalkDir::new(out.path()) {
        let entry = entry.unwrap();
        let path = entry.path().strip_prefix(out.path()).unwrap().to_path_buf();
        if !entry.file_type().is_file() {
            continue;
        }
        let own = anchors.entry(path.clone()).or_default();
        if path.extension().is_none_or(|ending| ending != "html" && ending != "svg") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        let text = text.strip_prefix("<!DOCTYPE html>\n").unwrap_or(&text);
        let document =
            roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let elements = document.descendants().filter(|one| one.is_element());
        let mut count = 0;
        for element in elements {
            count += 1;
            for attribute in element.attributes() {
                let value = attribute.value().to_owned();
                match attribute.name() {
                    "id" => assert!(own.insert(value.clone()), "{}: two of {value}", path.display()),
                    "href" | "src" if value.starts_with("data:") => {}
                    "href" | "src" if value.starts_with("https://") => drop(outside.insert(value)),
                    "href" | "src" => drop(links.insert((path.clone(), value))),
                    name => assert!(!name.starts_with("on") && name != "style", "{}: {name}", path.display()),
                }
            }
        }
        assert!(count < ELEMENTS, "{}: {count} elements", path.display());
    }
    assert!(anchors.len() > 9_000, "{} files", anchors.len());
    assert!(links.len() > 20_000, "{} links", links.len());
    for (page, link) in &links {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { page.clone() } else { normal(&page.parent().unwrap().join(file)) };
        let known = anchors.get(&target);
        let known = known.unwrap_or_else(|| panic!("{}: {link} leads nowhere", page.display()));
        // What stands behind the sign of the search page is looked for.
        let found = anchor.is_empty() || target == Path::new("search.html") || known.contains(anchor);
        assert!(found, "{}: {link}: no such place", page.display());
    }
    let known = [
        "https://datatracker.ietf.org/doc/html/draft-",
        "https://www.rfc-editor.org/rfc/rfc",
        "https://github.com/core-wg/href/",
    ];
    for address in outside {
        assert!(known.iter().any(|one| address.starts_with(one)), "{address}");
    }
}
