//! The oracle on a right implementation, on wrong ones, and on its own data.

use std::slice;

use super::*;
use crate::fuzz::{Again, AnyOracle, Budget, Campaign, Options, Setting, fuzz};
use crate::generate::tests::seeded_pair;
use crate::oracle::Parties;
use crivet::implementation::Implementation;
use crivet::run::Subject;

pub(crate) mod small;
use small::{Fault, Small};

/// How many seeded inputs the right implementation is held to.
const INPUTS: u64 = 100_000;
/// How many a fault may take to be found.
const BOUND: u64 = 4000;

fn campaign(implementation: &dyn Implementation, inputs: u64) -> Campaign {
    let description = implementation.describe();
    let setting =
        Setting { subject: Subject::InProcess(implementation), description: &description, other: None };
    let options =
        Options { seed: 0, budget: Budget::Runs(inputs), jobs: 2, tries: 500, cancel: &false.into() };
    let plan: (&dyn AnyOracle, Profile) = (&Resolution, Profile::Href13);
    fuzz(&setting, slice::from_ref(&plan), &options, &|_| {})
}

#[test]
fn a_right_implementation_agrees() {
    let campaign = campaign(&Small { fault: None }, INPUTS);
    assert!(campaign.clean(), "{:#?}", campaign.findings);
    let row = &campaign.rows[0];
    println!("{:#?}", row.tally);
    assert_eq!(row.tally.total(), INPUTS);
    // At least two in three inputs must allow a conclusion.
    let not_comparable = row.tally.not_compared();
    assert!(not_comparable * 3 <= INPUTS, "{not_comparable} of {INPUTS} inputs were not comparable");
    for known in &KNOWN {
        let count = row.tally.known.get(known.name).copied().unwrap_or_default();
        assert!(count >= INPUTS / 2000, "{} came up {count} times", known.name);
    }
}

#[test]
fn every_fault_is_found_and_made_simple() {
    for fault in Fault::ALL {
        let campaign = campaign(&Small { fault: Some(fault) }, BOUND);
        let Some(finding) = campaign.findings.first() else { panic!("{fault:?}: not found") };
        println!(
            "{fault:?}: {} findings, after {} inputs, {:?}",
            campaign.findings.len(),
            finding.first,
            finding.key
        );
        assert!(finding.again == Again::Shown, "{fault:?}");
        for (name, input) in &finding.inputs {
            let Input::Cri(cri) = input else { panic!("{name} is a CRI") };
            // That fault shows on a path of 127 segments and more alone.
            let bound = if fault == Fault::Discard127IsAll { 140 } else { 24 };
            assert!(cri.len() <= bound, "{fault:?}: {}", finding.case);
        }
    }
}

/// Each witness shows its difference: what a right implementation gives is not the letter of RFC 3986.
#[test]
fn the_known_differences_are_still_there() {
    let small = Small { fault: None };
    let description = small.describe();
    for known in KNOWN {
        let read = |text| Sections::from_cbor(&hex::decode(text).unwrap()).unwrap();
        let pair = Pair { base: read(known.witness.0), reference: read(known.witness.1) };
        let parties = Parties {
            implementation: Some(&small),
            other: None,
            description: &description,
            other_description: None,
        };
        let checked = Resolution.check(&pair, &mut Asker::at_once(Profile::Href13, parties)).unwrap();
        assert_eq!(checked.comparison, Comparison::Agree, "{}", known.name);
        assert!(checked.known.iter().any(|found| found.name == known.name), "{}", known.name);

        let mut asker = Asker::at_once(Profile::Href13, parties);
        let answers = CriAnswers::ask(&mut asker, &pair.base.to_cbor(), &pair.reference.to_cbor()).unwrap();
        let letter = rfc3986::resolve(
            &Components::parse(answers.base_uri.as_ref().unwrap()),
            &Components::parse(answers.reference_uri.as_ref().unwrap()),
        );
        assert_ne!(answers.target.ok(), Some(letter.recompose()), "{}: gone", known.name);
    }
}

/// What is read back is what the generator wrote, whatever is demanded of it.
#[test]
fn generated_inputs_read_back() {
    for seed in 0..10_000 {
        let (base, reference) = seeded_pair(seed);
        for sections in [base, reference] {
            assert_eq!(Sections::from_cbor(&sections.to_cbor()), Some(sections));
        }
    }
}

#[test]
fn what_is_not_offered_is_not_comparable() {
    struct Nothing;
    impl Implementation for Nothing {
        fn describe(&self) -> crivet::implementation::Description {
            Small { fault: None }.describe()
        }
    }
    let campaign = campaign(&Nothing, 1000);
    let row = &campaign.rows[0];
    assert_eq!((row.tally.agree, campaign.findings.len()), (0, 0));
    assert!(row.tally.not_comparable.contains_key("the implementation lacks the operation"));
    assert!(row.says_too_little());
}
