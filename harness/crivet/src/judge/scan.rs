//! Judging `scan`: item by item (href-13, anchor `unprocessable`).

use std::collections::BTreeSet;

use super::equal;
use crate::cri::{read, split_array};
use crate::feature::Feature;
use crate::outcome::{Item, Value};
use crate::profile::Profile;
use crate::vector::{Accepted, Expected};
use crate::verdict::{Difference, Note};

/// Are the items what is expected, each?
pub(super) fn compare(expected: &[Item], came: &[Item]) -> Result<Vec<Note>, Difference> {
    equal("number of items", expected.len().to_string(), came.len().to_string())?;
    for (index, (expected, came)) in expected.iter().zip(came).enumerate() {
        equal(&format!("item {}", index + 1), name(*expected).to_owned(), name(*came).to_owned())?;
    }
    Ok(Vec::new())
}

/// What is accepted from an implementation that lacks features: an item that uses one is unprocessable to it.
pub(super) fn without_features(
    accepted: &[Accepted],
    sequence: &[u8],
    profile: Profile,
    lacking: &BTreeSet<Feature>,
) -> Vec<Accepted> {
    let unprocessable: Vec<bool> = split_array(sequence)
        .unwrap_or_default()
        .into_iter()
        .map(|item| read(item).is_ok_and(|reading| !reading.cri.features(profile).is_disjoint(lacking)))
        .collect();
    let mut accepted = accepted.to_vec();
    for candidate in &mut accepted {
        if let Expected::Value(Value::Items { items }) = &mut candidate.outcome {
            for (item, unprocessable) in items.iter_mut().zip(&unprocessable) {
                if *unprocessable {
                    *item = Item::Unprocessable;
                }
            }
        }
    }
    accepted
}

/// The name that vectors use.
pub(super) fn name(item: Item) -> &'static str {
    match item {
        Item::Processable => "processable",
        Item::Unprocessable => "unprocessable",
    }
}
