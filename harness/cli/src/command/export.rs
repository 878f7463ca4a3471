//! `crivet export`: the corpus as one JSON file, for whoever reads no YAML.

use anyhow::Result;
use crivet_report::file::{self, Wanted};
use crivet_report::{export, schema};

use crate::args::ExportArguments;
use crate::{GREEN, output, results};

pub(crate) fn main(arguments: &ExportArguments) -> Result<u8> {
    let wanted = Wanted { what: "file", path: arguments.path.as_deref(), stays: false };
    let inputs: Vec<_> = results::inputs("vectors", &arguments.vectors).collect();
    let output = file::outputs(&[wanted], &inputs)?.pop().flatten();
    let text = if arguments.schema {
        schema::text(&schema::bundle())
    } else {
        export::bundle(&super::corpus(&arguments.vectors)?)
    };
    match output {
        Some(output) => output.write(&text)?,
        None => output::plain(text.as_bytes())?,
    }
    Ok(GREEN)
}
