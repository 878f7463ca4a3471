//! Comparing URIs and IRIs: byte for byte, but for the text of an IPv6 address, and the case of digits in triplets.
//!
//! The draft fixes the text of everything else (href-13, anchor `cri-to-uri`). Of an address it only says that it
//! matches `IP-literal`, so there the 16 bytes count. Of the hexadecimal digits of a triplet it says nothing, and RFC
//! 3986, section 2.1, that they should be in upper case (R160); RFC 7252, section 6.5, has them in upper case. A zone
//! is compared as it stands.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use crate::verdict::{Difference, Note};

/// How many characters of a text are shown from the first difference on.
const SNIPPET: usize = 16;

/// Is what came the same text, but for the case of hexadecimal digits in triplets?
pub(super) fn compare_in_either_case(expected: &str, came: &str) -> Result<Vec<Note>, Difference> {
    let upper = upper_case_triplets(came);
    let mut notes = compare(&upper_case_triplets(expected), &upper)?;
    notes.extend(
        (upper != came).then(|| Note::should("triplets have hexadecimal digits in lower case (R160)")),
    );
    Ok(notes)
}

/// The text with the hexadecimal digits of its triplets in upper case. The percent sign that stands in front of a zone
/// is not the first character of a triplet.
pub(super) fn upper_case_triplets(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let zone = text.find('[').and_then(|bracket| Some(bracket + text[bracket..].find(['%', ']'])?));
    let mut pieces = text.split_inclusive('%');
    let mut upper = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_at_checked(2) {
            Some((digits, rest)) if zone != Some(upper.len() - 1) && is_hexadecimal(digits) => {
                upper += &digits.to_ascii_uppercase();
                upper += rest;
            }
            _ => upper += piece,
        }
    }
    Cow::Owned(upper)
}

fn is_hexadecimal(digits: &str) -> bool {
    digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Is what came the same text?
pub(super) fn compare(expected: &str, came: &str) -> Result<Vec<Note>, Difference> {
    if expected == came {
        return Ok(Vec::new());
    }
    if let (Some(expected), Some(came)) = (Literal::find(expected), Literal::find(came))
        && (expected.before, expected.address, expected.after) == (came.before, came.address, came.after)
    {
        let recommended = is_recommended(came.text, came.address);
        let note = || Note::should(format!("the address is not in the form of RFC 5952: `{}`", came.text));
        return Ok(if recommended { Vec::new() } else { vec![note()] });
    }
    Err(first_difference(expected, came))
}

/// A text around the address in its IP-literal.
struct Literal<'a> {
    before: &'a str,
    text: &'a str,
    address: Ipv6Addr,
    /// The zone with its delimiter, if there is one, the closing bracket, and the rest.
    after: &'a str,
}

impl<'a> Literal<'a> {
    /// Finds the IP-literal of the authority, in the terms of RFC 3986 Appendix B.
    fn find(uri: &'a str) -> Option<Self> {
        let colon = uri.find([':', '/', '?', '#']).filter(|at| uri[*at..].starts_with(':'));
        let scheme = colon.map_or(0, |colon| colon + 1);
        let authority = scheme + 2;
        uri[scheme..].strip_prefix("//")?;
        let end = uri[authority..].find(['/', '?', '#']).map_or(uri.len(), |at| authority + at);
        let host = uri[authority..end].rfind('@').map_or(authority, |at| authority + at + 1);
        let literal = uri[host..end].strip_prefix('[')?;
        let length = literal.find(['%', ']'])?;
        let (start, text) = (host + 1, &literal[..length]);
        let address = text.parse().ok()?;
        Some(Literal { before: &uri[..start], text, address, after: &uri[start + length..] })
    }
}

/// Is this the text of RFC 5952, or its variant for addresses that embed an IPv4 address?
pub(super) fn is_recommended(text: &str, address: Ipv6Addr) -> bool {
    let in_hex = address.to_ipv4_mapped().map(|_| {
        let [.., high, low] = address.segments();
        format!("::ffff:{high:x}:{low:x}")
    });
    text == address.to_string() || in_hex.is_some_and(|in_hex| text == in_hex)
}

/// Where two texts that are not the same begin to differ.
pub(super) fn first_difference(expected: &str, came: &str) -> Difference {
    let same = expected.chars().zip(came.chars()).take_while(|(expected, came)| expected == came).count();
    Difference::Text { character: same + 1, expected: snippet(expected, same), came: snippet(came, same) }
}

/// A little of a text, from a character on.
fn snippet(text: &str, from: usize) -> String {
    let mut rest = text.chars().skip(from);
    let shown: String = rest.by_ref().take(SNIPPET).collect();
    match (shown.is_empty(), rest.next()) {
        (true, _) => "the end of the text".to_owned(),
        (false, None) => format!("{shown:?}"),
        (false, Some(_)) => format!("{shown:?} and more"),
    }
}
