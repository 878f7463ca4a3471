//! Faults that keep something from one request to the next, whatever the operation: a wrapper of the reference.
//!
//! In the catalogue such a fault has `state` in place of a span of source.

use std::collections::HashMap;

use crivet::operation::{Argument, Operation, OperationName};
use crivet::outcome::{Outcome, Value};
use serde::Deserialize;

/// What is kept, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum State {
    /// An answer is found again by too little of the question.
    Cached(Key),
    /// The request of this number, and those behind it, are answered wrongly.
    Counted(u32, Wrong),
    /// The first request is answered wrongly.
    First(Wrong),
    /// What comes right behind a rejection is answered wrongly.
    BehindRejection(Wrong),
    /// What comes behind a rejection, however far, is answered wrongly.
    EverBehindRejection(Wrong),
    /// The same question twice in a row is answered wrongly.
    Again(Wrong),
    /// What comes right behind this operation is answered wrongly.
    Behind(OperationName, Wrong),
    /// A buffer for answers is not cleared.
    Answers(Buffer),
    /// A buffer for inputs is not cleared: a shorter input ends as the last one did.
    Inputs,
    /// An argument of this name, once it was resolved or resolved against, is the result for whoever asks about it.
    Replaced(String),
    /// The first value that an argument of this name has is its value for good.
    Sticks(String),
}

/// What an answer is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Key {
    /// The length of what is asked about.
    Length,
    /// So many bytes at the start.
    Start(usize),
    /// So many bytes at the end.
    End(usize),
    /// The sum of all bytes, modulo 256.
    Sum,
    /// The text without regard to case.
    Case,
    /// The first argument alone.
    First,
    /// The last argument alone.
    Last,
    /// The arguments, whatever the operation.
    AnyOperation,
}

/// How an answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Wrong {
    /// It is the last value once more, of whatever question.
    Last,
    /// It is a rejection.
    Rejected,
    /// It does not come: the implementation panics.
    Panics,
}

/// What is left of the last answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Buffer {
    /// What is longer than the new one.
    Tail,
    /// All of it, in front.
    Whole,
    /// Its length, beyond which nothing fits.
    Length,
}

/// What such a fault remembers.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    answers: HashMap<(Option<OperationName>, Vec<u8>), Outcome>,
    replaced: HashMap<Vec<u8>, Vec<u8>>,
    stuck: Option<Argument>,
    question: Option<Operation>,
    input: Vec<u8>,
    value: Option<Value>,
    rejected: bool,
    ever_rejected: bool,
    count: u32,
}

impl State {
    /// Asks by way of what is kept.
    pub(crate) fn perform(
        &self,
        kept: &mut Kept,
        operation: &Operation,
        ask: impl FnOnce(&Operation) -> Outcome,
    ) -> Outcome {
        let question = self.question(kept, operation);
        kept.count += 1;
        let wrong = self.wrong(kept, &question).and_then(|wrong| match wrong {
            Wrong::Last => kept.value.clone().map(Outcome::Value),
            Wrong::Rejected => Some(Outcome::Reject("what came before forbids it".to_owned())),
            Wrong::Panics => panic!("what came before was not expected"),
        });
        let outcome = match (wrong, self) {
            (Some(outcome), _) => outcome,
            (None, State::Cached(key)) => {
                kept.answers.entry(key.of(&question)).or_insert_with(|| ask(&question)).clone()
            }
            (None, _) => ask(&question),
        };
        kept.question = Some(operation.clone());
        kept.rejected = matches!(outcome, Outcome::Reject(_));
        kept.ever_rejected |= kept.rejected;
        let outcome = match (self, outcome) {
            (State::Answers(buffer), Outcome::Value(value)) => {
                Outcome::Value(buffer.fill(kept.value.as_ref(), value))
            }
            (_, outcome) => outcome,
        };
        if let Outcome::Value(value) = &outcome {
            if let (State::Replaced(name), Operation::Resolve { .. }, Value::Cri { cri }) =
                (self, operation, value)
                && let Some((_, Argument::Cbor(bytes))) =
                    operation.arguments().into_iter().find(|(one, _)| one == name)
            {
                kept.replaced.insert(bytes, cri.clone());
            }
            // The buffer stays as long as it was made first.
            if !(matches!(self, State::Answers(Buffer::Length)) && kept.value.is_some()) {
                kept.value = Some(value.clone());
            }
        }
        outcome
    }

    /// The question as it is understood.
    fn question(&self, kept: &mut Kept, operation: &Operation) -> Operation {
        let change = |name: &str, argument: Argument| match (self, argument) {
            (State::Replaced(_), Argument::Cbor(bytes)) => {
                Argument::Cbor(kept.replaced.get(&bytes).cloned().unwrap_or(bytes))
            }
            (State::Sticks(one), argument) if name == one => kept.stuck.get_or_insert(argument).clone(),
            (State::Inputs, Argument::Cbor(bytes)) => Argument::Cbor(with_tail(&mut kept.input, bytes)),
            (State::Inputs, Argument::Text(text)) => {
                let bytes = with_tail(&mut kept.input, text.clone().into_bytes());
                Argument::Text(String::from_utf8(bytes).unwrap_or(text))
            }
            (_, argument) => argument,
        };
        let mut change = change;
        let mut arguments: HashMap<&str, Argument> = operation
            .arguments()
            .into_iter()
            .map(|(name, argument)| (name, change(name, argument)))
            .collect();
        let changed =
            Operation::from_arguments(operation.name(), |parameter| arguments.remove(parameter.name));
        changed.unwrap_or_else(|| operation.clone())
    }

    fn wrong(&self, kept: &Kept, question: &Operation) -> Option<Wrong> {
        let last = kept.question.as_ref();
        let (is_due, wrong) = match self {
            State::Counted(number, wrong) => (kept.count >= *number, wrong),
            State::First(wrong) => (kept.count == 1, wrong),
            State::BehindRejection(wrong) => (kept.rejected, wrong),
            State::EverBehindRejection(wrong) => (kept.ever_rejected, wrong),
            State::Again(wrong) => (last == Some(question), wrong),
            State::Behind(name, wrong) => {
                (last.is_some_and(|last| last.name() == *name) && question.name() != *name, wrong)
            }
            _ => return None,
        };
        is_due.then_some(*wrong)
    }
}

impl Key {
    fn of(self, operation: &Operation) -> (Option<OperationName>, Vec<u8>) {
        let arguments: Vec<Vec<u8>> =
            operation.arguments().iter().map(|(_, argument)| bytes(argument)).collect();
        let all = arguments.concat();
        let found = match self {
            Key::Length => all.len().to_be_bytes().to_vec(),
            Key::Start(length) => all.get(..length).unwrap_or(&all).to_vec(),
            Key::End(length) => all[all.len().saturating_sub(length)..].to_vec(),
            Key::Sum => vec![all.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte))],
            Key::Case => all.to_ascii_lowercase(),
            Key::First => arguments.first().cloned().unwrap_or_default(),
            Key::Last => arguments.last().cloned().unwrap_or_default(),
            Key::AnyOperation => all,
        };
        ((self != Key::AnyOperation).then(|| operation.name()), found)
    }
}

fn bytes(argument: &Argument) -> Vec<u8> {
    match argument {
        Argument::Cbor(bytes) => bytes.clone(),
        Argument::Text(text) => text.clone().into_bytes(),
        // As it is written for people, which is different wherever the value is.
        other => format!("{other:?}").into_bytes(),
    }
}

/// The input with what the last one is longer by; the buffer is then that.
fn with_tail(buffer: &mut Vec<u8>, input: Vec<u8>) -> Vec<u8> {
    let tail = buffer.get(input.len()..).unwrap_or_default().to_vec();
    *buffer = [input, tail].concat();
    buffer.clone()
}

impl Buffer {
    fn fill(self, last: Option<&Value>, new: Value) -> Value {
        use Value::{Components, Cri, Decoded, Iri, Items, Options, Reference, References, Uri};
        let Some(last) = last else { return new };
        match (last, new) {
            (Cri { cri: last }, Cri { cri }) => Cri { cri: self.list(last, cri) },
            (Reference { reference: last }, Reference { reference }) => {
                Reference { reference: self.list(last, reference) }
            }
            (Decoded(last), Decoded(mut new)) => {
                new.cri = self.list(&last.cri, new.cri);
                Decoded(new)
            }
            (Uri { uri: last }, Uri { uri }) => Uri { uri: self.text(last, uri) },
            (Iri { iri: last }, Iri { iri }) => Iri { iri: self.text(last, iri) },
            (Items { items: last }, Items { items }) => Items { items: self.list(last, items) },
            (Options { options: last }, Options { options }) => Options { options: self.list(last, options) },
            (References { references: last }, References { references }) => {
                References { references: self.list(last, references) }
            }
            (Components(last), Components(mut new)) => {
                for name in crivet::outcome::IriComponents::NAMES {
                    let kept = last.clone().component_mut(name).and_then(|one| one.clone());
                    if let Some(component) = new.component_mut(name)
                        && component.is_none()
                    {
                        *component = kept;
                    }
                }
                Components(new)
            }
            (_, new) => new,
        }
    }

    fn list<T: Clone>(self, last: &[T], mut new: Vec<T>) -> Vec<T> {
        match self {
            Buffer::Tail => new.extend_from_slice(last.get(new.len()..).unwrap_or_default()),
            Buffer::Whole => return [last, &new].concat(),
            Buffer::Length => new.truncate(last.len()),
        }
        new
    }

    fn text(self, last: &str, new: String) -> String {
        let bytes = self.list(last.as_bytes(), new.clone().into_bytes());
        String::from_utf8(bytes).unwrap_or(new)
    }
}
