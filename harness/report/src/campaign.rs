//! A campaign of hours with both engines, as one HTML file: what was done, what was found, how far it came.
//!
//! The library starts no fuzz targets: whoever did says what came of it.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::html::{Page, write_page};
use super::picture::{Campaign, Picture};

/// What came of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Night {
    /// What was done, in sentences.
    pub summary: String,
    /// What was found.
    pub findings: Vec<Found>,
    /// The targets of the coverage-guided engine, and what each came to.
    pub targets: Vec<Guided>,
    /// The oracles under each profile, and what `crivet fuzz` made of them.
    pub oracles: Vec<Counted>,
    /// Coverage over time.
    pub coverage: Option<Campaign>,
}

/// A finding.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// What does not hold.
    pub what: String,
    /// How many cases show it.
    pub count: u64,
    /// The command that checks the smallest one again.
    pub repeat: String,
    /// The file of its input, if the coverage-guided engine found it.
    pub artifact: Option<String>,
}

/// What a target came to.
#[derive(Clone, Debug, Serialize)]
pub struct Guided {
    /// Its name.
    pub name: String,
    /// How long it ran, in minutes.
    pub minutes: String,
    /// Inputs tried.
    pub executions: u64,
    /// Edges reached.
    pub coverage: u64,
    /// Features: edges with their counts, and what else tells inputs apart.
    pub features: u64,
    /// Inputs kept.
    pub corpus: u64,
}

/// What an oracle came to under a profile.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// Its name.
    pub oracle: String,
    /// The profile.
    pub profile: String,
    /// Cases in all.
    pub cases: u64,
    /// Those that hold.
    pub agree: u64,
    /// Those that do not.
    pub differ: u64,
    /// Those that allow no conclusion.
    pub not_comparable: u64,
    /// The known differences that applied, with their counts.
    pub known: String,
}

#[derive(Serialize)]
struct Context<'a> {
    summary: &'a str,
    findings: &'a [Found],
    targets: &'a [Guided],
    oracles: &'a [Counted],
    pictures: Vec<Picture>,
    crivet: &'static str,
    corpus: &'static str,
}

impl Night {
    /// The page.
    pub fn html(&self) -> String {
        let context = Context {
            summary: &self.summary,
            findings: &self.findings,
            targets: &self.targets,
            oracles: &self.oracles,
            pictures: self.coverage.iter().map(|coverage| coverage.picture("coverage")).collect(),
            crivet: env!("CARGO_PKG_VERSION"),
            corpus: crivet_vectors::VERSION,
        };
        write_page(&Page {
            template: "campaign.html",
            script: "campaign.js",
            title: "crivet: a fuzzing campaign",
            data: &(),
            context: Value::from(Serde(context)),
        })
    }
}
