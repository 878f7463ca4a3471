//! `cargo test` asks the vectors: a trial each, for an implementation in Rust.
//!
//! A test target of the implementation's own crate is a line, `tests/cri.rs`:
//!
//! ```ignore
//! crivet::main!(mycri::Testee);
//! ```
//!
//! with crivet as a dependency for tests, its feature `trials` switched on, and the target without a harness:
//!
//! ```toml
//! [dev-dependencies]
//! crivet = { version = "0.1", features = ["trials"] }
//!
//! [[test]]
//! name = "cri"
//! harness = false
//! ```
//!
//! A trial is called `PROFILE::ID`, such as `href-13::resolve-query-unsets-fragment`. What `cargo test` and
//! cargo-nextest do with any other test they do with it: select by a part of the name, list, run one alone,
//! run some at a time. What the description does not claim is there, and ignored; profiles that it does not
//! claim are left out.
//!
//! A list of known failures (see [`baseline`](crate::baseline)) is named behind the implementation, by its path
//! in the package: `crivet::main!(mycri::Testee, expect = "tests/known-failures.txt")`. A trial that fails as the
//! list says passes, and one that passes although it is listed fails. Whether the list has entries for which
//! there is no vector, or none that is asked, is a trial of its own, `baseline`.
//!
//! An abort, an overflown stack or a hang takes the process with it. cargo-nextest gives each trial a process
//! of its own; so does the pipe, see [`process`](crate::process).

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::SystemTime;

use libtest_mimic::{Arguments, Failed, Trial};

use crate::baseline::{Baseline, Date, Deviation, Judgement, Universe};
use crate::citations::Citations;
use crate::corpus::{Corpus, CorpusErrors};
use crate::detail::Detail;
use crate::foreign;
use crate::implementation::{Description, Implementation};
use crate::judge::claims;
use crate::profile::Profile;
use crate::run::{Options, Subject, run};
use crate::select::{Case, Filter};
use crate::vector::Vector;
use crate::verdict::{Status, Verdict};

/// The name of the trial that looks at the list of known failures itself.
const BASELINE: &str = "baseline";

/// The main function of a test target: a trial a vector, see [`trials`](crate::trials).
///
/// The first argument is an [`Implementation`](crate::implementation::Implementation); `expect` names a list of
/// known failures. For more, write the function and use [`Suite`](crate::trials::Suite) in it.
#[macro_export]
macro_rules! main {
    ($implementation:expr $(, expect = $baseline:expr)? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::trials::Suite::new($implementation)$(.expect($baseline))?.main()
        }
    };
}

/// The trials of one implementation.
pub struct Suite {
    implementation: Arc<dyn Implementation>,
    baseline: Option<PathBuf>,
    strict: bool,
}

/// What all trials share.
struct Shared {
    implementation: Arc<dyn Implementation>,
    description: Description,
    corpus: Corpus,
    baseline: Option<(Baseline, Date)>,
    strict: bool,
}

impl Suite {
    /// Every vector of the embedded corpus, for the profiles that the implementation claims.
    pub fn new(implementation: impl Implementation + 'static) -> Self {
        Suite { implementation: Arc::new(implementation), baseline: None, strict: false }
    }

    /// Expects the failures that a file lists; a relative path is one in the package.
    pub fn expect(mut self, baseline: impl Into<PathBuf>) -> Self {
        self.baseline = Some(baseline.into());
        self
    }

    /// Deviations from what is only recommended fail.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Does what the arguments of the program say, as a test program does.
    pub fn main(self) -> ExitCode {
        let arguments = Arguments::from_args();
        match self.trials(&arguments) {
            Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
            Err(error) => {
                eprintln!("error: {}", foreign::lines(&error.to_string()));
                ExitCode::from(2)
            }
        }
    }

    /// The trials, to be run with others of the caller's own. The arguments tell where one alone is wanted.
    pub fn trials(
        self,
        arguments: &Arguments,
    ) -> Result<Vec<Trial>, Box<dyn std::error::Error + Send + Sync>> {
        let baseline = match &self.baseline {
            Some(path) => Some((Baseline::read(path)?, Date::at(SystemTime::now()))),
            None => None,
        };
        let shared = Arc::new(Shared {
            description: self.implementation.describe(),
            implementation: self.implementation,
            corpus: corpus(arguments)?,
            baseline,
            strict: self.strict,
        });
        let mut trials = Vec::new();
        for (index, vector) in shared.corpus.vectors.iter().enumerate() {
            for &profile in vector.profiles.iter().filter(|one| shared.description.profiles.contains(one)) {
                let unclaimed = claims(&shared.description, vector, profile).is_err();
                let shared = Arc::clone(&shared);
                let trial = Trial::test(name(vector, profile), move || shared.ask(index, profile));
                trials.push(trial.with_ignored_flag(unclaimed));
            }
        }
        if shared.baseline.is_some() {
            trials.push(Trial::test(BASELINE, move || shared.look_at_baseline()));
        }
        Ok(trials)
    }
}

/// What there is to tell fails the trial. Much of it an implementation or a list has said, so it is made inert.
fn nothing_but(told: &str) -> Result<(), Failed> {
    if told.is_empty() { Ok(()) } else { Err(foreign::lines(told).into()) }
}

fn name(vector: &Vector, profile: Profile) -> String {
    format!("{profile}::{}", vector.id)
}

/// The corpus. Where one trial alone is asked for, as cargo-nextest does for each, its vector is all that is read:
/// reading takes longer than asking.
fn corpus(arguments: &Arguments) -> Result<Corpus, CorpusErrors> {
    match &arguments.filter {
        Some(name) if arguments.exact => match name.split_once("::") {
            Some((_, wanted)) => Corpus::embedded_where(|id, _| id == wanted),
            None => Corpus::embedded(),
        },
        _ => Corpus::embedded(),
    }
}

impl Shared {
    /// One trial: one vector, for one profile.
    fn ask(&self, index: usize, profile: Profile) -> Result<(), Failed> {
        let case = Case { vector: &self.corpus.vectors[index], profile };
        let options = Options { jobs: 1, strict: self.strict, cancel: &false.into() };
        let subject = Subject::InProcess(&*self.implementation);
        let mut run = run(subject, self.description.clone(), &[case], &options, &|_| {})?;
        let mut told = String::new();
        if let Some((baseline, today)) = &self.baseline {
            // Which entry decides about a vector does not depend on the others.
            let alone = Corpus { vectors: vec![case.vector.clone()], ..Corpus::default() };
            run.expect(baseline, &Universe::new(&[&alone]), *today);
            let findings = run.comparison.iter().flat_map(|comparison| &comparison.findings);
            for finding in findings.filter(|finding| finding.case.is_some()) {
                let place = finding.entry.as_ref().map_or(&baseline.name, |entry| &entry.text);
                told.push_str(&format!("{}: {}, see {place}\n", finding.deviation.name(), finding.why));
            }
        }
        for judged in &run.results {
            match judged.status(run.strict) {
                Status::Fail | Status::Error => {
                    let citations = Citations::new(&self.corpus);
                    told.insert_str(0, &Detail::new(&run, judged, &citations).to_string());
                }
                Status::Skip => told.push_str(&judged.verdict.explanation().unwrap_or_default()),
                Status::Pass | Status::Expected => {}
            }
        }
        nothing_but(&told)
    }

    /// Is every entry of the list about something that is asked?
    fn look_at_baseline(&self) -> Result<(), Failed> {
        let Some((baseline, today)) = &self.baseline else { return Ok(()) };
        let cases = Filter::default().select(&self.corpus);
        let skipped: Vec<(Case<'_>, Verdict)> = cases
            .into_iter()
            .filter_map(|case| {
                let reason = claims(&self.description, case.vector, case.profile).err()?;
                Some((case, Verdict::skip(reason)))
            })
            .collect();
        let judgements: Vec<_> =
            skipped.iter().map(|(case, verdict)| Judgement { case: *case, verdict }).collect();
        let universe = Universe::new(&[&self.corpus]);
        let (comparison, _) = baseline.compare(&judgements, &universe, self.strict, *today);
        let mut told = String::new();
        for finding in comparison.findings {
            if let (Some(entry), true) = (finding.entry, finding.deviation != Deviation::Expired) {
                let (place, name) = (entry.location, finding.deviation.name());
                told.push_str(&format!("{place}: {name}: {}: {}\n", entry.text, finding.why));
            }
        }
        nothing_but(&told)
    }
}
