//! What is written: it keeps what holds, and holds itself.

use crivet::baseline::{Baseline, Universe};
use crivet::run::NoBaseline;

use crate::setting::{ALL, Setting, corpus, parse, today};

/// Written over the older text it is the newer, which holds for the same run and is not written otherwise.
#[track_caller]
fn written(setting: Setting<'_>, older: &str, newer: &str) {
    let text = setting.written(older);
    assert_eq!(text, newer);
    holds(setting, &text);
}

#[track_caller]
fn holds(setting: Setting<'_>, text: &str) {
    let (findings, green) = setting.against(text);
    let grave: Vec<_> = findings.iter().filter(|finding| !finding.starts_with("expired")).collect();
    assert!(green && grave.is_empty(), "{text}\n{findings:?}");
    assert_eq!(setting.written(text), text, "written again, it is the same");
}

fn came(came: &str) -> Setting<'_> {
    Setting { came, ..ALL }
}

const VALUE: &str = "a value where a rejection was expected";

#[test]
fn a_first_baseline_is_sorted_and_explained() {
    let setting =
        came("resolve-a=error:crash decode-b=fail href-27/resolve-b=fail href-13/resolve-b=error:time-out");
    let corpus = corpus();
    let empty = Baseline::empty("known.txt", "my\ncri");
    let rewritten = setting.run(corpus).baseline(&empty, &Universe::new(&[corpus]), today()).unwrap();
    let expected = format!(
        "# Known failures of my cri, for `crivet run --expect`.\n\
         # An entry: [profile/]vectors state [until=date] reason, see `crivet run --help`.\n\n\
         decode-b fail {VALUE}\nresolve-a error:crash not looked into yet\n\
         href-13/resolve-b error:time-out not looked into yet\nhref-27/resolve-b fail {VALUE}\n"
    );
    assert_eq!(rewritten.text, expected);
    assert_eq!((rewritten.entries, rewritten.added, rewritten.removed), (4, 4, 0));
    holds(setting, &expected);
}

#[test]
fn what_is_flaky_stays() {
    let older = "decode-a flaky it depends\ndecode-* flaky so do these\n";
    for out in ["decode-a=fail", "decode-a=pass", "decode-b=error:crash", "href-27/decode-b=fail"] {
        written(came(out), older, older);
    }
}

#[test]
fn what_holds_stays_as_it_stands() {
    let older =
        "# head\n\nresolve-a   error  r #1  \n\n  # why\n\tdecode-* fail until=2027-01-31 both\n# tail\n";
    let trimmed = older.replace("#1  ", "#1");
    written(came("resolve-a=error:crash decode-a=fail decode-b=fail"), older, &trimmed);
    let windows = "# head\r\ndecode-a fail r\r\n";
    written(came("decode-a=fail"), windows, windows);
    written(came("decode-a=fail"), "decode-a fail r", "decode-a fail r\n");
}

#[test]
fn new_entries_go_where_the_order_has_them() {
    let older = "# head\n\n# decoding\ndecode-b fail r\n\n# resolving\nresolve-a fail r\n# tail\n";
    let setting = came("decode-a=fail decode-b=fail resolve-a=fail resolve-b=fail");
    written(
        setting,
        older,
        &format!(
            "# head\n\ndecode-a fail {VALUE}\n# decoding\ndecode-b fail r\n\n# resolving\nresolve-a fail r\nresolve-b fail {VALUE}\n# tail\n"
        ),
    );
    let alone = came("decode-a=fail resolve-a=fail");
    written(
        alone,
        "# head\nresolve-a fail r\n",
        &format!("# head\ndecode-a fail {VALUE}\nresolve-a fail r\n"),
    );
}

#[test]
fn what_passes_and_what_is_stale_goes() {
    written(ALL, "# why\ndecode-a fail r\ndecode-zzzzz fail r\nscan-* fail r\n", "# why\n");
    written(came("decode-b=skip"), "decode-b fail r\n", "");
    // The first covers nothing beside the second.
    written(came("decode-a=fail"), "decode-a* fail r\ndecode-a fail x\n", "decode-a fail x\n");
}

#[test]
fn a_glob_that_does_not_hold_is_taken_apart() {
    written(
        came("decode-b=fail href-13/resolve-b=fail"),
        "# all\n* fail until=2027-01-31 r\n# end\n",
        "# all\ndecode-b fail until=2027-01-31 r\nhref-13/resolve-b fail until=2027-01-31 r\n# end\n",
    );
    // What was not selected stays listed.
    let some = Setting { selected: "decode-*", came: "decode-b=fail", strict: false };
    written(some, "* fail r\n", "decode-b fail r\nresolve-a fail r\nresolve-b fail r\n");
    written(some, "decode-b fail r\nresolve-* error x\n", "decode-b fail r\nresolve-* error x\n");
}

#[test]
fn a_failure_of_another_kind_gets_an_entry_of_its_own() {
    written(came("decode-a=error:crash"), "decode-a fail r\n", "decode-a error:crash not looked into yet\n");
    written(
        came("decode-a=fail decode-b=error:crash"),
        "decode-* fail r\n",
        "decode-* fail r\ndecode-b error:crash not looked into yet\n",
    );
    written(
        came("href-13/decode-b=fail href-27/decode-b=error:crash"),
        "decode-b fail r\n",
        "decode-b fail r\nhref-27/decode-b error:crash not looked into yet\n",
    );
}

#[test]
fn a_glob_behind_an_entry_that_goes_is_looked_at_again() {
    written(came("decode-b=fail"), "decode-* fail r\ndecode-a error:crash x\n", "decode-b fail r\n");
}

#[test]
fn an_expired_entry_is_renewed_where_all_of_it_was_asked() {
    let older = "decode-a fail until=2026-11-20 r\nresolve-* fail until=2026-11-20 x\n";
    written(came("decode-a=fail"), older, "decode-a fail r\n");
    written(
        came("decode-a=fail resolve-a=fail resolve-b=fail"),
        older,
        "decode-a fail r\nresolve-* fail x\n",
    );
    let some = Setting { selected: "resolve-a", came: "resolve-a=fail", strict: false };
    written(
        some,
        older,
        &format!(
            "decode-a fail until=2026-11-20 r\nresolve-* fail until=2026-11-20 x\nresolve-a fail {VALUE}\n"
        ),
    );
    let corpus = corpus();
    let run = came("decode-a=fail").run(corpus);
    let rewritten = run.baseline(&parse(older), &Universe::new(&[corpus]), today()).unwrap();
    let renewed: Vec<_> = rewritten.renewed.iter().map(|entry| entry.vectors.as_str()).collect();
    assert_eq!((renewed, rewritten.entries, rewritten.added, rewritten.removed), (vec!["decode-a"], 1, 1, 2));
}

#[test]
fn a_strict_run_lists_what_is_recommended() {
    let should = came("decode-a=should decode-b=fail");
    let strict = Setting { strict: true, ..should };
    let both = format!("decode-a should the port is kept\ndecode-b fail {VALUE}\n");
    written(strict, "", &both);
    // A lenient run keeps what a strict one wrote, and writes none of it itself.
    written(should, &both, &both);
    written(should, "", &format!("decode-b fail {VALUE}\n"));
    written(came("decode-b=fail"), &both, &format!("decode-b fail {VALUE}\n"));
}

#[test]
fn a_run_that_knows_too_little_has_no_baseline() {
    let corpus = corpus();
    let universe = Universe::new(&[corpus]);
    let mut run = ALL.run(corpus);
    run.results.pop();
    let none = run.baseline(&parse(""), &universe, today()).unwrap_err();
    assert_eq!(none, NoBaseline::Incomplete { judged: 5, selected: 6 });
    assert_eq!(none.to_string(), "the run is incomplete: 5 of 6 vectors were judged");
    let run = came("decode-b=error:unavailable").run(corpus);
    assert_eq!(run.baseline(&parse(""), &universe, today()).unwrap_err(), NoBaseline::Unavailable(2));
}

/// Whatever stood there, however the run came out, and whatever it selected: what is written holds.
#[test]
fn what_is_written_holds() {
    let mut state = 1_u64;
    let mut pick = |list: &[&'static str]| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        list[usize::try_from(state >> 33).unwrap() % list.len()]
    };
    let (mut expired, mut changed) = (0, 0);
    for _ in 0..2000 {
        let mut came = String::new();
        for case in [
            "href-13/decode-a",
            "href-13/decode-b",
            "href-27/decode-b",
            "href-13/resolve-a",
            "href-13/resolve-b",
            "href-27/resolve-b",
        ] {
            let how = pick(&["pass", "fail", "fail", "error:crash", "error:time-out", "should", "skip"]);
            came += &format!("{case}={how} ");
        }
        let mut older = String::new();
        let mut seen = Vec::new();
        for _ in 0..pick(&["", "-", "--", "---", "----", "-----"]).len() {
            let vectors = pick(&[
                "*",
                "decode-*",
                "decode-?",
                "decode-b",
                "decode-a",
                "href-13/*",
                "href-27/decode-*",
                "href-27/decode-b",
                "resolve-*",
                "resolve-b",
                "href-27/resolve-b",
                "nowhere",
                "*-a",
                "*-b",
            ]);
            if !seen.contains(&vectors) {
                seen.push(vectors);
                let how = pick(&["fail", "fail", "error", "error:crash", "should"]);
                let until = pick(&["", "", "until=2026-11-20 ", "until=2026-11-21 "]);
                older += &format!("{vectors} {how} {until}r\n");
            }
        }
        let strict = pick(&["", "strict"]) == "strict";
        let selected = pick(&["*", "*", "decode-*", "href-27/*", "*-b", "resolve-a"]);
        let setting = Setting { came: &came, selected, strict };
        let text = setting.written(&older);
        let (findings, green) = setting.against(&text);
        assert!(green, "{came}\n{selected} {strict}\n{older}\n{text}\n{findings:?}");
        assert_eq!(setting.written(&text), text, "{came}\n{selected} {strict}\n{older}");
        expired += usize::from(text.contains("2026-11-20"));
        changed += usize::from(text != older);
    }
    assert!(expired > 100 && changed > 1000, "the inputs reach what they should: {expired}, {changed}");
}
