//! Requirements and rulings: what vectors refer to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::profile::Profile;
use crate::vector::Location;

/// One testable thing that a specification asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// Its id: the specification, the section or constraint, and a word or number.
    pub id: String,
    /// The anchor of the place in the specification's source.
    pub anchor: String,
    /// What the specification's key words, or its grammar, make of it.
    pub level: Level,
    /// What is asked, in our own words.
    pub text: String,
    /// Why it cannot be tested, where it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untestable: Option<String>,
    /// Why no implementation can break it, where none can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unbreakable: Option<String>,
    /// The fingerprints of the sentences it stands on, in lower-case hexadecimal; `cargo xtask requirements`
    /// makes and checks them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fingerprints: Vec<String>,
    /// Where it stands.
    #[serde(skip)]
    pub source: Location,
}

impl Requirement {
    /// The profile whose specification asks it: the one its inventory is named after, or else the one its id
    /// starts with. None for a specification that is no profile.
    pub fn profile(&self) -> Option<Profile> {
        let named = self.inventory().parse().ok();
        named.or_else(|| Profile::ALL.into_iter().find(|profile| self.id.starts_with(&prefix(*profile))))
    }

    /// Does a vector that is asked for the profile say something of it?
    pub fn concerns(&self, profile: Profile) -> bool {
        self.profile().is_none_or(|own| own == profile)
    }

    /// The name of its inventory: the file's, without folder and ending.
    pub fn inventory(&self) -> &str {
        let file = self.source.file.rsplit(['/', '\\']).next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem)
    }

    /// The section, appendix or constraint, as its id has it behind the specification: `5.3` of `href13-5.3-5`.
    pub fn section(&self) -> &str {
        self.id.split('-').nth(1).unwrap_or(&self.id)
    }
}

/// How the ids of a profile's requirements start: its name, less its hyphens, and one behind it.
fn prefix(profile: Profile) -> String {
    profile.name().split('-').chain(["-"]).collect()
}

/// How strongly a specification asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// MUST, or part of the grammar or of a normative algorithm.
    Must,
    /// SHOULD.
    Should,
    /// MAY.
    May,
}

impl Level {
    /// The name that inventories use.
    pub fn name(self) -> &'static str {
        match self {
            Level::Must => "must",
            Level::Should => "should",
            Level::May => "may",
        }
    }
}

/// How a hole in a specification is decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its id: `R` and a number.
    pub id: String,
    /// The ruling in a few words, in kebab-case; no other has the same.
    pub slug: String,
    /// The profiles it touches.
    pub profiles: Vec<Profile>,
    /// What is open.
    pub question: String,
    /// How it is decided.
    pub ruling: String,
    /// Where it stands.
    #[serde(skip)]
    pub source: Location,
}

impl Ruling {
    /// As messages name it: `R7 empty-reference-keeps-fragment`.
    pub fn name(&self) -> String {
        format!("{} {}", self.id, self.slug)
    }
}

/// The requirements by id.
pub type Requirements = BTreeMap<String, Requirement>;
/// The rulings by id.
pub type Rulings = BTreeMap<String, Ruling>;
