//! `cargo xtask mutants variants`: the false-alarm score. Each permitted variant is asked every vector and fuzzed by every
//! oracle, and nothing may be held against it.

mod tables;

use std::path::PathBuf;

use anyhow::{Result, bail};
use crivet::glob::Glob;
use crivet::select::Filter;
use crivet_fuzz::fuzz::{AnyOracle, oracles};
use crivet_mutants::variants::false_alarms::{Combination, Measured, Thoroughness, measure, pairs};
use crivet_mutants::variants::{Variant, find, variants};
use crivet_mutants::waivers;

use super::score::quietly;
use crate::{GREEN, RED, files};

/// Permitted variants of the reference: does a vector fail one, or an oracle find anything in one?
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 no false alarm; 1 a false alarm, a variant that changes nothing, or a ruling with neither variant nor waiver; \
2 no measurement was possible.")]
pub(crate) struct Arguments {
    /// Only this variant (may be given again: two variants are also measured together)
    #[arg(long = "variant", value_name = "ID")]
    variants: Vec<String>,
    /// The number of pairs of variants to measure too
    #[arg(long, value_name = "N", default_value_t = 200)]
    pairs: usize,
    /// The number of cases that each oracle asks a variant under each profile; a pair gets a tenth of it
    #[arg(long, value_name = "N", default_value_t = 200)]
    runs: u64,
    /// Only oracles whose name matches (may be given again)
    #[arg(long = "oracle", value_name = "GLOB")]
    oracles: Vec<Glob>,
    /// The seed of the oracles' cases, and of the choice of pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the score into this folder: variants.txt
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["variants", "oracles", "vectors"])]
    write: Option<PathBuf>,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    vectors: Vec<PathBuf>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.vectors)?;
    let cases = Filter::default().select(&corpus);
    let chosen = chosen(arguments)?;
    let oracles = selected(arguments)?;
    let alone: Vec<Combination<'_>> = chosen.iter().map(|variant| vec![*variant]).collect();
    let together = pairs(&chosen, arguments.pairs, arguments.seed);
    let Arguments { seed, runs, .. } = *arguments;
    let few = Thoroughness { seed, runs: runs.div_ceil(10) };
    let alone = quietly(|| measure(&alone, &cases, &oracles, Thoroughness { seed, runs }));
    let mut together = quietly(|| measure(&together, &cases, &oracles, few));
    together.iter_mut().for_each(|pair| pair.without(&alone));

    let mut text = tables::summary(&alone, &together, seed, runs);
    text += &tables::alarms(&alone, &together);
    let whole = arguments.variants.is_empty() && arguments.oracles.is_empty() && arguments.vectors.is_empty();
    let mut wrong: Vec<String> = nothing(&alone);
    if whole {
        let waived = waivers::rulings()?;
        let shown = tables::Shown::by(&alone, &cases);
        text += &tables::variants(&alone);
        text += &shown.table(&waived);
        wrong.extend(shown.wrong(&waived));
    }
    super::score::print(&text)?;
    wrong.iter().for_each(|one| super::score::note(one));
    if let Some(folder) = &arguments.write {
        files::write(&folder.join("variants.txt"), &text)?;
    }
    let quiet = alone.iter().chain(&together).all(|one| one.false_alarms() == 0);
    Ok(if quiet && wrong.is_empty() { GREEN } else { RED })
}

fn chosen(arguments: &Arguments) -> Result<Vec<&'static Variant>> {
    if arguments.variants.is_empty() {
        return Ok(variants()?.iter().collect());
    }
    Ok(arguments.variants.iter().map(|id| find(id)).collect::<Result<_, _>>()?)
}

fn selected(arguments: &Arguments) -> Result<Vec<Box<dyn AnyOracle>>> {
    let mut oracles = oracles();
    let matches = |name: &str| arguments.oracles.iter().any(|glob| glob.matches(name));
    oracles.retain(|oracle| arguments.oracles.is_empty() || matches(oracle.facts().name));
    if oracles.is_empty() {
        bail!("no oracle matches; `crivet fuzz --list-oracles` lists them");
    }
    Ok(oracles)
}

/// Variants that are none: they answer as the reference does.
fn nothing(alone: &[Measured<'_>]) -> Vec<String> {
    let none = alone.iter().filter(|one| !one.differs());
    none.map(|one| format!("{} differs from the reference in nothing that is asked", one.name())).collect()
}
