//! Copies the source of the reference, and of its adapter, with every fault of the catalogue in it, each behind a switch
//! (`src/splice.rs`).
//!
//! A fault is known by its place in the catalogue, counted from one. The reference itself stays as it is: what faults
//! look like is the catalogue's business.

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

const CATALOGUE: &str = "catalogue.yaml";
/// The sources that are copied, and the module that each becomes. In the catalogue the reference's files have no folder.
const SOURCES: [(&str, &str); 2] =
    [("../reference/src", "reference"), ("../testees/reference/src", "testee")];

/// Of a fault, what is needed here.
#[derive(Deserialize)]
struct Fault {
    id: String,
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

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CATALOGUE}");
    let catalogue: Vec<Fault> = serde_yaml::from_str(&fs::read_to_string(CATALOGUE)?)?;
    let out = std::env::var("OUT_DIR")?;
    let mut unused: Vec<&Fault> = catalogue.iter().collect();
    let mut modules = String::new();
    for (source, module) in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        let target = Path::new(&out).join(module);
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
            let here = |fault: &&Fault| is_in(fault, module, below);
            let faults = catalogue.iter().zip(1..).filter(|(fault, _)| here(fault));
            let sites = sites(text, faults.map(|(fault, number)| (number, fault)))?;
            unused.retain(|fault| !here(fault));
            let (text, _) = switched(text, &sites, "crate::fault::active()");
            fs::write(target.join(below), moved(&text, module))?;
        }
        modules += &format!(
            "#[allow(clippy::allow_attributes, clippy::all, clippy::unwrap_used, warnings, reason = \"generated\")]\n\
             #[path = {:?}]\nmod {module};\n",
            target.join("lib.rs")
        );
    }
    if let Some(fault) = unused.first() {
        return Err(format!("{}: there is no file {}", fault.id, fault.file).into());
    }
    fs::write(Path::new(&out).join("copies.rs"), modules)?;
    Ok(())
}

/// Is the fault in this file of the module?
fn is_in(fault: &Fault, module: &str, below: &Path) -> bool {
    match fault.file.strip_prefix("testee/") {
        Some(file) => module == "testee" && Path::new(file) == below,
        None => module == "reference" && Path::new(&fault.file) == below,
    }
}

/// The spans that have faults, in the order of the text.
fn sites<'a>(
    text: &str,
    faults: impl Iterator<Item = (usize, &'a Fault)>,
) -> Result<Vec<Site>, Box<dyn Error>> {
    let mut spans: BTreeMap<(usize, usize), Vec<(usize, &Fault)>> = BTreeMap::new();
    for (number, fault) in faults {
        let wrong = |what: String| format!("{}, {}: {what}", fault.file, fault.id);
        let region = match &fault.within {
            Some(anchor) => {
                let start = only(text, 0..text.len(), anchor).map_err(&wrong)?.start;
                start..item_end(text, start)
            }
            None => 0..text.len(),
        };
        let span = only(text, region, &fault.find).map_err(&wrong)?;
        spans.entry((span.start, span.end)).or_default().push((number, fault));
    }
    let mut before: Option<(usize, &Fault)> = None;
    for (&(start, end), faults) in &spans {
        let (_, fault) = faults[0];
        if let Some((reached, other)) = before
            && start < reached
        {
            return Err(format!("{}: the spans of {} and {} overlap", fault.file, other.id, fault.id).into());
        }
        before = Some((end, fault));
    }
    let alternative = |(number, fault): (usize, &Fault)| (number, fault.replace.clone());
    let site = |((start, end), faults): (_, Vec<_>)| Site {
        span: start..end,
        alternatives: faults.into_iter().map(alternative).collect(),
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
fn moved(text: &str, module: &str) -> String {
    // Its examples are run where it is from.
    text.replace("//! ```\n//! use ", "//! ```ignore\n//! use ")
        .replace("crate::", &format!("crate::{module}::"))
        .replace("crivet_reference::", "crate::reference::")
        .replace(&format!("crate::{module}::fault::"), "crate::fault::")
        .replace(&format!("crate::{module}::support::"), "crate::support::")
}
