//! Outcomes: what came of asking an implementation one thing.

pub(crate) mod cut;

use serde::{Deserialize, Serialize};

pub use self::cut::KEPT;

use crate::argument::CoapOption;

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `decode`
    Decoded(Decoded),
    /// `cri-to-uri`, `coap-to-uri`, `iri-to-uri`
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
    /// `well-formed`
    WellFormed {
        /// Is it?
        #[serde(rename = "well-formed")]
        well_formed: bool,
    },
    /// `absolute`
    Absolute {
        /// Is it?
        absolute: bool,
    },
    /// `relative`
    Relative {
        /// Is it?
        relative: bool,
    },
    /// `iri-preprocess`
    References {
        /// The IRI references found, in order.
        references: Vec<String>,
    },
    /// `iri-parse`
    Components(IriComponents),
}

/// A kind of value; each operation has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// [`Value::Absolute`]
    Absolute,
    /// [`Value::Components`]
    Components,
    /// [`Value::Cri`]
    Cri,
    /// [`Value::Decoded`]
    Decoded,
    /// [`Value::Equivalent`]
    Equivalent,
    /// [`Value::Iri`]
    Iri,
    /// [`Value::Items`]
    Items,
    /// [`Value::Options`]
    Options,
    /// [`Value::Reference`]
    Reference,
    /// [`Value::References`]
    References,
    /// [`Value::Relative`]
    Relative,
    /// [`Value::Uri`]
    Uri,
    /// [`Value::WellFormed`]
    WellFormed,
}

impl ValueKind {
    /// The members of a value in the testee protocol; a vector names the one by which a value can be written.
    pub fn members(self) -> &'static [&'static str] {
        match self {
            ValueKind::Absolute => &["absolute"],
            ValueKind::Components => &IriComponents::NAMES,
            ValueKind::Cri => &["cri"],
            ValueKind::Decoded => &["full", "cri"],
            ValueKind::Equivalent => &["equivalent"],
            ValueKind::Iri => &["iri"],
            ValueKind::Items => &["items"],
            ValueKind::Options => &["options"],
            ValueKind::Reference => &["reference"],
            ValueKind::References => &["references"],
            ValueKind::Relative => &["relative"],
            ValueKind::Uri => &["uri"],
            ValueKind::WellFormed => &["well-formed"],
        }
    }
}

/// The components of an IRI or IRI reference, as found; what is absent is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IriComponents {
    /// The scheme.
    pub scheme: Option<String>,
    /// The user information.
    pub userinfo: Option<String>,
    /// The host.
    pub host: Option<String>,
    /// The port, as it is written.
    pub port: Option<String>,
    /// The path.
    pub path: Option<String>,
    /// The query.
    pub query: Option<String>,
    /// The fragment.
    pub fragment: Option<String>,
}

impl IriComponents {
    /// The names of the components, in their order.
    pub const NAMES: [&'static str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];

    /// The components with their names, in their order.
    pub fn named(&self) -> [(&'static str, Option<&str>); 7] {
        let IriComponents { scheme, userinfo, host, port, path, query, fragment } = self;
        let [a, b, c, d, e, f, g] = Self::NAMES;
        [
            (a, scheme.as_deref()),
            (b, userinfo.as_deref()),
            (c, host.as_deref()),
            (d, port.as_deref()),
            (e, path.as_deref()),
            (f, query.as_deref()),
            (g, fragment.as_deref()),
        ]
    }

    /// The component of this name.
    pub fn component_mut(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            "scheme" => Some(&mut self.scheme),
            "userinfo" => Some(&mut self.userinfo),
            "host" => Some(&mut self.host),
            "port" => Some(&mut self.port),
            "path" => Some(&mut self.path),
            "query" => Some(&mut self.query),
            "fragment" => Some(&mut self.fragment),
            _ => None,
        }
    }
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
