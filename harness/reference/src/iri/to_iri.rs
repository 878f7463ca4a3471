//! CRI to IRI: the URI of the CRI, converted by RFC 3987, section 3.2.

use super::chars::{is_bidi_formatting, is_iprivate, is_ucschar};
use crate::error::Error;
use crate::options::Options;
use crate::reference::CriReference;
use crate::text::leading_utf8_character;
use crate::to_uri::to_uri;
use crate::uri::components::Components;
use crate::uri::grammar::is_unreserved;
use crate::uri::percent::{Unit, push_byte, units};

/// Converts a CRI to an IRI, and a CRI reference to an IRI reference.
///
/// # Errors
///
/// [`NoUriError`](crate::error::NoUriError) where there is no URI.
pub fn to_iri(reference: &CriReference, options: &Options) -> Result<String, Error> {
    // Step 1: the URI, as a sequence of octets.
    let uri = to_uri(reference, options)?;
    Ok(iri_of_uri(&uri))
}

/// The IRI of a URI.
pub fn iri_of_uri(uri: &str) -> String {
    let uri = Components::split(uri);
    let iri = Components {
        scheme: uri.scheme.map(str::to_owned),
        authority: uri.authority.map(|authority| component(authority, is_ucschar)),
        path: component(uri.path, is_ucschar),
        query: uri
            .query
            .map(|query| component(query, |character| is_ucschar(character) || is_iprivate(character))),
        fragment: uri.fragment.map(|fragment| component(fragment, is_ucschar)),
    };
    // Step 5: what results, as a sequence of characters.
    iri.recompose()
}

fn component(encoded: &str, is_allowed: fn(char) -> bool) -> String {
    let mut result = String::with_capacity(encoded.len());
    let mut escaped = Vec::new();
    for unit in units(encoded) {
        match unit {
            Unit::Escaped(byte) => escaped.push(byte),
            Unit::Literal(character) => {
                push_octets(&mut result, &escaped, is_allowed);
                escaped.clear();
                result.push(character);
            }
        }
    }
    push_octets(&mut result, &escaped, is_allowed);
    result
}

/// Steps 2 to 4 on a run of escapes: what stands for an appropriate character becomes that character, and what
/// does not, is escaped again.
fn push_octets(result: &mut String, mut octets: &[u8], is_allowed: fn(char) -> bool) {
    while let [first, rest @ ..] = octets {
        match leading_utf8_character(octets) {
            // Step 4: characters that are not appropriate in an IRI stay escaped.
            Some(character) if is_allowed(character) && !is_bidi_formatting(character) => {
                result.push(character);
                octets = &octets[character.len_utf8()..];
            }
            // Step 2: "%", reserved characters, and US-ASCII that no URI allows stay escaped; unreserved do not.
            None if is_unreserved(*first) => {
                result.push(char::from(*first));
                octets = rest;
            }
            // Step 3: octets that are no part of UTF-8 stay escaped.
            _ => {
                push_byte(result, *first);
                octets = rest;
            }
        }
    }
}
