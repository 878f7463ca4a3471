//! The failures of a run by cause, in the words that every report has for them.

use crivet::cause::{Group, groups};
use crivet::corpus::Corpus;
use crivet::run::{Judged, Run};

/// The causes of a run's failures, the one to mend first in front.
pub(crate) struct Causes<'r, 'c> {
    run: &'r Run<'c>,
    corpus: &'r Corpus,
    /// In the order in which to mend them.
    pub(crate) groups: Vec<Group>,
}

impl<'r, 'c> Causes<'r, 'c> {
    pub(crate) fn new(run: &'r Run<'c>, corpus: &'r Corpus) -> Self {
        Causes { run, corpus, groups: groups(run) }
    }

    /// The failure to look at first.
    pub(crate) fn exemplar(&self, group: &Group) -> &'r Judged<'c> {
        &self.run.results[group.exemplar]
    }

    /// All of its failures.
    pub(crate) fn failures<'g>(
        &self,
        group: &'g Group,
    ) -> impl Iterator<Item = &'r Judged<'c>> + use<'r, 'c, 'g> {
        let run = self.run;
        group.cases.iter().map(move |index| &run.results[*index])
    }

    /// What is to be said of all the failures of a group, by name.
    pub(crate) fn about(&self, group: &Group) -> Vec<(&'static str, String)> {
        let mut lines = vec![("failures", counted(group))];
        lines.extend(group.covers.clone().map(|covers| ("covers", covers)));
        lines.extend(self.rests_on(group).map(|text| ("rests on", text)));
        lines.extend(group.sits.map(|sits| ("look at", sits.to_owned())));
        lines
    }

    /// The sentence that is broken, in our words, and its id.
    pub(crate) fn rests_on(&self, group: &Group) -> Option<String> {
        let id = group.rests_on.as_ref()?;
        Some(match (self.corpus.requirements.get(id), self.corpus.rulings.get(id)) {
            (Some(requirement), _) => format!("{} [{id}]", requirement.text),
            (None, Some(ruling)) => format!("{}: {}", ruling.name(), ruling.ruling.trim()),
            (None, None) => id.clone(),
        })
    }

    /// How many causes there are, and what the first is: `20 causes; mend this one first: …`.
    pub(crate) fn summary(&self) -> Option<String> {
        let first = self.groups.first()?;
        let failures: usize = self.groups.iter().map(|group| group.cases.len()).sum();
        let failures = plural(failures, "failure");
        Some(match self.groups.len() {
            1 => format!("{failures} of one cause: {}", first.title),
            count => format!("{failures} of {count} causes; mend this one first: {}", first.title),
        })
    }
}

/// `34: decode 28, resolve 6; href-13, href-27`
fn counted(group: &Group) -> String {
    let operations: Vec<String> =
        group.operations.iter().map(|(operation, count)| format!("{operation} {count}")).collect();
    let profiles: Vec<&str> = group.profiles.iter().map(|profile| profile.name()).collect();
    format!("{}: {}; {}", group.cases.len(), operations.join(", "), profiles.join(", "))
}

/// A number and what there is so many of.
pub(crate) fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
