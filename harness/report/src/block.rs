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
            let digits = wrap::wrapped(hex, self.width, self.indent + HEX.len());
            let mark = |(at, line): (usize, &String)| {
                let mark = if at == 0 { HEX } else { "" };
                format!("{mark:width$}{line}", width = HEX.len())
            };
            let lines: Vec<String> = digits.iter().enumerate().map(mark).collect();
            self.lines("", &lines, DIM);
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
