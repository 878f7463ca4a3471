//! What came of fuzzing the faults, as it is written, and read again to stand beside what the vectors notice.
//!
//! `# BUDGET`, then a line for each fault, profile and operation: the oracle that noticed it, after how many cases and how
//! many seconds, or a hyphen. The oracle's name tells whether it took the comparison with the reference.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet_fuzz::fuzz::oracles;
use crivet_mutants::fuzz_faults::FuzzedFault;
use crivet_mutants::measure::Survivor;

use crate::files;

/// What fuzzing noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fuzzed {
    /// What it was given.
    pub(super) budget: String,
    /// How it was noticed, by fault, profile and operation.
    noticed: BTreeMap<[String; 3], Noticed>,
}

/// How a fault was noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noticed {
    /// By an oracle that needs no other implementation.
    Alone,
    /// By one that held it against the reference.
    Compared,
    /// Not at all.
    No,
}

/// The budget in words.
pub(super) fn budget(limit: Duration, seed: u64) -> String {
    format!("{} s a fault and profile on one thread, seed {seed}", limit.as_secs_f64())
}

/// The text that is written.
pub(super) fn text(fuzzed: &[FuzzedFault<'_>], budget: &str) -> String {
    let line = |one: &FuzzedFault<'_>| {
        let what = format!("{} {} {}", one.fault.id, one.profile, one.operation);
        match &one.found {
            Some(find) => {
                format!("{what} {} {} {:.2}\n", find.oracle, find.executions, find.time.as_secs_f64())
            }
            None => format!("{what} -\n"),
        }
    };
    let lines: BTreeSet<String> = fuzzed.iter().map(line).collect();
    format!("# {budget}\n{}", lines.into_iter().collect::<String>())
}

impl Fuzzed {
    /// The file that was named, or the one in the folder that results go to, where there is one.
    pub(super) fn find(named: Option<&Path>, folder: Option<&Path>) -> Result<Option<Self>> {
        let beside = folder.map(|folder| folder.join("fuzz.txt")).filter(|path| path.exists());
        let Some(path) = named.map(Path::to_owned).or(beside) else { return Ok(None) };
        let read = Fuzzed::read(&files::read(&path)?);
        read.map(Some).with_context(|| path.display().to_string())
    }

    fn read(text: &str) -> Result<Self> {
        let (first, lines) = text.split_once('\n').unwrap_or((text, ""));
        let budget = first.strip_prefix("# ").context("expected `# BUDGET` in the first line")?.to_owned();
        let oracles = oracles();
        let compares =
            |name: &str| oracles.iter().any(|oracle| oracle.facts().against && oracle.facts().name == name);
        let mut noticed = BTreeMap::new();
        for line in lines.lines() {
            let (what, found) = match line.split(' ').collect::<Vec<_>>()[..] {
                [fault, profile, operation, "-"] => ([fault, profile, operation], Noticed::No),
                [fault, profile, operation, oracle, cases, seconds]
                    if cases.parse::<u64>().is_ok() && seconds.parse::<f64>().is_ok() =>
                {
                    let how = if compares(oracle) { Noticed::Compared } else { Noticed::Alone };
                    ([fault, profile, operation], how)
                }
                _ => bail!("expected a fault, profile, operation and what noticed it, found `{line}`"),
            };
            noticed.insert(what.map(str::to_owned), found);
        }
        Ok(Fuzzed { budget, noticed })
    }

    /// Was it noticed? None where it was not measured: the fault is younger.
    pub(super) fn notices(&self, one: &Survivor<'_>) -> Option<bool> {
        self.how(one).map(|how| how != Noticed::No)
    }

    /// Was it noticed without a comparison?
    pub(super) fn notices_alone(&self, one: &Survivor<'_>) -> bool {
        self.how(one) == Some(Noticed::Alone)
    }

    fn how(&self, one: &Survivor<'_>) -> Option<Noticed> {
        let key = [one.fault.id.clone(), one.profile.to_string(), one.operation.to_string()];
        self.noticed.get(&key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads() {
        let fuzzed = Fuzzed::read(
            "# 2 s\na href-13 decode -\na href-13 resolve agree-resolve 9 0.01\na href-13 scan some-oracle 7 12.30\n",
        )
        .unwrap();
        assert_eq!(fuzzed.budget, "2 s");
        let key = |operation: &str| ["a", "href-13", operation].map(str::to_owned);
        let expected = [
            (key("decode"), Noticed::No),
            (key("resolve"), Noticed::Compared),
            (key("scan"), Noticed::Alone),
        ];
        assert_eq!(fuzzed.noticed, expected.into());
    }

    #[track_caller]
    fn is_none(text: &str, expected: &str) {
        assert_eq!(Fuzzed::read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn what_is_none_is_told() {
        is_none("", "expected `# BUDGET` in the first line");
        is_none("a href-13 decode -\n", "expected `# BUDGET` in the first line");
        let form = "expected a fault, profile, operation and what noticed it, found";
        is_none("# 2 s\na href-13 -\n", &format!("{form} `a href-13 -`"));
        for odd in ["some-oracle x 0.01", "some-oracle 7", "some-oracle 7 x"] {
            is_none(&format!("# 2 s\na href-13 scan {odd}\n"), &format!("{form} `a href-13 scan {odd}`"));
        }
    }
}
