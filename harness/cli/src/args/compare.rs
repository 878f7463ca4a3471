//! `crivet compare`.

use std::path::PathBuf;

use clap::Args;

use super::report;

/// Arguments of `crivet compare`.
#[derive(Args, Debug)]
#[command(after_help = "\
Two results of one implementation are compared as before and after: vectors that broke come first, then those that were \
fixed. Other results make a matrix: the vectors on which implementations disagree, with each answer.
Exit status: 0; 1 with --fail-on-regression if something broke; 2 if a result cannot be read.
Examples:
  crivet run --impl-cmd ./t --report json=after.json
  crivet compare before.json after.json --fail-on-regression
  crivet compare mine.json theirs.json reference.json --report html=matrix.html")]
pub(crate) struct CompareArguments {
    /// Results that `crivet run --report json=FILE` wrote, the earlier first; two or more
    #[arg(value_name = "RESULT", required = true, num_args = 2..)]
    pub(crate) results: Vec<PathBuf>,
    /// End with status 1 if a vector that passed fails now, or if something is no longer claimed
    #[arg(long)]
    pub(crate) fail_on_regression: bool,
    /// Write a report: html, markdown or text (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = compare_report)]
    pub(crate) reports: Vec<(CompareFormat, Option<PathBuf>)>,
    /// The number of vectors of a kind to show with their answers; the others get a line each
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) details: usize,
}

/// The formats of comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompareFormat {
    Html,
    Markdown,
    Text,
}

fn compare_report(text: &str) -> Result<(CompareFormat, Option<PathBuf>), String> {
    let formats =
        [("html", CompareFormat::Html), ("markdown", CompareFormat::Markdown), ("text", CompareFormat::Text)];
    report(text, &formats)
}
