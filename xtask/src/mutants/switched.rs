//! All mutants in one source, each behind a switch, so that it is compiled once and not once for each.
//!
//! cargo-mutants says where a mutant is and what stands there instead. The function it is in becomes
//!
//! ```text
//! fn f(…) -> T { match crate::mutant::active() { 17 => { MUTATED BODY } 18 => { MUTATED BODY } _ => { BODY } } }
//! ```
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

use super::results::{Mutant, Position};

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

/// What `vectors_alone.rs` has in place of the switch, and what it gets.
const NO_SWITCH: &str = "fn switch_on(_number: usize) {}";
const SWITCH: &str = "fn switch_on(number: usize) {\n    crivet_reference::mutant::switch_on(number);\n}";

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

/// Where an arm went: in which lines of a file.
struct Arm {
    file: String,
    lines: Range<usize>,
    /// None for the body as it was.
    number: Option<usize>,
    function: usize,
}

/// Puts the mutants into the source under `tree`, numbered from one as they come.
pub(super) fn switch(
    tree: &Path,
    package: &Path,
    mutants: &[&Mutant],
    build: &mut Command,
) -> Result<Switched> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (number, mutant) in (1..).zip(mutants) {
        by_file.entry(&mutant.file).or_default().push((number, mutant));
    }
    let mut originals = BTreeMap::new();
    let mut unknown = BTreeSet::new();
    for (file, mutants) in &by_file {
        let text = fs::read_to_string(tree.join(file)).with_context(|| (*file).to_owned())?;
        let functions = functions(&text, mutants, &mut unknown);
        originals.insert((*file).to_owned(), (text, functions));
    }
    module(&tree.join(package))?;
    let mut unviable = BTreeSet::new();
    loop {
        let out: BTreeSet<usize> = unviable.union(&unknown).copied().collect();
        let mut arms = Vec::new();
        for (file, (text, functions)) in &originals {
            let switched = write(file, text, functions, &out, &mut arms);
            fs::write(tree.join(file), switched).with_context(|| file.clone())?;
        }
        let Built { programs, errors } = built(build)?;
        if errors.is_empty() {
            let viable = (1..=mutants.len()).filter(|number| !out.contains(number)).collect();
            return Ok(Switched { viable, unviable, unknown, programs });
        }
        let before = unviable.len() + unknown.len();
        for (file, line) in &errors {
            let arm = arms.iter().find(|arm| arm.file == *file && arm.lines.contains(line));
            match arm {
                Some(Arm { number: Some(number), .. }) => {
                    unviable.insert(*number);
                }
                // A body that was good is none beside the others: none of them can be told.
                Some(Arm { function, file, .. }) => {
                    let all = originals[file].1[*function].mutants.iter().map(|(number, ..)| *number);
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

/// The file with its mutants, but for those that are out.
fn write(
    file: &str,
    text: &str,
    functions: &[Function],
    out: &BTreeSet<usize>,
    arms: &mut Vec<Arm>,
) -> String {
    let mut result = String::new();
    let mut done = 0;
    for (index, Function { body, mutants }) in functions.iter().enumerate() {
        let mut mutants = mutants.iter().filter(|(number, ..)| !out.contains(number)).peekable();
        if mutants.peek().is_none() {
            continue;
        }
        result.push_str(&text[done..body.start]);
        result.push_str(" match crate::mutant::active() {\n");
        let mut arm = |number: Option<usize>, body: &str| {
            let first = result.matches('\n').count() + 1;
            let name = number.map_or("_".to_owned(), |number| number.to_string());
            result.push_str(&format!("{name} => {{ {body}\n}}\n"));
            let lines = first..result.matches('\n').count() + 1;
            arms.push(Arm { file: file.to_owned(), lines, number, function: index });
        };
        for (number, span, replacement) in mutants {
            let mutated =
                format!("{}{replacement}{}", &text[body.start..span.start], &text[span.end..body.end]);
            arm(Some(*number), &mutated);
        }
        arm(None, &text[body.clone()]);
        result.push_str("} ");
        done = body.end;
    }
    result + &text[done..]
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Adds the module, and lets the test of the vectors alone reach it.
fn module(package: &Path) -> Result<()> {
    fs::write(package.join("src/mutant.rs"), MODULE)?;
    let root = package.join("src/lib.rs");
    let text = fs::read_to_string(&root)?;
    if !text.contains("pub mod mutant;") {
        fs::write(&root, text + "\n/// Which mutant is on.\npub mod mutant;\n")?;
    }
    let test = package.join("tests/vectors_alone.rs");
    if test.exists() {
        let text = fs::read_to_string(&test)?;
        ensure!(text.matches(NO_SWITCH).count() == 1, "{} has no place for the switch", test.display());
        fs::write(&test, text.replace(NO_SWITCH, SWITCH))?;
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
