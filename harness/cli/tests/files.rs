//! What the program writes, where it cannot, and what it will not write over.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// Vectors, few, so that a run is quick.
const VECTORS: &str = "\
- id: mine-one
  title: One
  profiles: [href-13]
  op: cri-to-uri
  cri: '[-1, [\"h\"]]'
  expect: coap://h
- id: mine-two
  title: Two
  profiles: [href-13]
  op: cri-to-uri
  cri: '[-1, [\"i\"]]'
  expect: coap://i
";

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap()).with("v.yaml", VECTORS)
    }

    fn with(self, name: &str, text: &str) -> Self {
        fs::write(self.0.path().join(name), text).unwrap();
        self
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.0.path().join(name).exists()
    }

    /// Runs the words in a shell; `$CRIVET` is the program.
    fn shell(&self, script: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).env("CRIVET", CRIVET).current_dir(self.0.path()).stdin(Stdio::null());
        shell.output().unwrap()
    }

    /// The same; gives standard output and standard error.
    #[track_caller]
    fn exits(&self, status: i32, script: &str) -> (String, String) {
        let output = self.shell(script);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(status), "{script}\n{out}\n{err}");
        (out, err)
    }
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "`{part}` is not in\n{text}");
}

/// Every command that writes a file, with what names it at the end.
const WRITERS: [&str; 5] = [
    "$CRIVET run v.yaml --report json=",
    "$CRIVET fuzz --runs 3 --oracle pet --report json=",
    "$CRIVET coverage v.yaml --report text=",
    "$CRIVET compare results.json results.json --report text=",
    "$CRIVET export --vectors v.yaml ",
];

/// A baseline, of an implementation that fails.
const BASELINE: &str = "$CRIVET run v.yaml --impl-cmd 'sh -c \"exec $CRIVET testee\"' --write-baseline ";

#[test]
fn a_full_device_is_told() {
    let place = Place::new();
    place.exits(0, "$CRIVET run v.yaml --report json=results.json");
    for writer in WRITERS.into_iter().chain([BASELINE]) {
        let output = place.shell(&format!("{writer}/dev/full"));
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{writer}: {told}");
        holds(&told, "/dev/full cannot be written: No space left on device");
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    }
    for command in [
        "$CRIVET run v.yaml",
        "$CRIVET run v.yaml --report json=-",
        "$CRIVET list v.yaml",
        "$CRIVET show R1",
        "$CRIVET explain R1",
        "$CRIVET lint v.yaml",
        "$CRIVET export --vectors v.yaml",
        "$CRIVET coverage v.yaml",
        "$CRIVET fuzz --runs 3 --oracle pet",
        "$CRIVET man",
        "$CRIVET completions bash",
        "$CRIVET compare results.json results.json",
        "$CRIVET --help",
        "$CRIVET --version",
        "$CRIVET fuzz --list-oracles",
    ] {
        let (_, told) = place.exits(2, &format!("{command} >/dev/full"));
        holds(&told, "No space left on device");
    }
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let place = Place::new();
    place.exits(0, "$CRIVET run v.yaml --report json=results.json");
    place.exits(0, "mkfifo pipe; ln -s /dev/null null");
    for writer in WRITERS.into_iter().chain([BASELINE]) {
        // The status of `coverage` says whether there are gaps.
        let output =
            place.shell(&format!("timeout 60 cat pipe >read & {writer}pipe; status=$?; wait; exit $status"));
        assert!(output.status.code() < Some(2), "{writer}: {output:?}");
        assert!(place.text("read").len() > 50, "{writer}");
        assert!(fs::metadata(place.0.path().join("pipe")).unwrap().file_type().is_fifo(), "{writer}");
        let output = place.shell(&format!("{writer}null"));
        assert!(output.status.code() < Some(2), "{writer}: {output:?}");
        assert!(fs::symlink_metadata(place.0.path().join("null")).unwrap().is_symlink());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}

#[test]
fn modes_are_those_of_the_umask_or_the_file() {
    let place = Place::new();
    place.exits(0, "$CRIVET run v.yaml --report json=results.json");
    let mode = |name: &str| fs::metadata(place.0.path().join(name)).unwrap().permissions().mode() & 0o777;
    for writer in WRITERS.into_iter().chain([BASELINE]) {
        place.shell(&format!("umask 077; {writer}new"));
        assert_eq!(mode("new"), 0o600, "{writer}");
        place.shell(&format!("chmod 664 new; umask 077; {writer}new"));
        assert_eq!(mode("new"), 0o664, "{writer}");
        fs::remove_file(place.0.path().join("new")).unwrap();
    }
}

#[test]
fn one_full_disk_loses_nothing_else() {
    let place = Place::new();
    let (out, err) = place.exits(
        2,
        "$CRIVET run v.yaml --report json=one.json --report html=/dev/full --report sarif=/dev/full --report tap=two.tap \
         --write-baseline known.txt",
    );
    holds(&out, " passed\n");
    holds(&place.text("one.json"), "\"complete\": true");
    holds(&place.text("two.tap"), "TAP version 14");
    holds(&place.text("known.txt"), "# ");
    assert_eq!(err.matches("/dev/full cannot be written").count(), 2, "{err}");
    let (out, err) =
        place.exits(2, "$CRIVET fuzz --runs 3 --oracle pet --report json=/dev/full --report json=fuzz.json");
    holds(&out, "3 cases");
    holds(&err, "/dev/full cannot be written");
    holds(&place.text("fuzz.json"), "crivet-fuzz/1");
}

/// A limit of the size of files, which the shell has ignored as a signal, is an error like any other, and leaves neither a
/// part of a report nor what it was to be made of.
#[test]
fn a_write_that_breaks_off_leaves_no_part() {
    let place = Place::new();
    let (out, err) = place.exits(
        2,
        "trap '' XFSZ; ulimit -f 8; $CRIVET run v.yaml --report html=big.html --report lines=small.txt",
    );
    holds(&err, "big.html cannot be written: File too large");
    holds(&out, " passed\n");
    holds(&place.text("small.txt"), " pass\n");
    assert!(!place.has("big.html"));
    let names: Vec<_> =
        fs::read_dir(place.0.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn a_program_without_a_file_to_open_says_so() {
    let place = Place::new();
    // Standard input, output and error are all that may be open; four is what reading a folder takes.
    for limit in 3..8 {
        let output = place.shell(&format!("ulimit -n {limit}; {CRIVET} export --vectors v.yaml new.json"));
        let told = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => holds(&place.text("new.json"), "\"vectors\""),
            status => {
                // Below that not even the program can be loaded.
                assert!(matches!(status, Some(2 | 127)), "{limit}: {status:?} {told}");
                if status == Some(2) {
                    holds(&told, "cannot be written: Too many open files");
                    assert!(!place.has("new.json"));
                }
            }
        }
    }
}

#[test]
fn nothing_is_written_over_what_is_read_or_written() {
    let testee = format!("#!/bin/sh\nexec {CRIVET} testee\n");
    let place = Place::new().with("known.txt", "").with("t.sh", &testee);
    place.exits(0, "chmod +x t.sh; mkdir folder; cp v.yaml folder; ln -s v.yaml link; ln v.yaml hard");
    for (arguments, told) in [
        ("run --report json=v.yaml v.yaml", "it is read, as the vectors"),
        ("run --report json=link v.yaml", "it is read, as the vectors"),
        ("run --report json=hard v.yaml", "it is read, as the vectors"),
        ("run --report json=folder/v.yaml folder", "it is read, as the vectors"),
        ("run --write-baseline v.yaml v.yaml", "it is read, as the vectors"),
        ("run --report json=known.txt --expect known.txt", "it is read, as the baseline"),
        (
            "run --report json=known.txt --expect known.txt --write-baseline known.txt",
            "another output goes there",
        ),
        ("run --report json=t.sh --impl-cmd ./t.sh", "it is read, as the testee"),
        ("run --report json=t.sh --impl-cmd 'sh t.sh'", "it is read, as the testee"),
        ("run --write-baseline t.sh --impl-cmd ./t.sh", "it is read, as the testee"),
        ("run --report json=new --report html=new", "another output goes there"),
        ("run --report json=new --report html=./new", "another output goes there"),
        ("run --report json=- --report html=-", "another output goes there"),
        ("fuzz --report json=t.sh --impl-cmd ./t.sh", "it is read, as the testee"),
        ("fuzz --report json=t.sh --against ./t.sh", "it is read, as the testee"),
        ("fuzz --report json=new --report text=new", "another output goes there"),
        ("export v.yaml --vectors v.yaml", "it is read, as the vectors"),
        ("compare v.yaml known.txt --report html=v.yaml", "it is read, as the results"),
        ("coverage --result known.txt --report html=known.txt", "it is read, as the results"),
        ("coverage --killers known.txt --report html=known.txt", "it is read, as the killers"),
        ("coverage --report html=v.yaml v.yaml", "it is read, as the vectors"),
    ] {
        let (_, err) = place.exits(2, &format!("$CRIVET {arguments}"));
        holds(&err, told);
        assert_eq!(
            (place.text("v.yaml").as_str(), place.text("t.sh")),
            (VECTORS, testee.clone()),
            "{arguments}"
        );
        assert!(place.has("known.txt") && !place.has("new"));
    }
    // A baseline may be written in place of the one that was expected.
    place.exits(0, "$CRIVET run --expect known.txt --write-baseline known.txt v.yaml");
}

#[test]
fn standard_output_by_another_name_is_standard_output() {
    let place = Place::new();
    let (plain, _) = place.exits(0, "$CRIVET run v.yaml --report lines=-");
    assert_eq!(place.exits(0, "$CRIVET run v.yaml --report lines=/dev/stdout").0, plain);
    assert_eq!(place.exits(0, "$CRIVET run v.yaml --report lines=/dev/stdout | cat").0, plain);
    place.exits(0, "$CRIVET run v.yaml --report lines=/dev/stdout >out");
    assert_eq!(place.text("out"), plain);
    place.exits(0, "$CRIVET run v.yaml --report lines=same >same");
    assert_eq!(place.text("same"), plain);
    let (out, err) = place.exits(0, "$CRIVET run v.yaml --report lines=/dev/stderr");
    assert_eq!(err, plain);
    holds(&out, " passed\n");
    place.exits(0, "echo before >both; $CRIVET run v.yaml --report lines=/dev/stderr 2>>both");
    assert_eq!(place.text("both"), format!("before\n{plain}"));
}

#[test]
fn a_run_that_could_not_be_done_leaves_no_old_report() {
    let reports = "--report json=old.json --report html=old.html";
    for script in [
        format!("$CRIVET run v.yaml {reports} --impl-cmd ./no-such-testee"),
        format!("$CRIVET run {reports} --filter none v.yaml"),
        format!("$CRIVET run v.yaml {reports} --expect no-such-baseline"),
        format!("$CRIVET run v.yaml {reports} no-such-vectors"),
        format!("$CRIVET run v.yaml {reports} --report sarif=no/such/folder"),
        "$CRIVET fuzz --report json=old.json --report text=old.html --impl-cmd ./no-such-testee".to_owned(),
        "$CRIVET coverage --report lines=old.json --report html=old.html no-such-vectors".to_owned(),
        "$CRIVET compare results.json no-such-results --report text=old.json --report html=old.html"
            .to_owned(),
    ] {
        let place = Place::new().with("old.json", "old").with("old.html", "old").with("known.txt", "");
        place.exits(2, &script);
        assert!(!place.has("old.json") && !place.has("old.html"), "{script}");
        assert!(place.has("known.txt"));
    }
    // The baseline is not made anew by each run.
    let place = Place::new().with("known.txt", "# kept\n");
    place.exits(2, "$CRIVET run v.yaml --write-baseline known.txt --impl-cmd ./no-such-testee");
    assert_eq!(place.text("known.txt"), "# kept\n");
    assert!(Path::new("/dev/null").exists());
}

/// A file system without room, where this user can have one.
#[test]
fn a_full_file_system_is_told_and_nothing_is_left_half() {
    let place = Place::new();
    let mounted = "mkdir -p small && mount -t tmpfs -o size=16k none small";
    if !place.shell(&format!("unshare -rm sh -c '{mounted}'")).status.success() {
        eprintln!("no file system can be mounted here: the test is skipped");
        return;
    }
    let script = format!(
        "{mounted} && echo old >small/old.html && chmod 640 small/old.html &&
         $CRIVET run v.yaml --report html=small/old.html --report html=small/new.html --report lines=small/l.txt \
             --report json=whole.json --write-baseline small/known.txt >out 2>err
         echo $? >status; ls -A small >left; cat small/l.txt >lines"
    );
    let place = place.with("script.sh", &script);
    place.exits(0, "unshare -rm sh ./script.sh");
    assert_eq!(place.text("status"), "2\n");
    assert_eq!(place.text("left"), "known.txt\nl.txt\n");
    holds(&place.text("err"), "small/old.html cannot be written: No space left on device");
    holds(&place.text("err"), "small/new.html cannot be written: No space left on device");
    holds(&place.text("out"), " passed\n");
    holds(&place.text("lines"), "href-13 mine-two pass\n");
    holds(&place.text("whole.json"), "\"complete\": true");
}

/// Faults of system calls, one at a time, put in by strace: the program says so and leaves nothing half, or does its work
/// all the same. It takes minutes, so it is for nights: `cargo test -p crivet-cli --test files -- --ignored`.
#[test]
#[ignore = "needs strace, and minutes"]
fn a_fault_of_any_system_call_leaves_nothing_half() {
    const FAULTS: [(&str, &[&str]); 8] = [
        ("write", &["ENOSPC", "EIO", "EINTR", "EDQUOT"]),
        ("fsync", &["EIO", "ENOSPC"]),
        ("rename,renameat,renameat2", &["EBUSY", "EXDEV", "EACCES"]),
        ("openat", &["EMFILE", "ENFILE", "EACCES", "ENOSPC", "EINTR"]),
        ("fchmod,fchmodat", &["EPERM"]),
        ("unlink,unlinkat", &["EPERM", "EBUSY"]),
        ("read", &["EIO", "EINTR"]),
        ("statx,newfstatat,fstat", &["EACCES", "EIO"]),
    ];
    let place = Place::new();
    let out = place.0.path().join("out");
    let left = || fs::read_to_string(&out).ok();
    let (mut trials, mut told) = (0, 0);
    for (command, stays, last) in [
        ("export --vectors v.yaml out", false, 10),
        // Each of these reads the corpus inside the program.
        ("run v.yaml --jobs 1 --write-baseline out", true, 2),
        ("run v.yaml --jobs 1 --report lines=out", false, 4),
        ("run v.yaml --jobs 1 --report json=out", false, 2),
        ("run v.yaml --jobs 1 --report junit=out", false, 2),
        ("run v.yaml --jobs 1 --report tap=out", false, 2),
        ("run v.yaml --jobs 1 --report sarif=out", false, 2),
        ("run v.yaml --jobs 1 --report html=out", false, 2),
        ("fuzz --jobs 1 --runs 2 --seed 1 --oracle pet --profile href-13 --report json=out", false, 4),
    ] {
        for old in [None, Some("# old\n")] {
            if old.is_none() && stays {
                continue;
            }
            let setting = old.map_or("rm -f out", |_| "echo '# old' >out");
            place.exits(0, &format!("{setting}; $CRIVET {command}"));
            let whole = left();
            for (calls, error) in
                FAULTS.iter().flat_map(|(calls, errors)| errors.iter().map(move |error| (calls, error)))
            {
                // The last calls of each kind are those that write; what comes before is the loader's.
                let traced = format!("strace -f -qq -o trace -e trace={calls}");
                place.exits(0, &format!("{setting}; {traced} $CRIVET {command}"));
                let count = place.text("trace").lines().count();
                for at in count.saturating_sub(last).max(1)..=count {
                    trials += 1;
                    let inject = format!("-e inject={calls}:error={error}:when={at}");
                    let output = place.shell(&format!("{setting}; exec {traced} {inject} $CRIVET {command}"));
                    let err = String::from_utf8_lossy(&output.stderr).into_owned();
                    let case = format!("{command}: {calls} {error} at {at} of {count}, {old:?}: {err}");
                    let left = left();
                    match output.status.code() {
                        Some(0) => assert_eq!(left, whole, "{case}"),
                        Some(2) => {
                            told += 1;
                            holds(&err, "error: ");
                            let gone = left.as_ref().is_none_or(String::is_empty);
                            assert!(
                                left == whole || left.as_deref() == old || !stays && gone,
                                "{left:?} {case}"
                            );
                        }
                        // The loader has a status of its own.
                        status => assert!(status == Some(127), "{status:?} {case}"),
                    }
                    let names = fs::read_dir(place.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
                    let beside: Vec<_> =
                        names.filter(|name| name.to_string_lossy().starts_with(".crivet-")).collect();
                    // What cannot be removed stays.
                    assert!(beside.is_empty() || calls.starts_with("unlink"), "{case}");
                    beside.iter().for_each(|name| fs::remove_file(place.0.path().join(name)).unwrap());
                }
            }
        }
    }
    println!("{trials} trials, {told} told");
    assert!(told > 20, "{told} of {trials}");
}

/// The same of those by which testees are started and asked: a run is red and says why, or cannot be done, or does its
/// work all the same. It never hangs, never ends by a signal, and never is green with another report.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs strace, and minutes"]
fn a_fault_of_any_system_call_beside_a_testee_is_told() {
    const FAULTS: [(&str, &[&str]); 7] = [
        ("clone,clone3,vfork", &["EAGAIN", "ENOMEM"]),
        ("pipe2,socketpair", &["EMFILE"]),
        ("execve", &["ENOMEM", "EACCES"]),
        ("read", &["EINTR", "EIO"]),
        ("write", &["EINTR", "EIO", "ENOSPC"]),
        ("openat", &["EMFILE", "EINTR"]),
        ("prctl,dup2,dup3,waitid,wait4", &["EPERM", "EINTR"]),
    ];
    let place = Place::new();
    let left = || fs::read_to_string(place.0.path().join("out")).ok();
    let (mut trials, mut told) = (0, 0);
    for command in [
        "run v.yaml --jobs 1 --timeout 3 --impl-cmd \"$CRIVET testee\" --report lines=out",
        "fuzz --jobs 1 --runs 2 --seed 1 --oracle pet --profile href-13 --timeout 3 --impl-cmd \"$CRIVET testee\" \
         --report json=out",
    ] {
        place.exits(0, &format!("$CRIVET {command}"));
        let whole = left();
        for (calls, error) in
            FAULTS.iter().flat_map(|(calls, errors)| errors.iter().map(move |error| (calls, error)))
        {
            // Each process and thread counts for itself: its first calls, some in the middle, and later ones.
            for at in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
                trials += 1;
                let inject = format!("-e trace={calls} -e inject={calls}:error={error}:when={at}");
                let begun = std::time::Instant::now();
                let output = place
                    .shell(&format!("rm -f out; exec strace -f -qq -o trace {inject} $CRIVET {command}"));
                let said =
                    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned();
                let case = format!("{command}: {calls} {error} at {at}: {said}");
                assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{case}");
                match output.status.code() {
                    Some(0) => assert_eq!(left(), whole, "{case}"),
                    Some(1) => {
                        told += 1;
                        assert!(said.contains("fail: ") || said.contains("finding"), "{case}");
                    }
                    Some(2) => {
                        told += 1;
                        assert!(said.contains("error: ") || said.contains("panicked"), "{case}");
                    }
                    // The loader has a status of its own, and the program may not have been started.
                    status => assert!(
                        status == Some(127) || status == Some(126) || calls.starts_with("execve"),
                        "{status:?} {case}"
                    ),
                }
            }
        }
    }
    println!("{trials} trials, {told} told");
    assert!(told > 20, "{told} of {trials}");
}
