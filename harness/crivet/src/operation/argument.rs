//! Arguments: what operations take, by kind.

use super::{CoapOption, Destination, Spaces};

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
    /// True or false.
    Truth(bool),
}

/// The type of an argument in [`Operation`](super::Operation).
pub(super) trait AsArgument: Sized {
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
optional! { bool: Truth, i64: Number }
