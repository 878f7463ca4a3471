//! What a word of this program's reports means, for someone who has never opened the drafts: `crivet explain`.
//!
//! A word is the id of a vector, a requirement or a ruling; an operation, profile or feature; a verdict, a kind of
//! error or of note; a strength or a level; or one of the terms in the glossary.

mod glossary;

use super::block::Block;
use super::show;
use crate::styled::{BOLD, Styled};
use crivet::corpus::{Corpus, Level, Requirement, Ruling};
use crivet::describe;
use crivet::feature::Feature;
use crivet::operation::{OperationName, Signature};
use crivet::profile::Profile;
use crivet::vector::{Expected, Strength, Vector};
use crivet_fuzz::fuzz::oracles;
use crivet_fuzz::oracle::KnownDifference;

/// The most vectors that are named where there are many.
const NAMED: usize = 8;

/// How like a word another has to be to be offered in its place.
const ALIKE: f64 = 0.72;

/// What the word means, as styled text; `None` for a word unknown here. `width` is how
/// many characters fit a line.
pub fn word(corpus: &Corpus, word: &str, width: Option<usize>) -> Option<Styled> {
    let mut block = Block::new(width);
    if let Some(found) = corpus.vectors.iter().find(|vector| vector.id == word) {
        vector(&mut block, corpus, found);
    } else if let Some(found) = corpus.requirements.get(word) {
        requirement(&mut block, corpus, found);
    } else if let Some(found) = corpus.ruling(word) {
        ruling(&mut block, corpus, found);
    } else if let Ok(found) = word.parse::<OperationName>() {
        operation(&mut block, corpus, found);
    } else if let Ok(found) = word.parse::<Profile>() {
        profile(&mut block, corpus, found);
    } else if let Ok(found) = word.parse::<Feature>() {
        feature(&mut block, corpus, found);
    } else if let Some((oracle, found)) = known_difference(word) {
        block.raw(&[&BOLD.of(found.name)]);
        block.paragraph(&format!(
            "A known difference of {oracle}: the drafts themselves break the oracle's property here, so it checks another \
             one in its place. {} ({}).",
            capital(found.what),
            found.ruling
        ));
    } else if let Some(meaning) = glossary::meaning(word) {
        block.raw(&[&BOLD.of(word)]);
        block.paragraph(meaning);
    } else {
        return show::entry(corpus, word, width);
    }
    Some(block.finish())
}

/// The known difference of this name, and the first oracle that has it.
fn known_difference(name: &str) -> Option<(&'static str, &'static KnownDifference)> {
    let all = oracles().into_iter().flat_map(|oracle| {
        let facts = oracle.facts();
        facts.known.iter().map(move |known| (facts.name, known))
    });
    all.into_iter().find(|(_, known)| known.name == name)
}

/// A sentence that starts as one does.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

/// Words like one that is unknown, the most alike first.
pub fn alike<'a>(corpus: &'a Corpus, word: &str) -> Vec<&'a str> {
    let known = words(corpus);
    let mut near: Vec<(f64, &str)> = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(known, word), known))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    near.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(two.1)));
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// The words that are no ids.
pub fn terms() -> Vec<&'static str> {
    let mut terms: Vec<&str> = glossary::WORDS.iter().map(|(word, _)| *word).collect();
    terms.extend(OperationName::ALL.map(OperationName::name));
    terms.extend(Profile::ALL.map(Profile::name));
    terms.extend(Feature::ALL.map(Feature::name));
    terms
}

fn words(corpus: &Corpus) -> Vec<&str> {
    let mut words: Vec<&str> = terms();
    words.extend(corpus.vectors.iter().map(|vector| vector.id.as_str()));
    words.extend(corpus.requirements.keys().map(String::as_str));
    words.extend(corpus.rulings.values().flat_map(|one| [one.id.as_str(), &one.slug]));
    words
}

fn vector(block: &mut Block, corpus: &Corpus, vector: &Vector) {
    let name = vector.operation.name();
    block.raw(&[&BOLD.of(&vector.id)]);
    block.paragraph(&format!("A test vector: {}.", vector.title.trim_end_matches('.')));
    block.raw(&[]);
    block.paragraph(&format!("It asks `{name}`: {}", name.signature().asks));
    for (argument, shown) in describe::asked(vector) {
        block.value(argument, &shown);
    }
    block.raw(&[]);
    block.paragraph(&accepts(vector));
    for (index, accepted) in vector.expect.iter().enumerate() {
        block.value(if index == 0 { "accepted" } else { "or" }, &describe::accepted(accepted));
    }
    if let Some(budget) = vector.budget {
        block.line("budget", &describe::budget(budget));
    }
    if !vector.features.is_empty() {
        block.raw(&[]);
        let names = show::joined(vector.features.iter().map(|feature| feature.name()));
        block.paragraph(&format!(
            "Its input uses {names}. An implementation that does not claim every feature in it has to reject it."
        ));
    }
    let requirements: Vec<&Requirement> =
        vector.requirements.iter().filter_map(|id| corpus.requirements.get(id)).collect();
    if !requirements.is_empty() {
        block.raw(&[]);
        block.paragraph("Because the text says, in our words:");
        for found in requirements {
            block.line("", &format!("{} [{}, {}]", found.text, found.id, place(found)));
        }
    }
    for found in vector.rulings.iter().filter_map(|id| corpus.rulings.get(id)) {
        block.raw(&[]);
        block.paragraph(&format!(
            "And because the text leaves this open, and ruling {} decides it:",
            found.name()
        ));
        block.line("open", found.question.trim());
        block.line("decided", found.ruling.trim());
    }
    if let Some(note) = &vector.note {
        block.raw(&[]);
        block.paragraph(&format!("Note: {}", note.trim()));
    }
    block.raw(&[]);
    block.paragraph("To ask it alone:");
    block.command("", &format!("crivet run --filter {} --impl-cmd YOUR-TESTEE", vector.id));
    block.line("", &format!("It stands in {}.", vector.source));
}

/// What is accepted, and what another answer costs.
fn accepts(vector: &Vector) -> String {
    let rejects = vector.expect.iter().all(|accepted| accepted.outcome == Expected::Reject);
    match (vector.expect.len(), vector.strength) {
        (1, _) if rejects => "It has to be rejected: any value is a failure.".to_owned(),
        (1, _) => "One answer passes; everything else is a failure.".to_owned(),
        (_, Strength::Must) => {
            "The text leaves the choice free: each of these passes, everything else is a failure.".to_owned()
        }
        (_, Strength::Should) => "The first of these is recommended. The others pass with a note, and fail a \
                                  `--strict` run; everything else is a failure."
            .to_owned(),
        (_, Strength::Disputed) => "The text can be read in several ways. Each of these passes, and all but the \
                                    first leave a note that says which reading was taken; everything else is a failure."
            .to_owned(),
    }
}

/// Where a requirement stands in the text.
fn place(requirement: &Requirement) -> String {
    if requirement.profile().is_none() {
        return requirement.inventory().to_owned();
    }
    let section = super::summary::section(requirement.section());
    let document = requirement.profile().map_or("", |profile| profile.document());
    format!("{section} of {document}")
}

fn requirement(block: &mut Block, corpus: &Corpus, requirement: &Requirement) {
    block.raw(&[&BOLD.of(&requirement.id)]);
    let level = match requirement.level {
        Level::Must => "Every implementation has to hold to it.",
        Level::Should => "It is recommended.",
        Level::May => "It is allowed, and nothing may rely on the contrary.",
    };
    block.paragraph(&format!(
        "A requirement: one thing that {} asks, in our own words. {level}",
        place(requirement)
    ));
    block.raw(&[]);
    block.line("it says", &requirement.text);
    block.line("anchor", &requirement.anchor);
    if let Some(reason) = &requirement.untestable {
        block.line("untestable", reason);
    }
    if let Some(reason) = &requirement.unbreakable {
        block.line("unbreakable", reason);
    }
    let vectors = |id: &String| id == &requirement.id;
    named(
        block,
        corpus,
        |vector| vector.requirements.iter().any(vectors),
        &format!("--requirement {}", requirement.id),
    );
}

fn ruling(block: &mut Block, corpus: &Corpus, ruling: &Ruling) {
    block.raw(&[&BOLD.of(ruling.name())]);
    let profiles = show::joined(ruling.profiles.iter().map(|profile| profile.name()));
    block.paragraph(&format!(
        "A ruling: where the text of {profiles} is silent, wrong or at odds with itself, it says what the vectors \
         accept. Must: a deviation fails. Should: it is noted, and fails a strict run. Disputed: every reading that \
         is listed passes, and nothing else does."
    ));
    block.raw(&[]);
    block.line("open", ruling.question.trim());
    block.line("decided", ruling.ruling.trim());
    named(block, corpus, |vector| vector.rulings.contains(&ruling.id), &format!("--ruling {}", ruling.id));
}

fn operation(block: &mut Block, corpus: &Corpus, name: OperationName) {
    let Signature { asks: what, example, .. } = name.signature();
    block.raw(&[&BOLD.of(name)]);
    block.paragraph(&format!("An operation, something that an implementation is asked. {what}"));
    block.raw(&[]);
    block.line("asked", example.0);
    block.line("answered", example.1);
    let profiles: Vec<&str> = Profile::ALL
        .into_iter()
        .filter(|profile| {
            corpus
                .vectors
                .iter()
                .any(|vector| vector.operation.name() == name && vector.profiles.contains(profile))
        })
        .map(Profile::name)
        .collect();
    if !profiles.is_empty() {
        block.line("profiles", &profiles.join(", "));
    }
    named(block, corpus, |vector| vector.operation.name() == name, &format!("--operation {name}"));
}

fn profile(block: &mut Block, corpus: &Corpus, profile: Profile) {
    block.raw(&[&BOLD.of(profile)]);
    let document = profile.document();
    block.paragraph(&format!(
        "A profile: one revision of one specification that an implementation can follow, here {document}."
    ));
    block.raw(&[]);
    let requirements = corpus.requirements.values().filter(|one| one.profile() == Some(profile)).count();
    block.line("requirements", &requirements.to_string());
    if !profile.features().is_empty() {
        block.line("features", &show::joined(profile.features().iter().map(|feature| feature.name())));
    }
    named(block, corpus, |vector| vector.profiles.contains(&profile), &format!("--profile {profile}"));
}

fn feature(block: &mut Block, corpus: &Corpus, feature: Feature) {
    block.raw(&[&BOLD.of(feature)]);
    let what = glossary::feature(feature);
    block.paragraph(&format!(
        "A feature, an optional part of CRI: {what} An implementation that does not claim it has to reject what \
         uses it."
    ));
    let uses = |vector: &Vector| vector.features.contains(&feature);
    named(block, corpus, uses, &format!("--feature {feature}"));
}

/// How many vectors there are, and the first of them; and how to list all.
fn named(block: &mut Block, corpus: &Corpus, wanted: impl Fn(&Vector) -> bool, filter: &str) {
    let found: Vec<&Vector> = corpus.vectors.iter().filter(|vector| wanted(vector)).collect();
    block.raw(&[]);
    let count = match found.len() {
        0 => return block.paragraph("No vector asks it."),
        1 => "One vector:".to_owned(),
        count if count <= NAMED => format!("{count} vectors:"),
        count => format!("{count} vectors, among them:"),
    };
    block.paragraph(&count);
    // From all over the corpus: the first are all of one kind.
    let step = found.len().div_ceil(NAMED).max(1);
    for vector in found.iter().step_by(step) {
        block.line("", &format!("{}: {}", vector.id, vector.title));
    }
    block.raw(&[]);
    block.command("all of them", &format!("crivet list {filter}"));
}
