//! The sentences of a draft's source, each with the anchors it stands under.
//!
//! A paragraph or list item is split at the ends of its sentences; a rule of CDDL, a table and any other block of
//! code count as one sentence each. A sentence stands under the headings around it and under the last anchor
//! before it that stands on its own or in a list item; an anchor right below a block is that block's.

use super::markup;

/// A sentence, or what counts as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Its fingerprint.
    pub(crate) fingerprint: String,
    /// The anchors it stands under, those of the headings first.
    pub(crate) anchors: Vec<String>,
    /// Its text without markup.
    pub(crate) text: String,
}

/// What the lines being collected are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Prose,
    Table,
    Cddl,
    /// CBOR diagnostic notation.
    Edn,
    Code,
}

struct Reader {
    sentences: Vec<Sentence>,
    headings: Vec<(usize, String)>,
    place: Option<String>,
    block: Block,
    lines: Vec<String>,
    /// Where the last block's sentences start, until a blank line.
    last: Option<usize>,
}

/// The sentences of a source, in its order. What stands before the first heading is left out.
pub(crate) fn of(source: &str) -> Vec<Sentence> {
    let text = markup::without_comments(source);
    let start = text.find("\n--- middle").or_else(|| text.find("\n# ")).unwrap_or(0);
    let mut reader = Reader {
        sentences: Vec::new(),
        headings: Vec::new(),
        place: None,
        block: Block::Prose,
        lines: Vec::new(),
        last: None,
    };
    let mut lines = text[start..].lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if matches!(reader.block, Block::Cddl | Block::Edn | Block::Code) {
            if trimmed.starts_with("~~~") {
                reader.flush();
            } else {
                reader.lines.push(line.to_owned());
            }
        } else if trimmed.starts_with("[^") && trimmed.contains("]:") {
            // The text of a footnote goes on to the next blank line.
            reader.flush();
            lines.find(|line| line.trim().is_empty());
        } else if trimmed.starts_with("{:") && !trimmed.starts_with("{::") {
            let mut list = trimmed.to_owned();
            while !list.ends_with('}') {
                let Some(more) = lines.next() else { break };
                list = list + " " + more.trim();
            }
            reader.attributes(&list);
        } else {
            reader.line(line);
        }
    }
    reader.flush();
    reader.sentences
}

impl Reader {
    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with("--- ") {
            self.flush();
            self.last = None;
        } else if let Some(language) = trimmed.strip_prefix("~~~") {
            self.flush();
            self.block = match language.trim_start_matches('~').trim() {
                "cddl" => Block::Cddl,
                "cbor-diag" => Block::Edn,
                _ => Block::Code,
            };
        } else if line.starts_with('#') {
            self.flush();
            self.heading(line);
        } else if trimmed.starts_with('|') {
            if self.block != Block::Table {
                self.flush();
                self.block = Block::Table;
            }
            self.lines.push(trimmed.to_owned());
        } else if let Some(item) = list_item(trimmed) {
            self.flush();
            let item = match item.split_once('}').filter(|_| item.starts_with("{:")) {
                Some((list, rest)) => {
                    self.anchor(&format!("{list}}}"));
                    rest
                }
                None => item,
            };
            self.lines.push(item.to_owned());
        } else {
            if self.block == Block::Table {
                self.flush();
            }
            self.lines.push(trimmed.trim_start_matches('>').to_owned());
        }
    }

    fn heading(&mut self, line: &str) {
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let title = line[level..].trim();
        let id = match title.split_once("{#") {
            Some((_, id)) => id.trim_end_matches('}').trim().to_owned(),
            None => markup::slug(title),
        };
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, id));
        self.place = None;
    }

    /// An attribute list on lines of its own: of the block right above, or of what follows.
    fn attributes(&mut self, list: &str) {
        self.flush();
        let Some(id) = markup::attribute_id(list) else { return };
        match self.last {
            Some(last) => {
                for sentence in &mut self.sentences[last..] {
                    sentence.anchors.push(id.to_owned());
                }
            }
            None => self.place = Some(id.to_owned()),
        }
    }

    fn anchor(&mut self, list: &str) {
        if let Some(id) = markup::attribute_id(list) {
            self.place = Some(id.to_owned());
        }
    }

    /// Turns the lines collected into sentences.
    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let block = std::mem::replace(&mut self.block, Block::Prose);
        if lines.is_empty() {
            return;
        }
        let texts = match block {
            Block::Prose => split(&markup::plain(&lines.join(" "))),
            Block::Table => vec![markup::plain(&lines.join(" "))],
            Block::Cddl => rules(&lines),
            Block::Edn => vec![markup::spaced(&markup::without_edn_comments(&lines.join(" ")))],
            Block::Code => vec![markup::spaced(&lines.join(" "))],
        };
        self.last = Some(self.sentences.len());
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            let anchors = self.headings.iter().map(|(_, id)| id.clone()).chain(self.place.clone()).collect();
            self.sentences.push(Sentence { fingerprint: markup::fingerprint(&text), anchors, text });
        }
    }
}

/// What stands behind the mark of a list item or of a definition.
fn list_item(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        0 => line.strip_prefix('*').or_else(|| line.strip_prefix(':')),
        _ => line[digits..].strip_prefix('.'),
    }?;
    rest.starts_with(' ').then(|| rest.trim_start())
}

/// The rules of a CDDL specification without their comments.
fn rules(lines: &[String]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for line in lines {
        let line = line.split(';').next().unwrap_or_default();
        let starts = line.split_once('=').is_some_and(|(name, _)| {
            let name = name.trim_end();
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        });
        match rules.last_mut() {
            Some(rule) if !starts => {
                rule.push(' ');
                rule.push_str(line);
            }
            _ => rules.push(line.to_owned()),
        }
    }
    rules.iter().map(|rule| markup::spaced(rule)).collect()
}

/// Splits plain text behind each full stop, question or exclamation mark that a capital follows.
fn split(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for (index, character) in text.char_indices() {
        match character {
            '.' | '?' | '!' => ended = true,
            ')' | '"' | '\'' | '”' if ended => {}
            ' ' if ended => {
                let next = text[index..].trim_start_matches([' ', '(', '"', '\'']).chars().next();
                if next.is_some_and(|next| !next.is_lowercase()) {
                    sentences.push(text[start..index].trim().to_owned());
                    start = index;
                }
                ended = false;
            }
            _ => ended = false,
        }
    }
    sentences.push(text[start..].trim().to_owned());
    sentences
}

#[cfg(test)]
mod tests;
