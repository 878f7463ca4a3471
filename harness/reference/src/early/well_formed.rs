//! The order of options (-02, sections 2.2 and 4; -03, section 5.1).
//!
//! ```text
//! -02   scheme (host.name / host.ip) port  path* query* fragment?
//!              (host.name / host.ip) port  path* query* fragment?
//!                                    port  path* query* fragment?
//!                               path.type? path* query* fragment?
//!
//! -03   scheme? ((host.name / host.ip) port?)?  path* query* fragment?
//!                                    path.type  path* query* fragment?
//! ```

use super::error::SequenceError;
use super::options::OptionName::{self, Fragment, HostIp, HostName, Path, PathType, Port, Query, Scheme};
use super::options::{CriOption, Draft, decode, starts_with_scheme};

/// What may follow, -02: `None` stands for the start in front, and behind for the end.
fn transitions02(previous: Option<OptionName>) -> &'static [Option<OptionName>] {
    match previous {
        None => &[
            Some(Scheme),
            Some(HostName),
            Some(HostIp),
            Some(Port),
            Some(PathType),
            Some(Path),
            Some(Query),
            Some(Fragment),
            None,
        ],
        Some(Scheme) => &[Some(HostName), Some(HostIp)],
        Some(HostName) => &[Some(Port)],
        Some(HostIp) => &[Some(Port)],
        Some(Port) => &[Some(Path), Some(Query), Some(Fragment), None],
        Some(PathType) => &[Some(Path), Some(Query), Some(Fragment), None],
        Some(Path) => &[Some(Path), Some(Query), Some(Fragment), None],
        Some(Query) => &[Some(Query), Some(Fragment), None],
        Some(Fragment) => &[None],
    }
}

/// What may follow, -03. The grammar lets an option follow any that comes before it in the grammar, but for ports and
/// path.types.
fn transitions03(previous: Option<OptionName>) -> &'static [Option<OptionName>] {
    match previous {
        None => &[
            Some(Scheme),
            Some(HostName),
            Some(HostIp),
            Some(PathType),
            Some(Path),
            Some(Query),
            Some(Fragment),
            None,
        ],
        Some(Scheme) => &[Some(HostName), Some(HostIp), Some(Path), Some(Query), Some(Fragment), None],
        Some(HostName | HostIp) => &[Some(Port), Some(Path), Some(Query), Some(Fragment), None],
        Some(Port | PathType | Path) => &[Some(Path), Some(Query), Some(Fragment), None],
        Some(Query) => &[Some(Query), Some(Fragment), None],
        Some(Fragment) => &[None],
    }
}

/// The sequence that the bytes hold, if it is well-formed. Values are not looked at, but for their type.
///
/// # Errors
///
/// The bytes are no sequence of options, or one out of order.
pub fn decode_well_formed(bytes: &[u8], draft: Draft) -> Result<Vec<CriOption>, SequenceError> {
    let sequence = decode(bytes, draft)?;
    check(&sequence, draft)?;
    Ok(sequence)
}

/// The same, where it is absolute as well.
///
/// # Errors
///
/// As [`decode_well_formed`], or the sequence is relative.
pub fn decode_absolute(bytes: &[u8], draft: Draft) -> Result<Vec<CriOption>, SequenceError> {
    let sequence = decode_well_formed(bytes, draft)?;
    if starts_with_scheme(&sequence) { Ok(sequence) } else { Err(SequenceError::Relative) }
}

/// Checks the order of options.
///
/// # Errors
///
/// [`SequenceError::Order`]
pub fn check(sequence: &[CriOption], draft: Draft) -> Result<(), SequenceError> {
    let transitions = match draft {
        Draft::Href02 => transitions02,
        Draft::Href03 => transitions03,
    };
    let mut previous = None;
    for (index, option) in sequence.iter().enumerate() {
        if !transitions(previous).contains(&Some(option.name())) {
            return Err(SequenceError::Order { place: index + 1 });
        }
        previous = Some(option.name());
    }
    if !transitions(previous).contains(&None) {
        return Err(SequenceError::Order { place: sequence.len() + 1 });
    }
    Ok(())
}

/// Is the sequence well-formed?
pub fn is_well_formed(sequence: &[CriOption], draft: Draft) -> bool {
    check(sequence, draft).is_ok()
}

/// Is it well-formed, and starts with a scheme?
pub fn is_absolute(sequence: &[CriOption], draft: Draft) -> bool {
    is_well_formed(sequence, draft) && starts_with_scheme(sequence)
}

/// Is it well-formed, and starts with another option, or with none?
pub fn is_relative(sequence: &[CriOption], draft: Draft) -> bool {
    is_well_formed(sequence, draft) && !starts_with_scheme(sequence)
}
