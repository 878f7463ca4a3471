//! `cargo xtask release VERSION`: freezes the corpus, so that one commit and one tag release it. `--address` says where
//! crivet is published, and `--check` that everything is as the tag promises.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::slice;

use anyhow::{Context, Result, bail, ensure};
use crivet::corpus::Corpus;

use crate::files;

const HEAD: &str = "\
# The permanent ids: each was in a version of the corpus, and is never used for anything else. One a line with the
# version it came with. `cargo xtask release` adds those of all vectors when a version is released; nothing is ever taken
# out: a vector that is withdrawn leaves a tombstone, and `crivet lint` refuses a corpus without it.
";

/// The files that say where crivet is published.
const ADDRESSED: [&str; 5] = [
    "Cargo.toml",
    "pyproject.toml",
    "fuzz/oss-fuzz/Dockerfile",
    "fuzz/oss-fuzz/project.yaml",
    "harness/testees/ci.md",
];

/// What stands before the version of a release in what people copy.
const VERSIONED: [&str; 4] = ["@v", "crivet==", "--corpus-version ", "corpus-version: "];

/// Freeze the corpus for a version, or set the address at which crivet is published
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The version, the same as that of the packages
    #[arg(value_name = "VERSION", required_unless_present = "address")]
    version: Option<String>,
    /// The address at which crivet is published, such as https://HOST/OWNER/crivet; it is written to every text for users
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// Change nothing; fail if a file differs from that of the released version
    #[arg(long)]
    check: bool,
    /// The repository [default: this one]
    #[arg(long, value_name = "FOLDER", hide = true)]
    root: Option<PathBuf>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let repository =
        Repository { root: arguments.root.clone().unwrap_or_else(files::root), check: arguments.check };
    if let Some(address) = &arguments.address {
        repository.publish_at(address)?;
    }
    if let Some(version) = &arguments.version {
        repository.freeze(version)?;
        if !arguments.check {
            println!("next: `cargo xtask codegen`, commit, `git tag v{version}`, and push the tag");
        }
    }
    Ok(())
}

struct Repository {
    root: PathBuf,
    check: bool,
}

impl Repository {
    fn read(&self, path: &str) -> Result<String> {
        let path = self.root.join(path);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    /// Writes a file, or makes sure that it is as it should be.
    fn put(&self, path: &str, text: &str) -> Result<()> {
        ensure!(
            files::publish(&self.root.join(path), text, self.check)?,
            "{path} is not as it is to be released"
        );
        Ok(())
    }

    /// Writes the address in place of the one before.
    fn publish_at(&self, address: &str) -> Result<()> {
        let address = address.trim_end_matches('/');
        let before =
            setting(&self.read("Cargo.toml")?, "repository").context("Cargo.toml has no `repository`")?;
        let (old, new) = (owned(&before)?, owned(address)?);
        for path in ADDRESSED {
            let text = self.read(path)?;
            let text = text.replace(&before, address);
            self.put(path, &text.replace(&format!("uses: {old}@"), &format!("uses: {new}@")))?;
        }
        println!("published at {address}");
        Ok(())
    }

    fn freeze(&self, version: &str) -> Result<()> {
        let packages =
            setting(&self.read("Cargo.toml")?, "version").context("Cargo.toml has no `version`")?;
        ensure!(packages == version, "the packages have version {packages}: change it in Cargo.toml first");
        // In this order: once a version is released, a vector without an id in the list is one that came later.
        let count = self.list_ids()?;
        self.release(version)?;
        for path in ["README.md", "harness/testees/README.md", "harness/testees/ci.md"] {
            let text =
                VERSIONED.iter().fold(self.read(path)?, |text, before| with_version(&text, before, version));
            self.put(path, &text)?;
        }
        self.put("vectors/corpus.jsonl", &self.compiled()?)?;
        println!("{version}: {count} permanent ids");
        Ok(())
    }

    /// Says in CHANGES.yaml and CHANGELOG.md that the version is released.
    fn release(&self, version: &str) -> Result<()> {
        let changes = self.read("vectors/CHANGES.yaml")?;
        let entry = format!("- version: {version}\n");
        let Some((before, rest)) = changes.split_once(&entry) else {
            bail!("vectors/CHANGES.yaml has no entry for {version}");
        };
        let (own, others) = rest.split_at(rest.find("\n- version:").unwrap_or(rest.len()));
        let own = own.replace("released: false", "released: true");
        ensure!(
            own.contains("released: true"),
            "the entry of {version} in vectors/CHANGES.yaml lacks `released`"
        );
        self.put("vectors/CHANGES.yaml", &format!("{before}{entry}{own}{others}"))?;
        let log = self.read("CHANGELOG.md")?;
        ensure!(log.contains(&format!("\n## {version}")), "CHANGELOG.md has no section on {version}");
        self.put(
            "CHANGELOG.md",
            &log.replace(&format!("\n## {version} (not released yet)\n"), &format!("\n## {version}\n")),
        )
    }

    /// Adds the ids of all vectors to the list of permanent ones; how many there are.
    fn list_ids(&self) -> Result<usize> {
        let committed = self.read("vectors/ids.txt")?;
        let mut ids: BTreeMap<String, String> = committed
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(' '))
            .map(|(id, since)| (id.to_owned(), since.to_owned()))
            .collect();
        // Reading checks the corpus against the list as it stands: an id that went without a tombstone stops here.
        let corpus = Corpus::read(slice::from_ref(&self.root.join("vectors")))?;
        if let Some(draft) = corpus.drafts.first() {
            bail!("{}", draft.unreleasable());
        }
        for vector in corpus.vectors {
            ids.entry(vector.id).or_insert_with(|| vector.since.to_string());
        }
        let lines: String = ids.iter().map(|(id, since)| format!("{id} {since}\n")).collect();
        self.put("vectors/ids.txt", &format!("{HEAD}{lines}"))?;
        Ok(ids.len())
    }

    fn compiled(&self) -> Result<String> {
        let vectors = self.root.join("vectors");
        let corpus = Corpus::read(slice::from_ref(&vectors))?;
        Ok(corpus.compile(&vectors, crivet_vectors::fingerprint(&vectors)?)?)
    }
}

/// The value of the first setting of this name in a file in TOML.
fn setting(toml: &str, name: &str) -> Option<String> {
    let start = format!("{name} = \"");
    let line = toml.lines().find_map(|line| line.strip_prefix(&start))?;
    Some(line.split('"').next()?.to_owned())
}

/// `OWNER/NAME` of an address.
fn owned(address: &str) -> Result<&str> {
    let path = address.strip_prefix("https://").and_then(|rest| rest.split_once('/')).map(|(_, path)| path);
    let is_two = |path: &&str| path.split('/').count() == 2 && !path.split('/').any(str::is_empty);
    path.filter(is_two).with_context(|| format!("expected https://HOST/OWNER/NAME, found {address}"))
}

/// The text with this version wherever another one stands behind these words.
fn with_version(text: &str, before: &str, version: &str) -> String {
    let mut pieces = text.split(before);
    let mut changed = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let old = piece.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(piece.len());
        // A full stop behind it ends a sentence.
        let old = piece[..old].trim_end_matches('.').len();
        changed += before;
        changed += if piece[..old].split('.').count() == 3 { version } else { &piece[..old] };
        changed += &piece[old..];
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_put_in_place_of_another_and_of_nothing_else() {
        let text = "crivet==0.1.0 and actions/cache@v4, x@v0.9.12.\n";
        let text = with_version(&with_version(text, "crivet==", "1.2.3"), "@v", "1.2.3");
        assert_eq!(text, "crivet==1.2.3 and actions/cache@v4, x@v1.2.3.\n");
    }

    #[test]
    fn an_address_has_a_host_an_owner_and_a_name() {
        assert_eq!(owned("https://host.test/someone/crivet").unwrap(), "someone/crivet");
        for wrong in ["host.test/someone/crivet", "https://host.test/crivet", "https://host.test/a/b/c"] {
            assert!(owned(wrong).is_err(), "{wrong}");
        }
    }

    /// Every file that has the address is among those in which it is changed.
    #[test]
    fn the_address_is_written_where_it_is_known_to_be() {
        let address =
            setting(&fs::read_to_string(files::root().join("Cargo.toml")).unwrap(), "repository").unwrap();
        for path in ADDRESSED {
            let text = fs::read_to_string(files::root().join(path)).unwrap();
            assert!(text.contains(&address) || text.contains(owned(&address).unwrap()), "{path}");
        }
        let mut git = std::process::Command::new("git");
        git.args(["grep", "--name-only", "--fixed-strings", &address]).current_dir(files::root());
        // Without git, or outside a checkout, there is no list to look at.
        let Ok(listed) = git.output() else { return };
        for path in String::from_utf8(listed.stdout).unwrap().lines() {
            assert!(
                ADDRESSED.contains(&path),
                "{path} has the address, and is not among those in which it is changed"
            );
        }
    }
}
