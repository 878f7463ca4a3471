//! All mutants in one source, each behind a switch, so that it is compiled once and not once for each.
//!
//! cargo-mutants says where a mutant is and what stands there instead. The whole body of the function it is in becomes an
//! alternative ([`splice`](crate::splice)).
//!
//! What does not compile so is found by compiling, taken out, and said to be unviable. Where that proves nothing
//! (bodies of a `const fn`, or whose type has no name, cannot stand side by side), cargo-mutants itself has to do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::Suite;
use super::results::{Mutant, Position};
use crate::splice::{self, Arm, Site};

/// What the mutated crate gets as a module: which mutant is on.
const MODULE: &str = "//! Which mutant is on.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static ACTIVE: LazyLock<AtomicUsize> = LazyLock::new(|| {
    let number = std::env::var(\"CRIVET_MUTANT\").ok().and_then(|number| number.parse().ok());
    AtomicUsize::new(number.unwrap_or_default())
});

/// The number of the mutant that is on; 0 where none is.
pub fn active() -> usize {
    ACTIVE.load(Ordering::Relaxed)
}

/// Switches a mutant on.
pub fn switch_on(number: usize) {
    ACTIVE.store(number, Ordering::Relaxed);
}
";

/// Which mutants compile.
pub(super) struct Switched {
    /// Those that are in the source now.
    pub(super) viable: BTreeSet<usize>,
    /// Those that do not compile.
    pub(super) unviable: BTreeSet<usize>,
    /// Those of which this way tells nothing.
    pub(super) unknown: BTreeSet<usize>,
    /// The programs that test them.
    pub(super) programs: Vec<String>,
}

/// A function in a file and the mutants in it.
struct Function {
    /// The bytes between its braces.
    body: Range<usize>,
    /// Numbers, with the bytes that are replaced and by what.
    mutants: Vec<(usize, Range<usize>, String)>,
}

/// Puts the mutants into the source under `tree`, numbered from one as they come.
pub(super) fn switch(
    tree: &Path,
    suite: &Suite,
    mutants: &[&Mutant],
    build: &mut Command,
) -> Result<Switched> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in (1..).zip(mutants) {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    // Before sources are read: what is added to a file stays in it.
    module(tree, suite)?;
    let mut originals = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    for (file, mutants) in &by_file {
        let text = fs::read_to_string(tree.join(file)).with_context(|| (*file).to_owned())?;
        let functions = functions(&text, mutants, &mut unknown);
        originals.insert((*file).to_owned(), (text, functions));
    }
    let mut unviable = BTreeSet::new();
    loop {
        let out: BTreeSet<usize> = unviable.union(&unknown).copied().collect();
        let mut arms = Vec::new();
        for (file, (text, functions)) in &originals {
            let (switched, here) = splice::switched(text, &sites(text, functions, &out), &|_| {
                "crate::mutant::active()".to_owned()
            });
            fs::write(tree.join(file), switched).with_context(|| file.clone())?;
            arms.extend(here.into_iter().map(|arm| (file, arm)));
        }
        let Built { programs, errors } = built(build)?;
        if errors.is_empty() {
            let viable = (1..=mutants.len()).filter(|number| !out.contains(number)).collect();
            return Ok(Switched { viable, unviable, unknown, programs });
        }
        let before = unviable.len() + unknown.len();
        for (file, line) in &errors {
            let arm = arms.iter().find(|(place, arm)| *place == file && arm.lines.contains(line));
            match arm {
                Some((_, Arm { number: Some(number), .. })) => {
                    unviable.insert(*number);
                }
                // A body that was good is none beside the others: none of them can be told.
                Some((_, Arm { site, .. })) => {
                    let all = originals[file].1[*site].mutants.iter().map(|(number, ..)| *number);
                    unknown.extend(all);
                }
                None => bail!("{file}:{line}: an error outside of the mutants"),
            }
        }
        unviable.retain(|number| !unknown.contains(number));
        println!("{} do not compile so far", unviable.len() + unknown.len());
        ensure!(unviable.len() + unknown.len() > before, "errors that no mutant causes");
    }
}

/// The functions that mutants are in, in the order of the file.
fn functions(text: &str, mutants: &[(usize, &Mutant)], unknown: &mut BTreeSet<usize>) -> Vec<Function> {
    let lines = line_starts(text);
    let offset = |Position { line, column }: Position| {
        let start = lines.get(line - 1).copied().unwrap_or(text.len());
        text[start..].char_indices().nth(column - 1).map_or(text.len(), |(at, _)| start + at)
    };
    let mut functions: BTreeMap<(usize, usize), Function> = BTreeMap::new();
    for (number, mutant) in mutants {
        let whole = offset(mutant.function.start)..offset(mutant.function.end);
        let Some(body) = body(text, whole) else {
            unknown.insert(*number);
            continue;
        };
        let span = offset(mutant.span.start)..offset(mutant.span.end);
        let function =
            functions.entry((body.start, body.end)).or_insert(Function { body, mutants: Vec::new() });
        function.mutants.push((*number, span, mutant.replacement.clone()));
    }
    // Of functions inside each other the inner ones would be copied with the outer.
    let mut result: Vec<Function> = Vec::new();
    for function in functions.into_values() {
        match result.last() {
            Some(last) if function.body.start < last.body.end => {
                unknown.extend(function.mutants.iter().map(|(number, ..)| *number));
            }
            _ => result.push(function),
        }
    }
    result
}

/// What is between the braces of a function; none where its bodies cannot stand side by side.
fn body(text: &str, function: Range<usize>) -> Option<Range<usize>> {
    let mut at = function.start;
    // Comments and attributes may hold braces.
    while let Some(line) = text[at..function.end].lines().next() {
        let start = line.trim_start();
        if !start.starts_with("//") && !start.starts_with('#') {
            break;
        }
        at += line.len() + 1;
    }
    let mut depth = 0;
    let open = text[at..function.end].find(|character| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        character == '{' && depth == 0
    })?;
    let header = &text[at..at + open];
    let nameless = header.rsplit_once("->").is_some_and(|(_, result)| result.contains("impl "));
    if nameless || header.split_whitespace().any(|word| word == "const") {
        return None;
    }
    let close = text[..function.end].rfind('}')?;
    Some(at + open + 1..close)
}

/// Where the mutants of a file go, but for those that are out. Places are the functions'.
fn sites(text: &str, functions: &[Function], out: &BTreeSet<usize>) -> Vec<Site> {
    let site = |Function { body, mutants }: &Function| Site {
        span: body.clone(),
        alternatives: mutants
            .iter()
            .filter(|(number, ..)| !out.contains(number))
            .map(|(number, span, replacement)| {
                let (before, behind) = (&text[body.start..span.start], &text[span.end..body.end]);
                (*number, format!("{before}{replacement}{behind}"))
            })
            .collect(),
    };
    functions.iter().map(site).collect()
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Adds the module, and lets others reach it.
fn module(tree: &Path, suite: &Suite) -> Result<()> {
    let source = tree.join(suite.switch).join("src");
    fs::write(source.join("mutant.rs"), MODULE)?;
    let root = source.join("lib.rs");
    let text = fs::read_to_string(&root)?;
    fs::write(&root, text + "\n/// Which mutant is on.\npub mod mutant;\n")?;
    for (file, here, instead) in suite.reach {
        let path = tree.join(file);
        let text = fs::read_to_string(&path).with_context(|| (*file).to_owned())?;
        ensure!(text.matches(here).count() == 1, "{file} has no place for the switch");
        fs::write(&path, text.replace(here, instead))?;
    }
    Ok(())
}

/// A line of what cargo says with `--message-format=json`.
#[derive(Deserialize)]
struct Line {
    message: Option<Message>,
    executable: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    is_primary: bool,
    line_start: usize,
}

/// What came of compiling: programs, or errors with their file and line.
struct Built {
    programs: Vec<String>,
    errors: BTreeSet<(String, usize)>,
}

fn built(build: &mut Command) -> Result<Built> {
    let output = build.output().context("cargo test --no-run")?;
    let mut built = Built { programs: Vec::new(), errors: BTreeSet::new() };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(Line { message, executable }) = serde_json::from_str(line) else { continue };
        built.programs.extend(executable);
        if let Some(message) = message.filter(|message| message.level == "error") {
            let primary = message.spans.iter().filter(|span| span.is_primary);
            built.errors.extend(primary.map(|span| (super::with_slashes(&span.file_name), span.line_start)));
        }
    }
    let told = output.status.success() || !built.errors.is_empty();
    ensure!(told, "the mutants do not build: {}", String::from_utf8_lossy(&output.stderr));
    Ok(built)
}
