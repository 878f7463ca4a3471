//! Oracles: properties that hold for every input, and so need no stored answer.
//!
//! One property a file, each opening with its equation and its premises. An oracle asks an implementation
//! through [`Implementation`](crate::implementation::Implementation), whichever it is, and compares. Where
//! the drafts themselves break an equation, that is written down as a [`KnownDifference`] and what holds in
//! its place is checked; nothing is passed over.

use std::collections::BTreeMap;
use std::fmt;

pub mod fluent;
pub mod resolution;
pub mod rfc3986;

/// What came of checking a property on one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Both sides are equal.
    Agree,
    /// They are not.
    Differ(Box<Finding>),
    /// The input allows no conclusion; with the reason.
    NotComparable(&'static str),
}

/// An oracle's report of an input on which its property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The oracle, by name.
    pub oracle: &'static str,
    /// What does not hold: the same text for findings of one kind.
    pub kind: &'static str,
    /// The encoded base CRI.
    pub base: Vec<u8>,
    /// The encoded CRI reference.
    pub reference: Vec<u8>,
    /// The steps that were taken, each with what it gave.
    pub steps: Vec<(&'static str, String)>,
}

impl fmt::Display for Finding {
    /// Several lines, the last of which is a command that asks the reference implementation the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, reference) = (hex::encode(&self.base), hex::encode(&self.reference));
        writeln!(f, "{}: {}", self.oracle, self.kind)?;
        writeln!(f, "  base       {base}")?;
        writeln!(f, "  reference  {reference}")?;
        for (step, gave) in &self.steps {
            writeln!(f, "  {step}: {gave}")?;
        }
        write!(
            f,
            "ask again: echo '{{\"id\":0,\"op\":\"resolve\",\"profile\":\"href-13\",\"base\":\"{base}\",\
             \"reference\":\"{reference}\"}}' | crivet testee"
        )
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
    /// Inputs on which they are not, by kind.
    pub differ: BTreeMap<&'static str, u64>,
    /// Inputs that allow no conclusion, by reason.
    pub not_comparable: BTreeMap<&'static str, u64>,
    /// Inputs to which a known difference applied, by its name; these are among the other three.
    pub known: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Counts one comparison, and the known differences that applied to it.
    pub fn count<'known>(
        &mut self,
        comparison: &Comparison,
        known: impl IntoIterator<Item = &'known KnownDifference>,
    ) {
        match comparison {
            Comparison::Agree => self.agree += 1,
            Comparison::Differ(finding) => *self.differ.entry(finding.kind).or_default() += 1,
            Comparison::NotComparable(reason) => *self.not_comparable.entry(reason).or_default() += 1,
        }
        for known in known {
            *self.known.entry(known.name).or_default() += 1;
        }
    }

    /// The number of inputs.
    pub fn total(&self) -> u64 {
        self.agree + self.differ.values().sum::<u64>() + self.not_comparable.values().sum::<u64>()
    }
}
