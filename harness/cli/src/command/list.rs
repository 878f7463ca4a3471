//! `crivet list`: what there is, one a line.

use anyhow::{Result, bail};
use crivet::foreign;

use crate::args::ListArguments;
use crate::{GREEN, output};

pub(crate) fn main(arguments: ListArguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.filter.vectors)?;
    let mut text = String::new();
    if arguments.all_requirements {
        for requirement in corpus.requirements.values() {
            row(&mut text, &[&requirement.id, requirement.level.name(), &requirement.text]);
        }
        return output::plain(text.as_bytes()).map(|()| GREEN);
    }
    if arguments.all_rulings {
        let mut rulings: Vec<_> = corpus.rulings.values().collect();
        rulings.sort_by_key(|ruling| ruling.id[1..].parse::<u32>().unwrap_or(u32::MAX));
        for ruling in rulings {
            row(&mut text, &[&ruling.id, &ruling.slug, &ruling.question]);
        }
        return output::plain(text.as_bytes()).map(|()| GREEN);
    }
    let cases = arguments.filter.filter().select(&corpus);
    if cases.is_empty() {
        bail!("no vector matches; without a selection, `crivet list` lists all of them");
    }
    for case in cases {
        let vector = case.vector;
        if arguments.json {
            text += &crivet_report::json::vector(vector, case.profile);
            text.push('\n');
        } else {
            let (profile, operation) = (case.profile.name(), vector.operation.name().name());
            row(&mut text, &[&vector.id, profile, operation, vector.strength.name(), &vector.title]);
        }
    }
    output::plain(text.as_bytes())?;
    Ok(GREEN)
}

/// A line of cells with tabs between them.
fn row(text: &mut String, cells: &[&str]) {
    let cells: Vec<_> = cells.iter().map(|cell| foreign::line(cell)).collect();
    *text += &foreign::lines(&cells[0]);
    cells[1..].iter().for_each(|cell| text.extend(["\t", cell]));
    text.push('\n');
}
