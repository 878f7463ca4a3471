//! The arguments, as a person types them.

mod compare;
mod coverage;
mod fuzz;
mod run;
mod testee;
mod vectors;

use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use crivet::feature::Feature;
use crivet::foreign;
use crivet::glob::Glob;
use crivet::operation::OperationName;
use crivet::process::Limits;
use crivet::profile::Profile;
use crivet::protocol::Framing;
use crivet::select::Filter;
use crivet::vector::Strength;
use crivet_report::styled::Styled;

pub(crate) use compare::{CompareArguments, CompareFormat};
pub(crate) use coverage::{CoverageArguments, CoverageFormat};
pub(crate) use fuzz::{FuzzArguments, FuzzFormat};
pub(crate) use run::{Format, RunArguments};
pub(crate) use testee::{ElsewhereArguments, Protocol};
pub(crate) use vectors::{ExplainArguments, ExportArguments, LintArguments, ListArguments, ShowArguments};

use crate::{UNABLE, output};

/// Is your CRI library right?
///
/// crivet asks an implementation of Constrained Resource Identifiers (CRI, draft-ietf-core-href) the
/// questions of a corpus of test vectors. It reports each answer that the specification does not allow, and the
/// sentence that forbids it.
#[derive(Debug, Parser)]
#[command(
    name = "crivet",
    version,
    arg_required_else_help = true,
    after_help = "\
Exit status: 0 all as expected; 1 a vector failed or had no answer; 2 the run was not possible; \
130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// The arguments of this program; nothing where they ask for help, which they have got. What is wrong with them ends
    /// the program.
    pub(crate) fn read() -> Result<Option<Self>> {
        let mut command = Arguments::command();
        // The digest takes a moment, so it is made for those who ask.
        if std::env::args_os().any(|argument| argument == "--version") {
            let corpus = crivet::corpus::current_version();
            let digest = crivet_report::export::digest();
            let version = env!("CARGO_PKG_VERSION");
            command = command.long_version(format!("{version}\ncorpus {corpus}, sha256 {digest}"));
        }
        let words = std::env::args_os();
        match command
            .clone()
            .try_get_matches_from(words)
            .and_then(|found| Arguments::from_arg_matches(&found))
        {
            Ok(arguments) => Ok(Some(arguments)),
            Err(error) if error.use_stderr() => wrong(&error, command),
            Err(help) => output::help(&help).map(|()| None),
        }
    }
}

/// Says what is wrong with the arguments, and ends the program.
fn wrong(error: &clap::Error, command: clap::Command) -> ! {
    let words: Vec<_> = std::env::args_os().collect();
    let inert: Vec<OsString> =
        words.iter().map(|word| foreign::line(&word.to_string_lossy()).into()).collect();
    if inert != words {
        // The message has the arguments as they are. The same arguments, inert, are wrong in the same way.
        let again = command.try_get_matches_from(inert);
        if let Err(error) = again.and_then(|found| Arguments::from_arg_matches(&found)) {
            error.exit();
        }
        let mut text = Styled::default();
        text.lines(&error.render().to_string());
        output::stderr(&text);
        std::process::exit(UNABLE.into());
    }
    error.exit()
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Test an implementation
    Run(Box<RunArguments>),
    /// Test an implementation on random inputs, by properties that hold for every input
    Fuzz(Box<FuzzArguments>),
    /// List the vectors, one on each line
    List(ListArguments),
    /// Show a vector, requirement or ruling in full
    Show(ShowArguments),
    /// Explain a word: the id of a vector, requirement or ruling, an operation, a verdict, …
    Explain(ExplainArguments),
    /// Write the corpus as one JSON file
    Export(ExportArguments),
    /// Check vector files
    Lint(LintArguments),
    /// Show which requirements the vectors cover, and what is missing
    Coverage(CoverageArguments),
    /// Compare results: one implementation before and after, or many side by side
    Compare(CompareArguments),
    /// Be a testee: answer the testee protocol on standard input and output
    Testee(TesteeArguments),
    /// Write the completions of a shell to standard output
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual page to standard output, or a page for each command
    Man {
        /// A folder to write all pages to
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}

/// Which vectors.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which vectors")]
pub(crate) struct FilterArguments {
    /// Only vectors whose id matches (may be given again; `*` and `?` stand for any text and character)
    #[arg(long = "filter", value_name = "GLOB")]
    ids: Vec<Glob>,
    /// Leave out vectors whose id matches (may be given again)
    #[arg(long, value_name = "GLOB")]
    skip: Vec<Glob>,
    /// Only this profile: href-13, … (may be given again)
    #[arg(long = "profile", value_name = "PROFILE")]
    profiles: Vec<Profile>,
    /// Only this operation: decode, cri-to-uri, uri-to-cri, resolve, … (may be given again)
    #[arg(long = "operation", visible_alias = "op", value_name = "OPERATION")]
    operations: Vec<OperationName>,
    /// Only vectors whose input uses this feature: no-authority, userinfo, text-or-pet (may be given again)
    #[arg(long = "feature", value_name = "FEATURE")]
    features: Vec<Feature>,
    /// Only vectors that exercise a requirement whose id matches (may be given again)
    #[arg(long = "requirement", value_name = "GLOB")]
    requirements: Vec<Glob>,
    /// Only vectors that rest on this ruling: R7, or its slug (may be given again)
    #[arg(long = "ruling", value_name = "RULING")]
    rulings: Vec<String>,
    /// Only a few vectors, some hundred under one profile, which still notice every fault that all vectors notice; quick
    /// enough for every save
    #[arg(long)]
    pub(crate) quick: bool,
    /// Only vectors of this strength: must, should, disputed (may be given again)
    #[arg(long = "strength", value_name = "STRENGTH", value_parser = strength)]
    strengths: Vec<Strength>,
    /// Vector files, or folders of them, in place of the corpus inside the program; the working group's tests.csv and
    /// tests.json work too
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

impl FilterArguments {
    /// The filter they make.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            ids: self.ids.clone(),
            skip: self.skip.clone(),
            profiles: self.profiles.clone(),
            operations: self.operations.clone(),
            features: self.features.clone(),
            requirements: self.requirements.clone(),
            rulings: self.rulings.clone(),
            strengths: self.strengths.clone(),
            quick: self.quick,
        }
    }
}

fn strength(name: &str) -> Result<Strength, String> {
    [Strength::Must, Strength::Should, Strength::Disputed]
        .into_iter()
        .find(|strength| strength.name() == name)
        .ok_or_else(|| "expected must, should or disputed".to_owned())
}

/// What a testee is allowed.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArguments {
    /// The seconds that a testee may take for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// The seconds that a testee may take from its start to its description
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(crate) start_timeout: Duration,
    /// The memory that a testee and its children may hold, in MiB; 0 for no limit (Linux only)
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub(crate) memory: u64,
}

impl LimitArguments {
    /// The limits they make.
    pub(crate) fn limits(&self) -> Limits {
        let memory = Some(self.memory << 20).filter(|limit| *limit > 0);
        Limits { request: self.timeout, start: self.start_timeout, memory, ..Limits::default() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err("expected a number of seconds from 0.001 to 86400".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// The most testees at a time: a slip of the keyboard is not to take the machine down.
const JOBS: usize = 256;

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = text.parse().ok().filter(|jobs: &NonZeroUsize| jobs.get() <= JOBS);
    jobs.ok_or_else(|| format!("expected a number from 1 to {JOBS}"))
}

/// The built-in implementations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// The reference implementation.
    Reference,
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Builtin::Reference => f.write_str("reference"),
        }
    }
}

impl FromStr for Builtin {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "reference" => Ok(Builtin::Reference),
            _ => Err("the built-in implementation is `reference` (for others, see --impl-cmd)".to_owned()),
        }
    }
}

/// `FORMAT=PATH` with one of the formats; no path for `-`, which is standard output.
fn report<F: Copy>(text: &str, formats: &[(&str, F)]) -> Result<(F, Option<PathBuf>), String> {
    let Some((name, path)) = text.split_once('=') else {
        return Err("expected FORMAT=PATH, such as html=results.html".to_owned());
    };
    let Some((_, format)) = formats.iter().find(|(known, _)| *known == name) else {
        let known: Vec<_> = formats.iter().map(|(known, _)| *known).collect();
        return Err(format!("unknown format `{name}`; the formats are {}", known.join(", ")));
    };
    if path.is_empty() {
        return Err("expected a path behind the `=`".to_owned());
    }
    Ok((*format, (path != "-").then(|| PathBuf::from(path))))
}

/// Arguments of `crivet testee`.
#[derive(Args, Debug)]
pub(crate) struct TesteeArguments {
    /// A built-in implementation: reference
    #[arg(value_name = "NAME", default_value = "reference")]
    pub(crate) name: Builtin,
    /// Leave out a feature of the reference: no-authority, userinfo, text-or-pet (may be given again)
    #[arg(long = "without", value_name = "FEATURE")]
    pub(crate) without: Vec<Feature>,
    /// The protocol that it speaks: json, cbor or cbor-frames
    #[arg(long, value_name = "PROTOCOL", default_value_t)]
    pub(crate) protocol: Framing,
}
