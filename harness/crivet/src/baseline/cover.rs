//! Which entry decides about which case.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{Baseline, Date, Entry, State};
use crate::corpus::Corpus;
use crate::profile::Profile;
use crate::select::Case;
use crate::verdict::Verdict;

/// The furthest that a name is from what was meant, in slips of the keyboard.
const SLIPS: usize = 3;

/// Every case there is, selected or not: what entries have to be about.
#[derive(Clone, Debug, Default)]
pub struct Universe<'a> {
    vectors: BTreeMap<&'a str, &'a [Profile]>,
    /// Withdrawn ids, and what took their place.
    withdrawn: BTreeMap<&'a str, &'a [String]>,
}

impl<'a> Universe<'a> {
    /// The cases of all these; of two vectors with the same id the first counts.
    pub fn new(corpora: &[&'a Corpus]) -> Self {
        let mut universe = Universe::default();
        for corpus in corpora {
            for vector in &corpus.vectors {
                universe.vectors.entry(&vector.id).or_insert(&vector.profiles);
            }
            for tombstone in &corpus.tombstones {
                universe.withdrawn.entry(&tombstone.id).or_insert(&tombstone.superseded_by);
            }
        }
        universe
    }

    /// The profiles of a vector; none of an unknown one.
    pub(super) fn profiles(&self, id: &str) -> &'a [Profile] {
        self.vectors.get(id).copied().unwrap_or_default()
    }

    /// Why an entry that covers nothing covers nothing.
    pub(super) fn nothing(&self, entry: &Entry) -> String {
        let name = &entry.vectors;
        if let Some(&successors) = self.withdrawn.get(name.as_str()) {
            return format!("the vector `{name}` was withdrawn; see {}", successors.join(", "));
        }
        if entry.glob.is_some() {
            let place = entry.profile.map_or(String::new(), |profile| format!(" in {profile}"));
            return format!("no vector{place} matches `{name}`");
        }
        if let (Some(profiles), Some(profile)) = (self.vectors.get(name.as_str()), entry.profile) {
            let names: Vec<_> = profiles.iter().map(|profile| profile.name()).collect();
            return format!("the vector `{name}` is not asked in {profile}, but in {}", names.join(", "));
        }
        let distance = |id: &str| strsim::damerau_levenshtein(id, name);
        let nearest = self.vectors.keys().map(|id| (distance(id), id)).min();
        match nearest.filter(|&(distance, _)| distance <= SLIPS) {
            Some((_, id)) => format!("no vector has the id `{name}`; did you mean `{id}`?"),
            None => format!("no vector has the id `{name}`"),
        }
    }
}

/// How near an entry is: of several, the one with the least decides.
fn rank(entry: &Entry, index: usize) -> impl Ord + use<> {
    (entry.glob.is_some(), entry.profile.is_none(), Reverse(entry.vectors.len()), index)
}

impl Baseline {
    /// Is this how the case is to come out, by the entry that decides about it?
    ///
    /// For one case, as it is judged; [`Run::expect`](crate::run::Run::expect) holds a whole run against a baseline.
    pub fn expects(&self, case: &Case<'_>, verdict: &Verdict, today: Date) -> bool {
        let about = |(_, entry): &(usize, &Entry)| {
            entry.is_about(&case.vector.id)
                && entry.profile.is_none_or(|one| one == case.profile)
                && !entry.expired(today)
        };
        let entries = self.entries().enumerate().filter(about);
        let deciding = entries.min_by_key(|&(index, entry)| rank(entry, index));
        let came = State::of(verdict);
        deciding.is_some_and(|(_, entry)| came.is_some_and(|came| entry.state.covers(came)))
    }
}

/// Which entry decides about which case; entries by their place among the entries of the baseline.
pub(super) struct Cover<'a> {
    pub(super) deciding: BTreeMap<(&'a str, Profile), usize>,
    /// For each entry, the cases it decides about.
    pub(super) decided: Vec<Vec<(&'a str, Profile)>>,
    /// For each entry, the cases that it is about, also where another decides.
    pub(super) matched: Vec<Vec<(&'a str, Profile)>>,
}

impl<'a> Cover<'a> {
    /// The cover by those entries that count; the others only match.
    pub(super) fn new(
        baseline: &Baseline,
        universe: &Universe<'a>,
        counts: impl Fn(usize, &Entry) -> bool,
    ) -> Self {
        let entries: Vec<&Entry> = baseline.entries().collect();
        let counts: Vec<bool> =
            entries.iter().enumerate().map(|(index, entry)| counts(index, entry)).collect();
        let mut ids: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut globs = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            match entry.glob {
                Some(_) => globs.push(index),
                None => ids.entry(&entry.vectors).or_default().push(index),
            }
        }
        let mut cover = Cover {
            deciding: BTreeMap::new(),
            decided: vec![Vec::new(); entries.len()],
            matched: vec![Vec::new(); entries.len()],
        };
        for (&id, &profiles) in &universe.vectors {
            let by_glob = globs.iter().copied().filter(|&index| entries[index].is_about(id));
            let candidates: Vec<usize> = ids.get(id).into_iter().flatten().copied().chain(by_glob).collect();
            for &profile in profiles {
                let about: Vec<usize> = candidates
                    .iter()
                    .copied()
                    .filter(|&index| entries[index].profile.is_none_or(|one| one == profile))
                    .collect();
                for &index in &about {
                    cover.matched[index].push((id, profile));
                }
                if let Some(index) = about
                    .into_iter()
                    .filter(|&index| counts[index])
                    .min_by_key(|&index| rank(entries[index], index))
                {
                    cover.deciding.insert((id, profile), index);
                    cover.decided[index].push((id, profile));
                }
            }
        }
        cover
    }
}
