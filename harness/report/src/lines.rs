//! One plain line a case, sorted: what is committed and read as a diff.

use crivet::foreign;
use crivet::run::Run;
use crivet::verdict::{Cause, Status};

/// `profile id status`, behind `expected` what it is without the baseline, and then what kind of failure or note there
/// was; no messages, which may name machines and moments.
pub fn run(run: &Run<'_>) -> String {
    let mut lines: Vec<String> = run
        .results
        .iter()
        .map(|judged| {
            let status = judged.status(run.strict).name();
            let mut line =
                format!("{} {} {status}", judged.case.profile, foreign::line(&judged.case.vector.id));
            if judged.status(run.strict) == Status::Expected {
                line.push_str(&format!(" {}", judged.unexpected_status(run.strict)));
            }
            if let Some(Cause::Failure(failure)) = &judged.verdict.cause {
                line.push_str(&format!(" {}", failure.kind.name()));
            }
            for note in &judged.verdict.notes {
                line.push_str(&format!(" {}", note.kind.name()));
            }
            line
        })
        .collect();
    lines.sort_unstable();
    lines.iter().map(|line| format!("{line}\n")).collect()
}
