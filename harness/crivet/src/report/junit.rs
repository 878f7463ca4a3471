//! A run as JUnit XML: a suite per profile and operation, a test case per vector.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Invocation, text};
use crate::corpus::Corpus;
use crate::operation::OperationName;
use crate::profile::Profile;
use crate::run::{Judged, Run};
use crate::verdict::Status;

/// The run as an XML document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let mut suites: BTreeMap<(Profile, OperationName), TestSuite> = BTreeMap::new();
    for judged in &run.results {
        let key = (judged.case.profile, judged.case.vector.operation.name());
        let suite = suites.entry(key).or_insert_with(|| TestSuite::new(format!("{}.{}", key.0, key.1)));
        suite.add_test_case(case(run, judged, corpus, invocation));
    }
    let mut report = Report::new(format!("crivet: {}", run.description.name));
    report.add_test_suites(suites.into_values());
    // The document is built of valid text alone; the library strips what XML cannot carry.
    report.to_string().unwrap_or_default()
}

fn case(run: &Run<'_>, judged: &Judged<'_>, corpus: &Corpus, invocation: &Invocation) -> TestCase {
    let vector = judged.case.vector;
    let status = match judged.status(run.strict) {
        Status::Pass => TestCaseStatus::success(),
        Status::Skip => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(judged.verdict.explanation().unwrap_or_default());
            status
        }
        status @ (Status::Fail | Status::Error) => {
            let kind = if status == Status::Fail { NonSuccessKind::Failure } else { NonSuccessKind::Error };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(judged.verdict.explanation().unwrap_or_default());
            status.set_type(vector.requirements.first().cloned().unwrap_or_default());
            status.set_description(text::detail_plain(run, judged, corpus, invocation));
            status
        }
    };
    let mut case = TestCase::new(vector.id.clone(), status);
    case.set_classname(format!("crivet.{}.{}", judged.case.profile, vector.operation.name()));
    case.extra.insert("file".into(), vector.source.file.as_str().into());
    case.extra.insert("line".into(), vector.source.line.to_string().into());
    if !judged.verdict.notes.is_empty() {
        let notes: Vec<_> = judged.verdict.notes.iter().map(|note| note.text.as_str()).collect();
        case.set_system_out(notes.join("\n"));
    }
    case
}
