//! Vectors: one question, and every answer that is right; or a sequence of them.

use std::collections::BTreeSet;
use std::fmt;

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::corpus::first_version;
use crate::feature::Feature;
use crate::operation::Operation;
use crate::outcome::Value;
use crate::profile::Profile;

/// One test vector, checked: what is typed here has been read without error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector {
    /// The permanent id, in kebab case.
    pub id: String,
    /// What is tested, in a line.
    pub title: String,
    /// The profiles it holds for; at least one.
    pub profiles: Vec<Profile>,
    /// The requirements it exercises, by id of the requirement inventory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requirements: Vec<String>,
    /// The features its input uses.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub features: BTreeSet<Feature>,
    /// The corpus version it came with; the first one, where the vector names none.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub since: Version,
    /// What is asked before, of the same testee and with nothing in between: the first steps of a sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Step>,
    /// What is asked; the last step of a sequence.
    pub operation: Operation,
    /// How many times in a row it is asked; the answer has to be right each time.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u32,
    /// What is accepted, the preferred outcome first; never empty.
    pub expect: Vec<Accepted>,
    /// What a deviation from the first accepted outcome costs.
    #[serde(default, skip_serializing_if = "is_must")]
    pub strength: Strength,
    /// The rulings it rests on, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<String>,
    /// Why, for whoever fails it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What an answer may take; measured where a testee runs in another process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// Where it stands.
    #[serde(skip)]
    pub source: Location,
}

/// A step of a sequence that is not its last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What is asked.
    pub operation: Operation,
    /// How many times in a row; the answer has to be right each time.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub times: u32,
    /// What is accepted, the preferred outcome first; never empty.
    pub expect: Vec<Accepted>,
}

/// What an answer may take. Bounds are wide: they are for what is out of all proportion to the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// By how many MiB the address space may grow.
    pub memory: Option<u64>,
    /// How many seconds the answer may take.
    pub seconds: Option<u64>,
}

/// One accepted outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// The outcome.
    pub outcome: Expected,
    /// The reading of the text that leads to it, where the vector says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
}

/// An outcome that a vector can accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// The input is rejected.
    Reject,
    /// The answer means this value.
    Value(Value),
}

/// What a deviation from the first accepted outcome costs. An outcome outside the list always fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// The text is clear, or leaves the choice free: any listed outcome passes, without remark.
    #[default]
    Must,
    /// The first is recommended: another listed one is noted, and fails a strict run.
    Should,
    /// The text can be read in several ways: any listed outcome passes, and the report says which.
    Disputed,
}

fn once() -> u32 {
    1
}

fn is_once(times: &u32) -> bool {
    *times == 1
}

fn is_must(strength: &Strength) -> bool {
    *strength == Strength::Must
}

fn is_first_version(version: &Version) -> bool {
    *version == first_version()
}

impl Vector {
    /// Is it more than one request?
    pub fn is_sequence(&self) -> bool {
        !self.before.is_empty() || self.times > 1
    }

    /// The operations of all its steps, in order.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.before.iter().map(|step| &step.operation).chain([&self.operation])
    }

    /// How many requests it takes.
    pub fn requests(&self) -> u64 {
        self.before.iter().map(|step| step.times).chain([self.times]).map(u64::from).sum()
    }

    /// Its steps, each as a vector of its own.
    pub fn steps(&self) -> impl Iterator<Item = Vector> + '_ {
        let alone = Vector { before: Vec::new(), ..self.clone() };
        let step = |step: &Step| {
            let Step { operation, times, expect } = step.clone();
            Vector { operation, times, expect, before: Vec::new(), ..self.clone() }
        };
        self.before.iter().map(step).chain([alone])
    }
}

impl Strength {
    /// The name that vectors use.
    pub fn name(self) -> &'static str {
        match self {
            Strength::Must => "must",
            Strength::Should => "should",
            Strength::Disputed => "disputed",
        }
    }
}

/// A place in a file. Lines and columns count from one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The line, from one.
    pub line: usize,
    /// The column in characters, from one.
    pub column: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
