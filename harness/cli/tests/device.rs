//! Testees in CBOR, and at the end of a line: the verdicts are those of a pipe.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener};
use std::process::{Command, Output, Stdio};
use std::thread;

const CRIVET: &str = env!("CARGO_BIN_EXE_crivet");

/// Some hundred vectors, and none of those made to be long: a frame of a thousand bytes hardly ever comes whole where one
/// byte of a hundred is lost. Nor what is asked many times over.
const SOME: [&str; 9] =
    ["--quick", "--skip", "*length*", "--skip", "*exhaust*", "--skip", "*-many", "--profile", "href-27"];

fn crivet(arguments: &[&str]) -> Output {
    Command::new(CRIVET).args(arguments).output().unwrap()
}

/// The verdicts of a run that ends with this status.
#[track_caller]
fn verdicts(status: i32, arguments: &[&str]) -> (String, String) {
    let output = crivet(&[&["run", "--report", "lines=-"], &SOME[..], arguments].concat());
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {err}");
    (String::from_utf8(output.stdout).unwrap(), err)
}

/// Lines of a report without what is remarked: that one took long, say.
fn without_remarks(lines: &str) -> Vec<&str> {
    lines.lines().map(|line| line.strip_suffix(" remark").unwrap_or(line)).collect()
}

fn testee(protocol: &str) -> String {
    format!("{CRIVET} testee --without zone-id --protocol {protocol}")
}

#[test]
fn every_framing_has_the_same_verdicts() {
    let (json, _) = verdicts(0, &["--impl-cmd", &testee("json")]);
    assert!(json.lines().count() > 100, "{json}");
    for protocol in ["cbor", "cbor-frames"] {
        let (cbor, _) = verdicts(0, &["--impl-cmd", &testee(protocol), "--protocol", protocol]);
        assert_eq!(cbor, json, "{protocol}");
    }
}

/// Loses, garbles or doubles one byte of a hundred.
fn spoil(bytes: &[u8], seed: &mut u64) -> Vec<u8> {
    let mut out = Vec::new();
    for byte in bytes {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match *seed >> 33 & 0x3ff {
            0..3 => {}
            3..6 => out.push(byte ^ 0x20),
            6..10 => out.extend([*byte, *byte]),
            _ => out.push(*byte),
        }
    }
    out
}

/// A relay to a testee, on which the line is bad both ways.
fn bad_line() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for (socket, mut seed) in listener.incoming().zip(7..) {
            let mut command = Command::new(CRIVET);
            command.args(["testee", "--without", "zone-id", "--protocol", "cbor-frames"]);
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            let (mut near, mut far) = (socket.unwrap(), child.stdin.take().unwrap());
            let (mut to_near, mut from_far) = (near.try_clone().unwrap(), child.stdout.take().unwrap());
            thread::spawn(move || {
                let (mut buffer, mut seed) = ([0; 256], seed + 1000);
                while let Ok(count @ 1..) = from_far.read(&mut buffer) {
                    // Who has hung up hears nothing.
                    let _ = to_near.write_all(&spoil(&buffer[..count], &mut seed));
                }
                let _ = to_near.shutdown(Shutdown::Both);
                child.wait().unwrap();
            });
            thread::spawn(move || {
                let mut buffer = [0; 256];
                while let Ok(count @ 1..) = near.read(&mut buffer) {
                    if far.write_all(&spoil(&buffer[..count], &mut seed)).is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

#[test]
fn a_line_that_loses_bytes_changes_no_verdict() {
    let (good, _) = verdicts(0, &["--impl-cmd", &testee("json")]);
    let address = bad_line();
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("run.json");
    let report = format!("json={}", json.display());
    let line = ["--impl-tcp", &address, "--protocol", "cbor-frames", "--timeout", "10", "--report", &report];
    let (bad, _) = verdicts(0, &line);
    assert_eq!(without_remarks(&bad), without_remarks(&good));
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap();
    let remarks = report["remarks"].to_string();
    assert!(remarks.contains("requests were sent again"), "{remarks}");
}

/// No limit is kept by silence.
#[test]
fn a_limit_of_what_nobody_tells_is_red() {
    let limit = ["--max-stack", "1000", "--report", "json=-"];
    let output = crivet(&[&["run"], &SOME[..], &["--impl-cmd", &testee("json")], &limit].concat());
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(report.contains("no answer says how much of the stack it took"), "{report}");
}

#[test]
fn what_chooses_a_testee_is_said_once() {
    for arguments in [
        &["run", "--impl-tcp", "a:1", "--impl-serial", "/dev/null"][..],
        &["run", "--impl-cmd", "a", "--reset-cmd", "b"],
        &["run", "--protocol", "cbor"],
        &["run", "--impl-cmd", "a", "--protocol", "xml"],
    ] {
        assert_eq!(crivet(arguments).status.code(), Some(2), "{arguments:?}");
    }
    let output = crivet(&["run", "--impl-tcp", "127.0.0.1:1", "--start-timeout", "1"]);
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("--impl-tcp") && err.contains("could not be started"), "{err}");
}
