//! Operations: what an implementation can be asked.
//!
//! CRIs travel as bytes (one encoded CBOR item), everything else as text, so that any library can be
//! wrapped, in this process or another. [`Operation`] is a question with its arguments,
//! [`OperationName`] its name alone. Serialised, an operation is the request of the testee protocol less
//! its `id` and `profile`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A question to an implementation, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Operation {
    /// The check of a final recipient: is this a valid CRI or CRI reference, and which of the two?
    Decode {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// href-13, anchor `cri-to-uri`: a CRI (reference) as a URI (reference).
    CriToUri {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// A URI (reference) as a CRI (reference).
    UriToCri {
        /// The URI or URI reference.
        uri: String,
    },
    /// href-13, anchor `reference-resolution`: a reference resolved against a base.
    Resolve {
        /// The encoded base CRI.
        #[serde(with = "hex")]
        base: Vec<u8>,
        /// The encoded CRI reference.
        #[serde(with = "hex")]
        reference: Vec<u8>,
        /// href-02 alone: the relation that the reference is resolved by where it names none itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relation: Option<i64>,
    },
    /// The reverse of resolving: a reference that leads from the base to the target.
    Relativize {
        /// The encoded base CRI.
        #[serde(with = "hex")]
        base: Vec<u8>,
        /// The encoded CRI the reference shall resolve to.
        #[serde(with = "hex")]
        target: Vec<u8>,
    },
    /// href-13, section "Comparison": component-wise comparison.
    Equivalent {
        /// One encoded CRI.
        #[serde(with = "hex")]
        a: Vec<u8>,
        /// The other encoded CRI.
        #[serde(with = "hex")]
        b: Vec<u8>,
        /// Leave the fragments out, as when a network action is selected.
        ignore_fragment: bool,
    },
    /// A CRI (reference) as an IRI (reference), by way of a URI and RFC 3987 section 3.2.
    CriToIri {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// An IRI (reference) as a CRI (reference), by way of RFC 3987 section 3.1.
    IriToCri {
        /// The IRI or IRI reference.
        iri: String,
    },
    /// href-13, anchor `unprocessable`: which items of an array are processable CRIs or CRI references?
    Scan {
        /// One encoded CBOR array that holds the items.
        #[serde(with = "hex")]
        sequence: Vec<u8>,
    },
    /// href-27, anchor `decompose-coap`: the options of a CoAP request for a CRI.
    CriToCoap {
        /// The encoded CRI.
        #[serde(with = "hex")]
        cri: Vec<u8>,
        /// Where the request goes.
        destination: Destination,
        /// href-02 alone: is the request for a forward proxy?
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_proxy: Option<bool>,
    },
    /// href-27, anchor `compose-coap`: the CRI that a CoAP request is for.
    CoapToCri {
        /// The name of the scheme the request came by.
        scheme: String,
        /// The request's options.
        options: Vec<CoapOption>,
        /// Where the request went.
        destination: Destination,
    },
    /// RFC 7252, section 6.4: the options of a CoAP request for a URI.
    UriToCoap {
        /// The URI.
        uri: String,
        /// Where the request goes.
        destination: Destination,
    },
    /// RFC 7252, section 6.5: the URI that a CoAP request is for.
    CoapToUri {
        /// Was the request secured by DTLS?
        secure: bool,
        /// The request's options.
        options: Vec<CoapOption>,
        /// Where the request went.
        destination: Destination,
    },
    /// href-02: is the sequence of options well-formed?
    WellFormed {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// href-02: is it an absolute CRI reference?
    Absolute {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// href-02: is it a relative CRI reference?
    Relative {
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri: Vec<u8>,
    },
    /// iri-guidelines-01, section 4: a text a person gave, made ready to be parsed.
    IriPreprocess {
        /// The text.
        text: String,
        /// May the text hold several references?
        multiple: bool,
        /// What becomes of spaces.
        spaces: Spaces,
    },
    /// iri-guidelines-01, section 5: an IRI or IRI reference, taken apart.
    IriParse {
        /// The IRI or IRI reference.
        iri: String,
    },
    /// iri-guidelines-01, section 7: the URI of an IRI.
    IriToUri {
        /// The IRI or IRI reference.
        iri: String,
    },
}

/// What becomes of the spaces within a text that is made ready to be parsed as an IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spaces {
    /// They are percent-encoded.
    Encode,
    /// They are taken out.
    Remove,
}

impl Spaces {
    /// The name that vectors and testees use.
    pub fn name(self) -> &'static str {
        match self {
            Spaces::Encode => "encode",
            Spaces::Remove => "remove",
        }
    }
}

/// Where a CoAP request goes: the address and port of its destination.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Destination {
    /// The IP address in text, an IPv6 address perhaps with a zone (`fe80::1%eth0`).
    pub address: String,
    /// The UDP or TCP port.
    pub port: u16,
}

/// A CoAP option: its number and its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoapOption {
    /// The option number (RFC 7252, section 5.10).
    pub number: u16,
    /// The option value.
    #[serde(with = "hex")]
    pub value: Vec<u8>,
}

impl Operation {
    /// The operation's name.
    pub fn name(&self) -> OperationName {
        match self {
            Operation::Decode { .. } => OperationName::Decode,
            Operation::CriToUri { .. } => OperationName::CriToUri,
            Operation::UriToCri { .. } => OperationName::UriToCri,
            Operation::Resolve { .. } => OperationName::Resolve,
            Operation::Relativize { .. } => OperationName::Relativize,
            Operation::Equivalent { .. } => OperationName::Equivalent,
            Operation::CriToIri { .. } => OperationName::CriToIri,
            Operation::IriToCri { .. } => OperationName::IriToCri,
            Operation::Scan { .. } => OperationName::Scan,
            Operation::CriToCoap { .. } => OperationName::CriToCoap,
            Operation::CoapToCri { .. } => OperationName::CoapToCri,
            Operation::UriToCoap { .. } => OperationName::UriToCoap,
            Operation::CoapToUri { .. } => OperationName::CoapToUri,
            Operation::WellFormed { .. } => OperationName::WellFormed,
            Operation::Absolute { .. } => OperationName::Absolute,
            Operation::Relative { .. } => OperationName::Relative,
            Operation::IriPreprocess { .. } => OperationName::IriPreprocess,
            Operation::IriParse { .. } => OperationName::IriParse,
            Operation::IriToUri { .. } => OperationName::IriToUri,
        }
    }
}

/// The name of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum OperationName {
    /// `decode`
    Decode,
    /// `cri-to-uri`
    CriToUri,
    /// `uri-to-cri`
    UriToCri,
    /// `resolve`
    Resolve,
    /// `relativize`
    Relativize,
    /// `equivalent`
    Equivalent,
    /// `cri-to-iri`
    CriToIri,
    /// `iri-to-cri`
    IriToCri,
    /// `scan`
    Scan,
    /// `cri-to-coap`
    CriToCoap,
    /// `coap-to-cri`
    CoapToCri,
    /// `uri-to-coap`
    UriToCoap,
    /// `coap-to-uri`
    CoapToUri,
    /// `well-formed`
    WellFormed,
    /// `absolute`
    Absolute,
    /// `relative`
    Relative,
    /// `iri-preprocess`
    IriPreprocess,
    /// `iri-parse`
    IriParse,
    /// `iri-to-uri`
    IriToUri,
}

impl OperationName {
    /// Every operation, in the order reports show them.
    pub const ALL: [OperationName; 19] = [
        OperationName::Decode,
        OperationName::CriToUri,
        OperationName::UriToCri,
        OperationName::Resolve,
        OperationName::Relativize,
        OperationName::Equivalent,
        OperationName::CriToIri,
        OperationName::IriToCri,
        OperationName::Scan,
        OperationName::CriToCoap,
        OperationName::CoapToCri,
        OperationName::UriToCoap,
        OperationName::CoapToUri,
        OperationName::WellFormed,
        OperationName::Absolute,
        OperationName::Relative,
        OperationName::IriPreprocess,
        OperationName::IriParse,
        OperationName::IriToUri,
    ];

    /// The name that vectors, testees and the command line use.
    pub fn name(self) -> &'static str {
        match self {
            OperationName::Decode => "decode",
            OperationName::CriToUri => "cri-to-uri",
            OperationName::UriToCri => "uri-to-cri",
            OperationName::Resolve => "resolve",
            OperationName::Relativize => "relativize",
            OperationName::Equivalent => "equivalent",
            OperationName::CriToIri => "cri-to-iri",
            OperationName::IriToCri => "iri-to-cri",
            OperationName::Scan => "scan",
            OperationName::CriToCoap => "cri-to-coap",
            OperationName::CoapToCri => "coap-to-cri",
            OperationName::UriToCoap => "uri-to-coap",
            OperationName::CoapToUri => "coap-to-uri",
            OperationName::WellFormed => "well-formed",
            OperationName::Absolute => "absolute",
            OperationName::Relative => "relative",
            OperationName::IriPreprocess => "iri-preprocess",
            OperationName::IriParse => "iri-parse",
            OperationName::IriToUri => "iri-to-uri",
        }
    }
}

/// A name that no operation has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown operation `{0}`; the operations are {names}", names = OperationName::ALL.map(OperationName::name).join(", "))]
pub struct UnknownOperation(pub String);

impl FromStr for OperationName {
    type Err = UnknownOperation;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        OperationName::ALL
            .into_iter()
            .find(|operation| operation.name() == name)
            .ok_or_else(|| UnknownOperation(name.to_owned()))
    }
}

impl TryFrom<String> for OperationName {
    type Error = UnknownOperation;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<OperationName> for String {
    fn from(operation: OperationName) -> String {
        operation.name().to_owned()
    }
}

impl fmt::Display for OperationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
