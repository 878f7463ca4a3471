//! `reports/errata.md` holds: each entry has its parts, what it names is in the corpus, its links lead to documents
//! that can have the section, and what it replaces stands in the draft.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crivet::corpus::Corpus;
use pulldown_cmark::{BrokenLink, Event, Options, Parser, Tag};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn errata() -> String {
    fs::read_to_string(root().join("reports/errata.md")).unwrap()
}

/// The entries, each from its heading to the next.
fn entries(text: &str) -> Vec<(&str, &str)> {
    let sections = text.split("\n## ").flat_map(|section| section.split("\n### ").skip(1));
    sections.map(|entry| entry.split_once(". ").unwrap()).collect()
}

/// What an entry replaces and puts in its place, white space aside.
fn replacements(text: &str) -> Vec<(String, String)> {
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let blocks = text.split("```text").skip(1).map(|block| block.split("```").next().unwrap());
    let pairs = blocks.flat_map(|block| block.split("OLD:").skip(1));
    pairs.map(|pair| pair.split_once("NEW:").unwrap()).map(|(old, new)| (spaced(old), spaced(new))).collect()
}

#[test]
fn each_entry_says_where_what_and_how_it_is_mended() {
    let text = errata();
    let entries = entries(&text);
    let numbers: BTreeSet<&str> = entries.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.len(), entries.len(), "a number of its own for each entry");
    for (number, entry) in entries {
        for part in ["Where", "Text", "Wrong", "Input", "Fix", "Ruling"] {
            assert!(entry.contains(&format!("\n- **{part}:**")), "{number}: {part}");
        }
        let fix = entry.split_once("- **Fix:**").unwrap().1;
        let named = fix.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| numbers.contains(word));
        assert!(named || !replacements(fix).is_empty(), "{number}: neither a text nor the entry that has it");
    }
    for (old, new) in replacements(&text) {
        assert!(!old.is_empty() && !new.is_empty() && old != new, "{old} -> {new}");
    }
}

#[test]
fn what_it_names_is_in_the_corpus() {
    let corpus = Corpus::embedded().unwrap();
    let text = errata();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    for ruling in words.filter(|word| word.strip_prefix('R').is_some_and(|rest| rest.parse::<u16>().is_ok()))
    {
        assert!(corpus.ruling(ruling).is_some(), "{ruling}");
    }
    let vectors = text.split("Vectors: ").skip(1).map(|rest| rest.split(".\n").next().unwrap());
    for name in vectors.flat_map(|names| names.split('`').skip(1).step_by(2)) {
        let known = corpus.vectors.iter().any(|vector| match name.strip_suffix('*') {
            Some(start) => vector.id.starts_with(start),
            None => vector.id == name,
        });
        assert!(known, "{name}");
    }
}

#[test]
fn links_lead_to_sections() {
    let text = errata();
    let mut count = 0;
    for event in Parser::new(&text) {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let known = [
            "https://datatracker.ietf.org/doc/html/draft-ietf-core-href-27#",
            "https://datatracker.ietf.org/doc/html/draft-ietf-core-href-13#",
            "https://www.rfc-editor.org/rfc/rfc3986#",
            "https://www.rfc-editor.org/rfc/rfc7252#",
            "https://github.com/core-wg/href/issues/",
        ];
        let rest = known.iter().find_map(|start| dest_url.strip_prefix(start));
        let rest = rest.unwrap_or_else(|| panic!("{dest_url}"));
        let place = rest.strip_prefix("section-").or_else(|| rest.strip_prefix("appendix-")).unwrap_or(rest);
        assert!(
            !place.is_empty() && place.chars().all(|c| c.is_ascii_digit() || ".AB".contains(c)),
            "{dest_url}"
        );
        count += 1;
    }
    assert!(count > 50, "{count} links");
    let mut broken = Vec::new();
    let note = |link: BrokenLink<'_>| {
        broken.push(link.reference.into_string());
        None
    };
    assert!(Parser::new_with_broken_link_callback(&text, Options::empty(), Some(note)).count() > 0);
    assert_eq!(broken, Vec::<String>::new(), "references without a definition");
}

#[test]
fn what_it_replaces_stands_in_the_text_once() {
    let files = ["href-27-source.md", "href-27.cddl", "rfc7252.txt"];
    let texts: Vec<String> = files
        .iter()
        .filter_map(|file| fs::read_to_string(root().join("../shared/spec").join(file)).ok())
        .collect();
    if texts.len() < files.len() {
        return; // The drafts are not part of this repository.
    }
    let whole = texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    for (old, _) in replacements(&errata()) {
        assert_eq!(whole.matches(&old).count(), 1, "{old}");
    }
}
