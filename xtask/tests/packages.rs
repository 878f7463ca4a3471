//! What a registry and its readers want of a package: where it is from, its licence, and two commands.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

fn packages() -> Vec<Json> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn each_package_that_is_published_says_what_it_is() {
    let mut published = Vec::new();
    for package in packages() {
        // An empty list of registries is `publish = false`.
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let name = package["name"].as_str().unwrap().to_owned();
        for member in ["description", "license", "repository", "homepage", "readme"] {
            assert!(package[member].is_string(), "{name} has no {member}");
        }
        let keywords = package["keywords"].as_array().unwrap().len();
        assert!((1..=5).contains(&keywords), "{name} has {keywords} keywords");
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(
                fs::metadata(folder.join(licence)).is_ok_and(|file| file.is_file()),
                "{name} has no {licence}"
            );
        }
        let readme = fs::read_to_string(folder.join(package["readme"].as_str().unwrap())).unwrap();
        let is_command = |line: &&str| line.starts_with("    cargo ") || line.starts_with("    crivet ");
        let commands = readme.lines().filter(is_command).count();
        assert!(commands >= 2, "{name}: its README has {commands} commands");
        published.push(name);
    }
    published.sort();
    let expected = [
        "crivet",
        "crivet-cli",
        "crivet-fuzz",
        "crivet-reference",
        "crivet-report",
        "crivet-testee-reference",
    ];
    assert_eq!(published, [&expected[..], &["crivet-vectors"]].concat());
}
