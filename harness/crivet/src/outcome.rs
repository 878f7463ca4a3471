//! Outcomes: what came of asking an implementation one thing.

use serde::{Deserialize, Serialize};

use crate::operation::CoapOption;

/// What happened when an implementation was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is a value, of the shape the operation has.
    Value(Value),
    /// The input is invalid, or has no such form; with the implementation's own reason.
    Reject(String),
    /// The implementation does not offer this; with its own reason.
    Unsupported(String),
    /// There was no answer: the implementation failed.
    Error(Failure),
}

/// The value of an operation, one shape per kind of operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// `decode`
    Decoded(Decoded),
    /// `cri-to-uri`, `coap-to-uri`
    Uri {
        /// The URI or URI reference.
        uri: String,
    },
    /// `uri-to-cri`, `iri-to-cri`, `resolve`, `coap-to-cri`
    Cri {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// `relativize`
    Reference {
        /// The encoded CRI reference.
        #[serde(with = "hex")]
        reference: Vec<u8>,
    },
    /// `equivalent`
    Equivalent {
        /// Are the two equivalent?
        equivalent: bool,
    },
    /// `cri-to-iri`
    Iri {
        /// The IRI or IRI reference.
        iri: String,
    },
    /// `scan`
    Items {
        /// One entry per item of the array, in order.
        items: Vec<Item>,
    },
    /// `cri-to-coap`, `uri-to-coap`
    Options {
        /// The options, in the order of their numbers.
        options: Vec<CoapOption>,
    },
}

/// What `decode` says of a CRI or CRI reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decoded {
    /// True for a full CRI (it starts with a scheme), false for any other CRI reference.
    pub full: bool,
    /// The same CRI or CRI reference encoded anew, in interchange form.
    #[serde(with = "hex")]
    pub cri: Vec<u8>,
}

/// What `scan` says of one item of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// A CRI or CRI reference that the implementation can work with.
    Processable,
    /// Anything else: skipped, and opaque.
    Unprocessable,
}

/// Why there was no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What kind of failure it was.
    pub kind: FailureKind,
    /// What happened, in a sentence an implementer can act on.
    pub message: String,
}

/// The kinds of failure an implementation can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The testee's process ended while it owed an answer: it exited or a signal killed it.
    Crash,
    /// The implementation panicked in this process.
    Panic,
    /// The testee's answer was no answer to the question: the protocol was breached.
    Protocol,
    /// No answer came within the time limit.
    TimeOut,
    /// The testee could not be asked: it would not start again.
    Unavailable,
}

impl FailureKind {
    /// The name reports use.
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Crash => "crash",
            FailureKind::Panic => "panic",
            FailureKind::Protocol => "protocol",
            FailureKind::TimeOut => "time-out",
            FailureKind::Unavailable => "unavailable",
        }
    }
}
