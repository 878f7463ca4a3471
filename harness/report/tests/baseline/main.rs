//! What the reports say of a baseline.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::time::Duration;

use crivet::baseline::Universe;
use crivet_report::{Invocation, json, junit, lines, text};

#[path = "../../../crivet/tests/baseline/setting.rs"]
#[expect(dead_code, reason = "shared with the tests of baselines, which use all of it")]
mod setting;

use setting::{ALL, Setting, corpus, parse, today};

const BASELINE: &str = "\
# head
decode-a fail the reason
decode-b error:crash until=2027-01-31 r
resolve-? fail r
resolve-c fail r
decode-old fail until=2026-11-20 r
";

const RED: Setting<'static> = Setting { came: "decode-a=fail href-13/decode-b=fail", ..ALL };

fn reports(setting: Setting<'_>, baseline: Option<&str>) -> [String; 4] {
    let corpus = corpus();
    let mut run = setting.run(corpus);
    if let Some(baseline) = baseline {
        run.expect(&parse(baseline), &Universe::new(&[corpus]), today());
    }
    let invocation = Invocation {
        command: None,
        builtin: None,
        vectors: vec![],
        timeout: Duration::from_secs(1),
        strict: setting.strict,
        details: 0,
        notes: false,
        annotate: None,
    };
    let text = text::run(&run, corpus, &invocation, None).plain();
    [text, json::run(&run, corpus, &invocation), junit::run(&run, corpus, &invocation), lines::run(&run)]
}

#[test]
fn the_text_says_which_line_to_change() {
    let [text, ..] = reports(RED, Some(BASELINE));
    let section = "\
baseline known.txt: 1 expected, 1 changed, 4 unexpected-pass, 1 stale, 1 expired
expected decode-a (href-13) fail: the reason
changed  decode-b (href-13) fail, listed as error:crash
         add      href-13/decode-b fail a value where a rejection was expected
unexpected-pass decode-b (href-27) passes, listed as error:crash
         narrow   known.txt:3:1: decode-b error:crash until=2027-01-31 r
unexpected-pass resolve-a (href-13) passes, listed as fail
         remove   known.txt:4:1: resolve-? fail r
unexpected-pass resolve-b (href-13) passes, listed as fail
         remove   known.txt:4:1: resolve-? fail r
unexpected-pass resolve-b (href-27) passes, listed as fail
         remove   known.txt:4:1: resolve-? fail r
stale    resolve-c no vector has the id `resolve-c`; did you mean `resolve-a`?
         remove   known.txt:5:1: resolve-c fail r
expired  decode-old held until 2026-11-20, and counts as absent
         remove or renew known.txt:6:1: decode-old fail until=2026-11-20 r
";
    assert!(text.contains(section), "{text}");
    assert!(text.contains("errors  expected  skipped"), "{text}");
    let closing = "fail: 4 of 6 passed, 1 failed, 0 without an answer, 1 failed as expected; the baseline does not hold\n";
    assert!(text.ends_with(closing), "{text}");
}

#[test]
fn a_green_text_counts_what_is_expected() {
    let [text, ..] = reports(Setting { came: "decode-a=fail", ..ALL }, Some("decode-a fail r"));
    assert!(text.ends_with("pass: 5 of 6 passed, 1 failed as expected\n"), "{text}");
    let [text, ..] = reports(ALL, None);
    assert!(!text.contains("expected") && !text.contains("baseline"), "{text}");
}

#[test]
fn the_other_reports_show_it_as_well() {
    let [_, json, junit, lines] = reports(RED, Some(BASELINE));
    assert!(lines.contains("href-13 decode-a expected fail\n"), "{lines}");
    assert!(lines.contains("href-13 decode-b fail\n"), "{lines}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["summary"]["expected"], 1);
    assert_eq!(json["results"][0]["status"], "expected");
    assert_eq!(json["results"][0]["expected"]["reason"], "the reason");
    assert_eq!(json["results"][0]["expected"]["source"]["line"], 2);
    assert_eq!(json["baseline"]["file"], "known.txt");
    assert_eq!(json["baseline"]["findings"].as_array().unwrap().len(), 7);
    assert_eq!(json["baseline"]["findings"][0]["deviation"], "changed");
    assert_eq!(json["baseline"]["findings"][0]["remedy"]["change"], "add");
    // One failure is the changed case's own; four unexpected passes and one stale have a suite of their own.
    assert!(junit.contains("<skipped message=\"expected: fail: the reason (known.txt:2:1)\""), "{junit}");
    assert!(
        junit.contains("<testsuite name=\"baseline\" tests=\"5\" skipped=\"0\" errors=\"0\" failures=\"5\""),
        "{junit}"
    );
    assert!(junit.contains("type=\"baseline-unexpected-pass\""), "{junit}");
    let [_, json, junit, _] = reports(ALL, None);
    assert!(json.contains("\"baseline\": null") && !junit.contains("baseline"));
}

#[test]
fn an_expected_error_keeps_its_kind() {
    let setting = Setting { came: "decode-a=error:crash", ..ALL };
    let [.., lines] = reports(setting, Some("decode-a error r"));
    assert!(lines.contains("href-13 decode-a expected error crash"), "{lines}");
}
