//! Findings: what does not hold, grouped by cause, so that a thousand failures read as five.

use std::fmt;

use super::any::AnyCase;
use super::ask::Examined;
use super::key::Key;
use crate::oracle::{About, Comparison, Inputs, Step};
use crivet::cause::Manner;
use crivet::describe;
use crivet::profile::Profile;
use crivet::vector::Strength;

/// The cases of one oracle and profile with one key.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) count: u64,
    /// Were cases charged with it, and not only suspected?
    pub(super) charged: bool,
    /// The number of the first.
    pub(super) first: u64,
    /// What the first came to, with the steps where they were kept.
    pub(super) sample: Examined,
}

/// Did it show again, asked with nothing else in flight?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It did, behind the cases in [`Finding::before`], of which mostly there are none.
    Shown,
    /// It did not: shown as it was found.
    NotShown,
    /// There was no time to ask: shown as it was found.
    NotAsked,
}

/// A property that does not hold, with the simplest input that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The oracle.
    pub about: About,
    /// The profile.
    pub profile: Profile,
    /// What does not hold.
    pub key: Key,
    /// A recommendation that is not followed is a note, and never turns a campaign red.
    pub strength: Strength,
    /// How many cases came to the same, by all oracles and under all profiles.
    pub count: u64,
    /// The number of the first of them that this oracle had under this profile.
    pub first: u64,
    /// Who saw it, and how often; this oracle and profile among them.
    pub seen: Vec<(&'static str, Profile, u64)>,
    /// How many simpler inputs were tried.
    pub tries: u32,
    /// Did it show again?
    pub again: Again,
    /// The cases that come before, where it takes them; in order, like [`case`](Finding::case).
    pub before: Vec<String>,
    /// The input, for `crivet fuzz --replay`.
    pub case: String,
    /// The input by its parts.
    pub inputs: Inputs,
    /// What was asked and answered.
    pub steps: Vec<Step>,
    /// What would have been right.
    pub expected: String,
    /// The requirement or ruling that says so, where one is known.
    pub rests_on: Option<&'static str>,
    /// What the implementation said as it failed, in full; empty where it answered.
    pub failure: String,
}

impl Finding {
    /// With an input and what came of it.
    pub(super) fn new(
        (about, profile): (&About, Profile),
        key: Key,
        case: &AnyCase<'_>,
        examined: Examined,
    ) -> Self {
        let (mut expected, rests_on) = examined.expected();
        // Where the same answer is right elsewhere, the property says what does not hold, and the answer does not.
        let came = examined.steps.last().map(|step| describe::outcome(&step.outcome).text);
        if came.is_some_and(|came| came == expected) {
            expected.clear();
        }
        let (strength, failure) = match examined.result {
            Ok(checked) => match checked.comparison {
                Comparison::Differ(difference) => (difference.strength, String::new()),
                _ => (Strength::Must, String::new()),
            },
            Err(failed) => (Strength::Must, failed.failure.message),
        };
        Finding {
            about: *about,
            profile,
            key,
            strength,
            count: 1,
            first: 0,
            seen: vec![(about.name, profile, 1)],
            tries: 0,
            again: Again::Shown,
            before: Vec::new(),
            case: case.json(),
            inputs: case.inputs(),
            steps: examined.steps,
            expected,
            rests_on,
            failure,
        }
    }

    /// The finding in a line: oracle, profile, what does not hold.
    pub fn title(&self) -> String {
        let Finding { about, profile, key, .. } = self;
        let colon = if key.cause.is_empty() { "" } else { ": " };
        format!("{} ({profile}): {}{colon}{}", about.name, key.kind, key.cause)
    }

    /// The key of its cause, in the words of [`crivet::cause`]: of a failure to answer the one that a run groups the
    /// failures of its vectors by, so that what both see is one cause.
    pub fn cause(&self) -> String {
        let Finding { about, key, failure, .. } = self;
        let colon = if key.cause.is_empty() { "" } else { ": " };
        let whose = if failure.is_empty() { about.name } else { Manner::Failed.name() };
        format!("{whose}, {}{colon}{}", key.kind, key.cause)
    }

    /// Is it a rule that is broken, and not a recommendation?
    pub fn is_must(&self) -> bool {
        self.strength == Strength::Must
    }
}

/// The property, the input, the steps and what would have been right; not how to repeat it.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", if self.is_must() { "finding" } else { "note" }, self.title())?;
        writeln!(f, "  holds     {}", self.about.equation)?;
        let cases = match self.count {
            1 => format!("case {}", self.first),
            count => format!("{count} cases, the first is {}", self.first),
        };
        let state = match (self.again, self.before.len(), self.tries) {
            (Again::NotShown, ..) => {
                "; asked again alone it does not show, so what came before has a part in it".to_owned()
            }
            (Again::NotAsked, ..) => "; there was no time to ask again".to_owned(),
            (Again::Shown, 0, 0) => String::new(),
            (Again::Shown, 0, tries) => format!("; made simpler in {tries} tries"),
            (Again::Shown, 1, _) => "; it takes a case before it".to_owned(),
            (Again::Shown, before, _) => format!("; it takes {before} cases before it"),
        };
        writeln!(f, "  found     {cases}{state}")?;
        if self.seen.len() > 1 {
            const SHOWN: usize = 6;
            let mut seen: Vec<String> = self
                .seen
                .iter()
                .take(SHOWN)
                .map(|(oracle, profile, count)| format!("{oracle} ({profile}) {count}"))
                .collect();
            if self.seen.len() > SHOWN {
                seen.push(format!("{} more", self.seen.len() - SHOWN));
            }
            writeln!(f, "  seen by   {}", seen.join(", "))?;
        }
        for (name, input) in &self.inputs {
            let shown = input.shown().cut();
            writeln!(f, "  {name:9} {}", shown.text)?;
            if let Some(hex) = shown.hex {
                writeln!(f, "  {:9} hex {hex}", "")?;
            }
        }
        for (index, step) in self.steps.iter().enumerate() {
            self.step(f, index, step)?;
        }
        if self.steps.is_empty() && !self.failure.is_empty() {
            writeln!(f, "  came      {}", self.failure.replace('\n', "\n            "))?;
        }
        if !self.expected.is_empty() {
            writeln!(f, "  expected  {}", self.expected)?;
        }
        if let Some(id) = self.rests_on {
            writeln!(f, "  rests on  {id}")?;
        }
        Ok(())
    }
}

impl Finding {
    fn step(&self, f: &mut fmt::Formatter<'_>, index: usize, step: &Step) -> fmt::Result {
        let who = if step.question.other { "the other one, " } else { "" };
        let beside = match step.question.profile {
            other if other != self.profile => format!("{other}, "),
            _ => String::new(),
        };
        let arguments: Vec<String> = describe::arguments(&step.question.operation)
            .into_iter()
            .map(|(name, shown)| format!("{name} {}", shown.cut().text))
            .collect();
        let came = describe::outcome(&step.outcome).cut();
        writeln!(
            f,
            "  step {:<4} {who}{beside}{}, {}\n            -> {}",
            index + 1,
            step.question.operation.name(),
            arguments.join(", "),
            came.text.replace('\n', "\n               ")
        )
    }
}
