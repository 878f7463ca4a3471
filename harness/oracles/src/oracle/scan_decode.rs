//! What a scan says of an item is what decoding it alone says.
//!
//! ```text
//! scan([x1, …, xn])[i] = processable  <=>  decode(xi) gives a CRI
//! ```
//!
//! Who asks for a scan works with the items it is told of (href-13 and href-27, anchor `unprocessable`); one that cannot
//! be decoded then, or is passed over though it can, is an implementation at odds with itself. Premises: the items are
//! valid, or invalid, beyond dispute; any other may be taken here and not there. An item with an
//! indefinite length may be read where it stands and not alone (R67), and one that is nested deeply neither (R66).

use arbitrary::Unstructured;

use super::scan::{bytes, has_indefinite_length};
use super::{About, Asker, Checked, Difference, Encoded, Halt, Input, Inputs, Oracle};
use crate::demand::Demanded;
use crate::demand::subject::Subject;
use crate::generate::scanned;
use crate::generate::sequence::array_of;
use crivet::cri::split_array;
use crivet::implementation::Refusal;
use crivet::operation::OperationName;
use crivet::outcome::Item;
use crivet::profile::{Family, Profile};

/// The oracle.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScanDecode;

impl Oracle for ScanDecode {
    /// The items.
    type Case = Vec<Encoded>;

    fn about(&self) -> About {
        About {
            name: "scan-decode",
            equation: "scan([x1, …, xn]) is, for each of them, whether it decodes",
            operations: &[OperationName::Scan, OperationName::Decode],
            profiles: Family::Href.profiles(),
            not_comparable: 10,
            ..About::DEFAULT
        }
    }

    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Vec<Encoded>> {
        let mut items = scanned(u, profile)?;
        // How many there are is for `scan` to vary.
        items.truncate(4);
        Ok(items.into_iter().map(Encoded).collect())
    }

    fn inputs(&self, case: &Vec<Encoded>) -> Inputs {
        vec![("sequence", Input::Cri(array_of(&bytes(case))))]
    }

    fn check(&self, case: &Vec<Encoded>, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
        let items = bytes(case);
        let sequence = array_of(&items);
        if split_array(&sequence).ok().is_none_or(|split| split != items) {
            return Ok(Checked::not_comparable("one of the items is no single item"));
        }
        let scanned = asker.scan(&sequence);
        let decoded: Vec<_> = items.iter().map(|item| asker.decode(item)).collect();
        let scanned = scanned?;
        let decoded = decoded.into_iter().collect::<Result<Vec<_>, Halt>>()?;
        let Ok(scanned) = scanned else {
            return Ok(Checked::not_comparable("the sequence was rejected"));
        };
        for ((item, found), decoded) in items.iter().zip(scanned).zip(decoded) {
            if matches!(decoded, Err(Refusal::Unsupported(_))) || has_indefinite_length(item) {
                continue;
            }
            let subject = Subject::read(item, asker.profile());
            let (kind, rejected) = match (found, decoded) {
                (Item::Processable, Err(_)) => ("what a scan found processable does not decode", true),
                (Item::Unprocessable, Ok(_)) => ("what a scan found unprocessable decodes", false),
                _ => continue,
            };
            let difference = Difference::new(kind, if rejected { "a CRI" } else { "processable" });
            let is_sure = match &subject.demanded {
                Demanded::Accept(()) => !subject.is_beyond(asker.description()),
                Demanded::Reject(_) => true,
                Demanded::AcceptOrReject(()) | Demanded::Open(_) => false,
            };
            if is_sure {
                return Ok(difference.into());
            }
        }
        Ok(Checked::agree())
    }
}
