//! The HTML in a real browser: it filters, follows anchors, heeds keys, and has nothing to complain of.
//!
//! Without Chromium these tests say so, and pass. With `REPORT_PAGES` set to a folder the pages stay there.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crivet::corpus::Corpus;
use crivet::implementation::{Answer, Description, Implementation, Operations};
use crivet::outcome::Decoded;
use crivet::profile::Profile;
use crivet_report::compare::Comparison;
use crivet_report::html;
use crivet_report::specification::View;
use crivet_testee_reference::Reference;

use super::chromium::{self, Chromium};
use super::fixture::{BAD, BETTER, Made, corpus, covered, held, invocation, mutation_score, results, run_of};

/// Runs a test on a page in a browser, where there is one.
fn browse(name: &str, page: &str, anchor: &str, test: impl FnOnce(&mut Chromium)) {
    let Some(program) = chromium::program() else {
        // Past the test harness's capture: who reads the log should know what was not tested.
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "no Chromium here: {name} is not opened, the test is skipped");
        return;
    };
    let own = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("REPORT_PAGES").map(PathBuf::from);
    let folder = kept.as_deref().unwrap_or(own.path());
    fs::create_dir_all(folder).unwrap();
    let path = fs::canonicalize(folder).unwrap().join(format!("{name}.html"));
    fs::write(&path, page).unwrap();
    let mut browser = Chromium::start(&program);
    open(&mut browser, &path, anchor);
    test(&mut browser);
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{name}: the console is empty");
}

fn open(browser: &mut Chromium, path: &Path, anchor: &str) {
    browser.open(path, anchor);
    assert_eq!(browser.value("document.querySelectorAll('script').length"), 2);
    // What is hostile came as text: no element of its making, no handler.
    assert_eq!(browser.value("document.querySelectorAll('img, b, main script').length"), 0);
}

/// The ids of the vectors in sight.
const SHOWN: &str =
    "[...document.querySelectorAll('#list > li:not([hidden]) .id')].map((id) => id.textContent)";

/// Sets a field as a person would, and waits for the list.
fn set(browser: &mut Chromium, field: &str, value: &str) {
    browser.value(&format!(
        "(async () => {{
            const field = document.getElementById('filter').elements['{field}'];
            field.focus();
            field.value = {value:?};
            field.dispatchEvent(new Event('input', {{ bubbles: true }}));
            await new Promise((done) => setTimeout(done, 300));
        }})()"
    ));
}

fn show_all(browser: &mut Chromium) {
    browser.value(
        "(async () => {
            document.querySelector('button[type=reset]').click();
            await new Promise((done) => setTimeout(done, 50));
        })()",
    );
}

#[test]
fn a_run_filters_and_opens() {
    let corpus = corpus();
    let page = html::run(&run_of(&BAD, &corpus), &corpus, &invocation());
    browse("run", &page, "", |browser| {
        let bad = ["resolve-query", "resolve-panics", "uri-hostile", "decode-text"];
        assert_eq!(browser.value(SHOWN), serde_json::json!(bad), "failures are shown first");
        assert_eq!(browser.value("document.getElementById('shown').textContent"), "4 of 7 vectors shown");

        show_all(browser);
        assert_eq!(browser.value("document.getElementById('shown').textContent"), "7 of 7 vectors shown");
        for (field, value, ids) in [
            ("operation", "decode", vec!["decode-empty", "decode-text"]),
            ("strength", "disputed", vec!["decode-empty"]),
            ("requirement", "made-up-q", vec!["resolve-query", "resolve-panics"]),
            ("requirement", "R1", vec!["decode-empty"]),
            ("text", "4711 query", vec!["resolve-query"]),
            ("text", "</SCRIPT><img", vec!["uri-hostile"]),
            ("profile", "href-13", vec![]),
        ] {
            set(browser, field, value);
            if value != "href-13" {
                assert_eq!(browser.value(SHOWN), serde_json::json!(ids), "{field} {value}");
            }
            show_all(browser);
        }
        browser.value("document.querySelector('[name=status][value=skip]').click()");
        browser.value("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["from-uri"]));
        show_all(browser);
        browser.value(
            "document.querySelector('[data-operation=\"cri-to-uri\"]').click();
             new Promise((done) => setTimeout(done, 100))",
        );
        assert_eq!(browser.value("location.hash"), "#profile=href-13&operation=cri-to-uri");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["uri-plain", "uri-hostile"]));

        // With the keyboard alone: to the first vector, one down, open it.
        browser.value("document.querySelector('#list > li:not([hidden]) summary').focus()");
        browser.press("ArrowDown", 40, None);
        browser.press("Enter", 13, Some("\r"));
        browser.value("new Promise((done) => setTimeout(done, 100))");
        let open = "document.querySelector('#list details[open]')";
        assert_eq!(browser.value(&format!("{open}.id")), "uri-hostile@href-13");
        let body = browser.value(&format!("{open}.querySelector('.body').textContent"));
        let body = body.as_str().unwrap();
        for part in ["</script><script>throw 1", "coap://hostile", "made-up-scheme", "--filter uri-hostile"] {
            assert!(body.contains(part), "{part} in {body}");
        }
        let marked =
            browser.value(&format!("[...{open}.querySelectorAll('mark')].map((m) => m.textContent)"));
        assert_eq!(marked[0], "hostile", "what differs is marked");
    });
}

#[test]
fn known_failures_are_told_apart() {
    let corpus = corpus();
    let page = html::run(&held(&corpus), &corpus, &invocation());
    browse("held", &page, "", |browser| {
        assert_eq!(browser.value(SHOWN), serde_json::json!(["resolve-query", "uri-hostile"]));
        show_all(browser);
        browser.value("document.querySelector('[name=status][value=expected]').click()");
        browser.value("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["resolve-panics", "decode-text"]));
    });
}

#[test]
fn an_anchor_is_followed_whatever_is_hidden() {
    let corpus = corpus();
    let page = html::run(&run_of(&BAD, &corpus), &corpus, &invocation());
    browse("anchor", &page, "#decode-empty@href-13", |browser| {
        browser.value("new Promise((done) => setTimeout(done, 100))");
        let open = "[...document.querySelectorAll('#list details[open]')].map((one) => one.id)";
        assert_eq!(browser.value(open), serde_json::json!(["decode-empty@href-13"]));
        assert_eq!(browser.value("document.activeElement.parentElement.id"), "decode-empty@href-13");
        assert_eq!(browser.value("document.querySelector('details[open]').checkVisibility()"), true);
        browser.value("location.hash = '#uri-plain%40href-13'; new Promise((done) => setTimeout(done, 200))");
        assert_eq!(browser.value("document.activeElement.parentElement.id"), "uri-plain@href-13");
        browser.value("location.hash = '#%'; new Promise((done) => setTimeout(done, 100))");
    });
}

/// The reference with faults: rejections forgotten, references not resolved, panics, and operations not wrapped.
struct Faulty(Reference);

impl Implementation for Faulty {
    fn describe(&self) -> Description {
        let mut description = self.0.describe();
        description.name = "faulty".to_owned();
        let mut operations = description.operations.names();
        operations.pop_last();
        description.operations = Operations::Alike(operations);
        description
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        let answer = self.0.decode(profile, cri);
        if answer.is_err() && cri.len().is_multiple_of(2) {
            return Ok(Decoded { full: true, cri: cri.to_vec() });
        }
        answer
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        assert!(!cri.len().is_multiple_of(17), "index out of bounds: the length is {}", cri.len());
        self.0.cri_to_uri(profile, cri)
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        if reference.len() == 4 { Ok(base.to_vec()) } else { self.0.resolve(profile, base, reference) }
    }

    fn equivalent(&self, profile: Profile, a: &[u8], b: &[u8], ignore_fragment: bool) -> Answer<bool> {
        self.0.equivalent(profile, a, b, ignore_fragment)
    }
}

#[test]
fn thousands_of_vectors_stay_quick() {
    let mut corpus = Corpus::embedded().unwrap();
    let once = corpus.vectors.clone();
    for round in 2.. {
        if corpus.vectors.len() >= 5_000 {
            break;
        }
        let again = once.iter().cloned().map(|mut vector| {
            vector.id = format!("{}-{round}", vector.id);
            vector
        });
        corpus.vectors.extend(again);
    }
    let mut run = run_of(&Faulty(Reference::new()), &corpus);
    run.remarks.clear();
    let page = html::run(&run, &corpus, &invocation());
    assert!(page.len() < 4_000_000, "{} bytes", page.len());
    browse("thousands", &page, "", |browser| {
        let nodes = "document.querySelectorAll('*').length";
        let opened = browser.value(nodes);
        assert!(opened.as_u64().unwrap() < 3_000, "{opened} elements at opening");
        // Up to all of the page being there; a tenth of it on an idle machine, and the bound is for a busy one.
        let took = browser.value("performance.getEntriesByType('navigation')[0].loadEventEnd");
        assert!(took.as_f64().unwrap() < 5_000.0, "opening took {took} ms");
        show_all(browser);
        let all = format!("{0} of {0} vectors shown", run.results.len());
        assert_eq!(browser.value("document.getElementById('shown').textContent"), all);
        assert_eq!(browser.value("document.querySelectorAll('#list .body').length"), 0, "details wait");
        let took = browser.value(
            "(() => {
                const start = performance.now();
                document.getElementById('filter').elements.text.value = 'query';
                entries.filter(matching());
                document.body.getBoundingClientRect();
                return performance.now() - start;
            })()",
        );
        assert!(took.as_f64().unwrap() < 3_000.0, "filtering took {took} ms");
        // Behind the last that is there come more, with the keyboard too.
        let rows = "document.querySelectorAll('#list > li').length";
        show_all(browser);
        let first = browser.value(rows).as_u64().unwrap();
        browser.value("document.querySelector('#list > li:last-child summary').focus()");
        browser.press("ArrowDown", 40, None);
        assert!(browser.value(rows).as_u64().unwrap() > first);
        assert!(browser.value(nodes).as_u64().unwrap() < 5_000);
    });
}

#[test]
fn the_address_has_what_is_chosen_and_open() {
    let corpus = corpus();
    let page = html::run(&run_of(&BAD, &corpus), &corpus, &invocation());
    browse("address", &page, "#status=fail&operation=cri-to-uri&open=uri-hostile%40href-13", |browser| {
        browser.value("new Promise((done) => setTimeout(done, 100))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["uri-hostile"]));
        let open = "[...document.querySelectorAll('#list details[open]')].map((one) => one.id)";
        assert_eq!(browser.value(open), serde_json::json!(["uri-hostile@href-13"]));
        // A count leads to what it counts, and the way back to what was there before.
        let count = "[...document.querySelectorAll('table.counts tbody tr')].find((row) => row.textContent.includes('resolve')).querySelector('td.bad a')";
        browser.value(&format!("{count}.click(); new Promise((done) => setTimeout(done, 100))"));
        assert_eq!(browser.value(SHOWN), serde_json::json!(["resolve-query"]));
        browser.value("history.back(); new Promise((done) => setTimeout(done, 200))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["uri-hostile"]));
        // The name of an operation keeps the verdicts.
        browser.value("document.querySelector('a.pick[data-operation=decode]').click(); new Promise((done) => setTimeout(done, 100))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["decode-text"]));
        assert_eq!(browser.value("location.hash"), "#status=fail&profile=href-13&operation=decode");
        let reason = browser.value("document.querySelector('#list .reason').textContent");
        assert!(reason.as_str().is_some_and(|reason| reason.len() > 10), "{reason}");
        show_all(browser);
        assert_eq!(browser.value("location.hash"), "#all");
    });
}

#[test]
fn comparisons_filter_and_open() {
    let corpus = corpus();
    let other = Made { name: "other", ..BETTER };
    let (one, two, three) = (results(&BAD, &corpus), results(&BETTER, &corpus), results(&other, &corpus));
    let changes = Comparison::new(&[("a", &one), ("b", &two)], false).html();
    browse("change", &changes, "#uri-plain@href-13", |browser| {
        assert_eq!(
            browser.value(SHOWN),
            serde_json::json!(["uri-plain", "resolve-query", "decode-text", "decode-empty"])
        );
        browser.value("new Promise((done) => setTimeout(done, 100))");
        let body = browser.value("document.querySelector('details[open] .body').textContent");
        assert!(body.as_str().unwrap().contains("a path is too much"), "{body}");
        browser.value("document.querySelector('[name=kind][value=fixed]').click()");
        browser.value("new Promise((done) => setTimeout(done, 300))");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["resolve-query", "decode-text"]));
    });
    let matrix = Comparison::new(&[("a", &one), ("b", &two), ("c", &three)], false).html();
    browse("matrix", &matrix, "", |browser| {
        assert_eq!(browser.value("document.getElementById('shown').textContent"), "6 of 6 vectors shown");
        set(browser, "text", "ostile");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["uri-hostile"]));
    });
}

/// The ids of the requirements and rulings in sight.
const IN_SIGHT: &str = "[...document.querySelectorAll('li.row')].filter((row) => row.checkVisibility()).map((row) => row.firstElementChild.id)";

#[test]
fn the_specification_filters_and_opens() {
    let corpus = corpus();
    let (coverage, cases, answers) = covered(&corpus);
    let page = View::new(&corpus, &cases, &coverage, &answers).html();
    browse("specification", &page, "#decode-text@href-13", |browser| {
        browser.value("new Promise((done) => setTimeout(done, 100))");
        // The address names a vector: the requirement is open, and the vector has the focus.
        let open = "[...document.querySelectorAll('details[open]')].map((one) => one.id)";
        assert_eq!(browser.value(open), serde_json::json!(["made-up-scheme"]));
        assert_eq!(browser.value("document.activeElement.dataset.case"), "decode-text@href-13");
        let body = browser.value("document.activeElement.textContent");
        assert!(body.as_str().unwrap().contains("bad <b>& ✗ fail"), "{body}");

        let order =
            ["made-up-query", "made-up-scheme", "made-up-order", "made-up-fair", "made-up-none", "R1"];
        assert_eq!(browser.value(IN_SIGHT), serde_json::json!(order), "in the order of the text");
        for (field, value, ids) in [
            ("text", "script", vec!["made-up-scheme"]),
            ("text", "resolve-query", vec!["made-up-query", "made-up-order"]),
            ("standing", "fails", vec!["made-up-query", "made-up-scheme", "made-up-order"]),
            (
                "specification",
                "fixture",
                vec!["made-up-query", "made-up-scheme", "made-up-order", "made-up-fair", "made-up-none"],
            ),
        ] {
            set(browser, field, value);
            assert_eq!(browser.value(IN_SIGHT), serde_json::json!(ids), "{field} {value}");
            show_all(browser);
        }
        browser.value(
            "document.querySelector('[name=gap]').click(); new Promise((done) => setTimeout(done, 300))",
        );
        let gaps = serde_json::json!(["made-up-query", "made-up-order", "made-up-none"]);
        assert_eq!(browser.value(IN_SIGHT), gaps);
        show_all(browser);
        let landmarks = "['header', 'nav', 'main', 'footer'].map((name) => document.querySelectorAll(`body > ${name}`).length)";
        assert_eq!(browser.value(landmarks), serde_json::json!([1, 1, 1, 1]));
        // Each link leads somewhere.
        let dead = "[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !id.includes('@') && !document.getElementById(id))";
        assert_eq!(browser.value(dead), serde_json::json!([]));

        // With the keyboard alone: one down, open it.
        browser.value("document.querySelector('li.row summary').focus()");
        browser.press("ArrowDown", 40, None);
        assert_eq!(browser.value("document.activeElement.parentElement.id"), "made-up-scheme");
    });
}

#[test]
fn the_faults_filter_and_open() {
    browse("mutation-score", &mutation_score().html(), "#missed@fault", |browser| {
        browser.value("new Promise((done) => setTimeout(done, 100))");
        let body = browser.value("document.querySelector('details[open] .body').textContent");
        assert!(body.as_str().unwrap().contains("Not noticed: href-13 decode"), "{body}");
        set(browser, "text", "nobody");
        assert_eq!(browser.value(SHOWN), serde_json::json!(["none"]));
        assert_eq!(browser.value("document.querySelectorAll('svg.plot[role=img] > title').length"), 3);
    });
}
