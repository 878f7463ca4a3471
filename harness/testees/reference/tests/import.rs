//! The reference passes what a file in a format of the working group asks.

use crivet::corpus::Corpus;
use crivet::implementation::Implementation;
use crivet::run::{Options, Subject, run};
use crivet::select::Filter;
use crivet_testee_reference::Reference;

const TESTS: &str = r#"type;uri;cri;red;resolved_uri;resolved_cri;cri_hex;resolved_cri_hex;comment;features_needed
base;coap://h/a/b?q;[-1, ["h"], ["a", "b"], ["q"]];;;;84208161688261616162816171;;the base;
rt;../c;[2, ["c"]];;coap://h/c;[-1, ["h"], ["c"]];8202816163;8320816168816163;up and down;
rt;a;[1, ["a"]];;;;;;;text_or_pet
"#;

#[test]
fn the_reference_passes_what_a_file_asks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tests.csv");
    std::fs::write(&path, TESTS).unwrap();
    let corpus = Corpus::read(&[path]).unwrap();
    assert_eq!(corpus.vectors.len(), 11);
    let reference = Reference::new();
    let options = Options { jobs: 1, strict: false, cancel: &false.into() };
    let cases = Filter::default().select(&corpus);
    let run = run(Subject::InProcess(&reference), reference.describe(), &cases, &options, &|_| {}).unwrap();
    assert!(run.green(), "{:?}", run.tally());
}
