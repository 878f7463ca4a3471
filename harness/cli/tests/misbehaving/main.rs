//! Testees that misbehave, each in its own way, held against `crivet run` and `crivet fuzz`: never green by accident,
//! never a word too many, and never longer than is told.
//!
//! This program is its own testee: started with the argument `misbehave` it is one that misbehaves.

#![cfg_attr(unix, expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do"))]

#[cfg(unix)]
mod behaviours;
#[cfg(unix)]
mod table;

/// The behaviours are those of Unix.
#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, fault, folder] = arguments.as_slice()
        && word == "misbehave"
    {
        let wire: std::sync::Arc<dyn behaviours::Wire> = std::sync::Arc::new(Pipe);
        behaviours::serve(fault, folder, std::io::stdin().lock(), &wire);
        return std::process::ExitCode::SUCCESS;
    }
    let mut arguments = libtest_mimic::Arguments::from_args();
    // Most of a trial is waiting.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    arguments.test_threads.get_or_insert(3 * cores);
    libtest_mimic::run(&arguments, table::trials()).exit_code()
}

/// The wire to whoever started this program.
#[cfg(unix)]
struct Pipe;

#[cfg(unix)]
impl behaviours::Wire for Pipe {
    fn send(&self, bytes: &[u8]) {
        use std::io::Write;
        let mut out = std::io::stdout().lock();
        // Nobody may be listening any more.
        if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
            std::process::exit(1);
        }
    }

    fn close(&self) {
        let null = std::fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
        rustix::stdio::dup2_stdout(null).unwrap();
    }
}
