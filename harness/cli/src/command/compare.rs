//! `crivet compare`: results side by side.

use std::path::Path;

use anyhow::{Context, Result, bail};
use crivet_report::compare::{Comparison, Layout, Results};

use crate::args::{CompareArguments, CompareFormat};
use crate::{GREEN, RED, results};

pub(crate) fn main(arguments: CompareArguments) -> Result<u8> {
    if arguments.fail_on_regression && arguments.results.len() != 2 {
        bail!("--fail-on-regression compares two results: the one before, and the one after");
    }
    let inputs: Vec<_> = results::inputs("results", &arguments.results).collect();
    let reports = results::reports(&arguments.reports, &inputs)?;
    let files = arguments
        .results
        .iter()
        .map(|path| read(path).map(|results| (path.display().to_string(), results)))
        .collect::<Result<Vec<_>>>()?;
    let inputs: Vec<(&str, &Results)> =
        files.iter().map(|(name, results)| (name.as_str(), results)).collect();
    let comparison = Comparison::new(&inputs, arguments.fail_on_regression);

    let wide = Layout { width: None, details: arguments.details };
    let render = |format| match format {
        CompareFormat::Html => comparison.html(),
        CompareFormat::Markdown => comparison.markdown(wide),
        CompareFormat::Text => comparison.text(wide).plain(),
    };
    results::write(reports, render, || comparison.text(Layout { width: results::width(), ..wide }))?;
    let worse = arguments.fail_on_regression && comparison.regressed();
    Ok(if worse { RED } else { GREEN })
}

fn read(path: &Path) -> Result<Results> {
    Results::parse(&results::read(path)?).with_context(|| path.display().to_string())
}
