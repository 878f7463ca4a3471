//! Results side by side: one implementation before and after, or many implementations.
//!
//! What is compared are JSON reports of runs, read by [`Results`]. Two of them make a [`Change`] for each
//! case that is not as before: what broke comes first, then what was fixed. Any number make a [`Matrix`]:
//! where implementations disagree, and who reads the text which way.

mod change;
mod html;
mod lines;
mod markdown;
mod matrix;
mod results;
mod text;

use std::collections::BTreeMap;

use crate::foreign;
use crate::styled::Styled;

pub use self::change::{Change, ChangeKind, Changes};
pub use self::matrix::{Agreement, Matrix, Row};
pub use self::results::{
    Answer, BaselineEntry, BaselineFinding, BaselineFindings, BaselineRemedy, CaseNamed, CorpusNamed, Entry,
    OperationFailures, Results, ResultsError, RunCause, Summary, TrivialScore,
};

/// What is shown.
#[derive(Clone, Debug)]
pub enum Comparison<'a> {
    /// One implementation, before and after.
    Changes(Changes<'a>),
    /// Implementations side by side.
    Matrix(Matrix<'a>),
}

/// How a comparison is laid out as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many characters fit a line; `None` cuts none.
    pub width: Option<usize>,
    /// How many cases of a kind are shown with their answers; the others get a line each.
    pub details: usize,
}

impl<'a> Comparison<'a> {
    /// Two results of an implementation of one name are before and after; anything else is a matrix.
    ///
    /// `inputs` are the results with the names they were read by, which tell namesakes apart. `change` asks
    /// for before and after whatever the names are; it is heeded where there are two.
    pub fn new(inputs: &[(&str, &'a Results)], change: bool) -> Self {
        let labels = labels(inputs);
        match inputs {
            [(_, before), (_, after)]
                if change || before.implementation.name == after.implementation.name =>
            {
                let [before_label, after_label] = [labels[0].clone(), labels[1].clone()];
                Comparison::Changes(Changes::new((before_label, before), (after_label, after)))
            }
            _ => {
                let results = inputs.iter().map(|(_, results)| *results);
                Comparison::Matrix(Matrix::new(labels.into_iter().zip(results).collect()))
            }
        }
    }

    /// Did something break, or is it unknown because the later run was interrupted? Never of a matrix.
    pub fn regressed(&self) -> bool {
        matches!(self, Comparison::Changes(changes) if changes.regressed())
    }

    /// The comparison for a terminal.
    pub fn text(&self, layout: Layout) -> Styled {
        text::comparison(self, layout)
    }

    /// The comparison in Markdown (GitHub flavour).
    pub fn markdown(&self, layout: Layout) -> String {
        markdown::comparison(self, layout)
    }

    /// The comparison as one HTML file, as [`html::run`](super::html::run) makes of a run.
    pub fn html(&self) -> String {
        html::comparison(self)
    }
}

impl<'a> Matrix<'a> {
    /// The implementations by the names given.
    pub fn of_named(columns: Vec<(String, &'a Results)>) -> Self {
        Matrix::new(columns)
    }

    /// The matrix as plain lines, sorted: made to be committed.
    pub fn lines(&self) -> String {
        lines::matrix(self)
    }
}

/// What each is called: name and version, and where those are not enough, what it was read from.
fn labels(inputs: &[(&str, &Results)]) -> Vec<String> {
    let short = |results: &Results| {
        let description = &results.implementation;
        format!("{} {}", description.name, description.version).trim_end().to_owned()
    };
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (_, results) in inputs {
        *seen.entry(short(results)).or_default() += 1;
    }
    inputs
        .iter()
        .map(|(source, results)| match short(results) {
            label if seen.get(&label) == Some(&1) => label,
            label => format!("{label} ({source})"),
        })
        .collect()
}

/// An answer in a line: its status, and what came.
fn shown(entry: &Entry) -> String {
    match &entry.outcome {
        Some(answer) => answer.shown(),
        None => entry.why.clone().unwrap_or_default(),
    }
}

/// The first `most` characters, on one line, with a sign that more were there.
fn clipped(text: &str, most: usize) -> String {
    let line = foreign::line(text);
    match line.char_indices().nth(most) {
        Some(_) => {
            let kept: String = line.chars().take(most.saturating_sub(1)).collect();
            format!("{kept}…")
        }
        None => line,
    }
}
