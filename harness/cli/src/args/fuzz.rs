//! `crivet fuzz`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use crivet::glob::Glob;
use crivet::profile::Profile;

use super::{Builtin, LimitArguments, jobs, report, seconds};

/// Arguments of `crivet fuzz`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  crivet fuzz                                    the built-in reference, every oracle, 10 seconds
  crivet fuzz --impl-cmd './my-testee --flag'    your implementation, as a program that speaks the protocol
  crivet fuzz --impl-cmd ./t --oracle 'resolution-*' --profile href-13 --time 600
  crivet fuzz --impl-cmd ./t --against reference     cases in which the answers of the two differ
  crivet fuzz --seed 7 --runs 10000              the same cases and findings every time
An oracle is a property that holds for every input; --list-oracles shows them. Only operations and profiles that an \
implementation claims are asked; oracles that need more are left out. If a property does not hold for a case, the case is \
made as simple as possible. Cases that differ in the same way make one finding, which ends with the command that checks \
it again. A testee that crashes, hangs or breaches the protocol is a finding too; an implementation in this process must \
not hang. A recommendation that is not followed is a note.
Exit status: 0 nothing was found, or only notes; 1 something was found; 2 fuzzing was not possible, or too few questions \
were asked for a result; 130 interrupted, with the findings so far.")]
pub(crate) struct FuzzArguments {
    /// A built-in implementation: reference
    #[arg(long = "impl", value_name = "NAME", default_value = "reference", conflicts_with = "command")]
    pub(crate) name: Builtin,
    /// A testee: a program, with its arguments, that speaks the testee protocol on standard input and output
    #[arg(long = "impl-cmd", value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// Compare it with another implementation too: a built-in one by its name, or a command
    #[arg(long, value_name = "NAME|COMMAND")]
    pub(crate) against: Option<String>,
    /// Only this profile: href-13, … (may be given again)
    #[arg(long = "profile", value_name = "PROFILE")]
    pub(crate) profiles: Vec<Profile>,
    /// Only oracles whose name matches (may be given again; `*` and `?` stand for any text and character)
    #[arg(long = "oracle", value_name = "GLOB")]
    pub(crate) oracles: Vec<Glob>,
    /// The seed of every random choice [default: a new one each time, which is printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The number of cases for each oracle under each profile
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub(crate) runs: Option<u64>,
    /// The seconds in all, by the clock [default: 10]; an answer may then take a fifth of them, but at least one second
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// The number of threads, each with a testee of its own [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// The number of simpler inputs to try for each finding
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) tries: u32,
    /// Check the case of a finding again; needs one oracle and one profile (may be given again, for cases in order)
    #[arg(long, value_name = "CASE", conflicts_with_all = ["runs", "time", "seed", "reports"])]
    pub(crate) replay: Vec<String>,
    /// Write a report: json or text (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = fuzz_report)]
    pub(crate) reports: Vec<(FuzzFormat, Option<PathBuf>)>,
    /// List the oracles, each with its property
    #[arg(long)]
    pub(crate) list_oracles: bool,
}

/// The formats of campaigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FuzzFormat {
    Json,
    Text,
}

fn fuzz_report(text: &str) -> Result<(FuzzFormat, Option<PathBuf>), String> {
    report(text, &[("json", FuzzFormat::Json), ("text", FuzzFormat::Text)])
}
