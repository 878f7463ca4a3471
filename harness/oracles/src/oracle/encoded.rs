//! Encoded bytes as an input: whatever they are.

use ciborium::Value;
use serde::{Deserialize, Serialize};

use crate::generate::Simpler;

/// Bytes that are asked as they stand, written in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Encoded(#[serde(with = "crate::bytes")] pub Vec<u8>);

impl Simpler for Encoded {
    /// Without one item of the outer array, which then counts one less; then with anything less in the tree that they
    /// are; then as any bytes, but for long ones, of which the ways to leave something out are too many to try.
    fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        if let Ok(items) = crivet::cri::split_array(&self.0) {
            for index in 0..items.len() {
                let mut kept = items.clone();
                kept.remove(index);
                simpler.push(Encoded(crate::generate::sequence::array_of(&kept)));
            }
        }
        if self.0.len() <= LONG
            && let Ok(tree) = ciborium::from_reader::<Value, _>(self.0.as_slice())
        {
            for tree in simpler_tree(&tree) {
                let mut bytes = Vec::new();
                if ciborium::into_writer(&tree, &mut bytes).is_ok() {
                    simpler.push(Encoded(bytes));
                }
            }
        }
        if self.0.len() <= LONG {
            simpler.extend(self.0.simpler().into_iter().map(Encoded));
        }
        // No chain of steps is without end: each is shorter, or as long and smaller.
        let rank = |bytes: &[u8]| (bytes.len(), bytes.to_vec());
        simpler.retain(|one| rank(&one.0) < rank(&self.0));
        simpler
    }
}

/// Of longer bytes, few ways are tried.
const LONG: usize = 256;

/// A tree with less in it: without an element, with what is in a tag, with a part of a text, a smaller number.
fn simpler_tree(tree: &Value) -> Vec<Value> {
    match tree {
        Value::Array(items) => {
            let mut simpler = Vec::new();
            for (at, item) in items.iter().enumerate() {
                let put = |new: Option<Value>| {
                    let mut items = items.clone();
                    items.splice(at..=at, new);
                    Value::Array(items)
                };
                simpler.push(put(None));
                simpler.extend(simpler_tree(item).into_iter().map(|item| put(Some(item))));
            }
            simpler
        }
        Value::Tag(_, inner) => vec![(**inner).clone()],
        Value::Text(text) => text.simpler().into_iter().map(Value::Text).collect(),
        Value::Bytes(bytes) => bytes.simpler().into_iter().map(Value::Bytes).collect(),
        Value::Integer(number) => {
            let number = i64::try_from(*number).unwrap_or(i64::MAX);
            if number == 0 {
                Vec::new()
            } else {
                vec![Value::Integer(0.into()), Value::Integer((number / 2).into())]
            }
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nested_becomes_simpler_with_its_head() {
        // [-1, ["abc"], [["x", h'2f']]]
        let simpler = Encoded(hex::decode("832081636162638182617841f2").unwrap_or_default()).simpler();
        for expected in ["832081626263", "83208163616263818141f2", "8320808182617841f2"] {
            assert!(simpler.iter().any(|one| hex::encode(&one.0).starts_with(expected)), "{expected}");
        }
    }

    #[test]
    fn elements_go_and_the_count_with_them() {
        let simpler = Encoded(hex::decode("83206161f5").unwrap_or_default()).simpler();
        for expected in ["826161f5", "8220f5", "82206161"] {
            assert!(simpler.iter().any(|one| hex::encode(&one.0) == expected), "{expected}");
        }
    }
}
