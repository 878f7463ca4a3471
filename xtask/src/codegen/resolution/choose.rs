//! Which pairs of a base and a reference are asked: every interaction that the steps know, not every pair.
//!
//! Covered whole are, for a number as discard, the base's standing and length by discard by the reference's path, and
//! the base's standing and path by discard; for every reference without a scheme, its own sections; and for every base,
//! the reference's path. Covered by the way, as each pair is the one that adds most: the base's query and fragment by
//! what the reference does to them. A greedy choice with a fixed order of candidates, so always the same.

use std::collections::BTreeSet;

use super::shape::{BASE_PATHS, Base, Head, PATHS, Query, Reference, Start};

const STANDINGS: [Start; 3] = [Start::Host, Start::Rooted, Start::Rootless];
const QUERIES: [Query; 3] = [Query::Null, Query::Empty, Query::Set];
const NUMBERS: [Head; 5] =
    [Head::Discard(0), Head::Discard(1), Head::Discard(2), Head::Discard(3), Head::Discard(127)];
const OTHERS: [Head; 3] = [Head::All, Head::Network, Head::NetworkRootless];
const FULL: [Head; 3] = [Head::Full(Start::Host), Head::Full(Start::Rooted), Head::Full(Start::Rootless)];

type Pair = (Base, Reference);

/// An interaction that one pair or another is to show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Interaction {
    Reference(Reference),
    Head(Start, &'static [&'static str], Head),
    Path(Start, &'static [&'static str], Option<&'static [&'static str]>),
    Rest(bool, bool, Head, Query, bool),
}

fn interactions((base, reference): &Pair) -> [Interaction; 4] {
    [
        Interaction::Reference(*reference),
        Interaction::Head(base.standing, base.path, reference.head),
        Interaction::Path(base.standing, base.path, reference.path),
        Interaction::Rest(base.query, base.fragment, reference.head, reference.query, reference.fragment),
    ]
}

pub(super) fn pairs() -> Vec<Pair> {
    let mut choice = Choice { chosen: Vec::new(), seen: BTreeSet::new() };
    let bases: Vec<Base> = bases().collect();
    for &standing in &STANDINGS {
        for length in 0..=3 {
            let some = bases.iter().filter(|base| base.standing == standing && base.path.len() == length);
            let some: Vec<Base> = some.copied().collect();
            for (head, path) in product(&NUMBERS) {
                choice.add(&some, &rests(head, path));
            }
        }
        let some: Vec<Base> = bases.iter().filter(|base| base.standing == standing).copied().collect();
        for (head, path) in product(&OTHERS) {
            choice.add(&some, &rests(head, path));
        }
    }
    // What is left of the references, each on the base that adds most.
    for (head, path) in product(&[&NUMBERS[..], &OTHERS].concat()) {
        for reference in rests(head, path) {
            if !choice.seen.contains(&Interaction::Reference(reference)) {
                choice.add(&bases, &[reference]);
            }
        }
    }
    for (head, path) in product(&FULL) {
        for query in QUERIES {
            let references = [false, true].map(|fragment| Reference { head, path, query, fragment });
            choice.add(&bases, &references);
        }
    }
    for path in PATHS {
        let some: Vec<_> =
            rests(Head::Nulls, path).into_iter().filter(|one| path.is_some() || one.fragment).collect();
        choice.add(&bases, &some);
    }
    choice.chosen
}

fn bases() -> impl Iterator<Item = Base> {
    let rests = [(true, true), (true, false), (false, true), (false, false)];
    let all = STANDINGS.into_iter().flat_map(move |standing| {
        BASE_PATHS.into_iter().flat_map(move |path| {
            rests.into_iter().map(move |(query, fragment)| Base { standing, path, query, fragment })
        })
    });
    all.filter(Base::valid)
}

fn product(heads: &[Head]) -> Vec<(Head, Option<&'static [&'static str]>)> {
    heads.iter().flat_map(|&head| PATHS.map(|path| (head, path))).collect()
}

/// The references with the start and path given.
fn rests(head: Head, path: Option<&'static [&'static str]>) -> Vec<Reference> {
    let with = |query| [false, true].map(|fragment| Reference { head, path, query, fragment });
    QUERIES.into_iter().flat_map(with).collect()
}

struct Choice {
    chosen: Vec<Pair>,
    seen: BTreeSet<Interaction>,
}

impl Choice {
    /// Adds the pair that shows most that has not been shown; of equal ones the first from a place that moves on.
    fn add(&mut self, bases: &[Base], references: &[Reference]) {
        let pairs: Vec<Pair> = bases
            .iter()
            .flat_map(|&base| references.iter().map(move |&reference| (base, reference)))
            .collect();
        let mut best: Option<(usize, Pair)> = None;
        for place in 0..pairs.len() {
            let pair = pairs[(place + self.chosen.len() * 7) % pairs.len()];
            if self.chosen.contains(&pair) {
                continue;
            }
            let fresh = interactions(&pair).iter().filter(|one| !self.seen.contains(one)).count();
            if best.as_ref().is_none_or(|(most, _)| fresh > *most) {
                best = Some((fresh, pair));
            }
        }
        if let Some((_, pair)) = best {
            self.seen.extend(interactions(&pair));
            self.chosen.push(pair);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interaction_that_is_promised_is_shown() {
        let pairs = pairs();
        let seen: BTreeSet<Interaction> = pairs.iter().flat_map(interactions).collect();
        for (head, path) in product(&[&NUMBERS[..], &OTHERS].concat()) {
            for reference in rests(head, path) {
                assert!(seen.contains(&Interaction::Reference(reference)), "{}", reference.title());
            }
        }
        for base in bases() {
            for head in NUMBERS {
                assert!(
                    seen.contains(&Interaction::Head(base.standing, base.path, head)),
                    "{}",
                    base.title()
                );
            }
            for path in PATHS {
                assert!(
                    seen.contains(&Interaction::Path(base.standing, base.path, path)),
                    "{}",
                    base.title()
                );
            }
        }
        for standing in STANDINGS {
            for length in usize::from(standing == Start::Rootless)..=3 {
                for (head, path) in product(&NUMBERS) {
                    let shown = |(base, reference): &Pair| {
                        base.standing == standing
                            && base.path.len() == length
                            && reference.head == head
                            && reference.path == path
                    };
                    assert!(pairs.iter().any(shown), "{standing:?} {length} {head:?} {path:?}");
                }
            }
        }
        assert_eq!(pairs.iter().collect::<BTreeSet<_>>().len(), pairs.len());
    }
}
