//! `crivet run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use semver::Version;

use super::{Builtin, ElsewhereArguments, FilterArguments, LimitArguments, jobs, report, seconds};

/// More failures than there are.
const ALL: &str = "1000000";

/// Arguments of `crivet run`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  crivet run                                     the built-in reference, every vector
  crivet run --impl-cmd './my-testee --flag'     your implementation, as a program that speaks the protocol
  crivet run --impl-serial /dev/ttyACM0 --reset-cmd './reset-board'     a device, see the guide
  crivet run --impl-cmd ./t --quick              few vectors, at every save
  crivet run --impl-cmd ./t --filter 'resolve-*' --profile href-13
  crivet run --impl-cmd ./t --report junit=results.xml --report json=results.json
  crivet run --impl-cmd ./t --report html=results.html
  crivet run --impl-cmd ./t --write-baseline known.txt     today's failures
  crivet run --impl-cmd ./t --expect known.txt             the gate: green while nothing changes
A baseline is a text file with a known failure on each line; lines that start with `#` are comments:
  [PROFILE/]VECTORS STATE [until=DATE] REASON
  decode-nested-arrays error:crash until=2027-01-31 the decoder recurses, see our issue 12
  href-13/resolve-*-fragment fail takes over the fragment of the base
VECTORS is an id or a glob. STATE is fail, should (fails only with --strict), error, error:KIND (crash, panic, \
protocol or time-out), or flaky (fails now and then, in any way). A run fails in three cases: a failure is not listed, \
a listed vector passes or fails in another way, or an entry covers no vector of the corpus. Entries for vectors that the \
run does not select have no effect. After its DATE an entry no longer counts. --write-baseline keeps the comments, order, \
globs and reasons of an existing file, where they still hold; the exit status is that of the run.")]
pub(crate) struct RunArguments {
    /// A built-in implementation
    #[arg(long = "impl", value_name = "NAME", default_value = "reference", conflicts_with = "elsewhere")]
    pub(crate) name: Builtin,
    #[command(flatten)]
    pub(crate) elsewhere: ElsewhereArguments,
    /// Fail on answers that do not follow a recommendation
    #[arg(long)]
    pub(crate) strict: bool,
    /// A baseline: known failures, which do not fail the run as long as the file is correct
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Write the baseline of this run, if it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Pin the version of the corpus: newer vectors are run and reported, but do not fail the run
    #[arg(long, value_name = "VERSION")]
    pub(crate) corpus_version: Option<Version>,
    /// Write a report: costs (a page with the costs of answers), github, html, json, junit, lines, markdown, sarif, tap or
    /// text (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH")]
    pub(crate) reports: Vec<ReportArgument>,
    /// The number of vectors to ask at a time, each with a testee of its own [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Write all messages to and from the testee, as JSON Lines
    #[arg(long, value_name = "FILE", requires = "elsewhere")]
    pub(crate) trace: Option<PathBuf>,
    /// The seconds that the whole run may take; after them, it reports the verdicts so far and fails
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_time: Option<Duration>,
    /// End the run, which fails, after this number of vectors that unexpectedly failed or had no answer
    #[arg(long, value_name = "N", conflicts_with = "fail_fast")]
    pub(crate) max_fail: Option<NonZeroUsize>,
    /// End the run at the first failure: the same as --max-fail 1
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Ask every vector twice and in another order, drawn from a seed that is printed
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, conflicts_with = "in_order")]
    pub(crate) interleave: Option<Option<u64>>,
    /// Ask one testee the selected vectors in the order of the filters: for a failure that depends on earlier questions
    #[arg(long, conflicts_with_all = ["quick", "jobs"])]
    pub(crate) in_order: bool,
    /// The bytes of stack that an answer may take at most; the testee has to state the bytes it took
    #[arg(long, value_name = "BYTES", requires = "elsewhere")]
    pub(crate) max_stack: Option<u64>,
    /// The largest power of the request's length with which an operation's cost may grow, such as 1.3 for about linear; the
    /// testee has to state the costs of its answers
    #[arg(long, value_name = "EXPONENT", requires = "elsewhere")]
    pub(crate) max_cost_growth: Option<f64>,
    /// Show every failure in full beside the causes, or only N of them; the others get a line each
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_value_t = 0, default_missing_value = ALL)]
    pub(crate) details: usize,
    /// The file of your repository at which the reports github and sarif show failures, such as your wrapper; GitHub's code
    /// scanning accepts no result without a file
    #[arg(long, value_name = "FILE")]
    pub(crate) annotate: Option<String>,
    /// Show the notes on vectors that passed
    #[arg(long)]
    pub(crate) notes: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

/// One `--report`.
#[derive(Clone, Debug)]
pub(crate) struct ReportArgument {
    pub(crate) format: Format,
    /// `None` for standard output.
    pub(crate) path: Option<PathBuf>,
}

/// The formats of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Costs,
    Github,
    Html,
    Json,
    Junit,
    Lines,
    Markdown,
    Sarif,
    Tap,
    Text,
}

impl Format {
    const ALL: [(&str, Format); 10] = [
        ("costs", Format::Costs),
        ("github", Format::Github),
        ("html", Format::Html),
        ("json", Format::Json),
        ("junit", Format::Junit),
        ("lines", Format::Lines),
        ("markdown", Format::Markdown),
        ("sarif", Format::Sarif),
        ("tap", Format::Tap),
        ("text", Format::Text),
    ];
}

impl FromStr for ReportArgument {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (format, path) = report(text, &Format::ALL)?;
        Ok(ReportArgument { format, path })
    }
}
