//! `crivet compare`: results side by side.

use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use crivet::report::compare::{Comparison, Layout, Results};

use crate::args::{CompareArguments, CompareFormat};
use crate::pending::Pending;
use crate::{GREEN, RED};

/// The most bytes of a file that is read: a hundred times what the whole corpus makes.
const LIMIT: u64 = 512 << 20;

pub(crate) fn main(arguments: CompareArguments) -> Result<u8> {
    if arguments.fail_on_regression && arguments.results.len() != 2 {
        bail!("--fail-on-regression compares two results: the one before, and the one after");
    }
    let reports = arguments
        .reports
        .iter()
        .map(|(format, path)| Ok((*format, path.as_deref().map(Pending::report).transpose()?)))
        .collect::<Result<Vec<_>>>()?;
    let results = arguments
        .results
        .iter()
        .map(|path| read(path).map(|results| (path.display().to_string(), results)))
        .collect::<Result<Vec<_>>>()?;
    let inputs: Vec<(&str, &Results)> =
        results.iter().map(|(name, results)| (name.as_str(), results)).collect();
    let comparison = Comparison::new(&inputs, arguments.fail_on_regression);

    let wide = Layout { width: None, details: arguments.details };
    let mut taken = false;
    for (format, pending) in reports {
        let text = match format {
            CompareFormat::Html => comparison.html(),
            CompareFormat::Markdown => comparison.markdown(wide),
            CompareFormat::Text => anstream::adapter::strip_str(&comparison.text(wide)).to_string(),
        };
        match pending {
            Some(pending) => pending.write(&text)?,
            None => {
                taken = true;
                std::io::stdout().lock().write_all(text.as_bytes()).context("standard output")?;
            }
        }
    }
    if !taken {
        let text = comparison.text(Layout { width: width(), ..wide });
        anstream::stdout().lock().write_all(text.as_bytes()).context("standard output")?;
    }
    let worse = arguments.fail_on_regression && comparison.regressed();
    Ok(if worse { RED } else { GREEN })
}

fn read(path: &Path) -> Result<Results> {
    let name = || path.display().to_string();
    let mut text = String::new();
    let file = File::open(path).with_context(name)?;
    let length = file.take(LIMIT + 1).read_to_string(&mut text).with_context(name)?;
    if length as u64 > LIMIT {
        bail!("{}: longer than {} MiB, which no report is", name(), LIMIT >> 20);
    }
    Results::parse(&text).with_context(name)
}

/// How many characters fit a line of the terminal; none where there is no terminal.
fn width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(terminal_size::Width(width), _)| usize::from(width))
}
