//! What came of fuzzing the faults, as it is written, and read again to stand beside what the vectors notice.
//!
//! `# BUDGET`, then a line for each fault, profile and operation: the oracle that noticed it, after how many cases and how
//! many seconds, or a hyphen. The oracle's name tells whether it took the comparison with the reference.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crivet_fuzz::fuzz::{AnyOracle, oracles};
use crivet_mutants::Fault;
use crivet_mutants::fuzz_faults::{Find, FuzzedFault};
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
    format!("# {budget}\n{}", lines(fuzzed))
}

/// The lines of that.
pub(super) fn lines(fuzzed: &[FuzzedFault<'_>]) -> String {
    let line = |one: &FuzzedFault<'_>| {
        let what = format!("{} {} {}", one.fault.id, one.profile, one.operation);
        match &one.found {
            Some(find) => {
                format!("{what} {} {} {:.2}\n", find.oracle, find.executions, find.time.as_secs_f64())
            }
            None => format!("{what} -\n"),
        }
    };
    fuzzed.iter().map(line).collect::<BTreeSet<String>>().into_iter().collect()
}

/// What lines of the same budget say of faults that there are; what cannot be read is left out, and of a fault and profile
/// of which an operation is missing everything.
pub(super) fn kept<'a>(
    text: &str,
    budget: &str,
    faults: &[&'a Fault],
    oracles: &[Box<dyn AnyOracle>],
) -> Vec<FuzzedFault<'a>> {
    let Some(lines) = text.strip_prefix(&format!("# {budget}\n")) else { return Vec::new() };
    let read = |line: &str| {
        let (what, found) = line.rsplit_once(" -").map_or_else(
            || {
                let [time, executions, oracle, what] = line.rsplitn(4, ' ').collect::<Vec<_>>()[..] else {
                    return None;
                };
                let about = oracles.iter().map(|one| one.facts()).find(|about| about.name == oracle)?;
                let time = Duration::try_from_secs_f64(time.parse().ok()?).ok()?;
                let executions = executions.parse().ok()?;
                let find = Find { oracle: about.name, executions, time, compared: about.against };
                Some((what, Some(find)))
            },
            |(what, _)| Some((what, None)),
        )?;
        let [fault, profile, operation] = what.split(' ').collect::<Vec<_>>()[..] else { return None };
        let fault = *faults.iter().find(|one| one.id == fault)?;
        Some(FuzzedFault { fault, profile: profile.parse().ok()?, operation: operation.parse().ok()?, found })
    };
    let mut kept: Vec<FuzzedFault<'a>> = lines.lines().filter_map(read).collect();
    let counted = kept.clone();
    kept.retain(|one| {
        let of_it = |other: &&FuzzedFault<'_>| other.fault.id == one.fault.id && other.profile == one.profile;
        counted.iter().filter(of_it).count() == one.fault.operations.len()
    });
    kept
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
    fn an_interrupted_measurement_goes_on() {
        let faults: Vec<&Fault> = crivet_mutants::catalogue().unwrap().iter().collect();
        let fault = faults.iter().find(|fault| fault.operations.len() == 2).unwrap();
        let line =
            |operation: usize| format!("{} {} {}", fault.id, fault.profiles[0], fault.operations[operation]);
        let (one, other) = (line(0) + " cddl 17 0.25\n", line(1) + " -\n");
        let kept = |text: &str, budget: &str| kept(text, budget, &faults, &oracles());
        let whole = format!("# 2 s\n{one}{other}");
        assert_eq!(text(&kept(&whole, "2 s"), "2 s").lines().count(), 3);
        assert!(text(&kept(&whole, "2 s"), "2 s").contains(&one));
        assert!(kept(&whole, "4 s").is_empty(), "another budget");
        assert!(kept(&format!("# 2 s\n{one}"), "2 s").is_empty(), "half of a fault");
        assert!(kept(&whole.replace("cddl", "no-oracle"), "2 s").is_empty(), "an oracle that is gone");
    }

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
