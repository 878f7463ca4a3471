//! What a profile says of the CRIs in a vector: whether the judge takes them the same in two revisions, and which
//! features they use in the one alone.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use crivet::corpus::Corpus;
use crivet::cri::{self, Cri};
use crivet::feature::Feature;
use crivet::operation::{Argument, Operation};
use crivet::outcome::{Decoded, Value};
use crivet::profile::Profile;
use crivet::vector::{Expected, Vector};

/// By vector, what differs.
#[derive(Default)]
pub(super) struct Judged {
    otherwise: BTreeSet<String>,
    gained: BTreeMap<String, BTreeSet<Feature>>,
}

impl Judged {
    /// Nothing differs as long as the new revision has no profile.
    pub(super) fn new(from: Profile, new: Option<Profile>) -> Result<Judged> {
        let mut judged = Judged::default();
        let Some(new) = new else { return Ok(judged) };
        for vector in Corpus::embedded()?.vectors {
            let cris = cris(&vector);
            if !alike(&vector, &cris, from, new) {
                judged.otherwise.insert(vector.id.clone());
            }
            let features = |profile| -> BTreeSet<Feature> {
                cris.iter().flat_map(|reading| reading.cri.features(profile)).collect()
            };
            let gained: BTreeSet<Feature> = features(new).difference(&features(from)).copied().collect();
            if !gained.is_empty() {
                judged.gained.insert(vector.id, gained);
            }
        }
        Ok(judged)
    }

    /// Does the judge take the CRIs of the vector the same in both revisions?
    pub(super) fn alike(&self, id: &str) -> bool {
        !self.otherwise.contains(id)
    }

    /// The features of the vector that the new revision names and the old one does not.
    pub(super) fn features_gained(&self, id: &str) -> impl Iterator<Item = String> {
        self.gained.get(id).into_iter().flatten().map(|feature| feature.name().to_owned())
    }
}

/// The CRIs of the question and of the answers that are accepted.
fn cris(vector: &Vector) -> Vec<cri::Reading> {
    let arguments = vector.operation.arguments().into_iter().filter_map(|(_, argument)| match argument {
        Argument::Cbor(bytes) => Some(bytes),
        _ => None,
    });
    let answers = vector.expect.iter().filter_map(|accepted| match &accepted.outcome {
        Expected::Value(
            Value::Cri { cri } | Value::Reference { reference: cri } | Value::Decoded(Decoded { cri, .. }),
        ) => Some(cri.clone()),
        _ => None,
    });
    let items = arguments.chain(answers).flat_map(|bytes| match vector.operation {
        Operation::Scan { .. } => {
            cri::split_array(&bytes).unwrap_or_default().into_iter().map(<[u8]>::to_vec).collect()
        }
        _ => vec![bytes],
    });
    items.filter_map(|bytes| cri::read(&bytes).ok()).collect()
}

fn alike(vector: &Vector, cris: &[cri::Reading], from: Profile, new: Profile) -> bool {
    let each = |profile: Profile| -> Vec<_> {
        let view = |reading: &cri::Reading| {
            (
                cri::violations(&reading.cri, reading.form, profile),
                cri::write(&reading.cri, profile),
                cri::to_uri(&reading.cri, profile).ok(),
            )
        };
        cris.iter().map(view).collect()
    };
    let disputed = |profile: Profile| -> Vec<Cri> {
        let Operation::Resolve { .. } = vector.operation else { return Vec::new() };
        let [base, reference, ..] = cris else { return Vec::new() };
        cri::disputed_resolutions(&base.cri, &reference.cri, profile)
    };
    each(from) == each(new) && disputed(from) == disputed(new)
}
