//! A run as JUnit XML: a suite per profile and operation, a test case per vector.
//!
//! A failure has its cause as a property, which many have in common.
//!
//! What makes a run red as a whole (it is incomplete, say) is an error in a suite `run`.
//!
//! XML has no way to write most characters that act, so all of them are shown by their numbers.
//!
//! A known failure is a skipped test case, as is the custom. What a baseline says of cases that pass, or of
//! none, is a failed test case in a suite of its own, so that whoever reads the file alone sees red as well.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use super::causes::Causes;
use super::{Invocation, expectations, foreign, summary};
use crivet::baseline::Deviation;
use crivet::citations::Citations;
use crivet::corpus::Corpus;
use crivet::detail::Detail;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::run::{Judged, Run};
use crivet::verdict::Status;

/// The run as an XML document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let says = Citations::new(corpus);
    let mut suites: BTreeMap<(Profile, OperationName), TestSuite> = BTreeMap::new();
    let causes = Causes::new(run, corpus);
    let mut keys = vec![None; run.results.len()];
    for group in &causes.groups {
        group.cases.iter().for_each(|index| keys[*index] = Some(group.key.as_str()));
    }
    for (judged, cause) in run.results.iter().zip(keys) {
        let key = (judged.case.profile, judged.case.vector.operation.name());
        let suite =
            suites.entry(key).or_insert_with(|| TestSuite::new(line(&format!("{}.{}", key.0, key.1))));
        let mut case = case(run, judged, &says, invocation);
        case.properties.extend(cause.map(|key| Property::new("cause", line(key))));
        suite.add_test_case(case);
    }
    let mut report = Report::new(line(&format!("crivet: {}", run.description.name)));
    report.add_test_suites(suites.into_values());
    report.add_test_suites(faults(run));
    report.add_test_suites(baseline(run));
    report.to_string().unwrap_or_default()
}

/// What makes the run red as a whole: an error each.
fn faults(run: &Run<'_>) -> Option<TestSuite> {
    let mut suite = TestSuite::new("run");
    for fault in run.faults() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(fault.message);
        status.set_type(fault.name);
        status.set_description(run.remarks.join("\n"));
        let mut case = TestCase::new(fault.name, status);
        case.set_classname("crivet.run");
        suite.add_test_case(case);
    }
    (!suite.test_cases.is_empty()).then_some(suite)
}

/// What the other suites cannot show: failures that are not there.
fn baseline(run: &Run<'_>) -> Option<TestSuite> {
    let comparison = run.comparison.as_ref()?;
    let mut suite = TestSuite::new("baseline");
    for finding in &comparison.findings {
        let told = match finding.deviation {
            Deviation::UnexpectedPass | Deviation::Stale => true,
            // With a case, it is that case's own failure.
            Deviation::Changed => finding.case.is_none(),
            Deviation::New | Deviation::Expired => false,
        };
        if told {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(line(&finding.why));
            status.set_type(line(&format!("baseline-{}", finding.deviation.name())));
            status.set_description(lines(&expectations::change(finding).join("\n")));
            let mut case = TestCase::new(line(&expectations::subject(finding)), status);
            case.set_classname("crivet.baseline");
            if let Some(entry) = &finding.entry {
                case.extra.insert("file".into(), line(&entry.location.file));
                case.extra.insert("line".into(), entry.location.line.to_string().into());
            }
            suite.add_test_case(case);
        }
    }
    (!suite.test_cases.is_empty()).then_some(suite)
}

fn case(run: &Run<'_>, judged: &Judged<'_>, says: &Citations<'_>, invocation: &Invocation) -> TestCase {
    let vector = judged.case.vector;
    let status = match judged.status(run.strict) {
        Status::Pass => TestCaseStatus::success(),
        Status::Skip => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(line(&judged.verdict.explanation().unwrap_or_default()));
            status
        }
        Status::Expected => {
            let mut status = TestCaseStatus::skipped();
            if let Some(entry) = &judged.expected {
                let told = format!("expected: {}: {} ({})", entry.state, entry.reason, entry.location);
                status.set_message(line(&told));
            }
            status.set_description(lines(&judged.verdict.explanation().unwrap_or_default()));
            status
        }
        // A gate that reads this file must not turn red by what does not count.
        Status::Fail | Status::Error if run.is_late(&judged.case) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(line(&summary::late(run, judged).unwrap_or_default()));
            status.set_description(lines(&judged.verdict.explanation().unwrap_or_default()));
            status
        }
        status @ (Status::Fail | Status::Error) => {
            let kind = if status == Status::Fail { NonSuccessKind::Failure } else { NonSuccessKind::Error };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(line(&judged.verdict.explanation().unwrap_or_default()));
            let rests_on = says.requirements(&judged.case).first().map(|one| one.id.clone());
            status.set_type(line(&rests_on.unwrap_or_default()));
            let detail = Detail::new(run, judged, says).with("repeat", invocation.repeat(&judged.case));
            status.set_description(lines(&detail.to_string()));
            status
        }
    };
    let mut case = TestCase::new(line(&vector.id), status);
    case.set_classname(format!("crivet.{}.{}", judged.case.profile, vector.operation.name()));
    case.extra.insert("file".into(), line(&vector.source.file));
    case.extra.insert("line".into(), vector.source.line.to_string().into());
    if !judged.verdict.notes.is_empty() {
        let notes: Vec<_> = judged.verdict.notes.iter().map(|note| note.text.as_str()).collect();
        case.set_system_out(lines(&notes.join("\n")));
    }
    case
}

/// What an attribute has.
fn line(text: &str) -> XmlString {
    foreign::line(text).into()
}

/// What an element has.
fn lines(text: &str) -> XmlString {
    foreign::lines(text).into()
}
