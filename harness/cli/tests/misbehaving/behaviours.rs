//! A testee that is right but for what its first argument tells it to do wrong, when it is asked something.

use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use crivet::implementation::{Answer, Description, Implementation};
use crivet::operation::OperationName;
use crivet::outcome::Decoded;
use crivet::profile::Profile;
use crivet_testee_reference::Reference;

const FOREVER: Duration = Duration::from_secs(600);

/// The reference, with few operations and one profile: so every oracle has many turns in a short time.
struct Small(&'static Reference);

impl Implementation for Small {
    fn describe(&self) -> Description {
        use OperationName::{CriToUri, Decode, Resolve, UriToCri};
        Description {
            operations: [Decode, CriToUri, UriToCri, Resolve].into(),
            profiles: [Profile::Href13].into(),
            ..self.0.describe()
        }
    }

    fn decode(&self, profile: Profile, cri: &[u8]) -> Answer<Decoded> {
        self.0.decode(profile, cri)
    }

    fn cri_to_uri(&self, profile: Profile, cri: &[u8]) -> Answer<String> {
        self.0.cri_to_uri(profile, cri)
    }

    fn uri_to_cri(&self, profile: Profile, uri: &str) -> Answer<Vec<u8>> {
        self.0.uri_to_cri(profile, uri)
    }

    fn resolve(&self, profile: Profile, base: &[u8], reference: &[u8]) -> Answer<Vec<u8>> {
        self.0.resolve(profile, base, reference)
    }
}

/// `folder` is for what is to be known from one process to the next.
pub(crate) fn main(fault: &str, folder: &str) {
    let small = Small(Box::leak(Box::new(Reference::new())));
    let is_first_process = std::fs::create_dir(format!("{folder}/started")).is_ok();
    match fault {
        "dies-at-once" => process::exit(3),
        "banner" => println!("Welcome!"),
        "starts-once" if !is_first_process => process::exit(4),
        "starts-slowly" => thread::sleep(Duration::from_millis(300)),
        "leaves-a-child" => hold_the_pipes(),
        _ => {}
    }
    let mut asked = 0;
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut answer = Vec::new();
        crivet::protocol::serve(&small, line.as_bytes(), &mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        if line.contains("\"op\":\"describe\"") {
            match fault {
                "other-version" => say(&answer.replace("\"protocol\":1", "\"protocol\":2")),
                "refuses-to-describe" => say(&replaced(&answer, "\"reject\":\"no\"")),
                _ => say(&answer),
            }
            continue;
        }
        asked += 1;
        perform(fault, folder, asked, &line, &answer);
    }
    if fault == "lives-on" {
        thread::sleep(FOREVER);
    }
}

/// One input in so many, the same ones every time.
fn one_in(many: u32, line: &str) -> bool {
    let arguments = line.split_once("\"op\"").map_or(line, |(_, arguments)| arguments);
    arguments
        .bytes()
        .fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
        .is_multiple_of(many)
}

fn perform(fault: &str, folder: &str, asked: u64, line: &str, answer: &str) {
    match fault {
        "dies" => process::exit(3),
        "aborts" => process::abort(),
        "dies-at-each-10th" if asked.is_multiple_of(10) => process::exit(3),
        "ends-after-20" if asked > 20 => process::exit(0),
        "dies-after-the-answer" => {
            say(answer);
            process::exit(5);
        }
        "dies-in-a-line" => {
            print!("{{\"id\":");
            io::stdout().flush().unwrap();
            process::exit(3);
        }
        "panics-here-and-there" if one_in(40, line) => {
            eprintln!("thread 'main' ({}) panicked at src/read.rs:{}:5:\nno {line}", process::id(), 12);
            process::exit(101);
        }
        "raises-here-and-there" if one_in(40, line) => {
            eprintln!(
                "Traceback (most recent call last):\n  File \"/x/read.py\", line 12, in read\nValueError: {line}"
            );
            process::exit(1);
        }
        "hangs" => thread::sleep(FOREVER),
        "hangs-once" if std::fs::create_dir(format!("{folder}/hung")).is_ok() => thread::sleep(FOREVER),
        "hangs-at-each-50th" if asked.is_multiple_of(50) => thread::sleep(FOREVER),
        "hangs-at-one-in-400" if one_in(400, line) => thread::sleep(FOREVER),
        "slow" => {
            thread::sleep(Duration::from_millis(20));
            say(answer);
        }
        "very-slow" => {
            thread::sleep(Duration::from_millis(450));
            say(answer);
        }
        "out-of-order" => {
            let answer = answer.to_owned();
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(asked * 7 % 4));
                say(&answer);
            });
        }
        "garbage" => say(&format!("what is {asked}? {line}")),
        "garbage-here-and-there" if one_in(10, line) => say(&format!("`{asked}`, found {line}")),
        "not-utf-8" => {
            io::stdout().write_all(b"\xff\xfe\n").unwrap();
            io::stdout().flush().unwrap();
        }
        "null" => say("null"),
        "empty-lines" => say(&format!("\n\n{answer}")),
        "wrong-ids" => say(&answer.replacen("\"id\":", "\"id\":77", 1)),
        "answers-twice" => say(&format!("{}\n{answer}", answer.trim_end())),
        "other-members" => say(&replaced(answer, &format!("\"ok\":{{\"x{asked}\":true}}"))),
        "refuses-everything" => say(&replaced(answer, "\"reject\":\"no\"")),
        "supports-nothing" => say(&replaced(answer, "\"unsupported\":\"no\"")),
        #[cfg(unix)]
        "closes-its-output" => {
            let null = std::fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(null).unwrap();
            thread::sleep(FOREVER);
        }
        "floods-stderr" => {
            eprintln!("{}", "x".repeat(20_000));
            say(answer);
        }
        "floods-stdout" => loop {
            print!("{}", "x".repeat(1 << 16));
        },
        "eats-memory" => {
            let eaten: Vec<Vec<u8>> = (0..32).map(|_| vec![1; 8 << 20]).collect();
            thread::sleep(FOREVER);
            drop(eaten);
        }
        "leaves-a-child-and-dies" => {
            hold_the_pipes();
            process::exit(3);
        }
        _ => say(answer),
    }
}

/// A child that has the same pipes, and lives on.
#[expect(clippy::zombie_processes, reason = "to be left behind is what it is for")]
fn hold_the_pipes() {
    Command::new("sleep").arg("600").stdin(Stdio::null()).spawn().unwrap();
}

/// The answer with another member in place of what it says.
fn replaced(answer: &str, member: &str) -> String {
    let id = answer.split_once("\"id\":").unwrap().1;
    let id: String = id.chars().take_while(char::is_ascii_digit).collect();
    format!("{{\"id\":{id},{member}}}")
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    // Nobody may be listening any more.
    let _ = writeln!(out, "{}", line.trim_end()).and_then(|()| out.flush());
}
