//! URIs and URI references by the grammar of RFC 3986 (appendix A), and IRIs by that of RFC 3987 (section 2.2).
//!
//! Biased towards what breaks: empty segments, dot-segments in every place, also percent-encoded, colons in a
//! first segment, percent-encoded delimiters, each class of characters in each component, IPv6 in its shapes,
//! labels, also empty ones and dots alone, ports at their bounds, delimiters that stand twice, and paths around the 127 segments that a reference can discard. A small share
//! is no URI.

use arbitrary::{Result, Unstructured};

use super::choice::{Weighted, chance, pick};
use super::number::{ipv4, ipv6, ipv6_text, number};

/// A URI or, with a fragment, what RFC 3986 calls one as well.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn uri(u: &mut Unstructured<'_>) -> Result<String> {
    Maker { wide: false }.full(u)
}

/// A URI reference of any kind; rarely one with a scheme.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn uri_reference(u: &mut Unstructured<'_>) -> Result<String> {
    Maker { wide: false }.reference(u)
}

/// A base URI and a reference.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn uri_pair(u: &mut Unstructured<'_>) -> Result<(String, String)> {
    Ok((uri(u)?, uri_reference(u)?))
}

/// An IRI.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn iri(u: &mut Unstructured<'_>) -> Result<String> {
    Maker { wide: true }.full(u)
}

/// An IRI reference.
///
/// # Errors
///
/// None in practice: bytes that run out read as zero.
pub fn iri_reference(u: &mut Unstructured<'_>) -> Result<String> {
    Maker { wide: true }.reference(u)
}

const SCHEMES: &[Weighted<&str>] = &[
    (10, "a"),
    (8, "coap"),
    (3, "http"),
    (3, "https"),
    (3, "coaps+tcp"),
    (2, "urn"),
    (2, "did"),
    (2, "x+y.z-0"),
    (2, "COAP"),
    (1, "File"),
    (1, "tag"),
    (1, "coap+ws"),
];

const USERINFO: &[Weighted<&str>] = &[
    (6, "u"),
    (3, ""),
    (3, "a;b=c"),
    (3, "a%40b"),
    (2, "%3A"),
    (2, "a%2Fb"),
    (2, "a%3ab"),
    (2, "u:p"),
    (1, ":"),
    (1, "%C3%A9"),
    (1, "%FF"),
];

const HOSTS: &[Weighted<&str>] = &[
    (14, "h"),
    (8, "example.com"),
    (4, "a.b.c.d"),
    (3, ""),
    (3, "h."),
    (3, "a..b"),
    (2, "."),
    (1, ".."),
    (1, ".a"),
    (1, "a.%2e"),
    (3, "Example.COM"),
    (3, "a_b!c~"),
    (3, "a%2Fb"),
    (2, "a%3Ab"),
    (2, "%C3%A9"),
    (1, "%C3%89"),
    (2, "%FF"),
    (2, "a%2eb"),
    (2, "%41"),
    (4, "192.0.2.1"),
    (1, "192.0.2.01"),
    (1, "256.0.0.1"),
    (1, "1.2.3"),
    (1, "%3192.0.2.1"),
    (3, "[2001:db8::1]"),
    (2, "[2001:DB8:0:0:0:0:0:1]"),
    (1, "[::]"),
    (1, "[::1]"),
    (1, "[fe80:0:0:0:1:0:0:1]"),
    (1, "[2001:db8:0:1:1:1:1:1]"),
    (1, "[::ffff:192.0.2.1]"),
    (1, "[1:2:3:4:5:6:7::]"),
    (1, "[fe80::1%25eth0]"),
    (1, "[v1.a]"),
];

const PORTS: &[Weighted<&str>] = &[
    (10, "4711"),
    (3, "0"),
    (3, "80"),
    (3, "5683"),
    (2, "65535"),
    (2, "255"),
    (2, "23"),
    (1, "256"),
    (1, "65536"),
    (1, ""),
    (1, "080"),
    (1, "00"),
    (1, "99999999999999999999"),
];

const SEGMENTS: &[Weighted<&str>] = &[
    (26, "a"),
    (12, "b"),
    (18, ""),
    (12, ".."),
    (8, "."),
    (5, "..."),
    (3, ".a"),
    (3, "a."),
    (6, "a:b"),
    (4, ":"),
    (3, "http:"),
    (3, "1:a"),
    (4, "%2e"),
    (3, "%2E%2e"),
    (2, ".%2E"),
    (4, "%2F"),
    (3, "a%2Fb"),
    (3, "%3A"),
    (3, "a%3Ab"),
    (3, "%20"),
    (3, "%25"),
    (3, "%41"),
    (3, "%3f%23"),
    (3, "%C3%A9"),
    (2, "%c3%a9"),
    (2, "%E6%97%A5"),
    (2, "%F0%9F%98%80"),
    (2, "%FF"),
    (2, "%C3"),
    (2, "%ED%A0%80"),
    (2, "%00"),
    (2, "@"),
    (3, ";p=1,2"),
    (2, "~_-!$'()*+&"),
    (2, "A"),
    (1, "%65%CC%81"),
    (1, "%21%24"),
];

const QUERIES: &[Weighted<&str>] = &[
    (8, "q"),
    (5, "k=v&l"),
    (4, ""),
    (3, "&"),
    (2, "&&a"),
    (3, "a%26b"),
    (2, "%26"),
    (2, "a/b?c"),
    (2, "a:b@c"),
    (2, "%3F%23"),
    (2, "%2F"),
    (2, "a+b%20c"),
    (2, "%C3%A9"),
    (2, "%FF=%fe"),
    (1, ".."),
    (1, "%3D=%3d"),
];

const FRAGMENTS: &[Weighted<&str>] = &[
    (8, "f"),
    (4, ""),
    (3, "a/b?c"),
    (2, "%23"),
    (2, "%2F"),
    (2, "a&b"),
    (2, "%C3%A9"),
    (2, "%FF"),
    (1, "/.."),
    (1, "a:@!"),
];

/// Characters that IRIs have and URIs have not: from each block of `ucschar`, private use, what formats
/// bidirectional text, and what is not in Normalization Form C.
const WIDE: &[Weighted<&str>] = &[
    (8, "é"),
    (6, "日本"),
    (4, "ß"),
    (3, "\u{10fffd}"),
    (3, "\u{a0}"),
    (3, "\u{1f600}"),
    (2, "\u{e000}"),
    (1, "\u{202e}"),
    (1, "e\u{301}"),
    (1, "É"),
];

/// What no URI holds, somewhere.
const SPOILS: &[Weighted<&str>] = &[
    (2, " "),
    (2, "%"),
    (2, "%4"),
    (2, "%GG"),
    (1, "\""),
    (1, "\\"),
    (1, "é"),
    (1, "["),
    (1, "\u{7f}"),
    (1, "^"),
];

struct Maker {
    wide: bool,
}

impl Maker {
    fn full(&self, u: &mut Unstructured<'_>) -> Result<String> {
        let mut uri = String::with_capacity(USUAL);
        uri.push_str(pick(u, SCHEMES)?);
        uri.push(':');
        match pick(u, &[(8, 0), (3, 1), (3, 2)])? {
            0 => self.authority_and_path(u, &mut uri)?,
            1 => {
                uri.push('/');
                self.path(u, &mut uri)?;
            }
            _ => self.path(u, &mut uri)?,
        }
        self.end(u, uri)
    }

    fn reference(&self, u: &mut Unstructured<'_>) -> Result<String> {
        let mut uri = String::with_capacity(USUAL);
        match pick(u, &[(8, 0), (3, 1), (2, 2), (1, 3), (2, 4)])? {
            0 => self.path(u, &mut uri)?,
            1 => {
                uri.push('/');
                self.path(u, &mut uri)?;
            }
            2 => self.authority_and_path(u, &mut uri)?,
            3 => return self.full(u),
            _ => {}
        }
        self.end(u, uri)
    }

    /// Query and fragment; and rarely something that spoils it all.
    fn end(&self, u: &mut Unstructured<'_>, mut uri: String) -> Result<String> {
        if chance(u, 88)? {
            uri.push('?');
            self.text(u, QUERIES, &mut uri)?;
        }
        if chance(u, 72)? {
            uri.push('#');
            self.text(u, FRAGMENTS, &mut uri)?;
        }
        if chance(u, 8)? {
            twice(u, &mut uri)?;
        }
        if chance(u, 6)? {
            let place = usize::from(u.arbitrary::<u8>()?) % (uri.len() + 1);
            let place = (0..=place).rev().find(|place| uri.is_char_boundary(*place)).unwrap_or_default();
            uri.insert_str(place, pick(u, SPOILS)?);
        }
        Ok(uri)
    }

    fn authority_and_path(&self, u: &mut Unstructured<'_>, uri: &mut String) -> Result<()> {
        self.authority(u, uri)?;
        if !chance(u, 64)? {
            uri.push('/');
            self.path(u, uri)?;
        }
        Ok(())
    }

    fn authority(&self, u: &mut Unstructured<'_>, uri: &mut String) -> Result<()> {
        uri.push_str("//");
        if chance(u, 24)? {
            self.text(u, USERINFO, uri)?;
            uri.push('@');
        }
        match pick(u, &[(120, 0), (3, 1), (5, 2)])? {
            0 => self.text(u, HOSTS, uri)?,
            1 => uri.push_str(&ipv4(u, &[(1, [192, 0, 2, 1])])?.to_string()),
            _ => {
                let address = ipv6(u, &[(1, [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1])])?;
                uri.push('[');
                uri.push_str(&ipv6_text(u, address)?);
                uri.push(']');
            }
        }
        if chance(u, 64)? {
            uri.push(':');
            match chance(u, 48)? {
                true => uri.push_str(&number(u, &[(1, 1), (1, 443), (1, 5684)])?.to_string()),
                false => uri.push_str(pick(u, PORTS)?),
            }
        }
        Ok(())
    }

    /// The segments behind a slash, or of a path without one in front. The longest are as costly as many short ones,
    /// and few will do.
    fn path(&self, u: &mut Unstructured<'_>, uri: &mut String) -> Result<()> {
        const COUNTS: &[Weighted<u8>] =
            &[(50, 1), (50, 2), (40, 3), (30, 4), (20, 6), (10, 0), (5, 10), (1, 255)];
        match pick(u, COUNTS)? {
            255 => {
                // Around what a discard can count: as many steps up, or as many segments and steps.
                let count = 120 + usize::from(u.arbitrary::<u8>()? % 16);
                if chance(u, 128)? {
                    uri.push_str(&"a/".repeat(count));
                }
                uri.push_str(&"../".repeat(count));
                self.text(u, SEGMENTS, uri)
            }
            count => (0..*count).try_for_each(|index| {
                if index > 0 {
                    uri.push('/');
                }
                self.text(u, SEGMENTS, uri)
            }),
        }
    }

    fn text(&self, u: &mut Unstructured<'_>, pool: &[Weighted<&str>], uri: &mut String) -> Result<()> {
        let text = pick(u, pool)?;
        uri.push_str(text);
        // In an address there is no room for letters of any kind.
        if self.wide && !text.starts_with('[') && chance(u, 80)? {
            uri.push_str(pick(u, WIDE)?);
        }
        Ok(())
    }
}

/// A delimiter where there is one already.
fn twice(u: &mut Unstructured<'_>, uri: &mut String) -> Result<()> {
    let places: Vec<usize> =
        uri.match_indices([':', '/', '?', '#', '@', '[', ']', '&']).map(|(at, _)| at).collect();
    let place = usize::from(u.arbitrary::<u8>()?);
    if let Some(&at) = places.get(place % places.len().max(1)) {
        let delimiter = uri[at..=at].to_owned();
        uri.insert_str(at, &delimiter);
    }
    Ok(())
}

/// How long most texts become at most.
const USUAL: usize = 64;
