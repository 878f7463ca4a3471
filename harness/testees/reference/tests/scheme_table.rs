//! The scheme tables are the drafts', extracted twice: once here, once for the vectors.

use crivet_reference::{Revision, scheme::registry};

#[track_caller]
fn check(revision: Revision, file: &str) {
    let table = crivet_vectors::scheme_table(file).expect("the table is there");
    let rows = registry::rows(revision).iter();
    let ours: Vec<String> = rows.map(|(number, name)| format!("{number},{name}")).collect();
    let theirs: Vec<String> =
        table.lines().filter(|line| line.starts_with('-')).map(name_in_lower_case).collect();
    assert_eq!(ours, theirs);
}

/// A remark in the row is no part of the name.
fn name_in_lower_case(row: &str) -> String {
    row.trim_end_matches(" (OBSOLETE)").to_ascii_lowercase()
}

#[test]
fn same_as_those_of_the_vectors() {
    check(Revision::Href13, "href-13");
    check(Revision::Href27, "href-27");
}
