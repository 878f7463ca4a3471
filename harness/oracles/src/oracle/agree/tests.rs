//! Agreement of the small implementation with itself, and with one that has a fault; and the demand on inputs, held
//! against what every vector accepts.

use super::*;
use crate::fuzz::{AnyOracle, Budget, Campaign, Finding, Options, Setting, fuzz};
use crate::oracle::resolution::tests::small::{Fault, Small};
use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::run::Subject;
use crivet::vector::Expected;

fn campaign(one: &Small, other: &Small) -> Campaign {
    let (description, other_description) = (one.describe(), other.describe());
    let setting = Setting {
        subject: Subject::InProcess(one),
        description: &description,
        other: Some((Subject::InProcess(other), &other_description)),
    };
    let options = Options { seed: 0, budget: Budget::Runs(3000), jobs: 2, tries: 300, cancel: &false.into() };
    let all: Vec<Agree> = Agree::all().filter(|one| setting.applies(&one.about(), Profile::Href13)).collect();
    let plan: Vec<(&dyn AnyOracle, Profile)> = all.iter().map(|one| (one as _, Profile::Href13)).collect();
    assert_eq!(plan.len(), 2, "the small implementation has two operations");
    fuzz(&setting, &plan, &options, &|_| {})
}

#[test]
fn everyone_agrees_with_itself() {
    let campaign = campaign(&Small { fault: None }, &Small { fault: None });
    assert!(campaign.clean(), "{:#?}", campaign.findings);
}

#[test]
fn a_fault_of_either_is_found_and_made_simple() {
    let (right, wrong) = (Small { fault: None }, Small { fault: Some(Fault::DiscardKeepsQuery) });
    for (one, other) in [(&right, &wrong), (&wrong, &right)] {
        let campaign = campaign(one, other);
        let is_wanted = |finding: &&Finding| {
            finding.about.name == "agree-resolve"
                && (finding.key.kind.as_str(), finding.key.cause.as_str())
                    == ("two different answers", "query")
        };
        let Some(finding) = campaign.findings.iter().find(is_wanted) else {
            panic!("{:#?}", campaign.findings)
        };
        assert!(finding.case.len() < 80, "{}", finding.case);
        assert!(finding.steps.iter().any(|step| step.question.other), "both answers are shown");
    }
}

/// Every operation that there is an oracle for is asked in the form that its arguments have.
#[test]
fn each_oracle_asks_its_operation() {
    for agree in Agree::all() {
        for &profile in agree.about().profiles {
            for seed in 0..200 {
                let bytes = crate::generate::seeded(seed, 256);
                let case = agree.case(profile, &mut Unstructured::new(&bytes)).unwrap();
                assert_eq!(case.0.name(), agree.about().operations[0]);
                let text = serde_json::to_string(&case).unwrap();
                assert_eq!(serde_json::from_str::<AnyOperation>(&text).unwrap(), case, "{text}");
                let mut stored = Vec::new();
                ciborium::into_writer(&case, &mut stored).unwrap();
                assert_eq!(
                    ciborium::from_reader::<AnyOperation, _>(stored.as_slice()).unwrap(),
                    case,
                    "{text}"
                );
            }
        }
    }
}

/// Whatever has vectors has an oracle.
#[test]
fn every_operation_and_profile_with_vectors_is_there() {
    let corpus = Corpus::embedded().unwrap();
    for vector in &corpus.vectors {
        let about = Agree::on(vector.operation.name()).about();
        for profile in &vector.profiles {
            assert!(about.profiles.contains(profile), "{} under {profile}", about.name);
        }
    }
}

/// Each vector is a seed, once where several ask the same.
#[test]
fn every_vector_is_a_seed() {
    let corpus = Corpus::embedded().unwrap();
    for agree in Agree::all() {
        let about = agree.about();
        let of_it = corpus.vectors.iter().filter(|vector| vector.operation.name() == about.operations[0]);
        let asked: std::collections::HashSet<(&Operation, Profile)> = of_it
            .flat_map(|vector| vector.profiles.iter().map(move |&profile| (&vector.operation, profile)))
            .collect();
        assert_eq!(crate::fuzz::seeds(&agree, &corpus).len(), asked.len(), "{}", about.name);
    }
}

/// What comes of a chain of simpler cases has an end, and each is a case.
#[test]
fn every_chain_of_simpler_cases_ends() {
    use crate::generate::simpler::Simpler;
    for agree in Agree::all() {
        for &profile in agree.about().profiles {
            for seed in 0..12 {
                let bytes = crate::generate::seeded(seed, 256);
                let mut case = agree.case(profile, &mut Unstructured::new(&bytes)).unwrap();
                let mut steps = 0;
                while let Some(simpler) = case.simpler().into_iter().next() {
                    assert_ne!(simpler, case);
                    case = simpler;
                    steps += 1;
                    assert!(steps < 5000, "{} under {profile}: {case:?}", agree.about().name);
                }
            }
        }
    }
}

/// A valid input has one answer, by meaning, and no vector accepts a refusal of it; what must be rejected has none; and
/// what may be rejected has one at most.
#[test]
fn the_demand_is_that_of_every_vector() {
    let corpus = Corpus::embedded().unwrap();
    let mut wrong = Vec::new();
    for vector in &corpus.vectors {
        for &profile in &vector.profiles {
            let demand = Demand::of(&vector.operation, profile, &|_| false);
            let values: Vec<&Value> = vector
                .expect
                .iter()
                .filter_map(|accepted| match &accepted.outcome {
                    Expected::Value(value) => Some(value),
                    Expected::Reject => None,
                })
                .collect();
            let may_refuse = values.len() < vector.expect.len();
            let are_alike = values
                .iter()
                .all(|one| values.iter().all(|other| alike(&vector.operation, profile, one, other).is_ok()));
            let fits = match demand {
                Demand::Accept => !may_refuse && are_alike,
                Demand::AcceptOrReject => are_alike,
                Demand::Reject => values.is_empty(),
                Demand::Open => true,
            };
            let ruled_out = values.iter().any(|value| is_ruled_out(&vector.operation, profile, value));
            if !fits || ruled_out {
                wrong.push(format!("{} under {profile}: {demand:?}", vector.id));
            }
            if std::env::var("SHOW").is_ok()
                && demand == Demand::Open
                && (values.is_empty() || !may_refuse && are_alike)
            {
                println!("open {profile} {} {}", vector.operation.name(), vector.id);
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
