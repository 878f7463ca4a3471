//! The same testees at the end of a line: a board that starts one for each connection, or when its button is pressed.
//!
//! On TCP the line ends with the program; on a serial line, here a pseudo-terminal, nothing tells of its end but silence.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crivet::outcome::{FailureKind, Outcome};
use crivet::process::{Limits, Testee};
use libtest_mimic::Trial;
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{QueueSelector, tcflush};

use FailureKind::{Crash, Protocol, TimeOut};

use crate::trials::{Marks, perform, requests, right, uri};

/// What is charged over TCP, and over a serial line.
const CHARGED: [(&str, FailureKind, FailureKind); 16] = [
    ("abort", Crash, TimeOut),
    ("answer-hex-odd", Protocol, Protocol),
    ("answer-members-more", Protocol, Protocol),
    ("close-output", Crash, TimeOut),
    ("endless-line", Protocol, Protocol),
    ("exit", Crash, TimeOut),
    ("half-a-line", Crash, TimeOut),
    ("hang", TimeOut, TimeOut),
    ("json", Protocol, Protocol),
    ("kill", Crash, TimeOut),
    ("line-array", Protocol, Protocol),
    ("next-id", Protocol, Protocol),
    ("noise-after", Protocol, Protocol),
    ("shape", Protocol, Protocol),
    ("twice", Protocol, Protocol),
    ("utf-8", Protocol, Protocol),
];

const COUNT: usize = 150;
const BAD: usize = 70;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (fault, tcp, serial) in CHARGED {
        for (name, kind, board) in
            [("tcp", tcp, on_tcp as fn(&str, &Marks) -> Testee), ("serial", serial, on_serial)]
        {
            trials.push(Trial::test(format!("{fault}-{name}"), move || {
                let marks = Marks::new();
                charged(&board(fault, &marks), Some(kind));
                Ok(())
            }));
        }
    }
    for fault in ["good", "out-of-order", "byte-by-byte"] {
        for (name, board) in [("tcp", on_tcp as fn(&str, &Marks) -> Testee), ("serial", on_serial)] {
            trials.push(Trial::test(format!("{fault}-{name}"), move || {
                let marks = Marks::new();
                charged(&board(fault, &marks), None);
                Ok(())
            }));
        }
    }
    trials
}

/// The bad request is charged, if one is bad, and all others are answered right.
#[track_caller]
fn charged(testee: &Testee, kind: Option<FailureKind>) {
    let bad: &[usize] = if kind.is_some() { &[BAD] } else { &[] };
    // There is one device, however many are wanted.
    let (outcomes, performance) = perform(testee, &requests(COUNT, bad), 3, &AtomicBool::new(false));
    for (index, outcome) in outcomes.into_iter().enumerate() {
        match (outcome, kind) {
            (Some(Outcome::Error(failure)), Some(kind)) if index == BAD => {
                assert_eq!(failure.kind, kind, "{}", failure.message);
            }
            (outcome, _) => assert_eq!(outcome, Some(right(&uri(index, bad))), "{index}"),
        }
    }
    assert_eq!(performance.unattributed, []);
}

fn limits() -> Limits {
    let seconds = Duration::from_secs;
    Limits { request: seconds(3), start: seconds(20), line: 64 << 10, ..Limits::default() }
}

/// The program with the fault, which writes its marks to the folder.
fn program(fault: &str, folder: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["misbehave", fault, folder])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn end(mut child: Child) {
    // An error means that it has ended.
    let _ = child.kill();
    let _ = child.wait();
}

/// Hands on what comes, as it comes.
fn pump(from: &mut impl Read, to: &mut impl Write) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..count]).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// A board at a TCP port: a connection starts it anew, and is closed when its program ends.
fn on_tcp(fault: &str, marks: &Marks) -> Testee {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (fault, folder) = (fault.to_owned(), marks.0.path().to_str().unwrap().to_owned());
    thread::spawn(move || {
        for socket in listener.incoming() {
            let socket = socket.unwrap();
            let mut child = program(&fault, &folder);
            let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            let (mut from, mut to) = (socket.try_clone().unwrap(), socket);
            thread::spawn(move || {
                // Whichever breaks off first, both end.
                pump(&mut from, &mut stdin);
                drop(stdin);
                end(child);
            });
            thread::spawn(move || {
                pump(&mut stdout, &mut to);
                let _ = to.shutdown(Shutdown::Both);
            });
        }
    });
    Testee::tcp(&address.to_string()).with_limits(limits())
}

/// A board at a serial port, which starts anew when its button is pressed.
fn on_serial(fault: &str, marks: &Marks) -> Testee {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let device = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let master = File::from(master);
    let button = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = button.local_addr().unwrap();
    let place = format!("{device},115200");
    let (fault, folder) = (fault.to_owned(), marks.0.path().to_str().unwrap().to_owned());
    let stdin: Arc<Mutex<Option<ChildStdin>>> = Arc::default();
    let (mut from, to) = (master.try_clone().unwrap(), Arc::clone(&stdin));
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        loop {
            match from.read(&mut buffer) {
                Ok(count) => {
                    if let Some(stdin) = &mut *to.lock().unwrap() {
                        // A program that has ended hears nothing.
                        let _ = stdin.write_all(&buffer[..count]);
                    }
                }
                // Nobody has the other end open.
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        }
    });
    thread::spawn(move || {
        let mut running: Option<(Child, thread::JoinHandle<()>)> = None;
        for press in button.incoming() {
            drop(stdin.lock().unwrap().take());
            if let Some((child, output)) = running.take() {
                end(child);
                // Nobody reads what it still has to say.
                let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
                let other = rustix::fs::open(device.as_str(), flags, Mode::empty()).unwrap();
                while !output.is_finished() {
                    tcflush(&other, QueueSelector::IFlush).unwrap();
                    thread::sleep(Duration::from_millis(5));
                }
            }
            let mut child = program(&fault, &folder);
            *stdin.lock().unwrap() = child.stdin.take();
            let (mut stdout, mut to) = (child.stdout.take().unwrap(), master.try_clone().unwrap());
            let output = thread::spawn(move || pump(&mut stdout, &mut to));
            running = Some((child, output));
            press.unwrap().write_all(b".").unwrap();
        }
    });
    let program = std::env::current_exe().unwrap().into_os_string().into_string().unwrap();
    let reset = format!("{} reset {address}", shlex::try_quote(&program).unwrap());
    Testee::serial(&place).reset_by(&reset).unwrap().with_limits(limits())
}

/// Presses the button, and waits until the board has started.
pub(crate) fn press(control: &str) {
    let mut board = TcpStream::connect(control).unwrap();
    board.read_exact(&mut [0]).unwrap();
}
