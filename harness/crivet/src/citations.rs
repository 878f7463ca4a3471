//! Citations: the requirements and rulings that a vector rests on.

use std::collections::BTreeMap;

use crate::corpus::{Corpus, Requirement, Ruling};
use crate::select::Case;

/// Finds the requirements and rulings to show for a case.
pub struct Citations<'a> {
    corpus: &'a Corpus,
    /// How many vectors name each requirement.
    counts: BTreeMap<&'a str, usize>,
}

impl<'a> Citations<'a> {
    /// The citations of a corpus.
    pub fn new(corpus: &'a Corpus) -> Self {
        let mut counts = BTreeMap::new();
        for id in corpus.vectors.iter().flat_map(|vector| &vector.requirements) {
            *counts.entry(id.as_str()).or_default() += 1;
        }
        Citations { corpus, counts }
    }

    /// The requirements of the revision that was asked. The requirement that the fewest vectors name says most about
    /// this vector, and comes first.
    pub fn requirements(&self, case: &Case<'_>) -> Vec<&'a Requirement> {
        let ids = case.vector.requirements.iter();
        let mut found: Vec<_> = ids
            .filter_map(|id| self.corpus.requirements.get(id))
            .filter(|one| one.concerns(case.profile))
            .collect();
        found.sort_by_key(|one| self.counts.get(one.id.as_str()).copied().unwrap_or_default());
        found
    }

    /// The rulings that touch the revision that was asked.
    pub fn rulings(&self, case: &Case<'_>) -> Vec<&'a Ruling> {
        let ids = case.vector.rulings.iter();
        let found = ids.filter_map(|id| self.corpus.rulings.get(id));
        found.filter(|ruling| ruling.profiles.contains(&case.profile)).collect()
    }
}
