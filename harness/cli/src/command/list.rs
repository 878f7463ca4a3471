//! `crivet list`: what there is, one a line.

use std::io::Write;

use anyhow::{Result, bail};

use crate::args::ListArguments;
use crate::{GREEN, output};

pub(crate) fn main(arguments: ListArguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.filter.vectors)?;
    let mut out = output::stdout();
    if arguments.all_requirements {
        for requirement in corpus.requirements.values() {
            writeln!(out, "{}\t{}\t{}", requirement.id, requirement.level.name(), requirement.text)?;
        }
        return Ok(GREEN);
    }
    if arguments.all_rulings {
        let mut rulings: Vec<_> = corpus.rulings.values().collect();
        rulings.sort_by_key(|ruling| ruling.id[1..].parse::<u32>().unwrap_or(u32::MAX));
        for ruling in rulings {
            writeln!(out, "{}\t{}\t{}", ruling.id, ruling.slug, ruling.question)?;
        }
        return Ok(GREEN);
    }
    let cases = arguments.filter.filter().select(&corpus)?;
    if cases.is_empty() {
        bail!("no vector matches; without a selection, `crivet list` lists all of them");
    }
    for case in cases {
        let vector = case.vector;
        if arguments.json {
            writeln!(out, "{}", crivet_report::json::vector(vector, case.profile))?;
        } else {
            writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}",
                vector.id,
                case.profile,
                vector.operation.name(),
                vector.strength.name(),
                vector.title
            )?;
        }
    }
    Ok(GREEN)
}
