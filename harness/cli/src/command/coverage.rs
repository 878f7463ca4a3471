//! `crivet coverage`: requirements by vectors.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use crivet::coverage::Coverage;
use crivet::implementation::Implementation;
use crivet::profile::Profile;
use crivet::run::{Options, Subject, run};
use crivet::select::Case;
use crivet_reference::testee::Reference;

use crate::args::CoverageArguments;
use crate::{GREEN, RED};

pub(crate) fn main(arguments: CoverageArguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.vectors)?;
    let cases = arguments.filter().select(&corpus)?;
    let reference = Reference::new();
    let cancel = AtomicBool::new(false);
    let options = Options { jobs: super::processors(), strict: false, cancel: &cancel };
    let run = run(Subject::InProcess(&reference), reference.describe(), &cases, &options, &|_| {})?;
    let coverage = Coverage::of(&corpus, &run, killers(&cases)?.as_ref());
    let mut out = anstream::stdout().lock();
    if !arguments.gaps {
        write!(out, "{}", coverage.text())?;
    }
    let mut gaps = 0;
    for (covered, gap) in coverage.gaps() {
        gaps += 1;
        if arguments.gaps {
            writeln!(out, "{}: {gap}", covered.id)?;
        }
    }
    writeln!(out, "{} requirements, {gaps} gaps", coverage.requirements.len())?;
    Ok(if gaps == 0 { GREEN } else { RED })
}

/// The vectors that some fault fails, by profile; none where the catalogue of faults is not compiled in.
#[cfg(feature = "mutants")]
fn killers(cases: &[Case<'_>]) -> Result<Option<BTreeSet<(Profile, String)>>> {
    let faults: Vec<&crivet_faults::Fault> = crivet_faults::catalogue()?.iter().collect();
    let measurement = super::mutants::quietly(|| crivet_faults::measure::measure(&faults, cases));
    let kills = measurement.faults.iter().flat_map(|measured| &measured.kills);
    let killer = |&index: &usize| {
        let case = &measurement.cases[index];
        (case.profile, case.vector.id.clone())
    };
    Ok(Some(kills.map(killer).collect()))
}

/// Without the catalogue nothing is known of what fails faults.
#[cfg(not(feature = "mutants"))]
fn killers(_: &[Case<'_>]) -> Result<Option<BTreeSet<(Profile, String)>>> {
    Ok(None)
}
