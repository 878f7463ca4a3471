//! `crivet export`: the corpus as one JSON file, for whoever reads no YAML.

use std::io::Write;

use anyhow::{Context, Result};
use crivet_report::{export, schema};

use crate::args::ExportArguments;
use crate::pending::Pending;
use crate::{GREEN, output};

pub(crate) fn main(arguments: &ExportArguments) -> Result<u8> {
    let pending = arguments.path.as_deref().map(|path| Pending::new("file", path)).transpose()?;
    let text = if arguments.schema {
        schema::text(&schema::bundle())
    } else {
        export::bundle(&super::corpus(&arguments.vectors)?)
    };
    match pending {
        Some(pending) => pending.write(&text)?,
        None => output::plain().write_all(text.as_bytes()).context("standard output")?,
    }
    Ok(GREEN)
}
