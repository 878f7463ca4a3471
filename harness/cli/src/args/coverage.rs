//! `crivet coverage`.

use std::path::PathBuf;

use clap::Args;
use crivet::profile::Profile;
use crivet::select::Filter;
use crivet_report::specification::ResultFile;

use super::report;

/// Arguments of `crivet coverage`.
#[derive(Args, Debug)]
#[command(after_help = "\
A requirement is covered if the reference passes a vector that exercises it. With --killers, some faulty implementation \
must also fail such a vector. With results of implementations, the report also shows whether each requirement holds for \
them.
Exit status: 0 every requirement is covered; 1 one is not; 2 a file cannot be read or written.
The built-in reference is asked every vector first, which takes the most time; with --profile, only those of one profile.
Examples:
  crivet coverage                                          a table for each specification, and the gaps
  crivet coverage --report html=specification.html         the requirements with their vectors
  crivet run --impl-cmd ./t --report json=mine.json
  crivet coverage --result mine.json --result theirs=theirs.txt --report html=specification.html")]
pub(crate) struct CoverageArguments {
    /// Print only the gaps, one on each line
    #[arg(long)]
    pub(crate) gaps: bool,
    /// Only this profile: href-13, href-27 (may be given again)
    #[arg(long = "profile", value_name = "PROFILE")]
    pub(crate) profiles: Vec<Profile>,
    /// Results of an implementation, written by `crivet run --report json=FILE` or `lines=FILE` (may be given again); its
    /// name is NAME, else the name in the report, else that of the file
    #[arg(long = "result", value_name = "[NAME=]FILE")]
    pub(crate) results: Vec<ResultFile>,
    /// Write a report: html, lines (the result of each implementation), counts (like reports/coverage.txt) or text
    /// (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = coverage_report)]
    pub(crate) reports: Vec<(CoverageFormat, Option<PathBuf>)>,
    /// The vectors that some faulty implementation fails, a line `PROFILE ID` for each; without this file, the report does
    /// not say whether the vectors of a requirement notice faults
    #[arg(long, value_name = "FILE")]
    pub(crate) killers: Option<PathBuf>,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// The formats of coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoverageFormat {
    Counts,
    Html,
    Lines,
    Text,
}

fn coverage_report(text: &str) -> Result<(CoverageFormat, Option<PathBuf>), String> {
    let formats = [
        ("counts", CoverageFormat::Counts),
        ("html", CoverageFormat::Html),
        ("lines", CoverageFormat::Lines),
        ("text", CoverageFormat::Text),
    ];
    report(text, &formats)
}

impl CoverageArguments {
    /// The filter they make.
    pub(crate) fn filter(&self) -> Filter {
        Filter { profiles: self.profiles.clone(), ..Filter::default() }
    }
}
