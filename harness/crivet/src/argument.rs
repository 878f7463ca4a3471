//! Arguments: what operations take, by kind.

use serde::{Deserialize, Serialize};

/// What an operation takes under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name that vectors and requests use.
    pub name: &'static str,
    /// The kind of argument.
    pub kind: ArgumentKind,
    /// Whether it can be left out.
    pub presence: Presence,
}

/// Whether an argument can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is always there.
    Required,
    /// A vector may leave it out, and means a default; a request has it.
    Default,
    /// It is there for some questions only.
    Optional,
}

/// A kind of argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// One encoded CBOR item.
    Cbor,
    /// Where a CoAP request goes.
    Destination,
    /// A whole number.
    Number,
    /// CoAP options.
    Options,
    /// What becomes of spaces.
    Spaces,
    /// A text.
    Text,
    /// What a CoAP request goes over.
    Transport,
    /// True or false.
    Truth,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// One encoded CBOR item.
    Cbor(Vec<u8>),
    /// Where a CoAP request goes.
    Destination(Destination),
    /// A whole number.
    Number(i64),
    /// CoAP options.
    Options(Vec<CoapOption>),
    /// What becomes of spaces.
    Spaces(Spaces),
    /// A text.
    Text(String),
    /// What a CoAP request goes over.
    Transport(Transport),
    /// True or false.
    Truth(bool),
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

/// What a CoAP request goes over, where it is not UDP (RFC 8323).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// TCP: `coap+tcp`, and with TLS `coaps+tcp`.
    Tcp,
    /// WebSockets: `coap+ws`, and with TLS `coaps+ws`.
    Ws,
}

impl Transport {
    /// Every transport.
    pub const ALL: [Transport; 2] = [Transport::Tcp, Transport::Ws];

    /// The name that vectors and testees use.
    pub fn name(self) -> &'static str {
        match self {
            Transport::Tcp => "tcp",
            Transport::Ws => "ws",
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

/// The type of an argument in [`Operation`](crate::operation::Operation).
pub(crate) trait AsArgument: Sized {
    const KIND: ArgumentKind;
    const PRESENCE: Presence;

    fn to_argument(&self) -> Option<Argument>;

    /// None where an argument that is required is missing, or of another kind.
    fn from_argument(argument: Option<Argument>) -> Option<Self>;
}

macro_rules! required {
    ($($type:ty: $kind:ident),* $(,)?) => { $(
        impl AsArgument for $type {
            const KIND: ArgumentKind = ArgumentKind::$kind;
            const PRESENCE: Presence = Presence::Required;

            fn to_argument(&self) -> Option<Argument> {
                Some(Argument::$kind(self.clone()))
            }

            fn from_argument(argument: Option<Argument>) -> Option<Self> {
                match argument {
                    Some(Argument::$kind(found)) => Some(found),
                    _ => None,
                }
            }
        }
    )* };
}

macro_rules! with_default {
    ($($type:ty: $kind:ident = $default:expr),* $(,)?) => { $(
        impl AsArgument for $type {
            const KIND: ArgumentKind = ArgumentKind::$kind;
            const PRESENCE: Presence = Presence::Default;

            fn to_argument(&self) -> Option<Argument> {
                Some(Argument::$kind(*self))
            }

            fn from_argument(argument: Option<Argument>) -> Option<Self> {
                Some(match argument {
                    Some(Argument::$kind(found)) => found,
                    _ => $default,
                })
            }
        }
    )* };
}

macro_rules! optional {
    ($($type:ty: $kind:ident),* $(,)?) => { $(
        impl AsArgument for Option<$type> {
            const KIND: ArgumentKind = ArgumentKind::$kind;
            const PRESENCE: Presence = Presence::Optional;

            fn to_argument(&self) -> Option<Argument> {
                self.map(Argument::$kind)
            }

            fn from_argument(argument: Option<Argument>) -> Option<Self> {
                Some(match argument {
                    Some(Argument::$kind(found)) => Some(found),
                    _ => None,
                })
            }
        }
    )* };
}

required! { Vec<u8>: Cbor, String: Text, Destination: Destination, Vec<CoapOption>: Options }
with_default! { bool: Truth = false, Spaces: Spaces = Spaces::Encode }
optional! { bool: Truth, i64: Number, Transport: Transport }
