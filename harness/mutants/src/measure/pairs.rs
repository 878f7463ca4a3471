//! Two faults at a time: a fault can hide another.

use std::collections::BTreeSet;

use crivet::outcome::Outcome;
use crivet::select::Case;
use rayon::prelude::*;

use super::{judged, kills};
use crate::catalogue::Fault;
use crate::faulty::Faulty;
use crate::variants::false_alarms;

/// Two faults in one implementation.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// The two.
    pub faults: [&'a Fault; 2],
    /// What is seen of each.
    pub seen: [Seen; 2],
}

/// How many cases see a fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Those that notice it where it is alone.
    pub alone: usize,
    /// Those of them that fail the pair.
    pub together: usize,
    /// Those of them that the other one alone passes.
    pub own: usize,
}

/// So many pairs that can be one implementation, drawn by the seed.
pub fn drawn<'a>(faults: &[&'a Fault], count: usize, seed: u64) -> Vec<[&'a Fault; 2]> {
    let mut all = Vec::new();
    for (place, one) in faults.iter().enumerate() {
        all.extend(
            faults[place + 1..].iter().filter(|other| one.goes_with(other)).map(|other| [*one, *other]),
        );
    }
    false_alarms::drawn(all, count, seed)
}

/// Measures pairs by cases; in their order.
pub fn measure<'a>(pairs: &[[&'a Fault; 2]], cases: &[Case<'_>]) -> Vec<Pair<'a>> {
    let unmutated = Faulty::unmutated();
    let expected: Vec<Outcome> = cases.iter().map(|case| judged(&unmutated, case).0).collect();
    let killing = |faults: &[&Fault], places: &mut dyn Iterator<Item = usize>| -> BTreeSet<usize> {
        places.filter(|&at| kills(faults, &cases[at], &expected[at])).collect()
    };
    let one = |faults: &[&'a Fault; 2]| {
        let alone = faults.map(|fault| killing(&[fault], &mut (0..cases.len())));
        let together = killing(faults, &mut alone[0].union(&alone[1]).copied());
        let seen = |this: &BTreeSet<usize>, other: &BTreeSet<usize>| Seen {
            alone: this.len(),
            together: this.intersection(&together).count(),
            own: this.difference(other).filter(|at| together.contains(at)).count(),
        };
        Pair { faults: *faults, seen: [seen(&alone[0], &alone[1]), seen(&alone[1], &alone[0])] }
    };
    match rayon::ThreadPoolBuilder::new().stack_size(super::STACK).build() {
        Ok(pool) => pool.install(|| pairs.par_iter().map(one).collect()),
        // Without threads of its own it is slower, not wrong.
        Err(_) => pairs.iter().map(one).collect(),
    }
}
