//! The signature of a failure to answer: where a program failed, or how, without what differs from case to case.
//!
//! Nothing of an answer's text is in it, and nothing of an input's: a thousand answers that break the protocol in one way
//! are one cause. Where the failure tells its place, that is all there is to it, whatever was asked.

use super::place::place;
use crate::outcome::{Failure, FailureKind};

/// What failures with the same cause say alike.
pub fn failure(failure: &Failure, operation: &str) -> String {
    let Failure { kind, message } = failure;
    let (words, stderr) = message.split_once("; standard error ended: ").unwrap_or((message, ""));
    match *kind {
        FailureKind::Panic => {
            // "panicked: WORDS, at PLACE": the words can quote the input.
            words
                .rsplit_once(", at ")
                .map_or_else(|| coarse(words), |(_, place)| format!("panicked at {place}"))
        }
        FailureKind::Crash => {
            let ended = [" while it owed", " right after", "; asked again"];
            let words = ended.iter().fold(words, |words, end| words.split(end).next().unwrap_or_default());
            // The last line, or the one that a backtrace follows.
            let before = stderr.split("stack backtrace:").next().unwrap_or_default();
            let said = before.lines().rfind(|line| !line.trim().is_empty() && !line.starts_with("note:"));
            match (place(stderr), said) {
                (Some(place), _) => place,
                (None, Some(line)) => format!("{operation}: {words}, and said: {}", coarse(line)),
                (None, None) => format!("{operation}: {words}"),
            }
        }
        FailureKind::Protocol => {
            // Behind "found" stands what the testee wrote; where it comes first, what was expected comes last.
            let words = words.split(", found ").next().unwrap_or_default();
            match words.rsplit_once(" where `") {
                Some((_, rest)) => format!("the testee answered otherwise than `{rest}"),
                None => coarse(words),
            }
        }
        FailureKind::TimeOut => format!("{operation}: no answer in time"),
        FailureKind::Unavailable => coarse(words),
    }
}

/// How many words of a line are kept.
const WORDS: usize = 12;

/// The first words of a line, without numbers, what is quoted, and what is no plain word.
fn coarse(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut quote = None;
    for word in text.lines().next().unwrap_or_default().split_whitespace() {
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        let is_plain = bare.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '-' | '_' | '\'' | ':'));
        let opens = word.starts_with(['"', '`', '“']).then(|| word.chars().next()).flatten();
        let shown = match (quote, is_plain && opens.is_none()) {
            (None, true) => word,
            (None, false) if bare.chars().all(|c| c.is_ascii_digit()) && opens.is_none() => "#",
            _ => "…",
        };
        quote = quote.or(opens).filter(|quote| !(word.len() > 1 && word[1..].contains(*quote)));
        if shown != "…" || kept.last() != Some(&"…") {
            kept.push(shown);
        }
    }
    kept.truncate(WORDS);
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailureKind::{Crash, Panic, Protocol, TimeOut};

    #[track_caller]
    fn check(kind: FailureKind, message: &str, expected: &str) {
        let failure = Failure { kind, message: message.to_owned() };
        assert_eq!(super::failure(&failure, "resolve"), expected);
    }

    #[test]
    fn a_panic_is_known_by_its_place() {
        check(Panic, "panicked: index 13 out of 12, at decode.rs:12:5", "panicked at decode.rs:12:5");
        check(Panic, "panicked: \"x, at y\", at a.rs:1:2", "panicked at a.rs:1:2");
        check(Panic, "panicked: no place, 7", "panicked: no place, #");
    }

    #[test]
    fn a_crash_is_known_by_its_place_or_by_its_words() {
        let ended = "the testee exited with status 3";
        check(Crash, &format!("{ended} while it owed the answer"), &format!("resolve: {ended}"));
        check(
            Crash,
            &format!(
                "{ended} right after it had answered, in the middle of a line; standard error ended: x 17\n"
            ),
            &format!("resolve: {ended}, and said: x #"),
        );
        check(
            Crash,
            &format!(
                "{ended} while it owed the answer; standard error ended: \nthread 'main' (17) panicked at src/a.rs:3:9:\nbyte 13\nnote: run with `RUST_BACKTRACE=1`"
            ),
            "panicked at a.rs:3:9",
        );
    }

    #[test]
    fn a_crash_without_a_place_is_known_by_what_stands_before_the_backtrace() {
        let stderr = "memory allocation of 17 bytes failed\nstack backtrace:\n   0: x\nnote: y";
        check(
            Crash,
            &format!("the testee ended right after it had answered; standard error ended: {stderr}"),
            "resolve: the testee ended, and said: memory allocation of # bytes failed",
        );
    }

    #[test]
    fn a_breach_is_known_without_what_was_written() {
        let breached = "the testee breached the protocol: expected";
        check(
            Protocol,
            &format!("{breached} a line of JSON, found `a, found b`: expected `x`"),
            &format!("{breached} a line of JSON"),
        );
        check(Protocol, "the testee answered id 17 twice", "the testee answered id # twice");
        check(
            Protocol,
            "the testee answered `a` where `b`, `uri` where `decode` answers `full`, `cri`",
            "the testee answered otherwise than `decode` answers `full`, `cri`",
        );
        check(TimeOut, "no answer within 10 s", "resolve: no answer in time");
    }

    #[test]
    fn what_is_quoted_or_odd_is_left_out() {
        assert_eq!(
            coarse("fatal: bad segment \"a b c\" in coap://x/y at 13"),
            "fatal: bad segment … in … at #"
        );
        assert_eq!(coarse("`x` and `y z`"), "… and …");
        assert_eq!(coarse(""), "");
    }
}
