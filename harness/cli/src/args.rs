//! The arguments, as a person types them.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use crivet::feature::Feature;
use crivet::operation::OperationName;
use crivet::process::Limits;
use crivet::profile::Profile;
use crivet::select::Filter;
use crivet::vector::Strength;
use globset::Glob;
use semver::Version;

/// Is your CRI library right?
///
/// crivet asks an implementation of Constrained Resource Identifiers (CRI, draft-ietf-core-href) the
/// questions of a corpus of test vectors, and says which answers the specification does not allow and which
/// sentence says so.
#[derive(Debug, Parser)]
#[command(
    name = "crivet",
    version,
    arg_required_else_help = true,
    after_help = "\
Exit status: 0 all as expected; 1 a vector failed or had no answer; 2 the run could not be done;
130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// The arguments of this program, or the end of it with what they ask for or with what is wrong with them.
    pub(crate) fn read() -> Self {
        let mut command = Arguments::command();
        // The digest takes a moment, so it is made for those who ask.
        if std::env::args_os().any(|argument| argument == "--version") {
            let corpus = crivet::corpus::current_version();
            let digest = crivet::corpus::digest();
            let version = env!("CARGO_PKG_VERSION");
            command = command.long_version(format!("{version}\ncorpus {corpus}, sha256 {digest}"));
        }
        let matches = command.get_matches();
        Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Test an implementation
    Run(Box<RunArguments>),
    /// Test an implementation on random inputs, by properties that hold for every input
    Fuzz(Box<FuzzArguments>),
    /// List the vectors, one a line
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
    #[cfg(feature = "mutants")]
    /// Measure the vectors: which of a catalogue of faults do they notice?
    Mutants(MutantsArguments),
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
    /// Only vectors that rest on this ruling: R7 (may be given again)
    #[arg(long = "ruling", value_name = "RULING")]
    rulings: Vec<String>,
    /// Only a few hundred vectors, chosen so that they notice every fault that all vectors notice: for every save
    #[arg(long)]
    pub(crate) quick: bool,
    /// Only vectors of this strength: must, should, disputed (may be given again)
    #[arg(long = "strength", value_name = "STRENGTH", value_parser = strength)]
    strengths: Vec<Strength>,
    /// Vector files, or folders of them, in place of the corpus inside the program; also the tests.csv and
    /// tests.json of the working group
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

impl FilterArguments {
    /// The filter they make.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            ids: self.ids.clone(),
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

/// Arguments of `crivet run`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  crivet run                                     the built-in reference, every vector
  crivet run --impl-cmd './my-testee --flag'     your implementation, as a program that speaks the protocol
  crivet run --impl-cmd ./t --quick              a few hundred vectors, at every save
  crivet run --impl-cmd ./t --filter 'resolve-*' --profile href-13
  crivet run --impl-cmd ./t --report junit=results.xml --report json=results.json
  crivet run --impl-cmd ./t --report html=results.html
  crivet run --impl-cmd ./t --write-baseline known.txt     what fails today
  crivet run --impl-cmd ./t --expect known.txt             the gate: green while nothing changes

A baseline is a text file with a known failure a line; lines that start with `#` are comments:

  [PROFILE/]VECTORS STATE [until=DATE] REASON

  decode-nested-arrays error:crash until=2027-01-31 the decoder recurses, see our issue 12
  href-13/resolve-*-fragment fail takes over the fragment of the base

VECTORS is an id or a glob. STATE is fail, should (fails with --strict alone), error, or error: and one of \
crash, panic, protocol, time-out. A run is red on a failure that is not listed, on a listed one that passes \
or fails in another way, and on an entry that covers no vector of the corpus; entries of which the run \
selects nothing are silent. An entry counts as absent after its DATE. --write-baseline keeps the comments, \
order, globs and reasons of a file that is there, where they hold; the exit status stays that of the run.")]
pub(crate) struct RunArguments {
    /// A built-in implementation
    #[arg(long = "impl", value_name = "NAME", default_value = "reference", conflicts_with = "command")]
    pub(crate) name: Builtin,
    /// A testee: a program and its arguments, that speaks the testee protocol on standard input and output
    #[arg(long = "impl-cmd", value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// Fail on deviations from what is only recommended
    #[arg(long)]
    pub(crate) strict: bool,
    /// A baseline: failures that are known and do not fail the run, as long as the file is true
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Write the baseline of this run, if it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Only vectors that came with this corpus version or an older one can turn the run red; newer ones are
    /// run and reported
    #[arg(long, value_name = "VERSION")]
    pub(crate) corpus_version: Option<Version>,
    /// Write a report: github, html, json, junit, lines, markdown, sarif, tap or text (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH")]
    pub(crate) reports: Vec<ReportArgument>,
    /// How many vectors are asked at a time, each by a testee of its own [default: one per processor]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// How many seconds the whole run may take; what is judged by then is reported, and the run is red
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_time: Option<Duration>,
    /// How many failed vectors are shown in full; the others get a line each
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) details: usize,
    /// Show the notes on vectors that passed
    #[arg(long)]
    pub(crate) notes: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

/// What a testee is allowed.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArguments {
    /// How many seconds a testee may take for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// How much memory a testee and its children may hold, in MiB; 0 is any (Linux only)
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub(crate) memory: u64,
}

impl LimitArguments {
    /// The limits they make.
    pub(crate) fn limits(&self) -> Limits {
        let memory = Some(self.memory << 20).filter(|limit| *limit > 0);
        Limits { request: self.timeout, memory, ..Limits::default() }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err("expected a number of seconds from 0.001 to 86400".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// The built-in implementations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Builtin {
    /// The reference implementation with a fault of the catalogue.
    Fault(String),
    /// The reference implementation.
    Reference,
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Builtin::Fault(id) => write!(f, "fault:{id}"),
            Builtin::Reference => f.write_str("reference"),
        }
    }
}

impl FromStr for Builtin {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match (name, name.strip_prefix("fault:")) {
            ("reference", _) => Ok(Builtin::Reference),
            (_, Some(id)) => Ok(Builtin::Fault(id.to_owned())),
            _ => Err(
                "the built-in implementations are: reference, and fault:ID, the reference with a fault that \
                      `crivet mutants` knows (for others, see --impl-cmd)"
                    .to_owned(),
            ),
        }
    }
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
    const ALL: [(&str, Format); 9] = [
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

/// Arguments of `crivet fuzz`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  crivet fuzz                                    the built-in reference, every oracle, 10 seconds
  crivet fuzz --impl-cmd './my-testee --flag'    your implementation, as a program that speaks the protocol
  crivet fuzz --impl-cmd ./t --oracle 'resolution-*' --profile href-13 --time 600
  crivet fuzz --impl-cmd ./t --against reference     where the two answer differently
  crivet fuzz --seed 7 --runs 10000              the same cases and findings every time

An oracle is a property that holds for every input; --list-oracles shows them. An implementation is asked what it
offers: oracles that need more, and profiles it does not follow, are left out. A case on which the property does not
hold is made as simple as can be; cases that differ in the same way make one finding, which ends with the command that
checks it again. A testee that crashes, hangs or breaches the protocol is a finding too; an implementation in this
process must not hang.

Exit status: 0 nothing found; 1 something was found; 2 it could not be done; 130 interrupted, and what was found is
told.")]
pub(crate) struct FuzzArguments {
    /// A built-in implementation: reference, or fault:ID for the reference with a fault
    #[arg(long = "impl", value_name = "NAME", default_value = "reference", conflicts_with = "command")]
    pub(crate) name: Builtin,
    /// A testee: a program and its arguments, that speaks the testee protocol on standard input and output
    #[arg(long = "impl-cmd", value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// Hold it against another implementation too: a built-in one by its name, or a command
    #[arg(long, value_name = "NAME|COMMAND")]
    pub(crate) against: Option<String>,
    /// Only this profile: href-13, … (may be given again)
    #[arg(long = "profile", value_name = "PROFILE")]
    pub(crate) profiles: Vec<Profile>,
    /// Only oracles whose name matches (may be given again; `*` and `?` stand for any text and character)
    #[arg(long = "oracle", value_name = "GLOB")]
    pub(crate) oracles: Vec<Glob>,
    /// The seed of every random choice [default: another one each time, which is printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How many cases each oracle gets under each profile
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub(crate) runs: Option<u64>,
    /// How many seconds in all, shared evenly [default: 10]; making findings simple comes on top
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// How many threads, each with a testee of its own [default: one per processor]
    #[arg(long, short, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// How many simpler inputs are tried for each finding
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) tries: u32,
    /// Check one case again, as a finding has it; needs one oracle and one profile
    #[arg(long, value_name = "CASE", conflicts_with_all = ["runs", "time", "seed", "reports"])]
    pub(crate) replay: Option<String>,
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

/// Arguments of `crivet compare`.
#[derive(Args, Debug)]
#[command(after_help = "\
Two results of one implementation are before and after: what broke comes first, then what was mended. Anything
else is a matrix: where implementations disagree, and who answers what.

Exit status: 0; 1 with --fail-on-regression if something broke; 2 if a result cannot be read.

Examples:
  crivet run --impl-cmd ./t --report json=after.json
  crivet compare before.json after.json --fail-on-regression
  crivet compare mine.json theirs.json reference.json --report html=matrix.html")]
pub(crate) struct CompareArguments {
    /// Results that `crivet run --report json=FILE` wrote, the earlier first; two or more
    #[arg(value_name = "RESULT", required = true, num_args = 2..)]
    pub(crate) results: Vec<PathBuf>,
    /// End with status 1 if something that passed fails, or if something claimed is claimed no longer
    #[arg(long)]
    pub(crate) fail_on_regression: bool,
    /// Write a report: html, markdown or text (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = compare_report)]
    pub(crate) reports: Vec<(CompareFormat, Option<PathBuf>)>,
    /// How many vectors of a kind are shown with their answers; the others get a line each
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

/// Arguments of `crivet list`.
#[derive(Args, Debug)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    /// List the requirements instead
    #[arg(long = "requirements", conflicts_with = "all_rulings")]
    pub(crate) all_requirements: bool,
    /// List the rulings instead
    #[arg(long = "rulings")]
    pub(crate) all_rulings: bool,
    /// Print JSON, one object a vector
    #[arg(long, conflicts_with_all = ["all_requirements", "all_rulings"])]
    pub(crate) json: bool,
}

/// Arguments of `crivet show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    /// Ids of vectors (`resolve-…`), requirements (`href13-5.3-5`) or rulings (`R7`)
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    /// Vector files, or folders of them, in place of the corpus inside the program (may be given again)
    #[arg(long, value_name = "PATH")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// Arguments of `crivet explain`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  crivet explain resolve-query-unset     a vector: what it asks, what passes, and why
  crivet explain href13-5.3-5            a requirement
  crivet explain resolve disputed PET    an operation, a verdict's note, a term
  crivet explain                         the words there are")]
pub(crate) struct ExplainArguments {
    /// What to explain [default: list the words]
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Vector files, or folders of them, in place of the corpus inside the program (may be given again)
    #[arg(long, value_name = "PATH")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// Arguments of `crivet export`.
#[derive(Args, Debug)]
pub(crate) struct ExportArguments {
    /// The file to write [default: standard output]
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Write the JSON Schema of such files instead
    #[arg(long)]
    pub(crate) schema: bool,
    /// Vector files, or folders of them, in place of the corpus inside the program (may be given again)
    #[arg(long, value_name = "PATH", conflicts_with = "schema")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// Arguments of `crivet lint`.
#[derive(Args, Debug)]
pub(crate) struct LintArguments {
    /// Vector files, or folders of them [default: the corpus inside the program]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Refuse drafts, vectors without a verdict: a release has none
    #[arg(long)]
    pub(crate) release: bool,
}

/// Arguments of `crivet coverage`.
#[derive(Args, Debug)]
#[command(after_help = "\
A requirement is covered where a vector exercises it that the reference passes, and where some faulty
implementation fails such a vector. With results of implementations, each requirement says as well whether it
holds for them.

Exit status: 0 every requirement is covered; 1 one is not; 2 a file cannot be read or written.

Examples:
  crivet coverage                                          a table a specification, and what is missing
  crivet coverage --report html=specification.html         the requirements with their vectors
  crivet run --impl-cmd ./t --report json=mine.json
  crivet coverage --result mine.json --result theirs=theirs.txt --report html=specification.html")]
pub(crate) struct CoverageArguments {
    /// Print the gaps alone, one a line
    #[arg(long)]
    pub(crate) gaps: bool,
    /// Only this profile: href-13, href-27 (may be given again)
    #[arg(long = "profile", value_name = "PROFILE")]
    pub(crate) profiles: Vec<Profile>,
    /// Results of an implementation, as `crivet run --report json=FILE` or `lines=FILE` wrote them (may be given
    /// again); the name is the one in front, else the one in the report, else the file's
    #[arg(long = "result", value_name = "[NAME=]FILE")]
    pub(crate) results: Vec<ResultArgument>,
    /// Write a report: html, lines (how each implementation stands), counts (as reports/coverage.txt) or text
    /// (`-` for standard output; may be given again)
    #[arg(long = "report", value_name = "FORMAT=PATH", value_parser = coverage_report)]
    pub(crate) reports: Vec<(CoverageFormat, Option<PathBuf>)>,
    /// Ask no faulty implementation: quick, and silent on whether the vectors notice faults
    #[arg(long)]
    pub(crate) no_faults: bool,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    pub(crate) vectors: Vec<PathBuf>,
}

/// One `--result`.
#[derive(Clone, Debug)]
pub(crate) struct ResultArgument {
    /// What the implementation is to be called.
    pub(crate) name: Option<String>,
    pub(crate) path: PathBuf,
}

impl FromStr for ResultArgument {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A folder's name may hold a `=`; a name has no slash.
        Ok(match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() && !name.contains(['/', '\\']) => {
                ResultArgument { name: Some(name.to_owned()), path: path.into() }
            }
            _ => ResultArgument { name: None, path: text.into() },
        })
    }
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

/// Arguments of `crivet mutants`.
#[cfg(feature = "mutants")]
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
#[cfg(feature = "mutants")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutantsFormat {
    Html,
}

#[cfg(feature = "mutants")]
fn mutants_report(text: &str) -> Result<(MutantsFormat, Option<PathBuf>), String> {
    report(text, &[("html", MutantsFormat::Html)])
}

/// Arguments of `crivet testee`.
#[derive(Args, Debug)]
pub(crate) struct TesteeArguments {
    /// A built-in implementation: reference, or fault:ID for the reference with a fault
    #[arg(value_name = "NAME", default_value = "reference")]
    pub(crate) name: Builtin,
    /// Leave out a feature of the reference: no-authority, userinfo, text-or-pet (may be given again)
    #[arg(long = "without", value_name = "FEATURE")]
    pub(crate) without: Vec<Feature>,
}
