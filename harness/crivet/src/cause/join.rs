//! Which failures belong together: first those of one signature, then signatures that one trait of the inputs explains.
//!
//! A trait explains a signature where a good part of its failures have it ([`COVERS`]), and a good part of what could
//! fail so, of the same operations and with the trait, does ([`FAILS`]). Signatures of one family of profiles that a trait
//! explains both of are one cause: `decode` and `resolve` both reject most of what has a port of 65535. So are those of
//! texts that go wrong at the same character. The two numbers are measured: see `reports/mutants/causes.txt`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::signature::{Manner, Signature, characters};
use super::traits::traits;
use crate::operation::OperationName;
use crate::profile::Family;
use crate::select::Case;
use crate::vector::Expected;
use crate::verdict::{Cause, Verdict};

/// Which part of a signature's failures is to have a trait that explains it.
const COVERS: f64 = 0.3;
/// Which part of the cases with the trait is to fail so.
const FAILS: f64 = 0.15;
/// So many cases are to have the trait: what one case shows is chance.
const ENOUGH: usize = 2;
/// Which part of a signature's failures is to go wrong at the same character.
const CHARACTER: f64 = 0.5;

/// What was asked, by traits; made once for a run.
pub struct Asked {
    /// The traits of each case.
    traits: Vec<Vec<usize>>,
    /// Operation and family of each case.
    kinds: Vec<Kind>,
    /// How many cases of a kind have a trait.
    counts: HashMap<(OperationName, bool, usize), usize>,
}

#[derive(Clone, Copy)]
struct Kind {
    operation: OperationName,
    family: Family,
}

/// A case that failed.
#[derive(Clone, Debug)]
pub struct Failing {
    /// Its index among the cases.
    pub index: usize,
    /// Its signature.
    pub signature: Signature,
    /// The first characters in which its text differs.
    characters: Option<String>,
}

impl Failing {
    /// A case that failed, by its verdict; none where it did not.
    pub fn new(index: usize, case: &Case<'_>, verdict: &Verdict) -> Option<Failing> {
        let signature = Signature::of(case, verdict)?;
        let characters = match &verdict.cause {
            Some(Cause::Mismatch(mismatch)) => characters(&mismatch.difference),
            _ => None,
        };
        Some(Failing { index, signature, characters })
    }
}

/// What explains a signature.
#[derive(PartialEq, Eq, Hash)]
enum Reason<'a> {
    Trait(Family, usize),
    Characters(&'a str),
}

impl Asked {
    /// What was asked.
    pub fn new<'c>(cases: impl Iterator<Item = Case<'c>>) -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut asked = Asked { traits: Vec::new(), kinds: Vec::new(), counts: HashMap::new() };
        for case in cases {
            let operation = case.vector.operation.name();
            let rejects = case.vector.expect.iter().any(|accepted| accepted.outcome == Expected::Reject);
            let mut found = Vec::new();
            for one in traits(&case) {
                let next = numbers.len();
                let number = *numbers.entry(one).or_insert(next);
                *asked.counts.entry((operation, rejects, number)).or_default() += 1;
                found.push(number);
            }
            asked.traits.push(found);
            asked.kinds.push(Kind { operation, family: case.profile.family() });
        }
        asked
    }

    /// The failures by cause, as places in the list; the largest cause first.
    pub fn join(&self, failing: &[Failing]) -> Vec<Vec<usize>> {
        let mut by_signature: BTreeMap<&Signature, Vec<usize>> = BTreeMap::new();
        for (place, one) in failing.iter().enumerate() {
            by_signature.entry(&one.signature).or_default().push(place);
        }
        let built_on: Vec<(&Signature, Signature)> =
            by_signature.keys().filter_map(|one| Some((*one, foundation(one)?))).collect();
        for (above, below) in built_on {
            if by_signature.contains_key(&below)
                && let Some(members) = by_signature.remove(above)
                && let Some(there) = by_signature.get_mut(&below)
            {
                there.extend(members);
            }
        }
        let mut parts: Vec<Vec<usize>> = by_signature.into_values().collect();
        parts.sort_by_key(|members| std::cmp::Reverse(members.len()));
        let mut joined: Vec<Vec<usize>> = Vec::new();
        let mut by_reason: HashMap<Reason<'_>, usize> = HashMap::new();
        let mut moved: Vec<usize> = Vec::new();
        let find = |moved: &[usize], mut at: usize| {
            while moved[at] != at {
                at = moved[at];
            }
            at
        };
        for members in parts {
            let reasons = self.reasons(failing, &members);
            let at = joined.len();
            joined.push(members);
            moved.push(at);
            for reason in reasons {
                let other = *by_reason.entry(reason).or_insert(at);
                let (into, from) = (find(&moved, other), find(&moved, at));
                let (into, from) = (into.min(from), into.max(from));
                if into != from {
                    let members = std::mem::take(&mut joined[from]);
                    joined[into].extend(members);
                    moved[from] = into;
                }
            }
        }
        joined.retain(|members| !members.is_empty());
        joined.iter_mut().for_each(|members| members.sort_unstable());
        joined
    }

    /// What explains the failures of a signature.
    fn reasons<'f>(&self, failing: &'f [Failing], members: &[usize]) -> Vec<Reason<'f>> {
        let size = members.len() as f64;
        let mut having: BTreeMap<usize, usize> = BTreeMap::new();
        let mut at: BTreeMap<&str, usize> = BTreeMap::new();
        let mut operations = BTreeSet::new();
        for &member in members {
            let one = &failing[member];
            operations.insert(self.kinds[one.index].operation);
            self.traits[one.index].iter().for_each(|number| *having.entry(*number).or_default() += 1);
            one.characters.iter().for_each(|characters| *at.entry(characters).or_default() += 1);
        }
        let Some(first) = members.first().map(|member| &failing[*member]) else { return Vec::new() };
        let kind = self.kinds[first.index];
        let rejects = first.signature.manner == Manner::Accepted;
        let could = |number: usize| -> usize {
            operations.iter().filter_map(|name| self.counts.get(&(*name, rejects, number))).sum()
        };
        // Where a program fails it says itself.
        let tells = first.signature.manner != Manner::Failed;
        let explains = |number: usize, count: usize| {
            tells
                && could(number) >= ENOUGH
                && count as f64 >= COVERS * size
                && count as f64 >= FAILS * could(number).max(1) as f64
        };
        let traits = having.into_iter().filter(|&(number, count)| explains(number, count));
        let characters = at.into_iter().filter(|&(_, count)| count as f64 >= CHARACTER * size);
        traits
            .map(|(number, _)| Reason::Trait(kind.family, number))
            .chain(characters.map(|(characters, _)| Reason::Characters(characters)))
            .collect()
    }
}

/// The same signature of the operation that this one is defined by way of.
fn foundation(signature: &Signature) -> Option<Signature> {
    let operation = match signature.operation? {
        OperationName::CriToIri => OperationName::CriToUri,
        OperationName::IriToCri => OperationName::UriToCri,
        _ => return None,
    };
    Some(Signature { operation: Some(operation), ..signature.clone() })
}
