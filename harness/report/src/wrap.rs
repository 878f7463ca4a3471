//! Lines that fit a terminal.

use comfy_table::{ContentArrangement, Table, presets};
use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// The fewest characters that text is wrapped to; a narrower terminal wraps on its own.
pub(super) const LEAST: usize = 16;

/// The text broken between words, so that behind an indent of so many characters each line fits the width; a word
/// that is longer than a line is broken anywhere. Its own line ends stay. Without a width nothing is broken.
pub(super) fn wrapped(text: &str, width: Option<usize>, indent: usize) -> Vec<String> {
    let Some(width) = width else {
        return text.split('\n').map(ToOwned::to_owned).collect();
    };
    let options = Options::new(width.saturating_sub(indent).max(LEAST))
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = text.split('\n').flat_map(|line| textwrap::wrap(line, &options));
    lines.map(|line| line.into_owned()).collect()
}

/// A shell command broken between its words, by a backslash at the end of each line but the last: what is copied
/// is still the command.
pub(super) fn command(text: &str, width: Option<usize>, indent: usize) -> Vec<String> {
    // A quoted word may hold spaces: broken inside it would be another word.
    let plain = !text.contains(['\'', '"', '\\', '\n']);
    match width.map(|width| width.saturating_sub(indent + 2).max(LEAST)) {
        Some(width) if plain && text.chars().count() > width => {
            let options = Options::new(width)
                .break_words(false)
                .word_splitter(WordSplitter::NoHyphenation)
                .wrap_algorithm(WrapAlgorithm::FirstFit);
            let mut lines: Vec<String> =
                textwrap::wrap(text, &options).into_iter().map(|line| line.into_owned()).collect();
            let last = lines.len().saturating_sub(1);
            lines[..last].iter_mut().for_each(|line| line.push_str(" \\"));
            lines
        }
        _ => vec![text.to_owned()],
    }
}

/// A table without lines, fitted to the width.
pub(super) fn table(width: Option<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.force_no_tty();
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        assert_eq!(wrapped("one two\nthree", None, 4), ["one two", "three"]);
        assert_eq!(wrapped("one two three four five", Some(22), 4), ["one two three four", "five"]);
        assert_eq!(wrapped("0123456789abcdef01 23", Some(16), 0), ["0123456789abcdef", "01 23"]);
        assert_eq!(wrapped("", Some(40), 4), [""]);
    }

    #[test]
    fn a_command_stays_one() {
        let text = "crivet run --profile href-13 --filter x";
        assert_eq!(command(text, Some(25), 4), ["crivet run \\", "--profile href-13 \\", "--filter x"]);
        let joined = command(text, Some(25), 4).join(" ").replace("\\ ", "");
        assert_eq!(joined, text);
        let quoted = "crivet run --impl-cmd 'a b' --profile href-13";
        assert_eq!(command(quoted, Some(20), 4), [quoted]);
    }
}
