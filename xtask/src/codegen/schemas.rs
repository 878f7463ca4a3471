//! `cargo xtask codegen schemas`: the JSON Schemas that are kept beside the vectors, made of the names the library knows.

use std::path::Path;

use anyhow::{Result, ensure};
use crivet::corpus::Corpus;
use crivet_report::schema;

use crate::files;

pub(super) fn main(check: bool) -> Result<()> {
    let vectors = files::root().join("vectors");
    let corpus = Corpus::read(std::slice::from_ref(&vectors))?;
    let mut stale = false;
    for (name, schema) in
        [("schema.json", schema::vector_file(&corpus)), ("export.schema.json", schema::bundle())]
    {
        stale |= !publish(&vectors.join(name), &schema::text(&schema), check)?;
    }
    ensure!(
        !stale,
        "the schemas under vectors/ are not current; `cargo xtask codegen schemas` makes them anew"
    );
    Ok(())
}

fn publish(path: &Path, text: &str, check: bool) -> Result<bool> {
    let current = files::publish(path, text, check)?;
    let name = path.file_name().unwrap_or_default().display();
    println!(
        "{name}: {}",
        if !check {
            "written"
        } else if current {
            "current"
        } else {
            "not current"
        }
    );
    Ok(current)
}
