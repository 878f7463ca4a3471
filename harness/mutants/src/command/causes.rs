//! `cargo xtask mutants causes`: how well failures are grouped by cause. Each fault of the catalogue is asked every vector
//! alone, and random pairs and triples of them together.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use crivet::cause::{Asked, Failing};
use crivet::corpus::Corpus;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet::select::{Case, Filter, quick};
use crivet_fuzz::generate::seeded;
use crivet_mutants::measure::{failing, right};
use crivet_mutants::{Fault, catalogue};
use rayon::prelude::*;

use super::score::{print, quietly};
use crate::{GREEN, files};

/// Into how many causes are the failures of a fault grouped, and how often do several share one?
#[derive(clap::Args)]
#[command(after_help = "Exit status: 0 measured; 2 no measurement was possible.")]
pub(crate) struct Arguments {
    /// The number of pairs of faults to measure too
    #[arg(long, value_name = "N", default_value_t = 300)]
    pairs: usize,
    /// The number of triples of faults to measure too
    #[arg(long, value_name = "N", default_value_t = 200)]
    triples: usize,
    /// The seed of the choice of pairs and triples
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Measure only every Nth fault
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "write")]
    every: usize,
    /// Write the figures into this folder: causes.txt
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
}

/// The cases, what each is without a fault, and their traits.
struct Laboratory<'a> {
    cases: Vec<Case<'a>>,
    right: Vec<Outcome>,
    asked: Asked,
    /// The ids that `--quick` selects.
    quick: BTreeSet<&'static str>,
}

impl Laboratory<'_> {
    /// What fails with these faults.
    fn failing(&self, faults: &[&Fault]) -> Vec<Failing> {
        failing(faults, &self.cases, &self.right)
    }

    /// Of how many causes `--quick` asks a vector that fails.
    fn quick(&self, failing: &[Failing], causes: &[Vec<usize>]) -> usize {
        let quick = |place: &usize| self.quick.contains(self.cases[failing[*place].index].vector.id.as_str());
        causes.iter().filter(|places| places.iter().any(quick)).count()
    }
}

/// What came of several faults together.
struct Together<'a> {
    faults: Vec<&'a Fault>,
    groups: usize,
    /// How many of them `--quick` shows.
    quick: usize,
    /// Do two of them share a group: does one hold failures of the one alone, and of the other alone?
    shares: bool,
    /// Does one of them have no group without failures of another alone?
    hides: bool,
}

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let corpus = Corpus::embedded().context("the vectors have errors; nothing was measured")?;
    let cases = Filter { profiles: Profile::ALL.to_vec(), ..Filter::default() }.select(&corpus);
    let right = right(&cases);
    let asked = Asked::new(cases.iter().copied());
    let laboratory = Laboratory { cases, right, asked, quick: quick() };
    // A control fails everything, and says nothing of grouping.
    let faults: Vec<&Fault> =
        catalogue()?.iter().filter(|fault| !fault.control).step_by(arguments.every.max(1)).collect();
    let alone: Vec<(&Fault, Vec<Failing>)> =
        quietly(|| faults.par_iter().map(|fault| (*fault, laboratory.failing(&[fault]))).collect());
    let alone: Vec<_> = alone.into_iter().filter(|(_, failing)| !failing.is_empty()).collect();

    let mut text = String::new();
    let grouped = |(fault, failing): &(&Fault, Vec<Failing>)| {
        let causes = laboratory.asked.join(failing);
        (causes.len(), fault.id.clone(), laboratory.quick(failing, &causes))
    };
    let counts: Vec<(usize, String, usize)> = alone.par_iter().map(grouped).collect();
    one_by_one(&mut text, &counts);
    for (size, count) in [(2, arguments.pairs), (3, arguments.triples)] {
        let chosen = draw(alone.len(), size, count, arguments.seed);
        let measured: Vec<Together<'_>> =
            quietly(|| chosen.par_iter().map(|places| together(&laboratory, &alone, places)).collect());
        several(&mut text, size, &measured);
    }
    print(&text)?;
    if let Some(folder) = &arguments.write {
        files::write(&folder.join("causes.txt"), &text)?;
    }
    Ok(GREEN)
}

fn one_by_one(text: &mut String, counts: &[(usize, String, usize)]) {
    let mut sorted: Vec<usize> = counts.iter().map(|(count, ..)| *count).collect();
    sorted.sort_unstable();
    let at =
        |part: usize| sorted.get((sorted.len() * part / 100).min(sorted.len() - 1)).copied().unwrap_or(0);
    let few = sorted.iter().filter(|count| **count <= 3).count();
    let _ = writeln!(
        text,
        "{} faults one by one: median {} cause(s), {} at most 3, the 95th of a hundred {}, the most {}; --quick shows {}\n",
        sorted.len(),
        at(50),
        percent(few, sorted.len()),
        at(95),
        at(100),
        percent(counts.iter().map(|(.., quick)| quick).sum(), sorted.iter().sum())
    );
    let mut by_count: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    counts.iter().for_each(|(count, id, _)| by_count.entry(*count).or_default().push(id));
    for (count, ids) in by_count {
        let named = if count > 3 { format!("  {}", ids.join(" ")) } else { String::new() };
        let _ = writeln!(text, "{:6} in {count:2}{named}", ids.len());
    }
}

fn several(text: &mut String, size: usize, measured: &[Together<'_>]) {
    let count = |wanted: fn(&Together<'_>) -> bool| measured.iter().filter(|one| wanted(one)).count();
    let groups: usize = measured.iter().map(|one| one.groups).sum();
    let _ = writeln!(
        text,
        "\n{} times {size} faults at a time: {:.1} causes; in {} two share one, in {} a fault has none of its own; \
         --quick shows {}",
        measured.len(),
        groups as f64 / measured.len().max(1) as f64,
        percent(count(|one| one.shares), measured.len()),
        percent(count(|one| one.hides), measured.len()),
        percent(measured.iter().map(|one| one.quick).sum(), groups),
    );
    for one in measured.iter().filter(|one| one.shares) {
        let ids: Vec<&str> = one.faults.iter().map(|fault| fault.id.as_str()).collect();
        let _ = writeln!(text, "       {}", ids.join(" + "));
    }
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

fn together<'a>(
    laboratory: &Laboratory<'_>,
    alone: &[(&'a Fault, Vec<Failing>)],
    places: &[usize],
) -> Together<'a> {
    let faults: Vec<&Fault> = places.iter().map(|place| alone[*place].0).collect();
    let failing = laboratory.failing(&faults);
    let fails: Vec<BTreeSet<usize>> =
        places.iter().map(|place| alone[*place].1.iter().map(|one| one.index).collect()).collect();
    let groups = laboratory.asked.join(&failing);
    // Of each group, the faults that alone cause some of it.
    let of: Vec<BTreeSet<usize>> = groups
        .iter()
        .map(|members| {
            let causes = members.iter().filter_map(|member| {
                let mut having = (0..fails.len()).filter(|one| fails[*one].contains(&failing[*member].index));
                having.next().filter(|_| having.next().is_none())
            });
            causes.collect()
        })
        .collect();
    let shows = |fault: usize| of.iter().any(|causes| causes.contains(&fault));
    let own = |fault: usize| of.iter().any(|causes| causes.len() == 1 && causes.contains(&fault));
    Together {
        faults,
        groups: groups.len(),
        quick: laboratory.quick(&failing, &groups),
        shares: of.iter().any(|causes| causes.len() > 1),
        hides: (0..fails.len()).any(|fault| shows(fault) && !own(fault)),
    }
}

/// So many random choices of so many places, no place twice in one.
fn draw(places: usize, size: usize, count: usize, seed: u64) -> Vec<Vec<usize>> {
    if places == 0 {
        return Vec::new();
    }
    let mut bytes = seeded(seed, 16 * size * count).into_iter();
    let mut next = || {
        let number: [u8; 8] = std::array::from_fn(|_| bytes.next().unwrap_or_default());
        usize::try_from(u64::from_le_bytes(number) >> 33).unwrap_or_default() % places
    };
    // One that has a place twice is short of another.
    let drawn = (0..2 * count).map(|_| (0..size).map(|_| next()).collect::<BTreeSet<usize>>());
    let whole = drawn.filter(|one| one.len() == size).take(count);
    whole.map(|one| one.into_iter().collect()).collect()
}
