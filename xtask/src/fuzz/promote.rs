//! `cargo xtask fuzz promote`: from a finding to a draft vector, `FAMILY/OPERATION/found-by-fuzzing.yaml` under `vectors/`.
//!
//! ```text
//! artifact, or the case of a finding -> oracle, profile, case       (found)
//! case -> made as simple as can be, with its questions and answers  (the library)
//! questions -> what every implementation at hand answers            (known)
//! those that the answers differ on -> what they could rest on       (rests)
//! -> a vector without a verdict, behind its table of answers        (draft)
//! ```
//!
//! No answer is taken for the right one, the reference's no more than any other: a person writes the verdict. What
//! the corpus asks already, in a vector or in a draft, is not written again.

mod draft;
mod found;
mod known;
mod rests;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use crivet::corpus::Corpus;
use crivet::operation::Operation;
use crivet::profile::Profile;
use crivet_fuzz::fuzz::{AnyOracle, Finding, Replay, Setting, oracles};

use self::found::{Case, Found};
pub(super) use self::known::serve;
use self::known::{Answered, Asked, Everybody, Known};
use crate::files;

/// Make draft vectors of the findings of a fuzzer
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask fuzz promote fuzz/artifacts/resolution-commutes/crash-0123…
  cargo xtask fuzz promote --impl-cmd ./t --oracle O --profile P --replay 'CASE'    the words that `crivet fuzz` prints")]
pub(crate) struct Arguments {
    #[command(flatten)]
    found: Found,
    #[command(flatten)]
    asked: Asked,
    /// The number of simpler inputs to try
    #[arg(long, value_name = "N", default_value_t = 2000)]
    tries: u32,
    /// The corpus to add the drafts to [default: that of this repository]
    #[arg(long, value_name = "FOLDER")]
    vectors: Option<PathBuf>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<()> {
    let vectors = arguments.vectors.clone().unwrap_or_else(|| files::root().join("vectors"));
    let corpus = Corpus::read(std::slice::from_ref(&vectors))?;
    let oracles = oracles();
    let cases = arguments.found.cases(&oracles)?;
    let tested = arguments.asked.tested()?;
    let against = arguments.asked.against()?;
    let mut promotion = Promotion {
        tries: arguments.tries,
        there: asked_already(&corpus),
        everybody: arguments.asked.everybody(&tested, against.as_ref())?,
        corpus,
        folder: vectors,
    };
    let mut failed = 0;
    for case in &cases {
        // One artifact that says nothing any more does not hold up the others.
        if let Err(error) = promotion.promote(case, &tested, against.as_ref()) {
            eprintln!("{}: {error:#}", case.name);
            failed += 1;
        }
    }
    ensure!(failed == 0, "{failed} of {} could not be promoted", cases.len());
    Ok(())
}

/// Everything that the corpus asks, and where.
fn asked_already(corpus: &Corpus) -> Vec<There> {
    let vectors = corpus.vectors.iter().filter(|one| !one.is_sequence());
    let vectors = vectors.map(|one| (&one.id, &one.profiles, &one.operation, &one.source));
    let drafts = corpus.drafts.iter().map(|one| (&one.id, &one.profiles, &one.operation, &one.source));
    vectors
        .chain(drafts)
        .map(|(id, profiles, operation, source)| There {
            what: format!("{id} ({source})"),
            profiles: profiles.clone(),
            operation: operation.clone(),
        })
        .collect()
}

/// What the corpus asks somewhere.
struct There {
    what: String,
    profiles: Vec<Profile>,
    operation: Operation,
}

/// What is the same for all findings.
struct Promotion {
    corpus: Corpus,
    everybody: Everybody,
    there: Vec<There>,
    folder: PathBuf,
    tries: u32,
}

impl Promotion {
    fn promote(&mut self, case: &Case<'_>, tested: &Known, against: Option<&Known>) -> Result<()> {
        let finding = self.minimal(case, tested, against)?;
        let questions = self.questions(&finding);
        ensure!(!questions.is_empty(), "the finding asks nothing");
        for answered in questions {
            let is_there = |there: &&There| {
                there.operation == answered.operation && there.profiles.contains(&finding.profile)
            };
            if let Some(there) = self.there.iter().find(is_there) {
                println!("{}: asked already by {}", case.name, there.what);
                continue;
            }
            let rests = rests::of(&self.corpus, &finding, &answered.operation);
            let id = draft::id(finding.profile, &answered.operation);
            let text = draft::text(&id, &finding, &answered, &rests, &self.corpus)?;
            let path = self.folder.join(draft::file(finding.profile, &answered.operation));
            append(&path, draft::HEAD, &text)?;
            println!("{}: draft {id} in {}", case.name, path.display());
            self.there.push(There {
                what: format!("the draft {id}"),
                profiles: vec![finding.profile],
                operation: answered.operation,
            });
        }
        Ok(())
    }

    /// The simplest case with the same difference.
    fn minimal(&self, case: &Case<'_>, tested: &Known, against: Option<&Known>) -> Result<Finding> {
        let other = against.map(|known| (known.subject(), &known.description));
        let setting = Setting { subject: tested.subject(), description: &tested.description, other };
        let oracle: &dyn AnyOracle = case.oracle;
        let about = oracle.facts();
        if !setting.applies(&about, case.profile) {
            let hint = if about.against { "; it wants --against" } else { "" };
            bail!("{} does not apply to {} under {}{hint}", about.name, tested.label, case.profile);
        }
        if let Some(finding) = oracle.minimal(&setting, case.profile, self.tries, &case.case)? {
            return Ok(finding);
        }
        // A testee that cannot be asked gives no difference either.
        match oracle.replay(&setting, case.profile, &[&case.case])? {
            Replay::Found(_) => Err(anyhow!("it does not show every time")),
            Replay::Holds(_) => Err(anyhow!(
                "{} holds on {}; --impl or --impl-cmd name the implementation that it was found on",
                about.name,
                tested.label
            )),
        }
    }

    /// The questions that the finding could be about, each once, with everybody's answers: those that the one tested
    /// answers unlike the others; else those that any two answer unlike; else, where nothing tells, all of them.
    fn questions(&mut self, finding: &Finding) -> Vec<Answered> {
        let mut all: Vec<Answered> = Vec::new();
        for step in &finding.steps {
            let operation = &step.question.operation;
            if !all.iter().any(|one| one.operation == *operation) {
                all.push(self.everybody.ask(finding.profile, operation));
            }
        }
        for doubtful in [Answered::sets_the_tested_apart, Answered::is_disputed] {
            if all.iter().any(doubtful) {
                all.retain(doubtful);
                break;
            }
        }
        all
    }
}

/// Puts an entry at the end of a file, which is made where there is none.
fn append(path: &Path, head: &str, entry: &str) -> Result<()> {
    let before = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => head.to_owned(),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    files::write(path, &format!("{}\n\n{entry}", before.trim_end()))
}

/// A time in whole seconds, as arguments have it.
fn seconds(text: &str) -> Result<Duration, std::num::ParseIntError> {
    text.parse().map(Duration::from_secs)
}
