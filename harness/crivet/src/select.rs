//! Selecting what is asked: which vectors, for which profiles.

use std::collections::BTreeSet;

use crate::corpus::Corpus;
use crate::feature::Feature;
use crate::glob::Glob;
use crate::operation::OperationName;
use crate::profile::Profile;
use crate::vector::{Strength, Vector};

/// One vector for one of its profiles: what is asked once and judged once.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The vector.
    pub vector: &'a Vector,
    /// The profile it is asked for.
    pub profile: Profile,
}

/// What to select. An empty list selects everything; a case is selected when every list has a match for it, but for
/// `skip`, which is to have none.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Globs on vector ids (`resolve-*`).
    pub ids: Vec<Glob>,
    /// Globs on the ids of vectors that are left out, whatever else selects them.
    pub skip: Vec<Glob>,
    /// Profiles.
    pub profiles: Vec<Profile>,
    /// Operations.
    pub operations: Vec<OperationName>,
    /// Features that the vector's input uses.
    pub features: Vec<Feature>,
    /// Globs on requirement ids (`href13-5.3-*`).
    pub requirements: Vec<Glob>,
    /// Ids or slugs of rulings.
    pub rulings: Vec<String>,
    /// Strengths.
    pub strengths: Vec<Strength>,
    /// Select only what [`quick`] lists?
    pub quick: bool,
}

/// Ids of few vectors that together notice every fault that all vectors do: see `reports/mutants`.
pub fn quick() -> BTreeSet<&'static str> {
    crivet_vectors::quick().collect()
}

impl Filter {
    /// The cases selected, in the corpus's order.
    pub fn select<'a>(&self, corpus: &'a Corpus) -> Vec<Case<'a>> {
        let listed = self.quick.then(quick);
        let id = |name: &String| corpus.ruling(name).map_or(name, |ruling| &ruling.id).clone();
        let rulings: Vec<String> = self.rulings.iter().map(id).collect();
        let any = |globs: &[Glob], name: &String| globs.iter().any(|glob| glob.matches(name));
        let matches = |vector: &Vector| {
            listed.as_ref().is_none_or(|listed| listed.contains(vector.id.as_str()))
                && (self.ids.is_empty() || any(&self.ids, &vector.id))
                && !any(&self.skip, &vector.id)
                && (self.requirements.is_empty()
                    || vector.requirements.iter().any(|one| any(&self.requirements, one)))
                && wanted(&self.operations, [vector.operation.name()])
                && wanted(&self.features, vector.features.iter().copied())
                && wanted(&rulings, vector.rulings.iter().cloned())
                && wanted(&self.strengths, [vector.strength])
        };
        corpus
            .vectors
            .iter()
            .filter(|vector| matches(vector))
            .flat_map(|vector| vector.profiles.iter().map(move |&profile| Case { vector, profile }))
            .filter(|case| wanted(&self.profiles, [case.profile]))
            .collect()
    }
}

fn wanted<T: PartialEq>(list: &[T], have: impl IntoIterator<Item = T>) -> bool {
    list.is_empty() || have.into_iter().any(|one| list.contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Corpus {
        let vector = |id: &str, op: &str, more: &str| {
            format!(
                "- id: {id}\n  title: t\n  profiles: [href-13, href-27]\n  requirements: [href13-5.3-5]\n{more}  {op}\n  expect: reject\n"
            )
        };
        let text = vector("decode-a", "op: decode\n  cri: '[]'", "")
            + &vector("decode-b", "op: decode\n  cri: '[0]'", "  features: [userinfo]\n")
            + &vector("resolve-a", "op: resolve\n  base: '[]'\n  reference: '[]'", "  ruling: R1\n");
        Corpus::parse("t", &text).unwrap()
    }

    #[track_caller]
    fn selects(filter: Filter, expected: &[&str]) {
        let corpus = corpus();
        let cases = filter.select(&corpus);
        let found: Vec<String> =
            cases.iter().map(|case| format!("{} {}", case.vector.id, case.profile)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lists_select_what_matches_each_of_them() {
        let all = [
            "decode-a href-13",
            "decode-a href-27",
            "decode-b href-13",
            "decode-b href-27",
            "resolve-a href-13",
            "resolve-a href-27",
        ];
        selects(Filter::default(), &all);
        let glob = |text: &str| vec![text.parse().unwrap()];
        selects(
            Filter { ids: glob("decode-*"), profiles: vec![Profile::Href13], ..Filter::default() },
            &["decode-a href-13", "decode-b href-13"],
        );
        selects(Filter { ids: glob("decode"), ..Filter::default() }, &[]);
        selects(Filter { skip: glob("*-a"), ..Filter::default() }, &all[2..4]);
        selects(Filter { ids: glob("decode-*"), skip: glob("decode-b"), ..Filter::default() }, &all[..2]);
        selects(Filter { operations: vec![OperationName::Resolve], ..Filter::default() }, &all[4..]);
        selects(Filter { features: vec![Feature::Userinfo], ..Filter::default() }, &all[2..4]);
        for name in ["R1", "empty-array-is-a-reference"] {
            selects(Filter { rulings: vec![name.to_owned()], ..Filter::default() }, &all[4..]);
        }
        selects(Filter { requirements: glob("href13-5.3-*"), ..Filter::default() }, &all);
        selects(Filter { requirements: glob("href13-5.2-*"), ..Filter::default() }, &[]);
        selects(Filter { strengths: vec![Strength::Disputed], ..Filter::default() }, &[]);
    }

    #[test]
    fn quick_selects_few_and_all_that_are_listed() {
        let corpus = Corpus::embedded().unwrap();
        let cases = Filter { quick: true, ..Filter::default() }.select(&corpus);
        let selected: BTreeSet<&str> = cases.iter().map(|case| case.vector.id.as_str()).collect();
        assert_eq!(selected, quick());
        assert!(!selected.is_empty() && selected.len() < corpus.vectors.len() / 5);
        selects(Filter { quick: true, ..Filter::default() }, &[]);
    }
}
