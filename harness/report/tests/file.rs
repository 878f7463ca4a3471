//! What is written is there whole, and nothing that is no file is replaced.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::error::Error;
use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crivet_report::file::{Input, Output, OutputError, Wanted, outputs, same, write};
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.at(name), text).unwrap();
        self.at(name)
    }

    /// The names in it, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn report(path: &Path) -> Wanted<'_> {
    Wanted { what: "report", path: Some(path), stays: false }
}

fn input(path: &Path) -> Input {
    Input { what: "baseline", path: path.to_owned() }
}

/// The error with its reason, as a person reads it.
fn told(error: &OutputError) -> String {
    format!("{error}: {}", error.source().unwrap())
}

#[track_caller]
fn refused(wanted: &[Wanted<'_>], inputs: &[Input], why: &str) {
    let told = told(&outputs(wanted, inputs).unwrap_err());
    assert!(told.contains(why), "`{why}` is not in `{told}`");
}

fn first(wanted: Wanted<'_>) -> Output {
    outputs(&[wanted], &[]).unwrap().remove(0).unwrap()
}

#[test]
fn a_new_file_has_the_mode_of_the_umask() {
    let folder = Folder::new();
    write(&folder.at("ours"), "text").unwrap();
    File::create(folder.at("theirs")).unwrap();
    assert_eq!(mode(&folder.at("ours")), mode(&folder.at("theirs")));
    assert_eq!(folder.names(), ["ours", "theirs"]);
}

#[test]
fn an_old_file_keeps_its_mode() {
    let folder = Folder::new();
    for wanted in [0o600, 0o640, 0o666, 0o755] {
        let path = folder.with("file", "old");
        fs::set_permissions(&path, Permissions::from_mode(wanted)).unwrap();
        write(&path, "new").unwrap();
        assert_eq!((text(&path).as_str(), mode(&path)), ("new", wanted));
        // A report is gone in between.
        let output = first(report(&path));
        assert!(!path.exists());
        output.write("newer").unwrap();
        assert_eq!((text(&path).as_str(), mode(&path)), ("newer", wanted));
    }
}

#[test]
fn links_stay_and_what_they_lead_to_is_written() {
    let folder = Folder::new();
    fs::create_dir(folder.at("far")).unwrap();
    folder.with("far/file", "old");
    symlink("far/file", folder.at("one")).unwrap();
    symlink("one", folder.at("two")).unwrap();
    symlink("far/none", folder.at("dangling")).unwrap();
    for (link, file) in [("two", "far/file"), ("dangling", "far/none")] {
        first(report(&folder.at(link))).write(link).unwrap();
        assert!(fs::symlink_metadata(folder.at(link)).unwrap().is_symlink());
        assert_eq!(text(&folder.at(file)), link);
    }
    symlink("round", folder.at("round")).unwrap();
    refused(&[report(&folder.at("round"))], &[], "leads to no end");
}

#[test]
fn a_file_with_two_names_keeps_both() {
    let folder = Folder::new();
    let one = folder.with("one", "a long old text");
    fs::hard_link(&one, folder.at("two")).unwrap();
    first(report(&one)).write("new").unwrap();
    assert_eq!((text(&one).as_str(), text(&folder.at("two")).as_str()), ("new", "new"));
    assert_eq!(fs::metadata(one).unwrap().nlink(), 2);
}

#[test]
fn devices_are_written_to() {
    let folder = Folder::new();
    for (device, works) in [("/dev/null", true), ("/dev/full", false)] {
        symlink(device, folder.at("link")).unwrap();
        for path in [Path::new(device), &folder.at("link")] {
            let result = first(report(path)).write("text");
            assert_eq!(result.is_ok(), works, "{result:?}");
            if let Err(error) = result {
                assert!(told(&error).contains("No space left"), "{}", told(&error));
            }
            assert!(fs::metadata(device).unwrap().file_type().is_char_device());
        }
        fs::remove_file(folder.at("link")).unwrap();
    }
    // Of the null device there is enough for all.
    let null = Path::new("/dev/null");
    outputs(&[report(null), report(null)], &[input(&folder.at("none"))]).unwrap();
}

#[test]
fn a_pipe_is_written_to() {
    let folder = Folder::new();
    let path = folder.at("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let output = first(report(&path));
    let reader = {
        let path = path.clone();
        thread::spawn(move || {
            let mut text = String::new();
            File::open(path).unwrap().read_to_string(&mut text).unwrap();
            text.len()
        })
    };
    // More than a pipe holds.
    output.write("x".repeat(1 << 20)).unwrap();
    assert_eq!(reader.join().unwrap(), 1 << 20);
    assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
    refused(&[report(&path), report(&path)], &[], "another output goes there");

    // A reader that has seen enough is no error.
    let output = first(report(&path));
    let reader = thread::spawn(move || File::open(path).unwrap().read_exact(&mut [0]).unwrap());
    output.write("x".repeat(1 << 20)).unwrap();
    reader.join().unwrap();
}

#[test]
fn two_into_one_are_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.at("sub")).unwrap();
    let one = folder.with("one", "");
    fs::hard_link(&one, folder.at("hard")).unwrap();
    symlink("one", folder.at("soft")).unwrap();
    symlink("new", folder.at("to-new")).unwrap();
    for (one, two) in [
        ("one", "one"),
        ("one", "hard"),
        ("one", "soft"),
        ("one", "sub/../one"),
        ("new", "new"),
        ("new", "to-new"),
        ("new", "sub/../new"),
    ] {
        let (one, two) = (folder.at(one), folder.at(two));
        assert!(same(&one, &two));
        refused(&[report(&one), report(&two)], &[], "another output goes there");
        fs::write(folder.at("one"), "").unwrap();
        let _ = fs::remove_file(folder.at("hard"));
        fs::hard_link(folder.at("one"), folder.at("hard")).unwrap();
    }
    assert!(!same(&folder.at("new"), &folder.at("newer")));
    let standard = Wanted { what: "report", path: None, stays: false };
    refused(&[standard, standard], &[], "another output goes there");
}

#[test]
fn what_is_read_is_not_written() {
    let folder = Folder::new();
    let baseline = folder.with("baseline", "known");
    symlink("baseline", folder.at("soft")).unwrap();
    fs::create_dir_all(folder.at("vectors/sub")).unwrap();
    let vectors = folder.with("vectors/sub/a.yaml", "vectors");
    fs::hard_link(&vectors, folder.at("hard")).unwrap();
    let folders = [Input { what: "vectors", path: folder.at("vectors") }];
    refused(&[report(&folder.at("soft"))], &[input(&baseline)], "it is read, as the baseline");
    refused(&[report(&vectors)], &folders, "it is read, as the vectors");
    refused(&[report(&folder.at("hard"))], &folders, "it is read, as the vectors");
    assert_eq!((text(&baseline).as_str(), text(&vectors).as_str()), ("known", "vectors"));
    // What is there beside vectors is none.
    outputs(&[report(&folder.with("vectors/results.json", "{}"))], &folders).unwrap();
}

#[test]
fn no_old_report_is_left_where_nothing_could_be_done() {
    let folder = Folder::new();
    let (old, kept) = (folder.with("old", "old"), folder.with("kept", "kept"));
    let stays = Wanted { what: "baseline", path: Some(&kept), stays: true };
    refused(&[report(&old), stays, report(&folder.at("no/such"))], &[], "No such file");
    assert_eq!((old.exists(), text(&kept).as_str()), (false, "kept"));
    refused(&[report(Path::new("/"))], &[], "it is a folder");
    refused(&[report(folder.0.path())], &[], "it is a folder");
    refused(&[report(&folder.at("new/"))], &[], "it is a folder");
    assert_eq!(folder.names(), ["kept"]);
}
