//! `crivet completions`, `crivet man`: what a shell and `man` want to know of the program.

use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;
use crate::{GREEN, output};

pub(crate) fn completions(shell: Shell) -> Result<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "crivet", &mut text);
    output::plain(&text)?;
    Ok(GREEN)
}

pub(crate) fn man(folder: Option<&Path>) -> Result<u8> {
    match folder {
        Some(folder) => {
            clap_mangen::generate_to(Arguments::command(), folder)
                .with_context(|| format!("the pages cannot be written to {}", folder.display()))?;
        }
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut text)?;
            output::plain(&text)?;
        }
    }
    Ok(GREEN)
}
