//! A headless Chromium, spoken to over a pipe: its DevTools protocol is JSON objects that end in a NUL byte.
//!
//! `CHROMIUM` names another program than the first of the usual ones that there is. Nothing is loaded but
//! the page, and the profile is a new folder each time.

#![cfg(unix)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value as Json, json};

/// How long the browser may take for one answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Chromium {
    process: Child,
    stdin: ChildStdin,
    messages: Receiver<Json>,
    events: VecDeque<Json>,
    next: u64,
    session: Option<String>,
    _profile: tempfile::TempDir,
}

/// The program, where there is one that runs.
pub(crate) fn program() -> Option<String> {
    let named = std::env::var("CHROMIUM").ok();
    let usual = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    named.into_iter().chain(usual.map(ToOwned::to_owned)).find(|program| {
        let mut version = Command::new(program);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    })
}

impl Chromium {
    pub(crate) fn start(program: &str) -> Self {
        let profile = tempfile::tempdir().unwrap();
        // The browser reads file descriptor 3 and writes 4; a shell puts them there.
        let mut process = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe", "--window-size=1200,900"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = process.stdin.take().unwrap();
        let messages = listen(process.stdout.take().unwrap());
        let events = VecDeque::new();
        Chromium { process, stdin, messages, events, next: 0, session: None, _profile: profile }
    }

    /// Opens a page in a tab of its own, and waits until it is loaded.
    pub(crate) fn open(&mut self, page: &Path, anchor: &str) {
        self.session = None;
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            self.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        self.session = attached["sessionId"].as_str().map(ToOwned::to_owned);
        for domain in ["Runtime", "Log", "Page", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.events.clear();
        let url = format!("file://{}{anchor}", page.display());
        self.call("Page.navigate", json!({"url": url}));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.messages.recv_timeout(PATIENCE).expect("the page loads");
            self.events.push_back(event);
        }
    }

    /// The value of an expression in the page; it may be a promise.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Json {
        let options = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", options);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// A key, pressed and let go.
    pub(crate) fn press(&mut self, key: &str, code: u32, text: Option<&str>) {
        let mut event = json!({"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code});
        if let Some(text) = text {
            event["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
    }

    /// What the console and the browser complained of since the page was opened, and what it asked for.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        self.value("1");
        self.events
            .iter()
            .filter_map(|event| match event["method"].as_str()? {
                "Runtime.exceptionThrown" => Some(event["params"]["exceptionDetails"].to_string()),
                "Runtime.consoleAPICalled" => Some(event["params"].to_string()),
                "Log.entryAdded" => Some(event["params"]["entry"].to_string()),
                "Network.requestWillBeSent" => {
                    let url = event["params"]["request"]["url"].as_str()?;
                    (!url.starts_with("file:") && !url.starts_with("data:"))
                        .then(|| format!("asks for {url}"))
                }
                _ => None,
            })
            .collect()
    }

    /// Calls a method, and keeps what happens until it answers.
    #[track_caller]
    pub(crate) fn call(&mut self, method: &str, parameters: Json) -> Json {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone().into();
        }
        self.stdin.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.stdin.flush().unwrap();
        loop {
            let answer =
                self.messages.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{method}: no answer"));
            if answer["id"] == id {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.events.push_back(answer);
        }
    }
}

fn listen(stdout: ChildStdout) -> Receiver<Json> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for message in BufReader::new(stdout).split(0) {
            let Ok(message) = message else { return };
            let Ok(message) = serde_json::from_slice(&message) else { return };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // It closes its own processes when asked; killed, it would leave some behind.
        let _ = self.stdin.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.stdin.flush();
        for _ in 0..100 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
