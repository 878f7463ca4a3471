//! Findings: what does not hold, grouped by cause, so that a thousand failures read as five.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::key::{CheckResult, Key};
use super::replayer::Examined;
use crate::oracle::{About, Inputs, Step};
use crivet::describe;
use crivet::profile::Profile;

/// The cases with one key.
#[derive(Clone, Debug)]
pub struct Group {
    pub(super) count: u64,
    /// The number of the first.
    pub(super) first: u64,
    /// What the first came to.
    pub(super) sample: CheckResult,
}

/// How many groups are kept of an oracle; the rest is counted.
const KEPT: usize = 500;

/// Groups by their keys.
#[derive(Debug, Default)]
pub(super) struct Groups(BTreeMap<Key, Group>);

impl Groups {
    /// Counts a result, if it is a finding.
    pub(super) fn count(&mut self, number: u64, result: CheckResult) {
        if let Some(key) = Key::of(&result) {
            self.put(key, Group { count: 1, first: number, sample: result });
        }
    }

    pub(super) fn add(&mut self, other: Groups) {
        for (key, group) in other.0 {
            self.put(key, group);
        }
    }

    fn put(&mut self, key: Key, group: Group) {
        let is_full = self.0.len() >= KEPT;
        match self.0.get_mut(&key) {
            Some(there) => {
                there.count += group.count;
                if group.first < there.first {
                    (there.first, there.sample) = (group.first, group.sample);
                }
            }
            None if is_full => {}
            None => {
                self.0.insert(key, group);
            }
        }
    }

    /// The key and number of the first finding.
    pub(super) fn first(&self) -> Option<(&Key, u64)> {
        self.0.iter().map(|(key, group)| (key, group.first)).min_by_key(|(_, first)| *first)
    }

    /// The groups, the first found first.
    pub(super) fn in_order(self) -> Vec<(Key, Group)> {
        let mut groups: Vec<_> = self.0.into_iter().collect();
        groups.sort_by_key(|(_, group)| group.first);
        groups
    }
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
    /// How many cases came to the same.
    pub count: u64,
    /// The number of the first of them.
    pub first: u64,
    /// How many simpler inputs were tried.
    pub tries: u32,
    /// Does it show again, with nothing asked before? What does not is shown as it was found.
    pub repeats: bool,
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
    pub(super) fn new(about: &About, profile: Profile, key: Key, group: &Group) -> Self {
        Finding {
            about: *about,
            profile,
            key,
            count: group.count,
            first: group.first,
            tries: 0,
            repeats: true,
            case: String::new(),
            inputs: Vec::new(),
            steps: Vec::new(),
            expected: String::new(),
            rests_on: None,
            failure: String::new(),
        }
    }

    /// The same with an input and what came of it.
    pub(super) fn shows(&mut self, case: &impl Serialize, inputs: Inputs, examined: Examined) {
        (self.expected, self.rests_on) = examined.expected();
        if let Err(failed) = &examined.result {
            self.failure.clone_from(&failed.failure.message);
        }
        self.case = serde_json::to_string(case).unwrap_or_default();
        self.inputs = inputs;
        self.steps = examined.steps;
    }
}

/// The property, the input, the steps and what would have been right; not how to repeat it.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { about, profile, key, .. } = self;
        write!(f, "finding: {} ({profile}): {}", about.name, key.kind)?;
        if !key.cause.is_empty() {
            write!(f, ": {}", key.cause)?;
        }
        writeln!(f, "\n  holds     {}", about.equation)?;
        let cases = match self.count {
            1 => format!("case {}", self.first),
            count => format!("{count} cases, the first is {}", self.first),
        };
        let state = match (self.repeats, self.tries) {
            (false, _) => {
                "; asked again alone it does not show, so what came before has a part in it".to_owned()
            }
            (true, 0) => String::new(),
            (true, tries) => format!("; made simpler in {tries} tries"),
        };
        writeln!(f, "  found     {cases}{state}")?;
        for (name, input) in &self.inputs {
            let shown = input.shown().cut();
            writeln!(f, "  {name:9} {}", shown.text)?;
            if let Some(hex) = shown.hex {
                writeln!(f, "  {:9} hex {hex}", "")?;
            }
        }
        for (index, step) in self.steps.iter().enumerate() {
            let who = if step.question.other { "the other one, " } else { "" };
            let beside = match step.question.profile {
                other if other != *profile => format!("{other}, "),
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
            )?;
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
