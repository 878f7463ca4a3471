//! The causes of a run's failures, as the page has them without its script.

use serde::Serialize;

use super::data::{self, Requirement, Ruling};
use crate::summary;
use crivet::cause::Group;
use crivet::corpus::Corpus;
use crivet::describe;
use crivet::foreign;
use crivet::run::Run;

/// How many causes are told with their first failure; of the others there is a line.
const TOLD: usize = 12;

/// A cause: a line, and what opens under it.
#[derive(Serialize)]
pub(super) struct Cause<'a> {
    key: &'a str,
    title: &'a str,
    count: usize,
    /// What it covers, and where it shows.
    about: String,
    /// Where the list shows all of its failures.
    address: String,
    /// The failure to look at first, and where the list shows it.
    id: &'a str,
    profile: &'static str,
    at: String,
    why: String,
    /// Its values, by name.
    values: Vec<(&'static str, String)>,
    requirement: Option<Requirement<'a>>,
    ruling: Option<Ruling<'a>>,
    sits: Option<&'static str>,
    told: bool,
}

/// The causes, the one to mend first in front.
pub(super) fn of<'a>(run: &Run<'a>, groups: &'a [Group], corpus: &'a Corpus) -> Vec<Cause<'a>> {
    groups.iter().enumerate().map(|(index, group)| cause(run, group, corpus, index < TOLD)).collect()
}

fn cause<'a>(run: &Run<'a>, group: &'a Group, corpus: &'a Corpus, told: bool) -> Cause<'a> {
    let judged = &run.results[group.exemplar];
    let vector = judged.case.vector;
    let profile = judged.case.profile.name();
    let operations = match group.operations.as_slice() {
        [_] => None,
        some => {
            Some(some.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", "))
        }
    };
    let profiles = group.profiles.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    let about = group.covers.iter().cloned().chain(operations).chain([profiles]);
    let rests_on = group.rests_on.as_deref().unwrap_or_default();
    let mut values: Vec<(&'static str, String)> =
        describe::arguments(&vector.operation).into_iter().map(|(name, shown)| (name, shown.text)).collect();
    values.extend(vector.expect.iter().enumerate().map(|(index, accepted)| {
        (if index == 0 { "accepted" } else { "or" }, describe::accepted(accepted).text)
    }));
    values.extend(judged.outcome.as_ref().map(|outcome| ("came", describe::outcome(outcome).text)));
    Cause {
        key: &group.key,
        title: &group.title,
        count: group.cases.len(),
        about: about.collect::<Vec<_>>().join(" · "),
        address: format!("#cause={}", encoded(&group.key)),
        id: &vector.id,
        profile,
        at: format!("#{}", encoded(&format!("{}@{profile}", vector.id))),
        why: summary::why(run, judged),
        values: values.into_iter().map(|(name, text)| (name, data::clipped(text, 400))).collect(),
        requirement: corpus.requirements.get(rests_on).map(data::requirement),
        ruling: corpus.rulings.get(rests_on).map(data::ruling),
        sits: group.sits,
        told,
    }
}

/// The text as the page shows it, as a part of an address.
pub(super) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    foreign::line(text).bytes().map(byte).collect()
}
