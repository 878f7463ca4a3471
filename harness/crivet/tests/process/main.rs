//! Testees that misbehave, one fault each: the right request is charged, all others are answered right, and
//! nothing is left running.
//!
//! The test is its own testee, see `misbehave`.

#![cfg_attr(unix, expect(clippy::unwrap_used, reason = "a test"))]

#[cfg(unix)]
mod board;
#[cfg(unix)]
mod breaker;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod misbehave;
#[cfg(unix)]
mod trials;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    #[cfg(target_os = "linux")]
    if std::env::args_os().nth(1).is_some_and(|word| word == "supervise") {
        return crivet::process::supervise(std::env::args_os().skip(2));
    }
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, fault, folder] = arguments.as_slice()
        && word == "misbehave"
    {
        misbehave::main(fault, folder);
        return std::process::ExitCode::SUCCESS;
    }
    if let [_, word, control] = arguments.as_slice()
        && word == "reset"
    {
        board::press(control);
        return std::process::ExitCode::SUCCESS;
    }
    let mut arguments = libtest_mimic::Arguments::from_args();
    // The trials mostly wait, each for processes of its own.
    arguments.test_threads.get_or_insert(8);
    libtest_mimic::run(&arguments, trials::all()).exit_code()
}

/// The faults are those of Unix.
#[cfg(not(unix))]
fn main() {}
