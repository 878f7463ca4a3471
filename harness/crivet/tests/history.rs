//! Permanent ids and the list of changes: a corpus that breaks its promises is not read.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;

use crivet::corpus::Corpus;

fn vector(id: &str, since: &str) -> String {
    format!(
        "- id: {id}\n  title: t\n  profiles: [href-13]\n{since}  op: decode\n  cri: '[0]'\n  expect: '[0]'\n"
    )
}

const CHANGES: &str = "
- version: 0.2.0
  title: The second
  released: false
  added: [new-*]
  withdrawn: [{id: gone, why: It was wrong.}]
  changed: [{id: one, why: The erratum.}]
- {version: 0.1.0, title: The first, added: ['*']}
";
const IDS: &str = "# ids\none 0.1.0\n\ngone 0.1.0\n";
const GRAVE: &str = "- {id: gone, superseded-by: one}\n";
const NEW: &str = "  since: 0.2.0\n";

/// Reads a corpus of these files; every error as `file:line id: kind`.
#[track_caller]
fn reads(vectors: &str, changes: &str, ids: &str, expected: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.yaml", vectors), ("CHANGES.yaml", changes), ("ids.txt", ids)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let found: Vec<String> = match Corpus::read(&[folder.path().to_owned()]) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .0
            .iter()
            .map(|error| {
                let file = error.location.file.rsplit(['/', '\\']).next().unwrap_or_default();
                let id = error.id.as_deref().unwrap_or("-");
                format!("{file}:{} {id}: {}", error.location.line, error.kind)
            })
            .collect(),
    };
    assert_eq!(found, expected);
}

fn sound() -> String {
    vector("one", "") + &vector("new-one", NEW) + GRAVE
}

#[test]
fn a_corpus_that_keeps_its_promises_is_read() {
    reads(&sound(), CHANGES, IDS, &[]);
}

#[test]
fn an_id_cannot_go_without_a_tombstone() {
    reads(
        &(vector("one", "") + &vector("new-one", NEW)),
        CHANGES,
        IDS,
        &[
            "ids.txt:4 gone: the id is permanent, and no vector has it any more; a vector that was withdrawn \
             leaves a tombstone",
            "CHANGES.yaml:2 gone: said to be withdrawn, and has no tombstone",
        ],
    );
}

#[test]
fn a_vector_cannot_slip_into_a_version_that_is_released() {
    let late = "version 0.1.0 is released without it; a vector that comes later says `since` which version it \
                comes with";
    reads(&(sound() + &vector("two", "")), CHANGES, IDS, &[&format!("a.yaml:15 two: {late}")]);
}

#[test]
fn a_vector_cannot_move_to_another_version() {
    let one = vector("one", NEW) + GRAVE;
    reads(
        &one,
        CHANGES,
        IDS,
        &[
            "ids.txt:2 one: the vector came with 0.1.0, and now says 0.2.0",
            "a.yaml:1 one: it is not among what CHANGES.yaml says 0.2.0 added",
        ],
    );
}

#[test]
fn the_changes_name_what_there_is() {
    let unknown = "`since: 0.3.0` names a version that CHANGES.yaml does not have";
    reads(
        &(sound() + &vector("new-two", "  since: 0.3.0\n")),
        CHANGES,
        IDS,
        &[&format!("a.yaml:15 new-two: {unknown}")],
    );
    reads(
        &(sound() + "- {id: dead, superseded-by: one}\n"),
        CHANGES,
        IDS,
        &["a.yaml:15 dead: CHANGES.yaml does not say which version withdrew it, and why"],
    );
    let renamed = CHANGES.replace("id: one", "id: onne");
    reads(&sound(), &renamed, IDS, &["CHANGES.yaml:2 onne: said to be changed, and no vector has the id"]);
}

#[test]
fn broken_lines_are_errors_with_their_place() {
    reads(&sound(), CHANGES, "one\n", &["ids.txt:1 -: expected an id and a version"]);
    let swapped = "- {version: 0.1.0, title: t, added: ['*']}\n- {version: 0.2.0, title: t, added: ['*']}\n";
    reads(
        &vector("one", ""),
        swapped,
        "one 0.1.0\n",
        &["CHANGES.yaml:2 -: version 0.2.0 stands below an older one, or twice"],
    );
    let wrong = "- {version: 1, title: t}\n";
    reads(
        &vector("one", ""),
        wrong,
        "one 0.1.0\n",
        &["CHANGES.yaml:1 -: expected a text, found the number 1 (quote it if a text is meant)"],
    );
    let pattern = "- {version: 0.1.0, title: t, added: ['[']}\n";
    reads(
        &vector("one", ""),
        pattern,
        "one 0.1.0\n",
        &["CHANGES.yaml:1 -: `[` is not a glob: a `[` has no `]`"],
    );
    let since = "  since: soon\n";
    reads(
        &vector("one", since),
        CHANGES,
        IDS,
        &["a.yaml:4 one: expected a version of three numbers, such as 0.1.0, found the text \"soon\""],
    );
}

#[test]
fn a_corpus_without_these_files_promises_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), vector("one", "  since: 7.0.0\n") + GRAVE).unwrap();
    assert_eq!(Corpus::read(&[folder.path().to_owned()]).unwrap().vectors.len(), 1);
}
