//! The published text of an RFC as the markup that [`sentences`](super::sentences) reads: page breaks taken out, and
//! headings with the anchors of the RFC's HTML (`section-6.4`, `appendix-B`).

/// The text as markup; none where it is not that of an RFC in pages.
pub(super) fn as_markup(text: &str) -> Option<String> {
    if !text.lines().any(is_footer) {
        return None;
    }
    let mut lines: Vec<String> = Vec::new();
    let mut at_break = false;
    for line in text.lines() {
        let line = line.trim_end().trim_start_matches('\u{c}');
        if is_footer(line) {
            // The blank lines above a page break say nothing of a paragraph that goes on behind it.
            while lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
            at_break = true;
        } else if at_break && (line.is_empty() || is_header(line)) {
        } else {
            if at_break && !goes_on(lines.last(), line) {
                lines.push(String::new());
            }
            at_break = false;
            match (heading(line), lines.last_mut()) {
                (Some(heading), _) => lines.extend([String::new(), heading, String::new()]),
                // A word with a hyphen goes on in the next line.
                (None, Some(before)) if ends_in_hyphen(before) => {
                    before.push_str(line.trim_start());
                }
                (None, _) => lines.push(block(line)),
            }
        }
    }
    Some(lines.join("\n"))
}

/// `Shelby, et al.               Standards Track                   [Page 61]`
fn is_footer(line: &str) -> bool {
    !line.starts_with(' ') && line.contains("  ") && line.contains("[Page ") && line.trim_end().ends_with(']')
}

/// `RFC 7252       The Constrained Application Protocol (CoAP)     June 2014`
fn is_header(line: &str) -> bool {
    line.starts_with("RFC ") && line.contains("   ")
}

/// Is it the same paragraph on both sides of a page break?
fn goes_on(before: Option<&String>, line: &str) -> bool {
    let ended = before.is_none_or(|before| before.ends_with(['.', ':', ';', '|', '+']));
    let starts = line.trim_start().starts_with("o  ") || !line.starts_with("  ");
    !ended && !starts
}

/// `6.4.  Decomposing URIs into Options` or `Appendix B.  URI Examples`, at the start of a line.
fn heading(line: &str) -> Option<String> {
    let (number, title) = line.split_once(".  ")?;
    let anchor = match number.strip_prefix("Appendix ") {
        Some(letter) => format!("appendix-{letter}"),
        None if number.split('.').all(|part| part.parse::<u8>().is_ok()) => format!("section-{number}"),
        None => return None,
    };
    let level = number.split('.').count();
    Some(format!("{} {title} {{#{anchor}}}", "#".repeat(level)))
}

fn ends_in_hyphen(line: &str) -> bool {
    line.strip_suffix('-').is_some_and(|word| word.ends_with(char::is_alphabetic))
}

/// A line of prose, of a list or of a table.
fn block(line: &str) -> String {
    let trimmed = line.trim_start();
    match trimmed.strip_prefix("o  ") {
        Some(item) => format!("* {item}"),
        None if trimmed.starts_with("+--") => String::new(),
        None => trimmed.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentences;
    use super::*;

    const PAGES: &str = "\
   1.  Introduction ....... 5

1.  Introduction

   A paragraph that goes on, hyphen-
   ated, behind the page



Doe, et al.               Standards Track                   [Page 1]
\u{c}
RFC 9999                     A Title                     June 2014


   break.  Another sentence.

1.1.  Steps

   o  An item.

   2.   A step
        of two lines.

   | No. | Name |
   +-----+------+
   |   1 | One  |

Appendix B.  Examples

   Output:
";

    #[test]
    fn pages_are_one_text() {
        let markup = as_markup(PAGES).unwrap();
        let found: Vec<(String, String)> = sentences::of(&markup)
            .into_iter()
            .map(|sentence| (sentence.anchors.join(" "), sentence.text))
            .collect();
        let expected = [
            ("section-1", "A paragraph that goes on, hyphen-ated, behind the page break."),
            ("section-1", "Another sentence."),
            ("section-1 section-1.1", "An item."),
            ("section-1 section-1.1", "A step of two lines."),
            ("section-1 section-1.1", "| No. | Name |"),
            ("section-1 section-1.1", "| 1 | One |"),
            ("appendix-B", "Output:"),
        ];
        assert_eq!(found, expected.map(|(anchors, text)| (anchors.to_owned(), text.to_owned())));
        assert_eq!(as_markup("# A draft {#first}\n"), None);
    }
}
