//! Texts that are IRI references, and a small share that is nearly one.

use arbitrary::{Result, Unstructured};

use crate::generate::choice::{Weighted, chance, pick};

const SCHEMES: &[Weighted<&str>] = &[
    (12, "a:"),
    (4, "http:"),
    (4, "coap:"),
    (2, "HTTPS:"),
    (2, "x+y.z-0:"),
    (2, "mailto:"),
    (1, "javascript:"),
    (10, ""),
    (1, "1a:"),
    (1, "a_b:"),
];

const AUTHORITIES: &[Weighted<bool>] = &[(2, true), (1, false)];

const USERINFO: &[Weighted<&str>] = &[
    (16, ""),
    (3, "u@"),
    (2, "u:p@"),
    (2, "@"),
    (2, "\u{e9}:\u{4e2d}@"),
    (1, "u%40v@"),
    (1, "\u{1f600}@"),
    (1, "u@v@"),
];

const HOSTS: &[Weighted<&str>] = &[
    (12, "h"),
    (4, "example.com"),
    (2, "EXAMPLE.com."),
    (3, ""),
    (6, "\u{e9}.example"),
    (2, "\u{c9}.example"),
    (2, "\u{4f8b}\u{3048}.\u{30c6}\u{30b9}\u{30c8}"),
    (1, "fa\u{df}.example"),
    (1, "\u{2603}.example"),
    (1, "\u{5d0}a.example"),
    (1, "xn--9ca.example"),
    (1, "%C3%A9.example"),
    (1, "a_b!c"),
    (3, "192.0.2.1"),
    (1, "127.1"),
    (3, "[::1]"),
    (2, "[2001:DB8::1]"),
    (1, "[v1.a:b]"),
    (1, "[x]"),
];

const PORTS: &[Weighted<&str>] =
    &[(14, ""), (4, ":80"), (3, ":"), (2, ":0080"), (1, ":65536"), (1, ":8a"), (1, ":\u{ff18}")];

const SEGMENTS: &[Weighted<&str>] = &[
    (8, "a"),
    (4, ""),
    (6, "\u{e9}"),
    (2, "e\u{301}"),
    (2, "\u{1f600}"),
    (2, "."),
    (2, ".."),
    (2, "a:b"),
    (2, "a@b"),
    (2, "%41%c3%A9"),
    (1, "%FF"),
    (2, "!$&'()*+,;=~"),
    (1, "\u{d7ff}\u{f900}"),
    (1, "\u{efffd}"),
    (1, " "),
    (1, "\\"),
    (1, "[b]"),
    (1, "%"),
    (1, "\u{e000}"),
];

const QUERIES: &[Weighted<&str>] = &[
    (8, "?q"),
    (3, "?"),
    (3, "?k=v&l=w&"),
    (3, "??/"),
    (5, "?\u{e9}=\u{fc}"),
    (3, "?\u{e000}\u{e9}"),
    (2, "?\u{100000}"),
    (2, "?%41%c3"),
    (1, "?a b"),
    (1, "?\u{fdd0}"),
];

const FRAGMENTS: &[Weighted<&str>] = &[
    (8, "#f"),
    (3, "#"),
    (3, "#?/"),
    (5, "#\u{e9}"),
    (2, "#\u{1f600}e\u{301}"),
    (2, "#%41%c3"),
    (1, "#a b"),
    (1, "#a#b"),
];

/// An IRI reference, most often.
pub(in crate::oracle) fn iri_reference(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = (*pick(u, SCHEMES)?).to_owned();
    if *pick(u, AUTHORITIES)? {
        text.push_str("//");
        for part in [USERINFO, HOSTS, PORTS] {
            text.push_str(pick(u, part)?);
        }
    } else if chance(u, 128)? {
        text.push_str(pick(u, SEGMENTS)?);
    }
    for _ in 0..u.arbitrary::<u8>()? % 4 {
        text.push('/');
        text.push_str(pick(u, SEGMENTS)?);
    }
    for part in [QUERIES, FRAGMENTS] {
        if chance(u, 100)? {
            text.push_str(pick(u, part)?);
        }
    }
    Ok(text)
}

const PIECES: &[Weighted<&str>] = &[
    (8, "a"),
    (12, " "),
    (5, "\t"),
    (4, "\n"),
    (4, "\r"),
    (4, "http://h/b"),
    (3, "\u{a0}"),
    (2, "\u{3000}"),
    (2, "\u{2028}"),
    (2, "\u{b}"),
    (2, "\u{c}"),
    (2, "\u{0}"),
    (2, "\u{feff}"),
    (2, "\u{200b}"),
    (2, "e\u{301}"),
    (2, "\u{e9}"),
    (2, "\u{1f600}"),
    (2, "%20"),
    (2, "+"),
    (2, "\\"),
    (2, "<"),
    (2, "&amp;"),
];

/// A text with much whitespace.
pub(in crate::oracle) fn spaced(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.arbitrary::<u8>()? % 12 {
        text.push_str(pick(u, PIECES)?);
    }
    Ok(text)
}
