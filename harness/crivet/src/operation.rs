//! Operations: what an implementation can be asked.
//!
//! CRIs travel as bytes (one encoded CBOR item), everything else as text, so that any library can be
//! wrapped, in this process or another. [`Operation`] is a question with its arguments, [`OperationName`] its name alone,
//! and a [`Signature`] says what an operation takes and gives. Serialised, an operation is the request of the testee
//! protocol less its `id` and `profile`.
//!
//! All of it is declared once, in the table below. The readers of vector files and of answers, the schemas and the reports
//! go by the signature, so a new operation is one entry here, and a method of
//! [`Implementation`](crate::implementation::Implementation).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::argument::AsArgument;
pub use crate::argument::{
    Argument, ArgumentKind, CoapOption, Destination, Parameter, Presence, Spaces, Transport,
};
use crate::outcome::ValueKind;
use crate::profile::Profile;

/// What an operation takes and gives.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The arguments, in order.
    pub parameters: &'static [Parameter],
    /// The kind of value.
    pub value: ValueKind,
    /// The profiles that have the operation.
    pub profiles: &'static [Profile],
    /// What is asked, in a sentence.
    pub asks: &'static str,
    /// A question in words, and its answer.
    pub example: (&'static str, &'static str),
}

/// Declares [`Operation`], [`OperationName`] and the signatures from one table.
macro_rules! operations {
    ($(
        $(#[$meta:meta])*
        $operation:ident = $name:literal (
            $( $(#[$field_meta:meta])* $field:ident as $parameter:literal: $type:ty, )*
        ) -> $value:ident in [$($profile:ident),*]
        asks $asks:literal
        such as $question:literal => $answer:literal;
    )*) => {
        /// A question to an implementation, with its arguments.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(tag = "op", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
        pub enum Operation {
            $( $(#[$meta])* $operation { $( $(#[$field_meta])* $field: $type, )* }, )*
        }

        impl Operation {
            /// The operation's name.
            pub fn name(&self) -> OperationName {
                match self { $( Operation::$operation { .. } => OperationName::$operation, )* }
            }

            /// The arguments that are there, by name and in order.
            pub fn arguments(&self) -> Vec<(&'static str, Argument)> {
                match self {
                    $( Operation::$operation { $($field),* } => {
                        let arguments = [$( ($parameter, $field.to_argument()) ),*];
                        arguments.into_iter().filter_map(|(name, argument)| Some((name, argument?))).collect()
                    } )*
                }
            }

            /// An operation from its arguments; `take` is asked for each, whether or not one is missing. None where
            /// one that is required is missing, or of another kind.
            pub fn from_arguments(
                name: OperationName,
                mut take: impl FnMut(&Parameter) -> Option<Argument>,
            ) -> Option<Operation> {
                let mut parameters = name.signature().parameters.iter();
                match name {
                    $( OperationName::$operation => {
                        $( let $field = <$type>::from_argument(take(parameters.next()?)); )*
                        Some(Operation::$operation { $($field: $field?),* })
                    } )*
                }
            }
        }

        /// The name of an operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub enum OperationName {
            $( #[doc = concat!("`", $name, "`")] $operation, )*
        }

        const COUNT: usize = [$($name),*].len();

        const SIGNATURES: [Signature; COUNT] = [$(
            Signature {
                parameters: &[$( Parameter {
                    name: $parameter,
                    kind: <$type as AsArgument>::KIND,
                    presence: <$type as AsArgument>::PRESENCE,
                } ),*],
                value: ValueKind::$value,
                profiles: &[$(Profile::$profile),*],
                asks: $asks,
                example: ($question, $answer),
            },
        )*];

        impl OperationName {
            /// Every operation, in the order reports show them.
            pub const ALL: [OperationName; COUNT] = [$( OperationName::$operation ),*];

            /// The name that vectors, testees and the command line use.
            pub fn name(self) -> &'static str {
                match self { $( OperationName::$operation => $name, )* }
            }

            /// What the operation takes and gives.
            pub fn signature(self) -> Signature {
                SIGNATURES[self as usize]
            }
        }
    };
}

operations! {
    /// The check of a final recipient: is this a valid CRI or CRI reference, and which of the two?
    Decode = "decode" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> Decoded in [Href13, Href27, Href03, Href02]
    asks "Read the bytes as a final recipient does, check them against everything the specification \
          says, and write the CRI or CRI reference again in the form for interchange."
    such as r#"[-1, ["example", "com"]], as bytes"# => "it is full, and the same bytes";

    /// href-13, anchor `cri-to-uri`: a CRI (reference) as a URI (reference).
    CriToUri = "cri-to-uri" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> Uri in [Href13, Href27, Href03, Href02]
    asks "Write the CRI, or CRI reference, as a URI or URI reference."
    such as r#"[-1, ["example", "com"], ["a"]]"# => "coap://example.com/a";

    /// A URI (reference) as a CRI (reference).
    UriToCri = "uri-to-cri" (
        /// The URI or URI reference.
        uri as "uri": String,
    ) -> Cri in [Href13, Href27, Href03, Href02]
    asks "Turn the URI, or URI reference, into a CRI or CRI reference."
    such as "coap://example.com/a" => r#"[-1, ["example", "com"], ["a"]]"#;

    /// href-13, anchor `reference-resolution`: a reference resolved against a base.
    Resolve = "resolve" (
        /// The encoded base CRI.
        #[serde(with = "hex")]
        base as "base": Vec<u8>,
        /// The encoded CRI reference.
        #[serde(with = "hex")]
        reference as "reference": Vec<u8>,
        /// href-02 alone: the relation that the reference is resolved by where it names none itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relation as "relation": Option<i64>,
    ) -> Cri in [Href13, Href27, Href03, Href02]
    asks "Resolve the CRI reference against the base CRI."
    such as r#"base [-1, ["h"], ["a", "b"]], reference [1, ["c"]]"# => r#"[-1, ["h"], ["a", "c"]]"#;

    /// The reverse of resolving: a reference that leads from the base to the target.
    Relativize = "relativize" (
        /// The encoded base CRI.
        #[serde(with = "hex")]
        base as "base": Vec<u8>,
        /// The encoded CRI the reference shall resolve to.
        #[serde(with = "hex")]
        target as "target": Vec<u8>,
    ) -> Reference in [Href13, Href27, Href03, Href02]
    asks "Find a CRI reference that leads from the base to the target. It is judged by resolving it."
    such as r#"base [-1, ["h"], ["a", "b"]], target [-1, ["h"], ["a", "c"]]"#
        => r#"[1, ["c"]]"#;

    /// href-13, section "Comparison": component-wise comparison.
    Equivalent = "equivalent" (
        /// One encoded CRI.
        #[serde(with = "hex")]
        a as "a": Vec<u8>,
        /// The other encoded CRI.
        #[serde(with = "hex")]
        b as "b": Vec<u8>,
        /// Leave the fragments out, as when a network action is selected.
        ignore_fragment as "ignore-fragment": bool,
    ) -> Equivalent in [Href13, Href27, Href03]
    asks "Do the two CRIs mean the same?"
    such as r#"[-1, ["h"]] and [-1, ["h"], []]"# => "true";

    /// A CRI (reference) as an IRI (reference), by way of a URI and RFC 3987 section 3.2.
    CriToIri = "cri-to-iri" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> Iri in [Href13, Href27, Href03]
    asks "Write the CRI as an IRI, in which characters beyond ASCII stand as they are."
    such as r#"[-4, ["example"], ["é"]]"# => "https://example/é";

    /// An IRI (reference) as a CRI (reference), by way of RFC 3987 section 3.1.
    IriToCri = "iri-to-cri" (
        /// The IRI or IRI reference.
        iri as "iri": String,
    ) -> Cri in [Href13, Href27, Href03]
    asks "Turn the IRI into a CRI."
    such as "https://example/é" => r#"[-4, ["example"], ["é"]]"#;

    /// href-13, anchor `unprocessable`: which items of an array are processable CRIs or CRI references?
    Scan = "scan" (
        /// One encoded CBOR array that holds the items.
        #[serde(with = "hex")]
        sequence as "sequence": Vec<u8>,
    ) -> Items in [Href13, Href27]
    asks "Go through several items one after the other, and say of each whether it can be processed. One \
          that cannot does not spoil the next."
    such as r#"[[-1, ["h"]], 7]"# => "processable, unprocessable";

    /// href-27, anchor `decompose-coap`: the options of a CoAP request for a CRI.
    CriToCoap = "cri-to-coap" (
        /// The encoded CRI.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
        /// Where the request goes.
        destination as "destination": Destination,
        /// href-02 alone: is the request for a forward proxy?
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_proxy as "to-proxy": Option<bool>,
    ) -> Options in [Href27, Href02]
    asks "Take the CRI apart into the options of a CoAP request."
    such as r#"[-1, ["example", "com"], ["a"]]"# => r#"[Uri-Host(3) "example.com", Uri-Path(11) "a"]"#;

    /// href-27, anchor `compose-coap`: the CRI that a CoAP request is for.
    CoapToCri = "coap-to-cri" (
        /// The name of the scheme the request came by.
        scheme as "scheme": String,
        /// The request's options.
        options as "options": Vec<CoapOption>,
        /// Where the request went.
        destination as "destination": Destination,
    ) -> Cri in [Href27]
    asks "Put the CRI together that a CoAP request is for: from its options and where it was sent."
    such as r#"scheme coap, options [Uri-Path(11) "a"], destination 192.0.2.1 port 5683"#
        => r#"[-1, [h'c0000201'], ["a"]]"#;

    /// RFC 7252, section 6.4, and RFC 8323, section 8.6: the options of a CoAP request for a URI.
    UriToCoap = "uri-to-coap" (
        /// The URI.
        uri as "uri": String,
        /// Where the request goes.
        destination as "destination": Destination,
    ) -> Options in [Rfc7252, Rfc8323]
    asks "Take the URI apart into the options of a CoAP request."
    such as "coap://example.com/a" => r#"[Uri-Host(3) "example.com", Uri-Path(11) "a"]"#;

    /// RFC 7252, section 6.5, and RFC 8323, section 8.7: the URI that a CoAP request is for.
    CoapToUri = "coap-to-uri" (
        /// Was the request secured, by DTLS or TLS?
        secure as "secure": bool,
        /// RFC 8323 alone, and always there: what the request went over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        transport as "transport": Option<Transport>,
        /// The request's options.
        options as "options": Vec<CoapOption>,
        /// Where the request went.
        destination as "destination": Destination,
    ) -> Uri in [Rfc7252, Rfc8323]
    asks "Put the URI together that a CoAP request is for: from its options and where it was sent."
    such as r#"options [Uri-Path(11) "a"], destination 192.0.2.1 port 5683"#
        => "coap://192.0.2.1/a";

    /// href-02: is the sequence of options well-formed?
    WellFormed = "well-formed" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> WellFormed in [Href02]
    asks "Is the CRI, or CRI reference, a sequence that the transition table allows?"
    such as "an array of options" => "true or false";

    /// href-02: is it an absolute CRI reference?
    Absolute = "absolute" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> Absolute in [Href02]
    asks "Is it an absolute CRI: well-formed, with a scheme first?"
    such as "an array of options" => "true or false";

    /// href-02: is it a relative CRI reference?
    Relative = "relative" (
        /// The encoded CRI or CRI reference.
        #[serde(with = "hex")]
        cri as "cri": Vec<u8>,
    ) -> Relative in [Href02]
    asks "Is it a relative CRI reference: well-formed, with no scheme first?"
    such as "an array of options" => "true or false";

    /// iri-guidelines-01, section 4: a text a person gave, made ready to be parsed.
    IriPreprocess = "iri-preprocess" (
        /// The text.
        text as "text": String,
        /// May the text hold several references?
        multiple as "multiple": bool,
        /// What becomes of spaces.
        spaces as "spaces": Spaces,
    ) -> References in [IriGuidelines01]
    asks "Make the text ready to be parsed as IRIs."
    such as r#""http://h/a b", its spaces to be encoded"# => "[http://h/a%20b]";

    /// iri-guidelines-01, section 5: an IRI or IRI reference, taken apart.
    IriParse = "iri-parse" (
        /// The IRI or IRI reference.
        iri as "iri": String,
    ) -> Components in [IriGuidelines01]
    asks "Split the IRI into its components."
    such as "coap://h/p?q" => "scheme coap, host h, path /p, query q";

    /// iri-guidelines-01, section 7: the URI of an IRI.
    IriToUri = "iri-to-uri" (
        /// The IRI or IRI reference.
        iri as "iri": String,
    ) -> Uri in [IriGuidelines01]
    asks "Write the IRI as a URI."
    such as "http://h/é" => "http://h/%C3%A9";
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
