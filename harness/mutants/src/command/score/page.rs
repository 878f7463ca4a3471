//! The measurement as a page.

use std::path::Path;

use anyhow::{Context, Result};
use crivet::operation::OperationName;
use crivet::profile::Profile;
use crivet_mutants::cover;
use crivet_mutants::measure::{Measured, Measurement, Survivor};
use crivet_mutants::waivers::FaultWaiver;
use crivet_report::mutation_score::{Fault, Fuzzed, MutationScore, Scores};
use crivet_report::picture::{Campaign, Speed};

use super::{Arguments, fuzzed};
use crate::files;

/// How many of the vectors that notice a fault are in the page.
const NAMED: usize = 20;

/// What was measured elsewhere, and is drawn beside it.
pub(super) struct Drawn {
    campaign: Option<Campaign>,
    speed: Option<Speed>,
}

impl Drawn {
    /// Reads the files that were named, before anything is measured.
    pub(super) fn read(arguments: &Arguments) -> Result<Drawn> {
        fn read<T, E: std::error::Error + Send + Sync + 'static>(
            path: Option<&Path>,
            parse: impl Fn(&str) -> Result<T, E>,
        ) -> Result<Option<T>> {
            let Some(path) = path else { return Ok(None) };
            parse(&files::read(path)?).map(Some).with_context(|| path.display().to_string())
        }
        Ok(Drawn {
            campaign: read(arguments.campaign.as_deref(), Campaign::parse)?,
            speed: read(arguments.speed.as_deref(), Speed::parse)?,
        })
    }
}

pub(super) fn mutation_score(
    measurement: &Measurement<'_>,
    waivers: &[FaultWaiver],
    fuzzed: Option<&fuzzed::Fuzzed>,
    trivial: Vec<(String, usize)>,
    drawn: Drawn,
) -> MutationScore {
    let table = |notices: &dyn Fn(&Survivor<'_>, bool) -> bool| -> Scores {
        let score = |operation| {
            Profile::ALL.map(|profile| measurement.score_by(profile, operation, waivers, notices)).to_vec()
        };
        let rows = OperationName::ALL
            .into_iter()
            .map(|operation| (operation.name().to_owned(), score(Some(operation))))
            .filter(|(_, counts)| counts.iter().any(|(_, killable)| *killable > 0));
        rows.chain([("all".to_owned(), score(None))]).collect()
    };
    let scores = table(&|_, killed| killed);
    let fuzzed = fuzzed.map(|fuzzed| Fuzzed {
        budget: fuzzed.budget.clone(),
        alone: table(&|one, _| fuzzed.notices(one) == Some(true)),
        both: table(&|one, killed| killed || fuzzed.notices(one) == Some(true)),
    });
    // The curve counts what the table adds up to.
    let all = scores.last().iter().flat_map(|(_, counts)| counts).map(|(_, killable)| killable).sum();
    MutationScore {
        profiles: Profile::ALL.map(|profile| profile.name().to_owned()).to_vec(),
        scores,
        fuzzed,
        cases: measurement.cases.len(),
        trivial_scores: trivial,
        faults: faults(measurement, waivers),
        nothing: cover::kills(measurement).values().filter(|faults| faults.is_empty()).count(),
        effort: (cover::effort(measurement), all),
        campaign: drawn.campaign,
        speed: drawn.speed,
    }
}

fn faults(measurement: &Measurement<'_>, waivers: &[FaultWaiver]) -> Vec<Fault> {
    let survivors = measurement.survivors(waivers);
    let one = |measured: &Measured<'_>| {
        let fault = measured.fault;
        let case = |&index: &usize| {
            let case = &measurement.cases[index];
            format!("{} {}", case.profile, case.vector.id)
        };
        let missed = survivors.iter().filter(|survivor| survivor.fault.id == fault.id);
        Fault {
            id: fault.id.clone(),
            wrong: fault.wrong.clone(),
            profiles: fault.profiles.iter().map(ToString::to_string).collect(),
            operations: fault.operations.iter().map(ToString::to_string).collect(),
            kills: measured.kills.len(),
            by: measured.kills.iter().take(NAMED).map(case).collect(),
            equivalent: waivers
                .iter()
                .find(|waiver| waiver.id == fault.id)
                .map(|waiver| waiver.reason.trim().to_owned()),
            missed: missed.map(|one| format!("{} {}", one.profile, one.operation)).collect(),
        }
    };
    measurement.faults.iter().map(one).collect()
}
