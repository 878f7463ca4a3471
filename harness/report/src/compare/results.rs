//! The JSON report of a run, read back: every member checked, nothing unknown let through.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value as Json;

use crivet::implementation::Description;
use crivet::operation::OperationName;
use crivet::outcome::Failure;
use crivet::profile::Profile;
use crivet::vector::{Location, Strength};
use crivet::verdict::{Note, Status};

/// A run's JSON report.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The version of crivet that wrote it.
    pub crivet: String,
    /// The corpus that was asked.
    pub corpus: CorpusNamed,
    /// What the implementation said of itself.
    pub implementation: Description,
    /// Did every selected case get its verdict?
    pub complete: bool,
    /// Was everything as it should be? Reports of older versions do not say.
    #[serde(default)]
    pub green: Option<bool>,
    /// How many failures no vector is charged with.
    #[serde(default)]
    pub unattributed: usize,
    /// How many cases were charged with a systematic failure.
    #[serde(default, rename = "not-asked")]
    pub not_asked: usize,
    /// What made the run red as a whole.
    #[serde(default)]
    pub faults: Vec<RunFault>,
    /// Did deviations from what is recommended count as failures?
    pub strict: bool,
    /// How many cases were selected.
    pub selected: usize,
    /// The counts.
    pub summary: Summary,
    /// The counts over what is newer than the version the run was pinned to.
    #[serde(default)]
    pub late: Summary,
    /// What was found of the baseline the run was held against, if it was.
    pub baseline: Option<BaselineFindings>,
    /// What implementations that know nothing would score.
    #[serde(rename = "trivial-scores")]
    pub trivial_scores: Vec<TrivialScore>,
    /// Things about the run as a whole.
    pub remarks: Vec<String>,
    /// The failures by cause, the one to mend first in front. Reports of older versions have none.
    #[serde(default)]
    pub causes: Vec<RunCause>,
    /// One entry a case.
    pub results: Vec<Entry>,
}

/// Failures that have one cause.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunCause {
    /// What tells it from the others, the same from run to run.
    pub key: String,
    /// What is wrong, in a line.
    pub title: String,
    /// How many failures there are.
    pub failures: usize,
    /// The failure to look at first.
    pub exemplar: CaseNamed,
    /// How many there are of each operation, the most fundamental first.
    pub operations: Vec<OperationFailures>,
    /// The profiles it shows under.
    pub profiles: Vec<Profile>,
    /// What its inputs cover, where they differ in one thing.
    pub covers: Option<String>,
    /// The requirement or ruling it rests on.
    #[serde(rename = "rests-on")]
    pub rests_on: Option<String>,
    /// Where in a library such a fault mostly sits.
    #[serde(rename = "look-at")]
    pub look_at: Option<String>,
}

/// A case by its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseNamed {
    /// The vector.
    pub id: String,
    /// The profile it was asked for.
    pub profile: Profile,
}

/// A step of a sequence, its numbers from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepNamed {
    /// Which step.
    pub step: usize,
    /// How many there are.
    pub of: usize,
    /// Which of the times that it was asked.
    pub time: u32,
}

/// How many failures there are of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationFailures {
    /// The operation.
    pub operation: OperationName,
    /// How many.
    pub failures: usize,
}

/// Something that made a run red as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFault {
    /// Its name.
    pub name: String,
    /// What it is.
    pub message: String,
}

/// Which corpus.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusNamed {
    /// Its version.
    pub version: String,
    /// The files and folders named; none for the embedded corpus.
    pub paths: Vec<String>,
    /// The version the run was pinned to, if it was.
    #[serde(default)]
    pub pinned: Option<String>,
}

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Cases that passed.
    pub passed: usize,
    /// Cases that failed.
    pub failed: usize,
    /// Cases without an answer.
    pub errors: usize,
    /// Known failures.
    pub expected: usize,
    /// Cases not asked.
    pub skipped: usize,
    /// Passes that carry a note.
    pub notes: usize,
}

/// What an implementation that knows nothing would score.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrivialScore {
    /// The implementation's name.
    pub name: String,
    /// How many cases it passes.
    pub passed: usize,
    /// Of how many.
    pub cases: usize,
}

/// What is not as a baseline says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineFindings {
    /// The baseline's file.
    pub file: String,
    /// What is not as it says.
    pub findings: Vec<BaselineFinding>,
}

/// One thing that is not as a baseline says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineFinding {
    /// In which way it is not.
    pub deviation: String,
    /// The vector, where it is about one.
    pub id: Option<String>,
    /// The profile, where it is about one.
    pub profile: Option<Profile>,
    /// The entry, where it is about one.
    pub entry: Option<BaselineEntry>,
    /// What is the case instead.
    pub why: String,
    /// How to make the baseline true.
    pub remedy: BaselineRemedy,
}

/// How to make a baseline true.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRemedy {
    /// What to do with the line.
    pub change: String,
    /// The line to write, where there is one.
    pub line: Option<String>,
}

/// An entry of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineEntry {
    /// The profile it is for; none for all.
    pub profile: Option<Profile>,
    /// A vector's id, or a glob.
    pub vectors: String,
    /// How it fails.
    pub state: String,
    /// The last day on which it counts.
    pub until: Option<String>,
    /// Why it fails.
    pub reason: String,
    /// Where it stands.
    pub source: Location,
}

/// One case's result.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The vector.
    pub id: String,
    /// The profile it was asked for.
    pub profile: Profile,
    /// The key of the cause it is put down to, if it failed.
    #[serde(default)]
    pub cause: Option<String>,
    /// What was asked.
    pub operation: OperationName,
    /// What a deviation from the first accepted outcome costs.
    pub strength: Strength,
    /// The requirements the vector exercises.
    pub requirements: Vec<String>,
    /// The rulings it rests on.
    pub rulings: Vec<String>,
    /// The verdict in a word.
    pub status: Status,
    /// Is it newer than the version the run was pinned to?
    #[serde(default)]
    pub late: bool,
    /// What was worth saying besides.
    pub notes: Vec<Note>,
    /// What came; none where it was not asked.
    pub outcome: Option<Answer>,
    /// Why it is no pass.
    pub why: Option<String>,
    /// The step of a sequence that it is about.
    #[serde(default)]
    pub step: Option<StepNamed>,
    /// What has to be asked first, so that it fails again.
    #[serde(default)]
    pub before: Vec<CaseNamed>,
    /// The entry of the baseline that it is as expected by.
    pub expected: Option<BaselineEntry>,
    /// Where the vector stands.
    pub source: Location,
    /// The command that asks it alone.
    pub repeat: String,
}

/// What came.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Members")]
pub enum Answer {
    /// A value.
    Value {
        /// The members of the answer, as the testee protocol has them.
        value: Json,
        /// The value as people read it.
        shown: String,
    },
    /// A rejection, with the implementation's own reason.
    Reject(String),
    /// The implementation does not offer it.
    Unsupported(String),
    /// There was no answer.
    Error(Failure),
}

/// The members that an answer can have; one of them says which kind it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    ok: Option<Json>,
    shown: Option<String>,
    reject: Option<String>,
    unsupported: Option<String>,
    error: Option<Failure>,
}

impl TryFrom<Members> for Answer {
    type Error = &'static str;

    fn try_from(members: Members) -> Result<Self, &'static str> {
        match members {
            Members { ok: Some(value), shown: Some(shown), reject: None, unsupported: None, error: None } => {
                Ok(Answer::Value { value, shown })
            }
            Members { ok: None, shown: None, reject: Some(reason), unsupported: None, error: None } => {
                Ok(Answer::Reject(reason))
            }
            Members { ok: None, shown: None, reject: None, unsupported: Some(reason), error: None } => {
                Ok(Answer::Unsupported(reason))
            }
            Members { ok: None, shown: None, reject: None, unsupported: None, error: Some(failure) } => {
                Ok(Answer::Error(failure))
            }
            _ => Err("an outcome has `ok` with `shown`, or one of `reject`, `unsupported` and `error`"),
        }
    }
}

/// Why a text is no report that can be compared.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The text has another shape, or is no JSON.
    #[error("not what `crivet run --report json=FILE` writes: {0}")]
    Shape(serde_json::Error),
    /// A case has two results.
    #[error("two results for {id} in {profile}")]
    Twice {
        /// The vector.
        id: String,
        /// The profile.
        profile: Profile,
    },
    /// The results are not those that were counted.
    #[error("the summary is not that of the results: {what} is {said}, counted are {counted}")]
    Summary {
        /// Which number.
        what: &'static str,
        /// What the summary says.
        said: usize,
        /// What the results say.
        counted: usize,
    },
}

impl Results {
    /// Reads a report, and checks that it agrees with itself.
    pub fn parse(text: &str) -> Result<Self, ResultsError> {
        let results: Results = serde_json::from_str(text).map_err(ResultsError::Shape)?;
        let mut seen = BTreeSet::new();
        for entry in &results.results {
            if !seen.insert((entry.profile, entry.id.as_str())) {
                return Err(ResultsError::Twice { id: entry.id.clone(), profile: entry.profile });
            }
        }
        let count = |status| results.results.iter().filter(|entry| entry.status == status).count();
        let said = results.summary;
        for (what, said, counted) in [
            ("passed", said.passed, count(Status::Pass)),
            ("failed", said.failed, count(Status::Fail)),
            ("errors", said.errors, count(Status::Error)),
            ("expected", said.expected, count(Status::Expected)),
            ("skipped", said.skipped, count(Status::Skip)),
        ] {
            if said != counted {
                return Err(ResultsError::Summary { what, said, counted });
            }
        }
        Ok(results)
    }
}

impl Answer {
    /// The answer as people read it.
    pub fn shown(&self) -> String {
        let because = |word: &str, reason: &str| {
            if reason.is_empty() { word.to_owned() } else { format!("{word}: {reason}") }
        };
        match self {
            Answer::Value { shown, .. } => shown.clone(),
            Answer::Reject(reason) => because("reject", reason),
            Answer::Unsupported(reason) => because("unsupported", reason),
            Answer::Error(failure) => because(failure.kind.name(), &failure.message),
        }
    }

    /// What it says, less what is an implementation's own words: answers that say the same have the same gist.
    pub fn gist(&self) -> String {
        match self {
            Answer::Value { shown, .. } => shown.clone(),
            Answer::Reject(_) => "reject".to_owned(),
            Answer::Unsupported(_) => "unsupported".to_owned(),
            Answer::Error(failure) => failure.kind.name().to_owned(),
        }
    }

    /// Do the two say the same? Reasons are an implementation's own words, and may differ.
    pub fn same(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Value { value: one, .. }, Answer::Value { value: two, .. }) => one == two,
            (Answer::Reject(_), Answer::Reject(_)) | (Answer::Unsupported(_), Answer::Unsupported(_)) => true,
            (Answer::Error(one), Answer::Error(two)) => one.kind == two.kind,
            _ => false,
        }
    }
}
