//! The standing of every implementation with every requirement, as plain lines to be read as a diff.

use std::fmt::Write;

use super::{Holds, Standing, View};
use crivet::foreign;

/// `requirement level: name word passed/asked, …`.
pub(super) fn requirements(view: &View<'_>) -> String {
    let mut lines: Vec<String> = view
        .specifications
        .iter()
        .flat_map(|specification| &specification.requirements)
        .map(|asked| {
            let mut line =
                format!("{} {}:", foreign::line(&asked.requirement.id), asked.requirement.level.name());
            for (index, (answers, standing)) in view.implementations.iter().zip(&asked.standings).enumerate()
            {
                let comma = if index > 0 { "," } else { "" };
                // Writing to a string cannot fail.
                let _ = write!(line, "{comma} {} {}", foreign::line(&answers.name), shown(standing));
            }
            line
        })
        .collect();
    lines.sort_unstable();
    let head = "# requirement level: implementation, whether it holds, vectors passed of those asked\n";
    lines.iter().fold(head.to_owned(), |text, line| text + line + "\n")
}

fn shown(standing: &Standing) -> String {
    match standing.holds() {
        Holds::NotAsked => Holds::NotAsked.name().to_owned(),
        holds => format!("{} {}/{}", holds.name(), standing.asked() - standing.failed, standing.asked()),
    }
}
