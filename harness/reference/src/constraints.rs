//! The constraints (sections 2 and 2.1) that well-formedness leaves open.
//!
//! Normatively a full CRI is valid where the process of section 6.1 gives a valid, normalised URI; so that
//! process is run. A scheme number that is not registered is no obstacle, since the registry may grow; nor is a
//! zone identifier in -27, which has a place for it in CRIs and none in URIs.
//!
//! What a reference carries ends up unchanged in the CRI it resolves to. So the constraints on single
//! components, C5 and C9 to C11, are checked of references as well; those on the whole of a CRI are not.
//!
//! -27 leaves Normalization Form C to whoever creates a CRI (C0): a recipient need not check it, and must not fail
//! over it, beyond not being able to process that CRI. Here it is checked in both revisions, so that what is not
//! in the form is unprocessable.
//!
//! C3 leaves open what user information may hold as plain text, since section 6.1 encodes it all. C5 and C7 are
//! taken at their word: other than lower case is no valid CRI, and in -13 nor is a default port.

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::authority::{Authority, AuthoritySection, Host};
use crate::error::{Component, ConstraintError, Error, NoUriError};
use crate::features::texts;
use crate::options::{Options, Revision};
use crate::reference::CriReference;
use crate::scheme::default_port;
use crate::text::{Text, has_dot, is_dot};
use crate::to_uri;

/// Checks the constraints of a CRI or CRI reference.
///
/// # Errors
///
/// [`ConstraintError`] or [`NoUriError`] names the first constraint that is not met.
pub fn check(reference: &CriReference, options: &Options) -> Result<(), Error> {
    check_normalization_form(reference)?;
    check_host(reference)?;
    check_segments(reference)?;
    if reference.is_full() {
        check_full(reference, options)?;
    }
    Ok(())
}

/// C5, C9, C10, C11 (-27: C0): texts are in Normalization Form C.
fn check_normalization_form(reference: &CriReference) -> Result<(), Error> {
    match texts(reference).find(|(_, text)| !text.texts().all(is_nfc)) {
        Some((component, _)) => Err(Error::in_component(ConstraintError::NotNfc, component)),
        None => Ok(()),
    }
}

/// C5: labels are in lower case; section 6.1: they hold no dot.
fn check_host(reference: &CriReference) -> Result<(), Error> {
    let Some(Authority { host: Host::Labels(labels), .. }) = reference.authority.authority() else {
        return Ok(());
    };
    if !labels.iter().flat_map(Text::texts).all(is_lower_case) {
        return Err(Error::in_component(ConstraintError::NotLowerCase, Component::Host));
    }
    if labels.iter().any(has_dot) {
        return Err(Error::in_component(NoUriError::DotInLabel, Component::Host));
    }
    Ok(())
}

/// Unicode, definition D139: lower-casing the canonical decomposition changes nothing.
fn is_lower_case(text: &str) -> bool {
    text.nfd().all(|character| character.to_lowercase().eq([character]))
}

/// C9, section 2.1: no segment is `.` or `..`, in references as well.
fn check_segments(reference: &CriReference) -> Result<(), Error> {
    if reference.segments().iter().any(is_dot) {
        return Err(Error::in_component(ConstraintError::DotSegment, Component::Path));
    }
    Ok(())
}

fn check_full(reference: &CriReference, options: &Options) -> Result<(), Error> {
    check_port(reference, options)?;
    check_leading_segment(reference)?;
    to_uri::check_process(reference, options.revision)
}

/// C7: the scheme's default port is left off. -27 only recommends it.
fn check_port(reference: &CriReference, options: &Options) -> Result<(), Error> {
    if options.revision == Revision::Href27 {
        return Ok(());
    }
    let scheme = reference.scheme.as_ref().and_then(|scheme| scheme.name(options.revision));
    let port = reference.authority.authority().and_then(|authority| authority.port);
    if port.is_some() && port == scheme.and_then(default_port) {
        return Err(Error::in_component(ConstraintError::DefaultPort, Component::Port));
    }
    Ok(())
}

/// C9 and section 2.1: how the path of a CRI without authority begins.
fn check_leading_segment(reference: &CriReference) -> Result<(), Error> {
    let error = |error: ConstraintError| Err(Error::in_component(error, Component::Path));
    match (&reference.authority, reference.segments()) {
        (AuthoritySection::Rootless, []) => error(ConstraintError::RootlessWithoutSegment),
        (AuthoritySection::Rootless, [first, ..]) if first.is_empty() => {
            error(ConstraintError::LeadingEmptySegment)
        }
        // A lone empty segment is the one way to write the URI `a:/`, so C9 cannot mean it.
        (AuthoritySection::RootBased, [first, _, ..]) if first.is_empty() => {
            error(ConstraintError::LeadingEmptySegment)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_case() {
        for text in ["", "a-1", "\u{e4}\u{df}", "\u{3c2}\u{3c3}", "\u{4e2d}", "\u{1d400}"] {
            assert!(is_lower_case(text), "{text}");
        }
        for text in ["A", "a\u{c4}", "\u{130}", "\u{1c5}", "\u{3a3}"] {
            assert!(!is_lower_case(text), "{text}");
        }
    }
}
