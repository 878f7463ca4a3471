//! Text from elsewhere: what a testee says, what a vector file, a result or the command line holds.
//!
//! It is shown, and never acts: not on a terminal, not on whoever reads a report, not on a runner of CI that takes lines
//! of standard output for commands. A character that could is written as its number, `\u{1b}`. Every format passes
//! here on its way out; what its syntax asks for is its own matter.

use std::fmt::Write;

use serde::Serialize;

/// Is it no mark on paper but an order, or nothing that anyone sees? These are the controls (C0, DEL, C1), what sets the
/// direction of writing, what is ignorable by default (zero-width characters, tags, variation selectors), the
/// separators of lines and paragraphs, and the noncharacters.
pub fn acts(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
    ) || u32::from(c) & 0xfffe == 0xfffe
}

/// The text on one line.
pub fn line(text: &str) -> String {
    inert(text, |_| false)
}

/// The text with its own line ends, none of which begins a command.
pub fn lines(text: &str) -> String {
    let text = inert(text, |c| c == '\n');
    text.split_inclusive('\n').map(no_command).collect()
}

fn inert(text: &str, stays: impl Fn(char) -> bool) -> String {
    let mut inert = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if stays(c) || !acts(c) => inert.push(c),
            '\n' => inert.push_str("\\n"),
            '\r' => inert.push_str("\\r"),
            '\t' => inert.push_str("\\t"),
            // Writing to a string cannot fail.
            c => drop(write!(inert, "\\u{{{:x}}}", u32::from(c))),
        }
    }
    inert.replace(COMMAND, "\\u{23}#[")
}

/// The older form of a command, which GitHub's runner finds anywhere in a line.
pub const COMMAND: &str = "##[";

/// A line that GitHub's runner takes for no command: a command begins with `::`, behind white space or not.
pub fn no_command(line: &str) -> String {
    let line = line.replace(COMMAND, "\\u{23}#[");
    match line.trim_start().strip_prefix("::") {
        Some(rest) => {
            let indent = &line[..line.len() - line.trim_start().len()];
            format!("{indent}\\u{{3a}}:{rest}")
        }
        None => line,
    }
}

/// A document of JSON, on lines of its own. Strings are the same to whoever reads it, and act on nobody who sees it.
pub fn json(document: &impl Serialize) -> String {
    inert_json(&serde_json::to_string_pretty(document).unwrap_or_default()) + "\n"
}

/// JSON whose characters are all inert, in the escapes of JSON.
pub fn inert_json(json: &str) -> String {
    let mut inert = String::with_capacity(json.len());
    for c in json.chars() {
        // Line ends between the members stay; those in strings are escaped already.
        if acts(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(inert, "\\u{unit:04x}");
            }
        } else {
            inert.push(c);
        }
    }
    inert.replace(COMMAND, "\\u0023#[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_shown_by_its_number() {
        assert_eq!(line("a\u{1b}]0;b\u{7}\u{9b}31m\r\n\tc"), "a\\u{1b}]0;b\\u{7}\\u{9b}31m\\r\\n\\tc");
        assert_eq!(line("\u{202e}x\u{2066}\u{200f}\u{61c}"), "\\u{202e}x\\u{2066}\\u{200f}\\u{61c}");
        assert_eq!(line("\u{fffe}\u{10ffff}\u{feff}\u{200b}"), "\\u{fffe}\\u{10ffff}\\u{feff}\\u{200b}");
        assert_eq!(line("größer 日本 é \u{1f600}"), "größer 日本 é \u{1f600}");
        // What is inert stays as it is.
        assert_eq!(line(&line("\u{1b}##[x]")), line("\u{1b}##[x]"));
    }

    /// Held against what the standard library knows of characters.
    #[test]
    fn no_control_is_left_out_and_nothing_visible_is_hidden() {
        for c in '\0'..=char::MAX {
            assert!(acts(c) || !c.is_control(), "{c:?}");
            // Of the fillers of Hangul it does not know that nobody sees them.
            let filler = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'].contains(&c);
            assert!(!acts(c) || filler || c.escape_debug().count() > 1, "{c:?}");
        }
        for range in [
            '\u{202a}'..='\u{202e}',
            '\u{2066}'..='\u{2069}',
            '\u{200b}'..='\u{200f}',
            '\u{fdd0}'..='\u{fdef}',
        ] {
            assert!(range.into_iter().all(acts));
        }
        for plane in 0..=16 {
            assert!([0xfffe, 0xffff].iter().all(|last| acts(char::from_u32(plane << 16 | last).unwrap())));
        }
        assert!(['\u{2028}', '\u{2029}', '\u{61c}', '\u{feff}', '\u{ad}', '\u{e0041}'].into_iter().all(acts));
    }

    #[test]
    fn no_line_begins_a_command() {
        assert_eq!(lines("::error::x\n  ::a::\na::b::"), "\\u{3a}:error::x\n  \\u{3a}:a::\na::b::");
        assert_eq!(lines("\u{a0}::a::\u{2028}::b::"), "\u{a0}\\u{3a}:a::\\u{2028}::b::");
        assert_eq!(line("a ###[group]"), "a #\\u{23}#[group]");
    }

    #[test]
    fn json_is_the_same_to_its_reader() {
        for c in ('\0'..=char::MAX).filter(|c| acts(*c)) {
            let text = format!("a{c}\\##[b]\"{c}");
            let json = json(&text);
            assert!(json.trim_end().chars().all(|c| !acts(c)) && !json.contains(COMMAND), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
