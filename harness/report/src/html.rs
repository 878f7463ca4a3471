//! A run as one HTML file for people: no network, no framework, nothing beside it.
//!
//! The summary and the causes of the failures are in the page as they are; the vectors are data in it, of which a script makes the list and,
//! when one is opened, its details. So 5,000 vectors stay quick. Titles and answers are untrusted: they reach
//! the page as escaped text alone, and the page's policy lets no script run but its own.

mod causes;
mod data;
mod page;

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

pub(super) use self::page::{Page, STYLE, Templates, write as write_page};
use super::picture::{self, Picture};
use super::{Invocation, expectations, summary};
use crivet::baseline;
use crivet::cause;
use crivet::corpus::Corpus;
use crivet::run::{Run, Tally};

/// How wide a bar of the score table is, in units of its drawing.
const BAR: usize = 200;

/// What the template shows.
#[derive(Serialize)]
struct Context<'a> {
    name: &'a str,
    version: &'a str,
    language: &'a str,
    profiles: String,
    features: String,
    green: bool,
    closing: String,
    causes: Vec<causes::Cause<'a>>,
    scores: Vec<Score<'a>>,
    rows: Vec<Row<'a>>,
    total: Counts,
    skips: Vec<(String, usize)>,
    remarks: &'a [String],
    expecting: bool,
    findings: Vec<Finding>,
    pictures: Vec<Picture>,
    pinned: Option<String>,
    late: usize,
    strict: bool,
    crivet: &'static str,
    corpus: &'static str,
}

/// Something that is not as the baseline says, and what to change.
#[derive(Serialize)]
struct Finding {
    name: &'static str,
    subject: String,
    why: String,
    change: Vec<String>,
}

fn finding(finding: &baseline::Finding) -> Finding {
    Finding {
        name: finding.deviation.name(),
        subject: expectations::subject(finding),
        why: finding.why.clone(),
        change: expectations::change(finding),
    }
}

/// A line of the table of scores: the implementation, then those that know nothing.
#[derive(Serialize)]
struct Score<'a> {
    name: &'a str,
    passed: usize,
    cases: usize,
    bar: usize,
}

/// A line of the table of profile and operation.
#[derive(Serialize)]
struct Row<'a> {
    profile: &'a str,
    operation: &'a str,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct Counts {
    passed: usize,
    failed: usize,
    errors: usize,
    expected: usize,
    skipped: usize,
    notes: usize,
}

impl From<Tally> for Counts {
    fn from(tally: Tally) -> Self {
        let Tally { passed, failed, errors, expected, skipped, notes } = tally;
        Counts { passed, failed, errors, expected, skipped, notes }
    }
}

/// The run as an HTML document.
pub fn run(run: &Run<'_>, corpus: &Corpus, invocation: &Invocation) -> String {
    let tally = run.tally();
    let groups = cause::groups(run);
    let score = |name, passed, cases| Score { name, passed, cases, bar: passed * BAR / usize::max(cases, 1) };
    let mut scores = vec![score(run.description.name.as_str(), tally.passed, run.selected)];
    scores.extend(run.trivial_scores.iter().map(|one| score(one.name, one.passed, one.cases)));
    let rows: Vec<Row<'_>> = summary::rows(run)
        .into_iter()
        .map(|row| Row {
            profile: row.profile.name(),
            operation: row.operation.name(),
            counts: row.tally.into(),
        })
        .collect();
    let names = |names: Vec<&'static str>| names.join(", ");
    let context = Context {
        name: &run.description.name,
        version: &run.description.version,
        language: &run.description.language,
        profiles: names(run.description.profiles.iter().map(|one| one.name()).collect()),
        features: names(run.description.features.iter().map(|one| one.name()).collect()),
        green: run.green() && tally.passed > 0,
        closing: summary::closing(run).to_string(),
        causes: causes::of(run, &groups, corpus),
        scores,
        rows,
        total: tally.into(),
        skips: summary::skips(run).into_iter().collect(),
        remarks: &run.remarks,
        expecting: run.comparison.is_some(),
        findings: summary::findings(run).map(finding).collect(),
        pictures: pictures(run, corpus),
        pinned: run.pinned.as_ref().map(ToString::to_string),
        late: run.tally_where(|case| run.is_late(case)).total(),
        strict: run.strict,
        crivet: env!("CARGO_PKG_VERSION"),
        corpus: crivet_vectors::VERSION,
    };
    write_page(&Page {
        template: "run.html",
        script: "run.js",
        title: &format!("crivet: {}", run.description.name),
        data: &data::run(run, &groups, corpus, invocation),
        context: Value::from(Serde(context)),
    })
}

/// The score by section, a picture for each specification that was asked.
fn pictures(run: &Run<'_>, corpus: &Corpus) -> Vec<Picture> {
    let sections = summary::sections(run, corpus);
    let one = |(index, (name, bars)): (usize, (String, Vec<picture::Bar>))| {
        picture::score(&format!("score-{index}"), &name, &bars)
    };
    sections.into_iter().enumerate().map(one).collect()
}
