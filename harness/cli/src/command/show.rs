//! `crivet show`: one vector, requirement or ruling in full.

use anyhow::{Result, bail};
use crivet_report::explain;
use crivet_report::styled::Styled;

use crivet::corpus::{Corpus, CorpusErrors};

use crate::args::ShowArguments;
use crate::{GREEN, output, results};

pub(crate) fn main(arguments: ShowArguments) -> Result<u8> {
    let corpus = match arguments.vectors.as_slice() {
        [] => embedded(&arguments.ids)?,
        paths => Corpus::read(paths)?,
    };
    let mut text = Styled::default();
    let width = results::width();
    let mut unknown = Vec::new();
    for (index, id) in arguments.ids.iter().enumerate() {
        let Some(entry) = crivet_report::show::entry(&corpus, id, width) else {
            if let Some(draft) = corpus.drafts.iter().find(|draft| draft.id == *id) {
                bail!("{id} is a draft, without a verdict: {}", draft.source);
            }
            unknown.push(id.as_str());
            continue;
        };
        if index > 0 {
            text.line(&[]);
        }
        text.append(&entry);
    }
    output::styled(&text)?;
    if !unknown.is_empty() {
        let whole;
        let known = if arguments.vectors.is_empty() {
            whole = Corpus::embedded()?;
            &whole
        } else {
            &corpus
        };
        let near: Vec<&str> = unknown.iter().flat_map(|id| explain::alike(known, id)).collect();
        let hint = match near.as_slice() {
            [] => "`crivet list` lists the vectors".to_owned(),
            near => format!("did you mean {}?", near.join(", ")),
        };
        bail!("nothing has the id {}; {hint}", unknown.join(", "));
    }
    Ok(GREEN)
}

/// Of the embedded corpus the vectors that have one of the ids, or name it.
fn embedded(ids: &[String]) -> Result<Corpus, CorpusErrors> {
    let inventories = Corpus::embedded_where(|_, _| false)?;
    let id = |name: &String| inventories.ruling(name).map_or(name, |ruling| &ruling.id).clone();
    let quoted: Vec<String> = ids.iter().map(|name| format!("\"{}\"", id(name))).collect();
    Corpus::embedded_where(|_, line| quoted.iter().any(|id| line.contains(id)))
}
