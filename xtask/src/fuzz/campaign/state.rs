//! What a campaign has come to so far: the file it goes on from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use crivet_report::file;
use serde::{Deserialize, Serialize};

use crate::fuzz::engine::Outcome;

/// The name of the file, in the campaign's folder.
const FILE: &str = "state.json";

/// Everything a campaign knows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct State {
    /// The seed that all others follow from.
    pub(crate) seed: u64,
    /// The command of the testee; none where it is the reference.
    #[serde(default)]
    pub(crate) testee: Option<String>,
    /// Slices dealt out; the seed of the next follows from it.
    pub(crate) dealt: u64,
    /// Seconds by the clock.
    pub(crate) seconds: u64,
    /// By target.
    pub(crate) targets: BTreeMap<String, Progress>,
    /// The engine without instrumentation.
    pub(crate) crivet: Crivet,
    /// What libFuzzer found, examined: by target, kind and cause.
    pub(crate) found: BTreeMap<String, Found>,
    /// Who is at work, and since which slice.
    #[serde(skip)]
    busy: BTreeSet<String>,
}

/// How far a target has come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(crate) slices: u64,
    pub(crate) seconds: f64,
    pub(crate) executions: u64,
    pub(crate) coverage: u64,
    pub(crate) features: u64,
    pub(crate) corpus: u64,
    /// New features per second of the last slice.
    yielded: f64,
    /// The number of the slice it had last.
    last: u64,
    /// Slices that ended with something found.
    pub(crate) unclean: u64,
    /// What it last said then.
    pub(crate) last_words: String,
    /// By seconds of the campaign: coverage and inputs kept.
    pub(crate) moments: Vec<(u64, u64, u64)>,
}

/// What `crivet fuzz` has come to.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Crivet {
    pub(crate) slices: u64,
    pub(crate) seconds: f64,
    /// By oracle and profile.
    pub(crate) rows: BTreeMap<String, Row>,
    /// By oracle, profile, kind and cause; the first of each.
    pub(crate) findings: BTreeMap<String, Found>,
    #[serde(skip)]
    running: u64,
}

/// The counts of an oracle under a profile.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) cases: u64,
    pub(crate) agree: u64,
    pub(crate) differ: u64,
    pub(crate) not_comparable: u64,
    pub(crate) known: BTreeMap<String, u64>,
}

/// A finding.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Found {
    /// What does not hold, in words.
    pub(crate) what: String,
    /// The smallest case, and the command that checks it again; empty where there is none.
    pub(crate) repeat: String,
    /// The input's file in the campaign's folder, of a coverage-guided finding.
    pub(crate) artifact: Option<String>,
    /// How many there were of this kind.
    pub(crate) count: u64,
}

/// What is done next.
pub(crate) enum Choice {
    /// A slice of libFuzzer's on a target.
    Target { name: String, seed: u64 },
    /// A slice of `crivet fuzz`.
    Crivet { seed: u64 },
}

/// The part of `crivet fuzz --report json=` that is counted.
#[derive(Deserialize)]
struct Report {
    oracles: Vec<ReportRow>,
    findings: Vec<ReportFinding>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ReportRow {
    oracle: String,
    profile: String,
    cases: u64,
    agree: u64,
    differ: u64,
    not_comparable: BTreeMap<String, u64>,
    known: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct ReportFinding {
    oracle: String,
    profile: String,
    kind: String,
    cause: String,
    count: u64,
    repeat: String,
}

impl State {
    /// What there is in a folder; a new one where there is nothing.
    pub(crate) fn read(folder: &Path, seed: u64, testee: Option<&str>) -> Result<Self> {
        let Some(state) = State::there(folder)? else {
            return Ok(State { seed, testee: testee.map(str::to_owned), ..State::default() });
        };
        ensure!(state.seed == seed, "{} is a campaign with --seed {}", folder.display(), state.seed);
        ensure!(
            state.testee.as_deref() == testee,
            "{} is a campaign on {}",
            folder.display(),
            state.testee.as_deref().unwrap_or("the reference")
        );
        Ok(state)
    }

    /// What there is in a folder.
    pub(crate) fn there(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Ok(Some(serde_json::from_str(&text).with_context(|| path.display().to_string())?))
    }

    /// Takes in another campaign: counts are added, of each finding the shortest case is kept. The order in which several
    /// are taken in makes no difference.
    pub(crate) fn add(&mut self, other: State) {
        self.dealt = self.dealt.max(other.dealt);
        self.seed = self.seed.max(other.seed);
        self.seconds += other.seconds;
        self.testee = self.testee.take().max(other.testee);
        for (name, from) in other.targets {
            let into = self.targets.entry(name).or_default();
            into.slices += from.slices;
            into.seconds += from.seconds;
            into.executions += from.executions;
            into.unclean += from.unclean;
            into.coverage = into.coverage.max(from.coverage);
            into.features = into.features.max(from.features);
            into.corpus = into.corpus.max(from.corpus);
            into.moments.extend(from.moments);
            into.moments.sort_unstable();
            let words = from.last_words;
            into.last_words = std::mem::take(&mut into.last_words).max(words);
        }
        self.crivet.slices += other.crivet.slices;
        self.crivet.seconds += other.crivet.seconds;
        for (name, from) in other.crivet.rows {
            let into = self.crivet.rows.entry(name).or_default();
            into.cases += from.cases;
            into.agree += from.agree;
            into.differ += from.differ;
            into.not_comparable += from.not_comparable;
            for (known, count) in from.known {
                *into.known.entry(known).or_default() += count;
            }
        }
        add_found(&mut self.crivet.findings, other.crivet.findings);
        add_found(&mut self.found, other.found);
    }

    /// Puts it in place whole.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        Ok(file::write(&folder.join(FILE), serde_json::to_string_pretty(self)?)?)
    }

    /// Deals out the next slice.
    pub(crate) fn choose(&mut self, names: &[&str]) -> Choice {
        self.dealt += 1;
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(self.dealt) % u64::from(u32::MAX) + 1;
        let guided: f64 = self.targets.values().map(|progress| progress.seconds).sum();
        let guided_running = self.busy.len() as u64;
        // Both engines get the same, what is under way included.
        let others = (self.crivet.slices + self.crivet.running, self.crivet.seconds);
        if names.is_empty() || others.0 == 0 || others.1 < guided && self.crivet.running <= guided_running {
            self.crivet.running += 1;
            return Choice::Crivet { seed };
        }
        let progress = |name: &&&str| self.targets.get(**name).cloned().unwrap_or_default();
        let idle: Vec<&&str> = names.iter().filter(|name| !self.busy.contains(**name)).collect();
        // More jobs than targets: then several work on one corpus.
        let from = if idle.is_empty() { names.iter().collect() } else { idle };
        let fresh = from.iter().find(|name| progress(name).slices == 0);
        let turn = self.targets.values().map(|progress| progress.slices).sum::<u64>() + guided_running;
        let chosen = fresh.copied().or_else(|| match turn % 4 {
            3 => from.iter().copied().min_by_key(|name| progress(name).last),
            _ => from.iter().copied().max_by(|a, b| progress(a).yielded.total_cmp(&progress(b).yielded)),
        });
        let name = chosen.copied().unwrap_or_default().to_owned();
        self.busy.insert(name.clone());
        let progress = self.targets.entry(name.clone()).or_default();
        progress.last = self.dealt;
        Choice::Target { name, seed }
    }

    /// Takes in a slice of libFuzzer's, and says how many the target has had.
    pub(crate) fn ran(&mut self, name: &str, time: Duration, now: Duration, outcome: &Outcome) -> u64 {
        self.busy.remove(name);
        let progress = self.targets.entry(name.to_owned()).or_default();
        let found = outcome.features.saturating_sub(outcome.features_before.max(progress.features));
        progress.slices += 1;
        progress.seconds += time.as_secs_f64();
        progress.executions += outcome.executions;
        progress.coverage = progress.coverage.max(outcome.coverage);
        progress.features = progress.features.max(outcome.features);
        progress.corpus = outcome.corpus;
        progress.yielded = found as f64 / time.as_secs_f64().max(1.0);
        progress.moments.push((now.as_secs(), progress.coverage, outcome.corpus));
        if !outcome.clean {
            progress.unclean += 1;
            progress.last_words.clone_from(&outcome.last_words);
        }
        progress.slices
    }

    /// Takes in a slice of `crivet fuzz`, and says how many cases it had.
    pub(crate) fn fuzzed(&mut self, time: Duration, report: &str) -> Result<u64> {
        let report: Report = serde_json::from_str(report).context("the report of crivet fuzz")?;
        let crivet = &mut self.crivet;
        crivet.running = crivet.running.saturating_sub(1);
        crivet.slices += 1;
        crivet.seconds += time.as_secs_f64();
        let mut cases = 0;
        for one in report.oracles {
            cases += one.cases;
            let row = crivet.rows.entry(format!("{} {}", one.oracle, one.profile)).or_default();
            row.cases += one.cases;
            row.agree += one.agree;
            row.differ += one.differ;
            row.not_comparable += one.not_comparable.values().sum::<u64>();
            for (name, count) in one.known {
                *row.known.entry(name).or_default() += count;
            }
        }
        for finding in report.findings {
            let ReportFinding { oracle, profile, kind, cause, count, repeat } = finding;
            let found = crivet.findings.entry(format!("{oracle} {profile} {kind} {cause}")).or_default();
            if found.what.is_empty() {
                found.what = format!("{oracle} ({profile}): {kind}: {cause}");
                found.repeat = repeat;
            }
            found.count += count;
        }
        Ok(cases)
    }

    /// How many findings there are.
    pub(crate) fn findings(&self) -> usize {
        self.found.len() + self.crivet.findings.len()
    }
}

fn add_found(into: &mut BTreeMap<String, Found>, from: BTreeMap<String, Found>) {
    let rank = |found: &Found| (found.repeat.len(), found.repeat.clone(), found.artifact.clone());
    for (key, mut found) in from {
        match into.remove(&key) {
            None => drop(into.insert(key, found)),
            Some(mut other) => {
                let count = found.count + other.count;
                if rank(&other) < rank(&found) {
                    std::mem::swap(&mut found, &mut other);
                }
                into.insert(key, Found { count, ..found });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLICE: Duration = Duration::from_secs(60);

    fn outcome(features: u64) -> Outcome {
        Outcome { executions: 100, features, clean: true, ..Outcome::default() }
    }

    /// Runs so many slices, one after the other, and counts whose they were; `a` always finds more, `b` nothing.
    fn dealt(state: &mut State, slices: u64) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for _ in 0..slices {
            let name = match state.choose(&["a", "b"]) {
                Choice::Crivet { .. } => {
                    state.fuzzed(SLICE, r#"{"oracles": [], "findings": []}"#).unwrap_or_default();
                    "crivet".to_owned()
                }
                Choice::Target { name, .. } => {
                    let features = if name == "a" { 10 * (state.dealt + 1) } else { 5 };
                    state.ran(&name, SLICE, SLICE, &outcome(features));
                    name
                }
            };
            *counts.entry(name).or_default() += 1;
        }
        counts
    }

    #[test]
    fn time_goes_to_both_engines_and_to_who_finds_most() {
        let counts = dealt(&mut State::default(), 80);
        assert_eq!(counts.get("crivet"), Some(&40), "{counts:?}");
        assert!(counts["a"] > counts["b"], "{counts:?}");
        assert!(counts["b"] > 3, "nobody waits for ever: {counts:?}");
    }

    #[test]
    fn a_state_goes_on_where_it_was() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let mut state = State::read(folder.path(), 7, None)?;
        dealt(&mut state, 9);
        state.write(folder.path())?;
        let mut again = State::read(folder.path(), 7, None)?;
        assert_eq!(serde_json::to_string(&again)?, serde_json::to_string(&state)?);
        assert_eq!(dealt(&mut again, 9), dealt(&mut state, 9));
        assert!(State::read(folder.path(), 8, None).is_err(), "another seed is another campaign");
        assert!(State::read(folder.path(), 7, Some("./t")).is_err(), "and another testee");
        Ok(())
    }

    #[test]
    fn a_testee_has_crivet_alone() {
        let mut state = State::default();
        assert!((0..5).all(|_| matches!(state.choose(&[]), Choice::Crivet { .. })));
    }

    #[test]
    fn campaigns_come_together_in_any_order() -> Result<()> {
        let report = |case: &str, kind: &str| {
            format!(
                r#"{{"oracles": [{{"oracle": "pet", "profile": "href-13", "cases": 5, "agree": 4, "differ": 1,
                "not-comparable": {{}}, "known": {{}}}}], "findings": [{{"oracle": "pet", "profile": "href-13",
                "kind": "{kind}", "cause": "c", "count": 1, "repeat": "{case}"}}]}}"#
            )
        };
        let one = |case: &str, kind: &str| -> Result<State> {
            let mut state = State::default();
            dealt(&mut state, 3);
            state.fuzzed(SLICE, &report(case, kind))?;
            Ok(state)
        };
        let together = |all: [(&str, &str); 3]| -> Result<State> {
            let mut state = State::default();
            for (case, kind) in all {
                state.add(one(case, kind)?);
            }
            Ok(state)
        };
        let state = together([("longer", "k"), ("long", "k"), ("x", "other")])?;
        let again = together([("x", "other"), ("long", "k"), ("longer", "k")])?;
        assert_eq!(serde_json::to_string(&state)?, serde_json::to_string(&again)?);
        assert_eq!((state.findings(), state.crivet.rows["pet href-13"].cases), (2, 15));
        let found = &state.crivet.findings["pet href-13 k c"];
        assert_eq!((found.repeat.as_str(), found.count), ("long", 2));
        Ok(())
    }

    #[test]
    fn findings_of_a_kind_are_one() -> Result<()> {
        let report = r#"{"oracles": [{"oracle": "pet", "profile": "href-13", "cases": 5, "agree": 4, "differ": 1,
            "not-comparable": {}, "known": {"K1": 2}}], "findings": [{"oracle": "pet", "profile": "href-13",
            "kind": "k", "cause": "c", "count": 1, "repeat": "crivet fuzz"}]}"#;
        let mut state = State::default();
        assert_eq!(state.fuzzed(SLICE, report)? + state.fuzzed(SLICE, report)?, 10);
        assert_eq!(state.findings(), 1);
        let row = &state.crivet.rows["pet href-13"];
        assert_eq!((row.cases, row.agree, row.differ, row.known["K1"]), (10, 8, 2, 4));
        Ok(())
    }
}
