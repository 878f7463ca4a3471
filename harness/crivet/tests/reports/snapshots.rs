//! What people read, as it stands: wide and narrow, with colours and without.
//!
//! `cargo insta review`, or `INSTA_UPDATE=always`, takes over what was meant to change.

use crivet::report::compare::{Comparison, Layout};
use crivet::report::{github, markdown, tap, text};

use super::fixture::{BAD, MENDED, Made, corpus, held, invocation, results, run_of};

/// Escapes in sight, so that a person can review them; other control characters as well.
fn seen(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{1b}' => "␛".to_owned(),
            '\n' => "\n".to_owned(),
            c if c.is_control() => format!("{c:?}"),
            c => c.to_string(),
        })
        .collect()
}

fn plain(text: &str) -> String {
    seen(&anstream::adapter::strip_str(text).to_string())
}

#[test]
fn a_run() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let text = text::run(&run, &corpus, &invocation(), None);
    insta::assert_snapshot!("run_plain", plain(&text));
    insta::assert_snapshot!("run_colour", seen(&text));
    insta::assert_snapshot!("run_markdown", seen(&markdown::run(&run, &corpus, &invocation())));
    insta::assert_snapshot!("run_tap", seen(&tap::run(&run, &corpus, &invocation())));
    insta::assert_snapshot!("run_github", seen(&github::run(&run, &invocation())));
}

#[test]
fn a_run_with_a_baseline() {
    let corpus = corpus();
    let run = held(&corpus);
    insta::assert_snapshot!("held_plain", plain(&text::run(&run, &corpus, &invocation(), None)));
    insta::assert_snapshot!("held_markdown", seen(&markdown::run(&run, &corpus, &invocation())));
}

#[test]
fn a_change() {
    let corpus = corpus();
    let (before, after) = (results(&BAD, &corpus), results(&MENDED, &corpus));
    let inputs = [("before.json", &before), ("after.json", &after)];
    check("change", &Comparison::new(&inputs, false));
}

#[test]
fn a_matrix() {
    let corpus = corpus();
    let one = results(&BAD, &corpus);
    let two = results(&Made { name: "another-implementation", ..MENDED }, &corpus);
    let three = results(&Made { name: "third", ..MENDED }, &corpus);
    let inputs = [("a.json", &one), ("b.json", &two), ("c.json", &three)];
    check("matrix", &Comparison::new(&inputs, false));
}

#[track_caller]
fn check(name: &str, comparison: &Comparison<'_>) {
    let wide = comparison.text(Layout { width: None, details: 10 });
    let narrow = comparison.text(Layout { width: Some(48), details: 1 });
    let widest = plain(&narrow).lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(48), "{widest:?} columns\n{narrow}");
    insta::assert_snapshot!(format!("{name}_wide_plain"), plain(&wide));
    insta::assert_snapshot!(format!("{name}_wide_colour"), seen(&wide));
    insta::assert_snapshot!(format!("{name}_narrow_plain"), plain(&narrow));
    let layout = Layout { width: None, details: 10 };
    insta::assert_snapshot!(format!("{name}_markdown"), seen(&comparison.markdown(layout)));
}
