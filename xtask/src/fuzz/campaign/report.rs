//! The report of a campaign: Markdown, a page, and the coverage over time.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::state::State;

/// Writes `report.md` and `coverage.csv`, and gives the former back.
pub(crate) fn write(state: &State, folder: &Path) -> Result<String> {
    let markdown = markdown(state);
    for (name, text) in [("report.md", &markdown), ("coverage.csv", &coverage(state))] {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(markdown)
}

/// What there is to say.
fn markdown(state: &State) -> String {
    let mut text = String::from("# Fuzzing the reference\n\n");
    let guided: f64 = state.targets.values().map(|progress| progress.seconds).sum();
    let executions: u64 = state.targets.values().map(|progress| progress.executions).sum();
    let cases: u64 = state.crivet.rows.values().map(|row| row.cases).sum();
    let _ = writeln!(
        text,
        "{} by the clock, seed {}: {} of libFuzzer in {} slices with {executions} executions, {} of `crivet fuzz` in {} \
         slices with {cases} cases. {}\n",
        hours(state.seconds as f64),
        state.seed,
        hours(guided),
        state.targets.values().map(|progress| progress.slices).sum::<u64>(),
        hours(state.crivet.seconds),
        state.crivet.slices,
        match state.findings() {
            0 => "Nothing was found.".to_owned(),
            1 => "There is one finding.".to_owned(),
            count => format!("There are {count} findings."),
        }
    );
    if state.findings() > 0 {
        text.push_str("## Findings\n\n");
        for found in state.found.values().chain(state.crivet.findings.values()) {
            let _ = writeln!(text, "- {} ({} times)", found.what.trim_end_matches([':', ' ']), found.count);
            if let Some(artifact) = &found.artifact {
                let _ = writeln!(text, "  - `{artifact}`");
            }
            if !found.repeat.is_empty() {
                let _ = writeln!(text, "\n  ```sh\n  {}\n  ```\n", found.repeat);
            }
        }
        text.push('\n');
    }
    text.push_str("## libFuzzer\n\n| target | minutes | executions | edges | features | corpus |\n|---|--:|--:|--:|--:|--:|\n");
    for (name, progress) in &state.targets {
        let _ = writeln!(
            text,
            "| {name} | {:.1} | {} | {} | {} | {} |",
            progress.seconds / 60.0,
            progress.executions,
            progress.coverage,
            progress.features,
            progress.corpus
        );
    }
    text.push_str(
        "\n## crivet fuzz\n\n| oracle | profile | cases | agree | differ | not comparable | known differences |\n\
         |---|---|--:|--:|--:|--:|---|\n",
    );
    for (name, row) in &state.crivet.rows {
        let known: Vec<_> = row.known.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            name.replacen(' ', " | ", 1),
            row.cases,
            row.agree,
            row.differ,
            row.not_comparable,
            known.join("; ")
        );
    }
    text
}

fn hours(seconds: f64) -> String {
    format!("{:.2} h", seconds / 3600.0)
}

/// Edges and inputs by target and second, as `crivet mutants --campaign` draws them.
fn coverage(state: &State) -> String {
    let mut text = String::from("target,seconds,coverage,corpus\n");
    for (name, progress) in &state.targets {
        for (seconds, coverage, corpus) in &progress.moments {
            let _ = writeln!(text, "{name},{seconds},{coverage},{corpus}");
        }
    }
    text
}
