//! `crivet coverage`: requirements by vectors, and by implementations.

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use crivet::implementation::Implementation;
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet_report::coverage::Coverage;
use crivet_report::specification::View;
use crivet_report::styled::Styled;
use crivet_testee_reference::Reference;

use crate::args::{CoverageArguments, CoverageFormat};
use crate::{GREEN, RED, results};

pub(crate) fn main(arguments: CoverageArguments) -> Result<u8> {
    let read = arguments.results.iter().map(|result| &result.path);
    let inputs: Vec<_> = results::inputs("vectors", &arguments.vectors)
        .chain(results::inputs("results", read))
        .chain(results::inputs("killers", &arguments.killers))
        .collect();
    let reports = results::reports(&arguments.reports, &inputs)?;
    let corpus = super::corpus(&arguments.vectors)?;
    let cases = arguments.filter().select(&corpus);
    let implementations = arguments.results.iter().map(results::answers).collect::<Result<Vec<_>>>()?;
    let killers = arguments.killers.as_deref().map(killers).transpose()?;
    let reference = Reference::new();
    if std::io::stderr().is_terminal() {
        let less = if arguments.profiles.is_empty() { "; --profile asks fewer" } else { "" };
        eprintln!("asking the reference {} vectors{less}", cases.len());
    }
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: super::processors(), strict: false, cancel: &cancel };
    let run = run(Subject::InProcess(&reference), reference.describe(), &cases, &options, &|_| {})?;
    let mut coverage = Coverage::of(&corpus, &run, killers.as_ref());
    if !arguments.profiles.is_empty() {
        // Of what was not asked for nothing is missing.
        let wanted = |id: &str| corpus.requirements.get(id).and_then(|one| one.profile());
        coverage
            .requirements
            .retain(|one| wanted(&one.id).is_some_and(|profile| arguments.profiles.contains(&profile)));
    }
    let view = View::new(&corpus, &cases, &coverage, &implementations);

    let gaps = coverage.gaps().count();
    let counted = format!("{} requirements, {gaps} gaps\n", coverage.requirements.len());
    let counts = || coverage.text() + &counted;
    let render = |format| match format {
        CoverageFormat::Counts => counts(),
        CoverageFormat::Html => view.html(),
        CoverageFormat::Lines => view.lines(),
        CoverageFormat::Text => view.text(None).plain(),
    };
    results::write(reports, render, || {
        let mut text = Styled::default();
        if arguments.gaps {
            coverage.gaps().for_each(|(covered, gap)| text.line(&[&covered.id, &": ", &gap]));
        } else {
            text.append(&view.text(results::width()));
            text.line(&[]);
        }
        text.lines(&counted);
        text
    })?;
    Ok(if gaps == 0 { GREEN } else { RED })
}

/// The vectors that some faulty implementation fails: a line `PROFILE ID` each.
fn killers(path: &Path) -> Result<BTreeSet<(Profile, String)>> {
    let text = results::read(path)?;
    let line = |line: &str| {
        let (profile, id) = line.split_once(' ')?;
        Some((profile.parse().ok()?, id.to_owned()))
    };
    text.lines()
        .map(|text| line(text).with_context(|| format!("expected `PROFILE ID`, found `{text}`")))
        .collect::<Result<_>>()
        .with_context(|| path.display().to_string())
}
