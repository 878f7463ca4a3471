//! Files of results, and reports that are made of them.

use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use crivet_report::specification::Answers;

use crate::args::ResultArgument;
use crate::output;
use crate::pending::Pending;

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

/// The results of a file, under the name given, or the one that the report has, or the file's.
pub(crate) fn answers(argument: &ResultArgument) -> Result<Answers> {
    let path = &argument.path;
    let text = read(path)?;
    let mut answers =
        Answers::parse(argument.name.as_deref(), &text).with_context(|| path.display().to_string())?;
    if answers.name.is_empty() {
        answers.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(answers)
}

/// The reports asked for, each with its file where it has one, which is known to be writable.
pub(crate) fn pending<F: Copy>(reports: &[(F, Option<PathBuf>)]) -> Result<Vec<(F, Option<Pending>)>> {
    reports
        .iter()
        .map(|(format, path)| Ok((*format, path.as_deref().map(Pending::report).transpose()?)))
        .collect()
}

/// Writes each report. True if one went to standard output.
pub(crate) fn write<F>(
    reports: Vec<(F, Option<Pending>)>,
    mut render: impl FnMut(F) -> String,
) -> Result<bool> {
    let mut taken = false;
    for (format, pending) in reports {
        let text = render(format);
        match pending {
            Some(pending) => pending.write(&text)?,
            None => {
                taken = true;
                output::plain().write_all(text.as_bytes()).context("standard output")?;
            }
        }
    }
    Ok(taken)
}
