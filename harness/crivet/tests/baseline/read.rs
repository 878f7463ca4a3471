//! The format: what is read, and every error with its place.

use std::io::Write;

use crivet::baseline::{Baseline, State};
use crivet::outcome::FailureKind;
use crivet::profile::Profile;

use crate::setting::parse;

#[track_caller]
fn errors(text: &str, expected: &[&str]) {
    let errors = Baseline::parse("known.txt", text).unwrap_err();
    assert_eq!(errors.to_string().lines().collect::<Vec<_>>(), expected);
}

/// The names of the profiles, as messages list them.
fn profiles() -> String {
    Profile::ALL.map(Profile::name).join(", ")
}

#[test]
fn entries_have_five_parts() {
    let text = "\u{feff}# head\r\n\r\n  a-b\tfail  keeps #12 – é\r\nhref-13/c-* error until=2027-01-31 r\r\nd error:time-out r  \r\ne should x";
    let baseline = parse(text);
    let entries: Vec<_> = baseline.entries().collect();
    let [one, two, three, four] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((one.profile, one.vectors.as_str(), one.state), (None, "a-b", State::Fail));
    assert_eq!((one.reason.as_str(), one.until), ("keeps #12 – é", None));
    assert_eq!(one.location.to_string(), "known.txt:3:3");
    assert_eq!((two.profile, two.glob.is_some()), (Some(Profile::Href13), true));
    assert_eq!(two.state, State::Error(None));
    assert_eq!(two.until.unwrap().to_string(), "2027-01-31");
    assert_eq!(two.to_string(), "href-13/c-* error until=2027-01-31 r");
    assert_eq!((three.state, three.reason.as_str()), (State::Error(Some(FailureKind::TimeOut)), "r"));
    assert_eq!((four.state, four.glob.is_some()), (State::Should, false));
    assert_eq!(four.to_string(), "e should x");
}

#[test]
fn each_error_has_its_place() {
    errors(
        "decode-a",
        &["known.txt:1:9: expected a state such as `fail`, and a reason in words, found nothing"],
    );
    errors("decode-a fail", &["known.txt:1:14: expected a reason in words, found nothing"]);
    errors("decode-a fail until=2027-01-31 ", &["known.txt:1:31: expected a reason in words, found nothing"]);
    errors(
        "decode-a fail until=2027-1-31 r",
        &["known.txt:1:21: expected a day such as 2027-01-31, found `2027-1-31`"],
    );
    errors(
        "decode-a fail until=2027-02-29 r",
        &["known.txt:1:21: expected a day such as 2027-01-31, found `2027-02-29`"],
    );
    errors(
        "decode-a fail until=2027-01-31 until=2027-02-01 r",
        &["known.txt:1:32: expected a reason in words, found a second `until=`"],
    );
    let states = "expected `fail`, `should`, `flaky`, `error`, or `error:` and crash, panic, protocol or time-out; found";
    for state in ["failed", "FAIL", "pass", "error:", "error:oops", "error:unavailable", "skip"] {
        errors(&format!("  décode  {state} r"), &[&format!("known.txt:1:11: {states} `{state}`")]);
    }
    errors(
        "href-31/decode-a fail r",
        &[&format!("known.txt:1:1: unknown profile `href-31`; the profiles are {}", profiles())],
    );
    errors("href-13/ fail r", &["known.txt:1:9: expected the id of a vector or a glob, found nothing"]);
    errors(
        "href-13/a[ fail r",
        &["known.txt:1:9: expected the id of a vector or a glob: `a[` is not a glob: a `[` has no `]`"],
    );
    errors(
        "a fail r\u{1b}[31m",
        &["known.txt:1:9: expected printable text, found the control character U+001B"],
    );
    errors(
        &format!("{} fail r", "a".repeat(201)),
        &[
            "known.txt:1:1: expected the id of a vector or a glob of at most 200 characters, found a longer one",
        ],
    );
}

#[test]
fn all_errors_are_told() {
    errors(
        "# head\nhref-31/a[ failed until=never\na fail r\n\na error x\nhref-13/a fail r\n",
        &[
            &format!("known.txt:2:1: unknown profile `href-31`; the profiles are {}", profiles()),
            "known.txt:2:9: expected the id of a vector or a glob: `a[` is not a glob: a `[` has no `]`",
            "known.txt:2:12: expected `fail`, `should`, `flaky`, `error`, or `error:` and crash, panic, protocol or time-out; found `failed`",
            "known.txt:2:25: expected a day such as 2027-01-31, found `never`",
            "known.txt:2:30: expected a reason in words, found nothing",
            "known.txt:5:1: expected one entry for `a`, found a second; the first is at known.txt:3:1",
        ],
    );
}

#[test]
fn what_is_read_is_bounded() {
    let globs: String = (0..1003).map(|n| format!("a-{n}-* fail r\n")).collect();
    errors(&globs, &["known.txt:1001:1: expected at most 1000 globs, found more"]);
    let long = "#".repeat((16 << 20) + 1);
    errors(&long, &["known.txt:1:1: expected at most 16777216 bytes, found more; is this the right file?"]);
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.txt");
    let error = Baseline::read(&path).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}:1:1: cannot be read: ", path.display())), "{error}");
    std::fs::File::create(&path).unwrap().write_all(b"# \xc3\xa9\n\xc3\xa9 \xff fail r\n").unwrap();
    let error = Baseline::read(&path).unwrap_err().to_string();
    let expected = "expected UTF-8, found a byte that is no part of a character";
    assert_eq!(error, format!("{}:2:3: {expected}", path.display()));
    std::fs::write(&path, "a fail r\n").unwrap();
    assert_eq!(Baseline::read(&path).unwrap().entries().count(), 1);
    assert!(Baseline::read(folder.path()).is_err(), "a folder is no baseline");
}
