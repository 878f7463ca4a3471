//! The corpus that is embedded.

use std::path::Path;

use crivet::corpus::{Corpus, Release, Tombstone};
use crivet::vector::{Location, Strength};

#[test]
fn the_embedded_corpus_is_sound() {
    let corpus = Corpus::embedded().unwrap();
    for vector in &corpus.vectors {
        assert!(!vector.requirements.is_empty(), "{}: {} names no requirement", vector.source, vector.id);
        // A recommendation may stand in the text; what is disputed, a ruling has to say.
        assert!(
            vector.strength != Strength::Disputed || !vector.rulings.is_empty(),
            "{}: {} is disputed and names no ruling",
            vector.source,
            vector.id
        );
    }
}

#[test]
fn the_compiled_corpus_is_what_the_files_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = Corpus::read(&[root.join("vectors")]).unwrap();
    let compiled = Corpus::embedded().unwrap();
    let place = |location: &Location| Location {
        file: root.join(&location.file).display().to_string(),
        ..location.clone()
    };
    assert_eq!(files.vectors.len(), compiled.vectors.len());
    for (file, mut vector) in files.vectors.into_iter().zip(compiled.vectors) {
        vector.source = place(&vector.source);
        assert_eq!(file, vector);
    }
    assert_eq!(files.requirements.len(), compiled.requirements.len());
    for (file, mut requirement) in files.requirements.into_values().zip(compiled.requirements.into_values()) {
        requirement.source = place(&requirement.source);
        assert_eq!(file, requirement);
    }
    assert_eq!(files.rulings.len(), compiled.rulings.len());
    for (file, mut ruling) in files.rulings.into_values().zip(compiled.rulings.into_values()) {
        ruling.source = place(&ruling.source);
        assert_eq!(file, ruling);
    }
    let releases = compiled.releases.into_iter().map(|one| Release { source: place(&one.source), ..one });
    assert_eq!(files.releases, releases.collect::<Vec<_>>());
    let tombstones =
        compiled.tombstones.into_iter().map(|one| Tombstone { source: place(&one.source), ..one });
    assert_eq!(files.tombstones, tombstones.collect::<Vec<_>>());
    assert!(files.drafts.is_empty(), "a draft is not compiled");
}

#[test]
fn a_wanted_vector_is_found_without_the_others() {
    let id = "resolve-query-unsets-fragment";
    let one = Corpus::embedded_where(|wanted, _| wanted == id).unwrap();
    let all = Corpus::embedded().unwrap();
    assert_eq!(
        one.vectors.iter().collect::<Vec<_>>(),
        all.vectors.iter().filter(|vector| vector.id == id).collect::<Vec<_>>()
    );
    assert_eq!(one.vectors.len(), 1);
    assert_eq!((one.requirements, one.rulings), (all.requirements, all.rulings));
}
