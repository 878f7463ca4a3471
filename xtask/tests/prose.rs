//! Plain English: the rules of CONTRIBUTING.md that a program can hold, over what users read: documents, help texts, and the
//! words of `crivet explain`.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::Path;
use std::process::Command;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

mod programs;

const DOCUMENTS: [&str; 10] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "harness/testees/README.md",
    "harness/testees/ci.md",
    "harness/testees/bundle/README.md",
    "harness/testees/go/README.md",
    "harness/testees/python/README.md",
    "harness/cli/README.md",
    "harness/crivet/README.md",
];

const COMMANDS: [&str; 9] =
    ["run", "fuzz", "list", "show", "explain", "export", "lint", "coverage", "compare"];

/// Words that stand for nothing a reader knows, or that belong to another idiom, each with what to write.
const WORDS: [(&str, &str); 9] = [
    ("their kin", "related …"),
    ("its kin", "related …"),
    ("mended", "fixed"),
    ("turn down", "reject"),
    ("turns down", "rejects"),
    ("turned down", "rejected"),
    ("there being", "a sentence of its own"),
    ("keeps its word", "keeps its promises"),
    ("breaks its word", "breaks its promises"),
];

/// The texts of a document, a paragraph, item or cell each, without code and quotations.
fn paragraphs(document: &str) -> Vec<String> {
    let (mut all, mut text, mut hidden) = (Vec::new(), String::new(), 0);
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::BlockQuote(_)) => hidden += 1,
            Event::End(TagEnd::CodeBlock | TagEnd::BlockQuote(_)) => hidden -= 1,
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell | TagEnd::Heading(_)) => {
                all.push(std::mem::take(&mut text));
            }
            Event::Text(part) if hidden == 0 => text.push_str(&part),
            // A word that stands for the code.
            Event::Code(_) if hidden == 0 => text.push_str("CODE"),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    all
}

/// The sentences of a text: they end at a full stop, colon or question mark before a blank.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    for word in text.split_whitespace() {
        let last = sentences.last_mut().unwrap();
        last.push_str(word);
        last.push(' ');
        if word.ends_with(['.', ':', '?', '!']) {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// What is wrong with a sentence.
fn complaint(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let first = *words.first()?;
    // A heading ends without a full stop.
    if ["What", "Who", "Whoever", "Whatever"].contains(&first) && sentence.trim_end().ends_with('.') {
        return Some(format!("the subject is a `{first} …` clause: name the thing"));
    }
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    for three in lower.windows(3) {
        let [before, verb, no] = three else { continue };
        if ["is", "are", "was", "were"].contains(&verb.as_str())
            && no == "no"
            && !["there", "that"].contains(&before.as_str())
            && !sentence.contains("no longer")
        {
            return Some(format!("`{verb} no`: write `{verb} not a`"));
        }
    }
    let joined = format!(" {} ", lower.join(" "));
    let found = WORDS.iter().find(|(word, _)| joined.contains(&format!(" {word} ")));
    found.map(|(word, instead)| format!("`{word}`: write `{instead}`"))
}

fn complaints(place: &str, texts: &[String]) -> Vec<String> {
    let sentences = texts.iter().flat_map(|text| sentences(text));
    sentences
        .filter_map(|sentence| Some(format!("{place}: {}\n    {sentence}", complaint(&sentence)?)))
        .collect()
}

fn told(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(programs::built("crivet", "crivet-cli")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split("\n\n").flat_map(|part| part.split("\n  -")).map(str::to_owned).collect()
}

#[test]
fn users_read_plain_english() {
    let mut all = Vec::new();
    for path in DOCUMENTS {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap();
        all.extend(complaints(path, &paragraphs(&text)));
    }
    all.extend(complaints("crivet --help", &told(&["--help"])));
    for command in COMMANDS {
        all.extend(complaints(&format!("crivet {command} --help"), &told(&[command, "--help"])));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_rules_catch_what_they_are_about() {
    for wrong in [
        "What cannot be fixed today fails the build.",
        "Whoever lacks a feature may reject it.",
        "It is no full CRI.",
        "The texts are no URIs.",
        "It covers their kin too.",
        "It cannot be mended today.",
    ] {
        assert!(complaint(wrong).is_some(), "{wrong}");
    }
    for right in [
        "A known failure need not fail every build.",
        "What is trusted?",
        "What you get",
        "There is no command of this name.",
        "It is not a full CRI.",
        "The feature is no longer claimed.",
    ] {
        assert_eq!(complaint(right), None, "{right}");
    }
}
