//! Many implementations side by side: what each passes, and where they disagree.

use std::collections::BTreeMap;

use super::{Answer, Entry, Results};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet::verdict::Status;

/// How far the implementations that were asked agree on a case. In the order of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// Some pass, some do not.
    Split,
    /// None passes, and all give the same answer: they may be right, and the vector wrong.
    AgainstTheSuite,
    /// None passes, with different answers or without any.
    NonePasses,
    /// All pass, with different answers: the text can be read, or met, in several ways.
    Readings,
    /// All pass with the same answer, or fewer than two were asked.
    Agreed,
}

/// One case across the implementations.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// How far they agree.
    pub agreement: Agreement,
    /// One entry an implementation, in their order; none where it has no result.
    pub entries: Vec<Option<&'a Entry>>,
}

/// Implementations side by side.
#[derive(Clone, Debug)]
pub struct Matrix<'a> {
    /// The results, and what each is called.
    pub columns: Vec<(String, &'a Results)>,
    /// The cases, by profile, then in the order in which they were first met.
    pub rows: Vec<Row<'a>>,
}

/// What one implementation scores where it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) passed: usize,
    pub(super) asked: usize,
}

impl Agreement {
    /// Every kind but agreement, in order.
    pub const DISAGREEMENTS: [Agreement; 4] =
        [Agreement::Split, Agreement::AgainstTheSuite, Agreement::NonePasses, Agreement::Readings];

    /// What reports call it.
    pub fn title(self) -> &'static str {
        match self {
            Agreement::Split => "some pass, some do not",
            Agreement::AgainstTheSuite => "none passes, and all answer the same",
            Agreement::NonePasses => "none passes",
            Agreement::Readings => "all pass, with different answers",
            Agreement::Agreed => "agreed",
        }
    }
}

impl<'a> Row<'a> {
    /// A result that names the case.
    pub fn entry(&self) -> Option<&'a Entry> {
        self.entries.iter().copied().flatten().next()
    }
}

impl<'a> Matrix<'a> {
    pub(super) fn new(columns: Vec<(String, &'a Results)>) -> Self {
        let mut places: BTreeMap<(Profile, &str), usize> = BTreeMap::new();
        let mut rows: Vec<Vec<Option<&'a Entry>>> = Vec::new();
        for (column, (_, results)) in columns.iter().enumerate() {
            for entry in &results.results {
                let place = *places.entry((entry.profile, entry.id.as_str())).or_insert_with(|| {
                    rows.push(vec![None; columns.len()]);
                    rows.len() - 1
                });
                rows[place][column] = Some(entry);
            }
        }
        let mut rows: Vec<Row<'a>> =
            rows.into_iter().map(|entries| Row { agreement: agreement(&entries), entries }).collect();
        rows.sort_by_key(|row| row.entry().map(|entry| entry.profile));
        Matrix { columns, rows }
    }

    /// The cases of one kind.
    pub fn of(&self, agreement: Agreement) -> impl Iterator<Item = &Row<'a>> {
        self.rows.iter().filter(move |row| row.agreement == agreement)
    }

    /// What should be known of the runs as a whole.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.columns
            .iter()
            .filter(|(_, results)| !results.complete)
            .map(|(label, _)| format!("the run of {label} was interrupted"))
            .collect()
    }

    /// For each profile and operation, what each implementation scores; none where it was asked nothing.
    pub(super) fn scores(&self) -> BTreeMap<(Profile, OperationName), Vec<Option<Score>>> {
        let mut scores = BTreeMap::new();
        for row in &self.rows {
            for (column, entry) in row.entries.iter().enumerate() {
                let Some(entry) = entry.filter(|entry| entry.status != Status::Skip) else { continue };
                let line = scores
                    .entry((entry.profile, entry.operation))
                    .or_insert_with(|| vec![None; self.columns.len()]);
                let score: &mut Score = line[column].get_or_insert_default();
                score.asked += 1;
                score.passed += usize::from(entry.status == Status::Pass);
            }
        }
        scores
    }

    /// What each implementation scores in all.
    pub(super) fn totals(&self) -> Vec<Option<Score>> {
        let mut totals = vec![None; self.columns.len()];
        for line in self.scores().into_values() {
            for (total, score) in totals.iter_mut().zip(line) {
                if let Some(score) = score {
                    let total: &mut Score = total.get_or_insert_default();
                    total.passed += score.passed;
                    total.asked += score.asked;
                }
            }
        }
        totals
    }
}

fn agreement(entries: &[Option<&Entry>]) -> Agreement {
    let asked: Vec<&Entry> =
        entries.iter().copied().flatten().filter(|entry| entry.status != Status::Skip).collect();
    if asked.len() < 2 {
        return Agreement::Agreed;
    }
    let passed = asked.iter().filter(|entry| entry.status == Status::Pass).count();
    let same = asked.windows(2).all(|pair| match (&pair[0].outcome, &pair[1].outcome) {
        (Some(one), Some(two)) => one.same(two),
        (one, two) => one.is_none() && two.is_none(),
    });
    let answered = asked.iter().all(|entry| !matches!(entry.outcome, None | Some(Answer::Error(_))));
    match (passed, same) {
        (0, true) if answered => Agreement::AgainstTheSuite,
        (0, _) => Agreement::NonePasses,
        (some, _) if some < asked.len() => Agreement::Split,
        (_, true) => Agreement::Agreed,
        (_, false) => Agreement::Readings,
    }
}
