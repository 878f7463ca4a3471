//! The commands that look at vectors, and ask nobody.

use std::path::PathBuf;

use clap::Args;

use super::FilterArguments;

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
    /// Print JSON, one object for each vector
    #[arg(long, conflicts_with_all = ["all_requirements", "all_rulings"])]
    pub(crate) json: bool,
}

/// Arguments of `crivet show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArguments {
    /// Ids of vectors (`resolve-…`), requirements (`href13-5.3-5`) or rulings (`R7`, or its slug)
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
  crivet explain resolve-query-unset     a vector: the question, the accepted answers, and the reason
  crivet explain href13-5.3-5            a requirement
  crivet explain resolve disputed PET    an operation, a verdict's note, a term
  crivet explain                         a list of all words")]
pub(crate) struct ExplainArguments {
    /// The words to explain [default: list all words]
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
    /// Reject drafts (vectors without a verdict), which a release must not have
    #[arg(long)]
    pub(crate) release: bool,
}
