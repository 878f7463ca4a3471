//! Copies the reference's source with every fault of the catalogue in it, each behind a switch.
//!
//! A span of the source that has faults becomes
//!
//! ```text
//! (match crate::fault::active() { 17 => { REPLACE } 18 => { REPLACE } _ => { SPAN } })
//! ```
//!
//! so that one binary holds all of them. A fault is known by its place in the catalogue, counted from one. The
//! reference itself stays as it is: what faults look like is the catalogue's business.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

const CATALOGUE: &str = "catalogue.yaml";
/// The reference's source: in the repository, or else in the package, into which links bring what is copied.
const SOURCE: [&str; 2] = ["../reference/src", "packaged/reference"];
/// What is known of the faults, found the same way.
const KNOWN: [&str; 2] = ["../../reports/mutants", "packaged/mutants"];

/// Of a fault, what is needed here.
#[derive(Deserialize)]
struct Fault {
    id: String,
    /// The file, below the reference's source folder.
    file: String,
    /// The start of the item that the span is in, where the span alone is not unique in the file.
    #[serde(rename = "in")]
    within: Option<String>,
    /// The span, white space apart.
    find: String,
    /// What stands there instead.
    replace: String,
}

/// The faults of one file: their numbers, by the span they are in.
type Spans<'a> = BTreeMap<(usize, usize), Vec<(usize, &'a Fault)>>;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CATALOGUE}");
    let source = first(SOURCE)?;
    println!("cargo::rerun-if-changed={source}");
    println!("cargo::rustc-env=KNOWN={}", fs::canonicalize(first(KNOWN)?)?.display());
    let catalogue: Vec<Fault> = serde_yaml::from_str(&fs::read_to_string(CATALOGUE)?)?;
    let target = Path::new(&std::env::var("OUT_DIR")?).join("reference");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    let mut unused: Vec<&Fault> = catalogue.iter().collect();
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
        let here = |fault: &&Fault| Path::new(&fault.file) == below;
        let faults = catalogue.iter().zip(1..).filter(|(fault, _)| here(fault));
        let spans = spans(text, faults.map(|(fault, number)| (number, fault)))?;
        unused.retain(|fault| !here(fault));
        fs::write(target.join(below), moved(&switched(text, &spans)?))?;
    }
    if let Some(fault) = unused.first() {
        return Err(format!("{}: there is no file {}", fault.id, fault.file).into());
    }
    let root = target.join("lib.rs");
    let module = format!(
        "#[allow(clippy::allow_attributes, clippy::all, clippy::unwrap_used, warnings, reason = \"generated\")]\n\
         #[path = {root:?}]\nmod reference;\n"
    );
    fs::write(target.with_extension("rs"), module)?;
    Ok(())
}

/// The first of the folders that is there. In a checkout without symbolic links the second is none.
fn first(folders: [&'static str; 2]) -> Result<&'static str, Box<dyn Error>> {
    let found = folders.into_iter().find(|folder| Path::new(folder).is_dir());
    found.ok_or_else(|| format!("there is no folder {}", folders.join(", nor ")).into())
}

/// Where each fault's span is.
fn spans<'a>(
    text: &str,
    faults: impl Iterator<Item = (usize, &'a Fault)>,
) -> Result<Spans<'a>, Box<dyn Error>> {
    let mut spans = Spans::new();
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
    Ok(spans)
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

/// The text with a switch at every span.
fn switched(text: &str, spans: &Spans<'_>) -> Result<String, Box<dyn Error>> {
    let mut result = String::new();
    let mut done = 0;
    for (&(start, end), faults) in spans {
        result.push_str(&text[done..start]);
        let span = &text[start..end];
        // A statement stands on its own; an expression may be part of another.
        let is_statement = span.ends_with([';', '}']);
        result.push_str(if is_statement { "" } else { "(" });
        result.push_str("match crate::fault::active() { ");
        for (number, fault) in faults {
            write!(result, "{number} => {{ {} }} ", fault.replace)?;
        }
        write!(result, "_ => {{ {span}\n }} }}")?;
        result.push_str(if is_statement { "" } else { ")" });
        done = end;
    }
    result.push_str(&text[done..]);
    Ok(result)
}

/// The source as a module of this crate.
fn moved(text: &str) -> String {
    text.replace("#[cfg(feature = \"testee\")]\n", "")
        .replace("crate::", "crate::reference::")
        .replace("crate::reference::fault::", "crate::fault::")
        .replace("crate::reference::support::", "crate::support::")
}
