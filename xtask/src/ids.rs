//! `cargo xtask ids`: adds the ids of all vectors to the list of permanent ones, `vectors/ids.txt`.
//!
//! It is called when a version of the corpus is released. It never takes an id off the list.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use crivet::corpus::Corpus;

use crate::files;

const HEAD: &str = "\
# The permanent ids: each was in a version of the corpus, and is never used for anything else. One a line with the
# version it came with. `cargo xtask ids` adds those of all vectors when a version is released; nothing is ever taken
# out: a vector that is withdrawn leaves a tombstone, and `crivet lint` refuses a corpus without it.
";

pub(crate) fn main() -> Result<()> {
    let vectors = files::root().join("vectors");
    let path = vectors.join("ids.txt");
    let committed = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut ids: BTreeMap<String, String> = committed
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(id, since)| (id.to_owned(), since.to_owned()))
        .collect();
    let before = ids.len();
    // Reading checks the corpus against the list as it stands: an id that went without a tombstone stops here.
    let corpus = Corpus::read(&[vectors])?;
    if let Some(draft) = corpus.drafts.first() {
        bail!("nothing was written: {}", draft.unreleasable());
    }
    for vector in corpus.vectors {
        ids.entry(vector.id).or_insert_with(|| vector.since.to_string());
    }
    let lines: String = ids.iter().map(|(id, since)| format!("{id} {since}\n")).collect();
    files::publish(&path, &format!("{HEAD}{lines}"), false)?;
    println!("{} ids, {} of them new", ids.len(), ids.len() - before);
    Ok(())
}
