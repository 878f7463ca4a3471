//! An unprocessable item never hides its neighbours, and never changes what they are.
//!
//! ```text
//! scan([x1, …, xn]) = scan([x1]) ++ … ++ scan([xn]) = what the drafts make of each
//! ```
//!
//! Premises: each item is a single item of well-formed CBOR, nested no deeper than 16 (R66), in an array of definite
//! length; then the array is never rejected. What is disputed is processable or not, but the same in every company,
//! and so is a CRI with an indefinite length among the items (R67). The items are asked one by one, in their order, and in
//! the reverse.

use arbitrary::Unstructured;

use crate::demand::Demanded;
use crate::generate::scanned;
use crate::generate::sequence::array_of;
use crivet::cri::split_array;
use crivet::operation::OperationName;
use crivet::outcome::Item;
use crivet::profile::{Family, Profile};

use super::{About, Asker, Checked, Difference, Encoded, Halt, Input, Inputs, Oracle};
use crate::demand::subject::Subject;

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scan;

impl Oracle for Scan {
    /// The items.
    type Case = Vec<Encoded>;

    fn about(&self) -> About {
        About {
            name: "scan",
            equation: "scan([x1, …, xn]) is what each of them is alone",
            operations: &[OperationName::Scan],
            profiles: Family::Href.profiles(),
            not_comparable: 1,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Vec<Encoded>> {
        Ok(scanned(u, profile)?.into_iter().map(Encoded).collect())
    }

    fn inputs(&self, case: &Vec<Encoded>) -> Inputs {
        vec![("sequence", Input::Cri(array_of(&bytes(case))))]
    }

    fn check(&self, case: &Vec<Encoded>, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let items = bytes(case);
        let sequence = array_of(&items);
        // A shrunk input may hold what is no item.
        if split_array(&sequence).ok().is_none_or(|split| split != items) {
            return Ok(Checked::not_comparable("one of the items is no single item"));
        }
        let reversed: Vec<&[u8]> = items.iter().rev().copied().collect();
        let together = asker.scan(&sequence);
        let backwards = asker.scan(&array_of(&reversed));
        let alone: Vec<_> = items.iter().map(|item| asker.scan(&array_of(&[item]))).collect();
        let (together, backwards) = (together?, backwards?);
        let alone = alone.into_iter().collect::<Result<Vec<_>, Halt>>()?;
        let (Ok(together), Ok(mut backwards)) = (together, backwards) else {
            return Ok(Checked::differ("the sequence was rejected", "what each item is"));
        };
        backwards.reverse();
        if together.len() != items.len() || backwards.len() != items.len() {
            return Ok(Checked::differ("not as many answers as items", items.len().to_string()));
        }
        for (index, (item, alone)) in items.iter().zip(alone).enumerate() {
            let subject = Subject::read(item, asker.profile());
            let found = together[index];
            if alone.as_deref() != Ok(&[found]) || backwards[index] != found {
                return Ok(Difference::new(
                    "an item depends on its neighbours",
                    format!("item {} as alone", index + 1),
                )
                .because(name(found))
                .into());
            }
            let expected = match &subject.demanded {
                Demanded::Accept(()) if subject.is_beyond(asker.description()) => Item::Unprocessable,
                Demanded::Accept(()) => Item::Processable,
                Demanded::Reject(_) if !has_indefinite_length(item) => Item::Unprocessable,
                Demanded::AcceptOrReject(()) | Demanded::Open(_) | Demanded::Reject(_) => continue,
            };
            if found != expected {
                let what = match &subject.demanded {
                    Demanded::Reject(what) => what.sentence(),
                    _ => "",
                };
                let kind = match expected {
                    Item::Processable => "what is valid is unprocessable",
                    Item::Unprocessable => "what is not valid is processable",
                };
                return Ok(Difference::new(kind, name(expected)).because(what).into());
            }
        }
        Ok(Checked::agree())
    }
}

pub(super) fn bytes(case: &[Encoded]) -> Vec<&[u8]> {
    case.iter().map(|item| item.0.as_slice()).collect()
}

fn name(item: Item) -> &'static str {
    match item {
        Item::Processable => "processable",
        Item::Unprocessable => "unprocessable",
    }
}

/// May there be a head of indefinite length? Every one has these bits, and a byte that has them by chance only makes
/// the oracle say less.
pub(super) fn has_indefinite_length(item: &[u8]) -> bool {
    item.iter().any(|byte| matches!(byte, 0x5f | 0x7f | 0x9f | 0xbf)) && item.contains(&0xff)
}
