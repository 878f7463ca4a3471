//! A draft's markup, taken off: what is left is the text that a fingerprint is made of.
//!
//! Two revisions write the same sentence with other references, quotes and line breaks. So all of the following
//! goes: references to other sections and documents (of `{{Section 3.1 of RFC3986}}` the section stays),
//! attributes, footnote marks, emphasis, code marks, forced line breaks; and white space is a single space.

use sha2::{Digest, Sha256};

/// The fingerprint of a text without markup: the first 12 hexadecimal digits of its SHA-256.
pub(super) fn fingerprint(plain: &str) -> String {
    let digest = Sha256::digest(plain.as_bytes());
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The name of the file that a line includes.
pub(super) fn include(line: &str) -> Option<&str> {
    line.trim().strip_prefix("{::include ")?.strip_suffix('}').map(str::trim)
}

/// The id in an attribute list such as `{: #name title="…"}`.
pub(super) fn attribute_id(list: &str) -> Option<&str> {
    let inner = list.trim().strip_prefix("{:")?.strip_suffix('}')?.trim_start();
    let id = inner.strip_prefix('#')?;
    id.split([' ', '\t', '\n', '}']).next().filter(|id| !id.is_empty())
}

/// The anchor that a heading without one of its own gets.
pub(super) fn slug(heading: &str) -> String {
    let words = heading.to_lowercase();
    let kept: String = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-')).collect();
    kept.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The text without its comments.
pub(super) fn without_comments(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once("<!--") {
        kept += before;
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// CBOR diagnostic notation without its comments.
pub(super) fn without_edn_comments(text: &str) -> String {
    each(text, "/ ", " /", |_| String::new())
}

/// A paragraph as plain text.
pub(super) fn plain(paragraph: &str) -> String {
    let text = each(paragraph, "{{", "}}", section_of);
    let text = each(&text, "{:", "}", |_| String::new());
    let text = each(&text, "[^", "]", |_| String::new());
    let text = each(&text, "](#", ")", |_| "]".to_owned());
    let text = text.replace("<br>", " ").replace(" -- ", " — ").replace("\\\\", " ");
    let text: String = text.chars().filter(|c| !matches!(c, '`' | '*' | '_')).collect();
    spaced(&text).replace("( ", "(").replace(" )", ")").replace(" ()", "")
}

/// The text with every run of white space as one space.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Of a reference `Section 3.1 of RFC3986` what stands before `of`; of any other nothing.
fn section_of(reference: &str) -> String {
    let reference = spaced(reference);
    let names_a_part = ["Section", "Appendix"].iter().any(|word| reference.starts_with(word));
    match reference.split_once(" of ") {
        Some((part, _)) if names_a_part => part.to_owned(),
        _ => String::new(),
    }
}

/// Puts something else in place of everything between two marks, and of the marks.
fn each(text: &str, open: &str, close: &str, instead: impl Fn(&str) -> String) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once(open) {
        let Some((inner, after)) = after.split_once(close) else { break };
        kept += before;
        kept += &instead(inner);
        rest = after;
    }
    kept + rest
}
