//! The HTML as a document: nothing from outside gets in as markup, and nothing asks for the network.

use crivet::report::compare::Comparison;
use crivet::report::html;

use super::fixture::{BAD, MENDED, corpus, invocation, results, run_of};

#[track_caller]
fn sealed(page: &str) {
    assert!(page.starts_with("<!doctype html>\n"));
    assert_eq!(page.matches("<script").count(), 2, "its data and its script, no other");
    assert_eq!(page.matches("</script>").count(), 2);
    for outside in ["<img", "http://", "https://", "@import", "url(", "<b>", " style="] {
        assert!(!page.contains(outside), "{outside:?} is in the page");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("unsafe-inline"));
}

#[test]
fn a_run_is_sealed() {
    let corpus = corpus();
    let page = html::run(&run_of(&BAD, &corpus), &corpus, &invocation());
    sealed(&page);
    assert!(page.contains("<h1>bad &lt;b&gt;&amp; "), "the name is text");
    assert!(page.contains("reject-all"), "the floors stand beside the score");
    assert!(page.contains("operation `uri-to-cri` is not claimed"), "and so does what was skipped");
}

#[test]
fn a_comparison_is_sealed() {
    let corpus = corpus();
    let (before, after) = (results(&BAD, &corpus), results(&MENDED, &corpus));
    for matrix in [false, true] {
        let mut inputs = vec![("a.json", &before), ("<b>.json", &after)];
        if matrix {
            inputs.push(("<b>.json", &after));
        }
        sealed(&Comparison::new(&inputs, false).html());
    }
}
