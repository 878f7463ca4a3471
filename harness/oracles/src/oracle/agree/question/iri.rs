//! Questions of the IRI guidelines: IRIs and what is nearly one, and texts to prepare.

use arbitrary::{Result, Unstructured};

use super::{ASCII, garbled};
use crate::generate::choice::{Weighted, chance, pick};
use crate::oracle::iri_guidelines::text;
use crivet::operation::{Operation, OperationName, Spaces};

pub(super) fn draw(name: OperationName, u: &mut Unstructured<'_>) -> Result<Operation> {
    Ok(match name {
        OperationName::IriPreprocess => Operation::IriPreprocess {
            text: prepared(u)?,
            multiple: chance(u, 128)?,
            spaces: if chance(u, 128)? { Spaces::Remove } else { Spaces::Encode },
        },
        OperationName::IriToUri => Operation::IriToUri { iri: iri(u)? },
        _ => Operation::IriParse { iri: iri(u)? },
    })
}

/// Characters that some component has and another has not.
const BEYOND_ASCII: &[Weighted<char>] = &[
    (2, '\u{80}'),
    (2, '\u{9f}'),
    (3, '\u{a0}'),
    (4, '\u{e9}'),
    (2, '\u{d7ff}'),
    (3, '\u{e000}'),
    (2, '\u{f8ff}'),
    (2, '\u{f900}'),
    (2, '\u{fdd0}'),
    (2, '\u{ffef}'),
    (2, '\u{fffe}'),
    (3, '\u{10000}'),
    (2, '\u{1ffff}'),
    (2, '\u{efffd}'),
    (3, '\u{f0000}'),
    (2, '\u{10fffd}'),
    (2, '\u{301}'),
    (2, '\u{200e}'),
];

/// Starts that the guidelines tell apart: what is a scheme and what is none, what is an authority.
const STARTS: &[Weighted<&str>] = &[
    (2, "9a:"),
    (2, "+a:"),
    (2, "-a:"),
    (2, "a+b.c-9:"),
    (2, "a~b:"),
    (2, "a_b:"),
    (2, "%61:"),
    (2, "a%41:"),
    (2, "a:%2f%2Fh/"),
    (2, "a b:"),
    (2, "\u{e9}:"),
    (2, " a:"),
    (2, ":"),
    (2, "a@b:"),
    (2, "abcdefghijklmnopqrstuvwxyz0123456789:"),
    (2, "localhost:8080"),
    (2, "h:80/"),
    (2, "http:/"),
    (2, "http:a"),
    (2, "a://h:8a/"),
    (2, "a://h:+80/"),
    (2, "a://h: 80/"),
    (2, "a://h:%38/"),
    (2, "a://h:99999999999999999999/"),
    (2, "a://h:0/"),
    (2, "a://u@v@h/"),
    (2, "a://u:@h/"),
    (2, "a://U@h/"),
    (2, "a:// h/"),
    (2, "a://h%2Fb/"),
    (2, "a://h?q/"),
    (2, "a://0x7f.1/"),
    (2, "a://010.0.0.1/"),
    (2, "a://0xc0000201/"),
    (2, "a://[::ffff:192.0.2.1]/"),
    (2, "a://[::ffff:192.0.2.1]:1/"),
    (2, "a://h!$&'()*+,;=/"),
    (2, "a://\u{4f8b}\u{3048}.jp./"),
    (2, "a://b\u{fc}cher.b\u{fc}cher/"),
    (2, "a://\u{e0}.example\u{3002}com/"),
    (1, "a://%4/"),
];

/// Percent-encoded, and what some take for another character.
const TAILS: &[Weighted<&str>] = &[
    (3, "%2F%3F%23"),
    (3, "%2f%3a"),
    (2, "+"),
    (2, "a+b"),
    (2, "%20"),
    (2, "?a#b"),
    (2, "?a?b"),
    (2, "?a=b&c='d'"),
    (2, "?[a]"),
    (2, "?e\u{301}"),
    (2, "?\u{1f600}"),
    (2, "?\u{fffe}"),
    (2, "#!$&'()*+,;="),
    (2, "#a#b"),
    (2, "/A/ a "),
    (2, "/ a"),
    (2, "/a "),
    (2, "?a+b"),
    (2, "/\u{e000}"),
    (2, "#\u{e000}"),
];

/// An IRI, or one with an odd start or end, or with a character too many.
fn iri(u: &mut Unstructured<'_>) -> Result<String> {
    let mut iri = text::iri_reference(u)?;
    match pick(u, &[(10, 0), (4, 1), (4, 2), (6, 3), (6, 4)])? {
        1 => {
            let rest = iri.split_once('/').map_or("", |(_, rest)| rest).trim_start_matches('/').to_owned();
            iri = (*pick(u, STARTS)?).to_owned() + &rest;
        }
        2 => iri.push_str(pick(u, TAILS)?),
        3 => iri = garbled(u, iri, ASCII)?,
        4 => iri = garbled(u, iri, BEYOND_ASCII)?,
        _ => {}
    }
    Ok(iri)
}

/// What is left as it is by every reading, beside the whitespace that the generator knows.
fn prepared(u: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: &[Weighted<&str>] = &[
        (4, ","),
        (3, ";"),
        (3, "A"),
        (3, "HTTP://Example.COM/%41"),
        (3, "%41%2F"),
        (3, "%C3%A9"),
        (6, "\u{fffd}"),
        (3, "\u{200e}"),
        (3, "\u{202e}"),
        (2, "\u{200f}a"),
        (2, "\u{fffe}"),
        (1, "a\u{fdd0}"),
        (2, "e\u{301}"),
        (2, "a,b"),
        (2, "?a=b&c#d"),
        (1, "&#x61;"),
    ];
    let mut whole = text::spaced(u)?;
    for _ in 0..*pick(u, &[(6, 0_usize), (6, 1), (4, 2), (2, 4)])? {
        whole.push_str(pick(u, PIECES)?);
    }
    Ok(whole)
}
