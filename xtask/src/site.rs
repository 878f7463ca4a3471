//! `cargo xtask site OUT`: the site, made of the corpus and of what is published below `reports/`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use crivet::corpus::Corpus;
use crivet_report::site::Site;
use crivet_report::specification::Answers;
use pulldown_cmark::{Options, Parser, html};

use crate::files;

/// Make the site
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write to; files of the same names are overwritten
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

/// What of `reports/` tells how good the suite itself is.
const QUALITY: [(&str, &str); 4] = [
    ("Faults that the vectors notice", "mutants/score.txt"),
    ("Requirements and their vectors", "coverage.txt"),
    ("Permitted variants, and what is held against them", "mutants/variants.txt"),
    ("Implementations side by side", "matrix.txt"),
];

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let corpus = Corpus::embedded()?;
    let reports = files::root().join("reports");
    let read = |name: &str| fs::read_to_string(reports.join(name)).with_context(|| format!("reports/{name}"));
    let implementations = results(&reports)?;
    let quality = QUALITY.iter().map(|(heading, name)| Ok(((*heading).to_owned(), read(name)?)));
    let mut errata = String::new();
    html::push_html(&mut errata, Parser::new_ext(&read("errata.md")?, Options::ENABLE_TABLES));
    let site = Site {
        corpus: &corpus,
        implementations: &implementations,
        errata,
        quality: quality.collect::<Result<_>>()?,
    };
    let mut count = 0;
    site.write(|path, text| {
        count += 1;
        let path = arguments.out.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        fs::write(&path, text).with_context(|| path.display().to_string())
    })?;
    println!("{count} files in {}", arguments.out.display());
    Ok(())
}

/// The published results, by name.
fn results(reports: &Path) -> Result<Vec<Answers>> {
    let folder = reports.join("results");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = fs::read_to_string(path)?;
            Answers::parse(Some(&name), &text).with_context(|| path.display().to_string())
        })
        .collect()
}
