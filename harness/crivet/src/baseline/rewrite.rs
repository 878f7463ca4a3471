//! The baseline of a run, written over an older one.
//!
//! What holds stays as it stands: comments, order, entries with their spacing, globs, days and reasons. An
//! entry that does not hold for a case that now passes is taken apart into the cases it holds for; a case
//! that fails otherwise gets an entry of its own, beside the older one or in its place. What is new goes
//! where the order by id has it. An expired entry is taken over without its day where all that it covers was
//! selected, and stays otherwise. The result, read again, holds for the run it was made of.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::{Judgement, Settled, propose, reason, settle};
use super::cover::{Cover, Universe};
use super::{Baseline, Date, Entry, Line, State};
use crate::profile::Profile;

/// A baseline's new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The text of the file.
    pub text: String,
    /// How many entries it has.
    pub entries: usize,
    /// How many of them are new, or were changed.
    pub added: usize,
    /// How many entries of the older baseline are gone, or were changed.
    pub removed: usize,
    /// The expired entries that were taken over without their day, as they stood.
    pub renewed: Vec<Entry>,
}

/// A line on its way into the new text.
struct Output {
    text: String,
    /// The vectors and the profile of an entry: what the order is by. `None` for a comment.
    order: Option<(String, Option<Profile>)>,
    fresh: bool,
}

type Key<'a> = (&'a str, Profile);

impl Baseline {
    /// A baseline of nothing but a comment; `implementation` is named in it.
    pub fn empty(name: &str, implementation: &str) -> Baseline {
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let implementation: String = implementation.chars().map(printable).collect();
        let comment = [
            format!("# Known failures of {}, for `crivet run --expect`.", implementation.trim()),
            "# An entry: [profile/]vectors state [until=date] reason, see `crivet run --help`.".to_owned(),
            String::new(),
        ];
        let lines = comment.into_iter().map(Line::Comment).collect();
        Baseline { name: name.to_owned(), lines, line_end: "\n" }
    }

    /// The baseline of a run that is complete, keeping of this one what holds.
    ///
    /// An entry that goes can leave its cases to one that is less near, and for which they do not hold; so it
    /// is done again until nothing changes, each time with fewer of the entries that stood here.
    pub(crate) fn rewrite(
        &self,
        judgements: &[Judgement<'_>],
        universe: &Universe<'_>,
        strict: bool,
        today: Date,
    ) -> Rewritten {
        let (mut lines, renewed) = self.pass(judgements, universe, strict, today);
        for _ in self.entries() {
            let Ok(before) = Baseline::parse(&self.name, &lines) else { break };
            let (after, _) = before.pass(judgements, universe, strict, today);
            if after == lines {
                break;
            }
            lines = after;
        }
        let entries = |text: &str| -> BTreeSet<String> {
            let entry = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
            text.lines().filter(entry).map(ToOwned::to_owned).collect()
        };
        let old: BTreeSet<String> = self.entries().map(|entry| entry.text.clone()).collect();
        let new = entries(&lines);
        Rewritten {
            entries: new.len(),
            added: new.difference(&old).count(),
            removed: old.difference(&new).count(),
            text: lines,
            renewed,
        }
    }

    /// Rewrites once; beside the text, the expired entries that were taken over without their day.
    fn pass(
        &self,
        judgements: &[Judgement<'_>],
        universe: &Universe<'_>,
        strict: bool,
        today: Date,
    ) -> (String, Vec<Entry>) {
        let results: BTreeMap<Key<'_>, &Judgement<'_>> = judgements
            .iter()
            .map(|judgement| ((judgement.case.vector.id.as_str(), judgement.case.profile), judgement))
            .collect();
        let all = Cover::new(self, universe, |_, _| true);
        let frozen: Vec<bool> = self
            .entries()
            .zip(&all.decided)
            .map(|(entry, cases)| {
                entry.expired(today) && !cases.iter().all(|case| results.contains_key(case))
            })
            .collect();
        let cover = Cover::new(self, universe, |index, _| !frozen[index]);
        let rewriting = Rewriting { results: &results, universe, strict, today };
        let mut outputs: Vec<Output> = Vec::new();
        let (mut renewed, mut index) = (Vec::new(), 0);
        for line in &self.lines {
            match line {
                Line::Comment(text) => {
                    outputs.push(Output { text: text.clone(), order: None, fresh: false });
                }
                Line::Entry(entry) => {
                    let (keep, fresh) = match frozen[index] {
                        true => (true, Vec::new()),
                        false => rewriting.entry(entry, &cover.decided[index]),
                    };
                    let renew = entry.expired(today) && !frozen[index];
                    if keep {
                        let unlimited = Entry { until: None, ..entry.as_ref().clone() };
                        let text = if renew { unlimited.to_string() } else { entry.text.clone() };
                        outputs.push(Output { text, order: Some(order(entry)), fresh: false });
                    }
                    if renew && (keep || fresh.iter().any(|new| new.reason == entry.reason)) {
                        renewed.push(entry.as_ref().clone());
                    }
                    outputs.extend(fresh.iter().map(output));
                    index += 1;
                }
            }
        }
        for entry in rewriting.uncovered(&cover) {
            insert(&mut outputs, output(&entry));
        }
        drop_repeated(&mut outputs);
        let mut text = String::new();
        for output in &outputs {
            text.push_str(&output.text);
            text.push_str(self.line_end);
        }
        (text, renewed)
    }
}

struct Rewriting<'r, 'a> {
    results: &'r BTreeMap<Key<'a>, &'r Judgement<'a>>,
    universe: &'r Universe<'a>,
    strict: bool,
    today: Date,
}

impl Rewriting<'_, '_> {
    /// Does an entry stay, and which new ones come behind it or in its place?
    fn entry(&self, entry: &Entry, decided: &[Key<'_>]) -> (bool, Vec<Entry>) {
        let (mut held, mut changed, mut unexpected_pass) = (Vec::new(), Vec::new(), false);
        for &(id, profile) in decided {
            let Some(judgement) = self.results.get(&(id, profile)) else {
                held.push((id, profile));
                continue;
            };
            match settle(Some(entry), judgement.verdict, self.strict) {
                Settled::MayPass | Settled::Met => held.push((id, profile)),
                Settled::Changed(state) => changed.push(((id, profile), state, judgement)),
                Settled::UnexpectedPass => unexpected_pass = true,
                Settled::New(_) | Settled::Nothing | Settled::Unasked => {}
            }
        }
        let keep = !held.is_empty() && !unexpected_pass;
        let mut fresh = Vec::new();
        if !keep {
            fresh.extend(held.into_iter().map(|(id, profile)| Entry {
                until: entry.until.filter(|_| !entry.expired(self.today)),
                ..propose(id, Some(profile), entry.state, &entry.reason)
            }));
        }
        for ((id, profile), state, judgement) in changed {
            fresh.push(propose(id, Some(profile), state, &reason(judgement.verdict)));
        }
        (keep, self.compact(fresh))
    }

    /// Entries for what fails and was not covered.
    fn uncovered(&self, cover: &Cover<'_>) -> Vec<Entry> {
        let mut fresh = Vec::new();
        for (&(id, profile), judgement) in self.results {
            if cover.deciding.contains_key(&(id, profile)) {
                continue;
            }
            if let Settled::New(state) = settle(None, judgement.verdict, self.strict) {
                fresh.push(propose(id, Some(profile), state, &reason(judgement.verdict)));
            }
        }
        self.compact(fresh)
    }

    /// One entry in place of those that say the same for every profile of a vector; sorted.
    fn compact(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut by_id: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for entry in entries {
            by_id.entry(entry.vectors.clone()).or_default().push(entry);
        }
        let mut compact = Vec::new();
        for (id, mut entries) in by_id {
            let says = |entry: &Entry| -> (State, Option<Date>, String) {
                (entry.state, entry.until, entry.reason.clone())
            };
            let same = entries.iter().all(|entry| says(entry) == says(&entries[0]));
            if same && entries.len() == self.universe.profiles(&id).len() {
                entries.truncate(1);
                entries[0].profile = None;
            }
            entries.sort_by_key(order);
            compact.extend(entries);
        }
        compact
    }
}

fn order(entry: &Entry) -> (String, Option<Profile>) {
    (entry.vectors.clone(), entry.profile)
}

fn output(entry: &Entry) -> Output {
    Output { text: entry.to_string(), order: Some(order(entry)), fresh: true }
}

/// Puts a line behind the one that comes before it in the order by id.
fn insert(outputs: &mut Vec<Output>, new: Output) {
    let before = outputs
        .iter()
        .enumerate()
        .filter(|(_, output)| output.order.is_some() && output.order <= new.order)
        .max_by(|(a, one), (b, other)| one.order.cmp(&other.order).then(a.cmp(b)));
    let at = match before {
        Some((index, _)) => index + 1,
        None => match outputs.iter().position(|output| output.order.is_some()) {
            Some(first) => above(outputs, first),
            None => outputs.len(),
        },
    };
    outputs.insert(at, new);
}

/// Where to insert above the first entry: above the comment that is right above it, unless that is the head
/// of the file.
fn above(outputs: &[Output], first: usize) -> usize {
    match outputs[..first].iter().rposition(|output| output.text.is_empty()) {
        Some(empty) => empty + 1,
        None => first,
    }
}

/// Drops an expired entry that stayed where there is now a new one for the same.
fn drop_repeated(outputs: &mut Vec<Output>) {
    let fresh: BTreeSet<_> =
        outputs.iter().filter(|output| output.fresh).map(|output| output.order.clone()).collect();
    outputs.retain(|output| output.order.is_none() || output.fresh || !fresh.contains(&output.order));
}
