//! What fuzzing found out about the faults, as it is published.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::path::Path;

use crivet::implementation::Implementation as _;
use crivet::profile::Profile;
use crivet::run::Subject;
use crivet_fuzz::fuzz::{Replay, Setting, oracles};
use crivet_mutants::{Fault, Faulty, catalogue};

/// The faults that no oracle noticed, for any operation under any profile.
fn unnoticed() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/mutants/fuzz.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut all, mut noticed) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().skip(1) {
        let fault = line.split(' ').next().unwrap().to_owned();
        if !line.ends_with(" -") {
            noticed.insert(fault.clone());
        }
        all.insert(fault);
    }
    &all - &noticed
}

/// Does an oracle that compares with the reference find the fault by its witness?
fn is_seen(fault: &Fault, profile: Profile) -> bool {
    let (before, witness) = fault.witness().unwrap();
    if !before.is_empty() {
        // An oracle of agreement asks each question by itself.
        return false;
    }
    let (faulty, reference) = (Faulty::new(fault), Faulty::unmutated());
    let (description, other) = (faulty.describe(), reference.describe());
    let setting = Setting {
        subject: Subject::InProcess(&faulty),
        description: &description,
        other: Some((Subject::InProcess(&reference), &other)),
    };
    let case = serde_json::to_string(&witness).unwrap();
    let compares = |operation| {
        oracles().into_iter().find(|one| {
            let facts = one.facts();
            facts.against && facts.operations == [operation] && facts.profiles.contains(&profile)
        })
    };
    compares(witness.name())
        .is_some_and(|oracle| matches!(oracle.replay(&setting, profile, &[&case]).unwrap(), Replay::Found(_)))
}

/// What an oracle can see, fuzzing finds: of the faults that it did not notice none is seen by an oracle that is handed
/// the very input that shows it.
#[test]
fn what_is_not_noticed_no_oracle_sees() {
    let unnoticed = unnoticed();
    let missed: Vec<String> = catalogue()
        .unwrap()
        .iter()
        .filter(|fault| unnoticed.contains(&fault.id))
        .flat_map(|fault| fault.profiles.iter().map(move |profile| (fault, *profile)))
        .filter(|(fault, profile)| is_seen(fault, *profile))
        .map(|(fault, profile)| format!("{} {profile}", fault.id))
        .collect();
    assert!(!unnoticed.is_empty() && missed.is_empty(), "{}", missed.join("\n"));
}
