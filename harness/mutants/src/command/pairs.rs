//! `cargo xtask mutants pairs`: two faults at a time. A fault can hide another one: where the two are in one
//! implementation, is each of them still seen?

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use crivet::select::Filter;
use crivet_mutants::catalogue;
use crivet_mutants::measure::pairs::{Seen, drawn, measure};

use super::score::quietly;
use crate::{GREEN, files};

/// Pairs of faults: is each of the two still seen, by vectors that notice it alone?
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The number of pairs
    #[arg(long, value_name = "N", default_value_t = 500)]
    pairs: usize,
    /// The seed of the choice of pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the results into this folder: pairs.txt
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// Vector files, or folders of them, in place of the corpus inside the program
    #[arg(value_name = "VECTORS")]
    vectors: Vec<PathBuf>,
}

pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.vectors)?;
    let cases = Filter::default().select(&corpus);
    let faults: Vec<_> = catalogue()?.iter().filter(|fault| !fault.control).collect();
    let pairs = drawn(&faults, arguments.pairs, arguments.seed);
    let measured = quietly(|| measure(&pairs, &cases));
    let count = |wanted: fn(&Seen) -> bool| {
        measured.iter().flat_map(|pair| &pair.seen).filter(|seen| wanted(seen)).count()
    };
    let mut text = format!(
        "{} pairs of faults that have a profile in common, seed {}\n\n\
         {:>6} faults are noticed alone\n\
         {:>6} are still seen in the pair, by a vector that the other one does not fail\n\
         {:>6} are seen only where the other one fails too: whatever fails them fails the other\n\
         {:>6} are hidden by the other one\n",
        measured.len(),
        arguments.seed,
        count(|seen| seen.alone > 0),
        count(|seen| seen.own > 0),
        count(|seen| seen.own == 0 && seen.together > 0),
        count(|seen| seen.alone > 0 && seen.together == 0),
    );
    let rest: Vec<_> = measured.iter().filter(|pair| pair.seen.iter().any(|seen| seen.own == 0)).collect();
    if !rest.is_empty() {
        text += "\nvectors that notice a fault alone, that fail the pair, and those of them that the other fault passes:\n";
    }
    for pair in rest {
        for (fault, seen) in pair.faults.iter().zip(&pair.seen) {
            let _ = writeln!(text, "{:>7} {:>7} {:>7}  {}", seen.alone, seen.together, seen.own, fault.id);
        }
        text.push('\n');
    }
    print!("{text}");
    if let Some(folder) = &arguments.write {
        files::write(&folder.join("pairs.txt"), &text)?;
    }
    Ok(GREEN)
}
