//! Converting URIs to CRIs (section 6; the small print of appendix B).
//!
//! The draft leaves the method free, as long as the CRI converts back to an equivalent URI. Here the URI is
//! parsed strictly, normalised by its syntax (RFC 3986, section 6.2.2) and taken apart into the canonical CRI:
//! scheme numbers where registered, default ports left off, and text wherever it converts back to the same URI.
//! Then the constraints are checked, so that what comes out is valid.

mod authority;
mod path;

use crate::authority::AuthoritySection;
use crate::constraints;
use crate::error::{Component, Error, UriError};
use crate::features;
use crate::options::{Options, Revision};
use crate::reference::{CriReference, Discard};
use crate::scheme::Scheme;
use crate::text::Text;
use crate::uri::grammar;
use crate::uri::parse::parse;

/// Converts a URI to a CRI, and a URI reference to a CRI reference.
///
/// # Errors
///
/// The text is no URI reference, has no CRI form, or needs a feature that is switched off.
pub fn from_uri(uri: &str, options: &Options) -> Result<CriReference, Error> {
    let revision = options.revision;
    let uri = parse(uri)?;
    let scheme = uri.scheme.map(|name| scheme(name, revision)).transpose()?;
    let authority =
        uri.authority.map(|parsed| authority::authority(&parsed, uri.scheme, revision)).transpose()?;
    let reference = match (scheme, authority) {
        (None, None) => path::relative(uri.path, revision)?,
        (scheme, Some(authority)) => CriReference {
            scheme,
            ..CriReference::network_path(authority).with_path(path::behind_authority(uri.path, revision))
        },
        (scheme, None) => {
            let (authority, segments) = path::behind_scheme(uri.path, revision);
            CriReference { scheme, authority, ..CriReference::relative(Discard::All).with_path(segments) }
        }
    };
    let reference = CriReference {
        query: uri.query.map(|text| query(text, revision)),
        fragment: uri.fragment.map(|text| fragment(text, revision)),
        ..without_empty_path(reference)
    };
    features::check(&reference, options)?;
    constraints::check(&reference, options)?;
    Ok(reference)
}

/// C1: the scheme in lower case, as a number where one is registered.
fn scheme(name: &str, revision: Revision) -> Result<Scheme, Error> {
    Scheme::from_name(&name.to_ascii_lowercase(), revision)
        .ok_or_else(|| Error::in_component(UriError::Scheme, Component::Scheme))
}

/// In a network-path reference an empty path says nothing, so it is left unset.
fn without_empty_path(reference: CriReference) -> CriReference {
    let says_nothing = !reference.is_full()
        && matches!(reference.authority, AuthoritySection::Authority(_))
        && reference.segments().is_empty();
    if says_nothing { CriReference { path: None, ..reference } } else { reference }
}

/// C10: the query parameters, split at the ampersands.
fn query(query: &str, revision: Revision) -> Vec<Text> {
    let parameter = |text| Text::from_percent_encoded(text, grammar::is_query_plain, revision);
    query.split('&').map(parameter).collect()
}

/// C11: the fragment.
fn fragment(fragment: &str, revision: Revision) -> Text {
    Text::from_percent_encoded(fragment, grammar::is_fragment, revision)
}
