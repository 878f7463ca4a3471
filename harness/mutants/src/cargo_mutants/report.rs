//! What is published: a line for each mutant, and how many of each file came to what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use anyhow::{Result, bail, ensure};
use crivet_mutants::waivers::ChangeWaiver;

use super::Suite;
use super::results::{Mutant, Outcome, Results};
use crate::files;

/// How many of the vectors that notice a mutant are named.
const NAMED: usize = 3;

/// A mutant and what came of it. Without the line it is on, so that the text changes only where the source does.
pub(super) struct Line {
    pub(super) state: State,
    file: String,
    /// What is changed; where a file has the same change more than once, with its number.
    change: String,
    noticed_by: Vec<String>,
}

/// What came of a mutant, all things considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It was run.
    Done(Outcome),
    /// It survived, and a waiver says that nothing could notice it.
    Equivalent,
    /// It was not run, or not since something changed.
    Open,
}

impl State {
    /// The columns of the summary.
    const ALL: [(State, &str); 7] = [
        (State::Done(Outcome::Killed), "killed"),
        (State::Done(Outcome::TimedOut), "timed-out"),
        (State::Done(Outcome::Strict), "strict"),
        (State::Done(Outcome::Survived), "survived"),
        (State::Equivalent, "equivalent"),
        (State::Done(Outcome::Unviable), "unviable"),
        (State::Open, "open"),
    ];

    fn name(self) -> &'static str {
        State::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, name)| name)
    }
}

impl Line {
    /// The mutant, without what came of it.
    fn mutant(&self) -> String {
        format!("{}: {}", self.file, self.change)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.state.name(), self.mutant())?;
        if !self.noticed_by.is_empty() {
            write!(f, " <- {}", self.noticed_by.join(" "))?;
        }
        Ok(())
    }
}

/// A line for each mutant, sorted by file and change.
pub(super) fn lines(suite: &Suite, listed: &[Mutant], results: &Results) -> Result<Vec<Line>> {
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for mutant in listed {
        let number = seen.entry((&mutant.file, &mutant.change)).or_default();
        *number += 1;
        let change = match number {
            1 => mutant.change.clone(),
            _ => format!("{} #{number}", mutant.change),
        };
        let record = results.of(mutant);
        let state = record.map_or(State::Open, |record| State::Done(record.outcome));
        let noticed_by = record.map(|record| record.noticed_by.iter().take(NAMED).cloned().collect());
        lines.push(Line {
            state,
            file: mutant.file.clone(),
            change,
            noticed_by: noticed_by.unwrap_or_default(),
        });
    }
    for ChangeWaiver { mutant, .. } in &suite.waivers {
        let line = lines.iter_mut().find(|line| line.mutant() == *mutant);
        // With some files left out there are lines for some only.
        let Some(line) = line else { continue };
        match line.state {
            State::Done(Outcome::Survived) => line.state = State::Equivalent,
            State::Open => {}
            _ => bail!("waived, and yet noticed: {mutant}"),
        }
    }
    lines.sort_by(|a, b| (&a.file, &a.change).cmp(&(&b.file, &b.change)));
    Ok(lines)
}

/// Writes the lines, and the summary of them.
pub(super) fn publish(suite: &Suite, lines: &[Line]) -> Result<()> {
    for ChangeWaiver { mutant, .. } in &suite.waivers {
        ensure!(lines.iter().any(|line| line.mutant() == *mutant), "there is no such mutant: {mutant}");
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    files::write(&files::published().join(format!("{}.txt", suite.name)), &text)?;
    files::write(&files::published().join(format!("{}-score.txt", suite.name)), &summary(lines))
}

/// How many of each file came to what; one that timed out, or that a strict run fails, counts as noticed as a killed one
/// does.
fn summary(lines: &[Line]) -> String {
    let names: BTreeSet<&str> = lines.iter().map(|line| line.file.as_str()).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let mut text = format!("{:width$}", "");
    for (_, name) in State::ALL {
        let _ = write!(text, "{name:>12}");
    }
    text.push('\n');
    let rows = names.iter().map(|name| (*name, Some(*name))).chain([("all", None)]);
    for (title, file) in rows {
        let _ = write!(text, "{title:width$}");
        for (state, _) in State::ALL {
            let count = lines
                .iter()
                .filter(|line| line.state == state && file.is_none_or(|file| line.file == file))
                .count();
            let _ = write!(text, "{count:>12}");
        }
        text.push('\n');
    }
    let count = |wanted: &dyn Fn(State) -> bool| lines.iter().filter(|line| wanted(line.state)).count();
    let strictly = count(&|state| state == State::Done(Outcome::Strict));
    let noticed =
        strictly + count(&|state| matches!(state, State::Done(Outcome::Killed | Outcome::TimedOut)));
    let able = noticed + count(&|state| matches!(state, State::Done(Outcome::Survived) | State::Open));
    let _ = writeln!(text, "\nnoticed: {noticed} of {able} that can be");
    if strictly > 0 {
        let _ = writeln!(text, "{strictly} of them by a strict run alone: what is recommended is not done");
    }
    text
}
