//! `cargo xtask documents`: the numbers in README and guide, from the published results.
//!
//! A block starts with `<!-- cargo xtask documents: NAME -->` and ends with `<!-- end -->`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use crivet::corpus::Corpus;
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::select::{Case, Filter};

use crate::files;

/// Make the numbers in README and guide
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail and show the difference if a document is out of date
    #[arg(long)]
    check: bool,
}

/// The documents, each with its blocks.
type Block = (&'static str, fn() -> Result<String>);
const DOCUMENTS: [(&str, &[Block]); 2] = [
    (
        "README.md",
        &[
            ("the run of cri-ref", || summary("cri-ref", "href-13")),
            ("the errors of cri-ref", errors),
            ("who is measured", measured),
        ],
    ),
    ("harness/testees/README.md", &[("decode", decode)]),
];

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let mut current = true;
    for (path, blocks) in DOCUMENTS {
        let file = files::root().join(path);
        let mut text = fs::read_to_string(&file).with_context(|| path.to_owned())?;
        for (name, make) in blocks {
            text = replaced(&text, name, &make()?).with_context(|| path.to_owned())?;
        }
        current &= files::publish(&file, &text, arguments.check)?;
        println!("{path}: {} blocks", blocks.len());
    }
    ensure!(current, "the documents are not current; `cargo xtask documents` makes their numbers anew");
    Ok(())
}

fn replaced(document: &str, name: &str, text: &str) -> Result<String> {
    let start = format!("<!-- cargo xtask documents: {name} -->\n");
    let (before, rest) =
        document.split_once(&start).with_context(|| format!("there is no block `{name}`"))?;
    let (_, after) = rest.split_once("<!-- end -->").context("a block has no end")?;
    Ok(format!("{before}{start}{text}<!-- end -->{after}"))
}

/// How many vectors passed, failed, had no answer and were not asked, and how many passes have notes.
#[derive(Clone, Copy, Default)]
struct Counts {
    passed: usize,
    failed: usize,
    errors: usize,
    skipped: usize,
    notes: usize,
}

impl Counts {
    fn add(self, other: Counts) -> Counts {
        Counts {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            errors: self.errors + other.errors,
            skipped: self.skipped + other.skipped,
            notes: self.notes + other.notes,
        }
    }

    fn cells(self) -> [usize; 5] {
        [self.passed, self.failed, self.errors, self.skipped, self.notes]
    }

    fn all(self) -> usize {
        self.passed + self.failed + self.errors + self.skipped
    }
}

/// The counts of a published result, by the operation in the ids of its vectors.
fn counts(name: &str, profile: &str) -> Result<BTreeMap<&'static str, Counts>> {
    let path = files::root().join(format!("reports/results/{name}.txt"));
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut by_operation: BTreeMap<&'static str, Counts> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let (Some(of), Some(id), Some(status)) = (words.next(), words.next(), words.next()) else { continue };
        if of != profile {
            continue;
        }
        let operation = operation(id).with_context(|| format!("{id} starts with no operation"))?;
        let counts = by_operation.entry(operation).or_default();
        match status {
            "pass" => counts.passed += 1,
            "fail" => counts.failed += 1,
            "error" => counts.errors += 1,
            _ => counts.skipped += 1,
        }
        counts.notes += usize::from(status == "pass" && words.next().is_some());
    }
    Ok(by_operation)
}

/// The operation that an id starts with.
fn operation(id: &str) -> Option<&'static str> {
    let id = id.strip_prefix("early-").unwrap_or(id);
    let names: BTreeSet<&'static str> = OperationName::ALL.map(OperationName::name).into();
    names.into_iter().find(|name| id.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')))
}

fn row(profile: &str, operation: &str, cells: [String; 5]) -> String {
    let [passed, failed, errors, skipped, notes] = cells;
    format!(" {profile}  {operation:10}  {passed:>6}  {failed:>6}  {errors:>6}  {skipped:>7}  {notes:>5}\n")
}

fn numbers(counts: Counts) -> [String; 5] {
    counts.cells().map(|count| if count == 0 { "·".to_owned() } else { count.to_string() })
}

/// The end of a run, as the text report has it: a row for what is claimed, and one for all that is not.
fn summary(name: &str, profile: &str) -> Result<String> {
    const WIDTH: usize = "not claimed".len();
    let counts = counts(name, profile)?;
    let all = counts.values().copied().fold(Counts::default(), Counts::add);
    let row = |first: &str, operation: &str, cells| row(&format!("{first:WIDTH$}"), operation, cells);
    let mut text =
        row("profile", "operation", ["passed", "failed", "errors", "skipped", "notes"].map(str::to_owned));
    let (mut rows, mut left_out) = (0, Counts::default());
    for operation in OperationName::ALL.map(OperationName::name) {
        match counts.get(operation) {
            Some(counts) if counts.skipped == counts.all() => {
                rows += 1;
                left_out = left_out.add(*counts);
            }
            Some(counts) => text += &row(profile, operation, numbers(*counts)),
            None => {}
        }
    }
    text += &row("not claimed", &format!("{rows} rows"), numbers(left_out));
    text += &row("all", "", numbers(all));
    let Counts { passed, failed, errors, skipped, .. } = all;
    let claimed = all.all() - skipped;
    Ok(format!(
        "\n```text\n{text}\nfail: {passed} of {claimed} claimed passed, {failed} failed, {errors} without an answer, \
         {skipped} not claimed\n```\n\n"
    ))
}

fn errors() -> Result<String> {
    let errors: usize = counts("cri-ref", "href-13")?.values().map(|counts| counts.errors).sum();
    Ok(format!(
        "The {errors} errors are panics and aborts of the library: each is charged to the vector that caused it, and the run \
         goes on.\n"
    ))
}

/// The implementations from elsewhere: the name of the result, what it is, its profile, and the page of findings.
const MEASURED: [(&str, &str, &str, &str); 7] = [
    ("cri-ref", "crate cri-ref 0.0.2", "href-13", "cri-ref"),
    ("aiocoap", "aiocoap 0.4.17, Python", "rfc7252", "aiocoap"),
    ("coap-npm", "coap 1.5.0, Node.js", "rfc7252", "coap-npm"),
    ("libcoap", "libcoap 4.3.1, C", "rfc7252", "libcoap"),
    ("iri-string", "crate iri-string 0.7.14", "iri-guidelines-01", "iri-crates"),
    ("oxiri", "crate oxiri 0.3.1", "iri-guidelines-01", "iri-crates"),
    ("rfc3986", "rfc3986 2.0.0, Python", "iri-guidelines-01", "rfc3986"),
];

fn measured() -> Result<String> {
    let mut text = "\n| implementation | profile | passes | of those asked | findings |\n\
                    |----------------|---------|--------|----------------|----------|\n"
        .to_owned();
    for (name, what, profile, page) in MEASURED {
        let all = counts(name, profile)?.into_values().fold(Counts::default(), Counts::add);
        text += &format!(
            "| {what} | `{profile}` | {} | {} | [{page}](reports/findings/{page}.md) |\n",
            all.passed,
            all.all() - all.skipped
        );
    }
    Ok(text + "\n")
}

/// The line of `decode` in a run of the example in Python, on which the guide is built, as long as it claims nothing else:
/// what asks other things as well is skipped.
fn decode() -> Result<String> {
    let mut counts = counts("example-python", "href-13")?.get("decode").copied().unwrap_or_default();
    let corpus = Corpus::embedded()?;
    let cases = Filter { profiles: vec![Profile::Href13], ..Filter::default() }.select(&corpus);
    let asks_more = |case: &&Case<'_>| {
        let decodes = |name| name == OperationName::Decode;
        decodes(case.vector.operation.name())
            && !case.vector.before.iter().all(|step| decodes(step.operation.name()))
    };
    let more = cases.iter().filter(asks_more).count();
    counts.passed -= more;
    counts.skipped += more;
    let head =
        row("profile", "operation", ["passed", "failed", "errors", "skipped", "notes"].map(str::to_owned));
    Ok(format!("\n```text\n{head}{}```\n\n", row("href-13", "decode", numbers(counts))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_the_documents_are_published() {
        main(&Arguments { check: true }).unwrap();
    }

    #[test]
    fn only_the_block_is_replaced() {
        let document = "a\n<!-- cargo xtask documents: b -->\nold\n<!-- end -->\nc\n";
        let made = replaced(document, "b", "new\n").unwrap();
        assert_eq!(made, "a\n<!-- cargo xtask documents: b -->\nnew\n<!-- end -->\nc\n");
        assert!(replaced(document, "d", "").is_err());
    }

    #[test]
    fn every_vector_starts_with_an_operation() {
        for (id, name) in
            [("uri-to-cri-a", "uri-to-cri"), ("early-decode-b", "decode"), ("relative-c", "relative")]
        {
            assert_eq!(operation(id), Some(name));
        }
        assert_eq!(operation("relativized-a"), None);
    }
}
