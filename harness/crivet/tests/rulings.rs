//! Each ruling is shown by vectors, in every profile it touches.

use std::collections::BTreeSet;

use crivet::corpus::{Corpus, Ruling};
use crivet::profile::Profile;
use crivet::vector::Strength;

/// Rulings that no vector can show, each with its profile and the reason. None so far.
const WITHOUT_VECTORS: [(&str, Profile, &str); 0] = [];

/// Rulings that speak of a choice and leave none to the vectors, with the reason.
const WITHOUT_A_CHOICE: [(&str, &str); 1] = [(
    "R32",
    "the names that a newer registry may have cannot be listed; the judge has the choice as a rule",
)];

#[test]
fn every_ruling_has_a_vector_in_each_profile() {
    let corpus = Corpus::embedded().unwrap();
    let shown: BTreeSet<(&str, Profile)> = corpus
        .vectors
        .iter()
        .flat_map(|vector| {
            let profiles = &vector.profiles;
            vector
                .rulings
                .iter()
                .flat_map(|ruling| profiles.iter().map(|profile| (ruling.as_str(), *profile)))
        })
        .collect();
    let asked = corpus
        .rulings
        .values()
        .flat_map(|ruling| ruling.profiles.iter().map(|profile| (ruling.id.as_str(), *profile)));
    let excused: BTreeSet<(&str, Profile)> = WITHOUT_VECTORS.map(|(id, profile, _)| (id, profile)).into();
    let missing: BTreeSet<_> = asked.filter(|one| !shown.contains(one)).collect();
    assert_eq!(missing, excused, "left the rulings without a vector, right those that may be");
}

#[test]
fn a_ruling_that_leaves_a_choice_has_a_vector_that_shows_it() {
    let corpus = Corpus::embedded().unwrap();
    let leaves_a_choice = |ruling: &&Ruling| {
        ["disputed", "(should)"].iter().any(|word| ruling.ruling.to_lowercase().contains(word))
    };
    let shown: BTreeSet<&str> = corpus
        .vectors
        .iter()
        .filter(|vector| vector.strength != Strength::Must || vector.expect.len() > 1)
        .flat_map(|vector| vector.rulings.iter().map(String::as_str))
        .collect();
    let missing: BTreeSet<&str> = corpus
        .rulings
        .values()
        .filter(leaves_a_choice)
        .map(|ruling| ruling.id.as_str())
        .filter(|id| !shown.contains(id))
        .collect();
    let excused: BTreeSet<&str> = WITHOUT_A_CHOICE.map(|(id, _)| id).into();
    assert_eq!(missing, excused, "left the rulings whose choice no vector shows, right those that may be");
}
