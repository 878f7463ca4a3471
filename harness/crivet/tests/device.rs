//! Devices at the end of a line: what goes wrong on it is told from what the device does wrong.
//!
//! The device is a thread behind a TCP port that answers in frames, and spoils what it writes as its fault tells it.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crivet::implementation::{Description, Implementation, Operations, Refusal};
use crivet::operation::{Operation, OperationName};
use crivet::outcome::{FailureKind, Outcome, Value};
use crivet::process::{Limits, Testee};
use crivet::profile::Profile;
use crivet::protocol::{Framing, serve_device};

const COUNT: usize = 60;
const BAD: usize = 31;

/// Answers each URI with its own bytes. What it does wrong it does on the URI `bad`.
struct Device {
    fault: &'static str,
    /// How often `bad` was asked.
    asked: Arc<AtomicUsize>,
    /// Is the answer under way the one to `bad`?
    bad: Arc<AtomicBool>,
}

impl Implementation for Device {
    fn describe(&self) -> Description {
        Description {
            name: "device".to_owned(),
            version: String::new(),
            language: String::new(),
            profiles: [Profile::Href13].into(),
            features: [].into(),
            operations: Operations::Alike([OperationName::UriToCri].into()),
        }
    }

    fn uri_to_cri(&self, _: Profile, uri: &str) -> Result<Vec<u8>, Refusal> {
        let bad = uri == "bad";
        self.bad.store(bad, Ordering::Relaxed);
        let asked = if bad { self.asked.fetch_add(1, Ordering::Relaxed) } else { 0 };
        if self.fault == "fickle" && bad {
            thread::sleep(Duration::from_millis(400));
            return Err(Refusal::reject(format!("asked {asked} times before")));
        }
        Ok(uri.as_bytes().to_vec())
    }
}

/// The line from the device: a write is a frame.
struct Line {
    socket: TcpStream,
    fault: &'static str,
    first: bool,
    /// Answers that are held back.
    held: Vec<u8>,
    asked: Arc<AtomicUsize>,
    bad: Arc<AtomicBool>,
}

impl Write for Line {
    fn write(&mut self, frame: &[u8]) -> io::Result<usize> {
        let (bad, first) =
            (self.bad.swap(false, Ordering::Relaxed), std::mem::replace(&mut self.first, false));
        let once = bad && self.asked.load(Ordering::Relaxed) == 1;
        let mut out = frame.to_vec();
        match self.fault {
            "banner" if first => out = [b"\r\nU-Boot 2026.01\r\n", frame].concat(),
            "noise" => out = [b"\xfflog: 1\0\x02\0", frame].concat(),
            "half-once" if once => out.truncate(frame.len() / 2),
            "half" if bad => out.truncate(frame.len() / 2),
            "reboot-once" if once => out = b"\r\nbooting\r\n".to_vec(),
            "reboot" if bad => out = b"\r\nbooting\r\n".to_vec(),
            "garbled-once" if once => out[6] ^= 4,
            "close" if bad => self.socket.shutdown(Shutdown::Both)?,
            "close-half" if bad => {
                self.socket.write_all(&frame[..frame.len() / 2])?;
                self.socket.shutdown(Shutdown::Both)?;
            }
            "no-cbor" if bad => out = framed(b"\x83\x01\x00"),
            "other-shape" if bad => out = framed(b"\x82\x01\x00"),
            "twice" if bad => out = [frame, frame].concat(),
            // The last one comes when it is asked again.
            "two-at-once" if self.held.is_empty() => self.held = std::mem::take(&mut out),
            "two-at-once" => out = [std::mem::take(&mut self.held), out].concat(),
            _ => {}
        }
        self.socket.write_all(&out)?;
        Ok(frame.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A frame, written here once more, by the guide.
fn framed(message: &[u8]) -> Vec<u8> {
    let mut inside = u32::try_from(message.len()).unwrap().to_be_bytes().to_vec();
    inside.extend_from_slice(message);
    let mut crc = !0_u32;
    for byte in &inside {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    inside.extend_from_slice(&(!crc).to_be_bytes());
    let mut frame = vec![0];
    for run in inside.split(|byte| *byte == 0) {
        frame.push(u8::try_from(run.len() + 1).unwrap());
        frame.extend_from_slice(run);
    }
    frame.push(0);
    frame
}

fn device(fault: &'static str) -> Testee {
    device_at(fault).0
}

/// A device with a fault, for as long as the test goes on, and where it is.
fn device_at(fault: &'static str) -> (Testee, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (asked, bad) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    thread::spawn(move || {
        for socket in listener.incoming() {
            let socket = socket.unwrap();
            let input = BufReader::new(socket.try_clone().unwrap());
            let device = Device { fault, asked: Arc::clone(&asked), bad: Arc::clone(&bad) };
            let (asked, bad) = (Arc::clone(&asked), Arc::clone(&bad));
            let line = Line { socket, fault, first: true, held: Vec::new(), asked, bad };
            thread::spawn(move || serve_device(&device, Framing::Frames, input, line));
        }
    });
    let limits =
        Limits { request: Duration::from_secs(3), start: Duration::from_secs(10), ..Limits::default() };
    (Testee::tcp(&address.to_string()).framed(Framing::Frames).with_limits(limits), address)
}

fn requests() -> Vec<(Profile, Operation)> {
    let uri = |index| if index == BAD { "bad".to_owned() } else { format!("uri:{index}") };
    (0..COUNT).map(|index| (Profile::Href13, Operation::UriToCri { uri: uri(index) })).collect()
}

/// Asks everything. All but the bad one are answered right; returns the outcome of that one.
#[track_caller]
fn asked(testee: &Testee) -> Outcome {
    let requests = requests();
    let outcomes = Mutex::new(vec![None; COUNT]);
    let performance = testee.perform_all(&requests, 4, &AtomicBool::new(false), &|index, outcome| {
        assert_eq!(outcomes.lock().unwrap()[index].replace(outcome), None);
    });
    assert_eq!(performance.outcomes, COUNT);
    let mut outcomes = outcomes.into_inner().unwrap();
    let bad = outcomes[BAD].take().unwrap();
    for (index, (outcome, (_, operation))) in outcomes.into_iter().zip(&requests).enumerate() {
        if let (Some(outcome), Operation::UriToCri { uri }) = (outcome, operation) {
            assert_eq!(outcome, right(uri), "{index}");
        }
    }
    bad
}

fn right(uri: &str) -> Outcome {
    Outcome::Value(Value::Cri { cri: uri.as_bytes().to_vec() })
}

/// What the line spoils is asked again, and told.
#[track_caller]
fn mended(fault: &'static str, resent: Option<bool>, noise: bool) {
    let testee = device(fault);
    assert_eq!(asked(&testee), right("bad"), "{fault}");
    let line = testee.record().line();
    assert!(resent.is_none_or(|resent| (line.resent > 0) == resent), "{fault}: {line:?}");
    assert_eq!(line.noise > 0, noise, "{fault}: {line:?}");
}

#[track_caller]
fn charged(fault: &'static str, kind: FailureKind, words: &[&str]) {
    let Outcome::Error(failure) = asked(&device(fault)) else { panic!("{fault}") };
    assert_eq!(failure.kind, kind, "{fault}: {}", failure.message);
    for words in words {
        assert!(failure.message.contains(words), "{fault}: {}", failure.message);
    }
}

#[test]
fn a_good_line() {
    mended("none", None, false);
}

#[test]
fn a_banner_before_the_first_frame() {
    mended("banner", None, true);
}

#[test]
fn noise_between_frames() {
    mended("noise", None, true);
}

#[test]
fn half_a_frame_once() {
    mended("half-once", Some(true), true);
}

#[test]
fn a_bad_frame_once() {
    mended("garbled-once", Some(true), true);
}

#[test]
fn a_device_that_reboots_once_in_the_middle() {
    mended("reboot-once", Some(true), true);
}

#[test]
fn two_answers_at_once() {
    let testee = device("two-at-once");
    assert_eq!(asked(&testee), right("bad"));
}

#[test]
fn half_a_frame_each_time() {
    charged("half", FailureKind::TimeOut, &["no answer within 3 s; sent ", "bytes came that are no frame"]);
}

#[test]
fn a_device_that_reboots_each_time() {
    charged(
        "reboot",
        FailureKind::TimeOut,
        &["no answer within 3 s; sent ", "bytes came that are no frame, at the end `", "booting\\r\\n`"],
    );
}

#[test]
fn a_line_that_is_closed() {
    charged("close", FailureKind::Crash, &["the line to the testee was closed while it owed the answer"]);
    charged("close-half", FailureKind::Crash, &["in the middle of a frame"]);
}

/// What comes whole and is wrong is no matter of the line: it is charged, and not asked again.
#[test]
fn whole_frames_that_hold_no_answer() {
    charged("no-cbor", FailureKind::Protocol, &["found `830100` in hex: it is not well-formed CBOR"]);
    charged("other-shape", FailureKind::Protocol, &["an answer has three items"]);
    charged("twice", FailureKind::Protocol, &[" twice"]);
}

/// Being asked again is no occasion to think better of it.
#[test]
fn a_second_answer_that_differs_is_not_taken() {
    let Outcome::Error(failure) = asked(&device("fickle")) else { panic!("an answer was taken") };
    assert!(failure.message.contains("twice"), "{}", failure.message);
}

/// Loses, garbles and doubles one byte of a hundred.
struct Lossy<T>(T, u64);

impl<T> Lossy<T> {
    fn spoil(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for byte in bytes {
            self.1 = self.1.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match self.1 >> 33 & 0x3ff {
                0..3 => {}
                3..6 => out.push(byte ^ 0x20),
                6..10 => out.extend([*byte, *byte]),
                _ => out.push(*byte),
            }
        }
        out
    }
}

/// One percent of the bytes is spoilt both ways, and every verdict is as on a good line.
#[test]
fn a_line_that_loses_bytes_changes_no_verdict() {
    let (good, target) = device_at("none");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for (near, seed) in listener.incoming().zip(7..) {
            let (near, far) = (near.unwrap(), TcpStream::connect(target).unwrap());
            for (from, to) in [(&near, &far), (&far, &near)] {
                let (mut from, mut to) = (from.try_clone().unwrap(), Lossy(to.try_clone().unwrap(), seed));
                thread::spawn(move || {
                    let mut buffer = [0; 256];
                    while let Ok(count @ 1..) = from.read(&mut buffer) {
                        let bytes = to.spoil(&buffer[..count]);
                        if to.0.write_all(&bytes).is_err() {
                            break;
                        }
                    }
                });
            }
        }
    });
    let limits = Limits { request: Duration::from_secs(30), ..Limits::default() };
    let lossy = Testee::tcp(&address.to_string()).framed(Framing::Frames).with_limits(limits);
    assert_eq!(asked(&lossy), asked(&good));
    assert!(lossy.record().line().resent > 5, "{:?}", lossy.record().line());
}

/// A testee is asked in one framing after the other until it describes itself.
#[test]
fn the_framing_is_found_out() {
    let testee = device("none").framed(Framing::Json);
    let (testee, described) = testee.probe(&AtomicBool::new(false)).unwrap();
    assert_eq!((testee.framing(), described.description.name.as_str()), (Framing::Frames, "device"));
}

#[test]
fn a_reset_command_that_fails_says_so() {
    let error = Testee::tcp("127.0.0.1:1").reset_by("sh -c 'exit 3'").unwrap().describe().unwrap_err();
    assert!(error.to_string().contains("the reset command `sh` exited with status 3"), "{error}");
}
