//! `crivet explain`: what a word of a report means.

use anyhow::{Result, bail};
use crivet_report::explain;
use crivet_report::styled::Styled;

use crate::args::ExplainArguments;
use crate::{GREEN, output, results};

pub(crate) fn main(arguments: ExplainArguments) -> Result<u8> {
    let corpus = super::corpus(&arguments.vectors)?;
    let mut text = Styled::default();
    for word in &arguments.words {
        match explain::word(&corpus, word, results::width()) {
            Some(meaning) if text.is_empty() => text = meaning,
            Some(meaning) => {
                text.line(&[]);
                text.append(&meaning);
            }
            None => {
                let near = match &explain::alike(&corpus, word)[..] {
                    [] => {
                        "`crivet list` lists the vectors, `crivet explain` alone the other words".to_owned()
                    }
                    near => format!("did you mean {}?", near.join(", ")),
                };
                bail!("nothing here is called `{word}`; {near}");
            }
        }
    }
    if arguments.words.is_empty() {
        text.line(&[&"Each of these, and the id of any vector, requirement or ruling, can be explained:"]);
        text.line(&[]);
        for term in explain::terms() {
            text.line(&[&"  ", &term]);
        }
    }
    output::styled(&text)?;
    Ok(GREEN)
}
