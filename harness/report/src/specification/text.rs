//! Coverage for a terminal: a table a specification, then what is missing and what cannot be tested, in words.

use std::collections::BTreeSet;
use std::fmt::Write;

use comfy_table::{CellAlignment, ColumnConstraint};

use super::{Holds, Specification, View};
use crate::style::{BOLD, DIM, RED};
use crate::wrap::{self, wrapped};

/// What the numbers are, for someone who sees them for the first time.
const LEGEND: &str = "\
A requirement is one thing that a specification asks, in our own words. It is covered where a vector exercises it \
that the reference implementation passes, and where some faulty implementation fails such a vector. A gap is a \
requirement that is not. `crivet explain ID` tells what a requirement asks, and which vectors exercise it.";

pub(super) fn summary(view: &View<'_>, width: Option<usize>) -> String {
    let mut text = String::new();
    for specification in &view.specifications {
        push(
            &mut text,
            format_args!("{BOLD}{}{BOLD:#} {DIM}({}){DIM:#}\n\n", specification.document, specification.name),
        );
        text.push_str(&table(view, specification, width));
        text.push('\n');
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
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
    }
    for line in wrapped(LEGEND, width, 0) {
        push(&mut text, format_args!("{DIM}{line}{DIM:#}\n"));
    }
    text
}

/// A line a section: its requirements, its vectors, what is missing, and of each implementation how many
/// requirements hold of those asked.
fn table(view: &View<'_>, specification: &Specification<'_>, width: Option<usize>) -> String {
    let mut table = wrap::table(width);
    let names = ["", "requirements", "vectors", "gaps"].into_iter();
    let mut header: Vec<String> = names
        .chain(view.implementations.iter().map(|answers| answers.name.as_str()))
        .map(ToOwned::to_owned)
        .collect();
    let mut legend = String::new();
    // Where the names do not fit, letters stand for them, and the names above.
    let longest = specification.sections().iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let needed = longest + header.iter().map(|name| name.chars().count() + 2).sum::<usize>();
    if width.is_some_and(|width| width < needed) {
        for (letter, name) in ('a'..='z').zip(header.iter_mut().skip(1)) {
            push(&mut legend, format_args!("{DIM}{letter}{DIM:#} {name}\n"));
            *name = letter.to_string();
        }
        legend.push('\n');
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
    table.lines().fold(legend, |text, line| text + line.trim_end() + "\n")
}

fn number(count: usize) -> String {
    if count == 0 { "·".to_owned() } else { count.to_string() }
}

/// The heading, before the first entry alone.
fn titled(text: &mut String, heading: &mut Option<impl std::fmt::Display>, style: anstyle::Style) {
    if let Some(heading) = heading.take() {
        if !text.ends_with("\n\n") {
            text.push('\n');
        }
        push(text, format_args!("{style}{heading}{style:#}\n"));
    }
}

fn entry(text: &mut String, id: &str, what: &str, width: Option<usize>) {
    push(text, format_args!("  {BOLD}{id}{BOLD:#}\n"));
    for line in wrapped(what, width, 4) {
        push(text, format_args!("    {line}\n"));
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}
