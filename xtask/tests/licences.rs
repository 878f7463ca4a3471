//! Every dependency has a licence that deny.toml allows, and comes from where it says.
//!
//! `cargo deny` checks the same and more; this takes nothing but cargo.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::process::Command;

use serde_json::Value as Json;

const DENY: &str = include_str!("../../deny.toml");

/// The texts of a list in deny.toml: one a line, or all in the line of the key.
fn list(key: &str) -> Vec<&'static str> {
    let start = DENY.find(&format!("\n{key} = [")).unwrap();
    let list = &DENY[start..start + DENY[start..].find(']').unwrap()];
    list.split('"').skip(1).step_by(2).collect()
}

/// Is there a choice in the expression (SPDX, or the older `MIT/Apache-2.0`) of which every licence is allowed?
fn allowed(expression: &str, allow: &[&str]) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = expression.split_whitespace().collect();
    let (allowed, rest) = any(&words, allow);
    allowed && rest.is_empty()
}

fn any<'a>(words: &'a [&'a str], allow: &[&str]) -> (bool, &'a [&'a str]) {
    let (mut one, mut rest) = all(words, allow);
    while let ["OR", more @ ..] = rest {
        let (next, left) = all(more, allow);
        (one, rest) = (one || next, left);
    }
    (one, rest)
}

fn all<'a>(words: &'a [&'a str], allow: &[&str]) -> (bool, &'a [&'a str]) {
    let (mut each, mut rest) = single(words, allow);
    while let ["AND", more @ ..] = rest {
        let (next, left) = single(more, allow);
        (each, rest) = (each && next, left);
    }
    (each, rest)
}

fn single<'a>(words: &'a [&'a str], allow: &[&str]) -> (bool, &'a [&'a str]) {
    match words {
        ["(", inner @ ..] => {
            let (inside, rest) = any(inner, allow);
            (inside && rest.first() == Some(&")"), rest.get(1..).unwrap_or_default())
        }
        // An exception has to be allowed by its whole name.
        [licence, "WITH", exception, rest @ ..] => {
            (allow.contains(&format!("{licence} WITH {exception}").as_str()), rest)
        }
        [licence, rest @ ..] => (allow.contains(licence), rest),
        [] => (false, words),
    }
}

#[test]
fn expressions_are_read_by_their_grammar() {
    let allow = ["MIT", "Zlib"];
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND Apache-2.0", false),
        ("MIT WITH LLVM-exception", false),
        ("MIT AND", false),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(allowed(expression, &allow), expected, "{expression}");
    }
}

#[test]
fn every_dependency_is_allowed() {
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(env!("CARGO")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap();
    let (licences, registries) = (list("allow"), list("allow-registry"));
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(allowed(licence, &licences), "{name} has the licence `{licence}`");
        // What has no source is of this repository.
        if let Some(source) = package["source"].as_str() {
            let registry = source.strip_prefix("registry+").unwrap_or(source);
            assert!(registries.contains(&registry), "{name} comes from {source}");
        }
    }
}
