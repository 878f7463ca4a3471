//! What the crate offers, operation by operation.

use std::collections::BTreeSet;

use cri_ref::accessor::{Cri, CriRef as _};
use cri_ref::native_cbor::{NativeCBORCri, NativeCBORCriRef};
use crivet::feature::Feature;
use crivet::implementation::{Answer, Description, Implementation, Refusal};
use crivet::operation::OperationName;
use crivet::outcome::Decoded;
use crivet::profile::Profile;

use crate::encode;
use crate::view::{BaseView, ReferenceView};

/// The crate.
pub struct CriRef;

impl Implementation for CriRef {
    fn describe(&self) -> Description {
        Description {
            name: "cri-ref".to_owned(),
            version: "0.0.2".to_owned(),
            language: "Rust".to_owned(),
            profiles: BTreeSet::from([Profile::Href13]),
            features: BTreeSet::from([Feature::NoAuthority, Feature::Userinfo, Feature::TextOrPet]),
            operations: [
                OperationName::CriToUri,
                OperationName::Decode,
                OperationName::Equivalent,
                OperationName::Resolve,
            ]
            .into(),
        }
    }

    fn decode(&self, _: Profile, cri: &[u8]) -> Answer<Decoded> {
        let reference = load(cri)?;
        let full = reference.scheme().is_some();
        let cri = if full {
            encode::full(&BaseView::new(&to_full(reference)?))
        } else {
            encode::reference(&ReferenceView(&reference))
        };
        Ok(Decoded { full, cri })
    }

    fn cri_to_uri(&self, _: Profile, cri: &[u8]) -> Answer<String> {
        let reference = load(cri)?;
        if reference.scheme().is_some() {
            return Ok(to_full(reference)?.render_uri());
        }
        let text = reference.render_uri_ref_like();
        // The documented sign of a reference that no URI reference expresses.
        if text.starts_with("→/") {
            return Err(Refusal::reject("not expressible as a URI reference"));
        }
        Ok(text)
    }

    fn resolve(&self, _: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        let base = to_full(load(base)?)?;
        let reference = load(reference)?;
        Ok(encode::full(&BaseView::new(&base).resolve(ReferenceView(&reference))))
    }

    fn equivalent(&self, _: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        let (a, b) = (to_full(load(a)?)?, to_full(load(b)?)?);
        Ok(if ignore_fragment {
            BaseView::without_fragment(&a).equals(&BaseView::without_fragment(&b))
        } else {
            a.equals(&b)
        })
    }
}

fn load(cri: &[u8]) -> Answer<NativeCBORCriRef> {
    NativeCBORCriRef::try_from(cri).map_err(|error| Refusal::reject(format!("{error:?}")))
}

fn to_full(reference: NativeCBORCriRef) -> Answer<NativeCBORCri> {
    NativeCBORCri::try_from(reference).map_err(|error| Refusal::reject(format!("{error:?}")))
}
