//! The gate: what is noticed may become more, never less.
//!
//! The committed score is the text that `--write` writes, read again: how many faults there are, and for each
//! operation and profile how many are killed of how many.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

/// A score, as far as it must not fall.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    faults: usize,
    /// By operation, or `all`, and profile: killed, of how many.
    cells: BTreeMap<(String, String), (usize, usize)>,
}

impl Score {
    /// Reads `N faults, …`, then a line of profiles, then lines of an operation and `KILLED/OF` for each of them,
    /// to the first empty line.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let faults = first.split_once(" faults, ").and_then(|(count, _)| count.parse().ok());
        let faults = faults.with_context(|| format!("expected a number of faults, found `{first}`"))?;
        let mut lines = lines.skip_while(|line| line.is_empty());
        let profiles: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
        let mut cells = BTreeMap::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            let mut words = line.split_whitespace();
            let operation = words.next().unwrap_or_default();
            let counts: Vec<&str> = words.collect();
            ensure!(counts.len() == profiles.len(), "expected a count for each profile, found `{line}`");
            for (profile, count) in profiles.iter().zip(counts) {
                let parsed = count
                    .split_once('/')
                    .and_then(|(killed, of)| Some((killed.parse().ok()?, of.parse().ok()?)));
                let parsed = parsed.with_context(|| format!("expected KILLED/OF, found `{count}`"))?;
                cells.insert((operation.to_owned(), (*profile).to_owned()), parsed);
            }
        }
        ensure!(!cells.is_empty(), "expected a table of operations by profiles, found none");
        Ok(Score { faults, cells })
    }

    /// What is lower now: the number of faults, of those killed, or the share of those killed.
    pub(super) fn fallen(&self, now: &Score) -> Vec<String> {
        let mut fallen = Vec::new();
        if now.faults < self.faults {
            fallen.push(format!("{} faults, where there were {}", now.faults, self.faults));
        }
        for ((operation, profile), &(killed, of)) in &self.cells {
            let cell = now.cells.get(&(operation.clone(), profile.clone())).copied().unwrap_or_default();
            if cell.0 < killed || cell.0 * of < killed * cell.1 {
                let (now_killed, now_of) = cell;
                fallen.push(format!(
                    "{operation} {profile}: {now_killed}/{now_of}, where it was {killed}/{of}"
                ));
            }
        }
        fallen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str =
        "3 faults, 9 vectors asked\n\n        href-13  href-27\nscan  1/1  2/3\nall  1/1  2/3\n\nof 9\n";

    #[track_caller]
    fn falls(now: &str, expected: &[&str]) {
        let fallen = Score::read(TABLE).unwrap().fallen(&Score::read(now).unwrap());
        assert_eq!(fallen, expected);
    }

    #[test]
    fn what_is_lower_falls() {
        falls(TABLE, &[]);
        falls(&TABLE.replace("1/1", "2/2").replace("2/3", "3/3").replace("3 faults", "4 faults"), &[]);
        falls(&TABLE.replace("3 faults", "2 faults"), &["2 faults, where there were 3"]);
        falls(&TABLE.replace("scan  1/1", "scan  0/0"), &["scan href-13: 0/0, where it was 1/1"]);
        falls(
            &TABLE.replace("scan  1/1  2/3\n", ""),
            &["scan href-13: 0/0, where it was 1/1", "scan href-27: 0/0, where it was 2/3"],
        );
        // More are killed, and yet a smaller share.
        falls(&TABLE.replace("all  1/1  2/3", "all  1/1  3/5"), &["all href-27: 3/5, where it was 2/3"]);
        falls(&TABLE.replace("all  1/1  2/3", "all  1/2  2/2"), &["all href-13: 1/2, where it was 1/1"]);
    }

    #[track_caller]
    fn is_no_score(text: &str, expected: &str) {
        assert_eq!(Score::read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn what_is_no_score_is_told() {
        is_no_score("", "expected a number of faults, found ``");
        is_no_score("3 faults, 9", "expected a table of operations by profiles, found none");
        is_no_score(&TABLE.replace("2/3", "two"), "expected KILLED/OF, found `two`");
        is_no_score(
            &TABLE.replace("1/1  2/3", "1/1"),
            "expected a count for each profile, found `scan  1/1`",
        );
    }
}
