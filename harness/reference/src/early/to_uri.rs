//! Converting CRIs to URIs (-03, section 6.1).
//!
//! The rule for the path puts a slash in front where there is a "path.type" option whose value is *not* 0, having let
//! the conversion fail for just those. Read as "is 0", it makes `/a` of an absolute path, as -02 does and resolution
//! does; so it is read here.

use super::constraints::{check_ranges, check_segments};
use super::error::SequenceError;
use super::options::CriOption;
use crate::to_uri::authority::host_ip;
use crate::uri::components::Components;
use crate::uri::{grammar, percent};

/// The URI (reference) of a well-formed sequence.
///
/// # Errors
///
/// The conversion fails, or the sequence has values that its options may not have.
pub fn to_uri(sequence: &[CriOption]) -> Result<String, SequenceError> {
    check_ranges(sequence)?;
    check_segments(sequence)?;
    let scheme = sequence.iter().find_map(|option| match option {
        CriOption::Scheme(name) => Some(name.clone()),
        _ => None,
    });
    let authority = authority(sequence);
    let path = path(sequence, authority.is_some())?;
    check_path(&path, scheme.is_some(), authority.is_some())?;
    let uri = Components { scheme, authority, path, query: query(sequence), fragment: fragment(sequence) };
    Ok(uri.recompose())
}

fn authority(sequence: &[CriOption]) -> Option<String> {
    let mut authority: Option<String> = None;
    for option in sequence {
        match option {
            CriOption::HostName(name) => {
                percent::push_text(authority.get_or_insert_default(), name, grammar::is_reg_name);
            }
            CriOption::HostIp(address) => authority.get_or_insert_default().push_str(&host_ip(*address)),
            CriOption::Port(port) => authority.get_or_insert_default().push_str(&format!(":{port}")),
            _ => {}
        }
    }
    authority
}

fn path(sequence: &[CriOption], has_authority: bool) -> Result<String, SequenceError> {
    let rooted = match sequence.first() {
        None | Some(CriOption::Port(_) | CriOption::Path(_)) => {
            return Err(SequenceError::None("no URI reference for a relative path"));
        }
        Some(CriOption::PathType(0)) => true,
        Some(CriOption::PathType(_)) => {
            return Err(SequenceError::None("no URI reference for a relative path"));
        }
        Some(_) => has_authority,
    };
    let mut path = if rooted { "/".to_owned() } else { String::new() };
    let segments = sequence.iter().filter_map(|option| match option {
        CriOption::Path(segment) => Some(segment),
        _ => None,
    });
    for (index, segment) in segments.enumerate() {
        if index > 0 {
            path.push('/');
        }
        percent::push_text(&mut path, segment, grammar::is_pchar);
    }
    Ok(path)
}

/// The path has to match a rule of the grammar that goes with what stands in front of it.
fn check_path(path: &str, has_scheme: bool, has_authority: bool) -> Result<(), SequenceError> {
    let absolute_or_empty = grammar::is_path_absolute(path) || grammar::is_path_empty(path);
    let matches = match (has_authority, has_scheme) {
        (true, _) => grammar::is_path_abempty(path),
        (false, true) => absolute_or_empty || grammar::is_path_rootless(path),
        (false, false) => absolute_or_empty || grammar::is_path_noscheme(path),
    };
    if matches { Ok(()) } else { Err(SequenceError::None("no URI with this path")) }
}

fn query(sequence: &[CriOption]) -> Option<String> {
    let mut query: Option<String> = None;
    for option in sequence {
        if let CriOption::Query(parameter) = option {
            match &mut query {
                Some(query) => query.push('&'),
                None => query = Some(String::new()),
            }
            percent::push_text(query.get_or_insert_default(), parameter, grammar::is_query_plain);
        }
    }
    query
}

fn fragment(sequence: &[CriOption]) -> Option<String> {
    sequence.iter().find_map(|option| match option {
        CriOption::Fragment(text) => {
            let mut fragment = String::new();
            percent::push_text(&mut fragment, text, grammar::is_fragment);
            Some(fragment)
        }
        _ => None,
    })
}
