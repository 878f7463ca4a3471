//! What came of a campaign.

use std::time::Duration;

use super::finding::Finding;
use crate::oracle::{About, Tally};
use crivet::profile::Profile;

/// What came of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// One row per oracle and profile, in the order of the plan.
    pub rows: Vec<Row>,
    /// What was found, in the same order, and by the first case within each.
    pub findings: Vec<Finding>,
    /// How many cases found something beyond the 500 findings that are kept.
    pub beyond: u64,
    /// How many cases were answered only later than the search waits, as far as is known, and so not judged.
    pub late: u64,
    /// Failures that could be charged to no question and did not come again, in words, one of each kind, with how many
    /// there were.
    pub unattributed: Vec<(String, u64)>,
    /// Why the testee could be asked no more.
    pub unavailable: Option<String>,
    /// Did it end early because the testee answered nothing, case after case?
    pub gave_up: bool,
    /// Was it cut short from elsewhere?
    pub interrupted: bool,
    /// How long it took, from the time that the testee could be asked.
    pub time: Duration,
}

/// What came of one oracle under one profile.
#[derive(Clone, Debug)]
pub struct Row {
    /// The oracle.
    pub about: About,
    /// The profile.
    pub profile: Profile,
    /// The counts.
    pub tally: Tally,
    /// Did it stop early because of time-outs?
    pub gave_up: bool,
}

impl Row {
    /// How many cases came to a judgement: it holds, or it does not.
    pub fn judged(&self) -> u64 {
        self.tally.agree + self.tally.differ
    }

    /// Does the oracle say too little: are more inputs not comparable than it states?
    pub fn says_too_little(&self) -> bool {
        self.tally.not_compared() * 100 > self.tally.total() * u64::from(self.about.not_comparable)
    }
}

impl Campaign {
    /// Was everything done, and nothing found but notes?
    pub fn clean(&self) -> bool {
        !self.is_red() && !self.interrupted && self.incomplete().is_none()
    }

    /// Was something found that is more than a note?
    pub fn is_red(&self) -> bool {
        self.findings.iter().any(Finding::is_must)
    }

    /// How many cases came to a judgement.
    pub fn judged(&self) -> u64 {
        self.rows.iter().map(Row::judged).sum()
    }

    /// Why nothing found would not mean that nothing is there; none where enough was asked.
    pub fn incomplete(&self) -> Option<String> {
        if let Some(message) = &self.unavailable {
            return Some(message.clone());
        }
        if self.judged() == 0 {
            return Some("no case came to a judgement".to_owned());
        }
        let unasked: Vec<String> = self
            .rows
            .iter()
            .filter(|row| row.tally.total() == 0)
            .map(|row| format!("{} ({})", row.about.name, row.profile))
            .collect();
        if let [first, rest @ ..] = unasked.as_slice() {
            let others = match rest.len() {
                0 => String::new(),
                1 => " and 1 other".to_owned(),
                count => format!(" and {count} others"),
            };
            let why = if self.gave_up { "the testee answered no more" } else { "the time was over" };
            return Some(format!("no case of {first}{others} was checked: {why}"));
        }
        let count: u64 = self.unattributed.iter().map(|(_, count)| count).sum();
        match (count, self.unattributed.first()) {
            (1, Some((message, _))) => {
                Some(format!("the testee failed in a way that no question can be charged with: {message}"))
            }
            (count, Some((message, _))) => Some(format!(
                "the testee failed {count} times in a way that no question can be charged with, first: {message}"
            )),
            (_, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Oracle;
    use crate::oracle::resolution::Resolution;

    fn campaign(rows: &[(u64, u64)]) -> Campaign {
        let row = |&(agree, not_compared): &(u64, u64)| Row {
            about: Resolution.about(),
            profile: Profile::Href13,
            tally: Tally { agree, not_comparable: [("rejected", not_compared)].into(), ..Tally::default() },
            gave_up: false,
        };
        Campaign {
            rows: rows.iter().map(row).collect(),
            findings: Vec::new(),
            beyond: 0,
            late: 0,
            unattributed: Vec::new(),
            unavailable: None,
            gave_up: false,
            interrupted: false,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn nothing_found_says_something_where_enough_was_asked_alone() {
        assert!(campaign(&[(1, 0), (0, 9)]).clean());
        let says = |campaign: &Campaign, part: &str| {
            let incomplete = campaign.incomplete().unwrap_or_default();
            assert!(!campaign.clean() && incomplete.contains(part), "{incomplete}");
        };
        says(&campaign(&[(0, 9)]), "no case came to a judgement");
        says(&campaign(&[]), "no case came to a judgement");
        says(
            &campaign(&[(1, 0), (0, 0), (0, 0)]),
            "no case of resolution-commutes (href-13) and 1 other was checked",
        );
        let failed =
            |count| Campaign { unattributed: vec![("it ended".to_owned(), count)], ..campaign(&[(1, 0)]) };
        says(&failed(1), "with: it ended");
        says(&failed(46), "46 times in a way that no question can be charged with, first: it ended");
        let gone = Campaign { unavailable: Some("it is gone".to_owned()), ..campaign(&[(1, 0)]) };
        says(&gone, "it is gone");
    }
}
