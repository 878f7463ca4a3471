//! The values of options (-02, section 2.1; -03, sections 2 and 5.1).
//!
//! -03 also wants names in lower case, texts in Normalization Form C, and no default port (C1 to C10), and lets
//! operations rely on it (section 3). So these are checked where a CRI is created, and not where one is read.

use unicode_normalization::is_nfc;

use super::error::SequenceError;
use super::options::{CriOption, Draft, starts_with_scheme};
use super::well_formed::decode_well_formed;
use crate::scheme::default_port;
use crate::uri::dot_segments::is_dot_segment;

/// Checks bytes as their final recipient does: a well-formed sequence with values that its options may have.
///
/// # Errors
///
/// Whatever is wrong first.
pub fn decode(bytes: &[u8], draft: Draft) -> Result<Vec<CriOption>, SequenceError> {
    let sequence = decode_well_formed(bytes, draft)?;
    check_ranges(&sequence)?;
    check_segments(&sequence)?;
    if draft == Draft::Href03 && starts_with_scheme(&sequence) {
        check_lone_segment(&sequence)?;
    }
    Ok(sequence)
}

/// Checks what the grammars say of values.
///
/// # Errors
///
/// [`SequenceError::Value`]
pub fn check_ranges(sequence: &[CriOption]) -> Result<(), SequenceError> {
    check_each(sequence, |option| match option {
        CriOption::Scheme(name) if !is_scheme(name) => Some("a scheme in lower case"),
        CriOption::Port(port) if *port > 65535 => Some("a port from 0 to 65535"),
        CriOption::PathType(kind) if *kind > 127 => Some("a path type from 0 to 127"),
        _ => None,
    })
}

/// Checks that no segment is `.` or `..` (-03: C8).
///
/// # Errors
///
/// [`SequenceError::Value`]
pub fn check_segments(sequence: &[CriOption]) -> Result<(), SequenceError> {
    check_each(sequence, |option| match option {
        CriOption::Path(segment) if is_dot_segment(segment) => Some("a segment other than `.` and `..`"),
        _ => None,
    })
}

/// Checks C7 (-03).
fn check_lone_segment(sequence: &[CriOption]) -> Result<(), SequenceError> {
    match lone_empty_segment(sequence) {
        Some(index) => {
            Err(SequenceError::Value { place: index + 1, expected: "more than one empty segment" })
        }
        None => Ok(()),
    }
}

/// Checks what is asked of a CRI that is created: all of the above, and for -03 C4, C6, C8, C9 and C10.
///
/// # Errors
///
/// [`SequenceError::Value`]
pub fn check_created(sequence: &[CriOption], draft: Draft) -> Result<(), SequenceError> {
    check_ranges(sequence)?;
    check_segments(sequence)?;
    if draft == Draft::Href02 {
        return Ok(());
    }
    let default = match sequence.first() {
        Some(CriOption::Scheme(name)) => default_port(name).map(u64::from),
        _ => None,
    };
    check_lone_segment(sequence)?;
    check_each(sequence, |option| match option {
        CriOption::HostName(name) if !is_nfc(name) => Some("a name in Normalization Form C"),
        CriOption::HostName(name) if *name != name.to_lowercase() => Some("a name in lower case"),
        CriOption::Port(port) if default == Some(*port) => Some("a port other than the scheme's default"),
        CriOption::Path(text) | CriOption::Query(text) | CriOption::Fragment(text) if !is_nfc(text) => {
            Some("a text in Normalization Form C")
        }
        _ => None,
    })
}

/// Where the path's only segment is, if that is empty.
pub(crate) fn lone_empty_segment(sequence: &[CriOption]) -> Option<usize> {
    let mut segments = sequence.iter().enumerate().filter(|(_, option)| matches!(option, CriOption::Path(_)));
    match (segments.next(), segments.next()) {
        (Some((index, CriOption::Path(segment))), None) if segment.is_empty() => Some(index),
        _ => None,
    }
}

fn check_each(
    sequence: &[CriOption],
    wrong: impl Fn(&CriOption) -> Option<&'static str>,
) -> Result<(), SequenceError> {
    for (index, option) in sequence.iter().enumerate() {
        if let Some(expected) = wrong(option) {
            return Err(SequenceError::Value { place: index + 1, expected });
        }
    }
    Ok(())
}

/// `[a-z][a-z0-9+.-]*`
fn is_scheme(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.-".contains(&byte))
}
