//! What people read, as it stands: wide and narrow, with colours and without.
//!
//! `cargo insta review`, or `INSTA_UPDATE=always`, takes over what was meant to change.

use crivet_report::compare::{Comparison, Layout, Matrix};
use crivet_report::specification::View;
use crivet_report::styled::Styled;
use crivet_report::{explain, github, markdown, show, tap, text};

use super::fixture::{BAD, BETTER, Made, corpus, covered, held, invocation, results, run_of};

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

fn plain(text: &Styled) -> String {
    assert_eq!(text.plain(), anstream::adapter::strip_str(&text.ansi()).to_string());
    seen(&text.plain())
}

#[test]
fn a_run() {
    let corpus = corpus();
    let run = run_of(&BAD, &corpus);
    let text = text::run(&run, &corpus, &invocation(), None);
    insta::assert_snapshot!("run_plain", plain(&text));
    insta::assert_snapshot!("run_colour", seen(&text.ansi()));
    insta::assert_snapshot!("run_narrow_plain", narrow(&text::run(&run, &corpus, &invocation(), Some(48))));
    insta::assert_snapshot!("run_markdown", seen(&markdown::run(&run, &corpus, &invocation())));
    insta::assert_snapshot!("run_tap", seen(&tap::run(&run, &corpus, &invocation())));
    insta::assert_snapshot!("run_github", seen(&github::run(&run, &corpus, &invocation())));
}

/// Without styles, and no line longer than 48 characters, but for commands: quoted words cannot be broken.
#[track_caller]
fn narrow(text: &Styled) -> String {
    let text = plain(text);
    for line in text.lines().filter(|line| !line.contains("crivet run ")) {
        assert!(line.chars().count() <= 48, "{line}");
    }
    text
}

#[test]
fn what_is_shown_and_explained() {
    let corpus = corpus();
    for id in ["decode-empty", "made-up-scheme", "R1"] {
        let (wide, slim) = (show::entry(&corpus, id, None), show::entry(&corpus, id, Some(48)));
        insta::assert_snapshot!(format!("show_{id}"), plain(&wide.unwrap()));
        insta::assert_snapshot!(format!("show_{id}_narrow"), narrow(&slim.unwrap()));
        let (wide, slim) = (explain::word(&corpus, id, Some(90)), explain::word(&corpus, id, Some(48)));
        insta::assert_snapshot!(format!("explain_{id}"), plain(&wide.unwrap()));
        insta::assert_snapshot!(format!("explain_{id}_narrow"), narrow(&slim.unwrap()));
    }
    insta::assert_snapshot!(
        "show_colour",
        seen(&show::entry(&corpus, "decode-empty", Some(90)).unwrap().ansi())
    );
    for word in ["resolve", "disputed", "pet", "href-13", "userinfo"] {
        insta::assert_snapshot!(
            format!("explain_{word}"),
            plain(&explain::word(&corpus, word, Some(90)).unwrap())
        );
    }
    assert_eq!(explain::word(&corpus, "no-such-word", None), None);
    assert_eq!(explain::alike(&corpus, "resolve-querry"), ["resolve-query", "resolve", "resolve-panics"]);
    for term in explain::terms() {
        assert!(
            explain::word(&corpus, term, None).is_some_and(|text| text.plain().lines().count() > 1),
            "{term}"
        );
    }
}

#[test]
fn the_specification() {
    let corpus = corpus();
    let (coverage, cases, answers) = covered(&corpus);
    let view = View::new(&corpus, &cases, &coverage, &answers);
    insta::assert_snapshot!("specification_wide_plain", plain(&view.text(None)));
    insta::assert_snapshot!("specification_wide_colour", seen(&view.text(None).ansi()));
    insta::assert_snapshot!("specification_narrow_plain", narrow(&view.text(Some(48))));
    insta::assert_snapshot!("specification_lines", view.lines());
    insta::assert_snapshot!("specification_counts", coverage.text());
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
    let (before, after) = (results(&BAD, &corpus), results(&BETTER, &corpus));
    let inputs = [("before.json", &before), ("after.json", &after)];
    check("change", &Comparison::new(&inputs, false));
}

#[test]
fn a_matrix() {
    let corpus = corpus();
    let one = results(&BAD, &corpus);
    let two = results(&Made { name: "another-implementation", ..BETTER }, &corpus);
    let three = results(&Made { name: "third", ..BETTER }, &corpus);
    let inputs = [("a.json", &one), ("b.json", &two), ("c.json", &three)];
    check("matrix", &Comparison::new(&inputs, false));
    let columns = vec![("bad".to_owned(), &one), ("another".to_owned(), &two), ("third".to_owned(), &three)];
    insta::assert_snapshot!("matrix_lines", Matrix::of_named(columns).lines());
}

#[track_caller]
fn check(name: &str, comparison: &Comparison<'_>) {
    let wide = comparison.text(Layout { width: None, details: 10 });
    let narrow = comparison.text(Layout { width: Some(48), details: 1 });
    let widest = plain(&narrow).lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(48), "{widest:?} columns\n{}", narrow.plain());
    insta::assert_snapshot!(format!("{name}_wide_plain"), plain(&wide));
    insta::assert_snapshot!(format!("{name}_wide_colour"), seen(&wide.ansi()));
    insta::assert_snapshot!(format!("{name}_narrow_plain"), plain(&narrow));
    let layout = Layout { width: None, details: 10 };
    insta::assert_snapshot!(format!("{name}_markdown"), seen(&comparison.markdown(layout)));
}
