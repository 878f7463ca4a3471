//! What is said on the terminal.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};

/// Standard output, for text with styles: they are taken out where nobody can see them.
pub(crate) fn stdout() -> impl Write {
    Heard(anstream::stdout().lock())
}

/// Text with styles, on standard output.
pub(crate) fn styled(text: &str) -> Result<()> {
    all(stdout(), text.as_bytes())
}

/// Bytes that are to stay as they are, on standard output.
pub(crate) fn plain(bytes: &[u8]) -> Result<()> {
    all(Heard(io::stdout().lock()), bytes)
}

fn all(mut out: impl Write, bytes: &[u8]) -> Result<()> {
    out.write_all(bytes).and_then(|()| out.flush()).context("standard output cannot be written")
}

/// A reader that has seen enough (`crivet list | head`) is no error, and changes nothing of the exit status.
struct Heard<W>(W);

impl<W: Write> Write for Heard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }
}

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
