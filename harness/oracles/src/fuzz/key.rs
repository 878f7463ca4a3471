//! What a check came to, and the key that findings are grouped and shrunk by.

use crate::oracle::{Checked, Comparison, Failed};

/// What one check came to: a result, or a question that was not answered.
pub(super) type CheckResult = Result<Checked, Failed>;

/// What findings are grouped and shrunk by.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// What does not hold; for an implementation that failed, how: `crash`.
    pub kind: String,
    /// What differs, coarsely; for an implementation that failed, at which operation and with which words.
    pub cause: String,
}

impl Key {
    /// The key of a result; none where the property holds.
    pub(super) fn of(result: &CheckResult) -> Option<Key> {
        match result {
            Ok(Checked { comparison: Comparison::Differ(difference), .. }) => {
                Some(Key { kind: difference.kind.to_owned(), cause: difference.cause.clone() })
            }
            Ok(_) => None,
            Err(Failed { question, failure }) => {
                let who = if question.other { "the other one, " } else { "" };
                let cause = format!("{who}{}: {}", question.operation.name(), signature(&failure.message));
                Some(Key { kind: failure.kind.name().to_owned(), cause })
            }
        }
    }
}

/// What failures with the same cause say alike: the first line, without numbers and what a testee wrote besides.
fn signature(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line = line.split_once("; standard error ended:").map_or(line, |(line, _)| line);
    let line = line.split_once("; asked again").map_or(line, |(line, _)| line);
    // A panic's place is what tells causes apart; numbers and quoted input in its words do not.
    let (words, place) = match line.rsplit_once(", at ") {
        Some((words, place)) => (words, Some(place)),
        None => (line, None),
    };
    let mut signature = String::new();
    let mut quoted = false;
    for character in words.chars() {
        if matches!(character, '"' | '`') {
            quoted = !quoted;
            if quoted {
                signature.push('…');
            }
        } else if quoted {
        } else if !character.is_ascii_digit() {
            signature.push(character);
        } else if !signature.ends_with('#') {
            signature.push('#');
        }
    }
    if let Some(place) = place {
        signature = format!("{signature}, at {place}");
    }
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_signature(message: &str, expected: &str) {
        assert_eq!(signature(message), expected);
    }

    #[test]
    fn a_signature_keeps_the_place_and_leaves_the_input() {
        check_signature(
            "panicked: index 13 out of 12, at decode.rs:12:5",
            "panicked: index # out of #, at decode.rs:12:5",
        );
        check_signature(
            "panicked: called `Option::unwrap()` on \"x\", at a.rs:1:2",
            "panicked: called … on …, at a.rs:1:2",
        );
        check_signature(
            "the testee exited with status 3 while it owed the answer; standard error ended: x",
            "the testee exited with status # while it owed the answer",
        );
        check_signature("one\ntwo", "one");
    }
}
