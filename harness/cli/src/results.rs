//! Files of results, and reports that are made of them.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use crivet_report::file::{self, Input, Output, Wanted};
use crivet_report::specification::{Answers, ResultFile};
use crivet_report::styled::Styled;

use crate::output;

/// How many characters fit a line of the terminal; none where there is no terminal, and lines may be long.
pub(crate) fn width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(terminal_size::Width(width), _)| usize::from(width))
}

/// The most bytes of a file of results that is read: a hundred times what the whole corpus makes.
const LIMIT: u64 = 512 << 20;

/// The text of a file of results.
pub(crate) fn read(path: &Path) -> Result<String> {
    let name = || path.display().to_string();
    let mut text = String::new();
    let file = File::open(path).with_context(name)?;
    let length = file.take(LIMIT + 1).read_to_string(&mut text).with_context(name)?;
    if length as u64 > LIMIT {
        bail!("{}: longer than {} MiB, which no report is", name(), LIMIT >> 20);
    }
    Ok(text)
}

/// The results of a file.
pub(crate) fn answers(file: &ResultFile) -> Result<Answers> {
    file.answers(&read(&file.path)?).with_context(|| file.path.display().to_string())
}

/// A report asked for: its format, and its file unless it goes to standard output.
pub(crate) type Report<F> = (F, Option<Output>);

/// The reports asked for, whose files are known to be writable and to be none of the inputs.
pub(crate) fn reports<F: Copy>(reports: &[(F, Option<PathBuf>)], inputs: &[Input]) -> Result<Vec<Report<F>>> {
    let wanted: Vec<_> = reports.iter().map(|(_, path)| wanted(path.as_deref())).collect();
    let formats = reports.iter().map(|(format, _)| *format);
    Ok(formats.zip(file::outputs(&wanted, inputs)?).collect())
}

/// A report, as [`file::outputs`] is asked for it.
pub(crate) fn wanted(path: Option<&Path>) -> Wanted<'_> {
    Wanted { what: "report", path, stays: false }
}

/// Files that are read.
pub(crate) fn inputs<'a>(
    what: &'static str,
    paths: impl IntoIterator<Item = &'a PathBuf>,
) -> impl Iterator<Item = Input> {
    paths.into_iter().map(move |path| Input { what, path: path.clone() })
}

/// The files that a testee's command names: its program, and what among its arguments is a file.
pub(crate) fn testee(command: Option<&str>) -> impl Iterator<Item = Input> {
    let mut words = command.and_then(shlex::split).unwrap_or_default();
    if let Some(program) = words.first_mut()
        && !program.contains('/')
    {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found =
            std::env::split_paths(&folders).map(|folder| folder.join(&*program)).find(|path| path.is_file());
        *program = found.map_or_else(String::new, |path| path.display().to_string());
    }
    let paths = words.into_iter().map(PathBuf::from).filter(|path| path.is_file());
    paths.map(|path| Input { what: "testee", path })
}

/// Writes each report, and at the end the text to standard output unless a report went there. One that cannot be
/// written keeps none of the others back.
pub(crate) fn write<F>(
    reports: Vec<Report<F>>,
    mut render: impl FnMut(F) -> String,
    otherwise: impl FnOnce() -> Styled,
) -> Result<()> {
    let mut errors: Vec<anyhow::Error> = Vec::new();
    let mut taken = false;
    for (format, output) in reports {
        let text = render(format);
        let written = match output {
            Some(output) => output.write(&text).map_err(Into::into),
            None => {
                taken = true;
                output::plain(text.as_bytes())
            }
        };
        errors.extend(written.err());
    }
    if !taken {
        errors.extend(output::styled(&otherwise()).err());
    }
    let last = errors.pop();
    errors.iter().for_each(output::error);
    last.map_or(Ok(()), Err)
}
