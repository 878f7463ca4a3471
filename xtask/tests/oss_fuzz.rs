//! The script that builds the fuzz targets for a cluster, in the environment that the base builder sets, and what it
//! leaves in `$OUT`.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The names of the targets that are of use to a cluster, by what Cargo reads.
fn all() -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--format-version", "1", "--locked", "--manifest-path"]);
    let output = cargo.arg(root().join("fuzz/Cargo.toml")).stderr(Stdio::inherit()).output().unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = json["packages"][0]["targets"].as_array().unwrap();
    let bins = all.iter().filter(|target| target["kind"][0] == "bin");
    let names = bins.map(|target| target["name"].as_str().unwrap().to_owned());
    names.filter(|name| name != "any").collect()
}

/// How many files a zip archive says it holds: in the record at its end, which is the last 22 bytes where there is no
/// comment.
fn entries(archive: &[u8]) -> u16 {
    let end = &archive[archive.len() - 22..];
    assert_eq!(&end[..4], b"PK\x05\x06");
    u16::from_le_bytes([end[10], end[11]])
}

/// The script, in a folder that is laid out as the base builder does it.
fn script(folder: &Path) -> Command {
    let path = |name: &str| folder.join(name);
    for name in ["src", "out", "work"] {
        fs::create_dir(path(name)).unwrap();
    }
    symlink(root().canonicalize().unwrap(), path("src/crivet")).unwrap();
    let sanitizer = std::env::var("SANITIZER").unwrap_or_else(|_| "none".to_owned());
    let mut script = Command::new(root().join(".clusterfuzzlite/build.sh"));
    script
        .env("SRC", path("src"))
        .env("OUT", path("out"))
        .env("WORK", path("work"))
        .env("FUZZING_LANGUAGE", "rust")
        .env("FUZZING_ENGINE", "libfuzzer")
        .env("ARCHITECTURE", "x86_64")
        .env("SANITIZER", &sanitizer)
        .env("RUSTFLAGS", "--cfg fuzzing -Cdebuginfo=1 -Cforce-frame-pointers");
    script
}

#[test]
fn every_target_of_use_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let output = script(folder.path()).arg("--list").stderr(Stdio::inherit()).output().unwrap();
    let listed: BTreeSet<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert!(listed.contains("resolution-commutes"));
    assert_eq!(listed, all());
}

/// `CRIVET_TARGETS` names the targets, for want of the time and the disk that all of them take.
#[test]
#[ignore = "builds fuzz targets; .ci/run asks for it"]
fn out_holds_each_target_with_its_seeds_dictionary_and_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let named = std::env::var("CRIVET_TARGETS").unwrap_or_default();
    let named: BTreeSet<String> = named.split_whitespace().map(str::to_owned).collect();
    let targets = if named.is_empty() { all() } else { named.clone() };
    assert!(targets.is_subset(&all()));
    let status = script(folder.path()).args(named).status().unwrap();
    assert!(status.success(), "{status}");

    let expected: BTreeSet<String> = targets
        .iter()
        .flat_map(|name| ["", "_seed_corpus.zip", ".dict", ".options"].map(|end| format!("{name}{end}")))
        .collect();
    let found: BTreeSet<String> = fs::read_dir(path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(found, expected);

    for target in &targets {
        let file = |end: &str| path("out").join(format!("{target}{end}"));
        assert!(!target.contains('.'), "{target}: a cluster takes files without an extension for targets");
        assert_ne!(fs::metadata(file("")).unwrap().permissions().mode() & 0o111, 0, "{target}");
        assert!(entries(&fs::read(file("_seed_corpus.zip")).unwrap()) > 0, "{target}");
        let options = fs::read_to_string(file(".options")).unwrap();
        assert!(options.starts_with("[libfuzzer]\n"), "{options}");
        assert!(options.lines().any(|line| line == format!("dict = {target}.dict")), "{options}");
        // The engine itself reads the dictionary, and asks the target a few times.
        let mut engine = Command::new(file(""));
        engine.arg(format!("-dict={}", file(".dict").display())).args([
            "-runs=20",
            "-seed=1",
            "-max_len=256",
        ]);
        let output = engine.current_dir(folder.path()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{target}: {told}");
        assert!(told.contains("Dictionary: ") && told.contains("Done 20 runs"), "{target}: {told}");
    }
}
