//! IRI to CRI: the URI of the IRI by RFC 3987, section 3.1, converted.
//!
//! ```abnf
//! iunreserved    = unreserved / ucschar
//! iuserinfo      = *( iunreserved / pct-encoded / sub-delims / ":" )
//! ireg-name      = *( iunreserved / pct-encoded / sub-delims )
//! ipchar         = iunreserved / pct-encoded / sub-delims / ":" / "@"
//! iquery         = *( ipchar / iprivate / "/" / "?" )
//! ifragment      = *( ipchar / "/" / "?" )
//! ```

use super::chars::{is_bidi_formatting, is_iprivate, is_ucschar};
use crate::error::Error;
use crate::from_uri::from_uri;
use crate::options::Options;
use crate::reference::CriReference;
use crate::uri::components::Components;
use crate::uri::percent::push_byte;

/// Converts an IRI to a CRI, and an IRI reference to a CRI reference. A host becomes percent-encoded UTF-8, not
/// punycode.
///
/// # Errors
///
/// The text is no IRI reference, has no CRI form, or needs a feature that is switched off. The place of an error
/// is one in the IRI's URI.
pub fn from_iri(iri: &str, options: &Options) -> Result<CriReference, Error> {
    from_uri(&to_uri(iri), options)
}

/// The URI of an IRI. A character that may not stand where it does stays, for the URI parser to find.
pub fn to_uri(iri: &str) -> String {
    // Step 1: the IRI is a sequence of Unicode characters already, so it is not normalised.
    let iri = Components::split(iri);
    // Step 2: characters in ucschar or iprivate are percent-encoded as UTF-8.
    let uri = Components {
        scheme: iri.scheme.map(str::to_owned),
        authority: iri.authority.map(authority),
        path: encode(iri.path, is_ucschar),
        query: iri
            .query
            .map(|query| encode(query, |character| is_ucschar(character) || is_iprivate(character))),
        fragment: iri.fragment.map(|fragment| encode(fragment, is_ucschar)),
    };
    uri.recompose()
}

/// User information and registered name; an IP-literal and a port are ASCII.
fn authority(authority: &str) -> String {
    let (userinfo, host_and_port) = authority.split_at(authority.find('@').map_or(0, |at| at + 1));
    let host_end = if host_and_port.starts_with('[') {
        0
    } else {
        host_and_port.find(':').unwrap_or(host_and_port.len())
    };
    let (name, rest) = host_and_port.split_at(host_end);
    encode(userinfo, is_ucschar) + &encode(name, is_ucschar) + rest
}

fn encode(component: &str, is_allowed: fn(char) -> bool) -> String {
    let mut encoded = String::with_capacity(component.len());
    for character in component.chars() {
        // Section 4.1: characters that format bidirectional text must not stand in an IRI.
        if is_allowed(character) && !is_bidi_formatting(character) {
            character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_byte(&mut encoded, byte));
        } else {
            encoded.push(character);
        }
    }
    encoded
}
