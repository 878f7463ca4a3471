//! `crivet mutants`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use globset::Glob;

use super::{ResultArgument, report, seconds};

/// Arguments of `crivet mutants`.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit status: 0 every fault is noticed; 1 one is not, or the score is void; 2 nothing could be measured.")]
pub(crate) struct MutantsArguments {
    /// Only this fault, with every vector that notices it (may be given again)
    #[arg(long = "fault", value_name = "ID")]
    pub(crate) faults: Vec<String>,
    /// Fail as well where less is noticed than this score.txt says, where the vectors of `crivet run --quick`
    /// notice less than all, and where a vector notices nothing and nothing.yaml does not say why
    #[arg(long, value_name = "SCORE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) gate: Option<PathBuf>,
    /// Measure the oracles of `crivet fuzz` instead of the vectors: how many cases until each fault is noticed, for
    /// each of its operations? This is how many seconds a fault gets under each of its profiles, and again as many to
    /// compare with the reference where that does not suffice
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "vectors")]
    pub(crate) fuzz: Option<Duration>,
    /// The seed for --fuzz
    #[arg(long, value_name = "N", default_value_t = 1, requires = "fuzz")]
    pub(crate) seed: u64,
    /// Only oracles whose name matches, for --fuzz (may be given again)
    #[arg(long = "oracle", value_name = "GLOB", requires = "fuzz")]
    pub(crate) oracles: Vec<Glob>,
    /// Show beside the vectors' score what fuzzing alone notices, and both, by this fuzz.txt that --fuzz wrote; by the one
    /// in the folder of --write, if left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) fuzzed: Option<PathBuf>,
    /// Say in discrimination.txt which vectors this implementation fails: a file of `crivet run --report lines=FILE` or
    /// json (may be given again); those in `results` beside the folder of --write, if left out
    #[arg(long = "result", value_name = "[NAME=]FILE", conflicts_with_all = ["faults", "fuzz"], requires = "write")]
    pub(crate) results: Vec<ResultArgument>,
    /// Write the results into this folder: score, faults, discrimination, nothing; with --fuzz: fuzz
    #[arg(long, value_name = "FOLDER")]
    pub(crate) write: Option<PathBuf>,
    /// Write the ids that `crivet run --quick` selects: vectors/quick.txt
    #[arg(long, value_name = "FILE", conflicts_with = "faults")]
    pub(crate) write_quick: Option<PathBuf>,
    /// Write a report: html (`-` for standard output)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = mutants_report, conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) reports: Vec<(MutantsFormat, Option<PathBuf>)>,
    /// Draw the coverage of a fuzzing campaign into the report: lines of `target,seconds,coverage,corpus` under that
    /// header
    #[arg(long, value_name = "CSV", requires = "reports")]
    pub(crate) campaign: Option<PathBuf>,
    /// Draw the speed of an implementation into the report: lines of `operation,bytes,nanoseconds` under that header
    #[arg(long, value_name = "CSV", requires = "reports")]
    pub(crate) speed: Option<PathBuf>,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// The formats of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutantsFormat {
    Html,
}

fn mutants_report(text: &str) -> Result<(MutantsFormat, Option<PathBuf>), String> {
    report(text, &[("html", MutantsFormat::Html)])
}
