//! Oracles: properties that hold for every input, and so need no stored answer.
//!
//! One property a file, each opening with its equation and its premises. An [`Oracle`] is straight-line code that
//! puts its questions through [`Asker`] and compares the answers; it knows neither which implementation answers nor
//! whether that lives in this process or another. Where the drafts themselves break an equation, that is written
//! down as a [`KnownDifference`] and what holds in its place is checked; nothing is passed over.
//!
//! An implementation that panics, crashes, hangs or breaches the protocol breaks every property: that is told by the
//! engine (`crivet fuzz`), and an oracle never sees it.
//!
//! # Writing one
//!
//! ```
//! use arbitrary::Unstructured;
//! use crivet_fuzz::generate::{Sections, cri};
//! use crivet::operation::OperationName;
//! use crivet_fuzz::oracle::{About, Asker, Checked, Halt, Input, Inputs, Oracle};
//! use crivet::profile::{Family, Profile};
//!
//! /// What decodes is, encoded anew, a fixpoint.
//! struct DecodeFixpoint;
//!
//! impl Oracle for DecodeFixpoint {
//!     /// Sections, texts, bytes, lists and pairs of them can be shrunk, stored and shown already.
//!     type Case = Sections;
//!
//!     fn about(&self) -> About {
//!         About {
//!             name: "decode-fixpoint",
//!             equation: "decode(decode(cri)) is decode(cri)",
//!             operations: &[OperationName::Decode],
//!             profiles: Family::Href.profiles(),
//!             ..About::DEFAULT
//!         }
//!     }
//!
//!     fn case(&self, _: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Sections> {
//!         cri(u)
//!     }
//!
//!     fn inputs(&self, case: &Sections) -> Inputs {
//!         vec![("cri", Input::Cri(case.to_cbor()))]
//!     }
//!
//!     fn check(&self, case: &Sections, asker: &mut Asker<'_>) -> Result<Checked, Halt> {
//!         let Ok(once) = asker.decode(&case.to_cbor())? else {
//!             return Ok(Checked::not_comparable("rejected"));
//!         };
//!         match asker.decode(&once.cri)? {
//!             Ok(twice) if twice.cri == once.cri => Ok(Checked::agree()),
//!             Ok(_) => Ok(Checked::differ("decoding twice gives another CRI", "the same CRI")),
//!             Err(_) => Ok(Checked::differ("what was decoded does not decode", "the same CRI")),
//!         }
//!     }
//! }
//! ```

use std::collections::BTreeMap;
use std::fmt;

use arbitrary::Unstructured;

use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::vector::Strength;

mod case;
mod asker;
mod encoded;
pub mod cddl;
pub mod decode_encode;
pub mod scan;
pub mod scan_decode;
pub mod pet;
pub mod round_trip_cri;
pub mod round_trip_uri;
pub mod equivalence;
pub mod fluent;
pub mod resolution;
pub mod resolution_uri;
pub mod resolve_pure;
pub mod resolve_idempotent;
pub mod resolve_associative;
pub mod relativize;
pub mod iri;
pub mod iri_guidelines;
pub mod coap;
pub mod coap_uri;
pub mod early;
pub mod agree;
pub mod pure;
pub mod revisions;

pub use asker::{Asker, Failed, Halt, Memo, Parties, Question, Step};
pub use case::{Case, Input, Inputs, Pair};
pub use encoded::Encoded;

/// A property that holds for every input.
pub trait Oracle: Send + Sync + 'static {
    /// An input.
    type Case: Case;

    /// What it is.
    fn about(&self) -> About;

    /// The input that bytes stand for. Bytes that run out read as zero, and zero is the plainest choice.
    ///
    /// # Errors
    ///
    /// None in practice, see [`generate`](crate::generate).
    fn case(&self, profile: Profile, u: &mut Unstructured<'_>) -> arbitrary::Result<Self::Case>;

    /// The input by its parts, for people.
    fn inputs(&self, case: &Self::Case) -> Inputs;

    /// Puts the questions, and compares.
    ///
    /// Runs anew from the start for every answer that was outstanding, so it must depend on nothing but the case and
    /// the answers. To be asked in few batches, questions that do not depend on each other are put before the first
    /// `?`: `let (a, b) = (asker.decode(x), asker.decode(y)); let (a, b) = (a?, b?);`.
    ///
    /// # Errors
    ///
    /// Those of `asker`, passed on.
    fn check(&self, case: &Self::Case, asker: &mut Asker<'_>) -> Result<Checked, Halt>;
}

/// What an oracle is.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name: `resolution-commutes`.
    pub name: &'static str,
    /// The property, in a sentence.
    pub equation: &'static str,
    /// The operations it asks; it applies to implementations that offer all of them.
    pub operations: &'static [OperationName],
    /// Those of which it asks what the implementation offers: it applies where that is one of them at least.
    pub any: &'static [OperationName],
    /// The profiles it applies to.
    pub profiles: &'static [Profile],
    /// What it asks besides, under other profiles; an implementation has to offer all of it, too.
    pub beside: &'static [(Profile, OperationName)],
    /// The differences that follow from the specifications, each rechecked by a test.
    pub known: &'static [KnownDifference],
    /// How many of a hundred inputs may allow no conclusion before the oracle says too little.
    pub not_comparable: u8,
    /// Does it hold the implementation against another one?
    pub against: bool,
}

impl About {
    /// No name, no operations; at most 60 in 100 inputs not comparable.
    pub const DEFAULT: About = About {
        name: "",
        equation: "",
        operations: &[],
        any: &[],
        profiles: &[],
        beside: &[],
        known: &[],
        not_comparable: 60,
        against: false,
    };
}

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The result.
    pub comparison: Comparison,
    /// The known differences that applied.
    pub known: Vec<&'static KnownDifference>,
}

impl Checked {
    /// Both sides are equal.
    pub fn agree() -> Self {
        Comparison::Agree.into()
    }

    /// The input allows no conclusion; with the reason.
    pub fn not_comparable(reason: &'static str) -> Self {
        Comparison::NotComparable(reason).into()
    }

    /// The property does not hold; see [`Difference`].
    pub fn differ(kind: &'static str, expected: impl Into<String>) -> Self {
        Difference::new(kind, expected).into()
    }

    /// The same, with known differences.
    #[must_use]
    pub fn with_known(mut self, known: impl IntoIterator<Item = &'static KnownDifference>) -> Self {
        self.known.extend(known);
        self
    }

    /// The names of the known differences where it holds, else the cause.
    #[cfg(test)]
    pub(crate) fn shown(self) -> Result<Vec<&'static str>, String> {
        match self.comparison {
            Comparison::Agree => Ok(self.known.iter().map(|known| known.name).collect()),
            Comparison::Differ(difference) => Err(difference.cause),
            Comparison::NotComparable(reason) => Err(reason.to_owned()),
        }
    }
}

impl From<Comparison> for Checked {
    fn from(comparison: Comparison) -> Self {
        Checked { comparison, known: Vec::new() }
    }
}

impl From<Difference> for Checked {
    fn from(difference: Difference) -> Self {
        Comparison::Differ(Box::new(difference)).into()
    }
}

/// The result of checking a property on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both sides are equal.
    Agree,
    /// They are not.
    Differ(Box<Difference>),
    /// The input allows no conclusion; with the reason.
    NotComparable(&'static str),
}

/// Why a property does not hold on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What does not hold: the same text for findings of one kind.
    pub kind: &'static str,
    /// What differs, so coarsely that many inputs share it: the component of a URI, say. Findings of one oracle are
    /// grouped by kind and cause, and shrunk within them.
    pub cause: String,
    /// What would have been right, for people.
    pub expected: String,
    /// The requirement or ruling that says so, where one is known.
    pub rests_on: Option<&'static str>,
    /// What it is worth: a recommendation that is not followed is a note.
    pub strength: Strength,
}

impl Difference {
    /// A difference without a finer cause.
    pub fn new(kind: &'static str, expected: impl Into<String>) -> Self {
        let (cause, rests_on, strength) = (String::new(), None, Strength::Must);
        Difference { kind, cause, expected: expected.into(), rests_on, strength }
    }

    /// The same with a cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = cause.into();
        self
    }

    /// The same as a note: what is recommended was not done.
    #[must_use]
    pub fn recommended(mut self) -> Self {
        self.strength = Strength::Should;
        self
    }

    /// The same with the requirement or ruling it rests on.
    #[must_use]
    pub fn resting_on(mut self, id: &'static str) -> Self {
        self.rests_on = Some(id);
        self
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause.as_str() {
            "" => f.write_str(self.kind),
            cause => write!(f, "{}: {cause}", self.kind),
        }
    }
}

/// A difference that follows from the specifications and not from an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDifference {
    /// Its name.
    pub name: &'static str,
    /// The ruling or the text it rests on.
    pub ruling: &'static str,
    /// What differs, in a sentence.
    pub what: &'static str,
    /// An example as two hexadecimal numbers or two URIs: base and reference.
    pub witness: (&'static str, &'static str),
}

/// How often each result came up in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs on which both sides are equal.
    pub agree: u64,
    /// Inputs on which they are not, and inputs that the implementation failed on.
    pub differ: u64,
    /// Inputs that allow no conclusion, by reason.
    pub not_comparable: BTreeMap<&'static str, u64>,
    /// Inputs to which a known difference applied, by its name; these are among the other three.
    pub known: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Counts one check.
    pub fn count(&mut self, checked: &Checked) {
        match &checked.comparison {
            Comparison::Agree => self.agree += 1,
            Comparison::Differ(_) => self.differ += 1,
            Comparison::NotComparable(reason) => *self.not_comparable.entry(reason).or_default() += 1,
        }
        for known in &checked.known {
            *self.known.entry(known.name).or_default() += 1;
        }
    }

    /// Adds what another tally counted.
    pub fn add(&mut self, other: &Tally) {
        self.agree += other.agree;
        self.differ += other.differ;
        for (reason, count) in &other.not_comparable {
            *self.not_comparable.entry(reason).or_default() += count;
        }
        for (name, count) in &other.known {
            *self.known.entry(name).or_default() += count;
        }
    }

    /// Inputs that allow no conclusion, whatever the reason.
    pub fn not_compared(&self) -> u64 {
        self.not_comparable.values().sum()
    }

    /// The number of inputs.
    pub fn total(&self) -> u64 {
        self.agree + self.differ + self.not_compared()
    }
}
