//! Who can be asked, and what they answer.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crivet::feature::Feature;
use crivet::implementation::Description;
use crivet::judge::judge;
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::process::{Limits, Session, Testee};
use crivet::profile::Profile;
use crivet::protocol::serve as serve_on;
use crivet::run::Subject;
use crivet::vector::{Accepted, Expected, Location, Strength, Vector};
use crivet::verdict::Status;
use crivet_testee_reference::Reference;

use super::seconds;
use crate::files;
use crate::reports::at_hand as testees;

/// Who the finding is about.
#[derive(clap::Args)]
pub(super) struct Asked {
    /// The built-in implementation of the finding: reference, or fault:ID
    #[arg(long = "impl", value_name = "NAME", default_value = "reference")]
    name: String,
    /// The testee of the finding, as `crivet fuzz` takes it
    #[arg(long = "impl-cmd", value_name = "COMMAND", conflicts_with = "name")]
    command: Option<String>,
    /// The implementation that it was compared with: a built-in one or a command
    #[arg(long, value_name = "NAME|COMMAND")]
    against: Option<String>,
    /// The seconds that an answer may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    timeout: Duration,
}

impl Asked {
    /// The implementation that it was found on.
    pub(super) fn tested(&self) -> Result<Known> {
        match &self.command {
            Some(command) => self.by_command(command),
            None => self.built_in(&self.name),
        }
    }

    pub(super) fn against(&self) -> Result<Option<Known>> {
        let text = self.against.as_deref();
        text.map(|text| match text == "reference" || text.starts_with("fault:") {
            true => self.built_in(text),
            false => self.by_command(text),
        })
        .transpose()
    }

    /// The reference is in this program; one with a fault is asked by way of `crivet-mutants testee`, so that this program
    /// needs no catalogue.
    fn built_in(&self, name: &str) -> Result<Known> {
        if name == "reference" {
            return self.reference();
        }
        let id = name.strip_prefix("fault:").context("--impl: expected reference or fault:ID")?;
        let program = laboratory()?.display().to_string();
        Known::of(name, self.limited(Testee::from_words(program, ["testee", id].map(ToOwned::to_owned))))
    }

    fn reference(&self) -> Result<Known> {
        let program = std::env::current_exe()?.display().to_string();
        let words = ["fuzz", "testee"].map(ToOwned::to_owned);
        Known::of("reference", self.limited(Testee::from_words(program, words)))
    }

    /// Everybody who can be asked here, the one tested first and the reference next. Nothing is installed for it.
    pub(super) fn everybody(&self, tested: &Known, against: Option<&Known>) -> Result<Everybody> {
        let mut all = vec![tested.clone(), self.reference()?];
        all.extend(against.cloned());
        for (name, testee) in testees() {
            // What does not start is not at hand.
            if let Ok(one) = Known::of(name, self.limited(testee)) {
                all.push(Known {
                    label: format!("{name} {}", one.description.version).trim().to_owned(),
                    ..one
                });
            }
        }
        let mut once: Vec<Known> = Vec::new();
        for one in all {
            if !once.iter().any(|known| known.label == one.label) {
                once.push(one);
            }
        }
        Ok(Everybody(once.into_iter().map(|one| (one.clone(), one.testee.session())).collect()))
    }

    fn by_command(&self, command: &str) -> Result<Known> {
        let testee = self.limited(Testee::new(command)?);
        let mut known = Known::of("", testee)?;
        known.label = label(&known.description);
        Ok(known)
    }

    fn limited(&self, testee: Testee) -> Testee {
        testee.with_limits(Limits { request: self.timeout, ..Limits::default() })
    }
}

/// The program `crivet-mutants`, built.
fn laboratory() -> Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--locked", "--quiet", "--package", "crivet-mutants"]);
    let status = cargo.current_dir(files::root()).status().context("cargo")?;
    ensure!(status.success(), "crivet-mutants does not build: {status}");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| files::root().join("target"), PathBuf::from);
    Ok(target.join("release").join(format!("crivet-mutants{}", std::env::consts::EXE_SUFFIX)))
}

/// An implementation that can be asked, in a process of its own: inputs that hang or take all memory come here too.
#[derive(Clone)]
pub(super) struct Known {
    /// Its name and version.
    pub(super) label: String,
    /// What it says of itself.
    pub(super) description: Description,
    testee: Testee,
}

impl Known {
    fn of(label: impl Into<String>, testee: Testee) -> Result<Self> {
        let description = testee.describe()?.description;
        Ok(Known { label: label.into(), description, testee })
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        Subject::Process(&self.testee)
    }
}

/// Everybody who can be asked here, with a session each.
pub(super) struct Everybody(Vec<(Known, Session<'static>)>);

fn label(description: &Description) -> String {
    format!("{} {}", description.name, description.version).trim().to_owned()
}

/// A question, and what everybody answers who claims to.
pub(super) struct Answered {
    pub(super) profile: Profile,
    pub(super) operation: Operation,
    /// By name, the one tested first where it answers at all.
    pub(super) answers: Vec<(String, Outcome)>,
    /// Those who do not claim to.
    pub(super) silent: Vec<String>,
    tested: bool,
}

impl Everybody {
    pub(super) fn ask(&mut self, profile: Profile, operation: &Operation) -> Answered {
        let mut answered = Answered {
            profile,
            operation: operation.clone(),
            answers: Vec::new(),
            silent: Vec::new(),
            tested: false,
        };
        for (index, (one, session)) in self.0.iter_mut().enumerate() {
            if one.description.offers(profile, operation.name()) {
                answered.tested |= index == 0;
                answered.answers.push((one.label.clone(), session.ask(profile, operation)));
            } else {
                answered.silent.push(one.label.clone());
            }
        }
        answered
    }
}

/// Is the reference, for this program started anew.
pub(in crate::fuzz) fn serve() -> Result<()> {
    serve_on(&Reference::new(), io::stdin().lock(), io::stdout().lock())
        .context("the protocol's streams broke off")
}

impl Answered {
    /// Does the one tested fail to answer, or answer unlike the reference; or, where it is the reference, unlike all
    /// others?
    pub(super) fn sets_the_tested_apart(&self) -> bool {
        match self.answers.as_slice() {
            [(_, tested), others @ ..] if self.tested => {
                matches!(tested, Outcome::Error(_))
                    || others.first().is_some_and(|(_, other)| !self.alike(other, tested))
            }
            _ => false,
        }
    }

    /// Do any two answer unlike?
    pub(super) fn is_disputed(&self) -> bool {
        let Some(((_, first), others)) = self.answers.split_first() else { return false };
        others.iter().any(|(_, other)| !self.alike(first, other))
    }

    /// Do two answers mean the same? As the judge has it.
    fn alike(&self, one: &Outcome, other: &Outcome) -> bool {
        let outcome = match one {
            Outcome::Value(value) => Expected::Value(value.clone()),
            Outcome::Reject(_) => Expected::Reject,
            Outcome::Unsupported(_) => return matches!(other, Outcome::Unsupported(_)),
            Outcome::Error(_) => return matches!(other, Outcome::Error(_)),
        };
        let vector = Vector {
            id: String::new(),
            title: String::new(),
            profiles: vec![self.profile],
            requirements: Vec::new(),
            features: BTreeSet::new(),
            since: crivet::corpus::first_version(),
            before: Vec::new(),
            operation: self.operation.clone(),
            times: 1,
            expect: vec![Accepted { outcome, reading: None }],
            strength: Strength::Must,
            rulings: Vec::new(),
            note: None,
            budget: None,
            source: Location { file: String::new(), line: 1, column: 1 },
        };
        let features = Feature::ALL.into_iter().collect();
        judge(&vector, self.profile, &features, other).status == Status::Pass
    }
}
