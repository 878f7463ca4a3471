//! Another order, and each case twice: whether an answer depends on what was asked before.

use std::collections::{BTreeMap, BTreeSet};

use super::{Judged, Run, trivial};
use crate::profile::Profile;
use crate::select::Case;
use crate::verdict::{Note, Status};

/// Every case twice, in an order that the seed stands for.
pub fn shuffled<'a>(cases: &[Case<'a>], seed: u64) -> Vec<Case<'a>> {
    let mut shuffled: Vec<Case<'a>> = cases.iter().chain(cases).copied().collect();
    let mut state = seed;
    for end in (1..shuffled.len()).rev() {
        let below = end as u64 + 1;
        shuffled.swap(end, usize::try_from(drawn(&mut state) % below).unwrap_or_default());
    }
    shuffled
}

/// splitmix64.
fn drawn(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The run with one result a case, the worst of several, in the order of these cases.
pub fn merged<'a>(mut run: Run<'a>, cases: &[Case<'a>]) -> Run<'a> {
    let mut by_case: BTreeMap<(&str, Profile), Judged<'a>> = BTreeMap::new();
    for mut judged in std::mem::take(&mut run.results) {
        let key = (judged.case.vector.id.as_str(), judged.case.profile);
        if let Some(other) = by_case.remove(&key) {
            let differ = judged.verdict.status != other.verdict.status;
            if badness(&other) >= badness(&judged) {
                judged = other;
            }
            if differ {
                judged.verdict.notes.push(Note::remark("asked several times, it passed at other times"));
            }
        }
        by_case.insert(key, judged);
    }
    let key = |case: &Case<'a>| (case.vector.id.as_str(), case.profile);
    let mut seen = BTreeSet::new();
    let distinct: Vec<Case<'a>> = cases.iter().filter(|case| seen.insert(key(case))).copied().collect();
    run.results = distinct.iter().filter_map(|case| by_case.remove(&key(case))).collect();
    run.selected = distinct.len();
    run.trivial_scores = trivial::all(&distinct);
    run
}

fn badness(judged: &Judged<'_>) -> u8 {
    match judged.verdict.status {
        Status::Error => 2,
        Status::Fail => 1,
        Status::Pass | Status::Skip | Status::Expected => 0,
    }
}
