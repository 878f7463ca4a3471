//! `crivet coverage`: requirements by vectors.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use crivet::coverage::Coverage;
use crivet::implementation::Implementation;
use crivet::run::{Options, Subject, run};
use crivet_faults::measure::measure;
use crivet_faults::{Fault, catalogue};
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
    let faults: Vec<&Fault> = catalogue()?.iter().collect();
    let measurement = super::mutants::quietly(|| measure(&faults, &cases));
    let killers = measurement
        .faults
        .iter()
        .flat_map(|measured| &measured.kills)
        .map(|&index| (cases[index].profile, cases[index].vector.id.clone()))
        .collect();
    let coverage = Coverage::of(&corpus, &run, Some(&killers));
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
