//! A run held against a baseline, and the baseline of a run.

use super::Run;
use crate::baseline::{Baseline, Date, Judgement, Rewritten, Universe};
use crate::outcome::FailureKind;
use crate::verdict::{Cause, Verdict};

/// Why there is no baseline of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBaseline {
    /// The run was interrupted.
    #[error("the run is incomplete: {judged} of {selected} vectors were judged")]
    Incomplete {
        /// How many cases were judged.
        judged: usize,
        /// How many were selected.
        selected: usize,
    },
    /// The testee could not be asked everything: what it would have answered is not known.
    #[error("the testee could not be started again, and {0} vectors were not asked")]
    Unavailable(usize),
    /// The testee failed on everything, and was not asked everything.
    #[error("the testee failed systematically, and {0} vectors were not asked")]
    Systematic(usize),
}

impl Run<'_> {
    /// Holds the run against a baseline: known failures count as expected, and everything else that is not
    /// as the baseline says makes the run red.
    pub fn expect(&mut self, baseline: &Baseline, universe: &Universe<'_>, today: Date) {
        let (comparison, met) = baseline.compare(&self.judgements(), universe, self.strict, today);
        for (judged, entry) in self.results.iter_mut().zip(met) {
            judged.expected = entry;
        }
        self.comparison = Some(comparison);
    }

    /// The baseline of this run, keeping of an older one what holds.
    ///
    /// There is none of a run that does not know how each case comes out.
    pub fn baseline(
        &self,
        older: &Baseline,
        universe: &Universe<'_>,
        today: Date,
    ) -> Result<Rewritten, NoBaseline> {
        if !self.complete() {
            return Err(NoBaseline::Incomplete { judged: self.results.len(), selected: self.selected });
        }
        if self.not_asked > 0 {
            return Err(NoBaseline::Systematic(self.not_asked));
        }
        match self.results.iter().filter(|judged| unavailable(&judged.verdict)).count() {
            0 => Ok(older.rewrite(&self.judgements(), universe, self.strict, today)),
            count => Err(NoBaseline::Unavailable(count)),
        }
    }

    fn judgements(&self) -> Vec<Judgement<'_>> {
        self.results.iter().map(|judged| Judgement { case: judged.case, verdict: &judged.verdict }).collect()
    }
}

fn unavailable(verdict: &Verdict) -> bool {
    matches!(&verdict.cause, Some(Cause::Failure(failure)) if failure.kind == FailureKind::Unavailable)
}
