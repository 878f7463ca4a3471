//! What became of each requirement from one inventory to another.
//!
//! Requirements are matched in four rounds, each among what the one before left over: those with a sentence and
//! the name in common, those with a sentence in common, those with the name in common, and those whose last words
//! are the same and stand alone on both sides. The name is the id without its specification: `5.3-4` of
//! `href13-5.3-4`; the last words are what follows the section.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use crivet::corpus::{Requirement, Requirements};

use super::check::ordered;
use super::sentences::Sentence;

/// The two inventories, each requirement in one place.
pub(super) struct Difference<'a> {
    pairs: Vec<(&'a Requirement, &'a Requirement)>,
    gone: Vec<&'a Requirement>,
    new: Vec<&'a Requirement>,
}

/// The sentences of the two sources by fingerprint, as far as the sources were given.
pub(super) struct Texts<'a> {
    old: BTreeMap<&'a str, &'a str>,
    new: BTreeMap<&'a str, &'a str>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(old: &'a [Sentence], new: &'a [Sentence]) -> Self {
        let by_fingerprint = |sentences: &'a [Sentence]| {
            sentences.iter().map(|one| (one.fingerprint.as_str(), one.text.as_str())).collect()
        };
        Texts { old: by_fingerprint(old), new: by_fingerprint(new) }
    }
}

type Rule = fn(&Requirement, &Requirement) -> bool;

impl<'a> Difference<'a> {
    pub(super) fn between(old: &'a Requirements, new: &'a Requirements) -> Self {
        let (mut gone, mut fresh) = (ordered(old), ordered(new));
        let mut pairs = Vec::new();
        let rounds: [(Rule, bool); 4] = [
            (|a, b| shares(a, b) && name(a) == name(b), false),
            (shares, false),
            (|a, b| name(a) == name(b), false),
            (|a, b| last_words(a) == last_words(b), true),
        ];
        for (same, alone) in rounds {
            let before = (gone.clone(), fresh.clone());
            gone.retain(|a| {
                let Some(index) = fresh.iter().position(|b| same(a, b)) else { return true };
                let twins = before.0.iter().filter(|other| same(other, fresh[index])).count()
                    + before.1.iter().filter(|other| same(a, other)).count();
                if alone && twins > 2 {
                    return true;
                }
                pairs.push((*a, fresh.remove(index)));
                false
            });
        }
        pairs.sort_by_key(|(_, b)| (b.source.line, b.source.column));
        Difference { pairs, gone, new: fresh }
    }

    /// The lists, each under a heading with its length.
    pub(super) fn display(&'a self, texts: &'a Texts<'a>) -> impl Display + 'a {
        Shown(self, texts)
    }
}

struct Shown<'a>(&'a Difference<'a>, &'a Texts<'a>);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(Difference { pairs, gone, new }, texts) = self;
        let (same, changed): (Vec<_>, Vec<_>) = pairs.iter().partition(|(a, b)| sentences(a) == sentences(b));
        let (unchanged, moved): (Vec<_>, Vec<_>) =
            same.into_iter().partition(|(a, b)| name(a) == name(b) && a.anchor == b.anchor);
        writeln!(f, "# Unchanged: {}", unchanged.len())?;
        for (a, b) in &unchanged {
            writeln!(f, "{} = {}", a.id, b.id)?;
        }
        writeln!(f, "\n# Moved: {}", moved.len())?;
        for (a, b) in &moved {
            writeln!(f, "{} ({}) -> {} ({})", a.id, a.anchor, b.id, b.anchor)?;
        }
        writeln!(f, "\n# Changed: {}", changed.len())?;
        for (a, b) in &changed {
            writeln!(f, "{} ({}) -> {} ({})", a.id, a.anchor, b.id, b.anchor)?;
            let (old, new) = (sentences(a), sentences(b));
            write_texts(f, '-', old.difference(&new), &texts.old)?;
            write_texts(f, '+', new.difference(&old), &texts.new)?;
        }
        writeln!(f, "\n# Gone: {}", gone.len())?;
        for requirement in gone {
            writeln!(f, "{} ({}): {}", requirement.id, requirement.anchor, requirement.text)?;
        }
        writeln!(f, "\n# New: {}", new.len())?;
        for requirement in new {
            writeln!(f, "{} ({}): {}", requirement.id, requirement.anchor, requirement.text)?;
        }
        Ok(())
    }
}

fn write_texts<'a>(
    f: &mut fmt::Formatter<'_>,
    sign: char,
    fingerprints: impl Iterator<Item = &'a &'a str>,
    texts: &BTreeMap<&str, &str>,
) -> fmt::Result {
    for fingerprint in fingerprints {
        if let Some(text) = texts.get(fingerprint) {
            writeln!(f, "  {sign} {text}")?;
        }
    }
    Ok(())
}

fn sentences(requirement: &Requirement) -> BTreeSet<&str> {
    requirement.fingerprints.iter().map(String::as_str).collect()
}

fn shares(a: &Requirement, b: &Requirement) -> bool {
    !sentences(a).is_disjoint(&sentences(b))
}

fn name(requirement: &Requirement) -> &str {
    requirement.id.split_once('-').map_or("", |(_, name)| name)
}

fn last_words(requirement: &Requirement) -> &str {
    name(requirement).split_once('-').map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests;
