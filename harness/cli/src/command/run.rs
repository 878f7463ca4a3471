//! `crivet run`: test an implementation.

mod baseline;

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet::corpus::{Corpus, CorpusErrors};
use crivet::run::{Options, Run, run};
use crivet::select::Case;
use crivet::verdict::Status;
use crivet_report::{Invocation, github, html, json, junit, lines, markdown, sarif, tap, text};
use globset::{Glob, GlobMatcher};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use semver::Version;

use self::baseline::Baselines;
use super::interrupt::interrupt;
use super::lint::drafts;
use super::subject::Chosen;
use crate::args::{Builtin, Format, RunArguments};
use crate::pending::Pending;
use crate::{GREEN, INTERRUPTED, RED, output, results};

pub(crate) fn main(arguments: RunArguments) -> Result<u8> {
    let corpus = corpus(&arguments).context("the vectors have errors; nothing was run")?;
    let cases = arguments.filter.filter().select(&corpus)?;
    if cases.is_empty() {
        let drafts = match corpus.drafts.len() {
            0 => String::new(),
            count => format!("; {} left out", drafts(count)),
        };
        let vectors = corpus.vectors.len();
        bail!("no vector matches: none of {vectors} is selected{drafts}; `crivet list` lists them");
    }
    if let Some(pinned) = &arguments.corpus_version {
        pinnable(pinned, &cases, arguments.filter.vectors.is_empty())?;
    }
    let reports = arguments
        .reports
        .iter()
        .map(|report| {
            Ok((report.format, report.path.as_deref().map(|path| Pending::new("report", path)).transpose()?))
        })
        .collect::<Result<Vec<_>>>()?;
    let baselines = Baselines::new(&arguments)?;
    let cancel = interrupt()?;
    if let Some(limit) = arguments.max_time {
        end_after(limit, cancel);
    }
    let jobs = arguments.jobs.map_or_else(super::processors, Into::into);

    let chosen = Chosen::new(arguments.name, arguments.command.as_deref(), &arguments.limits.limits())?;
    let (subject, description) = (chosen.subject(), chosen.description.clone());

    let bar = progress(cases.len() as u64);
    let options = Options { jobs, strict: arguments.strict, cancel };
    let mut run = run(subject, description, &cases, &options, &|verdict| {
        // Against a baseline, a failure may be as expected.
        if matches!(verdict.status, Status::Fail | Status::Error) && !baselines.expecting() {
            bar.set_message("not all as expected so far");
        }
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    run.pinned = arguments.corpus_version;
    if arguments.filter.quick {
        run.remarks.push(format!(
            "a selection, --quick: {} of {} vectors; without it all are asked",
            cases.iter().map(|case| &case.vector.id).collect::<BTreeSet<_>>().len(),
            corpus.vectors.len()
        ));
    }
    if !corpus.drafts.is_empty() {
        run.remarks.push(format!("{} left out: without a verdict", drafts(corpus.drafts.len())));
    }
    run.remarks.extend(corpus.remarks.iter().map(ToString::to_string));

    let invocation = Invocation {
        command: arguments.command.clone(),
        builtin: Some(&arguments.name)
            .filter(|name| arguments.command.is_none() && **name != Builtin::Reference)
            .map(ToString::to_string),
        vectors: arguments.filter.vectors.iter().map(|path| path.display().to_string()).collect(),
        timeout: arguments.limits.timeout,
        strict: arguments.strict,
        details: arguments.details,
        notes: arguments.notes,
    };
    let rewritten = baselines.apply(&mut run, &corpus);
    write_reports(&run, &corpus, &invocation, reports)?;
    if run.tally().skipped == run.selected {
        bail!("nothing was tested: the implementation claims nothing that was selected");
    }
    rewritten.write()?;
    Ok(match run.complete() {
        false if OUT_OF_TIME.load(Ordering::Relaxed) => {
            output::warn("the run ended at its time limit, --max-time");
            RED
        }
        false => INTERRUPTED,
        true if run.green() => GREEN,
        true => RED,
    })
}

/// The corpus; where globs select from the embedded one, and nothing else looks at it, what they match of it.
fn corpus(arguments: &RunArguments) -> Result<Corpus, CorpusErrors> {
    let filter = arguments.filter.filter();
    let ids: Vec<GlobMatcher> = filter.ids.iter().map(Glob::compile_matcher).collect();
    let whole = filter.quick || arguments.expect.is_some() || arguments.write_baseline.is_some();
    if arguments.filter.vectors.is_empty() && !ids.is_empty() && !whole {
        let found = Corpus::embedded_where(|id, _| ids.iter().any(|glob| glob.is_match(id)))?;
        if !found.vectors.is_empty() {
            return Ok(found);
        }
    }
    super::corpus(&arguments.filter.vectors)
}

/// A pin that leaves nothing to count would make any implementation green.
fn pinnable(pinned: &Version, cases: &[Case<'_>], embedded: bool) -> Result<()> {
    let current = crivet::corpus::current_version();
    if embedded && *pinned > current {
        bail!("corpus version {pinned} is newer than the corpus inside this program, {current}");
    }
    if cases.iter().all(|case| case.vector.since > *pinned) {
        bail!("nothing would count: every vector selected is newer than corpus version {pinned}");
    }
    Ok(())
}

/// Each report asked for, and the text report on standard output unless another report goes there.
fn write_reports(
    run: &Run<'_>,
    corpus: &Corpus,
    invocation: &Invocation,
    reports: Vec<(Format, Option<Pending>)>,
) -> Result<()> {
    let render = |format| match format {
        Format::Github => github::run(run, invocation),
        Format::Html => html::run(run, corpus, invocation),
        Format::Json => json::run(run, corpus, invocation),
        Format::Junit => junit::run(run, corpus, invocation),
        Format::Lines => lines::run(run),
        Format::Markdown => markdown::run(run, corpus, invocation),
        Format::Sarif => sarif::run(run, corpus, invocation),
        Format::Tap => tap::run(run, corpus, invocation),
        Format::Text => anstream::adapter::strip_str(&text::run(run, corpus, invocation, None)).to_string(),
    };
    if !results::write(reports, render)? {
        let text = text::run(run, corpus, invocation, results::width());
        output::stdout().write_all(text.as_bytes()).context("standard output")?;
    }
    Ok(())
}

/// Has the run used up its time?
static OUT_OF_TIME: AtomicBool = AtomicBool::new(false);

/// Raises the flag after a time.
fn end_after(limit: Duration, cancel: &'static AtomicBool) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        OUT_OF_TIME.store(true, Ordering::Relaxed);
        cancel.store(true, Ordering::Relaxed);
    });
}

/// A progress bar on a terminal, nothing in a pipe.
fn progress(length: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(10)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} vectors, {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}
