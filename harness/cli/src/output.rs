//! What is said on the terminal.

use std::io::{self, ErrorKind, Write};

/// Standard output, for text with styles: they are taken out where nobody can see them.
pub(crate) fn stdout() -> impl Write {
    Heard(anstream::stdout().lock())
}

/// Standard output, for bytes that are to stay as they are.
pub(crate) fn plain() -> impl Write {
    Heard(io::stdout().lock())
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

/// Something that was found, on standard error, as it comes.
pub(crate) fn found(is_must: bool, title: &str) {
    let mut stderr = anstream::stderr().lock();
    let style = anstyle::AnsiColor::Cyan.on_default();
    let what = if is_must { "found" } else { "noted" };
    let title: String = title.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(stderr, "{style}{what}{style:#}: {title}");
}
