//! What is said on the terminal.

use std::io::Write;

/// An error on standard error, all its lines.
pub(crate) fn error(error: &anyhow::Error) {
    let mut stderr = anstream::stderr().lock();
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // Where standard error cannot be written there is no one to tell.
    let _ = writeln!(stderr, "{style}error{style:#}: {error:#}");
}

/// A warning on standard error.
pub(crate) fn warn(text: &str) {
    let mut stderr = anstream::stderr().lock();
    let style = anstyle::AnsiColor::Yellow.on_default().bold();
    let _ = writeln!(stderr, "{style}note{style:#}: {text}");
}
