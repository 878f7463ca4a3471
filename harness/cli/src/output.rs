//! What is said on the terminal. All of it is [`Styled`], so that nothing foreign acts there, or is a report, which sees to
//! that by itself.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use crivet_report::styled::{RED, Style, Styled, YELLOW};

/// Text on standard output; its styles are taken out where nobody can see them.
pub(crate) fn styled(text: &Styled) -> Result<()> {
    all(Heard(anstream::stdout().lock()), text.ansi().as_bytes())
}

/// What the arguments asked to be told, on standard output.
pub(crate) fn help(help: &clap::Error) -> Result<()> {
    all(Heard(anstream::stdout().lock()), help.render().ansi().to_string().as_bytes())
}

/// A report, or what else is inert, on standard output.
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
    tell(RED, "error", &format!("{error:#}"));
}

/// A warning on standard error.
pub(crate) fn warn(text: &str) {
    tell(YELLOW, "note", text);
}

fn tell(style: Style, kind: &str, told: &str) {
    let mut text = Styled::default();
    let mut lines = told.lines();
    text.line(&[&style.of(kind), &": ", &lines.next().unwrap_or_default()]);
    // Set in, no line passes for one of this program.
    lines.for_each(|line| text.line(&[&"  ", &line]));
    stderr(&text);
}

/// Text on standard error.
pub(crate) fn stderr(text: &Styled) {
    let mut stderr = anstream::stderr().lock();
    // Where standard error cannot be written there is no one to tell.
    let _ = stderr.write_all(text.ansi().as_bytes()).and_then(|()| stderr.flush());
}

/// Something that was found, on standard error, as it comes.
pub(crate) fn found(is_must: bool, title: &str) {
    tell(YELLOW, if is_must { "found" } else { "noted" }, title);
}
