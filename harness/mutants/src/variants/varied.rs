//! The reference as variants, as an implementation for crivet to test.

use std::collections::{BTreeMap, BTreeSet};

use crivet::feature::Feature;
use crivet::implementation::{Description, Implementation, Operations};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::Outcome;
use crivet::profile::Profile;

use super::Variant;
use super::answers::{Alteration, Whole};
use super::switch::On;
use crate::varied_testee::{Features, Reference};

/// The copy of the reference, with some variants or none.
#[derive(Debug)]
pub struct Varied {
    numbers: Vec<usize>,
    answers: Vec<Alteration>,
    description: Description,
    reference: Reference,
}

impl Varied {
    /// With these variants.
    pub fn new(variants: &[&Variant]) -> Self {
        let whole = Reference::new().describe();
        let mut description = Description { name: name(variants), ..whole };
        for variant in variants {
            description.profiles.retain(|profile| variant.profiles.contains(profile));
            if let Some(features) = &variant.claims.features {
                description.features.retain(|feature| features.contains(feature));
            }
            if let Some(operations) = &variant.claims.operations {
                description.operations = common(&description.operations, operations);
            }
        }
        let has = |feature| description.features.contains(&feature);
        let features = Features {
            no_authority: has(Feature::NoAuthority),
            scheme_name: has(Feature::SchemeName),
            text_or_pet: has(Feature::TextOrPet),
            userinfo: has(Feature::Userinfo),
            zone_id: has(Feature::ZoneId),
        };
        Varied {
            numbers: variants.iter().map(|variant| variant.number).collect(),
            answers: variants.iter().flat_map(|variant| variant.answers.iter().copied()).collect(),
            description,
            reference: Reference::with_features(features),
        }
    }
}

fn name(variants: &[&Variant]) -> String {
    let ids: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
    format!("crivet-reference, variant {}", ids.join(" + "))
}

/// The operations that both offer.
fn common(some: &Operations, others: &Operations) -> Operations {
    let under = |operations: &Operations, profile: Profile| -> BTreeSet<OperationName> {
        match operations {
            Operations::Alike(names) => names.clone(),
            Operations::ByProfile(names) => names.get(&profile).cloned().unwrap_or_default(),
        }
    };
    match (some, others) {
        (Operations::Alike(some), Operations::Alike(others)) => {
            Operations::Alike(some.intersection(others).copied().collect())
        }
        _ => {
            let both = |profile| {
                (profile, under(some, profile).intersection(&under(others, profile)).copied().collect())
            };
            Operations::ByProfile(Profile::ALL.into_iter().map(both).collect::<BTreeMap<_, _>>())
        }
    }
}

impl Implementation for Varied {
    fn describe(&self) -> Description {
        self.description.clone()
    }

    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        let ask = |reference: &Reference, operation: &Operation| {
            let _on = On::new(&self.numbers);
            reference.perform(profile, operation)
        };
        let with_all_features = |operation: &Operation| ask(&Reference::new(), operation);
        let whole: Whole<'_> = &with_all_features;
        let outcome = ask(&self.reference, operation);
        self.answers
            .iter()
            .fold(outcome, |outcome, alteration| alteration.alter(profile, operation, outcome, whole))
    }
}
