//! One case in full, as lines that each have a name: what was asked, what would have been right, what came, and why
//! that is wrong.
//!
//! [`Detail`] has no styles and no width. A terminal report lays its lines out anew; reports for machines and the
//! trials of `cargo test` print it as it is, so what it is printed as is inert, see [`foreign`].

use std::fmt;

use crate::citations::Citations;
use crate::describe::{self, Shown};
use crate::foreign;
use crate::run::{Judged, Run};
use crate::verdict::Status;

/// How many characters the names take, with the space behind them.
const NAMES: usize = 20;

/// One case in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// `fail`, `error`, …
    pub status: &'static str,
    /// The vector's id.
    pub id: String,
    /// The profile it was asked for, and ` (late)` where the failure does not count.
    pub profile: String,
    /// The rest, in order.
    pub lines: Vec<Line>,
}

/// A value with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The name; empty for a line that goes on.
    pub name: String,
    /// The value.
    pub shown: Shown,
}

impl Detail {
    /// What is to be said of a case.
    pub fn new(run: &Run<'_>, judged: &Judged<'_>, citations: &Citations<'_>) -> Self {
        let vector = judged.case.vector;
        let late = if run.is_late(&judged.case) { " (late)" } else { "" };
        let mut detail = Detail {
            status: judged.status(run.strict).name(),
            id: vector.id.clone(),
            profile: format!("({}){late}", judged.case.profile),
            lines: Vec::new(),
        };
        detail.words("", &vector.title);
        detail.words("asked", vector.operation.name().name());
        for (name, shown) in describe::asked(vector) {
            detail.push(&format!("  {name}"), shown.cut());
        }
        for (index, accepted) in vector.expect.iter().enumerate() {
            detail.push(if index == 0 { "accepted" } else { "or" }, describe::accepted(accepted).cut());
        }
        if let Some(budget) = vector.budget {
            detail.words("budget", describe::budget(budget));
        }
        if let Some(outcome) = &judged.outcome {
            detail.push("came", describe::outcome(outcome).cut());
        }
        // Why there is no answer is what came.
        if let Some(why) = judged.verdict.explanation().filter(|_| judged.verdict.status != Status::Error) {
            detail.words("why", why);
        }
        let name = if judged.verdict.status == Status::Pass { "strict" } else { "remark" };
        for note in &judged.verdict.notes {
            detail.words(name, &note.text);
        }
        if let Some(note) = &vector.note {
            detail.words("note", note.trim());
        }
        for requirement in citations.requirements(&judged.case) {
            detail.words("text says", format!("{} [{}]", requirement.text, requirement.id));
        }
        for ruling in citations.rulings(&judged.case) {
            detail.words("ruling", format!("{}: {}", ruling.name(), ruling.ruling.trim()));
        }
        detail.words("vector", vector.source.to_string());
        detail
    }

    /// The same with one more line.
    #[must_use]
    pub fn with(mut self, name: &str, text: impl Into<String>) -> Self {
        self.words(name, text);
        self
    }

    fn words(&mut self, name: &str, text: impl Into<String>) {
        self.push(name, Shown::words(text));
    }

    fn push(&mut self, name: &str, shown: Shown) {
        self.lines.push(Line { name: name.to_owned(), shown });
    }
}

/// Without styles, and inert; no line is broken.
impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |text: &str| writeln!(f, "{}", foreign::lines(&foreign::line(text.trim_end())));
        line(&format!("{} {} {}", self.status, self.id, self.profile))?;
        for Line { name, shown } in &self.lines {
            let hex = shown.hex.iter().flat_map(|hex| hex.split('\n').enumerate());
            let hex = hex.map(|(at, line)| format!("{:<4}{line}", if at == 0 { "hex" } else { "" }));
            let mut names = Some(name).into_iter();
            for text in shown.text.split('\n').map(str::to_owned).chain(hex) {
                let name = names.next().map_or("", String::as_str);
                line(&format!("  {name:<width$} {text}", width = NAMES - 3))?;
            }
        }
        Ok(())
    }
}
