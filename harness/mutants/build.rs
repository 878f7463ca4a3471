//! Copies the source of the reference, and of its adapter, twice: with every fault of the catalogue in it, and with every
//! variant, each behind a switch (`src/splice.rs`).
//!
//! A fault or variant is known by its place in its catalogue, counted from one. The reference itself stays as it is: what
//! faults look like is the catalogue's business.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

use splice::{Site, switched};

#[path = "src/splice.rs"]
#[expect(dead_code, reason = "where an alternative went is asked by the other machine alone")]
mod splice;

const FAULTS: &str = "catalogue.yaml";
const VARIANTS: &str = "variants.yaml";
/// The sources that are copied, and the module that each becomes. In the catalogue the reference's files have no folder.
const SOURCES: [(&str, &str); 2] =
    [("../reference/src", "reference"), ("../testees/reference/src", "testee")];

/// A span of source, and what can stand there instead.
#[derive(Clone, Deserialize)]
struct Change {
    /// The file: below the source folder of the reference, or `testee/` and a file of its adapter.
    file: String,
    /// The start of the item that the span is in, where the span alone is not unique in the file.
    #[serde(rename = "in")]
    within: Option<String>,
    /// The span, white space apart.
    find: String,
    /// What stands there instead.
    replace: String,
}

/// Of a fault, what is needed here.
#[derive(Deserialize)]
struct Fault {
    id: String,
    #[serde(flatten)]
    change: Change,
}

/// Of a variant, what is needed here.
#[derive(Deserialize)]
struct Variant {
    id: String,
    #[serde(default)]
    changes: Vec<Change>,
}

/// A change, and the fault or variant that it belongs to.
struct Numbered {
    number: usize,
    id: String,
    change: Change,
}

fn main() -> Result<(), Box<dyn Error>> {
    let faults: Vec<Fault> = read(FAULTS)?;
    let faults = faults.into_iter().zip(1..);
    let faults = faults.map(|(Fault { id, change }, number)| Numbered { number, id, change }).collect();
    let variants: Vec<Variant> = read(VARIANTS)?;
    let variants = variants.into_iter().zip(1..).flat_map(|(Variant { id, changes }, number)| {
        changes.into_iter().map(move |change| Numbered { number, id: id.clone(), change })
    });
    let switch = |module: &str, site: &Site| {
        let numbers: Vec<usize> = site.alternatives.iter().map(|(number, _)| *number).collect();
        format!("crate::{module}::active(&{numbers:?})")
    };
    let modules = copies("", faults, &|site| switch("fault", site))?
        + &copies("varied_", variants.collect(), &|site| switch("variants::switch", site))?;
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("copies.rs"), modules)?;
    Ok(())
}

fn read<T: for<'de> Deserialize<'de>>(catalogue: &str) -> Result<Vec<T>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={catalogue}");
    Ok(serde_yaml::from_str(&fs::read_to_string(catalogue)?)?)
}

/// Writes the sources with these changes in them; gives the modules that they become, whose names start with `prefix`.
fn copies(
    prefix: &str,
    changes: Vec<Numbered>,
    active: &dyn Fn(&Site) -> String,
) -> Result<String, Box<dyn Error>> {
    let out = std::env::var("OUT_DIR")?;
    let mut unused: Vec<&Numbered> = changes.iter().collect();
    let mut modules = String::new();
    for (source, module) in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        let target = Path::new(&out).join(format!("{prefix}{module}"));
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        for entry in WalkDir::new(source).sort_by_file_name() {
            let entry = entry?;
            let below = entry.path().strip_prefix(source)?;
            if entry.file_type().is_dir() {
                fs::create_dir_all(target.join(below))?;
                continue;
            }
            let text = fs::read_to_string(entry.path())?;
            // The reference's unit tests are none of the copy's business.
            let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
            let here = |one: &&Numbered| is_in(&one.change, module, below);
            let sites = sites(text, changes.iter().filter(here))?;
            unused.retain(|one| !here(one));
            let (text, _) = switched(text, &sites, active);
            fs::write(target.join(below), moved(&text, prefix, module))?;
        }
        modules += &format!(
            "#[allow(clippy::allow_attributes, clippy::all, clippy::unwrap_used, warnings, reason = \"generated\")]\n\
             #[path = {:?}]\nmod {prefix}{module};\n",
            target.join("lib.rs")
        );
    }
    if let Some(one) = unused.first() {
        return Err(format!("{}: there is no file {}", one.id, one.change.file).into());
    }
    Ok(modules)
}

/// Is the change in this file of the module?
fn is_in(change: &Change, module: &str, below: &Path) -> bool {
    match change.file.strip_prefix("testee/") {
        Some(file) => module == "testee" && Path::new(file) == below,
        None => module == "reference" && Path::new(&change.file) == below,
    }
}

/// The spans that have alternatives, in the order of the text.
fn sites<'a>(text: &str, changes: impl Iterator<Item = &'a Numbered>) -> Result<Vec<Site>, Box<dyn Error>> {
    let mut spans: BTreeMap<(usize, usize), Vec<&Numbered>> = BTreeMap::new();
    for one in changes {
        let wrong = |what: String| format!("{}, {}: {what}", one.change.file, one.id);
        let region = match &one.change.within {
            Some(anchor) => {
                let start = only(text, 0..text.len(), anchor).map_err(&wrong)?.start;
                start..item_end(text, start)
            }
            None => 0..text.len(),
        };
        let span = only(text, region, &one.change.find).map_err(&wrong)?;
        spans.entry((span.start, span.end)).or_default().push(one);
    }
    let mut before: Option<(usize, &Numbered)> = None;
    for (&(start, end), here) in &spans {
        let one = here[0];
        if let Some((reached, other)) = before
            && start < reached
        {
            let (file, id) = (&one.change.file, &one.id);
            return Err(format!("{file}: the spans of {} and {id} overlap", other.id).into());
        }
        before = Some((end, one));
    }
    let alternative = |one: &Numbered| (one.number, one.change.replace.clone());
    let site = |((start, end), here): (_, Vec<&Numbered>)| Site {
        span: start..end,
        alternatives: here.into_iter().map(alternative).collect(),
    };
    Ok(spans.into_iter().map(site).collect())
}

/// The one place in the region where the text stands, white space apart.
fn only(text: &str, region: Range<usize>, find: &str) -> Result<Range<usize>, String> {
    let words: Vec<&str> = find.split_whitespace().collect();
    let Some(first) = words.first() else { return Err("nothing to find".to_owned()) };
    let found: Vec<Range<usize>> = text[region.clone()]
        .match_indices(first)
        .filter_map(|(start, _)| matched(text, region.start + start, &words))
        .filter(|found| found.end <= region.end)
        .collect();
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(format!("`{find}` is not there")),
        _ => Err(format!("`{find}` is there {} times", found.len())),
    }
}

fn matched(text: &str, start: usize, words: &[&str]) -> Option<Range<usize>> {
    let mut end = start;
    for (index, word) in words.iter().enumerate() {
        let rest = &text[end..];
        let trimmed = if index == 0 { rest } else { rest.trim_start() };
        if index > 0 && trimmed.len() == rest.len() {
            return None;
        }
        let behind = trimmed.strip_prefix(word)?;
        end = text.len() - behind.len();
    }
    Some(start..end)
}

/// The end of the item that starts on this line: its closing brace is indented as its start is.
fn item_end(text: &str, start: usize) -> usize {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let indent = text[line..].len() - text[line..].trim_start_matches(' ').len();
    let closing = format!("\n{}}}", " ".repeat(indent));
    text[start..].find(&closing).map_or(text.len(), |at| start + at)
}

/// The source as a module of this crate.
fn moved(text: &str, prefix: &str, module: &str) -> String {
    let here = format!("crate::{prefix}{module}::");
    // Its examples are run where it is from.
    let mut text = text
        .replace("//! ```\n//! use ", "//! ```ignore\n//! use ")
        .replace("crate::", &here)
        .replace("crivet_reference::", &format!("crate::{prefix}reference::"));
    for own in ["fault", "support", "variants"] {
        text = text.replace(&format!("{here}{own}::"), &format!("crate::{own}::"));
    }
    text
}
