//! The arguments of `cargo xtask mutants score`.

use std::path::PathBuf;
use std::time::Duration;

use crivet::glob::Glob;
use crivet_report::specification::ResultFile;

/// The catalogue of faults: which of them do the vectors notice, or the oracles?
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 every fault is noticed; 1 one is not, or the score is void; 2 no measurement was possible.")]
pub(crate) struct Arguments {
    /// Only this fault, with every vector that notices it (may be given again)
    #[arg(long = "fault", value_name = "ID")]
    pub(crate) faults: Vec<String>,
    /// Also fail if less is noticed than this score.txt says, if the vectors of `crivet run --quick` notice less than all
    /// vectors, or if a vector notices nothing and has no waiver
    #[arg(long, value_name = "SCORE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) gate: Option<PathBuf>,
    /// Measure the oracles of `crivet fuzz` instead of the vectors, by the number of cases until each fault is noticed in
    /// each of its operations; a fault gets these seconds under each of its profiles, and if it is not noticed, the same
    /// again for the comparison with the reference
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "vectors")]
    pub(crate) fuzz: Option<Duration>,
    /// The seed for --fuzz
    #[arg(long, value_name = "N", default_value_t = 1, requires = "fuzz")]
    pub(crate) seed: u64,
    /// Only oracles whose name matches, for --fuzz (may be given again)
    #[arg(long = "oracle", value_name = "GLOB", requires = "fuzz")]
    pub(crate) oracles: Vec<Glob>,
    /// Show the score of fuzzing, and of both, beside that of the vectors, from this fuzz.txt that --fuzz wrote [default:
    /// the one in the folder of --write]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) fuzzed: Option<PathBuf>,
    /// List in discrimination.txt the vectors that this implementation fails: a file of `crivet run --report lines=FILE` or
    /// json (may be given again) [default: those in `results` beside the folder of --write]
    #[arg(long = "result", value_name = "[NAME=]FILE", conflicts_with_all = ["faults", "fuzz"], requires = "write")]
    pub(crate) results: Vec<ResultFile>,
    /// Write the results into this folder: score, faults, discrimination, nothing; with --fuzz: fuzz
    #[arg(long, value_name = "FOLDER")]
    pub(crate) write: Option<PathBuf>,
    /// Write the ids that `crivet run --quick` selects: vectors/quick.txt
    #[arg(long, value_name = "FILE", conflicts_with = "faults")]
    pub(crate) write_quick: Option<PathBuf>,
    /// Write the vectors that notice some fault, a line `PROFILE ID` for each: `crivet coverage --killers FILE` reads it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) write_killers: Option<PathBuf>,
    /// Write the measurement as a page
    #[arg(long, value_name = "FILE", conflicts_with_all = ["faults", "fuzz"])]
    pub(crate) html: Option<PathBuf>,
    /// Plot the coverage of a fuzzing campaign on the page: lines of `target,seconds,coverage,corpus` under that header
    #[arg(long, value_name = "CSV", requires = "html")]
    pub(crate) campaign: Option<PathBuf>,
    /// Plot the speed of an implementation on the page: lines of `operation,bytes,nanoseconds` under that header
    #[arg(long, value_name = "CSV", requires = "html")]
    pub(crate) speed: Option<PathBuf>,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number of seconds".to_owned())
}
