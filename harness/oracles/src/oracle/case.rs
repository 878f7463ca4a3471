//! Inputs of oracles: they can be shrunk, stored in a command line, and shown.

use std::fmt;

use crivet::describe::Shown;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::generate::Sections;
use crate::generate::simpler::{Simpler, both, with};

/// An input of an oracle. Whatever has the parts is one: [`Sections`](crate::generate::Sections), texts, bytes, lists
/// and tuples of them, and structs of them that implement [`Simpler`] and derive the rest.
///
/// Serialised, an input is what `crivet fuzz --replay` takes: what is read back must be checked the same way.
pub trait Case:
    Clone + fmt::Debug + PartialEq + Simpler + Serialize + DeserializeOwned + Send + Sync
{
}

impl<T: Clone + fmt::Debug + PartialEq + Simpler + Serialize + DeserializeOwned + Send + Sync> Case for T {}

/// The parts of an input by name, for people.
pub type Inputs = Vec<(&'static str, Input)>;

/// A part of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// CBOR, shown in EDN and in hexadecimal digits.
    Cri(Vec<u8>),
    /// Anything else.
    Text(String),
}

impl Input {
    /// The part in words.
    pub fn shown(&self) -> Shown {
        match self {
            Input::Cri(bytes) => Shown::bytes(bytes),
            Input::Text(text) => Shown::words(text),
        }
    }
}

/// A base and a reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The base CRI.
    pub base: Sections,
    /// The CRI reference.
    pub reference: Sections,
}

impl Simpler for Pair {
    fn simpler(&self) -> Vec<Self> {
        let Pair { base, reference } = self;
        with(reference, |reference| Pair { base: base.clone(), reference })
            .chain(with(base, |base| Pair { base, reference: reference.clone() }))
            .chain(both(base, reference).map(|(base, reference)| Pair { base, reference }))
            .collect()
    }
}
