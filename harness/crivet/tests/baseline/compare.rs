//! What is red, what is expected, and what is merely told.

use std::collections::BTreeSet;

use crivet::baseline::{Remedy, Universe};
use crivet::verdict::Status;

use crate::setting::{ALL, Setting, corpus, parse, today};

#[track_caller]
fn green(setting: Setting<'_>, baseline: &str) {
    assert_eq!(setting.against(baseline), (vec![], true));
}

#[track_caller]
fn red(setting: Setting<'_>, baseline: &str, findings: &[&str]) {
    let (found, green) = setting.against(baseline);
    assert_eq!(found, findings);
    assert!(!green);
}

fn came(came: &str) -> Setting<'_> {
    Setting { came, ..ALL }
}

#[test]
fn without_entries_everything_has_to_pass() {
    green(ALL, "");
    green(came("decode-b=skip"), "# nothing\n");
    red(came("decode-a=fail"), "", &["new href-13/decode-a: fail"]);
    red(came("decode-a=error:crash"), "", &["new href-13/decode-a: error:crash"]);
}

#[test]
fn known_failures_are_expected() {
    green(came("decode-a=fail"), "decode-a fail r");
    green(came("decode-a=error:crash"), "decode-a error:crash r");
    green(came("decode-a=error:time-out"), "decode-a error r");
    green(came("decode-b=fail"), "decode-b fail r");
    green(came("href-27/decode-b=fail"), "href-27/decode-b fail r");
    green(came("decode-a=fail decode-b=fail"), "decode-* fail r");
    green(came("href-13/decode-b=fail decode-a=fail"), "href-13/decode-? fail r");
}

#[test]
fn what_is_flaky_may_come_out_in_any_way() {
    for out in ["pass", "fail", "should", "error:crash", "error:time-out", "skip"] {
        let list = format!("decode-a={out}");
        let skipped = ["changed line 1: nothing of it was asked: profile `href-27` is not claimed"];
        match out {
            "skip" => red(came(&list), "decode-a flaky r", &skipped),
            _ => green(came(&list), "decode-a flaky r"),
        }
    }
    green(came("href-13/decode-b=fail"), "decode-* flaky r");
    // That it does not start again is no way to come out.
    let unavailable = ["changed href-13/decode-a: error:unavailable, listed as flaky"];
    red(came("decode-a=error:unavailable"), "decode-a flaky r", &unavailable);
    red(
        ALL,
        "decode-z flaky r",
        &["stale line 1: no vector has the id `decode-z`; did you mean `decode-a`?"],
    );
    // What is nearer decides.
    red(
        ALL,
        "decode-* flaky r\ndecode-a fail r",
        &["unexpected-pass href-13/decode-a: passes, listed as fail"],
    );
}

/// What is said of one case as it comes is what the comparison says in the end.
#[test]
fn one_case_is_expected_as_the_whole_run_is() {
    let outs = ["fail", "pass", "error:crash"];
    let lists = [
        "decode-a fail r",
        "decode-* error r\ndecode-a flaky r",
        "href-27/decode-a fail r",
        "* error:crash r",
        "decode-a fail until=2000-01-01 r",
    ];
    for (out, list) in outs.iter().flat_map(|out| lists.iter().map(move |list| (out, list))) {
        let text = format!("decode-a={out}");
        let (setting, baseline, corpus) = (came(&text), parse(list), corpus());
        let run = setting.run(corpus);
        let mut held = run.clone();
        held.expect(&baseline, &Universe::new(&[corpus]), today());
        for (judged, held) in run.results.iter().zip(&held.results) {
            let expected = baseline.expects(&judged.case, &judged.verdict, today());
            assert_eq!(expected, held.expected.is_some(), "{out} {list}: {}", judged.case.vector.id);
        }
    }
}

#[test]
fn a_new_failure_is_red() {
    let both = came("decode-b=fail");
    red(both, "href-27/decode-b fail r", &["new href-13/decode-b: fail"]);
    red(came("decode-a=fail resolve-a=fail"), "decode-a fail r", &["new href-13/resolve-a: fail"]);
}

#[test]
fn a_known_failure_that_passes_is_red() {
    red(ALL, "decode-a fail r", &["unexpected-pass href-13/decode-a: passes, listed as fail"]);
    red(
        came("href-13/decode-b=fail"),
        "decode-b fail r",
        &["unexpected-pass href-27/decode-b: passes, listed as fail"],
    );
    red(
        came("decode-a=fail decode-b=fail"),
        "* fail r",
        &[
            "unexpected-pass href-13/resolve-a: passes, listed as fail",
            "unexpected-pass href-13/resolve-b: passes, listed as fail",
            "unexpected-pass href-27/resolve-b: passes, listed as fail",
        ],
    );
}

#[test]
fn a_failure_of_another_kind_is_red() {
    for (state, baseline) in [
        ("error:crash", "fail"),
        ("fail", "error"),
        ("fail", "error:crash"),
        ("error:time-out", "error:crash"),
        // An implementation that cannot be asked is no known failure.
        ("error:unavailable", "error"),
    ] {
        let finding = format!("changed href-13/decode-a: {state}, listed as {baseline}");
        red(came(&format!("decode-a={state}")), &format!("decode-a {baseline} r"), &[&finding]);
    }
}

#[test]
fn an_entry_that_covers_nothing_is_red() {
    for (entry, why) in [
        ("decode-aa fail r", "no vector has the id `decode-aa`; did you mean `decode-a`?"),
        ("nowhere-to-be-found fail r", "no vector has the id `nowhere-to-be-found`"),
        ("decode-old fail r", "the vector `decode-old` was withdrawn; see decode-a"),
        ("href-27/decode-a fail r", "the vector `decode-a` is not asked in href-27, but in href-13"),
        ("scan-* fail r", "no vector matches `scan-*`"),
        ("href-03/decode-* fail r", "no vector in href-03 matches `decode-*`"),
    ] {
        red(ALL, entry, &[&format!("stale line 1: {why}")]);
        // The selection does not matter: nothing can select it.
        red(Setting { selected: "resolve-a", ..ALL }, entry, &[&format!("stale line 1: {why}")]);
    }
    let covered = "stale line 1: nearer entries cover everything it covers";
    red(came("decode-a=fail"), "decode-a* fail r\ndecode-a fail r", &[covered]);
}

#[test]
fn what_is_not_selected_is_silent() {
    let some = Setting { selected: "resolve-*", ..ALL };
    green(some, "decode-a fail r\nhref-27/decode-* error r");
    green(Setting { came: "resolve-a=fail", ..some }, "decode-a fail r\nresolve-a fail r");
    green(Setting { selected: "href-13/*", came: "decode-b=fail", ..ALL }, "decode-b fail r");
    // Selected, it is not.
    red(
        some,
        "decode-a fail r\nresolve-a fail r",
        &["unexpected-pass href-13/resolve-a: passes, listed as fail"],
    );
}

#[test]
fn what_is_skipped_neither_meets_an_entry_nor_breaks_it() {
    green(came("href-13/decode-b=fail href-27/decode-b=skip"), "decode-b fail r");
    // Unless it is all there is: then the failure went away because nobody asks.
    let why = "nothing of it was asked: profile `href-27` is not claimed";
    red(came("decode-b=skip"), "decode-b fail r", &[&format!("changed line 1: {why}")]);
    // An entry with more than is selected may hold elsewhere.
    green(Setting { selected: "href-27/*", came: "decode-b=skip", ..ALL }, "decode-b fail r");
}

#[test]
fn the_nearest_entry_decides() {
    let fails = came("decode-a=fail href-13/decode-b=error:crash href-27/decode-b=fail");
    green(fails, "decode-* fail r\nhref-13/decode-b error:crash r");
    green(fails, "decode-a fail r\ndecode-b fail r\nhref-13/decode-b error:crash r");
    green(fails, "decode-* error r\ndecode-a fail r\nhref-27/decode-* fail r");
    // The longer glob, wherever it stands.
    green(came("decode-a=fail decode-b=error:crash"), "d* fail r\ndecode-b* error r");
    green(came("decode-a=fail decode-b=error:crash"), "decode-b* error r\nd* fail r");
}

#[test]
fn an_expired_entry_counts_as_absent_and_is_told() {
    let fails = came("decode-a=fail");
    // Its last day is today.
    green(fails, "decode-a fail until=2026-11-21 r");
    let told = "expired line 1: held until 2026-11-20, and counts as absent";
    red(
        fails,
        "decode-a fail until=2026-11-20 r",
        &["new href-13/decode-a: fail, and its entry at known.txt:1:1 has expired", told],
    );
    assert_eq!(ALL.against("decode-a fail until=2026-11-20 r"), (vec![told.to_owned()], true));
    // Of no vector at all, it is no more than expired.
    let (findings, green_still) = ALL.against("decode-zzzzzzz fail until=2026-11-20 r");
    assert_eq!((findings, green_still), (vec![told.to_owned()], true));
    // Not selected, it is silent.
    green(Setting { selected: "resolve-*", ..ALL }, "decode-a fail until=2026-11-20 r");
    // Another entry decides in its place.
    let (findings, green_still) = fails.against("decode-a error until=2026-11-20 r\ndecode-a* fail r");
    assert_eq!((findings, green_still), (vec![told.to_owned()], true));
}

#[test]
fn a_strict_run_takes_the_same_file() {
    let should = came("decode-a=should");
    let strict = Setting { strict: true, ..should };
    red(strict, "", &["new href-13/decode-a: should"]);
    green(strict, "decode-a should r");
    green(should, "");
    green(should, "decode-a should r");
    red(strict, "decode-a fail r", &["changed href-13/decode-a: should, listed as fail"]);
    red(should, "decode-a fail r", &["unexpected-pass href-13/decode-a: passes, listed as fail"]);
    for strict in [false, true] {
        red(
            Setting { strict, ..ALL },
            "decode-a should r",
            &["unexpected-pass href-13/decode-a: passes, listed as should"],
        );
        let worse = Setting { came: "decode-a=fail", strict, ..ALL };
        red(worse, "decode-a should r", &["changed href-13/decode-a: fail, listed as should"]);
    }
}

#[test]
fn expected_failures_are_counted_apart() {
    let corpus = corpus();
    let setting = Setting { came: "decode-a=fail resolve-a=should resolve-b=error:crash", ..ALL };
    for (strict, passed, expected) in [(false, 3, 3), (true, 2, 4)] {
        let mut run = Setting { strict, ..setting }.run(corpus);
        let before = run.tally();
        assert_eq!((before.expected, before.total()), (0, 6));
        let baseline = parse("decode-a fail r\nresolve-a should r\nresolve-b error r\n");
        run.expect(&baseline, &Universe::new(&[corpus]), today());
        let tally = run.tally();
        assert_eq!((tally.passed, tally.failed, tally.errors, tally.expected), (passed, 0, 0, expected));
        assert_eq!(tally.total(), 6);
        assert!(run.green());
        let statuses: BTreeSet<Status> = run.results.iter().map(|judged| judged.status(strict)).collect();
        assert_eq!(statuses, BTreeSet::from([Status::Pass, Status::Expected]));
    }
}

#[test]
fn no_baseline_makes_up_for_an_interruption_or_a_disturbance() {
    let corpus = corpus();
    let setting = Setting { came: "decode-a=fail", ..ALL };
    let universe = Universe::new(&[corpus]);
    let mut run = setting.run(corpus);
    run.expect(&parse("decode-a fail r"), &universe, today());
    assert!(run.green());
    run.unattributed = 1;
    assert!(!run.green());
    let mut run = setting.run(corpus);
    run.results.truncate(2);
    run.expect(&parse("decode-a fail r\nresolve-a fail r"), &universe, today());
    assert!(run.comparison.as_ref().unwrap().clean(), "what was not judged says nothing");
    assert!(!run.green());
}

#[test]
fn vectors_of_another_corpus_are_known_but_not_selected() {
    let (corpus, embedded) = (corpus(), crivet::corpus::Corpus::embedded().unwrap());
    let entry = format!("{} fail r", embedded.vectors[0].id);
    let mut run = ALL.run(corpus);
    run.expect(&parse(&entry), &Universe::new(&[corpus, &embedded]), today());
    assert!(run.green());
    run.expect(&parse(&entry), &Universe::new(&[corpus]), today());
    assert!(!run.green());
}

#[test]
fn each_finding_names_the_change() {
    let corpus = corpus();
    let setting = Setting { came: "decode-a=fail resolve-a=error:crash href-13/decode-b=fail", ..ALL };
    let mut run = setting.run(corpus);
    let baseline = parse("resolve-? fail r\ndecode-b fail r");
    run.expect(&baseline, &Universe::new(&[corpus]), today());
    let findings = run.comparison.unwrap().findings;
    let remedies: Vec<_> = findings.into_iter().map(|finding| finding.remedy).collect();
    assert_eq!(
        remedies,
        [
            Remedy::Add("decode-a fail a value where a rejection was expected".to_owned()),
            Remedy::Add("resolve-a error:crash not looked into yet".to_owned()),
            Remedy::Narrow,
            Remedy::Narrow,
            Remedy::Narrow,
        ]
    );
    let setting = Setting { came: "decode-a=error:crash href-27/decode-b=fail", ..ALL };
    let mut run = setting.run(corpus);
    run.expect(&parse("decode-a fail r\nresolve-a fail r"), &Universe::new(&[corpus]), today());
    let findings = run.comparison.unwrap().findings;
    let remedies: Vec<_> = findings.into_iter().map(|finding| finding.remedy).collect();
    assert_eq!(
        remedies,
        [
            Remedy::Add("href-27/decode-b fail a value where a rejection was expected".to_owned()),
            Remedy::Replace("decode-a error:crash not looked into yet".to_owned()),
            Remedy::Remove,
        ]
    );
}
