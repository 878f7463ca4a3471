//! The scheme table is the draft's, extracted twice: once here, once for the vectors.

use crivet_reference::{Revision, scheme::registry};

#[test]
fn same_as_that_of_the_vectors() {
    let file = crivet_vectors::scheme_table("href-13").expect("the table is there");
    let rows = registry::rows(Revision::Href13).iter();
    let ours: Vec<String> = rows.map(|(number, name)| format!("{number},{name}")).collect();
    let table = std::str::from_utf8(file.contents).expect("the table is text");
    let theirs: Vec<&str> = table.lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(ours, theirs);
}
