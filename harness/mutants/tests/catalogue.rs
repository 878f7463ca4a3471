//! The catalogue is sound: every fault shows by its witness, and the copy without a fault is the reference.

use std::collections::BTreeSet;

use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet::select::Filter;
use crivet_mutants::measure::{control_lives, measure, same};
use crivet_mutants::{Fault, Faulty, catalogue, waivers};

/// The last answer, having asked the others before.
fn last(faulty: &Faulty, profile: Profile, before: &[Operation], witness: &Operation) -> Outcome {
    for operation in before {
        faulty.perform(profile, operation);
    }
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| faulty.perform(profile, witness)))
        .unwrap_or_else(|_| Outcome::Unsupported("it panicked".to_owned()))
}

fn shows(fault: &Fault, profile: Profile) -> Result<(), String> {
    let (before, witness) = fault.witness().map_err(|error| error.to_string())?;
    let right = last(&Faulty::unmutated(), profile, &before, &witness);
    let wrong = last(&Faulty::new(fault), profile, &before, &witness);
    if same(&right, &wrong) {
        return Err(format!("{} under {profile}: the answer is {right:?} with and without it", fault.id));
    }
    if !fault.operations.contains(&witness.name()) {
        return Err(format!("{}: the witness is of another operation", fault.id));
    }
    Ok(())
}

#[test]
fn every_witness_shows_its_fault() {
    let faults = catalogue().unwrap();
    let wrong: Vec<String> = faults
        .iter()
        .flat_map(|fault| fault.profiles.iter().map(move |&profile| shows(fault, profile)))
        .filter_map(Result::err)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ids_are_unique_and_enough() {
    let faults = catalogue().unwrap();
    let ids: BTreeSet<&str> = faults.iter().map(|fault| fault.id.as_str()).collect();
    assert_eq!(ids.len(), faults.len());
    assert!(ids.len() >= 150);
    assert!(faults.iter().any(|fault| fault.control));
    for waiver in waivers::faults().unwrap() {
        assert!(ids.contains(waiver.id.as_str()), "there is no fault {}", waiver.id);
        assert!(!waiver.reason.is_empty());
    }
}

#[test]
fn the_copy_without_a_fault_passes() {
    let corpus = Corpus::embedded().unwrap();
    let cases = Filter::default().select(&corpus);
    let measurement = measure(&[], &cases);
    let ids: Vec<&str> =
        measurement.false_alarms.iter().map(|&index| measurement.cases[index].vector.id.as_str()).collect();
    assert!(ids.is_empty(), "{ids:?}");
    assert!(!Faulty::unmutated().describe().operations.names().is_empty());
}

#[test]
fn a_control_that_lives_is_told() {
    let corpus = Corpus::embedded().unwrap();
    // What is to be rejected does not notice that all is.
    let text = "decode-input-empty";
    let cases: Vec<_> =
        Filter::default().select(&corpus).into_iter().filter(|case| case.vector.id == text).collect();
    let control: Vec<&Fault> = catalogue().unwrap().iter().filter(|fault| fault.control).collect();
    assert!(!cases.is_empty() && !control.is_empty());
    assert!(control_lives(&measure(&control, &cases)));
}

#[test]
fn reasons_are_given() {
    for waiver in waivers::vectors().unwrap() {
        assert!(!waiver.reason.is_empty(), "{}", waiver.vectors);
    }
    for waiver in waivers::changes().unwrap() {
        assert!(!waiver.reason.is_empty(), "{}", waiver.mutant);
    }
}
