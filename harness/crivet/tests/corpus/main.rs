//! The corpus as files have it: each error is found, at its line and column, and reading stays bounded.

mod vectors;
mod arguments;
mod expectations;
mod inventories;
mod files;
mod embedded;

use std::path::Path;

use crivet::corpus::{Corpus, CorpusErrors, ErrorKind};

const GOOD: &str = r#"
- id: resolve-query-unsets-fragment
  title: A query in the reference drops the base's fragment
  profiles: [href-13, href-27]
  requirements: [href13-5.3-5]
  op: resolve
  base: '[-2, ["foo", 4711], ["pa", "th"], ["query"], "frag"]'
  reference: '[0, null, ["a"]]'
  expect: '[-2, ["foo", 4711], ["pa", "th"], ["a"]]'
"#;

fn parse(text: &str) -> Result<Corpus, CorpusErrors> {
    Corpus::parse("t.yaml", text)
}

/// Every error as `line:column kind`, one a line.
#[track_caller]
fn errors(text: &str, expected: &[&str]) {
    let found: Vec<String> = match parse(text) {
        Ok(_) => Vec::new(),
        Err(CorpusErrors(errors)) => errors
            .iter()
            .map(|e| {
                format!(
                    "{}:{} {} {}",
                    e.location.line,
                    e.location.column,
                    e.id.as_deref().unwrap_or("-"),
                    e.kind
                )
            })
            .collect(),
    };
    assert_eq!(found, expected, "in {text}");
}

/// One vector that decodes, with lines put in place of `expect`.
fn decode(lines: &str) -> String {
    format!("- id: v\n  title: t\n  profiles: [href-13]\n  op: decode\n  cri: '[-1, [\"h\"]]'\n{lines}\n")
}

/// The kinds of the errors that reading a folder gives.
fn read(folder: &Path) -> Vec<ErrorKind> {
    match Corpus::read(&[folder.to_owned()]) {
        Ok(_) => Vec::new(),
        Err(CorpusErrors(errors)) => errors.into_iter().map(|error| error.kind).collect(),
    }
}
