//! A testee that is right but for what its first argument tells it to do wrong, when it is asked something. It says all of
//! it over a [`Wire`], so that it misbehaves in the same ways whatever joins it to crivet.

use std::io::BufRead;
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime};

use crivet::implementation::{Answer, Description, Implementation};
use crivet::operation::OperationName;
use crivet::outcome::Decoded;
use crivet::profile::Profile;
use crivet_testee_reference::Reference;
use rustix::process::{Resource, Rlimit, Signal, getpid, getppid, kill_process, setrlimit, setsid};

const FOREVER: Duration = Duration::from_secs(600);

/// What a testee answers through.
pub(crate) trait Wire: Send + Sync {
    /// Says so much, at once.
    fn send(&self, bytes: &[u8]);
    /// Says nothing any more, and lives on.
    fn close(&self);
}

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

/// Answers what is asked. `folder` is for what is to be known from one process to the next.
pub(crate) fn serve(fault: &str, folder: &str, asked: impl BufRead, wire: &Arc<dyn Wire>) {
    let small = Small(Box::leak(Box::new(Reference::new())));
    let first = std::fs::create_dir(format!("{folder}/started")).is_ok();
    let mut testee = Testee { fault, folder, wire: Arc::clone(wire), first, asked: 0, kept: Vec::new() };
    testee.start();
    for line in asked.lines().map_while(Result::ok) {
        let mut answer = Vec::new();
        crivet::protocol::serve(&small, line.as_bytes(), &mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap().trim_end().to_owned();
        if line.contains("\"op\":\"describe\"") {
            testee.describe(&answer);
        } else {
            testee.asked += 1;
            testee.answer(&line, &answer);
        }
    }
    testee.end();
}

/// One input in so many, the same ones every time.
fn one_in(many: u32, line: &str) -> bool {
    let arguments = line.split_once("\"op\"").map_or(line, |(_, arguments)| arguments);
    arguments
        .bytes()
        .fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
        .is_multiple_of(many)
}

struct Testee<'a> {
    fault: &'a str,
    folder: &'a str,
    wire: Arc<dyn Wire>,
    /// Is it the first process of its run?
    first: bool,
    /// How much it was asked.
    asked: u64,
    kept: Vec<String>,
}

impl Testee<'_> {
    fn say(&self, line: &str) {
        self.wire.send(format!("{line}\n").as_bytes());
    }

    fn start(&self) {
        match self.fault {
            "dies-at-once" => process::exit(3),
            "aborts-at-once" => process::abort(),
            "banner" => self.say("Welcome!"),
            "empty-lines-at-start" => self.say("\n\n"),
            "bom-at-start" => self.wire.send("\u{feff}".as_bytes()),
            "starts-once" if !self.first => process::exit(4),
            "starts-slowly" => thread::sleep(Duration::from_millis(300)),
            "never-describes-itself" => thread::sleep(FOREVER),
            "leaves-a-child" => leave("sleep 600"),
            "leaves-a-session" => leave("setsid sleep 600"),
            "leaves-a-daemon" => leave("(setsid sh -c 'sleep 600 & sleep 600' &)"),
            "leaves-its-group" => drop(setsid()),
            "leaves-its-folder" => std::env::set_current_dir("/").unwrap(),
            "ignores-signals" => leave("trap '' TERM INT HUP; sleep 600"),
            "has-few-files" => {
                let few = Rlimit { current: Some(3), maximum: Some(3) };
                setrlimit(Resource::Nofile, few).unwrap();
            }
            "floods-stderr-without-end" => drop(thread::spawn(|| {
                loop {
                    eprintln!("{}", "noise".repeat(1000));
                }
            })),
            "changes-the-terminal" => leave("stty raw -echo < /dev/tty; reset > /dev/tty; true"),
            _ => {}
        }
    }

    fn describe(&self, answer: &str) {
        match self.fault {
            "other-version" => self.say(&answer.replace("\"protocol\":1", "\"protocol\":2")),
            "refuses-to-describe" => self.say(&replaced(answer, "\"reject\":\"no\"")),
            "describes-null" => self.say("null"),
            "describes-an-array" => self.say(&replaced(answer, "\"ok\":[]")),
            "describes-itself-twice" => self.say(&format!("{answer}\n{answer}")),
            "describes-and-exits" => {
                self.say(answer);
                process::exit(0);
            }
            "describes-half" => {
                self.wire.send(answer.split_at(answer.len() / 2).0.as_bytes());
                process::exit(0);
            }
            "claims-nothing" => {
                let (before, behind) = answer.split_once("\"operations\":[").unwrap();
                self.say(&format!("{before}\"operations\":[{}", &behind[behind.find(']').unwrap()..]));
            }
            "claims-less-later" if !self.first => {
                let (before, behind) = answer.split_once("\"operations\":[").unwrap();
                self.say(&format!("{before}\"operations\":[{}", &behind[behind.find(']').unwrap()..]));
            }
            "has-a-hostile-name" => {
                let name = "\"name\":\"\\u001b]0;owned\\u0007\\u202e\\n::error::owned\"";
                let (before, behind) = answer.split_once("\"name\":\"").unwrap();
                self.say(&format!("{before}{name}{}", &behind[behind.find('"').unwrap() + 1..]));
            }
            "has-a-long-name" => {
                self.say(&answer.replace("\"name\":\"", &format!("\"name\":\"{}", "x".repeat(10 << 20))));
            }
            _ => self.say(answer),
        }
    }

    fn end(&self) {
        match self.fault {
            "lives-on" => thread::sleep(FOREVER),
            "aborts-at-its-end" => process::abort(),
            "fails-at-its-end" => process::exit(23),
            "says-goodbye" => self.say("goodbye"),
            // Its threads have to finish.
            "out-of-order" => thread::sleep(Duration::from_millis(50)),
            _ => {}
        }
    }

    fn answer(&mut self, line: &str, answer: &str) {
        if let Some(said) = wrong_line(self.fault, answer, line, self.asked) {
            return self.say(&said);
        }
        let me = |signal| {
            // Rust's own handler takes the first of some signals.
            for _ in 0..2 {
                kill_process(getpid(), signal).unwrap();
                thread::sleep(Duration::from_millis(20));
            }
        };
        match self.fault {
            // It ends.
            "dies" => process::exit(3),
            "exits-with-success" => process::exit(0),
            "aborts" => process::abort(),
            "is-segmented" => me(Signal::SEGV),
            "is-killed" => me(Signal::KILL),
            "is-terminated" => me(Signal::TERM),
            "dies-at-every-second" if self.asked.is_multiple_of(2) => process::exit(3),
            "dies-at-each-10th" if self.asked.is_multiple_of(10) => process::exit(3),
            "ends-after-20" if self.asked > 20 => process::exit(0),
            "dies-after-the-answer" => {
                self.say(answer);
                process::exit(5);
            }
            "dies-in-a-line" => {
                self.wire.send(b"{\"id\":");
                process::exit(3);
            }
            "dies-before-the-line-ends" => {
                self.wire.send(answer.as_bytes());
                process::exit(0);
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
            "leaves-a-child-and-dies" => {
                leave("sleep 600");
                process::exit(3);
            }
            "overflows-its-stack" => drop(deep(self.asked)),
            // It takes what it should not.
            "eats-memory" => {
                let eaten: Vec<Vec<u8>> = (0..32).map(|_| vec![1; 8 << 20]).collect();
                thread::sleep(FOREVER);
                drop(eaten);
            }
            "eats-memory-in-a-child" => {
                leave("setsid sh -c 'x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done'");
                thread::sleep(FOREVER);
            }
            "stops-who-is-above" => {
                let _ = kill_process(getppid().unwrap(), Signal::STOP);
                thread::sleep(FOREVER);
            }
            "kills-who-is-above" => {
                let _ = kill_process(getppid().unwrap(), Signal::KILL);
                thread::sleep(FOREVER);
            }
            // It says nothing.
            "hangs" => thread::sleep(FOREVER),
            "never-rests" => loop {
                std::hint::black_box(self.asked);
            },
            "stops" => me(Signal::STOP),
            "hangs-once" if std::fs::create_dir(format!("{}/hung", self.folder)).is_ok() => {
                thread::sleep(FOREVER);
            }
            "hangs-at-each-50th" if self.asked.is_multiple_of(50) => thread::sleep(FOREVER),
            "hangs-at-one-in-400" if one_in(400, line) => thread::sleep(FOREVER),
            "hangs-in-a-line" => {
                self.wire.send(answer.split_at(answer.len() / 2).0.as_bytes());
                thread::sleep(FOREVER);
            }
            "answers-on-stderr" => eprintln!("{answer}"),
            "closes-its-output" => {
                self.wire.close();
                thread::sleep(FOREVER);
            }
            "slow" => {
                thread::sleep(Duration::from_millis(20));
                self.say(answer);
            }
            "very-slow" => {
                thread::sleep(Duration::from_millis(450));
                self.say(answer);
            }
            "rather-slow" => {
                thread::sleep(Duration::from_millis(300));
                self.say(answer);
            }
            "slow-at-first-and-hangs" if one_in(40, line) => thread::sleep(FOREVER),
            "slow-at-first" | "slow-at-first-and-hangs" => {
                thread::sleep(Duration::from_millis(if self.asked == 1 { 1000 } else { 20 }));
                self.say(answer);
            }
            "pauses" => {
                let pauses = self.asked % 50 == 7;
                thread::sleep(Duration::from_millis(if pauses { 1000 } else { 1 }));
                self.say(answer);
            }
            // It says it in another way.
            "out-of-order" => {
                let (answer, wire) = (format!("{answer}\n"), Arc::clone(&self.wire));
                let wait = Duration::from_millis(self.asked * 7 % 4);
                thread::spawn(move || {
                    thread::sleep(wait);
                    wire.send(answer.as_bytes());
                });
            }
            "byte-by-byte" => format!("{answer}\n").bytes().for_each(|byte| self.wire.send(&[byte])),
            "in-halves" => {
                let (half, other) = answer.split_at(answer.len() / 2);
                self.wire.send(half.as_bytes());
                thread::sleep(Duration::from_millis(2));
                self.say(other);
            }
            "not-utf-8" => self.wire.send(b"\xff\xfe\n"),
            "utf-16" => {
                let units =
                    format!("{answer}\n").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
                self.wire.send(&units);
            }
            "answers-again-later" => {
                self.say(answer);
                self.kept.push(answer.to_owned());
                if self.kept.len() == 5 {
                    let first = self.kept.remove(0);
                    self.say(&first);
                }
            }
            "answers-before-it-is-asked" => {
                let id: u64 = id(answer).parse().unwrap();
                self.say(&answer.replacen(&format!("\"id\":{id}"), &format!("\"id\":{}", id + 1), 1));
            }
            "floods-stderr" => {
                eprintln!("{}", "x".repeat(20_000));
                self.say(answer);
            }
            "floods-stdout" => loop {
                self.wire.send("x".repeat(1 << 16).as_bytes());
            },
            "floods-stdout-with-lines" => loop {
                self.say("{}");
            },
            // It is right for a while, or now and then.
            "knows-the-first-10" if self.asked > 10 => self.say(&replaced(answer, "\"reject\":\"enough\"")),
            "answers-by-the-clock" => {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
                let wrong = !now.subsec_micros().is_multiple_of(4);
                self.say(&if wrong { replaced(answer, "\"reject\":\"not now\"") } else { answer.to_owned() });
            }
            _ => self.say(answer),
        }
    }
}

/// What is said where the fault is in the line, or in the answer.
fn wrong_line(fault: &str, answer: &str, line: &str, asked: u64) -> Option<String> {
    let id = id(answer);
    let instead = |member: &str| replaced(answer, member);
    Some(match fault {
        "garbage" => format!("what is {asked}? {line}"),
        "garbage-here-and-there" if one_in(10, line) => format!("`{asked}`, found {line}"),
        "null" => "null".to_owned(),
        "a-number" => id,
        "a-text" => format!("\"{id}\""),
        "an-array" => format!("[{answer}]"),
        "a-comment" => format!("// {id}\n{answer}"),
        "an-echo" => line.to_owned(),
        "empty-lines" => format!("\n\n{answer}"),
        "a-byte-order-mark" => format!("\u{feff}{answer}"),
        "nul-bytes" => format!("\0{answer}\0"),
        "windows-lines" => format!("{answer}\r"),
        "spaces" => format!(" \t{answer}  "),
        "single-quotes" => answer.replace('"', "'"),
        "two-in-a-line" => format!("{answer}{answer}"),
        "a-comma-too-many" => answer.replace('}', ",}"),
        "a-member-twice" => format!("{{\"id\":{id},{}", &answer[1..]),
        "an-unknown-member" => format!("{{\"time\":1,{}", &answer[1..]),
        "deep-nesting" => instead(&format!("\"ok\":{}1{}", "[".repeat(100_000), "]".repeat(100_000))),
        "wrong-ids" => answer.replacen("\"id\":", "\"id\":77", 1),
        "an-id-that-is-a-text" => answer.replacen(&format!(":{id}"), &format!(":\"{id}\""), 1),
        "an-id-that-is-a-float" => answer.replacen(&format!(":{id}"), &format!(":{id}.5"), 1),
        "an-id-that-is-huge" => answer.replacen(&format!(":{id}"), &format!(":{id}{}", "0".repeat(400)), 1),
        "an-id-that-is-negative" => answer.replacen(&format!(":{id}"), &format!(":-{id}"), 1),
        "no-id" => answer.replacen(&format!("\"id\":{id},"), "", 1),
        "answers-twice" => format!("{answer}\n{answer}"),
        "other-members" => instead(&format!("\"ok\":{{\"x{asked}\":true}}")),
        "no-members" => instead("\"ok\":{}"),
        "a-value-that-is-a-text" => instead("\"ok\":\"80\""),
        "a-value-and-a-rejection" => format!("{},\"reject\":\"\",\"ok\":{{}}}}", &answer[..answer.len() - 1]),
        "no-value" => format!("{{\"id\":{id}}}"),
        "a-rejection-without-words" => instead("\"reject\":null"),
        "a-lone-surrogate" => instead("\"reject\":\"\\ud800\""),
        "upper-case-hex" => instead("\"ok\":{\"cri\":\"AB\"}"),
        "odd-hex" => instead("\"ok\":{\"cri\":\"abc\"}"),
        "refuses-everything" => instead("\"reject\":\"no\""),
        "refuses-at-length" => instead(&format!("\"reject\":\"{}\"", "no ".repeat(1 << 18))),
        "refuses-with-orders" => instead(
            "\"reject\":\"\\u001b]0;owned\\u0007\\u009b31m\\u202e\\r\\n::error::owned\\n##[error]owned\"",
        ),
        "supports-nothing" => instead("\"unsupported\":\"no\""),
        _ => return None,
    })
}

/// Leaves a command of the shell behind that has the same pipes.
#[expect(clippy::zombie_processes, reason = "to be left behind is what it is for")]
fn leave(command: &str) {
    Command::new("sh").args(["-c", command]).stdin(Stdio::null()).spawn().unwrap();
}

/// Recurses without end.
#[expect(unconditional_recursion, reason = "the stack is to overflow")]
fn deep(asked: u64) -> u64 {
    let room = std::hint::black_box([asked; 512]);
    deep(room[7] + 1) + std::hint::black_box(room)[0]
}

fn id(answer: &str) -> String {
    let id = answer.split_once("\"id\":").unwrap().1;
    id.chars().take_while(char::is_ascii_digit).collect()
}

/// The answer with another member in place of what it says.
fn replaced(answer: &str, member: &str) -> String {
    format!("{{\"id\":{},{member}}}", id(answer))
}
