//! `cargo xtask revision`: a new revision of a draft, begun from one that is here.
//!
//! A revision is data: its [inventory], the vectors and rulings that name its profile, its table of schemes, and
//! the file of its profile. A vector holds for the new revision where nothing that it rests on has changed: each
//! requirement it cites is in the new inventory at the same level and in the same words, each ruling it names holds, and
//! the scheme numbers in it stand for the same schemes.
//!
//! So the new inventory says what changed. The first run makes it of the requirements whose sentences are still in the
//! source. A person mends the rest, and each further run carries over what follows.

mod code;
mod data;
mod done;
mod inventory;
mod judged;
mod prove;
pub(crate) mod vectors;

use std::path::PathBuf;
use std::process::Command as Process;

use anyhow::{Context, Result, bail, ensure};
use crivet::profile::{Family, Profile};

use crate::files;
use crate::requirements;
use data::Data;

/// Begin a new revision of the draft
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Begin a revision from an existing one, or carry over more when its inventory is complete
    New {
        /// The new profile, such as `href-31`
        name: String,
        #[command(flatten)]
        origin: Origin,
        /// Go on even if files under vectors/ or harness/ have uncommitted changes, as after an earlier run
        #[arg(long)]
        allow_dirty: bool,
        /// Remove the new profile from vectors whose basis has changed
        #[arg(long)]
        take_back: bool,
    },
    /// Take a revision away from a copy, make it anew from another, and count the vectors that come back
    Prove {
        /// The profile to take away, such as `href-27`
        removed: Profile,
        #[command(flatten)]
        origin: Origin,
        /// List each vector that came back wrongly
        #[arg(long)]
        list: bool,
    },
}

/// Where a revision begins.
#[derive(clap::Args)]
struct Origin {
    /// The revision to begin from
    #[arg(long)]
    from: Profile,
    /// The source of the new draft, in kramdown
    #[arg(long, value_name = "FILE")]
    source: PathBuf,
    /// A file that the source includes, if it is not beside it
    #[arg(long, value_name = "NAME=FILE", value_parser = requirements::include)]
    include: Vec<(String, PathBuf)>,
    /// A requirement that has changed, by its old and its new id, although the vectors that cite it still hold
    #[arg(long, value_name = "OLD=NEW", value_parser = pair)]
    same: Vec<(String, String)>,
}

fn pair(argument: &str) -> Result<(String, String), String> {
    let (old, new) = argument.split_once('=').ok_or("expected OLD=NEW")?;
    Ok((old.to_owned(), new.to_owned()))
}

/// The two revisions by name.
pub(crate) struct Names {
    from: Profile,
    new: String,
    /// The requirements of the two that a person says are the same to the vectors.
    same: Vec<(String, String)>,
    /// Is the new profile taken from vectors that rest on something that has changed?
    take_back: bool,
}

impl Names {
    /// How the ids of the requirements of the two start.
    fn prefixes(&self) -> (String, String) {
        let prefix = |name: &str| name.replace('-', "") + "-";
        (prefix(self.from.name()), prefix(&self.new))
    }
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::New { name, origin, allow_dirty, take_back } => {
            let names = Names { take_back: *take_back, ..names(name, origin)? };
            new(&names, origin, *allow_dirty)
        }
        Command::Prove { removed, origin, list } => prove::main(*removed, origin, *list),
    }
}

fn new(names: &Names, origin: &Origin, allow_dirty: bool) -> Result<()> {
    let name = &names.new;
    ensure!(
        allow_dirty || is_clean()?,
        "files under vectors/ or harness/ have changes that are not committed; commit them, or say `--allow-dirty`"
    );
    let vectors = files::root().join("vectors");
    let mut data = Data::read(&vectors)?;
    let sentences = requirements::read(&origin.source, &origin.include)?;
    let done = data.carry_over(names, &sentences, name.parse().ok())?;
    let twins = code::twins(&files::root(), names)?;
    data.write(&vectors)?;
    code::write(&files::root(), &twins)?;
    let left = files::root().join(format!("target/revision/{name}.txt"));
    files::write(&left, &done.list_of_left())?;
    print!("{done}");
    twins.keys().for_each(|path| println!("{path}: names {name} as well"));
    print!("{}", done.still_to_do());
    Ok(())
}

/// The names, where the new one can be one: that of another revision of the same draft.
fn names(new: &str, origin: &Origin) -> Result<Names> {
    let from = origin.from;
    ensure!(
        from.family() == Family::Href,
        "{from} has no inventory that can be laid beside a source in kramdown; a revision begins from one of href"
    );
    let number = new.strip_prefix("href-").unwrap_or_default();
    ensure!(
        number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit()),
        "`{new}` is not the name of a revision: href- and two digits, such as href-31"
    );
    ensure!(new != from.name(), "{new} cannot begin from itself");
    Ok(Names { from, new: new.to_owned(), same: origin.same.clone(), take_back: false })
}

/// Has git nothing to commit of what a new revision changes?
fn is_clean() -> Result<bool> {
    let output = Process::new("git")
        .args(["status", "--porcelain", "--", "vectors", "harness"])
        .current_dir(files::root())
        .output()
        .context("git tells whether there are changes that are not committed")?;
    if !output.status.success() {
        bail!("git status: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output.stdout.is_empty())
}
