//! Agreement of the small implementation with itself, and with one that has a fault.

use super::*;
use crate::fuzz::{AnyOracle, Budget, Campaign, Finding, Options, Setting, fuzz};
use crate::implementation::Implementation;
use crate::oracle::resolution::tests::small::{Fault, Small};
use crate::run::Subject;

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
        let case = agree.case(Profile::Href13, &mut Unstructured::new(&[])).unwrap();
        assert_eq!(case.operation(agree.about().operations[0]).name(), agree.about().operations[0]);
    }
}
