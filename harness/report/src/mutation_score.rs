//! The mutation score of the vectors as one HTML file: which faults they notice, how soon, and what fuzzing reached.
//!
//! The library knows no faults: whoever measured them says what came of it.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::html::{Page, write_page};
use super::picture::{Campaign, Picture, Speed, effort};

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct MutationScore {
    /// The columns of the score: what is behind `operation`.
    pub profiles: Vec<String>,
    /// The score: an operation, and in each column how many faults are noticed of how many can be.
    pub scores: Scores,
    /// The same by fuzzing, where that was measured.
    pub fuzzed: Option<Fuzzed>,
    /// How many cases were asked of each fault.
    pub cases: usize,
    /// What knows nothing, and how many of the cases it passes.
    pub trivial_scores: Vec<(String, usize)>,
    /// The faults, in their order.
    pub faults: Vec<Fault>,
    /// Vectors that notice no fault of the catalogue.
    pub nothing: usize,
    /// How many faults are noticed behind the first vector, the second and so on; and of how many.
    pub effort: (Vec<usize>, usize),
    /// A fuzzing campaign, where there was one.
    pub campaign: Option<Campaign>,
    /// How long answers take, where that was measured.
    pub speed: Option<Speed>,
}

/// For an operation, in each column, how many faults are noticed of how many can be.
pub type Scores = Vec<(String, Vec<(usize, usize)>)>;

/// What fuzzing notices, in the rows and columns of the vectors' score.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fuzzed {
    /// What it was given.
    pub budget: String,
    /// What it notices alone.
    pub alone: Scores,
    /// What it or a vector notices.
    pub both: Scores,
}

/// A fault, and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// Its id.
    pub id: String,
    /// What is wrong.
    pub wrong: String,
    /// Under which profiles.
    pub profiles: Vec<String>,
    /// The operations whose vectors have to notice it.
    pub operations: Vec<String>,
    /// How many cases notice it.
    pub kills: usize,
    /// Some of them, as `profile id`.
    pub by: Vec<String>,
    /// Why nothing can notice it, where that is argued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equivalent: Option<String>,
    /// Profiles and operations where it is not noticed, and should be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<String>,
}

#[derive(Serialize)]
struct Context<'a> {
    profiles: &'a [String],
    scores: Vec<Table<'a>>,
    cases: usize,
    trivial_scores: Vec<(&'a str, usize, usize)>,
    faults: usize,
    missed: usize,
    nothing: usize,
    closing: String,
    pictures: Vec<Picture>,
    crivet: &'static str,
    corpus: &'static str,
}

/// A score with what is written above it.
#[derive(Serialize)]
struct Table<'a> {
    caption: String,
    rows: &'a [(String, Vec<(usize, usize)>)],
    /// Does it count as bad that something is not noticed?
    complete: bool,
}

#[derive(Serialize)]
struct Data<'a> {
    faults: &'a [Fault],
}

/// How wide a bar of the trivial scores is, in units of its drawing.
const BAR: usize = 200;

impl MutationScore {
    /// The page.
    pub fn html(&self) -> String {
        let missed = self.faults.iter().filter(|fault| !fault.missed.is_empty()).count();
        let closing = match missed {
            0 => format!("{} faults, each noticed wherever it can be", self.faults.len()),
            missed => format!("{missed} of {} faults are not noticed somewhere", self.faults.len()),
        };
        let (noticed, of) = &self.effort;
        let mut pictures = vec![effort("effort", noticed, *of)];
        pictures.extend(self.campaign.as_ref().map(|campaign| campaign.picture("campaign")));
        pictures.extend(self.speed.as_ref().map(|speed| speed.picture("speed")));
        let table = |caption: &str, rows, complete| Table { caption: caption.to_owned(), rows, complete };
        let mut scores =
            vec![table("Faults noticed by vectors alone, of those that can be", &self.scores, true)];
        if let Some(Fuzzed { budget, alone, both }) = &self.fuzzed {
            scores.push(table(&format!("Faults noticed by fuzzing alone: {budget}"), alone, false));
            scores.push(table("Faults noticed by both", both, true));
        }
        let bar = |passed: usize| passed * BAR / self.cases.max(1);
        let context = Context {
            profiles: &self.profiles,
            scores,
            cases: self.cases,
            trivial_scores: self
                .trivial_scores
                .iter()
                .map(|(name, passed)| (name.as_str(), *passed, bar(*passed)))
                .collect(),
            faults: self.faults.len(),
            missed,
            nothing: self.nothing,
            closing,
            pictures,
            crivet: env!("CARGO_PKG_VERSION"),
            corpus: crivet_vectors::VERSION,
        };
        write_page(&Page {
            template: "mutation-score.html",
            script: "mutation-score.js",
            title: "crivet: how sharp the vectors are",
            data: &Data { faults: &self.faults },
            context: Value::from(Serde(context)),
        })
    }
}
