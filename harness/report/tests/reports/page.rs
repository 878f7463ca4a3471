//! The HTML as a document: nothing from outside gets in as markup, and nothing asks for the network.

use crivet::vector::Budget;
use crivet_report::campaign::Night;
use crivet_report::compare::Comparison;
use crivet_report::picture::{Bar, Campaign, Speed, effort, score};
use crivet_report::specification::View;
use crivet_report::{html, tap, text};

use super::fixture::{BAD, BETTER, corpus, covered, invocation, mutation_score, night, results, run_of};

#[track_caller]
fn sealed(page: &str) {
    assert!(page.starts_with("<!doctype html>\n"));
    assert_eq!(page.matches("<script").count(), 2, "its data and its script, no other");
    assert_eq!(page.matches("</script>").count(), 2);
    for outside in ["<img", "http://", "@import", "url(", "<b>", " style="] {
        assert!(!page.contains(outside), "{outside:?} is in the page");
    }
    // Links lead to the specifications, and nowhere else.
    for rest in page.split("https://").skip(1) {
        let known = ["datatracker.ietf.org/doc/html/draft-", "www.rfc-editor.org/rfc/rfc"];
        assert!(known.iter().any(|one| rest.starts_with(one)), "{}", rest.split(['"', '<']).next().unwrap());
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
    assert!(page.contains("reject-all"), "trivial scores stand beside the score");
    assert!(page.contains("operation `uri-to-cri` is not claimed"), "and so does what was skipped");
}

#[test]
fn bounds_and_late_vectors_are_marked() {
    let mut corpus = corpus();
    corpus.vectors[0].budget = Some(Budget { memory: Some(512), seconds: Some(10) });
    corpus.vectors[0].since = "9.9.9".parse().unwrap();
    let mut run = run_of(&BAD, &corpus);
    run.pinned = Some("0.1.0".parse().unwrap());
    let page = html::run(&run, &corpus, &invocation());
    sealed(&page);
    for part in [
        r#""budget":"at most 512 MiB of memory and 10 s""#,
        r#""late":"9.9.9""#,
        "<dt>pinned to corpus</dt><dd>0.1.0: 1 vector is newer, and cannot turn the run red</dd>",
        r#"name="late"> only late ones <span class="count">1</span>"#,
    ] {
        assert!(page.contains(part), "{part} is not in the page");
    }
    let text = tap::run(&run, &corpus, &invocation());
    assert!(text.contains("  budget: \"at most 512 MiB of memory and 10 s\"\n"), "{text}");
    let text = text::run(&run, &corpus, &invocation(), None).plain();
    assert!(text.contains("at most 512 MiB of memory and 10 s"), "{text}");
    // Where nothing is pinned, nothing is late.
    run.pinned = None;
    let page = html::run(&run, &corpus, &invocation());
    assert!(!page.contains("pinned to corpus") && !page.contains(r#"name="late""#));
}

#[test]
fn the_specification_is_sealed() {
    let corpus = corpus();
    let (coverage, cases, answers) = covered(&corpus);
    let page = View::new(&corpus, &cases, &coverage, &answers).html();
    sealed(&page);
    assert!(
        page.contains("<code>&lt;script&gt;</code> &amp; co."),
        "our own words have code, and are escaped"
    );
    assert!(page.contains("✗ no vector</span>"), "what is missing stands out");
    assert!(page.contains("Nobody can see it."), "and what cannot be tested says why");
}

#[test]
fn sharpness_is_sealed() {
    sealed(&mutation_score().html());
}

#[test]
fn a_campaign_is_sealed() {
    let page = night().html();
    sealed(&page);
    assert!(page.contains("1 found") && page.contains("--replay &#x27;&lt;b&gt;&#x27;"), "{page}");
    let clean = Night { findings: Vec::new(), ..night() }.html();
    assert!(clean.contains("nothing found") && clean.contains("<svg"), "{clean}");
}

/// A drawing is XML: it has a title and a description, and they are what they should be.
#[test]
fn pictures_are_drawings_with_words() {
    let hostile = "</svg><script>alert(1)</script> & \"'";
    let bars = [Bar { name: hostile.to_owned(), passed: 3, failed: 1 }];
    let campaign = Campaign::parse("target,seconds,coverage,corpus\n</svg><b>,1,2,3\n").unwrap();
    let speed = Speed::parse("operation,bytes,nanoseconds\ndecode,1,2\n").unwrap();
    for picture in [
        score("a", hostile, &bars),
        effort("b", &[5, 8, 9], 9),
        effort("c", &[], 0),
        campaign.picture("d"),
        speed.picture("e"),
    ] {
        let document = roxmltree::Document::parse(&picture.svg).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let text = |name: &str| {
            root.children().find(|one| one.has_tag_name(name)).and_then(|one| one.text()).unwrap_or_default()
        };
        assert_eq!(text("title"), picture.title);
        assert!(text("desc").len() > 10, "{}", text("desc"));
        for id in root.attribute("aria-labelledby").unwrap().split(' ') {
            assert!(document.descendants().any(|one| one.attribute("id") == Some(id)), "{id}");
        }
        assert!(!picture.svg.contains("style="), "a style of its own is against the page's policy");
        assert!(picture.rows.iter().all(|row| row.len() == picture.header.len()));
    }
    assert!(score("a", "x", &bars).svg.contains("most failed in"));
}

#[test]
fn a_comparison_is_sealed() {
    let corpus = corpus();
    let (before, after) = (results(&BAD, &corpus), results(&BETTER, &corpus));
    for matrix in [false, true] {
        let mut inputs = vec![("a.json", &before), ("<b>.json", &after)];
        if matrix {
            inputs.push(("<b>.json", &after));
        }
        sealed(&Comparison::new(&inputs, false).html());
    }
}
