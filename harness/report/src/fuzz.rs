//! A campaign in text: each finding with its input, steps and the command that repeats it, then a row for each oracle
//! and profile.

use std::fmt::Write as _;
use std::time::Duration;

use crate::styled::Styled;
use crivet::implementation::Description;
use crivet::outcome::FailureKind;
use crivet_fuzz::fuzz::{Again, Budget, Campaign, Finding, Row};

pub mod json;

/// How the campaign was asked for.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The implementation, as arguments: `--impl reference`.
    pub subject: Vec<String>,
    /// The one it is held against, as arguments.
    pub against: Vec<String>,
    /// The time limit per request, where it is not the default.
    pub timeout: Option<Duration>,
    /// How long an answer was waited for.
    pub wait: Duration,
    /// The seed.
    pub seed: u64,
    /// The budget.
    pub budget: Budget,
}

impl Invocation {
    /// The command that checks the input of a finding again.
    pub fn repeat(&self, finding: &Finding) -> String {
        let mut words = self.words(finding);
        if finding.again == Again::NotShown {
            // What came before may have a part in it, so that comes before again.
            words.extend(["--seed".to_owned(), self.seed.to_string()]);
            words.extend(["--runs".to_owned(), (finding.first + 1).to_string()]);
            words.extend(["--jobs".to_owned(), "1".to_owned()]);
        } else {
            let cases = finding.before.iter().chain([&finding.case]);
            words.extend(cases.flat_map(|case| ["--replay".to_owned(), case.clone()]));
        }
        // A word with a NUL can be no argument of a command; show it as it is.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }

    fn words(&self, finding: &Finding) -> Vec<String> {
        let mut words = vec!["crivet".to_owned(), "fuzz".to_owned()];
        words.extend(self.subject.iter().cloned());
        words.extend(self.against.iter().cloned());
        let is_time_out = finding.key.kind == FailureKind::TimeOut.name();
        if let Some(timeout) = if is_time_out { Some(self.wait) } else { self.timeout } {
            words.extend(["--timeout".to_owned(), timeout.as_secs_f64().to_string()]);
        }
        words.extend(["--oracle".to_owned(), finding.about.name.to_owned()]);
        words.extend(["--profile".to_owned(), finding.profile.to_string()]);
        words
    }
}

/// The whole campaign.
pub fn campaign(campaign: &Campaign, description: &Description, invocation: &Invocation) -> Styled {
    let mut text = Styled::default();
    let budget = match invocation.budget {
        Budget::Runs(runs) => format!("{runs} cases for each oracle and profile"),
        Budget::Time(time) => format!("{} s in all", time.as_secs_f64()),
    };
    text.line(&[&named(description), &", seed ", &invocation.seed, &", ", &budget]);
    for found in &campaign.findings {
        text.line(&[]);
        text.append(&finding(found, Some(&invocation.repeat(found))));
    }
    text.line(&[]);
    text.lines(&table(campaign));
    text.append(&remarks(campaign));
    text.line(&[]);
    text.lines(&summary(campaign, invocation.budget));
    text
}

/// A name, version and language, as far as the implementation tells.
fn named(description: &Description) -> String {
    let rest = [&description.version, &description.language];
    let rest: Vec<&str> = rest.into_iter().filter(|part| !part.is_empty()).map(String::as_str).collect();
    match rest.as_slice() {
        [] => description.name.clone(),
        rest => format!("{} ({})", description.name, rest.join(", ")),
    }
}

/// One finding, with the command that repeats it where there is one.
pub fn finding(finding: &Finding, repeat: Option<&str>) -> Styled {
    let mut text = Styled::default();
    for (index, line) in finding.to_string().lines().enumerate() {
        // A line that is not set in is of a text from elsewhere, and goes on.
        let indent = if index == 0 || line.starts_with("  ") { "" } else { "            " };
        text.line(&[&indent, &line]);
    }
    if let Some(repeat) = repeat {
        text.line(&[&"  repeat    ", &repeat]);
    }
    text
}

/// A row for each oracle and profile. Open are the cases that allow no conclusion.
fn table(campaign: &Campaign) -> String {
    let heading = ["oracle", "profile", "cases", "agree", "open", "differ", "known"];
    let mut rows = vec![heading.map(str::to_owned)];
    for row in &campaign.rows {
        rows.push([
            row.about.name.to_owned(),
            row.profile.to_string(),
            row.tally.total().to_string(),
            row.tally.agree.to_string(),
            row.tally.not_compared().to_string(),
            row.tally.differ.to_string(),
            row.tally.known.values().sum::<u64>().to_string(),
        ]);
    }
    let mut text = String::new();
    for row in &rows {
        for (column, cell) in row.iter().enumerate() {
            let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            // Names to the left, numbers to the right.
            let _ = match column {
                0 => write!(text, "{cell:width$}"),
                1 => write!(text, "  {cell:width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// What there is to say besides: known differences by name, reasons, and what lessens the result.
fn remarks(campaign: &Campaign) -> Styled {
    let mut told = Vec::new();
    for row in &campaign.rows {
        let name = format!("{} ({})", row.about.name, row.profile);
        let counted = |counts: &std::collections::BTreeMap<&'static str, u64>| {
            counts.iter().map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join("; ")
        };
        if !row.tally.known.is_empty() {
            told.push(format!("  {name}, known differences: {}", counted(&row.tally.known)));
        }
        if row.says_too_little() {
            told.push(format!(
                "  warning: {name} says too little, more than {} % of its cases were not comparable: {}",
                row.about.not_comparable,
                counted(&row.tally.not_comparable)
            ));
        }
        if row.gave_up {
            told.push(format!("  warning: {name} was given up after many time-outs"));
        }
    }
    if campaign.gave_up {
        told.push("  warning: the testee was given up: it failed on too many cases in a row".to_owned());
    }
    for (message, count) in &campaign.unattributed {
        told.push(format!(
            "  warning: the testee failed in a way it did not when it was asked one thing at a time, {}: {message}",
            times(*count)
        ));
    }
    if campaign.late > 0 {
        told.push(format!(
            "  warning: {} not judged, for the search waits less long than the answer took",
            cases(campaign.late)
        ));
    }
    if campaign.beyond > 0 {
        told.push(format!("  warning: {} that found something are not shown", cases(campaign.beyond)));
    }
    let mut text = Styled::default();
    for (index, told) in told.iter().enumerate() {
        if index == 0 {
            text.line(&[]);
        }
        text.line(&[told]);
    }
    text
}

fn times(count: u64) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn cases(count: u64) -> String {
    if count == 1 { "1 case".to_owned() } else { format!("{count} cases") }
}

/// How many cases were judged, by whom none was, and what was found. How long it took is not the same every time, so a
/// campaign of so many cases does not say.
fn summary(campaign: &Campaign, budget: Budget) -> String {
    let mut text = String::new();
    let open: Vec<&Row> = campaign.rows.iter().filter(|row| row.judged() == 0).collect();
    for row in &open {
        let why = match row.tally.not_comparable.iter().max_by_key(|(_, count)| **count) {
            Some((reason, _)) => format!("{}, not comparable: {reason}", cases(row.tally.total())),
            None => "no case was checked".to_owned(),
        };
        let _ = writeln!(text, "nothing judged by {} ({}): {why}", row.about.name, row.profile);
    }
    let notes = campaign.findings.iter().filter(|finding| !finding.is_must()).count();
    let findings = match campaign.findings.len() - notes {
        0 => "nothing found".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    let notes = match notes {
        0 => String::new(),
        1 => ", 1 note".to_owned(),
        count => format!(", {count} notes"),
    };
    let not_compared: u64 = campaign.rows.iter().map(|row| row.tally.not_compared()).sum();
    let time = match budget {
        Budget::Runs(_) => String::new(),
        Budget::Time(_) => format!(" in {:.1} s", campaign.time.as_secs_f64()),
    };
    let state = if campaign.interrupted { ", interrupted" } else { "" };
    let _ = write!(
        text,
        "{} judged by {} of {} oracles and profiles{time}, {not_compared} not comparable: {findings}{notes}{state}",
        cases(campaign.judged()),
        campaign.rows.len() - open.len(),
        campaign.rows.len(),
    );
    text
}
