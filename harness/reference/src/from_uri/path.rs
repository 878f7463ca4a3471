//! The path of a URI (C8, C9, section 5.1.1).

use crate::authority::AuthoritySection;
use crate::error::{Component, Error, NoCriError};
use crate::options::Revision;
use crate::reference::{CriReference, Discard};
use crate::text::Text;
use crate::uri::dot_segments::{self, RelativePath};
use crate::uri::{grammar, percent};

/// The segments of a path behind an authority: `path-abempty`.
pub(super) fn behind_authority(path: &str, revision: Revision) -> Vec<Text> {
    segments(&normalize(path), revision)
}

/// The segments of a path behind a scheme, and which of the values for "no authority" goes with them.
pub(super) fn behind_scheme(path: &str, revision: Revision) -> (AuthoritySection, Vec<Text>) {
    let path = normalize(path);
    let section = if path.is_empty() || path.starts_with('/') {
        AuthoritySection::RootBased
    } else {
        AuthoritySection::Rootless
    };
    (section, segments(&path, revision))
}

/// A path alone as discard and path sections.
pub(super) fn relative(path: &str, revision: Revision) -> Result<CriReference, Error> {
    if path.is_empty() {
        return Ok(CriReference::relative(Discard::Segments(0)));
    }
    if path.starts_with('/') {
        return Ok(CriReference::relative(Discard::All).with_path(segments(&normalize(path), revision)));
    }
    let path = percent::normalize(path);
    let RelativePath { ups, segments } = dot_segments::remove_relative(&path);
    let discard = Discard::segments(ups + 1)
        .ok_or_else(|| Error::in_component(NoCriError::TooManyDiscarded, Component::Path))?;
    Ok(CriReference::relative(discard).with_path(segments.into_iter().map(|text| segment(text, revision))))
}

/// Escaped dots are dots, and so make dot-segments.
fn normalize(path: &str) -> String {
    dot_segments::remove(&percent::normalize(path))
}

/// The segments, split at the slashes. The slash in front of a rooted path splits nothing off.
fn segments(path: &str, revision: Revision) -> Vec<Text> {
    if path.is_empty() {
        return Vec::new();
    }
    path.strip_prefix('/').unwrap_or(path).split('/').map(|text| segment(text, revision)).collect()
}

fn segment(segment: &str, revision: Revision) -> Text {
    Text::from_percent_encoded(segment, grammar::is_pchar, revision)
}
