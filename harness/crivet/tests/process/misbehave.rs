//! A testee that misbehaves as its first argument tells it.
//!
//! It offers `uri-to-cri`, and answers each URI with its own bytes; so it does for `iri-to-cri` and the reference of
//! `resolve`. What it does wrong it does on the URI `bad`, unless the name of the fault says otherwise. While it lives it writes to a file in the folder that its
//! second argument names, so that a test can tell whether anything is left of it.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

const FOREVER: Duration = Duration::from_secs(600);

pub(crate) fn main(fault: &str, folder: &str) {
    let file = format!("{folder}/{}", process::id());
    // It is there before anything else happens.
    let mut file = OpenOptions::new().create(true).append(true).open(file).unwrap();
    let beat = move || {
        while file.write_all(b".").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    };
    thread::spawn(beat);
    match fault {
        "banner" => println!("Welcome to the testee!"),
        "exit-at-start" => {
            eprintln!("no licence found");
            process::exit(3);
        }
        "eat-at-start" | "eater" => eat(),
        "linger" => thread::sleep(FOREVER),
        "linger-in-session" => {
            rustix::process::setsid().unwrap();
            thread::sleep(FOREVER);
        }
        "daemon" => {
            rustix::process::setsid().unwrap();
            leave("linger-in-session", folder);
            process::exit(0);
        }
        "linger-from-start" => leave("linger", folder),
        "start-slow" => thread::sleep(Duration::from_millis(1500)),
        "spent" if fs::read_dir(folder).unwrap().count() > 1 => process::exit(4),
        _ => {}
    }
    let alone = fault.starts_with("runs-alone").then(|| be_alone(folder));
    let mut asked = 0;
    let mut kept = Vec::new();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let id = request["id"].as_u64().unwrap();
        if request["op"] == "describe" {
            describe(fault, id);
        } else {
            asked += 1;
            if fault == "leak" {
                // A window's worth stays below the limit.
                kept.push(vec![1_u8; 3 << 20]);
                thread::sleep(Duration::from_millis(10));
            }
            let argument = ["uri", "iri", "reference"].iter().find_map(|name| request[name].as_str());
            on_all(fault, folder, asked, id, request["op"].as_str().unwrap(), argument.unwrap());
            perform(fault, folder, id, argument.unwrap(), asked);
        }
    }
    match fault {
        "abort-at-end" => process::abort(),
        "exit-with-leak" => {
            eprintln!("1 leak");
            process::exit(23);
        }
        "goodbye" => println!("goodbye"),
        "runs-alone-and-hangs-once" => drop(alone),
        "ignore-end" => thread::sleep(FOREVER),
        // Its threads have to finish.
        "out-of-order" => thread::sleep(Duration::from_millis(50)),
        _ => {}
    }
}

fn describe(fault: &str, id: u64) {
    if fault == "describe-never" {
        thread::sleep(FOREVER);
    }
    let protocol = if fault == "protocol-2" { 2 } else { 1 };
    let ok = json!({
        "name": if fault == "long-name" { "x".repeat(10 << 20) } else { "misbehave".to_owned() }, "version": "1", "language": "Rust", "protocol": protocol,
        "profiles": ["href-13", "href-99"], "features": [], "operations": ["uri-to-cri"],
    });
    let line = match fault {
        "describe-array" => json!({"id": id, "ok": []}),
        "describe-empty" => json!({"id": id, "ok": {}}),
        "describe-null" => Value::Null,
        "describe-number" => json!({"id": id, "ok": {"name": 7, "protocol": 1}}),
        "describe-operations" => {
            json!({"id": id, "ok": {"name": "", "protocol": 1, "profiles": [], "operations": 1}})
        }
        "describe-other-id" => json!({"id": id + 7, "ok": ok}),
        "describe-protocol" => json!({"id": id, "ok": {"protocol": "one"}}),
        "describe-refused" => json!({"id": id, "reject": "who wants to know?"}),
        "describe-text" => json!({"id": id.to_string(), "ok": ok}),
        "describe-then-exit" => {
            say(&json!({"id": id, "ok": ok}).to_string());
            process::exit(0);
        }
        "describe-half" => {
            print!("{{\"id\":");
            io::stdout().flush().unwrap();
            process::exit(0);
        }
        _ => json!({"id": id, "ok": ok}),
    };
    for _ in 0..(if fault == "describe-twice" { 2 } else { 1 }) {
        say(&line.to_string());
    }
}

/// Faults that are not about one request.
fn on_all(fault: &str, folder: &str, asked: usize, id: u64, operation: &str, argument: &str) {
    match fault {
        "breach-on-all" => say("[]"),
        "exit-on-all" => process::exit(9),
        "hangs-at-every-second" if asked.is_multiple_of(2) => thread::sleep(FOREVER),
        "runs-alone-and-hangs-once" if argument == "uri:0" => thread::sleep(FOREVER),
        "restless" => {
            let start = Instant::now();
            while start.elapsed() < FOREVER {}
        }
        "hang-on-one-operation" if operation == "iri-to-cri" => thread::sleep(FOREVER),
        "shape-on-all" => say(&json!({"id": id, "ok": {"uri": "a"}}).to_string()),
        "exit-on-first-twenty"
            if argument.strip_prefix("uri:").is_some_and(|n| n.parse().is_ok_and(|n: usize| n < 20)) =>
        {
            process::exit(9);
        }
        "break-down" => {
            let count = format!("{folder}/count");
            let mut count = OpenOptions::new().create(true).append(true).open(count).unwrap();
            if count.metadata().unwrap().len() > 100 {
                process::exit(9);
            }
            count.write_all(b".").unwrap();
        }
        _ => {}
    }
}

fn perform(fault: &str, folder: &str, id: u64, uri: &str, asked: usize) {
    let cri: String = uri.bytes().map(|byte| format!("{byte:02x}")).collect();
    let answer = move |id: u64| json!({"id": id, "ok": {"cri": cri}}).to_string();
    match fault {
        "breach-on-all" | "shape-on-all" => return,
        "long-reject" => return say(&json!({"id": id, "reject": "no ".repeat(1 << 19)}).to_string()),
        "long-value" => return say(&json!({"id": id, "ok": {"cri": "00".repeat(1 << 18)}}).to_string()),
        "exit-on-every-second" if asked == 2 => process::exit(5),
        "exit-after-each" => {
            say(&answer(id));
            process::exit(0);
        }
        "out-of-order" => {
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(id * 7 % 20));
                say(&answer(id));
            });
            return;
        }
        "stderr-flood" => eprintln!("{}the end", "noise ".repeat(50_000)),
        "deaf" => thread::sleep(FOREVER),
        "slower" => thread::sleep(Duration::from_millis(1 << asked.min(12))),
        "stderr-only" => return eprintln!("{}", answer(id)),
        "byte-by-byte" => {
            for byte in format!("{}\n", answer(id)).bytes() {
                io::stdout().write_all(&[byte]).unwrap();
                io::stdout().flush().unwrap();
            }
            return;
        }
        "windows-lines" => return say(&format!("  {} \r", answer(id))),
        "unsupported" => return say(&json!({"id": id, "unsupported": "not today"}).to_string()),
        _ => {}
    }
    if uri != "bad" {
        return say(&answer(id));
    }
    if let Some(line) = wrong_line(fault, id) {
        return say(&line);
    }
    match fault {
        "answer-without-end" => {
            print!("{}", answer(id));
            io::stdout().flush().unwrap();
            process::exit(0);
        }
        "close-input" => {
            rustix::stdio::dup2_stdin(fs::File::open("/dev/null").unwrap()).unwrap();
            say(&answer(id));
            thread::sleep(FOREVER);
        }
        "close-all" => {
            let null = OpenOptions::new().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(&null).unwrap();
            rustix::stdio::dup2_stderr(&null).unwrap();
            process::exit(0);
        }
        "leave-daemon" => {
            leave("daemon", folder);
            process::exit(0);
        }
        "leave-session" => {
            leave("linger-in-session", folder);
            process::exit(0);
        }
        "leave-many" => {
            for _ in 0..20 {
                leave("linger-in-session", folder);
            }
            process::exit(0);
        }
        "kill-group" => {
            rustix::process::kill_current_process_group(Signal::KILL).unwrap();
            thread::sleep(FOREVER);
        }
        "signal-segv" => raise(Signal::SEGV),
        "signal-bus" => raise(Signal::BUS),
        "signal-ill" => raise(Signal::ILL),
        "signal-fpe" => raise(Signal::FPE),
        "signal-term" => raise(Signal::TERM),
        "signal-int" => raise(Signal::INT),
        "signal-usr1" => raise(Signal::USR1),
        "signal-stop" => raise(Signal::STOP),
        "abort" => {
            eprintln!("assertion failed: bad");
            process::abort();
        }
        "abort-after" => {
            say(&answer(id));
            process::abort();
        }
        "close-output" => {
            let null = OpenOptions::new().write(true).open("/dev/null").unwrap();
            rustix::stdio::dup2_stdout(null).unwrap();
            thread::sleep(FOREVER);
        }
        "eat" => eat(),
        "fork" => {
            for _ in 0..110 {
                drop(Command::new("sleep").arg("600").spawn().unwrap());
            }
            thread::sleep(FOREVER);
        }
        "eat-in-child" => {
            leave("eater", folder);
            thread::sleep(FOREVER);
        }
        "endless-line" => loop {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        },
        "endless-lines" => loop {
            say(&answer(id));
        },
        "exit" => {
            eprintln!("\x1b[31mcannot go on\x1b[0m");
            process::exit(7);
        }
        "half-a-line" => {
            print!("{{\"id\":{id},");
            io::stdout().flush().unwrap();
            process::exit(0);
        }
        "hang" => thread::sleep(FOREVER),
        "json" => say("{'id': 1}"),
        "kill" => {
            rustix::process::kill_process(rustix::process::getpid(), Signal::KILL).unwrap();
            thread::sleep(FOREVER);
        }
        "late" => {
            thread::sleep(Duration::from_secs(4));
            say(&answer(id));
        }
        "leave-child" => {
            leave("linger", folder);
            process::exit(0);
        }
        "long-line" => {
            let part = vec![b'x'; 1 << 20];
            let mut output = io::stdout().lock();
            for _ in 0..1 << 10 {
                // Who is killed meanwhile does not come to its end.
                let _ = output.write_all(&part);
            }
            drop(output);
            say("");
        }
        "next-id" => say(&answer(id + 1)),
        "noise-after" => {
            say(&answer(id));
            say("debug: bad was hard");
        }
        "overflow" => say(&deep(id).to_string()),
        "previous-id" => say(&answer(id - 1)),
        "reserve" => {
            let room: Vec<u8> = Vec::with_capacity(4 << 30);
            std::hint::black_box(&room);
            say(&json!({"id": id, "reject": "too long"}).to_string());
        }
        "shape" => say(&json!({"id": id, "ok": {"uri": "a"}}).to_string()),
        "spent" => process::exit(6),
        "twice" => {
            say(&answer(id));
            say(&answer(id));
        }
        "utf-8" => {
            io::stdout().write_all(b"{\"id\":1,\"reject\":\"\xff\"}\n").unwrap();
        }
        "wrong-id" => say(&answer(id + 100_000)),
        _ => say(&answer(id)),
    }
}

/// Lines that are no answer, or a wrong one.
fn wrong_line(fault: &str, id: u64) -> Option<String> {
    Some(match fault {
        "line-array" => format!("[{id}]"),
        "line-bom" => format!("\u{feff}{{\"id\":{id},\"reject\":\"\"}}"),
        "line-comment" => format!("// {id}"),
        "line-deep" => format!("{{\"id\":{id},\"ok\":{}1{}}}", "[".repeat(500), "]".repeat(500)),
        "line-echo" => {
            format!("{{\"id\":{id},\"op\":\"uri-to-cri\",\"profile\":\"href-13\",\"uri\":\"bad\"}}")
        }
        "line-empty" => String::new(),
        "line-escape" => "\u{1b}]0;owned\u{7}\u{1b}[2J".to_owned(),
        "line-id-float" => format!("{{\"id\":{id}.5,\"reject\":\"\"}}"),
        "line-id-huge" => "{\"id\":1e999,\"reject\":\"\"}".to_owned(),
        "line-id-missing" => "{\"reject\":\"\"}".to_owned(),
        "line-id-negative" => "{\"id\":-1,\"reject\":\"\"}".to_owned(),
        "line-id-text" => format!("{{\"id\":\"{id}\",\"reject\":\"\"}}"),
        "line-member-twice" => format!("{{\"id\":{id},\"reject\":\"a\",\"reject\":\"b\"}}"),
        "line-nul" => "\0\0".to_owned(),
        "line-null" => "null".to_owned(),
        "line-number" => id.to_string(),
        "line-surrogate" => format!("{{\"id\":{id},\"reject\":\"\\ud800\"}}"),
        "line-text" => "\"no\"".to_owned(),
        "line-two-in-one" => format!("{{\"id\":{id},\"reject\":\"\"}}{{\"id\":{id},\"reject\":\"\"}}"),
        "line-unfinished" => format!("{{\"id\":{id},\"ok\":{{"),
        "answer-empty" => format!("{{\"id\":{id}}}"),
        "answer-hex-number" => format!("{{\"id\":{id},\"ok\":{{\"cri\":80}}}}"),
        "answer-hex-odd" => format!("{{\"id\":{id},\"ok\":{{\"cri\":\"abc\"}}}}"),
        "answer-hex-upper" => format!("{{\"id\":{id},\"ok\":{{\"cri\":\"AB\"}}}}"),
        "answer-members-missing" => format!("{{\"id\":{id},\"ok\":{{}}}}"),
        "answer-members-more" => format!("{{\"id\":{id},\"ok\":{{\"cri\":\"80\",\"full\":true}}}}"),
        "answer-of-two-kinds" => format!("{{\"id\":{id},\"ok\":{{\"cri\":\"80\"}},\"reject\":\"\"}}"),
        "answer-reject-null" => format!("{{\"id\":{id},\"reject\":null}}"),
        "answer-text" => format!("{{\"id\":{id},\"ok\":\"80\"}}"),
        "answer-unknown-member" => format!("{{\"id\":{id},\"reject\":\"\",\"error\":1}}"),
        _ => return None,
    })
}

/// Ends where another process has what this one needs.
fn be_alone(folder: &str) -> UnixListener {
    let socket = format!("{folder}/alone");
    if UnixStream::connect(&socket).is_ok() {
        process::exit(4);
    }
    let _ = fs::remove_file(&socket);
    UnixListener::bind(&socket).unwrap_or_else(|_| process::exit(4))
}

fn raise(signal: Signal) {
    // Rust's own handler takes the first of some signals.
    for _ in 0..2 {
        rustix::process::kill_process(rustix::process::getpid(), signal).unwrap();
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(FOREVER);
}

/// Takes memory and uses it, until it is stopped; or at a gigabyte, if nobody does.
fn eat() {
    let mut eaten = Vec::new();
    for _ in 0..128 {
        eaten.push(vec![1_u8; 8 << 20]);
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(FOREVER);
}

/// Recurses without end.
#[expect(unconditional_recursion, reason = "the stack is to overflow")]
fn deep(id: u64) -> u64 {
    let room = std::hint::black_box([id; 512]);
    deep(room[7] + 1) + std::hint::black_box(room)[0]
}

/// Leaves a child behind that holds the pipes.
fn leave(word: &str, folder: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["misbehave", word, folder]);
    command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    drop(command.spawn().unwrap());
    // It shall be there before this process goes.
    thread::sleep(Duration::from_millis(100));
}

fn say(line: &str) {
    let mut output = io::stdout().lock();
    // Who is not listened to any more falls silent.
    if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
        process::exit(1);
    }
}
