//! What a finding could rest on: what its oracle says, or else what vectors that ask nearly the same cite.

use std::collections::BTreeMap;

use crivet::corpus::Corpus;
use crivet::describe;
use crivet::operation::Operation;
use crivet::profile::Profile;
use crivet_fuzz::fuzz::Finding;
use similar::{Algorithm, capture_diff_slices, get_diff_ratio};

/// How many vectors count as near.
const NEAR: usize = 8;
/// How many candidates are offered.
const OFFERED: usize = 6;
/// How many characters of a question are compared: longer ones differ in their length, not in what they are about.
const LONG: usize = 400;

/// What a draft names, and what it offers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rests {
    pub(super) requirement: Option<String>,
    pub(super) ruling: Option<String>,
    /// Requirements by id, each with the nearest vector that cites it; the nearest first. None where the oracle says.
    pub(super) candidates: Vec<(String, String)>,
}

pub(super) fn of(corpus: &Corpus, finding: &Finding, operation: &Operation) -> Rests {
    let named = |id: &&str| corpus.requirements.get(*id).is_some_and(|one| one.concerns(finding.profile));
    let requirement = finding.rests_on.filter(named).map(ToOwned::to_owned);
    let ruling = finding.rests_on.filter(|id| corpus.rulings.contains_key(*id)).map(ToOwned::to_owned);
    let candidates = match requirement {
        Some(_) => Vec::new(),
        None => nearest(corpus, finding.profile, operation),
    };
    Rests { requirement, ruling, candidates }
}

fn nearest(corpus: &Corpus, profile: Profile, operation: &Operation) -> Vec<(String, String)> {
    let asked = words(operation);
    let mut near: Vec<(f32, &crivet::vector::Vector)> = corpus
        .vectors
        .iter()
        .filter(|vector| vector.operation.name() == operation.name() && vector.profiles.contains(&profile))
        .map(|vector| (likeness(&asked, &words(&vector.operation)), vector))
        .collect();
    near.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.id.cmp(&other.id)));
    let mut candidates: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (rank, (_, vector)) in near.iter().take(NEAR).enumerate() {
        for id in &vector.requirements {
            if corpus.requirements.get(id).is_some_and(|one| one.concerns(profile)) {
                candidates.entry(id).or_insert((rank, &vector.id));
            }
        }
    }
    let mut candidates: Vec<_> = candidates.into_iter().map(|(id, (rank, by))| (rank, id, by)).collect();
    candidates.sort_unstable();
    candidates.into_iter().take(OFFERED).map(|(_, id, by)| (id.to_owned(), by.to_owned())).collect()
}

/// A question as it is written in a vector.
fn words(operation: &Operation) -> Vec<char> {
    let arguments = describe::arguments(operation);
    let text: Vec<String> =
        arguments.into_iter().map(|(name, shown)| format!("{name} {}", shown.text)).collect();
    text.join("; ").chars().take(LONG).collect()
}

/// From 0 to 1.
fn likeness(one: &[char], other: &[char]) -> f32 {
    let operations = capture_diff_slices(Algorithm::Myers, one, other);
    get_diff_ratio(&operations, one.len(), other.len())
}
