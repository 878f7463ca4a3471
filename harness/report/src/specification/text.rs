//! Coverage for a terminal: a table a specification, then what is missing and what cannot be tested, in words.

use std::collections::BTreeSet;

use comfy_table::{CellAlignment, ColumnConstraint};

use super::{Holds, Specification, View};
use crate::styled::{BOLD, DIM, RED, Style, Styled};
use crate::wrap::{self, wrapped};
use crivet::foreign;

/// What the numbers are, for someone who sees them for the first time.
const LEGEND: &str = "\
A requirement is one thing that a specification asks, in our own words. It is covered where a vector exercises it \
that the reference implementation passes, and where some faulty implementation fails such a vector. A gap is a \
requirement that is not. `crivet explain ID` tells what a requirement asks, and which vectors exercise it.";

pub(super) fn summary(view: &View<'_>, width: Option<usize>) -> Styled {
    let mut text = Styled::default();
    for specification in &view.specifications {
        let name = DIM.of(format!("({})", specification.name));
        text.line(&[&BOLD.of(&specification.document), &" ", &name]);
        text.line(&[]);
        table(&mut text, view, specification, width);
        text.line(&[]);
        let mut heading = Some("Not covered:");
        for (asked, gap) in specification.gaps() {
            titled(&mut text, &mut heading, RED);
            entry(
                &mut text,
                &asked.requirement.id,
                &format!("Gap: {gap}. {}", asked.requirement.text),
                width,
            );
        }
        let mut heading = Some("Cannot be tested, and why:");
        for asked in &specification.requirements {
            if let (Some(reason), None) = (&asked.requirement.untestable, asked.gap) {
                titled(&mut text, &mut heading, BOLD);
                let what = format!("{}\nWhy: {reason}", asked.requirement.text);
                entry(&mut text, &asked.requirement.id, &what, width);
            }
        }
        for (index, answers) in view.implementations.iter().enumerate() {
            let mut heading = Some(format!("{} does not hold to:", answers.name));
            for asked in &specification.requirements {
                let standing = asked.standings[index];
                if standing.holds() == Holds::Fails {
                    titled(&mut text, &mut heading, RED);
                    let count = match (standing.failed, standing.asked()) {
                        (_, 1) => "Its vector fails".to_owned(),
                        (failed, all) if failed == all => format!("All {all} vectors fail"),
                        (failed, all) => format!("{failed} of {all} vectors fail"),
                    };
                    let what = format!("{count}. {}", asked.requirement.text);
                    entry(&mut text, &asked.requirement.id, &what, width);
                }
            }
        }
        if !text.ends_a_paragraph() {
            text.line(&[]);
        }
    }
    for line in wrapped(LEGEND, width, 0) {
        text.line(&[&DIM.of(line)]);
    }
    text
}

/// A line a section: its requirements, its vectors, what is missing, and of each implementation how many
/// requirements hold of those asked.
fn table(text: &mut Styled, view: &View<'_>, specification: &Specification<'_>, width: Option<usize>) {
    let mut table = wrap::table(width);
    let names = ["", "requirements", "vectors", "gaps"].into_iter();
    let mut header: Vec<String> = names
        .chain(view.implementations.iter().map(|answers| answers.name.as_str()))
        .map(foreign::line)
        .collect();
    // Where the names do not fit, letters stand for them, and the names above.
    let longest = specification.sections().iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let needed = longest + header.iter().map(|name| name.chars().count() + 2).sum::<usize>();
    if width.is_some_and(|width| width < needed) {
        for (letter, name) in ('a'..='z').zip(header.iter_mut().skip(1)) {
            text.line(&[&DIM.of(letter), &" ", name]);
            *name = letter.to_string();
        }
        text.line(&[]);
    }
    table.set_header(header);
    let mut row = |name: String, asked: &[super::Asked<'_>]| {
        let gaps = asked.iter().filter(|asked| asked.gap.is_some()).count();
        // A vector can exercise several requirements.
        let vectors: BTreeSet<_> =
            asked.iter().flat_map(|asked| &asked.cases).map(|case| &case.vector.id).collect();
        let mut cells = vec![name, number(asked.len()), number(vectors.len()), number(gaps)];
        for index in 0..view.implementations.len() {
            let count =
                |wanted| asked.iter().filter(|asked| asked.standings[index].holds() == wanted).count();
            let (holds, fails) = (count(Holds::Holds), count(Holds::Fails));
            cells.push(if holds + fails == 0 {
                "·".to_owned()
            } else {
                format!("{holds}/{}", holds + fails)
            });
        }
        table.add_row(cells);
    };
    for (name, asked) in specification.sections() {
        row(name, asked);
    }
    row("all".to_owned(), &specification.requirements);
    for index in 0..table.column_count() {
        let Some(column) = table.column_mut(index) else { continue };
        if index == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().for_each(|line| text.line(&[&line]));
}

fn number(count: usize) -> String {
    if count == 0 { "·".to_owned() } else { count.to_string() }
}

/// The heading, before the first entry alone.
fn titled(text: &mut Styled, heading: &mut Option<impl std::fmt::Display>, style: Style) {
    if let Some(heading) = heading.take() {
        if !text.ends_a_paragraph() {
            text.line(&[]);
        }
        text.line(&[&style.of(heading)]);
    }
}

fn entry(text: &mut Styled, id: &str, what: &str, width: Option<usize>) {
    text.line(&[&"  ", &BOLD.of(id)]);
    for line in wrapped(what, width, 4) {
        text.line(&[&"    ", &line]);
    }
}
