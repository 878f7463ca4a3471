//! What the oracles compare with.

use super::*;

#[track_caller]
fn differs(result: Result<Vec<Note>, Difference>, expected: &str) {
    let difference = result.expect_err("they differ").to_string();
    assert!(difference.contains(expected), "{difference}");
}

#[test]
fn uris_that_cris_stand_for() {
    let h13 = Profile::Href13;
    let (one, other) = (edn(r#"[-1, ["h"], ["a"]]"#), edn(r#"[-1, ["h"], ["b"]]"#));
    assert_eq!(same_uri(&one, &one, h13), Ok(Vec::new()));
    differs(same_uri(&one, &other, h13), r#"expected "a", came "b""#);
}

#[test]
fn texts() {
    assert_eq!(same_text("coap://h/a", "coap://h/a"), Ok(Vec::new()));
    differs(same_text("coap://h/a", "coap://h/b"), "expected");
}

#[test]
fn components_of_iris() {
    let components = |path: &str| IriComponents { path: Some(path.into()), ..IriComponents::default() };
    assert_eq!(same_components("/a", &components("/a"), &components("/a")), Ok(Vec::new()));
    differs(same_components("/a", &components("/a"), &components("/b")), "path");
}

#[test]
fn uris_of_iris() {
    assert_eq!(same_uri_of_iri("/\u{e9}", "/%C3%A9", "/%C3%A9"), Ok(Vec::new()));
    differs(same_uri_of_iri("/\u{e9}", "/%C3%A9", "/%E9"), "expected");
}
