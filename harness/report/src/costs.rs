//! What answers cost, as one HTML file: cost against length for each operation, and what is dear for its length.

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use super::html::{Page, write_page};
use super::picture::{self, Picture};
use crivet::run::{Run, Steepest, deepest, growths};

/// How many vectors are named.
const NAMED: usize = 20;

/// Requests that are shorter differ in other things than their length.
const FEW: usize = 5;

#[derive(Serialize)]
struct Context<'a> {
    name: &'a str,
    summary: String,
    growths: Vec<String>,
    pictures: Vec<Picture>,
    dear: Vec<Dear<'a>>,
}

/// An answer that costs much for the length of its request.
#[derive(Serialize)]
struct Dear<'a> {
    id: &'a str,
    operation: String,
    length: usize,
    cost: u64,
    /// How many times the median of about the same length.
    times: String,
}

/// The page.
pub fn run(run: &Run<'_>) -> String {
    let growths = growths(&run.results);
    let costed = run.results.iter().filter_map(|judged| judged.costed);
    let unit =
        if costed.clone().any(|costed| costed.cost.cycles.is_some()) { "cycles" } else { "nanoseconds" };
    let mut summary = match costed.count() {
        0 => "No answer says what it cost: the testee has to send `stats`.".to_owned(),
        count => format!("{count} answers say what they cost."),
    };
    if let Some((stack, id)) = deepest(&run.results) {
        summary.push_str(&format!(" The deepest stack is {stack} bytes, for `{id}`."));
    }
    let mut dear: Vec<(f64, Dear<'_>)> = Vec::new();
    for growth in &growths {
        for span in growth.spans.iter().filter(|span| span.answers.len() >= FEW) {
            let median = span.median().max(1) as f64;
            dear.extend(span.answers.iter().map(|&(length, cost, id)| {
                let times = cost as f64 / median;
                let operation = format!("{} ({})", growth.operation, growth.profile);
                (times, Dear { id, operation, length, cost, times: format!("{times:.1}") })
            }));
        }
    }
    dear.sort_by(|one, other| other.0.total_cmp(&one.0));
    let grows = growths.iter().filter_map(|growth| {
        let Steepest { from, to, exponent } = growth.steepest()?;
        let (operation, profile) = (growth.operation, growth.profile);
        Some(format!("{operation} ({profile}): power {exponent:.2} of the length, from {from} to {to}"))
    });
    let context = Context {
        name: &run.description.name,
        summary,
        growths: grows.collect(),
        pictures: growths.iter().map(|growth| picture::costs(growth, unit)).collect(),
        dear: dear.into_iter().take(NAMED).map(|(_, dear)| dear).collect(),
    };
    write_page(&Page {
        template: "costs.html",
        script: "campaign.js",
        title: "crivet: what answers cost",
        data: &(),
        context: Value::from(Serde(context)),
    })
}
