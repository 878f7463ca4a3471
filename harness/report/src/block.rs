//! A block of lines that each have a name: how a vector, a failure or a requirement is told on a terminal.

use super::wrap;
use crate::styled::{DIM, PLAIN, Part, Style, Styled};
use crivet::describe::Shown;

/// How many characters the names take, with the space behind them; on a narrow terminal less.
const NAMES: usize = 20;
const NARROW_NAMES: usize = 11;

/// A terminal with fewer characters a line than this is narrow.
const NARROW: usize = 64;

/// What stands in front of bytes.
const HEX: &str = "hex ";

/// The block, as far as it is written.
pub(super) struct Block {
    text: Styled,
    width: Option<usize>,
    indent: usize,
}

impl Block {
    /// An empty one, for lines of so many characters.
    pub(super) fn new(width: Option<usize>) -> Self {
        let indent = if width.is_some_and(|width| width < NARROW) { NARROW_NAMES } else { NAMES };
        Block { text: Styled::default(), width, indent }
    }

    /// A line without a name, which is not broken.
    pub(super) fn raw(&mut self, parts: &[&dyn Part]) {
        self.text.line(parts);
    }

    /// A paragraph across the whole line.
    pub(super) fn paragraph(&mut self, text: &str) {
        for line in wrap::wrapped(text, self.width, 0) {
            self.raw(&[&line]);
        }
    }

    /// A value of more than one line stands under itself.
    pub(super) fn line(&mut self, name: &str, value: &str) {
        let lines = wrap::wrapped(value, self.width, self.indent);
        self.lines(name, &lines, PLAIN);
    }

    /// Notation, and hex under it where there is any.
    pub(super) fn value(&mut self, name: &str, shown: &Shown) {
        self.line(name, &shown.text);
        if let Some(hex) = &shown.hex {
            self.hex(hex);
        }
    }

    fn hex(&mut self, hex: &str) {
        let digits = wrap::wrapped(hex, self.width, self.indent + HEX.len());
        let mark = |(at, line): (usize, &String)| {
            let mark = if at == 0 { HEX } else { "" };
            format!("{mark:width$}{line}", width = HEX.len())
        };
        let lines: Vec<String> = digits.iter().enumerate().map(mark).collect();
        self.lines("", &lines, DIM);
    }

    /// A value beside another one: what is not in both has a colour. Lines that had to be broken have none.
    pub(super) fn compared(&mut self, name: &str, shown: &Shown, other: &str, colour: Style) {
        let text = shown.text.as_str();
        let wrapped = wrap::wrapped(text, self.width, self.indent);
        let names = self.indent - 3;
        if wrapped.len() != 1 || name.chars().count() > names || text == other {
            return self.value(name, shown);
        }
        let (head, differs, tail) = apart(text, other);
        let name = DIM.of(format!("{name:<names$}"));
        self.raw(&[&"  ", &name, &" ", &head, &colour.of(differs), &tail]);
        if let Some(hex) = &shown.hex {
            self.hex(hex);
        }
    }

    /// A shell command: what is copied from several lines is still one.
    pub(super) fn command(&mut self, name: &str, command: &str) {
        let lines = wrap::command(command, self.width, self.indent);
        self.lines(name, &lines, PLAIN);
    }

    /// The text.
    pub(super) fn finish(self) -> Styled {
        self.text
    }

    fn lines(&mut self, name: &str, lines: &[String], style: Style) {
        let names = self.indent - 3;
        let mut lines = lines.iter();
        if name.chars().count() > names {
            // A name that is too long has a line of its own.
            self.raw(&[&"  ", &DIM.of(name)]);
        } else {
            let first = lines.next().map_or("", String::as_str);
            match name {
                "" => self.raw(&[&" ".repeat(self.indent), &style.of(first)]),
                _ => self.raw(&[&"  ", &DIM.of(format!("{name:<names$}")), &" ", &style.of(first)]),
            }
        }
        for line in lines {
            self.raw(&[&" ".repeat(self.indent), &style.of(line)]);
        }
    }
}

/// A text in three: how it begins as the other one, where it differs, and how it ends as the other one.
fn apart<'a>(text: &'a str, other: &str) -> (&'a str, &'a str, &'a str) {
    let same = |one: &(char, char)| one.0 == one.1;
    let head: usize = text.chars().zip(other.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (rest, rest_of_other) = (&text[head..], &other[head..]);
    let ends = rest.chars().rev().zip(rest_of_other.chars().rev()).take_while(same);
    let tail = rest.len() - ends.map(|(c, _)| c.len_utf8()).sum::<usize>();
    (&text[..head], &rest[..tail], &rest[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_set_apart() {
        assert_eq!(apart("[1, 2, 3]", "[1, 4, 3]"), ("[1, ", "2", ", 3]"));
        assert_eq!(apart("aé", "aéé"), ("aé", "", ""));
        assert_eq!(apart("aéé", "aé"), ("aé", "é", ""));
        assert_eq!(apart("reject", "x"), ("", "reject", ""));
    }

    #[test]
    fn a_compared_value_has_the_colour_where_it_differs() {
        let shown = Shown { text: "[1, 2]".to_owned(), hex: None };
        let mut block = Block::new(None);
        block.compared("came", &shown, "[1, 3]", crate::styled::RED);
        let text = block.finish();
        assert!(text.plain().ends_with("[1, 2]\n"), "{}", text.plain());
        assert!(text.ansi().contains("\u{1b}[31m2\u{1b}[0m]"), "{:?}", text.ansi());
    }
}
