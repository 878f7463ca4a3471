//! Converting CRIs to URIs (section 6.1).
//!
//! The components of the URI reference are determined one after the other and recomposed as in RFC 3986,
//! section 5.3.
//!
//! Some CRI references have no URI reference that means the same (section 2.1), and yet the letter of the
//! process gives a text for them: discarding segments without adding one, or unsetting the query alone. These
//! are refused. So is a path with a dot-segment, as no normalised URI has one. A reference of discard 1 whose
//! first segment is empty gets the prefix `./` as one with a colon does, so that it does not turn rooted.

pub(crate) mod authority;
mod path;

use crate::error::{Component, Error, NoUriError};
use crate::options::{Options, Revision};
use crate::reference::CriReference;
use crate::text::Text;
use crate::uri::components::Components;
use crate::uri::grammar;

/// Converts a CRI to a URI, and a CRI reference to a URI reference.
///
/// # Errors
///
/// [`NoUriError`] where there is none that means the same.
pub fn to_uri(reference: &CriReference, options: &Options) -> Result<String, Error> {
    let uri = Components {
        scheme: scheme(reference, options.revision)?,
        authority: authority::authority(reference, options.revision)?,
        path: path::path(reference)?,
        query: query(reference)?,
        fragment: fragment(reference),
    };
    Ok(uri.recompose())
}

/// Runs the process for what may fail in it, other than by the lack of a name for the scheme or of a form for
/// a zone identifier.
pub(crate) fn check_process(reference: &CriReference, revision: Revision) -> Result<(), Error> {
    authority::check(reference, revision)?;
    path::path(reference)?;
    query(reference)?;
    Ok(())
}

/// The value of a scheme-name, or the lower-case name that is registered for a scheme-id.
fn scheme(reference: &CriReference, revision: Revision) -> Result<Option<String>, Error> {
    let Some(scheme) = &reference.scheme else {
        return Ok(None);
    };
    let unknown = || Error::in_component(NoUriError::UnknownScheme, Component::Scheme);
    let name = scheme.name(revision).ok_or_else(unknown)?;
    Ok(Some(name.to_ascii_lowercase()))
}

/// The query items, separated by ampersands; unset, where there is none.
fn query(reference: &CriReference) -> Result<Option<String>, Error> {
    match &reference.query {
        None => Ok(None),
        Some(parameters) if parameters.is_empty() => check_unset_query(reference).map(|()| None),
        Some(parameters) => Ok(Some(parameters.iter().map(parameter).collect::<Vec<_>>().join("&"))),
    }
}

/// An explicitly unset query goes without saying, unless the base's query would be kept.
fn check_unset_query(reference: &CriReference) -> Result<(), Error> {
    if path::keeps_base_path(reference) {
        return Err(Error::in_component(NoUriError::UnsetQuery, Component::Query));
    }
    Ok(())
}

fn parameter(parameter: &Text) -> String {
    parameter.percent_encoded(grammar::is_query_plain)
}

/// The value of the fragment item.
fn fragment(reference: &CriReference) -> Option<String> {
    reference.fragment.as_ref().map(|fragment| fragment.percent_encoded(grammar::is_fragment))
}
