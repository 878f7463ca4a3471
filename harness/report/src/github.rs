//! A run as GitHub workflow commands: an annotation on the vector's line for each that failed.
//!
//! GitHub shows ten annotations of each kind a step; all are in the step's log. A workflow command is a line
//! `::error file=…,line=…,title=…::message`. `%` and line ends are escaped everywhere, `:` and `,` in the
//! properties as well.

use std::fmt::Write;

use crate::{Invocation, expectations, summary};
use crivet::describe;
use crivet::foreign;
use crivet::run::{Judged, Run};
use crivet::verdict::{NoteKind, Status};

/// The run as lines for the standard output of a workflow's step.
pub fn run(run: &Run<'_>, invocation: &Invocation) -> String {
    let mut text = String::new();
    for judged in run.results.iter().filter(|judged| summary::bad(run, judged)) {
        annotation(&mut text, "error", judged, &message(run, judged, invocation));
    }
    if invocation.notes {
        for judged in run.results.iter().filter(|judged| judged.status(run.strict) == Status::Pass) {
            for note in &judged.verdict.notes {
                let level = if note.kind == NoteKind::Should { "warning" } else { "notice" };
                annotation(&mut text, level, judged, &note.text);
            }
        }
    }
    for finding in summary::findings(run) {
        let place = finding.entry.as_ref().map_or_else(String::new, |entry| {
            format!("file={},line={},", property(&entry.location.file), entry.location.line)
        });
        let name = finding.deviation.name();
        let title = property(&format!("baseline: {name} {}", expectations::subject(finding)));
        let change = expectations::change(finding).join("\n");
        let _ =
            writeln!(text, "::error {place}title={title}::{}", data(&format!("{}\n{change}", finding.why)));
    }
    for fault in run.faults() {
        let _ = writeln!(text, "::error title=crivet::{}", data(&fault.message));
    }
    for remark in &run.remarks {
        let _ = writeln!(text, "::warning title=crivet::{}", data(remark));
    }
    let level = if run.green() { "notice" } else { "error" };
    let name = property(&run.description.name);
    let _ = writeln!(text, "::{level} title=crivet {name}::{}", data(&summary::closing(run).to_string()));
    text
}

fn annotation(text: &mut String, level: &str, judged: &Judged<'_>, message: &str) {
    let vector = judged.case.vector;
    let title = format!("{} ({})", vector.id, judged.case.profile);
    let _ = writeln!(
        text,
        "::{level} file={},line={},col={},title={}::{}",
        property(&vector.source.file),
        vector.source.line,
        vector.source.column,
        property(&title),
        data(message),
    );
}

/// What fits an annotation: why, what was accepted, what came, and the command.
fn message(run: &Run<'_>, judged: &Judged<'_>, invocation: &Invocation) -> String {
    let vector = judged.case.vector;
    let mut message = format!("{}\n{}", vector.title, summary::why(run, judged));
    for (name, shown) in describe::asked(vector) {
        let _ = write!(message, "\n{name}: {}", shown.cut().text);
    }
    for accepted in &vector.expect {
        let _ = write!(message, "\naccepted: {}", describe::accepted(accepted).cut().text);
    }
    if let Some(outcome) = &judged.outcome {
        let _ = write!(message, "\ncame: {}", describe::outcome(outcome).cut().text);
    }
    let _ = write!(message, "\nrepeat: {}", invocation.repeat(judged));
    message
}

fn data(text: &str) -> String {
    encoded(&foreign::lines(text))
}

fn property(text: &str) -> String {
    encoded(&foreign::line(text)).replace(':', "%3A").replace(',', "%2C")
}

fn encoded(text: &str) -> String {
    text.replace('%', "%25").replace('\n', "%0A")
}
