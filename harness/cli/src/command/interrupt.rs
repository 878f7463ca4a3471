//! What ends a run before everything is asked: Ctrl-C, the time limit, enough failures.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::INTERRUPTED;

/// Why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A person or the system wanted it.
    Interrupt,
    /// As many vectors had failed as may, `--max-fail`.
    Failures,
    /// Its time was over, `--max-time`.
    Time,
}

/// Is everything to end soon?
static END: AtomicBool = AtomicBool::new(false);
/// Why: the first reason counts.
static REASON: OnceLock<Reason> = OnceLock::new();

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program on the spot.
pub(super) fn interrupt() -> Result<&'static AtomicBool> {
    static HANDLED: OnceLock<()> = OnceLock::new();
    if HANDLED.set(()).is_ok() {
        let mut asked = false;
        let handler = move || {
            end(Reason::Interrupt);
            // Supervisors of testees see this program go, and end what they have.
            if std::mem::replace(&mut asked, true) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        };
        ctrlc::set_handler(handler).context("Ctrl-C cannot be caught")?;
    }
    Ok(&END)
}

/// Ends the run soon.
pub(super) fn end(reason: Reason) {
    let _ = REASON.set(reason);
    END.store(true, Ordering::Relaxed);
}

/// Ends the run after a time.
pub(super) fn end_after(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        end(Reason::Time);
    });
}

/// Why the run ended early, if it did.
pub(crate) fn ended() -> Option<Reason> {
    REASON.get().copied()
}
