//! Text for people, on a terminal or without styles in a file.
//!
//! A [`Styled`] is written in lines, and a line is made of parts. Every part is made inert on its way in, so no text from
//! elsewhere can bring an escape sequence, or begin a line of its own; a style comes with [`Style::of`] alone.

use std::fmt::{Display, Write};

use anstyle::AnsiColor;
use textwrap::{Options, WordSplitter, WrapAlgorithm};

use crivet::foreign;

/// The styles of everything that is printed on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style(anstyle::Style);

/// As the terminal writes.
pub const PLAIN: Style = Style(anstyle::Style::new());
/// A title.
pub const BOLD: Style = Style(anstyle::Style::new().bold());
/// What may be passed over.
pub const DIM: Style = Style(anstyle::Style::new().dimmed());
/// What is wrong.
pub const RED: Style = Style(AnsiColor::Red.on_default().bold());
/// What is right.
pub const GREEN: Style = Style(AnsiColor::Green.on_default().bold());
/// What is to be looked at.
pub const YELLOW: Style = Style(AnsiColor::Yellow.on_default());

impl Style {
    /// A part of a line in this style.
    pub fn of<T: Display>(self, what: T) -> impl Part {
        Painted(self, what)
    }
}

struct Painted<T>(Style, T);

/// A part of a line: anything that can be displayed, or that in a style.
pub trait Part {
    /// Adds itself, inert.
    fn add(&self, line: &mut String);
}

impl<T: Display + ?Sized> Part for T {
    fn add(&self, line: &mut String) {
        line.push_str(&foreign::line(&self.to_string()));
    }
}

impl<T: Display> Part for Painted<T> {
    fn add(&self, line: &mut String) {
        let Painted(Style(style), what) = self;
        // Writing to a string cannot fail.
        let _ = write!(line, "{style}");
        what.add(line);
        let _ = write!(line, "{style:#}");
    }
}

/// Text in lines, with styles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    text: String,
}

impl Styled {
    /// Adds a line.
    pub fn line(&mut self, parts: &[&dyn Part]) {
        let start = self.text.len();
        parts.iter().for_each(|part| part.add(&mut self.text));
        self.text.truncate(start + self.text[start..].trim_end().len());
        self.text.push('\n');
    }

    /// Adds text whose line ends are its own.
    pub fn lines(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(&[&line]));
    }

    /// Adds what is styled already.
    pub fn append(&mut self, other: &Styled) {
        self.text.push_str(&other.text);
    }

    /// Is there no line yet?
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Is the last line an empty one?
    pub fn ends_a_paragraph(&self) -> bool {
        self.text.ends_with("\n\n")
    }

    /// Every line that is too long broken between words, what follows set in by four.
    #[must_use]
    pub fn fitted(&self, width: Option<usize>) -> Styled {
        let Some(width) = width else { return self.clone() };
        let mut text = String::new();
        for line in self.text.lines() {
            if textwrap::core::display_width(line) <= width {
                text.push_str(line);
            } else {
                let options = Options::new(width.max(crate::wrap::LEAST))
                    .subsequent_indent("    ")
                    .word_splitter(WordSplitter::NoHyphenation)
                    .wrap_algorithm(WrapAlgorithm::FirstFit);
                text.push_str(&textwrap::fill(line, &options));
            }
            text.push('\n');
        }
        Styled { text }
    }

    /// With styles as terminal escapes.
    pub fn ansi(&self) -> String {
        self.text.split_inclusive('\n').map(no_command).collect()
    }

    /// Without styles.
    pub fn plain(&self) -> String {
        without_styles(&self.ansi())
    }
}

/// A line that is no command, whether its styles stay or not.
fn no_command(line: &str) -> String {
    let plain = without_styles(line);
    if foreign::no_command(&plain) == plain {
        return line.to_owned();
    }
    // A style has neither of these characters.
    let line = match plain.trim_start().starts_with("::") {
        true => line.replacen(':', "\\u{3a}", 1),
        false => line.to_owned(),
    };
    if plain.contains(foreign::COMMAND) { line.replace('#', "\\u{23}") } else { line }
}

/// The only escapes are those of styles, which end with an `m`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_brings_neither_styles_nor_lines() {
        let mut text = Styled::default();
        text.line(&[&RED.of("a\x1b[0mb\n"), &" ", &"\x1b[1mc", &7]);
        assert_eq!(text.plain(), "a\\u{1b}[0mb\\n \\u{1b}[1mc7\n");
        assert_eq!(text.ansi().matches('\x1b').count(), 3);
    }

    #[test]
    fn no_line_is_a_command() {
        let mut text = Styled::default();
        text.line(&[&"  ::error::x"]);
        text.line(&[&"#", &RED.of("#[error]x")]);
        text.line(&[&RED.of(":"), &DIM.of(":error::x")]);
        text.line(&[&"aaaa aaaa aaaa aaaa ::error::x"]);
        let text = text.fitted(Some(20));
        assert_eq!(
            text.plain(),
            "  \\u{3a}:error::x\n\\u{23}\\u{23}[error]x\n\\u{3a}:error::x\naaaa aaaa aaaa aaaa\n    \\u{3a}:error::x\n"
        );
    }

    #[test]
    fn only_long_lines_are_broken() {
        let mut text = Styled::default();
        text.line(&[&"short"]);
        text.line(&[&BOLD.of("one"), &" two three four five six"]);
        assert_eq!(text.fitted(Some(20)).plain(), "short\none two three four\n    five six\n");
        assert_eq!(text.fitted(None), text);
    }
}
