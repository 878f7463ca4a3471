//! `crivet run`: test an implementation.

mod baseline;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use crivet::corpus::{Corpus, CorpusErrors};
use crivet::process::Trace;
use crivet::run::{Options, Run, run};
use crivet::select::Case;
use crivet::verdict::Status;
use crivet_report::file::{self, Output, Wanted};
use crivet_report::{Invocation, github, html, json, junit, lines, markdown, sarif, tap, text};
use globset::{Glob, GlobMatcher};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use semver::Version;

use self::baseline::Baselines;
use super::interrupt::{Reason, end, end_after, ended, interrupt};
use super::lint::drafts;
use super::subject::Chosen;
use crate::args::{Builtin, Format, RunArguments};
use crate::results::Report;
use crate::{GREEN, INTERRUPTED, RED, output, results};

pub(crate) fn main(arguments: RunArguments) -> Result<u8> {
    let Outputs { reports, baseline } = outputs(&arguments)?;
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
    let baselines = Baselines::new(&arguments, baseline)?;
    let cancel = interrupt()?;
    if let Some(limit) = arguments.max_time {
        end_after(limit);
    }
    let jobs = arguments.jobs.map_or_else(super::processors, usize::from);
    let most = if arguments.fail_fast { Some(NonZeroUsize::MIN) } else { arguments.max_fail };

    let limits = arguments.limits.limits();
    let trace = arguments.trace.as_deref().map(|path| {
        let file = File::create(path);
        file.map(Trace::new).with_context(|| format!("the trace {} cannot be written", path.display()))
    });
    let trace = trace.transpose()?;
    let chosen = Chosen::new(arguments.name, arguments.command.as_deref(), &limits, cancel, trace.as_ref())?;
    let (subject, description) = (chosen.subject(), chosen.description.clone());

    let bar = progress(cases.len() as u64);
    let options = Options { jobs, strict: arguments.strict, cancel };
    let failed = AtomicUsize::new(0);
    let mut run = run(subject, description, &cases, &options, &|judged| {
        let late = arguments.corpus_version.as_ref().is_some_and(|pinned| judged.case.vector.since > *pinned);
        if matches!(judged.unexpected_status(arguments.strict), Status::Fail | Status::Error)
            && !late
            && !baselines.expects(judged)
        {
            bar.set_message("not all as expected so far");
            if most.is_some_and(|most| failed.fetch_add(1, Ordering::Relaxed) + 1 >= most.get()) {
                end(Reason::Failures);
            }
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
        annotate: arguments.annotate.clone(),
    };
    let rewritten = baselines.apply(&mut run, &corpus);
    let reported = write_reports(&run, &corpus, &invocation, reports);
    if run.tally().skipped == run.selected {
        reported?;
        bail!("nothing was tested: the implementation claims nothing that was selected");
    }
    // A report that could not be written keeps no baseline back.
    rewritten.write().and(reported)?;
    if let Some(trace) = trace {
        trace.finish().context("the trace could not be written")?;
    }
    Ok(match (run.complete(), ended()) {
        (false, Some(Reason::Time)) => {
            output::warn("the run ended at its time limit, --max-time");
            RED
        }
        (false, Some(Reason::Failures)) => {
            output::warn("the run ended early: as many vectors failed as may, --max-fail");
            RED
        }
        (false, _) => INTERRUPTED,
        (true, _) if run.green() => GREEN,
        (true, _) => RED,
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

/// The files to be written. The trace is written as the run goes on: whatever ends the run, it is there.
struct Outputs {
    reports: Vec<Report<Format>>,
    baseline: Option<Output>,
}

/// Finds the files that are to be written, and refuses what would be written twice, or over what is read.
fn outputs(arguments: &RunArguments) -> Result<Outputs> {
    let written = arguments.write_baseline.as_deref();
    // The baseline expected may be written anew.
    let expected =
        arguments.expect.as_ref().filter(|path| !written.is_some_and(|other| file::same(path, other)));
    let inputs: Vec<_> = results::inputs("vectors", &arguments.filter.vectors)
        .chain(results::inputs("baseline", expected))
        .chain(results::testee(arguments.command.as_deref()))
        .collect();
    let mut wanted: Vec<_> =
        arguments.reports.iter().map(|report| results::wanted(report.path.as_deref())).collect();
    wanted.extend(written.map(|path| Wanted { what: "baseline", path: Some(path), stays: true }));
    wanted.extend(arguments.trace.as_deref().map(|path| Wanted {
        what: "trace",
        path: Some(path),
        stays: false,
    }));
    let mut outputs = file::outputs(&wanted, &inputs)?;
    let mut others = outputs.split_off(arguments.reports.len()).into_iter();
    let baseline = others.next().flatten().filter(|_| written.is_some());
    let reports = arguments.reports.iter().map(|report| report.format).zip(outputs).collect();
    Ok(Outputs { reports, baseline })
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
    reports: Vec<Report<Format>>,
) -> Result<()> {
    let render = |format| match format {
        Format::Github => github::run(run, corpus, invocation),
        Format::Html => html::run(run, corpus, invocation),
        Format::Json => json::run(run, corpus, invocation),
        Format::Junit => junit::run(run, corpus, invocation),
        Format::Lines => lines::run(run),
        Format::Markdown => markdown::run(run, corpus, invocation),
        Format::Sarif => sarif::run(run, corpus, invocation),
        Format::Tap => tap::run(run, corpus, invocation),
        Format::Text => text::run(run, corpus, invocation, None).plain(),
    };
    results::write(reports, render, || text::run(run, corpus, invocation, results::width()))
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
