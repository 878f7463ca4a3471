//! One run of libFuzzer: how it is started, and what it tells.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The longest input, in bytes: what a generator reads, and room for a stored case.
const MAX_LEN: usize = 1024;
/// How many seconds one input may take, by the clock: what ClusterFuzz gives it, since a machine may be short of
/// processors.
const TIMEOUT: u64 = 25;
/// How much memory a target may hold, in MiB.
const MEMORY: u64 = 2048;

/// What a run works with.
pub(crate) struct Run<'a> {
    /// The target.
    pub(crate) program: &'a Path,
    /// What it checks, where it is the one that has every oracle.
    pub(crate) oracle: Option<&'a str>,
    /// The implementation under test, where it is not the reference.
    pub(crate) testee: Option<&'a str>,
    /// The corpus: read, and added to.
    pub(crate) corpus: &'a Path,
    /// More inputs, only read.
    pub(crate) seeds: Option<&'a Path>,
    /// Where inputs go that show something.
    pub(crate) artifacts: &'a Path,
    /// The dictionary.
    pub(crate) dictionary: &'a Path,
    /// The seed of random choices; not 0, which would be another one each time.
    pub(crate) seed: u64,
    /// How long it takes.
    pub(crate) time: Duration,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Inputs tried.
    pub(crate) executions: u64,
    /// Edges reached by the corpus.
    pub(crate) coverage: u64,
    /// Edges with their counts, and what else libFuzzer tells inputs apart by.
    pub(crate) features: u64,
    /// Features at the start, when the corpus was read.
    pub(crate) features_before: u64,
    /// Inputs kept.
    pub(crate) corpus: u64,
    /// Did it end of itself, with nothing found?
    pub(crate) clean: bool,
    /// The end of what it wrote, where it did not.
    pub(crate) last_words: String,
}

impl Run<'_> {
    /// Starts the target, and waits for it.
    pub(crate) fn start(&self) -> Result<Outcome> {
        for folder in [self.corpus, self.artifacts] {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut command = Command::new(self.program);
        command
            .arg(format!("-seed={}", self.seed))
            .arg(format!("-max_total_time={}", self.time.as_secs().max(1)))
            .arg(format!("-max_len={MAX_LEN}"))
            .arg(format!("-timeout={TIMEOUT}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            .arg(format!("-dict={}", self.dictionary.display()))
            .arg(format!("-artifact_prefix={}{}", self.artifacts.display(), std::path::MAIN_SEPARATOR))
            // A generator reads what it needs of an input: a short one is no simpler than a long one.
            .args(["-print_final_stats=1", "-detect_leaks=0", "-len_control=0"])
            .arg(self.corpus)
            .args(self.seeds);
        if let Some(oracle) = self.oracle {
            command.env("CRIVET_ORACLE", oracle);
        }
        if let Some(testee) = self.testee {
            command.env("CRIVET_TESTEE", testee);
        }
        // What it writes is read when it has ended: a line at each new input is no small file, but a bounded one.
        let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output();
        let output = output.with_context(|| self.program.display().to_string())?;
        Ok(Outcome::read(&String::from_utf8_lossy(&output.stderr), output.status.success()))
    }
}

impl Outcome {
    /// Reads what a run wrote.
    fn read(text: &str, clean: bool) -> Self {
        let mut outcome = Outcome { clean, ..Outcome::default() };
        for line in text.lines() {
            if let Some(number) = line.strip_prefix("stat::number_of_executed_units:") {
                outcome.executions = number.trim().parse().unwrap_or(outcome.executions);
            }
            // `#5120 REDUCE cov: 312 ft: 690 corp: 91/2134b lim: 1024 exec/s: 0 rss: 31Mb …`
            let Some(rest) = line.strip_prefix('#') else { continue };
            let words: Vec<&str> = rest.split_whitespace().collect();
            let number = |name: &str| {
                let at = words.iter().position(|word| *word == name)?;
                words.get(at + 1)?.split('/').next()?.parse::<u64>().ok()
            };
            let (Some(coverage), Some(features)) = (number("cov:"), number("ft:")) else { continue };
            outcome.executions =
                words.first().and_then(|count| count.parse().ok()).unwrap_or(outcome.executions);
            (outcome.coverage, outcome.features) = (coverage, features);
            outcome.corpus = number("corp:").unwrap_or(outcome.corpus);
            if words.get(1) == Some(&"INITED") {
                outcome.features_before = features;
            }
        }
        if !clean {
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(['#', '\t'])).collect();
            outcome.last_words = lines[lines.len().saturating_sub(40)..].join("\n");
        }
        outcome
    }
}

/// Leaves of a corpus the inputs that reach what all of it reaches.
pub(crate) fn merge(program: &Path, corpus: &Path) -> Result<()> {
    let fresh = sibling(corpus, "merged");
    let old = sibling(corpus, "old");
    for folder in [&fresh, &old] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
    }
    fs::create_dir_all(&fresh)?;
    let output = Command::new(program)
        .args(["-merge=1", &format!("-max_len={MAX_LEN}"), &format!("-timeout={TIMEOUT}")])
        .args([&fresh, corpus])
        .output()
        .with_context(|| program.display().to_string())?;
    if !output.status.success() {
        // Then the corpus stays as it is: larger than it need be.
        return fs::remove_dir_all(&fresh).context("the merged corpus");
    }
    fs::rename(corpus, &old)?;
    fs::rename(&fresh, corpus)?;
    fs::remove_dir_all(&old).context("the corpus from before merging")
}

/// A folder beside this one.
fn sibling(folder: &Path, suffix: &str) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!("{name}.{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_writes_is_read() {
        let text = "INFO: Seed: 1\n\
            #2\tINITED cov: 40 ft: 41 corp: 1/1b exec/s: 0 rss: 28Mb\n\
            #5120\tREDUCE cov: 312 ft: 690 corp: 91/2134b lim: 1024 exec/s: 0 rss: 31Mb L: 3/9 MS: 1 EraseBytes-\n\
            Done 6000 runs in 2 second(s)\n\
            stat::number_of_executed_units: 6000\n";
        let outcome = Outcome::read(text, true);
        assert_eq!((outcome.executions, outcome.coverage, outcome.features), (6000, 312, 690));
        assert_eq!((outcome.features_before, outcome.corpus), (41, 91));
    }

    #[test]
    fn a_run_cut_short_says_how_far_it_came() {
        let outcome = Outcome::read("#8\tNEW cov: 3 ft: 4 corp: 2/3b\nthread panicked: no\n", false);
        assert_eq!((outcome.executions, outcome.clean), (8, false));
        assert_eq!(outcome.last_words, "thread panicked: no");
    }
}
