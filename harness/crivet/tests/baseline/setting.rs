//! A corpus of a few vectors, and runs over it that came out as a line of text says.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crivet::baseline::{Baseline, Date, Finding, Universe};
use crivet::corpus::Corpus;
use crivet::implementation::{Description, Operations};
use crivet::outcome::{Failure, FailureKind, Outcome};
use crivet::profile::Profile;
use crivet::run::{Judged, Run};
use crivet::select::Filter;
use crivet::verdict::{Difference, Note, SkipReason, Verdict};

/// `decode-a` and `resolve-a` are asked in href-13, `decode-b` and `resolve-b` in href-27 as well.
pub(crate) fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(parsed);
    &CORPUS
}

fn parsed() -> Corpus {
    let vector = |id: &str, profiles: &str, op: &str| {
        format!(
            "- id: {id}\n  title: t\n  profiles: [{profiles}]\n  requirements: [href13-5.3-5]\n  {op}\n  expect: reject\n"
        )
    };
    let resolve = "op: resolve\n  base: '[]'\n  reference: '[]'";
    let text = vector("decode-a", "href-13", "op: decode\n  cri: '[]'")
        + &vector("decode-b", "href-13, href-27", "op: decode\n  cri: '[0]'")
        + &vector("resolve-a", "href-13", resolve)
        + &vector("resolve-b", "href-13, href-27", resolve)
        + "- id: decode-old\n  superseded-by: [decode-a]\n";
    Corpus::parse("t", &text).unwrap()
}

/// How a run is made.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    /// Cases and how they came out, such as `decode-b=fail href-27/resolve-b=error:crash`; all others pass.
    pub(crate) came: &'s str,
    /// A glob on what is selected, behind its profile if there is one.
    pub(crate) selected: &'s str,
    pub(crate) strict: bool,
}

pub(crate) const ALL: Setting<'static> = Setting { came: "", selected: "*", strict: false };

pub(crate) fn today() -> Date {
    "2026-11-21".parse().unwrap()
}

pub(crate) fn parse(text: &str) -> Baseline {
    Baseline::parse("known.txt", text).unwrap()
}

impl Setting<'_> {
    pub(crate) fn run<'a>(&self, corpus: &'a Corpus) -> Run<'a> {
        let (profiles, glob) = match self.selected.split_once('/') {
            Some((profile, glob)) => (vec![profile.parse().unwrap()], glob),
            None => (Vec::new(), self.selected),
        };
        let filter = Filter { ids: vec![glob.parse().unwrap()], profiles, ..Filter::default() };
        let cases = filter.select(corpus);
        assert!(!cases.is_empty());
        let results: Vec<Judged<'_>> = cases
            .iter()
            .map(|&case| {
                let name = format!("{}/{}", case.profile, case.vector.id);
                let came = self
                    .came
                    .split_whitespace()
                    .filter_map(|word| word.split_once('='))
                    .find(|(key, _)| *key == name || *key == case.vector.id);
                let verdict = verdict(came.map_or("pass", |(_, came)| came));
                Judged { case, outcome: None, verdict, costed: None, expected: None, before: Vec::new() }
            })
            .collect();
        Run {
            ceilings: Default::default(),
            pinned: None,
            description: Description {
                name: "mycri".into(),
                version: "1".into(),
                language: String::new(),
                profiles: BTreeSet::from([Profile::Href13]),
                features: BTreeSet::new(),
                operations: Operations::Alike(BTreeSet::new()),
            },
            selected: results.len(),
            results,
            trivial_scores: vec![],
            remarks: vec![],
            unattributed: 0,
            not_asked: 0,
            strict: self.strict,
            comparison: None,
        }
    }

    /// The findings of the run against a baseline, each as `deviation subject: why`, and whether it is green.
    pub(crate) fn against(&self, baseline: &str) -> (Vec<String>, bool) {
        let corpus = corpus();
        let mut run = self.run(corpus);
        run.expect(&parse(baseline), &Universe::new(&[corpus]), today());
        let findings = run.comparison.as_ref().unwrap().findings.iter().map(shown).collect();
        (findings, run.green())
    }

    /// The text written over an older baseline.
    pub(crate) fn written(&self, older: &str) -> String {
        let corpus = corpus();
        let run = self.run(corpus);
        run.baseline(&parse(older), &Universe::new(&[corpus]), today()).unwrap().text
    }
}

fn shown(finding: &Finding) -> String {
    let subject = match (&finding.case, &finding.entry) {
        (Some((id, profile)), _) => format!("{profile}/{id}"),
        (None, Some(entry)) => format!("line {}", entry.location.line),
        (None, None) => unreachable!("a finding is about something"),
    };
    format!("{} {subject}: {}", finding.deviation.name(), finding.why)
}

fn verdict(came: &str) -> Verdict {
    let error = |kind| Verdict::error(Failure { kind, message: "at 0x7f01".into() });
    match came {
        "pass" => Verdict::pass(vec![Note::remark("r"), Note::disputed("d")]),
        "should" => Verdict::pass(vec![Note::should("the port is kept")]),
        "fail" => Verdict::fail(vec![], Outcome::Reject(String::new()), Difference::Value(None)),
        "skip" => Verdict::skip(SkipReason::Profile(Profile::Href27)),
        "error:crash" => error(FailureKind::Crash),
        "error:time-out" => error(FailureKind::TimeOut),
        "error:unavailable" => error(FailureKind::Unavailable),
        _ => unreachable!("{came}"),
    }
}
