//! The report of a campaign: Markdown, a page, and the coverage over time.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use crivet_report::campaign::{Counted, Found, Guided, Night};
use crivet_report::file;
use crivet_report::picture::Campaign;

use super::state::{self, State};

/// Writes `report.md`, `report.html` and `coverage.csv`, and gives the first back.
pub(crate) fn write(state: &State, folder: &Path) -> Result<String> {
    let coverage = coverage(state);
    let night = night(state, &coverage);
    let markdown = markdown(&night);
    for (name, text) in
        [("report.md", &markdown), ("report.html", &night.html()), ("coverage.csv", &coverage)]
    {
        file::write(&folder.join(name), text)?;
    }
    Ok(markdown)
}

fn night(state: &State, coverage: &str) -> Night {
    let guided: f64 = state.targets.values().map(|progress| progress.seconds).sum();
    let slices: u64 = state.targets.values().map(|progress| progress.slices).sum();
    let executions: u64 = state.targets.values().map(|progress| progress.executions).sum();
    let cases: u64 = state.crivet.rows.values().map(|row| row.cases).sum();
    let summary = format!(
        "{} h by the clock, seed {}: {} h of libFuzzer in {slices} slices with {executions} executions, {} h of \
         `crivet fuzz` in {} slices with {cases} cases. {}",
        hours(state.seconds as f64),
        state.seed,
        hours(guided),
        hours(state.crivet.seconds),
        state.crivet.slices,
        match state.findings() {
            0 => "Nothing was found.".to_owned(),
            1 => "There is one finding.".to_owned(),
            count => format!("There are {count} findings."),
        }
    );
    let found = |found: &state::Found| Found {
        what: found.what.trim_end_matches([':', ' ']).to_owned(),
        count: found.count,
        repeat: found.repeat.clone(),
        artifact: found.artifact.clone(),
    };
    Night {
        summary,
        findings: state.found.values().chain(state.crivet.findings.values()).map(found).collect(),
        targets: state
            .targets
            .iter()
            .map(|(name, progress)| Guided {
                name: name.clone(),
                minutes: format!("{:.1}", progress.seconds / 60.0),
                executions: progress.executions,
                coverage: progress.coverage,
                features: progress.features,
                corpus: progress.corpus,
            })
            .collect(),
        oracles: state
            .crivet
            .rows
            .iter()
            .map(|(name, row)| {
                let (oracle, profile) = name.split_once(' ').unwrap_or((name, ""));
                let known: Vec<_> = row.known.iter().map(|(name, count)| format!("{count} {name}")).collect();
                Counted {
                    oracle: oracle.to_owned(),
                    profile: profile.to_owned(),
                    cases: row.cases,
                    agree: row.agree,
                    differ: row.differ,
                    not_comparable: row.not_comparable,
                    known: known.join("; "),
                }
            })
            .collect(),
        // Before the first slice of a target has ended there is none.
        coverage: Campaign::parse(coverage).ok(),
    }
}

/// What there is to say.
fn markdown(night: &Night) -> String {
    let mut text = format!("# A fuzzing campaign\n\n{}\n\n", night.summary);
    if !night.findings.is_empty() {
        text.push_str("## Findings\n\n");
        for found in &night.findings {
            let _ = writeln!(text, "- {} ({} times)", found.what, found.count);
            if let Some(artifact) = &found.artifact {
                let _ = writeln!(text, "  - `{artifact}`");
            }
            if !found.repeat.is_empty() {
                let _ = writeln!(text, "\n  ```sh\n  {}\n  ```\n", found.repeat);
            }
        }
        text.push('\n');
    }
    text.push_str("## libFuzzer\n\n| target | minutes | executions | edges | features | inputs kept |\n|---|--:|--:|--:|--:|--:|\n");
    for target in &night.targets {
        let Guided { name, minutes, executions, coverage, features, corpus } = target;
        let _ = writeln!(text, "| {name} | {minutes} | {executions} | {coverage} | {features} | {corpus} |");
    }
    text.push_str(
        "\n## crivet fuzz\n\n| oracle | profile | cases | agree | differ | not comparable | known differences |\n\
         |---|---|--:|--:|--:|--:|---|\n",
    );
    for row in &night.oracles {
        let Counted { oracle, profile, cases, agree, differ, not_comparable, known } = row;
        let _ = writeln!(
            text,
            "| {oracle} | {profile} | {cases} | {agree} | {differ} | {not_comparable} | {known} |"
        );
    }
    text
}

fn hours(seconds: f64) -> String {
    format!("{:.2}", seconds / 3600.0)
}

/// Edges and inputs by target and second, as `cargo xtask mutants score --campaign` draws them.
fn coverage(state: &State) -> String {
    let mut text = String::from("target,seconds,coverage,corpus\n");
    for (name, progress) in &state.targets {
        for (seconds, coverage, corpus) in &progress.moments {
            let _ = writeln!(text, "{name},{seconds},{coverage},{corpus}");
        }
    }
    text
}
