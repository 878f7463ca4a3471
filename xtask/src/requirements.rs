//! `cargo xtask requirements`: the inventories beside the text of the drafts they are made of.
//!
//! An inventory holds no sentence of a draft, only fingerprints of those its entries stand on. So a new revision
//! can be laid beside it: whatever fingerprint is no longer there marks a requirement to look at again. The documents
//! are not part of this project. They are given as arguments: the source of a draft (kramdown, as the authors keep it),
//! or the text of an RFC as it was published.

mod check;
mod diff;
mod markup;
mod rfc;
mod sentences;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crivet::corpus::{Corpus, Requirements};

pub(crate) use sentences::{Sentence, of};

/// Compare the requirement inventories with the text of the drafts
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the sentences that may be behind each requirement without a fingerprint of this source
    Fingerprint {
        #[command(flatten)]
        source: Source,
        /// The inventory
        inventory: PathBuf,
        /// List every sentence of the source, with or without a requirement
        #[arg(long)]
        all: bool,
    },
    /// Check that every fingerprint belongs to a sentence under the requirement's anchor
    Check {
        #[command(flatten)]
        source: Source,
        /// The inventory
        inventory: PathBuf,
    },
    /// List the change of each requirement from one inventory to another
    Diff {
        /// The older inventory
        old: PathBuf,
        /// The newer inventory
        new: PathBuf,
        /// The source of the older draft: shows its sentences where they changed
        #[arg(long)]
        old_source: Option<PathBuf>,
        /// The source of the newer draft
        #[arg(long)]
        new_source: Option<PathBuf>,
        /// A file that the older source includes, if it is not beside it
        #[arg(long, value_name = "NAME=FILE", value_parser = include)]
        old_include: Vec<(String, PathBuf)>,
        /// A file that the newer source includes, if it is not beside it
        #[arg(long, value_name = "NAME=FILE", value_parser = include)]
        new_include: Vec<(String, PathBuf)>,
    },
}

/// A draft's source and the files it includes.
#[derive(clap::Args)]
struct Source {
    /// The source of the draft, in kramdown, or the text of an RFC
    source: PathBuf,
    /// A file that the source includes, if it is not beside it
    #[arg(long, value_name = "NAME=FILE", value_parser = include)]
    include: Vec<(String, PathBuf)>,
}

pub(crate) fn include(argument: &str) -> Result<(String, PathBuf), String> {
    argument
        .split_once('=')
        .map(|(name, file)| (name.to_owned(), PathBuf::from(file)))
        .ok_or_else(|| "expected NAME=FILE".to_owned())
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Fingerprint { source, inventory: _, all: true } => {
            check::list(&read(&source.source, &source.include)?);
            Ok(())
        }
        Command::Fingerprint { source, inventory, all: false } => {
            check::candidates(&self::inventory(inventory)?, &read(&source.source, &source.include)?);
            Ok(())
        }
        Command::Check { source, inventory } => {
            let requirements = self::inventory(inventory)?;
            let troubles = check::troubles(&requirements, &read(&source.source, &source.include)?);
            for trouble in &troubles {
                println!("{trouble}");
            }
            ensure!(
                troubles.is_empty(),
                "{} of {} requirements to look at again",
                troubles.len(),
                requirements.len()
            );
            println!("{} requirements stand on sentences of the source", requirements.len());
            Ok(())
        }
        Command::Diff { old, new, old_source, new_source, old_include, new_include } => {
            let sentences = |source: &Option<PathBuf>, include: &[(String, PathBuf)]| match source {
                Some(source) => read(source, include),
                None => Ok(Vec::new()),
            };
            let (old, new) = (self::inventory(old)?, self::inventory(new)?);
            let difference = diff::Difference::between(&old, &new);
            let (before, after) = (sentences(old_source, old_include)?, sentences(new_source, new_include)?);
            let texts = diff::Texts::new(&before, &after);
            print!("{}", difference.display(&texts));
            Ok(())
        }
    }
}

fn inventory(path: &Path) -> Result<Requirements> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(Corpus::parse_requirements(&path.display().to_string(), &text)?)
}

/// The sentences of a source. An include that is neither given nor beside the source is left as it stands.
pub(crate) fn read(path: &Path, given: &[(String, PathBuf)]) -> Result<Vec<Sentence>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let given: BTreeMap<&str, &PathBuf> = given.iter().map(|(name, file)| (name.as_str(), file)).collect();
    let beside = path.parent().unwrap_or(Path::new("."));
    let mut whole = String::new();
    for line in text.lines() {
        let file = markup::include(line).and_then(|name| match given.get(name) {
            Some(file) => Some((*file).clone()),
            None => Some(beside.join(name)).filter(|file| file.is_file()),
        });
        match file {
            Some(file) => whole += &fs::read_to_string(&file).with_context(|| file.display().to_string())?,
            None => whole += line,
        }
        whole.push('\n');
    }
    Ok(of(&rfc::as_markup(&whole).unwrap_or(whole)))
}
