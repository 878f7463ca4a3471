//! A run as GitHub workflow commands: the whole run in an annotation, then one for each cause of its failures.
//!
//! GitHub shows ten annotations of each kind a step, so there are no more; what is left is counted. They have a file only
//! where `--annotate` names one of the user's repository, which the vectors are not in. A workflow command is a line
//! `::error file=…,line=…,title=…::message`. `%` and line ends are escaped everywhere, `:` and `,` in the
//! properties as well.

use std::fmt::Write;

use crate::causes::Causes;
use crate::{Invocation, expectations, foreign, summary};
use crivet::cause::Group;
use crivet::corpus::Corpus;
use crivet::describe;
use crivet::run::Run;
use crivet::verdict::{NoteKind, Status};

/// The run as lines for the standard output of a workflow's step.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let mut text = String::new();
    let causes = Causes::new(run, corpus);
    let level = if run.green() { "notice" } else { "error" };
    let mut whole = summary::closing(run).to_string();
    let mut left = MOST - usize::from(!run.green());
    let others = summary::findings(run).count() + run.faults().len();
    let shown = causes.groups.len().min(left.saturating_sub(others).max(1));
    if let Some(summary) = causes.summary() {
        let _ = write!(whole, "\n{summary}");
    }
    if causes.groups.len() > shown {
        let _ = write!(whole, "\nThe first {shown} causes are shown; --report text=- has all.");
    }
    annotation(&mut text, level, &format!("crivet {}", run.description.name), &whole, invocation);
    left -= shown;
    for (at, group) in causes.groups.iter().enumerate().take(shown) {
        let title = format!("crivet cause {} of {}: {}", at + 1, causes.groups.len(), group.title);
        annotation(&mut text, "error", &title, &message(run, &causes, group, invocation), invocation);
    }
    if invocation.notes {
        let passed = run.results.iter().filter(|judged| judged.status(run.strict) == Status::Pass);
        for (judged, note) in
            passed.flat_map(|one| one.verdict.notes.iter().map(move |note| (one, note))).take(MOST)
        {
            let level = if note.kind == NoteKind::Should { "warning" } else { "notice" };
            let title = format!("{} ({})", judged.case.vector.id, judged.case.profile);
            annotation(&mut text, level, &title, &note.text, invocation);
        }
    }
    for finding in summary::findings(run).take(left) {
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
    for remark in run.remarks.iter().take(MOST) {
        let _ = writeln!(text, "::warning title=crivet::{}", data(remark));
    }
    text
}

/// The most annotations of a kind that GitHub shows of a step.
const MOST: usize = 10;

fn annotation(text: &mut String, level: &str, title: &str, message: &str, invocation: &Invocation) {
    let file =
        invocation.annotate.as_ref().map_or_else(String::new, |file| format!("file={},", property(file)));
    let _ = writeln!(text, "::{level} {file}title={}::{}", property(title), data(message));
}

/// What fits an annotation: what is to be said of the cause, and its exemplar: why, what was accepted, what came, and the
/// command.
fn message(run: &Run<'_>, causes: &Causes<'_, '_>, group: &Group, invocation: &Invocation) -> String {
    let judged = causes.exemplar(group);
    let vector = judged.case.vector;
    let about = causes.about(group).into_iter().map(|(name, value)| format!("{name}: {value}\n"));
    let mut message = about.collect::<String>();
    let _ = write!(
        message,
        "{} ({}): {}\n{}",
        vector.id,
        judged.case.profile,
        vector.title,
        summary::why(run, judged)
    );
    for (name, shown) in describe::arguments(&vector.operation) {
        let _ = write!(message, "\n{name}: {}", shown.cut().text);
    }
    for accepted in &vector.expect {
        let _ = write!(message, "\naccepted: {}", describe::accepted(accepted).cut().text);
    }
    if let Some(outcome) = &judged.outcome {
        let _ = write!(message, "\ncame: {}", describe::outcome(outcome).cut().text);
    }
    let _ = write!(message, "\nrepeat: {}", invocation.repeat(&judged.case));
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
