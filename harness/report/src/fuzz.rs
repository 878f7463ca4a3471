//! A campaign in text: each finding with its input, steps and the command that repeats it, then a row for each oracle
//! and profile.

use std::fmt::Write as _;
use std::time::Duration;

use crate::styled::Styled;
use crivet::implementation::Description;
use crivet_fuzz::fuzz::{Budget, Campaign, Finding, Row};

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
    /// The seed.
    pub seed: u64,
    /// The budget.
    pub budget: Budget,
}

impl Invocation {
    /// The command that checks the input of a finding again.
    pub fn repeat(&self, finding: &Finding) -> String {
        let mut words = self.words(finding);
        if finding.repeats {
            words.extend(["--replay".to_owned(), finding.case.clone()]);
        } else {
            // What came before may have a part in it, so that comes before again.
            words.extend(["--seed".to_owned(), self.seed.to_string()]);
            words.extend(["--runs".to_owned(), (finding.first + 1).to_string()]);
            words.extend(["--jobs".to_owned(), "1".to_owned()]);
        }
        // A word with a NUL can be no argument of a command; show it as it is.
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }

    fn words(&self, finding: &Finding) -> Vec<String> {
        let mut words = vec!["crivet".to_owned(), "fuzz".to_owned()];
        words.extend(self.subject.iter().cloned());
        words.extend(self.against.iter().cloned());
        if let Some(timeout) = self.timeout {
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
    text.lines(&table(campaign, invocation.budget));
    text.append(&remarks(campaign));
    text.line(&[]);
    text.line(&[&summary(campaign)]);
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

/// A row for each oracle and profile. A rate is not the same every time, so a campaign of so many cases shows none.
fn table(campaign: &Campaign, budget: Budget) -> String {
    let rated = matches!(budget, Budget::Time(_));
    let heading =
        ["oracle", "profile", "cases", "agree", "not comparable", "differ", "known differences", "cases/s"];
    let mut rows = vec![heading.map(str::to_owned)];
    for row in &campaign.rows {
        rows.push([
            row.about.name.to_owned(),
            row.profile.to_string(),
            row.tally.total().to_string(),
            row.tally.agree.to_string(),
            format!(
                "{} ({})",
                row.tally.not_compared(),
                percent(row.tally.not_compared(), row.tally.total())
            ),
            row.tally.differ.to_string(),
            row.tally.known.values().sum::<u64>().to_string(),
            rate(row).to_string(),
        ]);
    }
    let columns = if rated { heading.len() } else { heading.len() - 1 };
    let mut text = String::new();
    for row in &rows {
        for (column, cell) in row.iter().enumerate().take(columns) {
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

fn rate(row: &Row) -> u64 {
    let milliseconds = u64::try_from(row.time.as_millis()).unwrap_or(u64::MAX).max(1);
    row.tally.total().saturating_mul(1000) / milliseconds
}

fn percent(part: u64, whole: u64) -> String {
    format!("{} %", (part * 100).checked_div(whole).unwrap_or(0))
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
    for message in campaign.unattributed.iter().take(3) {
        told.push(format!("  warning: the testee failed in a way it did not when it was asked one thing at a time: {message}"
        ));
    }
    if campaign.unattributed.len() > 3 {
        told.push(format!("  warning: {} more failures of that kind", campaign.unattributed.len() - 3));
    }
    if let Some(message) = &campaign.unavailable {
        told.push(format!("  warning: {message}"));
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

fn summary(campaign: &Campaign) -> String {
    let cases: u64 = campaign.rows.iter().map(|row| row.tally.total()).sum();
    let findings = match campaign.findings.len() {
        0 => "nothing found".to_owned(),
        1 => "1 finding".to_owned(),
        count => format!("{count} findings"),
    };
    let state = if campaign.interrupted { ", interrupted" } else { "" };
    format!("{cases} cases, {findings}{state}")
}
