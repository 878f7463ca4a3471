//! What is at a limit is read, what is beyond it is not; and what a file holds, its place says.

use std::fs;
use std::path::Path;

use super::{Limits, Role, at};
use crate::corpus::ErrorKind;
use crate::corpus::files::import::Format;

const SMALL: Limits = Limits { file: 3, total: 6, files: 3, entries: 5 };

/// A folder with files of a number of bytes each.
fn folder(files: &[(&str, usize)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, size) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "x".repeat(*size)).unwrap();
    }
    folder
}

/// How many bytes each file that is read has, and the errors.
fn read(path: &Path) -> (Vec<usize>, Vec<ErrorKind>) {
    let mut errors = Vec::new();
    let sources = at(path, &SMALL, &mut errors);
    let sizes = sources.into_iter().map(|source| source.text.len()).collect();
    (sizes, errors.into_iter().map(|error| error.kind).collect())
}

#[track_caller]
fn expect(files: &[(&str, usize)], sizes: &[usize], errors: &[ErrorKind]) {
    assert_eq!(read(folder(files).path()), (sizes.to_vec(), errors.to_vec()), "{files:?}");
}

#[test]
fn a_file_has_a_limit() {
    expect(&[("a.yaml", 3)], &[3], &[]);
    expect(&[("a.yaml", 4)], &[], &[ErrorKind::TooLarge { found: 4, limit: 3 }]);
    // The size is told, not how much was read of it.
    expect(&[("a.yaml", 9), ("b.yaml", 1)], &[1], &[ErrorKind::TooLarge { found: 9, limit: 3 }]);
}

/// What the system makes up while it is read has no size.
#[test]
#[cfg(target_os = "linux")]
fn a_file_of_the_system_has_a_limit() {
    let (sizes, errors) = read(Path::new("/proc/self/status"));
    assert_eq!((sizes, errors), (Vec::new(), vec![ErrorKind::TooLarge { found: 4, limit: 3 }]));
}

#[test]
fn all_files_together_have_a_limit() {
    expect(&[("a.yaml", 3), ("b.yaml", 3)], &[3, 3], &[]);
    expect(&[("a.yaml", 3), ("b.yaml", 3), ("c.yaml", 1)], &[], &[ErrorKind::TooMuch(6)]);
}

#[test]
fn vector_files_are_counted() {
    expect(&[("a.yaml", 1), ("b.yml", 1), ("c.yaml", 1), ("d.txt", 1)], &[1, 1, 1], &[]);
    let four = [("a.yaml", 1), ("b.yaml", 1), ("c.yaml", 1), ("d.yaml", 1)];
    expect(&four, &[], &[ErrorKind::TooManyFiles(3)]);
}

#[test]
fn what_is_looked_at_is_counted() {
    // The folder itself is one of them.
    let most = [("a.yaml", 1), ("b.txt", 1), ("c.txt", 1), ("d.txt", 1)];
    expect(&most, &[1], &[]);
    let (one_more, too_many) = ([&most[..], &[("e.txt", 1)]].concat(), ErrorKind::TooManyEntries(5));
    expect(&one_more, &[], &[too_many]);
    // What is hidden is not looked at.
    expect(&[&most[..], &[(".e.yaml", 1)]].concat(), &[1], &[]);
}

/// The roles of the files in a folder, by name.
#[track_caller]
fn roles(files: &[(&str, usize)], expected: &[Role]) {
    let folder = folder(files);
    let mut errors = Vec::new();
    let sources = at(folder.path(), &super::LIMITS, &mut errors);
    let roles: Vec<Role> = sources.iter().map(|source| source.role).collect();
    assert_eq!((roles.as_slice(), errors.as_slice()), (expected, &[][..]));
}

#[test]
fn the_place_says_what_a_file_holds() {
    roles(
        &[
            ("CHANGES.yaml", 1),
            ("ids.txt", 1),
            ("requirements/own.yaml", 1),
            ("rulings.yaml", 1),
            ("v/rulings.yaml", 1),
            ("v/ids.txt", 1),
            ("w.yml", 1),
            ("x.json", 1),
        ],
        &[Role::Changes, Role::Ids, Role::Requirements, Role::Rulings, Role::Vectors, Role::Vectors],
    );
}

#[test]
fn what_is_named_is_meant() {
    let folder = folder(&[("rulings.yaml", 1), ("t.csv", 1), ("t.json", 1), ("t.txt", 1)]);
    for (name, role) in [
        ("rulings.yaml", Role::Vectors),
        ("t.csv", Role::Imported(Format::Csv)),
        ("t.json", Role::Imported(Format::Json)),
        ("t.txt", Role::Vectors),
    ] {
        let mut errors = Vec::new();
        let sources = at(&folder.path().join(name), &SMALL, &mut errors);
        let [source] = &sources[..] else { panic!("{name}: {errors:?}") };
        assert_eq!((source.role, source.text.as_str()), (role, "x"), "{name}");
    }
}

#[test]
fn vectors_there_have_to_be() {
    expect(&[], &[], &[ErrorKind::NoFiles]);
    expect(&[("rulings.yaml", 1)], &[1], &[ErrorKind::NoFiles]);
}
