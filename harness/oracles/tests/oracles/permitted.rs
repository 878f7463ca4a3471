//! Implementations that differ from the right one in ways that the drafts permit: no vector fails them, and no oracle finds
//! anything in them. And breaches beside them, which vectors do find.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use crivet::corpus::Corpus;
use crivet::cri::{read, resolve, write};
use crivet::implementation::{Description, Implementation, Operations};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::{Decoded, Outcome, Value};
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::Filter;
use crivet::verdict::Status;
use crivet_fuzz::generate::seeded;
use crivet_fuzz::oracle::agree::Agree;
use crivet_fuzz::oracle::cddl::Cddl;
use crivet_fuzz::oracle::decode_encode::DecodeEncode;
use crivet_fuzz::oracle::equivalence::Equivalence;
use crivet_fuzz::oracle::relativize::Relativize;
use crivet_fuzz::oracle::resolution::Resolution;
use crivet_fuzz::oracle::resolve_associative::ResolveAssociative;
use crivet_fuzz::oracle::resolve_idempotent::ResolveIdempotent;
use crivet_fuzz::oracle::resolve_pure::ResolvePure;
use crivet_fuzz::oracle::round_trip_uri::RoundTripUri;
use crivet_fuzz::oracle::{Asker, Comparison, Oracle, Parties};

use crate::altered::{Altered, Fault};
use crate::{BYTES, right};

/// How many inputs each oracle tries in each profile.
const INPUTS: u64 = 1500;

/// One that claims neither features nor, where it lacks them, more than the operations given.
struct Bare<'a>(&'a dyn Implementation, &'a [OperationName]);

impl Implementation for Bare<'_> {
    fn describe(&self) -> Description {
        let mut description = self.0.describe();
        description.features.clear();
        description.operations = Operations::Alike(self.1.iter().copied().collect());
        description
    }

    fn perform(&self, profile: Profile, operation: &Operation) -> Outcome {
        self.0.perform(profile, operation)
    }
}

/// The operations of which a vector fails, and what the first of each says.
fn failing(implementation: &dyn Implementation, profile: Profile) -> BTreeSet<&'static str> {
    let corpus = Corpus::embedded().unwrap();
    let cases = Filter { profiles: vec![profile], ..Filter::default() }.select(&corpus);
    let options = Options { jobs: 1, strict: false, cancel: &false.into() };
    let run = run(Subject::InProcess(implementation), implementation.describe(), &cases, &options, &|_| {})
        .unwrap();
    let failed = run.results.iter().filter(|one| !matches!(one.verdict.status, Status::Pass | Status::Skip));
    failed
        .map(|one| {
            println!("{}: {:?}", one.case.vector.id, one.verdict.explanation());
            one.case.vector.operation.name().name()
        })
        .collect()
}

#[track_caller]
fn silent<O: Oracle>(oracle: O, implementation: &dyn Implementation, profile: Profile) {
    let description = implementation.describe();
    let offers = |operation: &OperationName| description.offers(profile, *operation);
    if !oracle.about().profiles.contains(&profile) || !oracle.about().operations.iter().all(offers) {
        return;
    }
    let right = right();
    let other_description = right.describe();
    let parties = Parties {
        implementation: Some(implementation),
        other: Some(&right),
        description: &description,
        other_description: Some(&other_description),
    };
    for seed in 0..INPUTS {
        let case = oracle.case(profile, &mut Unstructured::new(&seeded(seed, BYTES))).unwrap();
        let checked = oracle.check(&case, &mut Asker::at_once(profile, parties)).unwrap();
        if let Comparison::Differ(difference) = &checked.comparison {
            let (name, case) = (oracle.about().name, serde_json::to_string(&case).unwrap());
            panic!(
                "{name} in {profile}, seed {seed}: {difference}, expected {}: {case}",
                difference.expected
            );
        }
    }
}

#[track_caller]
fn permitted(implementation: &dyn Implementation) {
    for profile in [Profile::Href13, Profile::Href27] {
        assert_eq!(failing(implementation, profile), BTreeSet::new(), "in {profile}");
        for operation in [OperationName::Decode, OperationName::Resolve, OperationName::Relativize] {
            silent(Agree::on(operation), implementation, profile);
        }
        silent(Cddl, implementation, profile);
        silent(DecodeEncode, implementation, profile);
        silent(Equivalence, implementation, profile);
        silent(Relativize, implementation, profile);
        silent(Resolution, implementation, profile);
        silent(ResolveAssociative, implementation, profile);
        silent(ResolveIdempotent, implementation, profile);
        silent(ResolvePure, implementation, profile);
        silent(RoundTripUri, implementation, profile);
    }
}

#[test]
fn who_merely_resolves_may_pass_on_every_feature() {
    permitted(&Bare(&right(), &[OperationName::Resolve, OperationName::Relativize]));
}

/// Follows the steps whatever base and reference are, as long as they can be read.
const UNCHECKED: Fault = |_, profile, operation, outcome| match operation {
    Operation::Resolve { base, reference, .. } if !profile.has_option_sequences() => {
        match (read(base), read(reference)) {
            (Ok(base), Ok(reference)) => {
                let cri = write(&resolve(&base.cri, &reference.cri), profile);
                Outcome::Value(Value::Cri { cri })
            }
            _ => outcome,
        }
    }
    _ => outcome,
};

#[test]
fn resolving_need_not_check_anything() {
    permitted(&Altered { inner: &right(), fault: UNCHECKED });
}

/// In href-27, takes the empty path at the end of `[0, []]` for a default.
const SHORTENED: Fault = |right, profile, operation, outcome| {
    let shortened = |cri: &Vec<u8>| if *cri == [0x82, 0, 0x80] { vec![0x80] } else { cri.clone() };
    if profile != Profile::Href27 {
        return outcome;
    }
    match operation {
        Operation::Decode { cri } => right.perform(profile, &Operation::Decode { cri: shortened(cri) }),
        Operation::CriToUri { cri } => right.perform(profile, &Operation::CriToUri { cri: shortened(cri) }),
        Operation::Resolve { base, reference, relation } => {
            let (base, reference, relation) = (base.clone(), shortened(reference), *relation);
            right.perform(profile, &Operation::Resolve { base, reference, relation })
        }
        _ => match outcome {
            Outcome::Value(Value::Reference { reference }) if reference == [0x82, 0, 0x80] => {
                Outcome::Value(Value::Reference { reference: vec![0x83, 0, 0xf6, 0x80] })
            }
            other => other,
        },
    }
};

#[test]
fn the_empty_path_of_a_reference_may_be_a_default() {
    permitted(&Altered { inner: &right(), fault: SHORTENED });
}

/// Writes the empty path at the end of a full CRI.
const LENGTHENED: Fault = |_, _, _, outcome| {
    let longer = |cri: Vec<u8>| match read(&cri) {
        Ok(reading) if reading.cri.is_full() && cri.first() == Some(&0x82) => {
            [&[0x83], &cri[1..], &[0x80]].concat()
        }
        _ => cri,
    };
    match outcome {
        Outcome::Value(Value::Cri { cri }) => Outcome::Value(Value::Cri { cri: longer(cri) }),
        Outcome::Value(Value::Decoded(Decoded { full, cri })) => {
            Outcome::Value(Value::Decoded(Decoded { full, cri: longer(cri) }))
        }
        other => other,
    }
};

#[test]
fn no_full_cri_that_is_made_ends_in_a_default() {
    let right = right();
    let breach = Altered { inner: &right, fault: LENGTHENED };
    let made = ["coap-to-cri", "decode", "iri-to-cri", "resolve", "uri-to-cri"];
    assert_eq!(failing(&breach, Profile::Href27), made.into());
    permitted_in_13(&breach);
}

/// There the text is at odds with itself (R3).
#[track_caller]
fn permitted_in_13(implementation: &dyn Implementation) {
    assert_eq!(failing(implementation, Profile::Href13), BTreeSet::new());
}
