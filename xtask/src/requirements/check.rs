//! One inventory beside one source: which requirements stand, and which want another look.

use std::collections::BTreeSet;

use crivet::corpus::{Requirement, Requirements};

use super::sentences::Sentence;

/// What is wrong, one line each, in the order of the inventory.
pub(super) fn troubles(requirements: &Requirements, sentences: &[Sentence]) -> Vec<String> {
    let anchors: BTreeSet<&str> =
        sentences.iter().flat_map(|sentence| sentence.anchors.iter().map(String::as_str)).collect();
    ordered(requirements)
        .into_iter()
        .filter_map(|requirement| trouble(requirement, sentences, &anchors))
        .collect()
}

fn trouble(requirement: &Requirement, sentences: &[Sentence], anchors: &BTreeSet<&str>) -> Option<String> {
    let Requirement { id, anchor, fingerprints, .. } = requirement;
    if !anchors.contains(anchor.as_str()) {
        return Some(format!("{id}: no anchor `{anchor}`"));
    }
    if fingerprints.is_empty() {
        return Some(format!("{id}: no fingerprint"));
    }
    let elsewhere = |fingerprint: &str| {
        let found = sentences.iter().find(|sentence| sentence.fingerprint == fingerprint)?;
        found.anchors.last().map(String::as_str)
    };
    let wrong: Vec<String> = fingerprints
        .iter()
        .filter(|fingerprint| !under(anchor, sentences).any(|sentence| sentence.fingerprint == **fingerprint))
        .map(|fingerprint| match elsewhere(fingerprint) {
            Some(place) => format!("{fingerprint} stands under `{place}`, not under `{anchor}`"),
            None => format!("{fingerprint} is no sentence of the source"),
        })
        .collect();
    (!wrong.is_empty()).then(|| format!("{id}: {}", wrong.join("; ")))
}

/// Prints the sentences that a requirement could stand on, where it stands on none of this source.
pub(super) fn candidates(requirements: &Requirements, sentences: &[Sentence]) {
    let anchors: BTreeSet<&str> =
        sentences.iter().flat_map(|sentence| sentence.anchors.iter().map(String::as_str)).collect();
    for requirement in ordered(requirements) {
        let Some(trouble) = trouble(requirement, sentences, &anchors) else { continue };
        println!("{trouble}\n  {}", requirement.text);
        for sentence in under(&requirement.anchor, sentences) {
            println!("    {}  {}", sentence.fingerprint, sentence.text);
        }
    }
}

/// Prints every sentence of a source.
pub(super) fn list(sentences: &[Sentence]) {
    for sentence in sentences {
        println!("{}\t{}\t{}", sentence.fingerprint, sentence.anchors.join(" "), sentence.text);
    }
}

fn under<'a>(anchor: &str, sentences: &'a [Sentence]) -> impl Iterator<Item = &'a Sentence> {
    sentences.iter().filter(move |sentence| sentence.anchors.iter().any(|one| one == anchor))
}

/// The requirements as the inventory has them.
pub(super) fn ordered(requirements: &Requirements) -> Vec<&Requirement> {
    let mut all: Vec<&Requirement> = requirements.values().collect();
    all.sort_by_key(|requirement| (requirement.source.line, requirement.source.column));
    all
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{inventory, read};
    use super::troubles;

    /// The documents are not part of this repository; where they are at hand, the inventories stand on them.
    #[test]
    fn inventories_stand_on_the_documents_at_hand() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for (document, profile) in [("rfc7252.txt", "rfc7252"), ("rfc8323-uris.md", "rfc8323")] {
            let document = root.join("../shared/spec").join(document);
            if !document.is_file() {
                continue;
            }
            let inventory = inventory(&root.join(format!("vectors/requirements/{profile}.yaml"))).unwrap();
            let found = troubles(&inventory, &read(&document, &[]).unwrap());
            assert_eq!(found, Vec::<String>::new(), "{profile}");
        }
    }
}
