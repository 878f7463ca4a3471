//! A draft as it stands in a file: a table of answers in comments, and a vector without a verdict.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use crivet::corpus::Corpus;
use crivet::cri;
use crivet::describe;
use crivet::edn;
use crivet::feature::Feature;
use crivet::operation::Operation;
use crivet::outcome::Outcome;
use crivet::profile::Profile;
use crivet_fuzz::fuzz::Finding;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::known::Answered;
use super::rests::Rests;
use crate::codegen::scalar;

/// The most characters of a line of comments; what is longer is cut.
const WIDE: usize = 160;

/// What the id ends in: enough that two drafts of one operation do not meet.
const DIGITS: usize = 8;

/// The id of a draft: the same for the same question, so that it says when something was promoted before.
pub(super) fn id(profile: Profile, operation: &Operation) -> String {
    let mut hash = Sha256::new();
    hash.update(profile.name());
    hash.update([0]);
    hash.update(serde_json::to_string(operation).unwrap_or_default());
    let hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("{}-found-{}", operation.name(), &hash[..DIGITS])
}

/// What a new file starts with.
pub(super) const HEAD: &str = "# Drafts of what fuzzing found, one entry a question. With its verdict, each goes to the file of its topic.\n";

/// The file for drafts of the operation, below `vectors/`. Only a person can tell the topic.
pub(super) fn file(profile: Profile, operation: &Operation) -> String {
    format!("{}/{}/found-by-fuzzing.yaml", profile.family().name(), operation.name())
}

/// The entry.
///
/// # Errors
///
/// Where what was written does not read as it was meant: then nothing is to be put into a corpus.
pub(super) fn text(
    id: &str,
    finding: &Finding,
    answered: &Answered,
    rests: &Rests,
    corpus: &Corpus,
) -> Result<String> {
    let profile = finding.profile;
    let mut text = comments(finding, answered, rests, corpus);
    let difference = match finding.key.cause.as_str() {
        "" => finding.key.kind.clone(),
        cause => format!("{}: {cause}", finding.key.kind),
    };
    let _ = writeln!(text, "- id: {id}");
    let _ = writeln!(
        text,
        "  title: {}",
        scalar(&plain(&format!("Found by {}: {difference}", finding.about.name)))
    );
    let _ = writeln!(text, "  draft: true");
    let _ = writeln!(text, "  profiles: [{profile}]");
    if let Some(requirement) = &rests.requirement {
        let _ = writeln!(text, "  requirements: [{requirement}]");
    }
    let features: Vec<&str> = features(&answered.operation, profile).into_iter().map(Feature::name).collect();
    if !features.is_empty() {
        let _ = writeln!(text, "  features: [{}]", features.join(", "));
    }
    // The version that is being worked on; the first one goes without saying.
    if let Some(release) =
        corpus.releases.first().filter(|one| one.version != crivet::corpus::first_version())
    {
        let _ = writeln!(text, "  since: {}", release.version);
    }
    text.push_str(&question(&answered.operation)?);
    if let Some(ruling) = &rests.ruling {
        let _ = writeln!(text, "  ruling: {ruling}");
    }
    let read = Corpus::parse("the draft", &text)?;
    let same = matches!(read.drafts.as_slice(), [draft] if draft.operation == answered.operation);
    ensure!(same, "the draft does not read as it was meant:\n{text}");
    Ok(text)
}

fn comments(finding: &Finding, answered: &Answered, rests: &Rests, corpus: &Corpus) -> String {
    let mut lines = Vec::new();
    lines.push(format!("{} ({}): {}", finding.about.name, finding.profile, finding.about.equation));
    if !finding.expected.is_empty() {
        lines.push(format!("expected: {}", finding.expected));
    }
    let words =
        ["--oracle", finding.about.name, "--profile", finding.profile.name(), "--replay", &finding.case];
    lines.push(format!("crivet fuzz {}", shlex::try_join(words).unwrap_or_default()));
    lines.push(String::new());
    let width = answered.answers.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, outcome) in &answered.answers {
        lines.push(format!("{name:width$}  {}", shown(outcome)));
    }
    if !answered.silent.is_empty() {
        lines.push(format!("not asked, as they do not claim it: {}", answered.silent.join(", ")));
    }
    lines.push(String::new());
    lines.extend(rests.candidates.iter().map(|(id, by)| {
        let text = corpus.requirements.get(id).map_or("", |one| one.text.as_str());
        format!("perhaps {id} (as {by}): {text}")
    }));
    lines.push(
        "To do: `expect`, `requirements`, an id and a title that say what is tested; then take `draft` out."
            .to_owned(),
    );
    lines.iter().map(|line| format!("# {}", cut(&plain(line))).trim_end().to_owned() + "\n").collect()
}

/// An answer without what only the machine it was given on would say.
fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Error(failure) => failure.kind.name().to_owned(),
        outcome => describe::outcome(outcome).text,
    }
}

/// On one line, and printable: what ends a line differs between readers of YAML.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => out.push(' '),
            ' '..='~' => out.push(character),
            other => out.extend(other.escape_unicode()),
        }
    }
    out
}

/// The command that repeats a finding is of use whole, or not at all.
fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDE) {
        Some((index, _)) if !text.starts_with("crivet ") => format!("{}...", &text[..index]),
        _ => text.to_owned(),
    }
}

/// The operation and its arguments, as a vector has them.
fn question(operation: &Operation) -> Result<String> {
    let Json::Object(mut members) = serde_json::to_value(operation)? else {
        anyhow::bail!("an operation is an object");
    };
    members.remove("op");
    let mut text = format!("  op: {}\n", operation.name());
    // In the order of the operation, not of the alphabet.
    for (name, _) in describe::arguments(operation) {
        let value = members.remove(name).with_context(|| format!("no argument {name}"))?;
        let _ = writeln!(text, "  {name}: {}", argument(name, &value)?);
    }
    Ok(text)
}

fn argument(name: &str, value: &Json) -> Result<String> {
    Ok(match (name, value) {
        ("a" | "b" | "base" | "cri" | "reference" | "sequence" | "target", Json::String(digits)) => {
            let bytes = edn::read_hex(digits)?;
            let notation = edn::show(&bytes).filter(|text| edn::read(text).as_ref() == Ok(&bytes));
            scalar(&notation.unwrap_or_else(|| format!("hex:{digits}")))
        }
        ("options", Json::Array(options)) => {
            let one = |option: &Json| {
                let value = option["value"].as_str().unwrap_or_default();
                format!("{{number: {}, value: {}}}", option["number"], scalar(value))
            };
            format!("[{}]", options.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        ("destination", destination) => {
            let address = destination["address"].as_str().unwrap_or_default();
            format!("{{address: {}, port: {}}}", scalar(address), destination["port"])
        }
        (_, Json::String(text)) => scalar(text),
        (_, value) => value.to_string(),
    })
}

/// The features that the CRIs of a question use, as far as they can be read.
fn features(operation: &Operation, profile: Profile) -> BTreeSet<Feature> {
    let cris: Vec<&Vec<u8>> = match operation {
        Operation::Decode { cri }
        | Operation::CriToUri { cri }
        | Operation::CriToIri { cri }
        | Operation::CriToCoap { cri, .. } => vec![cri],
        Operation::Resolve { base, reference, .. } => vec![base, reference],
        Operation::Relativize { base, target } => vec![base, target],
        Operation::Equivalent { a, b, .. } => vec![a, b],
        _ => Vec::new(),
    };
    if profile.has_option_sequences() {
        return BTreeSet::new();
    }
    let read = cris.into_iter().filter_map(|cri| cri::read(cri).ok());
    read.flat_map(|reading| reading.cri.features(profile)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever vectors ask can be written down as a draft, and is read as it was.
    #[test]
    fn every_kind_of_question_reads_as_it_was_meant() {
        let corpus = Corpus::embedded().unwrap();
        let mut text = String::new();
        let mut asked = Vec::new();
        for (index, vector) in corpus.vectors.iter().enumerate().step_by(7) {
            text += &format!(
                "- id: d-{index}\n  title: t\n  draft: true\n  profiles: [{}]\n",
                vector.profiles[0]
            );
            text += &question(&vector.operation).unwrap();
            asked.push(vector.operation.clone());
        }
        let read = Corpus::parse("drafts", &text).unwrap();
        assert!(asked.len() > 1000);
        assert_eq!(read.drafts.into_iter().map(|draft| draft.operation).collect::<Vec<_>>(), asked);
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(plain("a\nb\tc"), "a b c");
        // Both end a line, to some.
        assert_eq!(plain("a\u{85}b\u{2028}c\r"), "a\\u{85}b\\u{2028}c\\u{d}");
        assert_eq!(cut(&"x".repeat(WIDE + 1)), "x".repeat(WIDE) + "...");
        assert_eq!(cut("as it is"), "as it is");
    }

    #[test]
    fn an_id_is_the_same_for_the_same_question_alone() {
        let one = Operation::Decode { cri: vec![0x80] };
        let other = Operation::Decode { cri: vec![0x81, 0] };
        assert_eq!(id(Profile::Href13, &one), id(Profile::Href13, &one));
        assert_ne!(id(Profile::Href13, &one), id(Profile::Href27, &one));
        assert_ne!(id(Profile::Href13, &one), id(Profile::Href13, &other));
        assert!(id(Profile::Href13, &one).starts_with("decode-found-"));
    }
}
