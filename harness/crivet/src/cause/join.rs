//! Which failures belong together.

use std::collections::BTreeMap;

use super::signature::Signature;
use super::topic::topic;
use crate::run::Run;

/// The failures by cause, as places in the list.
pub(super) fn join(run: &Run<'_>, failing: &[(usize, Signature)]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<(&Signature, &str), Vec<usize>> = BTreeMap::new();
    for (at, (index, signature)) in failing.iter().enumerate() {
        groups.entry((signature, topic(run.results[*index].case.vector))).or_default().push(at);
    }
    groups.into_values().collect()
}
