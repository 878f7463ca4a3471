//! Questions and answers in the words of every report: EDN and hex side by side, texts in quotes.

use crate::edn;
use crate::operation::{Argument, CoapOption, Destination, Operation};
use crate::outcome::{Item, Outcome, Value};
use crate::vector::{Accepted, Budget, Expected, Step, Vector};

/// The most characters of one value that a report for people shows.
const LONG: usize = 400;

/// How many lines at the start, and at the end, of one value a report for people shows.
const TALL: usize = 3;

/// A value as people read it, and its bytes where it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// EDN, a quoted text, or a word.
    pub text: String,
    /// The bytes in hex, for what is bytes.
    pub hex: Option<String>,
}

impl Shown {
    /// Bytes in notation and in hex.
    pub fn bytes(bytes: &[u8]) -> Self {
        let hex = hex::encode(bytes);
        let text = match edn::show(bytes) {
            Some(edn) => edn,
            None if bytes.is_empty() => return Shown::words("no bytes"),
            None => "(not one CBOR item, or one too deep to show)".to_owned(),
        };
        Shown { text, hex: Some(hex) }
    }

    /// A text as it is.
    pub fn words(text: impl Into<String>) -> Self {
        Shown { text: text.into(), hex: None }
    }

    /// Cut to what a person reads; says how much is left out.
    pub fn cut(&self) -> Shown {
        Shown { text: cut(&self.text), hex: self.hex.as_deref().map(cut) }
    }
}

fn cut(text: &str) -> String {
    // A trace says what happened at its start or at its end, by language.
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() > 2 * TALL {
        let (head, tail) = (&lines[..TALL], &lines[lines.len() - TALL..]);
        let between = lines.len() - 2 * TALL;
        return format!("{}\n… ({between} lines)\n{}", cut(&head.join("\n")), cut(&tail.join("\n")));
    }
    match text.char_indices().nth(LONG) {
        Some((index, _)) => {
            format!("{}… ({} more characters)", &text[..index], text[index..].chars().count())
        }
        None => text.to_owned(),
    }
}

/// The arguments of a question, by name.
pub fn arguments(operation: &Operation) -> Vec<(&'static str, Shown)> {
    operation.arguments().into_iter().map(|(name, one)| (name, argument(one))).collect()
}

/// What a vector asks: the arguments by name, and what else there is of a sequence.
pub fn asked(vector: &Vector) -> Vec<(&'static str, Shown)> {
    let before = vector.before.iter().map(|step| ("first", self::step(step)));
    let times = (vector.times > 1).then(|| ("times", Shown::words(vector.times.to_string())));
    before.chain(arguments(&vector.operation)).chain(times).collect()
}

/// A step before the last in a line: what is asked and what is accepted.
fn step(step: &Step) -> Shown {
    let arguments: Vec<String> = arguments(&step.operation)
        .into_iter()
        .map(|(name, shown)| format!("{name} {}", shown.text))
        .collect();
    let accepted: Vec<String> = step.expect.iter().map(|one| accepted(one).text).collect();
    let times = if step.times > 1 { format!(", {} times", step.times) } else { String::new() };
    let operation = step.operation.name();
    Shown::words(format!("{operation}: {}{times} → {}", arguments.join(", "), accepted.join(" or ")))
}

fn argument(argument: Argument) -> Shown {
    match argument {
        Argument::Cbor(bytes) => Shown::bytes(&bytes),
        Argument::Destination(destination) => place(&destination),
        Argument::Number(number) => Shown::words(number.to_string()),
        Argument::Options(options) => shown_options(&options),
        Argument::Spaces(spaces) => Shown::words(spaces.name()),
        Argument::Text(text) => Shown::words(format!("{text:?}")),
        Argument::Transport(transport) => Shown::words(transport.name()),
        Argument::Truth(truth) => Shown::words(truth.to_string()),
    }
}

fn place(destination: &Destination) -> Shown {
    Shown::words(format!("{} port {}", destination.address, destination.port))
}

/// Options as `Name(number) value`, the value as text where it is printable text, else in hex.
fn shown_options(options: &[CoapOption]) -> Shown {
    let one = |option: &CoapOption| {
        let name = match option.number {
            3 => "Uri-Host",
            7 => "Uri-Port",
            11 => "Uri-Path",
            15 => "Uri-Query",
            35 => "Proxy-Uri",
            39 => "Proxy-Scheme",
            _ => "option",
        };
        let value = match std::str::from_utf8(&option.value) {
            Ok(text) if option.number != 7 && !text.chars().any(char::is_control) => format!("{text:?}"),
            _ => format!("h'{}'", hex::encode(&option.value)),
        };
        format!("{name}({}) {value}", option.number)
    };
    Shown::words(format!("[{}]", options.iter().map(one).collect::<Vec<_>>().join(", ")))
}

/// A value.
pub fn value(value: &Value) -> Shown {
    match value {
        Value::Decoded(decoded) => {
            let cri = Shown::bytes(&decoded.cri);
            let kind = if decoded.full { "full CRI" } else { "CRI reference" };
            Shown { text: format!("{kind} {}", cri.text), hex: cri.hex }
        }
        Value::Uri { uri: text } | Value::Iri { iri: text } => Shown::words(format!("{text:?}")),
        Value::Cri { cri: bytes } | Value::Reference { reference: bytes } => Shown::bytes(bytes),
        Value::Equivalent { equivalent } => {
            Shown::words(if *equivalent { "equivalent" } else { "not equivalent" })
        }
        Value::Items { items } => {
            let word = |item: &Item| match item {
                Item::Processable => "processable",
                Item::Unprocessable => "unprocessable",
            };
            let words: Vec<_> = items.iter().map(word).collect();
            Shown::words(format!("[{}]", words.join(", ")))
        }
        Value::Options { options } => shown_options(options),
        Value::WellFormed { well_formed } => {
            Shown::words(if *well_formed { "well-formed" } else { "not well-formed" })
        }
        Value::Absolute { absolute } => Shown::words(if *absolute { "absolute" } else { "not absolute" }),
        Value::Relative { relative } => Shown::words(if *relative { "relative" } else { "not relative" }),
        Value::References { references } => Shown::words(format!("{references:?}")),
        Value::Components(components) => {
            let present = components.named().into_iter().filter_map(|(name, text)| Some((name, text?)));
            let words: Vec<_> = present.map(|(name, text)| format!("{name} {text:?}")).collect();
            Shown::words(if words.is_empty() { "no component".to_owned() } else { words.join(", ") })
        }
    }
}

/// An accepted outcome.
pub fn accepted(accepted: &Accepted) -> Shown {
    let mut shown = match &accepted.outcome {
        Expected::Reject => Shown::words("reject"),
        Expected::Value(one) => value(one),
    };
    if let Some(reading) = &accepted.reading {
        shown.text.push_str(&format!("  ({reading})"));
    }
    shown
}

/// What an answer may take, in words.
pub fn budget(budget: Budget) -> String {
    let memory = budget.memory.map(|mebibytes| format!("{mebibytes} MiB of memory"));
    let seconds = budget.seconds.map(|seconds| format!("{seconds} s"));
    format!("at most {}", memory.into_iter().chain(seconds).collect::<Vec<_>>().join(" and "))
}

/// What came.
pub fn outcome(outcome: &Outcome) -> Shown {
    let because = |word: &str, reason: &str| {
        Shown::words(if reason.is_empty() { word.to_owned() } else { format!("{word}: {reason}") })
    };
    match outcome {
        Outcome::Value(one) => value(one),
        Outcome::Reject(reason) => because("reject", reason),
        Outcome::Unsupported(reason) => because("unsupported", reason),
        Outcome::Error(failure) => because(failure.kind.name(), &failure.message),
    }
}
