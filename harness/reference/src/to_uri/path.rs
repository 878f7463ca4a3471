//! The path component (section 6.1).

use crate::authority::AuthoritySection;
use crate::error::{Component, Error, NoUriError};
use crate::reference::{CriReference, Discard};
use crate::text::{Text, is_dot};
use crate::uri::grammar;

/// The path of the URI reference.
pub(super) fn path(reference: &CriReference) -> Result<String, Error> {
    check_convertible(reference)?;
    let segments: Vec<String> = reference.segments().iter().map(segment).collect();
    let mut path = prefix(reference, segments.first().map(String::as_str));
    for (index, segment) in segments.iter().enumerate() {
        // The slash is omitted for the first path item only if the path component is unrooted.
        if index > 0 || is_rooted(reference) {
            path.push('/');
        }
        path.push_str(segment);
    }
    check_rule(reference, &path)?;
    Ok(path)
}

/// A reference that names no new path, and leaves the base's as it is.
pub(super) fn keeps_base_path(reference: &CriReference) -> bool {
    reference.starts_with_discard() && reference.discard == Discard::Segments(0) && reference.path.is_none()
}

/// The combinations of sections that no URI reference can express.
fn check_convertible(reference: &CriReference) -> Result<(), Error> {
    let fail = |error: NoUriError, component| Err(Error::in_component(error, component));
    if reference.segments().iter().any(is_dot) {
        return fail(NoUriError::DotSegment, Component::Path);
    }
    if reference.is_full() {
        return Ok(());
    }
    match reference.authority {
        AuthoritySection::Authority(_) => Ok(()),
        AuthoritySection::Rootless => fail(NoUriError::RootlessReference, Component::Path),
        AuthoritySection::RootBased => match reference.discard {
            // If it contains a discard item of value 0 and the path item is present, the conversion fails.
            Discard::Segments(0) if reference.path.is_some() => {
                fail(NoUriError::KeepAndAppend, Component::Path)
            }
            Discard::Segments(0) => Ok(()),
            Discard::All | Discard::Segments(_) if reference.segments().is_empty() => {
                fail(NoUriError::DiscardOnly, Component::Discard)
            }
            Discard::All | Discard::Segments(_) => Ok(()),
        },
    }
}

/// Does the first segment have a slash in front?
fn is_rooted(reference: &CriReference) -> bool {
    match (reference.discard, &reference.authority) {
        // The discard item is present.
        (Discard::Segments(_), _) => false,
        // The discard item is not present, and the authority is true.
        (Discard::All, AuthoritySection::Rootless) => false,
        // The discard item is true, or not present.
        (Discard::All, AuthoritySection::RootBased | AuthoritySection::Authority(_)) => true,
    }
}

/// What a positive discard item puts in front of the path.
fn prefix(reference: &CriReference, first: Option<&str>) -> String {
    match reference.discard {
        Discard::Segments(1) if first.is_some_and(needs_guard) => "./".to_owned(),
        // As many "../" components as the discard value minus one indicates.
        Discard::Segments(count) => "../".repeat(usize::from(count.saturating_sub(1))),
        Discard::All => String::new(),
    }
}

/// Would this first segment be read as something else than a segment of a relative path?
fn needs_guard(segment: &str) -> bool {
    has_colon(segment) || segment.is_empty()
}

/// A colon that stands unescaped would appear to end a scheme.
fn has_colon(segment: &str) -> bool {
    segment.contains(':')
}

fn segment(segment: &Text) -> String {
    segment.percent_encoded(grammar::is_pchar)
}

/// The path rule of RFC 3986, section 3.3, for what stands in front of the path.
fn check_rule(reference: &CriReference, path: &str) -> Result<(), Error> {
    let (rule, matches) = match (&reference.authority, reference.is_full()) {
        (AuthoritySection::Authority(_), _) => ("path-abempty", grammar::is_path_abempty(path)),
        (AuthoritySection::Rootless, true) => ("path-rootless", grammar::is_path_rootless(path)),
        (AuthoritySection::RootBased, true) => {
            ("path-absolute or path-empty", grammar::is_path_absolute(path) || grammar::is_path_empty(path))
        }
        (AuthoritySection::RootBased | AuthoritySection::Rootless, false) => (
            "path-absolute, path-noscheme or path-empty",
            grammar::is_path_absolute(path)
                || grammar::is_path_noscheme(path)
                || grammar::is_path_empty(path),
        ),
    };
    if matches { Ok(()) } else { Err(Error::in_component(NoUriError::PathRule { rule }, Component::Path)) }
}
