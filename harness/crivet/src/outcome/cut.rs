//! What is kept of an answer: its size is the run's to choose, not the testee's.

use super::{Failure, IriComponents, Outcome, Value};

/// The most bytes that a run keeps of a reason, of a failure's words, or of a value that is wrong.
pub const KEPT: usize = 4 << 10;

/// A text of at most so many bytes, and behind it how many more there were.
pub(crate) fn text(text: String, limit: usize) -> String {
    let mut kept = text;
    match shorten(&mut kept, limit) {
        0 => kept,
        gone => format!("{kept}… (cut: {gone} bytes more)"),
    }
}

/// Takes off what is beyond a limit in bytes, at the end of a character; gives how many bytes that was.
fn shorten(text: &mut String, limit: usize) -> usize {
    let before = text.len();
    let mut end = limit.min(before);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.shrink_to_fit();
    before - text.len()
}

impl Outcome {
    /// Cuts off what is beyond [`KEPT`] bytes. A reason and a failure say so themselves; of a value, the number of
    /// bytes that are gone is returned.
    pub fn cut(&mut self) -> usize {
        match self {
            Outcome::Reject(reason) | Outcome::Unsupported(reason) => {
                *reason = text(std::mem::take(reason), KEPT);
                0
            }
            Outcome::Error(Failure { message, .. }) => {
                *message = text(std::mem::take(message), KEPT);
                0
            }
            Outcome::Value(value) => value.cut(),
        }
    }
}

impl Value {
    fn cut(&mut self) -> usize {
        match self {
            Value::Absolute { .. }
            | Value::Equivalent { .. }
            | Value::Relative { .. }
            | Value::WellFormed { .. } => 0,
            Value::Components(components) => {
                let mut gone = 0;
                for name in IriComponents::NAMES {
                    if let Some(Some(text)) = components.component_mut(name) {
                        gone += shorten(text, KEPT);
                    }
                }
                gone
            }
            Value::Decoded(decoded) => list(&mut decoded.cri, |_| 1),
            Value::Cri { cri } => list(cri, |_| 1),
            Value::Reference { reference } => list(reference, |_| 1),
            Value::Items { items } => list(items, |_| 1),
            Value::Iri { iri } => shorten(iri, KEPT),
            Value::Uri { uri } => shorten(uri, KEPT),
            Value::Options { options } => list(options, |option| 2 + option.value.len()),
            Value::References { references } => list(references, |reference| 1 + reference.len()),
        }
    }
}

/// Takes off the items beyond the limit.
fn list<T>(items: &mut Vec<T>, size: impl Fn(&T) -> usize) -> usize {
    let sizes: Vec<usize> = items.iter().map(size).collect();
    let mut held = 0;
    let kept = sizes.iter().take_while(|size| {
        held += **size;
        held <= KEPT
    });
    let kept = kept.count();
    items.truncate(kept);
    items.shrink_to_fit();
    sizes[kept..].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::CoapOption;
    use crate::outcome::{Decoded, FailureKind, Item};

    #[track_caller]
    fn cuts(value: Value, gone: usize) {
        let mut once = Outcome::Value(value);
        assert_eq!(once.cut(), gone);
        let mut twice = once.clone();
        assert_eq!((twice.cut(), &twice), (0, &once));
    }

    #[test]
    fn each_kind_of_value_is_cut() {
        let long = KEPT + 7;
        cuts(Value::Uri { uri: "a".repeat(long) }, 7);
        // A character of two bytes is not taken apart.
        cuts(Value::Iri { iri: format!("a{}", "é".repeat(KEPT)) }, KEPT + 2);
        cuts(Value::Cri { cri: vec![0; long] }, 7);
        cuts(Value::Reference { reference: vec![0; KEPT] }, 0);
        cuts(Value::Decoded(Decoded { full: true, cri: vec![0; long] }), 7);
        cuts(Value::Items { items: vec![Item::Processable; long] }, 7);
        cuts(Value::References { references: vec!["a".repeat(KEPT - 2), "b".to_owned()] }, 2);
        cuts(Value::Options { options: vec![CoapOption { number: 1, value: vec![0; long] }] }, long + 2);
        let components = IriComponents { path: Some("a".repeat(long)), ..IriComponents::default() };
        cuts(Value::Components(components), 7);
        cuts(Value::Equivalent { equivalent: true }, 0);
    }

    #[test]
    fn reasons_say_how_much_was_cut() {
        let words = "a".repeat(KEPT + 10);
        let message = words.clone();
        for mut outcome in [
            Outcome::Reject(words.clone()),
            Outcome::Unsupported(words),
            Outcome::Error(Failure { kind: FailureKind::Crash, message }),
        ] {
            outcome.cut();
            let (Outcome::Reject(text)
            | Outcome::Unsupported(text)
            | Outcome::Error(Failure { message: text, .. })) = outcome
            else {
                panic!()
            };
            assert!(text.ends_with("aaa… (cut: 10 bytes more)"), "{text}");
            assert!(text.len() < KEPT + 40);
        }
        assert_eq!(text("é".to_owned(), 1), "… (cut: 2 bytes more)");
    }
}
