//! The oracle on a right implementation, on wrong ones, and on its own data.

use super::*;
use crate::generate::tests::seeded_pair;
use crate::oracle::Tally;

mod small;
use small::{Fault, Small};

/// How many seeded inputs the right implementation is held to.
const INPUTS: u64 = 100_000;
/// How many a fault may take to be found.
const BOUND: u64 = 20_000;

fn tally(implementation: &dyn Implementation, inputs: u64) -> (Tally, Option<(u64, Finding)>) {
    let oracle = Resolution::new(implementation, Profile::Href13);
    let (mut tally, mut first) = (Tally::default(), None);
    for seed in 0..inputs {
        let (base, reference) = seeded_pair(seed);
        let checked = oracle.check(&base, &reference);
        tally.count(&checked.comparison, checked.known);
        if let (Comparison::Differ(finding), None) = (checked.comparison, &first) {
            first = Some((seed, *finding));
        }
    }
    (tally, first)
}

#[test]
fn a_right_implementation_agrees() {
    let (tally, finding) = tally(&Small { fault: None }, INPUTS);
    println!("{tally:#?}");
    if let Some((seed, finding)) = finding {
        panic!("seed {seed}: {finding}");
    }
    assert_eq!(tally.total(), INPUTS);
    // The stated share: at least two in three inputs must allow a conclusion.
    let not_comparable: u64 = tally.not_comparable.values().sum();
    assert!(not_comparable * 3 <= INPUTS, "{not_comparable} of {INPUTS} inputs were not comparable");
    for known in &KNOWN {
        let count = tally.known.get(known.name).copied().unwrap_or_default();
        assert!(count >= INPUTS / 2000, "{} came up {count} times", known.name);
    }
}

#[test]
fn every_fault_is_found() {
    let mut missed = Vec::new();
    for fault in Fault::ALL {
        let small = Small { fault: Some(fault) };
        let oracle = Resolution::new(&small, Profile::Href13);
        let found = (0..BOUND).find_map(|seed| {
            let (base, reference) = seeded_pair(seed);
            match oracle.check(&base, &reference).comparison {
                Comparison::Differ(finding) => Some((seed, finding.kind)),
                _ => None,
            }
        });
        match found {
            Some((seed, kind)) => println!("{fault:?}: after {seed} inputs, {kind}"),
            None => missed.push(fault),
        }
    }
    assert!(missed.is_empty(), "not found within {BOUND} inputs: {missed:?}");
}

/// Each witness shows its difference: what a right implementation gives is not the letter of RFC 3986.
#[test]
fn the_known_differences_are_still_there() {
    let small = Small { fault: None };
    for known in KNOWN {
        let bytes = |text| hex::decode(text).expect("a witness is hexadecimal");
        let (base, reference) = (bytes(known.witness.0), bytes(known.witness.1));
        let (base, reference) = (read(&base).unwrap(), read(&reference).unwrap());
        let checked = Resolution::new(&small, Profile::Href13).check(&base, &reference);
        assert_eq!(checked.comparison, Comparison::Agree, "{}", known.name);
        assert!(checked.known.iter().any(|found| found.name == known.name), "{}", known.name);

        let asked = Asked::ask(&small, Profile::Href13, &base, &reference);
        let letter = rfc3986::resolve(
            &Components::parse(asked.base_uri.as_ref().unwrap()),
            &Components::parse(asked.reference_uri.as_ref().unwrap()),
        );
        assert_ne!(asked.target.ok(), Some(letter.recompose()), "{}: gone", known.name);
    }
}

/// What the small implementation reads is what the generator wrote.
#[test]
fn generated_inputs_read_back() {
    for seed in 0..10_000 {
        let (base, reference) = seeded_pair(seed);
        for sections in [base, reference] {
            if sections.standing() == Standing::Valid {
                assert_eq!(read(&sections.to_cbor()), Some(sections));
            }
        }
    }
}

#[test]
fn a_finding_says_how_to_repeat_it() {
    let (_, finding) = tally(&Small { fault: Some(Fault::DiscardsOneLess) }, 1000);
    let (_, finding) = finding.expect("one of a thousand shows it");
    let text = finding.to_string();
    assert!(text.contains(&hex::encode(&finding.base)), "{text}");
    assert!(text.contains("| crivet testee"), "{text}");
    assert!(text.contains("to-uri of the reference: <"), "{text}");
}

#[test]
fn what_is_not_offered_is_not_comparable() {
    struct Nothing;
    impl Implementation for Nothing {
        fn describe(&self) -> crate::implementation::Description {
            Small { fault: None }.describe()
        }
    }
    let (tally, finding) = tally(&Nothing, 1000);
    assert_eq!((tally.agree, finding), (0, None));
    assert!(tally.not_comparable.contains_key("the implementation lacks the operation"));
}
