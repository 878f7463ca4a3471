//! `cargo xtask codegen corpus`: the corpus in one file, so that no program reads YAML to know it.

use std::fs;
use std::slice;

use anyhow::{Result, ensure};
use crivet::corpus::Corpus;

use crate::files;

pub(super) fn main(check: bool) -> Result<()> {
    let vectors = files::root().join("vectors");
    let text =
        Corpus::read(slice::from_ref(&vectors))?.compile(&vectors, crivet_vectors::fingerprint(&vectors)?)?;
    let path = vectors.join("corpus.jsonl");
    if check {
        let committed = fs::read_to_string(&path)?;
        ensure!(
            committed == text,
            "vectors/corpus.jsonl is not current; `cargo xtask codegen corpus` makes it anew"
        );
    } else {
        files::write(&path, &text)?;
    }
    println!("corpus.jsonl: {}", if check { "current" } else { "written" });
    Ok(())
}
